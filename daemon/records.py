"""What the journal holds, and the ways in which it says no."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class JournalUnclear(Exception):
    """It is not known whether the last write reached the disk; the journal is closed until it is reconciled."""


class JournalClosed(Exception):
    """The journal is closed; open it again before anything is said or done."""


class JournalFull(Exception):
    """Too many reports wait to be sent; nothing was dropped, and nothing more is taken until some are sent."""


class WorkUnknown(Exception):
    """The journal has no such request, or has it under a newer fence number."""


class ExecutionKnown(Exception):
    """This call was already started once; it is never started again."""


class Phase(StrEnum):
    """How far a piece of work has come on this machine."""

    accepted = "accepted"
    prompt_sent = "prompt_sent"
    session_ready = "session_ready"
    waiting = "waiting"  # it has yielded: the relay gives it out again (X1)
    ended = "ended"


@dataclass(frozen=True)
class Work:
    """Accepted work. ``process_started`` is in seconds since the epoch, to tell a process from a later one."""

    request: str
    fence: int
    claim: Any
    phase: Phase
    session: str | None = None
    process: int | None = None
    process_started: float | None = None


@dataclass(frozen=True)
class Report:
    """Something to say to the relay: the ``n``-th of its request, counted from 1."""

    request: str
    n: int
    body: Any


@dataclass(frozen=True)
class Execution:
    """An effect: it is in the air, or was when the daemon ended, as long as it has no outcome (X7).

    ``action`` is the relay's name of it; journals of an earlier version have none.
    """

    request: str
    call: str
    digest: str
    ended: bool
    outcome: Any = None
    action: str = ""
