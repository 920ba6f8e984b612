"""Opening a task: it begins together with its request, under a delegation of its own (D4, D5).

A person's request has its authority from the owner's configuration: the budget of the agent, and the allowance of
the standing permission that let it in. An agent's request has it out of what the asking one may do.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from relay.authority import budget, chain, ledger, terms
from relay.authority.budget import Node
from relay.authority.chain import Link
from relay.authority.ledger import Account, Ledger
from relay.authority.states import Task
from relay.authority.tasks import NEW_TASK, task_of
from relay.authority.terms import NOTHING_ABOVE, ROOT, Terms
from relay.store.ids import new_id
from relay.store.sql import Row
from relay.store.tx import Tx
from relay.wire.executions import Meter


@dataclass(frozen=True)
class Under:
    """What a new task stands below: a chain, and the task of it if an agent asks. ``limits`` are by meter."""

    links: Sequence[Link]
    terms: Terms
    limits: dict[Meter, int]
    parent: Row | None = None
    wish: str | None = None


@dataclass(frozen=True)
class Opened:
    """A delegation that is made, and whose task is kept once its request is there."""

    delegation: str
    lineage: str
    root: str | None
    under: Under


def limits_of(configured: str | None) -> dict[Meter, int]:
    """The limits that the owner has configured for an agent's requests; our own JSON."""
    return {Meter(name): int(units) for name, units in json.loads(configured or "{}").items()}


def under_owner(configured: str | None) -> Under:
    """What a person's request stands under."""
    return Under((), ROOT, limits_of(configured))


def under_the_same(tx: Tx, under: Under, task: Row) -> Under:
    """What is tried again keeps the limits of the one before, but for their end, and whose
    words it has: nothing is laundered (D4, X3)."""
    before = replace(chain.authority(chain.chain_of(tx, task.delegation)), expires_at=None, depth=None)
    return replace(under, terms=terms.both(under.terms, before), wish=task.wish)


def delegate(tx: Tx, owner: str, task: str, under: Under, used: Ledger | None = None) -> Opened:
    """Issue the delegation of a task. ``used`` is what was counted for it before it had one."""
    made = new_id(owner, tx.now)
    kept: Ledger = {meter: Account(units) for meter, units in under.limits.items()}
    if used:
        kept |= used
    text = terms.written(under.terms, {str(meter): units for meter, units in sorted(under.limits.items())})
    above = under.links[0].row.lineage if under.links else NOTHING_ABOVE
    opened = Opened(
        made, terms.lineage(above, text), under.parent.root if under.parent is not None else None, under
    )
    chain.insert(
        tx,
        id=made,
        owner=owner,
        task=task,
        parent=under.links[0].row.id if under.links else None,
        terms=text,
        lineage=opened.lineage,
        meters=ledger.closed(kept),
        expires_at=under.terms.expires_at,
        made_at=tx.now,
    )
    chain.keep(tx, budget.issue(chain.nodes(under.links), Node(made, kept)))
    return opened


def keep_task(tx: Tx, request: str, row: "Session", opened: Opened) -> None:
    """The task of a request that was just made: open, and the newest of its session."""
    parent = opened.under.parent
    tx.run(
        NEW_TASK,
        id=request,
        owner=row.owner,
        room=row.room,
        agent=row.agent,
        person=row.person,
        state=Task.open,
        parent=parent.id if parent is not None else None,
        root=opened.root or request,
        delegation=opened.delegation,
        wish=opened.under.wish,
        opened_at=tx.now,
        assigned_at=tx.now,
        ended_at=None,
    )


@dataclass(frozen=True)
class Session:
    """Whose task it is, of which session, and which person stands at its root."""

    owner: str
    room: str
    agent: str
    person: str


def open_late(tx: Tx, request: Row, configured: str | None) -> Opened | None:
    """A request that an older relay has made gets its task when it is needed; nothing, if it has one (O14)."""
    if request.delegation is not None or task_of(tx, request.id) is not None:
        return None
    used = ledger.opened(configured, request.meters)
    opened = delegate(tx, request.owner, request.id, under_owner(configured), used)
    keep_task(tx, request.id, Session(request.owner, request.room, request.agent, request.asker), opened)
    return opened
