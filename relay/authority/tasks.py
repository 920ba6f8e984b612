"""Tasks: the work of each request, and which of them a session is at (D1)."""

from sqlalchemy import bindparam, select, update

from relay.authority.states import TASKS, Delegation, Task, TaskCommand, advance
from relay.store.sql import Row, Sql, inserting, literal, table
from relay.store.tables import DelegationRow, TaskRow
from relay.store.tx import Tx

tasks, delegations = table(TaskRow), table(DelegationRow)

NEW_TASK = inserting(TaskRow)

_TASK = Sql(select(tasks).where(tasks.c.id == bindparam("the_id")))
_CHILDREN = Sql(select(tasks).where(tasks.c.parent == bindparam("the_parent")).order_by(tasks.c.id))
_CURRENT = Sql(
    select(tasks)
    .join_from(tasks, delegations, delegations.c.id == tasks.c.delegation)
    .where(
        tasks.c.agent == bindparam("the_agent"),
        tasks.c.room == bindparam("the_room"),
        tasks.c.state == literal(Task.open),
        delegations.c.state == literal(Delegation.live),
    )
    .order_by(tasks.c.assigned_at.desc(), tasks.c.id.desc())
    .limit(1)
)
_LIVE = Sql(
    select(delegations)
    .join_from(tasks, delegations, delegations.c.id == tasks.c.delegation)
    .where(tasks.c.id == bindparam("the_id"), delegations.c.state == literal(Delegation.live))
)
_END = Sql(
    update(tasks)
    .where(tasks.c.id == bindparam("the_id"), tasks.c.state == literal(Task.open))
    .values(state=bindparam("to_state"), ended_at=bindparam("to_now"))
    .returning(tasks.c.delegation)
)


def task_of(tx: Tx, request: str) -> Row | None:
    """The task of a request; none of one that an older relay has made and nobody has begun."""
    return tx.one(_TASK, the_id=request)


def children_of(tx: Tx, task: str) -> list[Row]:
    """The tasks right below a task, oldest first."""
    return tx.all(_CHILDREN, the_parent=task)


def current_task(tx: Tx, agent: str, room: str) -> Row | None:
    """The task that was given to this session last, of those under a live delegation (M1)."""
    return tx.one(_CURRENT, the_agent=agent, the_room=room)


def live_delegation(tx: Tx, task: str) -> Row | None:
    """The delegation that a task is done under, while it is live."""
    return tx.one(_LIVE, the_id=task)


def end_task(tx: Tx, task: str, *, completed: bool) -> str | None:
    """A task is completed, or merely stopped (D2). Gives its delegation; nothing, if it was not open."""
    command = TaskCommand.complete if completed else TaskCommand.stop
    state = advance(TASKS, Task.open, command)
    ended = tx.one(_END, the_id=task, to_state=state, to_now=tx.now)
    return str(ended.delegation) if ended is not None else None
