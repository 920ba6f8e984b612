"""The one way in which a request's state changes: compare, swap, and leave event, audit row and places behind.

Every statement takes its states from `relay.machine`; none is named here.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Update, bindparam, or_, select, update

from relay import machine
from relay.ids import PublicId
from relay.machine import Command, State
from relay.requests.content import by_digest
from relay.store.sql import Row, Sql, literal, table
from relay.store.tables import MemberRow, PersonRow, RequestRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem

requests, members, people = table(RequestRow), table(MemberRow), table(PersonRow)

_NEEDED = (
    requests.c.id,
    requests.c.owner,
    requests.c.day,
    requests.c.number,
    requests.c.room,
    requests.c.agent,
    requests.c.asker,
    requests.c.machine,
    requests.c.version,
    requests.c.seq,
    requests.c.state,
    requests.c.salt,
)
_VISIBLE = Sql(
    select(requests)
    .join_from(requests, members, requests.c.room == members.c.room)
    .where(
        requests.c.id == bindparam("the_id"),
        members.c.person == bindparam("the_person"),
        members.c.removed_at.is_(None),
    )
)
_NAME = Sql(select(people.c.name).where(people.c.id == bindparam("the_person")))
_OWNER = Sql(select(requests.c.owner).where(requests.c.id == bindparam("the_id")))


def is_open_to(command: Command, rows: FromClause = requests) -> ColumnElement[bool]:
    """The states in which a command is legal, as a condition."""
    return or_(*(rows.c.state == literal(state) for state in machine.sources(command)))


def move(command: Command, *conditions: ColumnElement[bool], **values: Any) -> Sql:
    """The statement that carries out ``command`` on the request ``the_id`` if the conditions hold."""
    statement: Update = (
        update(requests)
        .where(requests.c.id == bindparam("the_id"), is_open_to(command), *conditions)
        .values(
            state=literal(machine.target(command)),
            seq=requests.c.seq + 1,
            changed_at=bindparam("to_now"),
            **values,
        )
    )
    return Sql(statement.returning(*_NEEDED))


def change(*conditions: ColumnElement[bool], **values: Any) -> Sql:
    """The statement that changes something else than the state, with one timeline event."""
    statement = (
        update(requests)
        .where(requests.c.id == bindparam("the_id"), *conditions)
        .values(seq=requests.c.seq + 1, changed_at=bindparam("to_now"), **values)
    )
    return Sql(statement.returning(*_NEEDED))


def record(
    tx: Tx,
    row: Row,
    kind: str,
    actor: str,
    body: Mapping[str, Any] | None = None,
    *,
    account: str | None = None,
    result: str = "ok",
) -> None:
    """What every change leaves behind: a timeline event, an audit row, places and pages to bring up to date.

    The log holds what somebody wrote by its digest, so that the text can be erased (O16).
    """
    more = dict(body or {})
    tx.event(row.id, row.seq, kind, actor, more)
    tx.audit(
        row.owner,
        kind,
        actor,
        account=account,
        request=row.id,
        agent=row.agent,
        result=result,
        public_id=str(public_id(row)),
        **by_digest(more, row.salt),
    )
    show(tx, row)


def show(tx: Tx, row: Row) -> None:
    """Places and pages should show the newest of this request."""
    tx.touch(row.id, row.seq)
    tx.wake(room_topic(row.room))


def public_id(row: Row) -> PublicId:
    """The id that people say."""
    return PublicId(day_of(row.day), row.number)


def day_of(stored: int) -> date:
    """The date of a stored day such as 20260906."""
    return date(stored // 10_000, stored // 100 % 100, stored % 100)


def visible(tx: Tx, request: str, person: str) -> Row:
    """The request, if the person is of its room; else refuse as if it were not there (R2)."""
    row = tx.one(_VISIBLE, the_id=request, the_person=person)
    if row is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such request here."))
    return row


def owner_of_request(tx: Tx, request: str) -> str | None:
    """Whose request this is, for the record only: never for an answer."""
    row = tx.one(_OWNER, the_id=request)
    return row.owner if row else None


def name_of(tx: Tx, actor: str | None) -> str | None:
    """A person's name; nothing for the clock, a machine or an agent."""
    row = tx.one(_NAME, the_person=actor) if actor else None
    return row.name if row else None


def too_late(tx: Tx, row: Row, state: str | None = None) -> Problem:
    """What happened instead, and by whom and when (L5)."""
    shown = state or row.state
    return Problem(
        code=Code.late,
        detail=f"{public_id(row)} is {shown} already.",
        state=shown,
        by=name_of(tx, row.ended_by or row.decided_by),
        at=row.ended_at or row.decided_at,
    )


def is_final(state: str) -> bool:
    """Whether nothing can change this state any more."""
    return State(state) in machine.FINAL


def room_topic(room: str) -> str:
    """What a page of a room listens to."""
    return f"room:{room}"


def machine_topic(name: str) -> str:
    """What a daemon's poll listens to."""
    return f"machine:{name}"
