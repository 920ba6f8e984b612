"""The words of a judgement: what the owner's rules are, what was found, and what follows from it."""

import posixpath
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """What happens to an action: it runs, it waits for the owner, or it is refused without a card (P6)."""

    allow = "allow"
    pause = "pause"
    refuse = "refuse"


class Kind(StrEnum):
    """The four kinds that always pause (P1), what cannot be understood (P2), and the product itself (P6)."""

    push = "push"
    delete = "delete"
    money = "money"
    credentials = "credentials"
    unknown = "unknown"
    product = "product"


KINDS_BY_WEIGHT = (Kind.product, Kind.credentials, Kind.money, Kind.delete, Kind.push)


@dataclass(frozen=True)
class OwnerRule:
    """A rule that the owner adds (P5): an action that any of the patterns matches pauses as ``kind``.

    Patterns are shell wildcards. ``commands`` match a simple command's words joined by spaces, or the start
    of it; ``paths`` match relative to the working directory or absolute; ``hosts`` match host names;
    ``tools`` match the runtime's tool names.
    """

    name: str
    kind: str
    reason: str = ""
    tools: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()


SHARED_BRANCHES = ("main", "master", "trunk", "dev*", "stag*", "prod*", "release*", "hotfix*", "gh-pages")
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def assume_exists(path: str) -> bool:
    """The careful answer of one who cannot look: everything is there already."""
    return bool(path)


def read_nothing(path: str) -> str | None:
    """The careful answer of one who cannot look: no file's text is known."""
    del path
    return None


@dataclass(frozen=True)
class Rules:
    """What an action is judged against.

    ``resolve``, ``exists`` and ``read`` are how the judge sees links, files and the text of small files (scripts,
    manifests, git's own notes); by default it sees none, and takes every file to be there already. All paths are
    absolute. A path covers everything below it.

    ``boxed``: the agent's program runs in the sandbox (P7), where code that it has just written may run (P2).
    ``created_paths``: what this request has made, which it may remove again (P1).
    ``changed_paths``: what this request has written, which pauses when run outside a sandbox (P2).
    ``credential_paths``: key and environment files known to lie in the directory, whatever they are called.
    ``allowed_commands`` and ``allowed_tools`` lift `Kind.unknown` and nothing else (P5).
    ``own_branches``: branches that this request may push to, unless they are shared.
    """

    directory: str
    home: str = ""
    boxed: bool = False
    extra_directories: tuple[str, ...] = ()
    created_paths: tuple[str, ...] = ()
    changed_paths: tuple[str, ...] = ()
    product_paths: tuple[str, ...] = ()
    product_commands: tuple[str, ...] = ("muti",)
    product_hosts: tuple[str, ...] = ()
    credential_paths: tuple[str, ...] = ()
    shared_branches: tuple[str, ...] = SHARED_BRANCHES
    own_branches: tuple[str, ...] = ()
    own_remotes: tuple[str, ...] = ("origin",)
    allowed_hosts: tuple[str, ...] = LOOPBACK_HOSTS
    allowed_commands: tuple[str, ...] = ()
    allowed_tools: tuple[str, ...] = ()
    owner_rules: tuple[OwnerRule, ...] = ()
    resolve: Callable[[str], str] = posixpath.normpath
    exists: Callable[[str], bool] = assume_exists
    read: Callable[[str], str | None] = read_nothing


@dataclass(frozen=True)
class Finding:
    """One thing in an action that the owner should know, and the words of the action that show it."""

    kind: str
    rule: str
    reason: str
    matched: str


@dataclass(frozen=True)
class Judgement:
    """What follows for an action, and why.

    ``kind``, ``rule``, ``reason`` and ``matched`` are of the heaviest finding; they are empty when the action
    is allowed. ``writes`` is what the action would write and ``creates`` what of that was not there before:
    the worker adds them to the request's own paths once the action has happened.

    ``facts`` are what the judgement rests on beside the input, as name and value: the digest of each script or
    manifest that it runs, the branch that git is on, and where a remote leads. The same action judged again
    gives the same facts, or the world has changed since and an approval no longer holds (P3).
    """

    outcome: Outcome
    kind: str = ""
    rule: str = ""
    reason: str = ""
    matched: str = ""
    findings: tuple[Finding, ...] = ()
    writes: tuple[str, ...] = ()
    creates: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


def weigh(
    findings: tuple[Finding, ...],
    writes: tuple[str, ...],
    creates: tuple[str, ...],
    facts: tuple[tuple[str, str], ...] = (),
) -> Judgement:
    """The judgement that follows from what was found: the heaviest finding speaks for all."""
    if not findings:
        return Judgement(Outcome.allow, writes=writes, creates=creates, facts=facts)
    worst = min(findings, key=_rank)
    outcome = Outcome.refuse if worst.kind == Kind.product else Outcome.pause
    words = worst.kind, worst.rule, worst.reason, worst.matched
    return Judgement(outcome, *words, findings, writes, creates, facts)


def _rank(finding: Finding) -> int:
    """Owner's own kinds stand between the four and the unknown."""
    for rank, kind in enumerate(KINDS_BY_WEIGHT):
        if finding.kind == kind:
            return rank
    return len(KINDS_BY_WEIGHT) + (1 if finding.kind == Kind.unknown else 0)
