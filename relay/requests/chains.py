"""The chain of delegations that a request's work is done under: looked at again at each use, debited as a whole (E1)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from sqlalchemy import bindparam, select, update

from relay.authority import budget, chain, ledger
from relay.authority.chain import Links
from relay.authority.ledger import Account, Ledger
from relay.authority.opening import limits_of, open_late
from relay.authority.terms import Terms, is_banned
from relay.requests.moves import requests
from relay.store.sql import Row, Sql, table
from relay.store.tables import AgentRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.executions import Meter

agents = table(AgentRow)

_BUDGET = Sql(select(agents.c.budget).where(agents.c.id == bindparam("the_agent")))
_REQUEST = Sql(select(requests).where(requests.c.id == bindparam("the_id")))
_PUT_UNDER = Sql(
    update(requests)
    .where(requests.c.id == bindparam("the_id"))
    .values(delegation=bindparam("to_delegation"), lineage=bindparam("to_lineage"))
)


def request_row(tx: Tx, request: str) -> Row:
    """A request.

    Raises:
        Refuse: there is none.
    """
    row = tx.one(_REQUEST, the_id=request)
    if row is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such request here."))
    return row


def delegation_of(tx: Tx, row: Row) -> str:
    """What a request's work is done under; one that an older relay has made gets it now (O14)."""
    if row.delegation is not None:
        return str(row.delegation)
    agent = tx.one(_BUDGET, the_agent=row.agent)
    opened = open_late(tx, row, agent.budget if agent is not None else None)
    assert opened is not None, "a task's request names its delegation"
    put_under(tx, row.id, opened.delegation, opened.lineage)
    return opened.delegation


def begin_under(tx: Tx, row: Row) -> None:
    """A request is taken for the first time. What a person asked takes its limits from the owner's configuration as
    that is now: it may have waited for long. What an agent asked keeps what was reserved for it."""
    links = chain.chain_of(tx, delegation_of(tx, row))
    if len(links) > 1 and links[1].row.task is not None:
        return
    agent = tx.one(_BUDGET, the_agent=row.agent)
    own, above = links[0].node, chain.nodes(links[1:])
    limits = limits_of(agent.budget if agent is not None else None)
    kept = {
        meter: replace(account, granted=None) for meter, account in own.ledger.items() if account != Account()
    }
    for meter, units in limits.items():
        before = own.ledger.get(meter, Account())
        left = budget.left(above, meter)
        most = units if left is None else min(units, left + (before.granted or 0))
        kept[meter] = replace(before, granted=most)
    kept = {meter: account for meter, account in kept.items() if account != Account()}
    if kept != own.ledger:
        chain.keep(tx, budget.climb(chain.nodes(links), replace(own, ledger=kept)))


def put_under(tx: Tx, request: str, delegation: str, lineage: str) -> None:
    """A request's work is done under this delegation from now on."""
    tx.run(_PUT_UNDER, the_id=request, to_delegation=delegation, to_lineage=lineage)


def need_authority(tx: Tx, row: Row, known: str | None, *words: str) -> Links:
    """The chain of a request, if it is live and lets it do what these words name. ``known`` is what its daemon knows.

    Raises:
        Refuse: it has ended, was superseded, or has no place for this; nothing is changed (D9).
    """
    links = chain.chain_of(tx, delegation_of(tx, row))
    allowed: Terms = chain.need_live(tx, links, known)
    if words and is_banned(allowed, *words):
        detail = f"What this work was delegated for does not include '{words[0]}'; go on without it."
        raise Refuse(Problem(code=Code.not_yours, detail=detail))
    return links


def hold(tx: Tx, links: Links, wanted: Mapping[Meter, int]) -> None:
    """Reserve over the whole chain.

    Raises:
        BudgetSpent: there is not enough left of a meter; nothing is changed.
    """
    chain.keep(tx, budget.authorise(chain.nodes(links), wanted))


def charge_known(
    tx: Tx, row: Row, known: str | None, change: Callable[[Ledger], Ledger]
) -> tuple[Links, dict[Meter, int]]:
    """Something was used: charged to the delegation that the daemon knew, if it is one of this task, else to the
    newest (D10). Gives the newest chain, and what is left by it."""
    newest = delegation_of(tx, row)
    if known is not None and known != newest and is_of_task(tx, known, row.id):
        chain.charge(tx, known, change)
        links = chain.chain_of(tx, newest)
        return links, budget.limited(chain.nodes(links))
    links = chain.chain_of(tx, newest)
    changed = budget.charge(chain.nodes(links), change)
    chain.keep(tx, changed)
    after = [*changed, *chain.nodes(links)[len(changed) :]]
    return links, budget.limited(after)


def is_of_task(tx: Tx, delegation: str, task: str) -> bool:
    """Whether a delegation is or was one of this task."""
    found = chain.row_of(tx, delegation)
    return found is not None and found.task == task


def ledger_of(tx: Tx, row: Row) -> Ledger:
    """What a request may use, holds and has used under its delegation."""
    links = chain.chain_of(tx, delegation_of(tx, row))
    return links[0].node.ledger if links else ledger.opened(None, row.meters)
