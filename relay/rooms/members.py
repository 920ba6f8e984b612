"""Members of a room: coming and going."""

from sqlalchemy import bindparam, select, update

from relay.rooms.people import people
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import MemberRow
from relay.store.tx import Tx
from relay.wire.people import Role

members = table(MemberRow)

_ROW = Sql(
    select(members).where(
        members.c.room == bindparam("the_room"), members.c.person == bindparam("the_person")
    )
)
_NEW = inserting(MemberRow)
_BACK = Sql(
    update(members)
    .where(members.c.room == bindparam("the_room"), members.c.person == bindparam("the_person"))
    .values(role=bindparam("to_role"), joined_at=bindparam("to_now"), removed_at=None)
)
_AWAY = Sql(
    update(members)
    .where(
        members.c.room == bindparam("the_room"),
        members.c.person == bindparam("the_person"),
        members.c.removed_at.is_(None),
    )
    .values(removed_at=bindparam("to_now"))
    .returning(members.c.role)
)
_OF_ROOM = Sql(
    select(members.c.person, members.c.role, people.c.name)
    .join_from(members, people, people.c.id == members.c.person)
    .where(members.c.room == bindparam("the_room"), members.c.removed_at.is_(None))
    .order_by(members.c.joined_at, members.c.person)
    .limit(1000)
)


def add_member(tx: Tx, room: str, owner: str, person: str, role: Role, way: str, account: str | None) -> None:
    """Let somebody into a room; who is in already stays what they are."""
    row = tx.one(_ROW, the_room=room, the_person=person)
    if row is not None and row.removed_at is None:
        return
    if row is None:
        tx.run(_NEW, room=room, person=person, role=role, joined_at=tx.now, removed_at=None)
    else:
        tx.run(_BACK, the_room=room, the_person=person, to_role=role, to_now=tx.now)
    tx.audit(owner, "joined", person, account=account, room=room, role=role, way=way)
    tx.wake(f"room:{room}")


def remove_member(tx: Tx, room: str, owner: str, person: str, account: str | None) -> bool:
    """Take somebody out of a room. The owner stays."""
    if person == owner or tx.one(_AWAY, the_room=room, the_person=person, to_now=tx.now) is None:
        return False
    tx.audit(owner, "removed", owner, account=account, room=room, person=person)
    tx.wake(f"room:{room}")
    return True


def members_of(tx: Tx, room: str) -> list[Row]:
    """The people of a room, oldest first."""
    return tx.all(_OF_ROOM, the_room=room)
