"""How delegations end: with their tasks, by a word of the owner, or by time; what is below them first (D2, D9)."""

from sqlalchemy import bindparam, select

from relay.authority.chain import delegations
from relay.authority.states import Delegation, DelegationCommand
from relay.authority.subtree import close_all, subtree_of, write_ended
from relay.authority.tasks import end_task
from relay.store.sql import Row, Sql, literal
from relay.store.tx import Tx

PAGE = 200

_DUE = Sql(
    select(delegations.c.id, delegations.c.owner)
    .where(
        delegations.c.state == literal(Delegation.live),
        delegations.c.expires_at.is_not(None),
        delegations.c.expires_at <= bindparam("the_now"),
    )
    .order_by(delegations.c.expires_at)
    .limit(PAGE)
)


def due(tx: Tx) -> list[Row]:
    """The delegations whose time is over."""
    return tx.all(_DUE, the_now=tx.now)


def finish_task(tx: Tx, request: str, *, completed: bool) -> list[str]:
    """The task of a request that has ended: its delegation is settled, and those below it are revoked before that.

    Gives the tasks below whose delegations were live, the nearest first.
    """
    delegation = end_task(tx, request, completed=completed)
    return end_tree(tx, delegation, DelegationCommand.settle) if delegation is not None else []


def end_tree(tx: Tx, delegation: str, command: DelegationCommand) -> list[str]:
    """A delegation ends, and all below it are revoked, the lowest first. Gives the tasks below it, nearest first."""
    tree = subtree_of(tx, delegation)
    if tree is None:
        return []
    close_all(tree)
    write_ended(tx, tree, command, DelegationCommand.revoke, {})
    return [str(link.row.task) for link in tree.links[1:]]
