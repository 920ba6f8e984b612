"""Agents: which a room has, and how present they are."""

from sqlalchemy import bindparam, select

from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import AgentRow, MachineRow, RoomAgentRow
from relay.store.tx import Tx

agents, room_agents, machines = table(AgentRow), table(RoomAgentRow), table(MachineRow)

_OF_ROOM = Sql(
    select(
        agents,
        machines.c.name.label("machine_name"),
        machines.c.last_contact_at,
        machines.c.revoked_at,
    )
    .join_from(room_agents, agents, room_agents.c.agent == agents.c.id)
    .join(machines, machines.c.id == agents.c.machine)
    .where(room_agents.c.room == bindparam("the_room"))
    .order_by(agents.c.created_at, agents.c.id)
)
_OF_OWNER = Sql(
    select(agents).where(agents.c.owner == bindparam("the_owner")).order_by(agents.c.created_at, agents.c.id)
)
_ADD = inserting(RoomAgentRow)

PRESENT_SECONDS = 90
"""A machine that was heard of within this time is present; a daemon polls at least every 25 s."""


def agents_of_room(tx: Tx, room: str) -> list[Row]:
    """The agents of a room, oldest first, with their machines."""
    return tx.all(_OF_ROOM, the_room=room)


def agents_of_owner(tx: Tx, owner: str) -> list[Row]:
    """All agents of an owner."""
    return tx.all(_OF_OWNER, the_owner=owner)


def add_agent(tx: Tx, room: str, agent: str) -> None:
    """Put an agent in a room."""
    tx.run(_ADD, room=room, agent=agent)


def is_present(last_contact_at: int | None, now: int) -> bool:
    """Whether a machine was heard of lately."""
    return last_contact_at is not None and now - last_contact_at < PRESENT_SECONDS * 1_000_000
