"""What a request may become: one table, one `advance`.

Everything that affects a request's state stands in `RULES` and nowhere else (L1, L2). A request enters as
pending, or as approved where the owner asked or a grant stands (L3); `entry` says which. The diagram in
ARCHITECTURE.md is drawn from this table.
"""

from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """The seven states of a request."""

    pending = "pending"  # waits for the owner
    approved = "approved"  # waits for its agent
    running = "running"  # a machine has it
    done = "done"
    failed = "failed"
    cancelled = "cancelled"
    expired = "expired"


class Command(StrEnum):
    """What can be said to a request."""

    approve = "approve"
    deny = "deny"
    cancel = "cancel"
    expire = "expire"
    claim = "claim"
    resume = "resume"
    finish = "finish"
    fail = "fail"
    stop = "stop"  # the machine reports that a cancelled run is gone
    close = "close"  # the owner gives up on a machine that never came back (L6)


class By(StrEnum):
    """Who or what can say it."""

    owner = "owner"
    requester = "requester"
    clock = "clock"
    machine = "machine"


class Rule(NamedTuple):
    """One legal transition."""

    source: State
    command: Command
    target: State
    by: frozenset[By]


def _rule(source: State, command: Command, target: State, *by: By) -> Rule:
    return Rule(source, command, target, frozenset(by))


RULES = (
    _rule(State.pending, Command.approve, State.approved, By.owner),
    _rule(State.pending, Command.deny, State.cancelled, By.owner),
    _rule(State.pending, Command.cancel, State.cancelled, By.requester, By.owner),
    _rule(State.pending, Command.expire, State.expired, By.clock),
    _rule(State.approved, Command.claim, State.running, By.machine),
    _rule(State.approved, Command.cancel, State.cancelled, By.requester, By.owner),
    _rule(State.running, Command.resume, State.running, By.machine),
    _rule(State.running, Command.finish, State.done, By.machine),
    _rule(State.running, Command.fail, State.failed, By.machine),
    _rule(State.running, Command.stop, State.cancelled, By.machine),
    _rule(State.running, Command.close, State.failed, By.owner),
)

FINAL = frozenset(State) - {rule.source for rule in RULES}
OPEN = frozenset(State) - FINAL

_TABLE = {(rule.source, rule.command): rule for rule in RULES}
_SOURCES = {command: tuple(rule.source for rule in RULES if rule.command is command) for command in Command}


class Illegal(Exception):
    """The table has no such transition; nothing changed."""

    def __init__(self, state: State, command: Command, by: By) -> None:
        super().__init__(f"A request that is {state} cannot take '{command}' from the {by}.")
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


def sources(command: Command) -> tuple[State, ...]:
    """The states in which ``command`` is legal."""
    return _SOURCES[command]


def target(command: Command) -> State:
    """The one state that ``command`` leads to, from wherever it is legal."""
    (only,) = {rule.target for rule in RULES if rule.command is command}
    return only


def entry(*, standing: bool) -> State:
    """The state of a new request: ``standing`` is the owner's own ask, or a grant (L3)."""
    return State.approved if standing else State.pending


def diagram() -> str:
    """The table as a Mermaid state diagram."""
    starts = [f"    [*] --> {entry(standing=False)}", f"    [*] --> {entry(standing=True)}"]
    moves = [f"    {rule.source} --> {rule.target}: {rule.command} ({_named(rule.by)})" for rule in RULES]
    ends = [f"    {state} --> [*]" for state in State if state in FINAL]
    return "\n".join(["stateDiagram-v2", *starts, *moves, *ends])


def _named(by: frozenset[By]) -> str:
    return ", ".join(who for who in By if who in by)
