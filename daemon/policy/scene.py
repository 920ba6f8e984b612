"""What is known while a shell text is read from left to right: directories, variables, and what was found."""

import hashlib
import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field

from daemon.policy.grammar import is_strange
from daemon.policy.model import Finding, Kind, Rules
from daemon.policy.places import Use, absolute, judge_path, judge_removal, judge_replacement
from daemon.policy.syntax import Word

DEEPEST = 12
MOST_STEPS = 2_500
"""Words, paths and nodes that one judgement looks at: some tens of milliseconds."""
MOST_SHOWN = 2_000
"""Characters of an action that a finding repeats."""
LONGEST_PATH = 4_096
"""Characters (limits.h, PATH_MAX)."""


class TooMuch(Exception):
    """The action is too long to be understood; split it into smaller ones."""


@dataclass(frozen=True)
class Command:
    """A simple command: a name, its arguments, and where its input comes from.

    ``feeder`` is the command before it in a pipeline. ``stdin`` is the text of a here-document, or None;
    ``source`` is the file that ``<`` names.
    """

    name: Word
    args: tuple[Word, ...]
    feeder: "Command | None" = None
    stdin: str | None = None
    redirected: bool = False
    source: str = ""

    @property
    def raw(self) -> str:
        """The command as it was written."""
        return " ".join(word.raw for word in (self.name, *self.args))

    @property
    def line(self) -> str:
        """The command as the shell would run it, for the owner's patterns."""
        return " ".join(word.raw if word.text is None else word.text for word in (self.name, *self.args))

    def without(self, count: int) -> "Command":
        """The command that stands after the first ``count`` words."""
        words = (self.name, *self.args)[count:]
        return Command(words[0], words[1:], self.feeder, self.stdin, self.redirected, self.source)


@dataclass
class Scene:
    """One reading of one action.

    ``places`` are the directories that the shell may be in at this point, ``maybe`` those it may be in if a
    ``cd`` just now failed; None stands for anywhere. ``heads`` are the branches that git may be on once this text
    has turned to another one. ``lifted`` are doubts that do not count in the sandbox, ``steered`` says that this action has
    changed git's settings, ``guessing`` that it is only tried what a doubtful part is of, ``trusting`` that a
    file of the project is read that this request has not changed. ``links`` are the links that this action makes. ``written`` is the text of the files that this action writes, where it can be read.
    """

    rules: Rules
    places: tuple[str, ...] | None
    run_shell: Callable[["Scene", str], None]
    run_command: Callable[["Scene", Command], None]
    findings: list[Finding] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    creates: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    facts: dict[str, str] = field(default_factory=dict)
    written: dict[str, str | None] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    heads: tuple[str | None, ...] = ()
    maybe_heads: tuple[str | None, ...] = ()
    maybe: tuple[str, ...] | None = ()
    lifted: set[Finding] = field(default_factory=set)
    steered: bool = False
    guessing: bool = False
    trusting: bool = False
    depth: int = 0
    spent: int = 0
    text: int = 0

    def spend(self, steps: int = 1) -> None:
        """Count what has been looked at.

        Raises:
            TooMuch: it is more than one judgement may take.
        """
        self.spent += steps
        if self.spent > MOST_STEPS:
            raise TooMuch

    def find(self, kind: str, rule: str, reason: str, matched: str) -> None:
        """Note something that the owner should know."""
        finding = Finding(kind, rule, reason, matched[:MOST_SHOWN])
        if finding not in self.findings:
            self.findings.append(finding)

    def doubt(self, rule: str, reason: str, matched: str) -> None:
        """Note something that cannot be understood (P2)."""
        self.find(Kind.unknown, rule, reason, matched)

    def doubt_code(self, rule: str, reason: str, matched: str) -> None:
        """Note that it runs code that is not known; in the sandbox that is no reason to stop (P2, P7)."""
        self.doubt(rule, reason, matched)
        if self.rules.boxed:
            self.lifted.add(Finding(Kind.unknown, rule, reason, matched[:MOST_SHOWN]))

    def take(self, findings: list[Finding]) -> None:
        """Note what another judge found."""
        for finding in findings:
            self.find(finding.kind, finding.rule, finding.reason, finding.matched)

    def locate(self, path: str) -> list[str]:
        """The absolute paths that a path may mean here; a doubt if the directory is not known."""
        if path.startswith("/"):
            return [absolute("/", path)]
        if self.places is None:
            self.doubt("place.unknown", "It works in a directory that cannot be told beforehand.", path)
            return []
        return [absolute(place, path) for place in self.places]

    def touch(self, word: Word, use: Use) -> None:
        """Judge a word that is a path."""
        if word.text is None:
            reason = "It names a path that cannot be told beforehand."
            kind = Kind.delete if use is Use.remove else Kind.unknown
            self.find(kind, "place.computed", reason, word.raw)
            return
        self.touch_path(word.text, use)

    def touch_path(self, path: str, use: Use) -> None:
        """Judge a path, and remember what is written and made."""
        if use in (Use.write, Use.overwrite) and posixpath.basename(path).startswith("-"):
            self.doubt("place.option", "It makes a file whose name other commands take for an option.", path)
        if len(path) > LONGEST_PATH or is_strange(path):
            self.doubt(
                "place.strange", "It names a path that is too long or too strange to be one.", path[:80]
            )
            return
        for place in self.locate(path):
            self.spend()
            place = self.follow(place, use)
            before = list(self.creates)
            self.take(judge_path(self.rules, place, use))
            if use is Use.remove:
                self.take(judge_removal(self.rules, place, before, self.moved))
            if use is Use.overwrite:
                self.take(judge_replacement(self.rules, place, before))
            if use in (Use.write, Use.overwrite):
                self.remember(place)

    def follow(self, place: str, use: Use) -> str:
        """Where a path leads by the links that this very action makes."""
        for link, target in self.links.items():
            if place.startswith(link + "/") or (place == link and use is not Use.remove):
                return target + place[len(link) :]
        return place

    def make(self, word: Word) -> None:
        """A tool of the system makes a new thing there, whose contents are not the agent's."""
        written = len(self.writes)
        self.touch(word, Use.write)
        del self.writes[written:]

    def remember(self, place: str) -> None:
        """A path will have been written; if it was not there, it will have been made."""
        self.writes.append(place)
        self.written[place] = None
        if not self.rules.exists(place) and place not in self.moved:
            self.creates.append(place)

    def text_at(self, place: str) -> str | None:
        """The text of a file: what this very action writes to it, or what stands there, whose digest is a fact."""
        if place in self.writes:
            return self.written.get(place)
        text = self.rules.read(place)
        if text is not None:
            self.facts[f"file {place}"] = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        return text

    def enter(self, path: str | None) -> None:
        """Change the directory; if that fails at run time, the shell stays where it was."""
        if path is None:
            self.places, self.maybe = None, None
            return
        after = tuple(dict.fromkeys(self.locate(path))) if path.startswith("/") or self.places else None
        self.maybe = None if self.maybe is None or self.places is None else (*self.maybe, *self.places)
        self.places = after

    def settle(self) -> None:
        """A statement is over: whether its ``cd`` or ``git checkout`` worked is no longer known."""
        self.heads, self.maybe_heads = tuple(dict.fromkeys((*self.heads, *self.maybe_heads))), ()
        if self.maybe is None or self.places is None:
            self.places = None
        else:
            self.places = tuple(dict.fromkeys((*self.places, *self.maybe)))
        self.maybe = ()

    def inside(self, text: str, matched: str) -> None:
        """Judge a text that another shell would run."""
        if self.depth >= DEEPEST:
            self.doubt("shell.deep", "It nests too many shells to be followed.", matched)
            return
        kept = self.places, self.maybe
        self.depth += 1
        self.run_shell(self, text)
        self.depth -= 1
        self.places, self.maybe = kept

    def after(self, command: Command, count: int) -> None:
        """Judge the command that stands after the first ``count`` words of a wrapper."""
        if count > len(command.args):
            return
        if self.depth >= DEEPEST:
            self.doubt("shell.deep", "It nests too many commands to be followed.", command.raw)
            return
        self.depth += 1
        self.run_command(self, command.without(count))
        self.depth -= 1
