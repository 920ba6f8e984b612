"""Cancelling, stopping, giving up: by whom it may be, at once for what is queued, at a safe point for what runs."""

from typing import Any

from sqlalchemy import bindparam, or_, select

from relay import machine as states
from relay.machine import Command
from relay.requests import actions, executions, moves
from relay.requests.endings import cancel_as, ended
from relay.requests.moves import requests
from relay.rooms import grants
from relay.rooms.people import Speaker, identify
from relay.store.sql import Row, Sql
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.machines import Stop

_ENDED: dict[str, Any] = {
    "ended_at": bindparam("to_now"),
    "ended_by": bindparam("to_by"),
    "reason": bindparam("to_reason"),
}
_CLOSE = moves.move(
    Command.close,
    or_(requests.c.interrupted_at.is_not(None), requests.c.lease_until < bindparam("to_now")),
    result=bindparam("to_reason"),
    **{**_ENDED, "reason": bindparam("to_reason")},
)
_QUEUED = select(requests.c.id, requests.c.asker, requests.c.agent, requests.c.room).where(
    requests.c.owner == bindparam("the_owner"),
    requests.c.ended_at.is_(None),
    moves.is_open_to(Command.cancel),
)
_RUNNING = select(requests.c.id, requests.c.room).where(
    requests.c.owner == bindparam("the_owner"),
    requests.c.ended_at.is_(None),
    moves.is_open_to(Command.stop),
)
_QUEUED_ALL, _RUNNING_ALL = Sql(_QUEUED), Sql(_RUNNING)
_QUEUED_MACHINE = Sql(_QUEUED.where(requests.c.machine == bindparam("the_machine")))
_RUNNING_MACHINE = Sql(_RUNNING.where(requests.c.machine == bindparam("the_machine")))
_QUEUED_PERSON = Sql(_QUEUED.where(requests.c.asker == bindparam("the_person")))
_RUNNING_PERSON = Sql(_RUNNING.where(requests.c.asker == bindparam("the_person")))


def cancel(tx: Tx, speaker: Speaker, request: str, reason: str = "") -> Row:
    """Cancel by the requester or the owner: at once if queued; a running one gets the flag (X2).

    Cancelling again is the same as once (L4); cancelling what ended otherwise is refused with what happened.
    """
    person = identify(tx, speaker)
    row = moves.visible(tx, request, person)
    if person not in (row.asker, row.owner):
        raise Refuse(Problem(code=Code.not_yours, detail="Only the requester or the owner can cancel."))
    moved = cancel_as(tx, request, person, speaker.account, reason)
    if moved is not None:
        return moved
    if _was_cancelled(row, person):
        return row
    raise Refuse(moves.too_late(tx, row))


def _was_cancelled(row: Row, person: str) -> bool:
    """Whether it is being stopped, or this person has cancelled it already."""
    if not moves.is_final(row.state):
        return row.cancel_at is not None
    was_denied = row.decision == "denied"
    return row.state == states.target(Command.cancel) and row.ended_by == person and not was_denied


def close(tx: Tx, speaker: Speaker, request: str, reason: str) -> Row:
    """The owner gives up on a machine that does not come back (L6): failed, outcome unknown."""
    person = identify(tx, speaker)
    row = moves.visible(tx, request, person)
    if person != row.owner:
        raise Refuse(Problem(code=Code.owner_only, detail="Only the room's owner can give a machine up."))
    said = reason or "the machine did not come back; the outcome is unknown"
    moved = tx.one(_CLOSE, the_id=request, to_now=tx.now, to_by=person, to_reason=said)
    if moved is None:
        if row.state == states.target(Command.close) and row.ended_by == person:
            return row
        if moves.is_final(row.state):
            raise Refuse(moves.too_late(tx, row))
        detail = f"{moves.public_id(row)} still hears from its machine; cancel it instead."
        raise Refuse(Problem(code=Code.late, detail=detail, state=row.state))
    actions.lapse(tx, request)
    executions.lose(tx, moved)
    moves.record(tx, moved, "failed", person, {"reason": said, "outcome": "unknown"}, account=speaker.account)
    ended(tx, moved)
    tx.wake(moves.machine_topic(moved.machine))
    return moved


def resume(tx: Tx, speaker: Speaker, request: str) -> Row:
    """Try again to reach the machine of a running request (X4); needs nobody's approval."""
    person = identify(tx, speaker)
    row = moves.visible(tx, request, person)
    if person not in (row.asker, row.owner):
        raise Refuse(Problem(code=Code.not_yours, detail="Only the requester or the owner can resume."))
    if row.started_at is None or moves.is_final(row.state):
        raise Refuse(moves.too_late(tx, row))
    tx.audit(row.owner, "resume asked", person, account=speaker.account, request=row.id, agent=row.agent)
    tx.wake(moves.machine_topic(row.machine))
    return row


def stop(tx: Tx, owner: str, account: str, wish: Stop) -> tuple[list[Row], list[Row]]:
    """Cancel all that is queued for a machine, a person, or everywhere (R9). Gives cancelled and running."""
    queued, running = _listed(tx, owner, wish)
    reason = "stopped by the owner"
    cancelled = [moved for row in queued if (moved := cancel_as(tx, row.id, owner, account, reason))]
    if wish.now:
        for row in running:
            cancel_as(tx, row.id, owner, account, reason)
    return cancelled, running


def _listed(tx: Tx, owner: str, wish: Stop) -> tuple[list[Row], list[Row]]:
    if wish.machine is not None:
        names = {"the_owner": owner, "the_machine": wish.machine}
        return tx.all(_QUEUED_MACHINE, **names), tx.all(_RUNNING_MACHINE, **names)
    if wish.person is not None:
        names = {"the_owner": owner, "the_person": wish.person}
        return tx.all(_QUEUED_PERSON, **names), tx.all(_RUNNING_PERSON, **names)
    return tx.all(_QUEUED_ALL, the_owner=owner), tx.all(_RUNNING_ALL, the_owner=owner)


def cancel_queued_of(tx: Tx, owner: str, person: str, room: str, agent: str | None, reason: str) -> None:
    """Cancel what a person has queued in a room, on one agent or on all; what runs is spared (A6, R9)."""
    for row in tx.all(_QUEUED_PERSON, the_owner=owner, the_person=person):
        if row.room == room and agent in (None, row.agent):
            cancel_as(tx, row.id, owner, None, reason)


def cancel_queued_on(tx: Tx, owner: str, room: str, agent: str, reason: str) -> None:
    """Cancel what anybody has queued in a room on an agent; what runs is spared."""
    for row in tx.all(_QUEUED_ALL, the_owner=owner):
        if (row.room, row.agent) == (room, agent):
            cancel_as(tx, row.id, owner, None, reason)


def revoke_grant(tx: Tx, speaker: Speaker, grant: str) -> None:
    """Take a standing permission back, with what it has queued (A6)."""
    row = grants.revoke(tx, speaker, grant)
    cancel_queued_of(tx, row.owner, row.person, row.room, row.agent, "the standing permission was revoked")
