"""A task with all tasks below it, those that have ended included: read in one go."""

from sqlalchemy import bindparam, literal_column, select

from relay.store.sql import Row, Sql, table
from relay.store.tables import AgentRow, RequestRow, TaskRow
from relay.store.tx import Tx

tasks, requests, agents = table(TaskRow), table(RequestRow), table(AgentRow)

_top = (
    select(tasks, literal_column("0").label("level"))
    .where(tasks.c.id == bindparam("the_id"))
    .cte("family", recursive=True)
)
_next = tasks.alias("next")
family = _top.union_all(
    select(_next, (_top.c.level + literal_column("1")).label("level")).join_from(
        _top, _next, _next.c.parent == _top.c.id
    )
)
"""The task ``the_id`` and all tasks below it."""

_FAMILY = Sql(
    select(
        family,
        requests.c.day,
        requests.c.number,
        requests.c.machine,
        requests.c.state.label("request_state"),
        requests.c.interrupted_at,
        requests.c.lease_until,
        agents.c.handle,
    )
    .join_from(family, requests, requests.c.id == family.c.id)
    .join(agents, agents.c.id == requests.c.agent)
    .order_by(family.c.level, family.c.id)
)


def family_of(tx: Tx, task: str) -> list[Row]:
    """The task itself, and all below it from the top down, each with what its request is."""
    return tx.all(_FAMILY, the_id=task)
