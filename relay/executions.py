"""What an execution may become: an approved action, from its preparation to an outcome that is known (E1).

One table, as for requests. Before its start an execution is what its approval is; from then on it is what the
machine that started it, or in the end the owner, says of it. Nobody but the owner makes an unknown one known.
"""

from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """Where an execution stands."""

    prepared = "prepared"  # waits for the owner
    approved = "approved"  # may start, once
    running = "running"  # its start is on the record, its outcome is not
    done = "done"
    failed = "failed"
    cancelled = "cancelled"  # it did not begin: its request ended before, or was stopped
    unknown = "unknown"  # it began, and nobody can tell what came of it
    denied = "denied"
    expired = "expired"


class Command(StrEnum):
    """What can be said to an execution."""

    approve = "approve"
    deny = "deny"
    expire = "expire"
    lapse = "lapse"  # its request has ended, or its tool call is gone
    start = "start"
    succeed = "succeed"
    fail = "fail"
    withdraw = "withdraw"  # the start was recorded, and nothing was begun
    lose = "lose"  # the process that had it is gone
    confirm = "confirm"  # the owner: it happened
    rule_out = "rule_out"  # the owner: it did not


class By(StrEnum):
    """Who or what can say it."""

    owner = "owner"
    machine = "machine"
    clock = "clock"
    relay = "relay"


class Rule(NamedTuple):
    """One legal transition."""

    source: State
    command: Command
    target: State
    by: frozenset[By]


def _rule(source: State, command: Command, target: State, *by: By) -> Rule:
    return Rule(source, command, target, frozenset(by))


RULES = (
    _rule(State.prepared, Command.approve, State.approved, By.owner),
    _rule(State.prepared, Command.deny, State.denied, By.owner),
    _rule(State.prepared, Command.expire, State.expired, By.clock),
    _rule(State.prepared, Command.lapse, State.cancelled, By.relay),
    _rule(State.approved, Command.lapse, State.cancelled, By.relay),
    _rule(State.approved, Command.start, State.running, By.machine),
    _rule(State.running, Command.succeed, State.done, By.machine),
    _rule(State.running, Command.fail, State.failed, By.machine),
    _rule(State.running, Command.withdraw, State.cancelled, By.machine),
    _rule(State.running, Command.lose, State.unknown, By.machine, By.relay),
    _rule(State.unknown, Command.confirm, State.done, By.owner),
    _rule(State.unknown, Command.rule_out, State.failed, By.owner),
)

FINAL = frozenset(State) - {rule.source for rule in RULES}

_TABLE = {(rule.source, rule.command): rule for rule in RULES}


class Illegal(Exception):
    """The table has no such transition; nothing changed."""

    def __init__(self, state: State, command: Command, by: By) -> None:
        super().__init__(f"An execution that is {state} cannot take '{command}' from the {by}.")
        self.state, self.command, self.by = state, command, by


def advance(state: State, command: Command, by: By) -> State:
    """The state after ``command``, said by ``by``.

    Raises:
        Illegal: the table has no such transition.
    """
    rule = _TABLE.get((state, command))
    if rule is None or by not in rule.by:
        raise Illegal(state, command, by)
    return rule.target


_BEFORE = {
    "pending": State.prepared,
    "allowed": State.approved,
    "denied": State.denied,
    "expired": State.expired,
    "lapsed": State.cancelled,
}


def state_of(approval: str, started: bool, outcome: str | None) -> State:
    """The state, from what is kept: where the approval stands, whether the start is recorded, and the outcome."""
    if outcome is not None:
        return State(outcome)
    return State.running if started else _BEFORE[approval]
