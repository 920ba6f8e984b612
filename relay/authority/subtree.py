"""A delegation with all live ones below it, and the chain above: taken in two reads, ended from below (D2, D6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, literal_column, select, update

from relay.authority import budget, chain, ledger
from relay.authority.budget import Node
from relay.authority.chain import Link, delegations
from relay.authority.states import DELEGATIONS, Delegation, DelegationCommand, advance
from relay.store.sql import Sql, literal
from relay.store.tx import Tx

_top = (
    select(delegations, literal_column("0").label("level"))
    .where(delegations.c.id == bindparam("the_id"), delegations.c.state == literal(Delegation.live))
    .cte("below", recursive=True)
)
_next = delegations.alias("next")
below = _top.union_all(
    select(_next, (_top.c.level + literal_column("1")).label("level"))
    .join_from(_top, _next, _next.c.parent == _top.c.id)
    .where(_next.c.state == literal(Delegation.live))
)
"""A live delegation ``the_id`` and all live ones below it."""

_SUBTREE = Sql(select(below).order_by(below.c.level, below.c.id))
_END = Sql(
    update(delegations)
    .where(delegations.c.id == bindparam("the_id"), delegations.c.state == literal(Delegation.live))
    .values(
        state=bindparam("to_state"),
        ended_at=bindparam("to_now"),
        successor=bindparam("to_successor"),
        meters=bindparam("to_meters"),
    )
)


@dataclass
class Subtree:
    """``links`` from the top down, ``above`` from the nearest up; ``nodes`` are the accounts, as they change."""

    links: list[Link]
    above: list[Link]
    nodes: dict[str, Node]
    known: dict[str, Link]

    @property
    def top(self) -> Link:
        """The delegation itself."""
        return self.links[0]

    def path(self, delegation: str) -> list[Node]:
        """The accounts from a delegation of the subtree up to the root, as they are now."""
        return [self.nodes[name] for name in self._names_up(delegation)]

    def chain(self, delegation: str) -> list[Link]:
        """The same as they were read."""
        return [self.known[name] for name in self._names_up(delegation)]

    def _names_up(self, delegation: str) -> Iterator[str]:
        name: str | None = delegation
        while name is not None:
            yield name
            name = self.known[name].row.parent

    def put(self, changed: Sequence[Node]) -> None:
        """Accounts that have changed."""
        self.nodes.update({node.id: node for node in changed})


def subtree_of(tx: Tx, delegation: str) -> Subtree | None:
    """A live delegation with what is live below it, and the chain above it."""
    below, up = tx.together([(_SUBTREE, {"the_id": delegation}), chain.asking(delegation)])
    if not below:
        return None
    links, above = [chain.link_of(row) for row in below], [chain.link_of(row) for row in up[1:]]
    known = {link.row.id: link for link in (*links, *above)}
    return Subtree(links, above, {name: link.node for name, link in known.items()}, known)


def close_all(tree: Subtree) -> None:
    """Each account of the subtree ends, the lowest first: what it used goes up, what it did not use is given back."""
    for link in reversed(tree.links):
        tree.put(budget.close(tree.path(link.row.id)))


def write_ended(
    tx: Tx, tree: Subtree, top: DelegationCommand, below: DelegationCommand, successors: dict[str, str]
) -> None:
    """Write a subtree that was closed, and what that made of the accounts above it."""
    commands = [top] + [below] * (len(tree.links) - 1)
    rows = [
        {
            "the_id": link.row.id,
            "to_state": advance(DELEGATIONS, Delegation.live, command),
            "to_now": tx.now,
            "to_successor": successors.get(link.row.id),
            "to_meters": ledger.closed(tree.nodes[link.row.id].ledger),
        }
        for link, command in zip(tree.links, commands, strict=True)
    ]
    tx.many(_END, rows)
    write_above(tx, tree)


def write_above(tx: Tx, tree: Subtree) -> None:
    """Write the accounts above the subtree that have changed."""
    chain.keep(tx, [tree.nodes[link.row.id] for link in tree.above if tree.nodes[link.row.id] != link.node])
