"""Which request stands above one, and which right below it (D5, D11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from relay.ids import PublicId
from relay.machine import State
from relay.requests.moves import day_of, requests
from relay.store.sql import Row, Sql, table
from relay.store.tables import AgentRow, TaskRow
from relay.store.tx import Tx
from relay.wire.coordination import TaskRef

MOST_SHOWN = 100
"""Children that come with a view."""

agents, tasks = table(AgentRow), table(TaskRow)

_REFS = select(
    requests.c.id, requests.c.day, requests.c.number, requests.c.state, requests.c.agent, agents.c.handle
).join_from(requests, agents, agents.c.id == requests.c.agent)
_ONE = Sql(_REFS.where(requests.c.id == bindparam("the_id")))
_BELOW = Sql(
    _REFS.join(tasks, tasks.c.id == requests.c.id)
    .where(tasks.c.parent.is_not(None), tasks.c.parent == bindparam("the_parent"))
    .order_by(tasks.c.id)
    .limit(MOST_SHOWN)
)


@dataclass(frozen=True)
class Kin:
    """The nearest above and below."""

    parent: TaskRef | None
    children: list[TaskRef]


def of_each(tx: Tx, rows: Sequence[Row]) -> dict[str, Kin]:
    """The kin of requests whose rows say their ``parent``."""
    below = tx.together([(_BELOW, {"the_parent": row.id}) for row in rows])
    parents = {row.parent: None for row in rows if row.parent is not None}
    above = tx.together([(_ONE, {"the_id": name}) for name in parents])
    refs = {ref.id: ref_of(ref) for found in above for ref in found}
    return {
        row.id: Kin(refs.get(row.parent), [ref_of(ref) for ref in found])
        for row, found in zip(rows, below, strict=True)
    }


def ref_of(row: Row) -> TaskRef:
    """A request, as others refer to it."""
    public = PublicId(day_of(row.day), row.number)
    return TaskRef(
        request=row.id, public_id=str(public), agent=row.agent, handle=row.handle, state=State(row.state)
    )


def refs_of(tx: Tx, names: Sequence[str]) -> dict[str, TaskRef]:
    """Requests by their ids."""
    found = tx.together([(_ONE, {"the_id": name}) for name in names])
    return {ref.id: ref_of(ref) for one in found for ref in one}
