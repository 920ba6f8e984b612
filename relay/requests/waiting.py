"""Yielding: a request that waits for an answer gives up its agent and the directory, and takes its turn again (X1)."""

from typing import Any

from sqlalchemy import bindparam, delete, func, or_, select, update

from relay.machine import Command
from relay.messages import feed
from relay.messages.inbox import actor_of, messages
from relay.requests import moves, rings
from relay.requests.moves import machine_topic, requests
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import SessionRow, TaskRow, WaitRow
from relay.store.tx import Tx
from relay.wire.messages import ChangeKind

waits, tasks, sessions = table(WaitRow), table(TaskRow), table(SessionRow)

MOST_WAITS = 50
SECOND = 1_000_000
USUAL_SECONDS = 24 * 3600
LONGEST_SECONDS = 7 * 24 * 3600
"""How long an answer is waited for, unless the agent says less."""

RING_SECONDS = 30
"""How long one waits who waits for somebody that waits for it: then it goes on, and finds the question."""

PAGE = 200

_REST = moves.change(
    moves.is_open_to(Command.finish),
    requests.c.fence == bindparam("the_fence"),
    requests.c.yielded_at.is_(None),
    yielded_at=bindparam("to_now"),
    ready_at=None,
    lease_until=None,
    interrupted_at=None,
)
_GO_ON = moves.move(
    Command.resume,
    requests.c.yielded_at.is_not(None),
    yielded_at=None,
    ready_at=None,
    interrupted_at=None,
    fence=bindparam("to_fence"),
    lease_until=bindparam("to_until"),
)
_READY = Sql(
    update(requests)
    .where(
        requests.c.id == bindparam("the_id"),
        moves.is_open_to(Command.finish),
        requests.c.yielded_at.is_not(None),
        requests.c.ready_at.is_(None),
    )
    .values(ready_at=bindparam("to_now"))
    .returning(requests.c.id, requests.c.machine)
)
_WAIT = inserting(WaitRow)
_NO_MORE = Sql(delete(waits).where(waits.c.request == bindparam("the_request")))
_WAITS_OF = Sql(select(waits).where(waits.c.request == bindparam("the_request")))
_WAITING_FOR = Sql(select(waits.c.request).where(waits.c.subject == bindparam("the_subject")))
_DUE = Sql(
    select(waits.c.request.label("id"), requests.c.owner)
    .join_from(waits, requests, requests.c.id == waits.c.request)
    .where(waits.c.until <= bindparam("the_now"))
    .order_by(waits.c.until)
    .limit(PAGE)
)
_LAPSED = Sql(
    select(waits.c.request).where(
        waits.c.request == bindparam("the_request"), waits.c.until <= bindparam("the_now")
    )
)
_MY_MESSAGE = Sql(
    select(messages.c.receiver).where(
        messages.c.id == bindparam("the_id"),
        messages.c.sender == bindparam("the_sender"),
        messages.c.room == bindparam("the_room"),
    )
)
_ANSWERED = Sql(
    select(messages.c.id)
    .where(
        or_(
            messages.c.reply_to == bindparam("the_subject"),
            messages.c.child == bindparam("the_subject"),
        ),
        messages.c.receiver == bindparam("the_receiver"),
    )
    .limit(1)
)
_MY_CHILD = Sql(
    select(tasks.c.agent).where(tasks.c.id == bindparam("the_id"), tasks.c.parent == bindparam("the_parent"))
)
_PERSON_TURN = Sql(
    update(sessions)
    .where(sessions.c.agent == bindparam("the_agent"), sessions.c.room == bindparam("the_room"))
    .values(
        person_turn=func.coalesce(sessions.c.generation, 1),
        generation=func.coalesce(sessions.c.generation, 1),
    )
)
_ROOT = Sql(select(tasks.c.parent).where(tasks.c.id == bindparam("the_id")))


# -- giving up the turn -----------------------------------------------------------------------------------------


def rest(tx: Tx, row: Row, body: dict[str, Any]) -> bool:
    """The turn has ended and the request waits: its agent and its directory are free; whether it did.

    It waits for its own questions and its own children only. Where nothing is left to wait for, or an answer is
    there already, it is first in line at once.
    """
    moved = tx.one(_REST, the_id=row.id, the_fence=row.fence, to_now=tx.now)
    if moved is None:
        return False
    asked = {subject: of for subject in _named(body) if (of := _asked_of(tx, row, subject)) is not None}
    seconds = _seconds(body)
    if rings.closes_ring(tx, row, list(asked.values())):
        seconds = min(seconds, RING_SECONDS)
    until = tx.now + seconds * SECOND
    for subject in asked:
        tx.run(_WAIT, request=row.id, subject=subject, until=until)
    moves.record(tx, moved, "waiting", f"agent:{row.agent}", {**body, "for": list(asked), "until": until})
    had_turn(tx, row)
    receiver = actor_of(row.agent)
    answers = (tx.one(_ANSWERED, the_subject=subject, the_receiver=receiver) for subject in asked)
    if not asked or any(answers):
        make_ready(tx, row.id)
    tx.wake(machine_topic(row.machine))
    return True


def _named(body: dict[str, Any]) -> list[str]:
    said = body.get("for")
    names = [one for one in said if isinstance(one, str)] if isinstance(said, list) else []
    return list(dict.fromkeys(names))[:MOST_WAITS]


def _asked_of(tx: Tx, row: Row, subject: str) -> str | None:
    """Who has to answer: the receiver of a question of this request's agent, or the agent of its child."""
    question = tx.one(_MY_MESSAGE, the_id=subject, the_sender=actor_of(row.agent), the_room=row.room)
    if question is not None:
        return str(question.receiver)
    child = tx.one(_MY_CHILD, the_id=subject, the_parent=row.id)
    return actor_of(child.agent) if child is not None else None


def _seconds(body: dict[str, Any]) -> int:
    said = body.get("seconds")
    return said if type(said) is int and 0 < said < LONGEST_SECONDS else USUAL_SECONDS


def had_turn(tx: Tx, row: Row) -> None:
    """A turn of this request is complete: where it is a person's own, a person had a turn in this conversation (H1)."""
    task = tx.one(_ROOT, the_id=row.id)
    if task is None or task.parent is None:
        tx.run(_PERSON_TURN, the_agent=row.agent, the_room=row.room)


# -- taking it again --------------------------------------------------------------------------------------------


def answered(tx: Tx, subject: str) -> None:
    """The answer to a message, or the end of a child, is there: who waits for it is first in line."""
    for row in tx.all(_WAITING_FOR, the_subject=subject):
        make_ready(tx, row.request)


def make_ready(tx: Tx, request: str) -> bool:
    """A request that has yielded may take its turn again; whether that was news."""
    row = tx.one(_READY, the_id=request, to_now=tx.now)
    if row is None:
        return False
    tx.run(_NO_MORE, the_request=request)
    tx.wake(machine_topic(row.machine))
    return True


def go_on(tx: Tx, row: Row, fence: int, until: int) -> Row:
    """A daemon takes the turn of a request that has yielded."""
    moved = tx.one(_GO_ON, the_id=row.id, to_now=tx.now, to_fence=fence, to_until=until)
    assert moved is not None, "the lane kept the state"
    tx.run(_NO_MORE, the_request=row.id)
    moves.record(tx, moved, "continued", f"machine:{row.machine}", {"since": row.yielded_at})
    return moved


def ended(tx: Tx, row: Row) -> None:
    """A request that had yielded is over: its daemon forgets it."""
    tx.run(_NO_MORE, the_request=row.id)
    feed.append(tx, row.machine, ChangeKind.ended, row.id)


def due(tx: Tx) -> list[Row]:
    """Requests that have waited long enough, with their owners."""
    return tx.all(_DUE, the_now=tx.now)


def lapse(tx: Tx, request: str) -> bool:
    """No answer came in time: the request goes on without it; once, whoever sweeps."""
    if tx.one(_LAPSED, the_request=request, the_now=tx.now) is None:
        return False
    if not make_ready(tx, request):
        tx.run(_NO_MORE, the_request=request)
    return True
