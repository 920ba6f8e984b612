"""Delegations as they are kept: reading a chain, and writing what a use changes of it.

Read-then-write is safe here: the owner's lane runs one verb at a time. A use reads and writes its own chain and
nothing else, so it costs the same whatever the history is.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Integer, bindparam, literal_column, select, update

from relay.authority import budget, ledger, terms
from relay.authority.budget import Node
from relay.authority.states import Delegation
from relay.authority.terms import NOTHING_ABOVE, Terms
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import DelegationRow
from relay.store.tx import Question, Refuse, Tx
from relay.wire.base import Code, Problem

delegations = table(DelegationRow)

NEW_DELEGATION = inserting(DelegationRow)

_first = (
    select(delegations, literal_column("0", Integer).label("level"))
    .where(delegations.c.id == bindparam("the_id"))
    .cte("above", recursive=True)
)
_above = _first.union_all(
    select(delegations, (_first.c.level + literal_column("1", Integer)).label("level")).join_from(
        _first, delegations, delegations.c.id == _first.c.parent
    )
)
_CHAIN = Sql(select(_above).order_by(_above.c.level))
_ROW = Sql(select(delegations).where(delegations.c.id == bindparam("the_id")))
_METERS = Sql(
    update(delegations).where(delegations.c.id == bindparam("the_id")).values(meters=bindparam("to_meters"))
)


@dataclass(frozen=True)
class Link:
    """One delegation of a chain."""

    row: Row
    terms: Terms
    node: Node

    @property
    def is_live(self) -> bool:
        """Whether it may authorise anything, its end in time aside."""
        return str(self.row.state) == Delegation.live


Links = Sequence[Link]
"""From a delegation up to its root."""


def chain_of(tx: Tx, delegation: str) -> list[Link]:
    """A delegation and all above it."""
    return [link_of(row) for row in tx.all(_CHAIN, the_id=delegation)]


def asking(delegation: str) -> Question:
    """The same, as a question beside others."""
    return _CHAIN, {"the_id": delegation}


def link_of(row: Row) -> Link:
    """A row, read."""
    node = Node(row.id, ledger.opened(None, row.meters), open=row.state == Delegation.live)
    return Link(row, terms.read(row.terms), node)


def row_of(tx: Tx, delegation: str) -> Row | None:
    """One delegation."""
    return tx.one(_ROW, the_id=delegation)


def nodes(links: Links) -> list[Node]:
    """The accounts of a chain."""
    return [link.node for link in links]


def authority(links: Links) -> Terms:
    """What a chain allows; told from all of it at every use."""
    return terms.authority([link.terms for link in reversed(links)])


# -- may it be used ---------------------------------------------------------------------------------------------


def need_live(tx: Tx, links: Links, known: str | None = None) -> Terms:
    """What the chain allows now. ``known`` is the delegation that the caller thinks it is under.

    Raises:
        Refuse: a link of it has ended, or the caller knows an older one; the problem names the successor (D9).
    """
    if not links:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such delegation."))
    if known is not None and known != links[0].row.id:
        raise Refuse(_superseded(links[0].row.id))
    for link in links:
        problem = _problem_of(link, tx.now)
        if problem is not None:
            raise Refuse(problem)
    if not is_whole(links):
        raise Refuse(
            Problem(code=Code.conflict, detail="The record of this delegation was altered; ask anew.")
        )
    return authority(links)


def _superseded(successor: str | None) -> Problem:
    detail = "This task was moved, and its delegation with it; go on under the new one."
    return Problem(code=Code.changed, detail=detail, state=Delegation.superseded, successor=successor)


def _problem_of(link: Link, now: int) -> Problem | None:
    state = link.row.state
    if state == Delegation.superseded:
        return _superseded(link.row.successor)
    ends = (link.row.expires_at, link.terms.expires_at)
    if state == Delegation.expired or any(end is not None and end <= now for end in ends):
        detail = "What this work was delegated for is over; ask anew."
        return Problem(code=Code.expired, detail=detail, state=Delegation.expired, at=link.row.expires_at)
    if state == Delegation.live:
        return None
    detail = f"The delegation of this work is {state}; ask anew."
    return Problem(code=Code.late, detail=detail, state=state, at=link.row.ended_at)


def is_whole(links: Links) -> bool:
    """Whether each link says what it was made with, below those above it."""
    above = NOTHING_ABOVE
    for link in reversed(links):
        if link.row.lineage != terms.lineage(above, link.row.terms):
            return False
        above = link.row.lineage
    return True


# -- writing ----------------------------------------------------------------------------------------------------


def keep(tx: Tx, changed: Iterable[Node]) -> None:
    """Write the accounts that have changed."""
    rows = [{"the_id": node.id, "to_meters": ledger.closed(node.ledger)} for node in changed]
    tx.many(_METERS, rows)


def charge(tx: Tx, delegation: str, change: Callable[[ledger.Ledger], ledger.Ledger]) -> None:
    """Something was used, or what was held ends: at this delegation, live or not, and what it makes of those above."""
    links = chain_of(tx, delegation)
    if links:
        keep(tx, budget.charge(nodes(links), change))


def insert_all(tx: Tx, rows: Sequence[dict[str, Any]]) -> None:
    """Write new delegations, each with all of its columns."""
    tx.many(NEW_DELEGATION, rows)


def insert(tx: Tx, **values: Any) -> None:
    """Write a new delegation."""
    tx.run(
        NEW_DELEGATION,
        **{
            "state": Delegation.live,
            "ended_at": None,
            "successor": None,
            "standing": None,
            "day": None,
            **values,
        },
    )
