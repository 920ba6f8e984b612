"""How a room looks to one of its people: who is there, and how busy its agents are."""

from sqlalchemy import and_, bindparam, func, or_, select

from relay.machine import Command
from relay.requests import moves
from relay.requests.moves import requests
from relay.rooms import observers
from relay.rooms.agents import agents_of_room, is_present
from relay.rooms.members import members_of
from relay.rooms.people import members, membership, person_row, rooms
from relay.store.sql import Row, Sql
from relay.store.tx import Tx
from relay.wire.people import AgentView, MemberView, Role, RoomView

DAY_SECONDS = 24 * 3600

_MINE = Sql(
    select(members.c.room)
    .join_from(members, rooms, rooms.c.id == members.c.room)
    .where(members.c.person == bindparam("the_person"), members.c.removed_at.is_(None))
    .order_by(rooms.c.created_at, rooms.c.id)
    .limit(200)
)
_LOAD = Sql(
    select(
        func.count().label("here"),
    ).where(
        requests.c.agent == bindparam("the_agent"),
        requests.c.room == bindparam("the_room"),
        or_(moves.is_open_to(Command.claim), and_(moves.is_open_to(Command.approve))),
        requests.c.ended_at.is_(None),
    )
)
_BUSY = Sql(
    select(requests.c.id)
    .where(requests.c.agent == bindparam("the_agent"), moves.is_open_to(Command.finish))
    .limit(1)
)


def rooms_of(tx: Tx, person: str) -> list[RoomView]:
    """The rooms that a person is in."""
    found = [view(tx, row.room, person) for row in tx.all(_MINE, the_person=person)]
    return [room for room in found if room is not None]


def observed_by(tx: Tx, person: str) -> list[RoomView]:
    """The rooms of which a person sees states and steps only (V4)."""
    found = [_observed(tx, name, person) for name in observers.observed_rooms(tx, person)]
    return [room for room in found if room is not None]


def view(tx: Tx, room: str, person: str) -> RoomView | None:
    """A room as one of its people sees it, to its observers only that it is there (V4); nothing for anybody else."""
    row = membership(tx, room, person)
    if row is None:
        return _observed(tx, room, person)
    owner = person_row(tx, row.owner)
    return RoomView(
        room=row.id,
        name=row.name,
        owner=row.owner,
        owner_name=owner.name if owner else "",
        my_role=Role(row.role),
        me=person,
        agents=[_agent(tx, room, agent) for agent in agents_of_room(tx, room)],
        members=[
            MemberView(person=member.person, name=member.name, role=Role(member.role))
            for member in members_of(tx, room)
        ],
        approval_ttl=row.approval_ttl or DAY_SECONDS,
        observers=observers.observers_of(tx, room),
    )


def _observed(tx: Tx, room: str, person: str) -> RoomView | None:
    row = observers.observed(tx, room, person)
    if row is None:
        return None
    owner = person_row(tx, row.owner)
    return observers.observed_view(row, owner.name if owner else "", person, row.approval_ttl or DAY_SECONDS)


def _agent(tx: Tx, room: str, row: Row) -> AgentView:
    load = tx.one(_LOAD, the_agent=row.id, the_room=room)
    return AgentView(
        agent=row.id,
        handle=row.handle,
        runtime=row.runtime,
        machine=row.machine_name,
        directory=row.directory,
        avatar=row.avatar,
        present=row.revoked_at is None and is_present(row.last_contact_at, tx.now),
        busy=tx.one(_BUSY, the_agent=row.id) is not None,
        last_contact_at=row.last_contact_at,
        waiting=load.here if load else 0,
    )
