"""How a request ends or is made to stop, and what ends with it: its task, its delegation, what it asked of others (D2, X2)."""

from typing import Any

from sqlalchemy import bindparam, select

from relay.authority.ending import finish_task
from relay.authority.tasks import children_of, task_of
from relay.machine import Command, State
from relay.requests import actions, executions, moves, waiting
from relay.requests.delivering import child_ended
from relay.requests.moves import requests
from relay.store.sql import Row, Sql
from relay.store.tx import Tx

PARENT_ENDED = "the request that asked for it has ended"
PARENT_STOPS = "the request that asked for it is being stopped"

_ENDED: dict[str, Any] = {
    "ended_at": bindparam("to_now"),
    "ended_by": bindparam("to_by"),
    "reason": bindparam("to_reason"),
}
_CANCEL = moves.move(Command.cancel, **_ENDED)
_LEAVE = moves.move(
    Command.stop, requests.c.yielded_at.is_not(None), yielded_at=None, ready_at=None, **_ENDED
)
"""Nothing of a request that has yielded runs anywhere, so it ends at once (X1, X2)."""

_FLAG = moves.change(
    moves.is_open_to(Command.stop),
    requests.c.cancel_at.is_(None),
    cancel_at=bindparam("to_now"),
    cancel_by=bindparam("to_by"),
)
_TOLD = Sql(
    select(requests.c.result, requests.c.reason, requests.c.agent).where(requests.c.id == bindparam("the_id"))
)


def ended(tx: Tx, moved: Row) -> None:
    """A request has ended: its authority is settled, what it asked of other agents stops, and who asked is told."""
    for below in finish_task(tx, moved.id, completed=moved.state == State.done):
        cancel_as(tx, below, "relay", None, PARENT_ENDED)
    task = task_of(tx, moved.id)
    if task is not None and task.parent is not None:
        _tell_parent(tx, moved, str(task.parent))


def _tell_parent(tx: Tx, moved: Row, parent: str) -> None:
    """The end of a child always reaches the one who asked, whatever the end is (D5)."""
    above, told = tx.one(_TOLD, the_id=parent), tx.one(_TOLD, the_id=moved.id)
    if above is not None and told is not None:
        came = told.result or told.reason or ""
        text = f"{moves.public_id(moved)} is {moved.state}." + (f"\n\n{came}" if came else "")
        child_ended(tx, moved, parent, above.agent, text)


def cancel_as(tx: Tx, request: str, person: str, account: str | None, reason: str) -> Row | None:
    """Cancel what can be cancelled, at once if it is queued or has yielded; one that runs gets the flag (X2).

    Nothing if it has ended or is being stopped already.
    """
    names = {"the_id": request, "to_now": tx.now, "to_by": person, "to_reason": reason or None}
    moved = tx.one(_CANCEL, **names)
    if moved is None:
        moved = tx.one(_LEAVE, **names)
        if moved is None:
            return _flag(tx, request, person, account)
        actions.lapse(tx, request)
        executions.lose(tx, moved)
        waiting.ended(tx, moved)
    moves.record(tx, moved, "cancelled", person, {"reason": reason} if reason else {}, account=account)
    ended(tx, moved)
    return moved


def _flag(tx: Tx, request: str, person: str, account: str | None) -> Row | None:
    """What a request asked of other agents is cancelled with it, also while it is still stopping itself (X2)."""
    flagged = tx.one(_FLAG, the_id=request, to_now=tx.now, to_by=person)
    if flagged is not None:
        moves.record(tx, flagged, "stopping", person, account=account)
        tx.wake(moves.machine_topic(flagged.machine))
        for child in children_of(tx, request):
            cancel_as(tx, child.id, person, None, PARENT_STOPS)
    return flagged
