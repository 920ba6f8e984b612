"""A task as the people of its room see it: its state, its session's, what it may do, and who is right above and below."""

from sqlalchemy import bindparam, select

from relay.authority import chain
from relay.authority.states import session_of
from relay.authority.tasks import current_task, task_of
from relay.machine import Command
from relay.requests import kinship, moves
from relay.requests.delegationviews import delegation_view
from relay.requests.moves import requests
from relay.store.sql import Row, Sql
from relay.store.tx import Tx
from relay.wire.coordination import TaskTree

_WORKING = Sql(
    select(requests.c.id)
    .where(
        requests.c.agent == bindparam("the_agent"),
        moves.is_open_to(Command.finish),
        requests.c.room == bindparam("the_room"),
        requests.c.yielded_at.is_(None),
    )
    .limit(1)
)


def task_tree(tx: Tx, request: str, person: str) -> TaskTree | None:
    """The task of a request; nothing, if the person may not see it or there is no task."""
    row = moves.visible(tx, request, person)
    task = task_of(tx, row.id)
    if task is None:
        return None
    links = chain.chain_of(tx, task.delegation)
    kin = kinship.of_each(tx, [task])[task.id]
    return TaskTree(
        request=row.id,
        root=task.root,
        task=task.state,
        session=session_state(tx, task),
        delegation=delegation_view(links) if links else None,
        parent=kin.parent,
        children=kin.children,
    )


def session_state(tx: Tx, task: Row) -> str:
    """How the session of a task stands: told from what is on it (D1, D2)."""
    live = current_task(tx, task.agent, task.room) is not None
    working = tx.one(_WORKING, the_agent=task.agent, the_room=task.room) is not None
    return session_of(live=live, working=working)
