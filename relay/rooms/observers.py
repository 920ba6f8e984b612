"""Observers: people who see states and steps of a room, and neither read its conversation nor act in it (V4, T2).

An observer is no member. The row says so by ``removed_at``: every question about members, of this version and of the
one before (O14), finds nobody; only the questions here find an observer.
"""

from sqlalchemy import bindparam, select, update

from relay.rooms.people import members, membership, people, rooms
from relay.store.sql import Row, Sql, inserting, literal
from relay.store.tables import MemberRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.people import MemberView, Role, RoomView

OBSERVER = "observer"

_MINE = (members.c.room == bindparam("the_room"), members.c.person == bindparam("the_person"))
_ROW = Sql(select(members).where(*_MINE))
_NEW = inserting(MemberRow)
_SET = Sql(update(members).where(*_MINE).values(role=bindparam("to_role"), removed_at=bindparam("to_now")))
_OBSERVED = Sql(
    select(rooms)
    .join_from(members, rooms, rooms.c.id == members.c.room)
    .where(*_MINE, members.c.role == literal(OBSERVER))
)
_ROOMS = Sql(
    select(members.c.room)
    .where(members.c.person == bindparam("the_person"), members.c.role == literal(OBSERVER))
    .limit(200)
)
_OF_ROOM = Sql(
    select(members.c.person, people.c.name)
    .join_from(members, people, people.c.id == members.c.person)
    .where(members.c.room == bindparam("the_room"), members.c.role == literal(OBSERVER))
    .order_by(members.c.joined_at, members.c.person)
    .limit(1000)
)


def add_observer(tx: Tx, room: str, owner: str, person: str, way: str, account: str | None) -> None:
    """Let somebody see states and steps; who is a member stays one."""
    row = tx.one(_ROW, the_room=room, the_person=person)
    if row is not None and row.removed_at is None:
        return
    if row is None:
        tx.run(_NEW, room=room, person=person, role=OBSERVER, joined_at=tx.now, removed_at=tx.now)
    else:
        tx.run(_SET, the_room=room, the_person=person, to_role=OBSERVER, to_now=tx.now)
    tx.audit(owner, "joined", person, account=account, room=room, role=OBSERVER, way=way)
    tx.wake(f"room:{room}")


def remove_observer(tx: Tx, room: str, owner: str, person: str, account: str | None) -> bool:
    """Somebody who only saw states sees nothing any more; false, if there is no such observer."""
    if observed(tx, room, person) is None:
        return False
    tx.run(_SET, the_room=room, the_person=person, to_role=Role.guest, to_now=tx.now)
    tx.audit(owner, "removed", owner, account=account, room=room, person=person)
    return True


def observed(tx: Tx, room: str, person: str) -> Row | None:
    """The room, if the person observes it."""
    return tx.one(_OBSERVED, the_room=room, the_person=person)


def observers_of(tx: Tx, room: str) -> list[MemberView]:
    """Who observes a room, oldest first."""
    return [
        MemberView(person=row.person, name=row.name, role=Role.watcher)
        for row in tx.all(_OF_ROOM, the_room=room)
    ]


def observed_rooms(tx: Tx, person: str) -> list[str]:
    """The rooms that a person observes."""
    return [str(row.room) for row in tx.all(_ROOMS, the_person=person)]


def need_sight(tx: Tx, room: str, person: str) -> tuple[Row, bool]:
    """The room, and whether this person may read what is said in it; else refuse as if it did not exist (R2)."""
    row = membership(tx, room, person)
    if row is not None:
        return row, True
    row = observed(tx, room, person)
    if row is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such thing here."))
    return row, False


def observed_view(row: Row, owner_name: str, person: str, approval_ttl: float) -> RoomView:
    """A room as its observer sees it: that it is there, and whose it is."""
    return RoomView(
        room=row.id,
        name=row.name,
        owner=row.owner,
        owner_name=owner_name,
        my_role=Role.watcher,
        me=person,
        agents=[],
        members=[],
        approval_ttl=approval_ttl,
        observes=True,
    )
