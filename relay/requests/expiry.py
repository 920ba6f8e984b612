"""What falls due: approvals, approvals of actions, join cards, leases. One pass finds and moves it (A4, L6)."""

from sqlalchemy import bindparam, select

from relay.authority import chain, ending
from relay.authority.states import Delegation, DelegationCommand
from relay.machine import Command
from relay.requests import actions, moves, waiting
from relay.requests.endings import cancel_as, ended
from relay.requests.moves import requests
from relay.rooms import joins
from relay.store.sql import Row, Sql, literal, table
from relay.store.tables import ActionRow, JoinRow
from relay.store.tx import Tx

action_rows, join_rows = table(ActionRow), table(JoinRow)

TIME_OVER = "the time that it was delegated for is over"

PAGE = 200
"""Rows of one kind in one pass."""

_DUE_REQUESTS = Sql(
    select(requests.c.id, requests.c.owner)
    .where(moves.is_open_to(Command.expire), requests.c.deadline <= bindparam("the_now"))
    .order_by(requests.c.deadline)
    .limit(PAGE)
)
_DUE_ACTIONS = Sql(
    select(action_rows.c.id, action_rows.c.owner)
    .where(action_rows.c.state == literal("pending"), action_rows.c.deadline <= bindparam("the_now"))
    .order_by(action_rows.c.deadline)
    .limit(PAGE)
)
_DUE_JOINS = Sql(
    select(join_rows)
    .where(join_rows.c.state == literal("waiting"), join_rows.c.deadline <= bindparam("the_now"))
    .order_by(join_rows.c.deadline)
    .limit(PAGE)
)
_DUE_LEASES = Sql(
    select(requests.c.id, requests.c.owner)
    .where(
        moves.is_open_to(Command.finish),
        requests.c.interrupted_at.is_(None),
        requests.c.lease_until <= bindparam("the_now"),
    )
    .order_by(requests.c.lease_until)
    .limit(PAGE)
)
_EXPIRE = moves.move(
    Command.expire,
    requests.c.deadline <= bindparam("to_now"),
    ended_at=bindparam("to_now"),
    ended_by="clock",
)
_INTERRUPT = moves.change(
    moves.is_open_to(Command.finish),
    requests.c.interrupted_at.is_(None),
    requests.c.lease_until <= bindparam("to_now"),
    interrupted_at=requests.c.lease_until,
)


def due(tx: Tx) -> dict[str, list[Row]]:
    """What is due now, by kind."""
    kinds = {"requests": _DUE_REQUESTS, "actions": _DUE_ACTIONS, "joins": _DUE_JOINS, "leases": _DUE_LEASES}
    found = tx.together([(sql, {"the_now": tx.now}) for sql in kinds.values()])
    others = {"waits": waiting.due(tx), "delegations": ending.due(tx)}
    return {**dict(zip(kinds, found, strict=True)), **others}


def expire(tx: Tx, request: str) -> bool:
    """An approval that nobody gave in time; once, whoever sweeps."""
    moved = tx.one(_EXPIRE, the_id=request, to_now=tx.now)
    if moved is None:
        return False
    moves.record(tx, moved, "expired", "clock")
    ended(tx, moved)
    return True


def interrupt(tx: Tx, request: str) -> bool:
    """A running request has stopped hearing from its machine: it stays running and shows since when (L6)."""
    moved = tx.one(_INTERRUPT, the_id=request, to_now=tx.now)
    if moved is None:
        return False
    moves.record(tx, moved, "interrupted", "clock")
    return True


def expire_action(tx: Tx, action: str) -> bool:
    """An action that nobody decided in time (P4)."""
    return actions.expire(tx, action)


def expire_join(tx: Tx, card: Row) -> bool:
    """A join card that nobody decided in time."""
    joins.settle(tx, card, "expired", "", None, None)
    return True


def end_authority(tx: Tx, delegation: str) -> bool:
    """The time of a delegation is over: it ends with all below it, and their work stops; once, whoever sweeps (D4)."""
    row = chain.row_of(tx, delegation)
    if row is None or row.expires_at is None or row.expires_at > tx.now or row.task is None:
        return False
    if row.state != Delegation.live:
        return False
    below = ending.end_tree(tx, delegation, DelegationCommand.expire)
    moves.record(tx, actions.step(tx, row.task), "authority_expired", "clock", {"delegation": delegation})
    for task in (row.task, *below):
        cancel_as(tx, task, "clock", None, TIME_OVER)
    return True
