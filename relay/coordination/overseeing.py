"""Tasks seen from above: a tree with what stands below each task, and a room's states without its conversation (V2-V5)."""

from sqlalchemy import Select, bindparam, exists, func, select

from relay.authority.states import Task
from relay.coordination import evidence
from relay.coordination.counting import counts_below, runs
from relay.coordination.family import family
from relay.coordination.looks import node_of
from relay.coordination.tree import session_state
from relay.requests import moves
from relay.requests.moves import requests
from relay.rooms.observers import need_sight
from relay.rooms.people import Speaker, identify
from relay.store.sql import Row, Sql, literal, table
from relay.store.tables import ActionRow, AgentRow, PersonRow, TaskRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.requests import ActionState
from relay.wire.supervision import MOST_NODES, Node, StateList, Tree

actions, agents, people, tasks = table(ActionRow), table(AgentRow), table(PersonRow), table(TaskRow)

UNKNOWN = Problem(code=Code.unknown, detail="There is no such request here.")

_SHOWN = (
    requests.c.id,
    requests.c.owner,
    requests.c.room,
    requests.c.agent,
    requests.c.day,
    requests.c.number,
    requests.c.seq,
    requests.c.state,
    requests.c.asked_at,
    requests.c.started_at,
    requests.c.ended_at,
    requests.c.interrupted_at,
    requests.c.yielded_at,
    requests.c.lease_until,
    requests.c.percent,
    requests.c.plan,
    requests.c.files,
    agents.c.handle,
    exists()
    .where(actions.c.request == requests.c.id, actions.c.state == literal(ActionState.pending))
    .label("asks"),
)
_NEWEST_OF_ROOM = (
    select(
        *_SHOWN,
        tasks.c.state.label("task"),
        tasks.c.parent,
        tasks.c.person,
        people.c.name.label("person_name"),
    )
    .join_from(requests, agents, agents.c.id == requests.c.agent)
    .outerjoin(tasks, tasks.c.id == requests.c.id)
    .outerjoin(people, people.c.id == func.coalesce(tasks.c.person, requests.c.asker))
    .where(requests.c.room == bindparam("the_room"), requests.c.id < bindparam("the_before"))
    .order_by(requests.c.id.desc())
    .limit(bindparam("the_limit"))
)
OF_ROOM = Sql(_NEWEST_OF_ROOM)
ROOM_OF = Sql(
    select(requests.c.room, requests.c.owner, tasks.c.root)
    .join_from(requests, tasks, tasks.c.id == requests.c.id, isouter=True)
    .where(requests.c.id == bindparam("the_id"))
)


def _below() -> Select[tuple[object, ...]]:
    return (
        select(
            *_SHOWN,
            family.c.level,
            family.c.state.label("task"),
            family.c.parent,
            family.c.person,
            people.c.name.label("person_name"),
        )
        .join_from(family, requests, requests.c.id == family.c.id)
        .join(agents, agents.c.id == requests.c.agent)
        .join(people, people.c.id == family.c.person)
        .order_by(family.c.level, family.c.id)
        .limit(MOST_NODES + 1)
    )


BELOW = Sql(_below())
"""A task and all below it, level by level: a tree that is cut still has the parent of all that it shows."""


def tree_of(tx: Tx, speaker: Speaker, request: str, *, whole: bool = False) -> Tree:
    """A task and all below it; of the ``whole`` tree, from its root on.

    Raises:
        Refuse: there is no such request in a room that the speaker may look into.
    """
    person = identify(tx, speaker)
    found = tx.one(ROOM_OF, the_id=request)
    if found is None:
        raise Refuse(UNKNOWN)
    try:
        room, reads = need_sight(tx, found.room, person)
    except Refuse as refused:
        raise Refuse(UNKNOWN) from refused
    top = (found.root or request) if whole else request
    rows = tx.all(BELOW, the_id=top)
    kept = rows[:MOST_NODES]
    return Tree(
        nodes=_nodes(tx, kept, reads=reads),
        cut=len(rows) > len(kept),
        act=room.owner == person,
        read=reads,
    )


def states_of(tx: Tx, speaker: Speaker, room: str, before: str | None, limit: int) -> StateList:
    """A page of a room's requests as states and steps, newest first (V4). What stands below each is in its tree: a
    page has only some of it.

    Raises:
        Refuse: the speaker may not look into the room.
    """
    need_sight(tx, room, identify(tx, speaker))
    rows = tx.all(OF_ROOM, the_room=room, the_before=before or "~", the_limit=limit)
    more = rows[-1].id if len(rows) == limit else None
    nodes = [
        node.model_copy(update={"below": None, "contradiction": False})
        for node in _nodes(tx, rows, reads=False)
    ]
    return StateList(room=room, nodes=nodes, more=more)


def _nodes(tx: Tx, rows: list[Row], *, reads: bool) -> list[Node]:
    sessions = _sessions(tx, rows)
    below = counts_below(rows, tx.now)
    found = evidence.of_each(tx, rows) if reads else {}
    return [
        node_of(row, str(moves.public_id(row)), sessions[row.agent], below[row.id], found.get(row.id), tx.now)
        for row in rows
    ]


def _sessions(tx: Tx, rows: list[Row]) -> dict[str, str]:
    """How each session stands: as many as there are agents, however many tasks there are."""
    one_of = {row.agent: row for row in rows if row.task is not None and row.task == Task.open}
    closed = {row.agent: "closed" for row in rows}
    told = closed | {agent: session_state(tx, row) for agent, row in one_of.items()}
    return told | {row.agent: "working" for row in rows if runs(row, tx.now)}
