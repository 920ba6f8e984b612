"""What a task, a delegation and a session may become: three things, three tables (D1).

A session's state is told from what is on it and is stored nowhere: what is derived cannot contradict. Nothing leads
out of a task's end, so no report makes a completed task run again; new work is a new task (D3).
"""

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar


class Task(StrEnum):
    """The work of one request."""

    open = "open"
    completed = "completed"  # its agent said that it is done
    stopped = "stopped"  # it ended in any other way


class TaskCommand(StrEnum):
    """What can be said to a task."""

    complete = "complete"
    stop = "stop"


class Delegation(StrEnum):
    """The authority that a task is done under."""

    live = "live"
    settled = "settled"  # its task has ended, and its use is accounted for
    superseded = "superseded"  # its task was moved; its successor is on record
    revoked = "revoked"
    expired = "expired"


class DelegationCommand(StrEnum):
    """What can be said to a delegation."""

    settle = "settle"
    supersede = "supersede"
    revoke = "revoke"
    expire = "expire"


class Session(StrEnum):
    """An agent in a room (R4)."""

    closed = "closed"  # no live delegation is on it
    idle = "idle"  # something is, and no turn is under way
    working = "working"


class SessionCommand(StrEnum):
    """What can happen to a session."""

    assign = "assign"  # a person's request, or one that stands below a person's, is put on it
    begin = "begin"
    rest = "rest"
    close = "close"


S = TypeVar("S", bound=StrEnum)
C = TypeVar("C", bound=StrEnum)


class Rule(NamedTuple, Generic[S, C]):
    """One legal transition."""

    source: S
    command: C
    target: S


TASKS = (
    Rule(Task.open, TaskCommand.complete, Task.completed),
    Rule(Task.open, TaskCommand.stop, Task.stopped),
)
DELEGATIONS = (
    Rule(Delegation.live, DelegationCommand.settle, Delegation.settled),
    Rule(Delegation.live, DelegationCommand.supersede, Delegation.superseded),
    Rule(Delegation.live, DelegationCommand.revoke, Delegation.revoked),
    Rule(Delegation.live, DelegationCommand.expire, Delegation.expired),
)
SESSIONS = (
    Rule(Session.closed, SessionCommand.assign, Session.idle),
    Rule(Session.idle, SessionCommand.assign, Session.idle),
    Rule(Session.working, SessionCommand.assign, Session.working),
    Rule(Session.idle, SessionCommand.begin, Session.working),
    Rule(Session.working, SessionCommand.rest, Session.idle),
    Rule(Session.idle, SessionCommand.close, Session.closed),
)


class Illegal(Exception):
    """The table has no such transition; nothing changed."""

    def __init__(self, state: StrEnum, command: StrEnum) -> None:
        super().__init__(f"What is {state} cannot take '{command}'.")
        self.state, self.command = state, command


def advance(rules: tuple[Rule[S, C], ...], state: S, command: C) -> S:
    """The state after ``command``, by one of the tables above.

    Raises:
        Illegal: the table has no such transition.
    """
    for rule in rules:
        if (rule.source, rule.command) == (state, command):
            return rule.target
    raise Illegal(state, command)


def session_of(*, live: bool, working: bool) -> Session:
    """The state of a session, from whether a live delegation is on it and whether a turn is under way."""
    if not live:
        return Session.closed
    return Session.working if working else Session.idle
