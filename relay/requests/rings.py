"""Rings: sessions that wait for each other, over any number of others. None of them may wait for ever (X1)."""

from collections.abc import Sequence

from sqlalchemy import bindparam, func, select

from relay.machine import Command
from relay.messages.inbox import actor_of, agent_in, messages
from relay.requests import moves
from relay.requests.moves import requests
from relay.store.sql import Row, Sql, table
from relay.store.tables import RoomAgentRow, RoomRow, TaskRow, WaitRow
from relay.store.tx import Tx
from relay.wire.messages import Mode

waits, tasks = table(WaitRow), table(TaskRow)
rooms, room_agents = table(RoomRow), table(RoomAgentRow)

MOST_SESSIONS = 200
"""Sessions that the search looks at; a room has fewer agents."""

_STARTS_BY_ITSELF = Sql(
    select(room_agents.c.agent)
    .join_from(room_agents, rooms, rooms.c.id == room_agents.c.room)
    .where(
        rooms.c.id == bindparam("the_room"),
        room_agents.c.agent == bindparam("the_agent"),
        rooms.c.automatic_turns.is_(True),
        func.coalesce(room_agents.c.mode, Mode.run.value) == Mode.run.value,
    )
)
_WAITED_FOR = Sql(
    select(messages.c.receiver, tasks.c.agent.label("child_agent"))
    .join_from(requests, waits, waits.c.request == requests.c.id)
    .outerjoin(messages, messages.c.id == waits.c.subject)
    .outerjoin(tasks, tasks.c.id == waits.c.subject)
    .where(
        requests.c.agent == bindparam("the_agent"),
        requests.c.room == bindparam("the_room"),
        moves.is_open_to(Command.finish),
        requests.c.yielded_at.is_not(None),
        requests.c.ready_at.is_(None),
    )
)


def closes_ring(tx: Tx, row: Row, receivers: Sequence[str]) -> bool:
    """Whether one of ``receivers`` waits, over any number of others, for the session of this request.

    Where a message may start that session by itself, what the others ask of it will be answered: no ring.
    """
    if tx.one(_STARTS_BY_ITSELF, the_room=row.room, the_agent=row.agent) is not None:
        return False
    seen: set[str] = set()
    following = _agents(receivers)
    while following and len(seen) < MOST_SESSIONS:
        agent = following.pop()
        if agent == row.agent:
            return True
        if agent not in seen:
            seen.add(agent)
            following += _waited_for(tx, agent, row.room)
    return False


def _waited_for(tx: Tx, agent: str, room: str) -> list[str]:
    """The agents that a session waits for."""
    found = tx.all(_WAITED_FOR, the_agent=agent, the_room=room)
    return _agents([row.receiver or actor_of(row.child_agent or "") for row in found])


def _agents(actors: Sequence[str]) -> list[str]:
    return [agent for actor in actors if (agent := agent_in(actor))]
