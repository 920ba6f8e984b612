"""The owner's switches of automatic turns: one of the room, and the mode of each agent in it (H1)."""

from typing import Any

from sqlalchemy import bindparam, select, update

from relay.messages import feed
from relay.requests.ask import choose_agent
from relay.rooms.people import Speaker, identify, need_member, need_owner
from relay.store.sql import Row, Sql, table
from relay.store.tables import AgentRow, RoomAgentRow, RoomRow
from relay.store.tx import Tx
from relay.wire.messages import ChangeKind, Mode, Switch, Switches

rooms, room_agents, agents = table(RoomRow), table(RoomAgentRow), table(AgentRow)

_ROOM = Sql(
    update(rooms).where(rooms.c.id == bindparam("the_room")).values(automatic_turns=bindparam("to_on"))
)
_MODE = Sql(
    update(room_agents)
    .where(room_agents.c.room == bindparam("the_room"), room_agents.c.agent == bindparam("the_agent"))
    .values(mode=bindparam("to_mode"))
)
_MODES = Sql(
    select(agents.c.id, agents.c.handle, agents.c.machine, room_agents.c.mode)
    .join_from(room_agents, agents, agents.c.id == room_agents.c.agent)
    .where(room_agents.c.room == bindparam("the_room"))
    .order_by(agents.c.created_at, agents.c.id)
)
_ONE = Sql(
    select(rooms.c.automatic_turns, rooms.c.agents_ask, room_agents.c.mode)
    .join_from(rooms, room_agents, room_agents.c.room == rooms.c.id)
    .where(rooms.c.id == bindparam("the_room"), room_agents.c.agent == bindparam("the_agent"))
)


def switch(tx: Tx, speaker: Speaker, room: str, wish: Switch) -> Switches:
    """Set what is named; whoever may be free to begin now looks again. Both are off, and run, until they are set."""
    person = identify(tx, speaker)
    row = need_owner(tx, room, person)
    changed: dict[str, Any] = {}
    if wish.automatic_turns is not None:
        tx.run(_ROOM, the_room=room, to_on=wish.automatic_turns)
        changed["automatic_turns"] = wish.automatic_turns
    if wish.agent is not None and wish.mode is not None:
        agent = choose_agent(tx, row, wish.agent)
        tx.run(_MODE, the_room=room, the_agent=agent.id, to_mode=wish.mode)
        changed |= {"handle": agent.handle, "mode": wish.mode}
    if changed:
        tx.audit(row.owner, "switched", person, account=speaker.account, room=room, **changed)
        for one in tx.all(_MODES, the_room=room):
            feed.append(tx, one.machine, ChangeKind.look, one.id, {"room": room})
    return _shown(tx, room)


def shown(tx: Tx, speaker: Speaker, room: str) -> Switches:
    """How the switches of a room stand, to its people."""
    need_member(tx, room, identify(tx, speaker))
    return _shown(tx, room)


def _shown(tx: Tx, room: str) -> Switches:
    rows = tx.all(_MODES, the_room=room)
    on = tx.one(_ONE, the_room=room, the_agent=rows[0].id) if rows else None
    return Switches(
        automatic_turns=bool(on and on.automatic_turns),
        agents={row.handle: Mode(row.mode or Mode.run) for row in rows},
        agents_ask=bool(on and on.agents_ask),
    )


def of_session(tx: Tx, room: str, agent: str) -> Row | None:
    """Both switches of one session; nothing if the agent is not in the room."""
    return tx.one(_ONE, the_room=room, the_agent=agent)
