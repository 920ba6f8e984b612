"""What a move makes of a subtree: old delegations closed, new ones out of what was left, and what gets narrower.

Values in, values out: nothing is read or written here, so that a preview and the move itself cannot differ (D7).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from relay.authority import budget, chain, ledger, terms
from relay.authority.budget import Node
from relay.authority.chain import Link
from relay.authority.ledger import Account, Ledger
from relay.authority.states import Delegation
from relay.authority.subtree import Subtree, close_all
from relay.authority.terms import Terms
from relay.store.ids import new_id
from relay.store.sql import Row
from relay.wire.executions import Meter

Change = tuple[str, str, str, str]
"""A task, what gets narrower of it, how it was, and how it is then."""


class TooDeep(Exception):
    """There are more levels below this work than the new parent allows."""


@dataclass(frozen=True)
class New:
    """A delegation that takes the place of an old one."""

    id: str
    old: str
    task: str
    lineage: str
    row: dict[str, Any]


@dataclass(frozen=True)
class Passage:
    """A move, worked out: ``family`` are the tasks that move, ``changed_above`` the accounts of the new parent's
    chain that change with it."""

    tree: Subtree
    family: Sequence[Row]
    root: str
    new: list[New]
    narrower: list[Change]
    changed_above: list[Node]


def may_stand_below(allowed: Terms, agent: str) -> bool:
    """Whether who stands above may have asked this agent at all."""
    return terms.allows(allowed, "agents", agent)


def work_out(tree: Subtree, links: Sequence[Link], family: Sequence[Row], above: Row, now: int) -> Passage:
    """Close the subtree where it stands, and make it anew below ``links``.

    Raises:
        TooDeep: more levels are below it than the new parent allows.
    """
    before = {link.row.id: _standing(tree, link) for link in tree.links}
    close_all(tree)
    accounts = {link.row.id: tree.nodes.get(link.row.id, link.node) for link in links}
    work = _Below(tree, list(links), accounts, now)
    for link in tree.links:
        work.renew(link, before[link.row.id].terms)
    narrower = [change for link in tree.links for change in work.lost(link, before[link.row.id])]
    # All of them: an account that is in both chains was written in between, and has to be written again.
    changed = [work.accounts[link.row.id] for link in links]
    return Passage(tree, family, above.root, work.finished(), narrower, changed)


@dataclass(frozen=True)
class _Standing:
    """What a delegation allows where it stands, and what is left."""

    terms: Terms
    left: dict[Meter, int]


def _standing(tree: Subtree, link: Link) -> _Standing:
    links = tree.chain(link.row.id)
    return _Standing(chain.authority(links), budget.limited(chain.nodes(links)))


class _Below:
    """The new subtree, as it grows from the top down. ``accounts`` are all that a node of it can reach."""

    def __init__(self, tree: Subtree, links: list[Link], accounts: dict[str, Node], now: int) -> None:
        self._tree, self._now = tree, now
        self._top = links[0].row.id
        self.accounts = accounts
        self.new: list[New] = []
        self._names: dict[str, str] = {}
        self._parents = {link.row.id: link.row.parent for link in links}
        self._lineages = {link.row.id: str(link.row.lineage) for link in links}
        self._allowed = {self._top: chain.authority(links)}

    def renew(self, link: Link, was: Terms) -> None:
        """The successor of one old delegation: the top keeps all that its old chain forbade."""
        row = link.row
        above = self._names.get(row.parent, self._top)
        own = was if link is self._tree.top else link.terms
        allowed = terms.below(self._allowed[above], own)
        if (allowed.depth or 0) < 0:
            raise TooDeep(TooDeep.__doc__)
        made = new_id(row.owner, self._now)
        self._names[row.id], self._parents[made], self._allowed[made] = made, above, allowed
        kept = self._rest(row.id, above)
        self._put(Node(made, kept), above)
        self._keep(link, made, above, own, kept)

    def _rest(self, old: str, above: str) -> Ledger:
        """What was left of the old limits, as far as the new chain has it."""
        path = self._path(above)
        found = {}
        for meter, account in self._tree.nodes[old].ledger.items():
            if account.granted is not None:
                rest = max(0, account.granted - account.held - account.spent)
                most = budget.left(path, meter)
                found[meter] = Account(rest if most is None else min(rest, most))
        return found

    def _path(self, name: str | None) -> list[Node]:
        found = []
        while name is not None:
            found.append(self.accounts[name])
            name = self._parents[name]
        return found

    def _put(self, node: Node, above: str) -> None:
        for changed in [node, *budget.issue(self._path(above), node)]:
            self.accounts[changed.id] = changed

    def _keep(self, link: Link, made: str, above: str, own: Terms, kept: Ledger) -> None:
        budgets = {str(meter): account.granted or 0 for meter, account in sorted(kept.items())}
        text = terms.written(own, budgets)
        lineage = self._lineages[made] = terms.lineage(self._lineages[above], text)
        row = {
            "id": made,
            "owner": link.row.owner,
            "task": link.row.task,
            "parent": above,
            "state": Delegation.live,
            "terms": text,
            "lineage": lineage,
            "expires_at": own.expires_at,
            "made_at": self._now,
            "ended_at": None,
            "successor": None,
            "standing": None,
            "day": None,
        }
        self.new.append(New(made, link.row.id, link.row.task, lineage, row))

    def lost(self, link: Link, before: _Standing) -> list[Change]:
        """What is narrower of one delegation now."""
        made, task = self._names[link.row.id], link.row.task
        after = self._allowed[made]
        found = [(task, *change) for change in terms.lost(before.terms, after)]
        left = budget.limited(self._path(made))
        for meter, units in left.items():
            was = before.left.get(meter)
            if was is None or units < was:
                found.append((task, str(meter), terms.said(was), str(units)))
        return found

    def finished(self) -> list[New]:
        """The new delegations with their accounts, which those below them have changed."""
        return [
            replace(one, row={**one.row, "meters": ledger.closed(self.accounts[one.id].ledger)})
            for one in self.new
        ]
