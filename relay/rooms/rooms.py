"""Rooms: making one, binding chats to it, the room of two of a direct message."""

from sqlalchemy import bindparam, select, update

from relay.rooms.agents import add_agent, agents_of_owner, agents_of_room
from relay.rooms.members import add_member
from relay.rooms.people import membership, need_owner, person_row
from relay.store.ids import new_id
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import BindingRow, MemberRow, RoomRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.people import Binding, NewRoom, Role
from relay.wire.requests import Spot

rooms, bindings, members = table(RoomRow), table(BindingRow), table(MemberRow)

_NEW = inserting(RoomRow)
_BY_NAME = Sql(
    select(rooms).where(rooms.c.owner == bindparam("the_owner"), rooms.c.name == bindparam("the_name"))
)
_BINDING = Sql(
    select(bindings.c.room).where(
        bindings.c.platform == bindparam("the_platform"),
        bindings.c.tenant == bindparam("the_tenant"),
        bindings.c.channel == bindparam("the_channel"),
    )
)
_NEW_BINDING = inserting(BindingRow)
_MOVE_BINDING = Sql(
    update(bindings)
    .where(
        bindings.c.platform == bindparam("the_platform"),
        bindings.c.tenant == bindparam("the_tenant"),
        bindings.c.channel == bindparam("the_channel"),
    )
    .values(room=bindparam("to_room"))
)
_SHARED = Sql(
    select(members.c.room)
    .join_from(members, rooms, rooms.c.id == members.c.room)
    .where(
        members.c.person == bindparam("the_person"),
        members.c.removed_at.is_(None),
        rooms.c.owner == bindparam("the_owner"),
    )
    .order_by(rooms.c.created_at)
    .limit(50)
)


def make_room(tx: Tx, owner: str, new: NewRoom, account: str) -> str:
    """A new room of an owner, with some of the owner's agents.

    Raises:
        Refuse: an agent is not the owner's; the problem names those that are.
    """
    mine = {agent.handle: agent for agent in agents_of_owner(tx, owner)}
    missing = [handle for handle in new.agents if handle not in mine]
    if missing:
        names = ", ".join(mine) or "none yet"
        raise Refuse(Problem(code=Code.no_agent, detail=f"No agent '{missing[0]}'. Agents: {names}."))
    room = new_id(owner, tx.now)
    tx.run(
        _NEW,
        id=room,
        owner=owner,
        name=new.name,
        default_agent=new.default_agent or (new.agents[0] if new.agents else None),
        approval_ttl=int(new.approval_ttl) if new.approval_ttl else None,
        hears_outsiders=new.hears_outsiders,
        created_at=tx.now,
    )
    for handle in dict.fromkeys(new.agents):
        add_agent(tx, room, mine[handle].id)
    add_member(tx, room, owner, owner, Role.owner, "made it", account)
    tx.audit(owner, "room made", owner, account=account, room=room, name=new.name)
    return room


def room_named(tx: Tx, owner: str, name: str) -> Row | None:
    """An owner's room by its name."""
    return tx.one(_BY_NAME, the_owner=owner, the_name=name)


def bind(tx: Tx, room: str, person: str, binding: Binding, account: str) -> None:
    """Let a room hear a chat: the owner's act; a chat of another owner's room stays where it is (R5)."""
    row = need_owner(tx, room, person)
    place = {
        "the_platform": binding.platform,
        "the_tenant": binding.tenant,
        "the_channel": binding.channel,
    }
    before = tx.one(_BINDING, **place)
    if before is not None and before.room == room:
        return
    if before is None:
        tx.run(
            _NEW_BINDING,
            platform=binding.platform,
            tenant=binding.tenant,
            channel=binding.channel,
            room=room,
        )
    else:
        if membership(tx, before.room, person) is None or need_owner(tx, before.room, person) is None:
            raise Refuse(Problem(code=Code.conflict, detail="That chat is bound to a room already."))
        tx.run(_MOVE_BINDING, to_room=room, **place)
    tx.audit(row.owner, "bound", person, account=account, room=room, chat=binding.model_dump())


def room_of_chat(tx: Tx, spot: Spot) -> str | None:
    """The room that hears a chat."""
    row = tx.one(_BINDING, the_platform=spot.platform, the_tenant=spot.tenant, the_channel=spot.channel)
    return row.room if row else None


def direct_room(tx: Tx, owner: str, person: str, spot: Spot) -> str:
    """The room of two for a direct message with the owner's agents (R1, R13).

    Only who is in one of the owner's rooms has it; it has the agents of those rooms and of no other.

    Raises:
        Refuse: nobody hears this person here.
    """
    shared = [row.room for row in tx.all(_SHARED, the_owner=owner, the_person=person)]
    if not shared:
        detail = "Nobody hears you here. Ask the owner for an invitation, or mention the agent in a channel."
        raise Refuse(Problem(code=Code.unbound, detail=detail))
    found = room_of_chat(tx, spot)
    if found is not None:
        return found
    somebody = person_row(tx, person)
    assert somebody is not None, "a member is somebody"
    room = new_id(owner, tx.now)
    tx.run(
        _NEW,
        id=room,
        owner=owner,
        name=f"@{somebody.name}",
        default_agent=None,
        approval_ttl=None,
        hears_outsiders=False,
        created_at=tx.now,
    )
    add_member(tx, room, owner, owner, Role.owner, "direct message", None)
    add_member(tx, room, owner, person, Role.member, "direct message", None)
    for agent in dict.fromkeys(agent.id for name in shared for agent in agents_of_room(tx, name)):
        add_agent(tx, room, agent)
    tx.run(_NEW_BINDING, platform=spot.platform, tenant=spot.tenant, channel=spot.channel, room=room)
    return room
