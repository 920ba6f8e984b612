"""What a command that cannot be understood gives away all the same, so that its card says the right kind.

Its words are read as commands of their own, also where they are encoded; only what is of the four kinds, or the
product's, counts.
"""

import re
from collections.abc import Collection
from dataclasses import replace

from daemon.policy.code import judge_words
from daemon.policy.encoded import decoded
from daemon.policy.model import KINDS_BY_WEIGHT, Kind
from daemon.policy.scene import Command, Scene, TooMuch
from daemon.policy.services import PUBLISHED, kind_by_verb

MOST_TEXTS = 6
MOST_HEADS = 4
LONGEST = 2_000
"""Characters of a word that is read as a command."""
_FED = re.compile(
    r"(?:<\(|[<$]\(\s*(?=echo|printf))\s*(?:(?:echo|printf)\s+(?:-\w+\s+)?)?['\"]?([^'\"()]+)['\"]?\s*\)"
)
_QUOTED = re.compile(r"(['\"])(\w+\s[^'\"\n]*)\1")


def is_named(scene: Scene) -> bool:
    """Whether something of the four kinds, or nothing at all, was found."""
    kinds = {finding.kind for finding in scene.findings}
    return Kind.unknown not in kinds or not kinds.isdisjoint(KINDS_BY_WEIGHT)


def guess(scene: Scene, command: Command, known: Collection[str]) -> None:
    """Find out what kind a command is of that is a doubt and nothing else."""
    if scene.guessing or is_named(scene) or all(one.rule.startswith("place.") for one in scene.findings):
        return
    whole = _whole(command)[: LONGEST * 4]
    trial = _trial(scene)
    try:
        for text in _texts(command, whole):
            trial.inside(text, command.raw)
        for at in _heads(command, known):
            trial.run_command(trial, command.without(at))
    except (TooMuch, RecursionError):
        trial.spent = scene.spent
    if not set(scene.findings) <= scene.lifted:
        judge_words(trial, whole, command.raw)
    _guess_by_verb(trial, command, known)
    scene.spent = trial.spent
    scene.take([finding for finding in trial.findings if finding.kind in KINDS_BY_WEIGHT])


def guess_text(scene: Scene, text: str) -> None:
    """Find out what kind a text is of that is no shell text, or is too long for one."""
    if scene.guessing or is_named(scene):
        return
    trial = _trial(scene)
    judge_words(trial, text[: LONGEST * 20], text[:200])
    plain = _spelt_out(text) if len(text) <= LONGEST else text
    if plain != text:
        try:
            trial.inside(plain, text[:200])
        except (TooMuch, RecursionError):
            trial.spent = scene.spent
    scene.take([finding for finding in trial.findings if finding.kind in KINDS_BY_WEIGHT])


_SPELLINGS = (
    (re.compile(r"\$\{?IFS\}?"), r" "),
    (
        re.compile(
            r"(?:\$\(|`)\s*(?:echo|printf|which|command -v)\s+(?:-\w+\s+)?['\"]?([\w./-]+)['\"]?\s*(?:\)|`)"
        ),
        r"\1",
    ),
    (re.compile(r"(?<![\w$])\{([\w./-]+(?:,[\w./-]+)+)\}(?![\w])"), r"\1"),
)


def _spelt_out(text: str) -> str:
    """A text with what only hides its words taken away."""
    for pattern, put in _SPELLINGS[:2]:
        text = pattern.sub(put, text)
    return _SPELLINGS[2][0].sub(lambda match: match.group(1).replace(",", " "), text)


_TELLERS = ("git", "sh", "bash", "zsh", "python", "node")
"""Programs whose first word is no verb, or one that is judged elsewhere."""


def _trial(scene: Scene) -> Scene:
    """A scene of its own: what is tried there leaves no trace in the other."""
    return replace(
        scene,
        guessing=True,
        findings=[],
        writes=list(scene.writes),
        creates=list(scene.creates),
        moved=list(scene.moved),
        functions=set(scene.functions),
        facts=dict(scene.facts),
        written=dict(scene.written),
        links=dict(scene.links),
    )


def _guess_by_verb(scene: Scene, command: Command, known: Collection[str]) -> None:
    name = (command.name.text or "").rsplit("/", 1)[-1]
    foreign = name not in known
    verb = Command(command.name, command.args if foreign else command.args[:1])
    kind = kind_by_verb(verb) if foreign or not name.startswith(_TELLERS) else None
    if kind is not None:
        scene.find(kind, "command.verb", "What it is told to do sounds like it.", command.raw)
    if kind is Kind.push and any(word.text == "publish" for word in command.args[:2]):
        scene.find(Kind.money, "command.verb", PUBLISHED, command.raw)


def _whole(command: Command) -> str:
    """The words of a command, what is fed to it, and the commands that feed it."""
    parts = [command.line, command.raw, command.stdin or ""]
    feeder = command.feeder
    while feeder is not None and len(parts) < 12:
        parts += [feeder.line, feeder.stdin or ""]
        feeder = feeder.feeder
    return "\n".join(parts)


def _texts(command: Command, whole: str) -> list[str]:
    """What may be a command inside: words with spaces, what an editor is told to run, and what is encoded."""
    words = [word.text or "" for word in command.args]
    inner = [re.sub(r"^(--?\w[\w-]*=)?[:+]*!?", "", text) for text in words if re.search(r"\s", text)]
    quoted = [match.group(2) for match in _QUOTED.finditer(whole)]
    fed = [match.group(1) for match in _FED.finditer(whole)]
    found = [*inner, *quoted, *fed, *decoded(whole)]
    return [text for text in found if text.strip() and len(text) <= LONGEST][:MOST_TEXTS]


def _heads(command: Command, known: Collection[str]) -> list[int]:
    """Where in a command another one may begin."""
    words = (command.name, *command.args)
    return [at for at, word in enumerate(words) if at and (word.text or "") in known][:MOST_HEADS]
