"""The owner takes a delegation back, with all below it: it stops at the next tool call, and what could not is named (D9)."""

from relay.authority import chain
from relay.authority.ending import end_tree
from relay.authority.states import Delegation, DelegationCommand
from relay.authority.tasks import live_delegation, task_of
from relay.coordination.family import family_of
from relay.machine import Command, sources
from relay.requests import actions, endings, executions, moves
from relay.requests.actions import state_of
from relay.rooms.people import Speaker, identify
from relay.store.sql import Row
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.coordination import Reached, Revoke, Revoked, Stopping
from relay.wire.executions import State as ExecutionState

UNKNOWN = (ExecutionState.running, ExecutionState.unknown)
"""What a tool does at this moment, or may have done, is beyond any word of the owner's."""

BELOW = "what it was delegated for was revoked"


def revoke(tx: Tx, speaker: Speaker, request: str, wish: Revoke) -> Revoked | Problem:
    """End the delegation of a task and all below it. Doing it again only says how things stand.

    Raises:
        Refuse: there is nothing to revoke.
    """
    person = identify(tx, speaker)
    row = moves.visible(tx, request, person)
    if person != row.owner or (speaker.who and speaker.who.bot):
        about = {"request": request, "result": "not the owner"}
        tx.audit(row.owner, "revocation refused", person, account=speaker.account, **about)
        return Problem(code=Code.owner_only, detail="Only the room's owner can revoke this.")
    task = task_of(tx, request)
    if task is None or (moves.is_final(row.state) and not _was_revoked(tx, task)):
        raise Refuse(moves.too_late(tx, row))
    family = [one for one in family_of(tx, request) if one.ended_at is None]
    if live_delegation(tx, request) is not None:
        _revoke(tx, speaker, row, task, wish, family)
    return Revoked(request=request, reached=[_reached(tx, one) for one in _now(tx, request, family)])


def _was_revoked(tx: Tx, task: Row) -> bool:
    row = chain.row_of(tx, task.delegation)
    return row is not None and row.state == Delegation.revoked


def _revoke(tx: Tx, speaker: Speaker, row: Row, task: Row, wish: Revoke, family: list[Row]) -> None:
    end_tree(tx, task.delegation, DelegationCommand.revoke)
    body = {"delegation": task.delegation, "below": len(family) - 1}
    if wish.reason:
        body["reason"] = wish.reason
    moves.record(tx, actions.step(tx, row.id), "revoked", row.owner, body, account=speaker.account)
    endings.cancel_as(tx, row.id, row.owner, speaker.account, wish.reason or BELOW)
    for one in family[1:]:
        endings.cancel_as(tx, one.id, row.owner, speaker.account, BELOW)


def _now(tx: Tx, request: str, family: list[Row]) -> list[Row]:
    """The same tasks as they are now, or those that the first revocation has reached."""
    known = {one.id for one in family}
    return [one for one in family_of(tx, request) if not known or one.id in known]


def _reached(tx: Tx, one: Row) -> Reached:
    return Reached(
        request=one.id, public_id=str(moves.public_id(one)), handle=one.handle, what=_what(tx, one)
    )


def _what(tx: Tx, one: Row) -> Stopping:
    unknown = any(state_of(act) in UNKNOWN for act in executions.started(tx, one.id))
    runs = one.request_state in sources(Command.stop)
    lost = one.interrupted_at is not None or (one.lease_until is not None and one.lease_until <= tx.now)
    if unknown or (runs and lost):
        return Stopping.beyond_reach
    return Stopping.stopping if runs else Stopping.stopped
