"""Which of the owner's agents are in a room: putting one in, taking one out."""

from sqlalchemy import bindparam, delete, update

from relay.rooms.agents import add_agent, agents_of_owner, agents_of_room
from relay.rooms.people import Speaker, identify, need_owner
from relay.store.sql import Row, Sql, table
from relay.store.tables import RoomAgentRow, RoomRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem

rooms, room_agents = table(RoomRow), table(RoomAgentRow)

_OUT = Sql(
    delete(room_agents)
    .where(room_agents.c.room == bindparam("the_room"), room_agents.c.agent == bindparam("the_agent"))
    .returning(room_agents.c.agent)
)
_NO_DEFAULT = Sql(update(rooms).where(rooms.c.id == bindparam("the_room")).values(default_agent=None))


def put_in(tx: Tx, speaker: Speaker, room: str, handle: str) -> None:
    """Put an agent of the owner's in a room; one that is there stays.

    Raises:
        Refuse: the speaker is not the room's owner, or has no such agent; the problem names those that are.
    """
    person = identify(tx, speaker)
    row = need_owner(tx, room, person)
    agent = _named(agents_of_owner(tx, row.owner), handle)
    if agent.id in {one.id for one in agents_of_room(tx, room)}:
        return
    add_agent(tx, room, agent.id)
    _record(tx, speaker, row, agent, "agent put in")


def take_out(tx: Tx, speaker: Speaker, room: str, handle: str) -> Row:
    """Take an agent out of a room; what it has queued there is the caller's to cancel. Gives the agent.

    Raises:
        Refuse: the speaker is not the room's owner, or the agent is not in it.
    """
    person = identify(tx, speaker)
    row = need_owner(tx, room, person)
    agent = _named(agents_of_room(tx, room), handle)
    tx.one(_OUT, the_room=room, the_agent=agent.id)
    if row.default_agent is not None and row.default_agent.casefold() == agent.handle.casefold():
        tx.run(_NO_DEFAULT, the_room=room)
    _record(tx, speaker, row, agent, "agent taken out")
    return agent


def _named(agents: list[Row], handle: str) -> Row:
    found = [agent for agent in agents if agent.handle.casefold() == handle.casefold()]
    if not found:
        names = ", ".join(agent.handle for agent in agents) or "none yet"
        raise Refuse(Problem(code=Code.no_agent, detail=f"No agent '{handle}'. Agents: {names}."))
    return found[0]


def _record(tx: Tx, speaker: Speaker, room: Row, agent: Row, act: str) -> None:
    tx.audit(room.owner, act, room.owner, account=speaker.account, room=room.id, agent=agent.id)
    tx.wake(f"room:{room.id}")
