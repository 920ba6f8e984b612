"""A person's daily allowance on an agent: up to this much a day without asking (A6).

It is a delegation without a task, one for each permission and day of UTC, and what is let in that day stands below
it: so the same arithmetic keeps it.
"""

from datetime import UTC, datetime

from sqlalchemy import bindparam, select, update

from relay.authority import budget, chain, ledger, terms
from relay.authority.chain import Link, delegations
from relay.authority.ledger import Account
from relay.authority.opening import Under, limits_of
from relay.authority.terms import NOTHING_ABOVE, ROOT, Terms
from relay.store.ids import new_id
from relay.store.sql import Row, Sql, table
from relay.store.tables import GrantRow
from relay.store.tx import Refuse, Tx, canonical
from relay.wire.base import Code, Problem
from relay.wire.executions import Meter

grants = table(GrantRow)

_OF_DAY = Sql(
    select(delegations).where(
        delegations.c.standing.is_not(None),
        delegations.c.standing == bindparam("the_standing"),
        delegations.c.day == bindparam("the_day"),
    )
)
_ALLOW = Sql(
    update(grants)
    .where(
        grants.c.id == bindparam("the_id"),
        grants.c.owner == bindparam("the_owner"),
        grants.c.revoked_at.is_(None),
    )
    .values(allowance=bindparam("to_allowance"))
    .returning(grants)
)


def under_allowance(tx: Tx, grant: Row, configured: str | None) -> Under | None:
    """What a request that a permission lets in stands under; nothing, when the day's allowance is used up."""
    link = _of_today(tx, grant) or _begin_day(tx, grant)
    left = budget.limited([link.node])
    if any(units < 1 for units in left.values()):
        return None
    limits = {meter: min(units, left.get(meter, units)) for meter, units in limits_of(configured).items()}
    return Under([link], ROOT, limits)


def day_of(now: int) -> int:
    """The day of UTC of a time in microseconds, such as 20260906."""
    return int(datetime.fromtimestamp(now / 1_000_000, UTC).strftime("%Y%m%d"))


def _of_today(tx: Tx, grant: Row) -> Link | None:
    row = tx.one(_OF_DAY, the_standing=grant.id, the_day=day_of(tx.now))
    return chain.link_of(row) if row is not None else None


def _begin_day(tx: Tx, grant: Row) -> Link:
    limits = limits_of(grant.allowance)
    text = terms.written(Terms(), {str(meter): units for meter, units in sorted(limits.items())})
    made = new_id(grant.owner, tx.now)
    chain.insert(
        tx,
        id=made,
        owner=grant.owner,
        task=None,
        parent=None,
        terms=text,
        lineage=terms.lineage(NOTHING_ABOVE, text),
        meters=ledger.closed({meter: Account(units) for meter, units in limits.items()}),
        expires_at=None,
        made_at=tx.now,
        standing=grant.id,
        day=day_of(tx.now),
    )
    row = chain.row_of(tx, made)
    assert row is not None, "it was written a moment ago"
    return chain.link_of(row)


def allow(tx: Tx, owner: str, grant: str, allowance: dict[Meter, int]) -> Row:
    """The owner sets what may be used a day; what is under way today goes on within it. Nothing lifts the limit.

    Raises:
        Refuse: the owner has given no such permission.
    """
    said = canonical(allowance) if allowance else None
    row = tx.one(_ALLOW, the_id=grant, the_owner=owner, to_allowance=said)
    if row is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such standing permission."))
    today = _of_today(tx, row)
    if today is not None:
        chain.keep(tx, [_limited_to(today, allowance)])
    return row


def _limited_to(link: Link, allowance: dict[Meter, int]) -> budget.Node:
    kept = link.node.ledger
    changed = {
        meter: Account(
            allowance.get(meter), kept.get(meter, Account()).held, kept.get(meter, Account()).spent
        )
        for meter in {*kept, *allowance}
    }
    return budget.Node(link.node.id, changed, link.node.open)
