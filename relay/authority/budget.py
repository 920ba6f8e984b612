"""Budgets as a tree: what is granted below is reserved above, for each meter by itself (D4, D10). Pure arithmetic.

What a node takes of the one above it is told from its own numbers alone:

- open, with a limit: its whole limit is held above, or more where what was measured afterwards ran over;
- ended, with a limit: what it spent is spent above, and what it still holds, for want of a known outcome, is held;
- without a limit of its own: what it holds and spends is held and spent above, too.

So a change goes up until it makes no difference, and never touches more than its own chain.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from relay.authority import ledger
from relay.authority.ledger import Account, Amounts, BudgetSpent, Ledger
from relay.wire.executions import Meter


@dataclass(frozen=True)
class Node:
    """The account of one delegation. ``open`` while it may authorise anything."""

    id: str
    ledger: Ledger
    open: bool = True


Chain = Sequence[Node]
"""From the delegation itself up to its root."""


def share(account: Account, *, open: bool) -> tuple[int, int]:
    """What an account takes of the one above it: held, and spent."""
    if account.granted is None:
        return account.held, account.spent
    if open:
        return max(account.granted, account.held + account.spent), 0
    return account.held, account.spent


def left(chain: Chain, meter: Meter) -> int | None:
    """What may still be authorised; nothing, where no limit stands in the way.

    The first limit decides: what stands above it has reserved the whole of it.
    """
    for node in chain:
        account = node.ledger.get(meter, Account())
        if account.left is not None:
            return account.left
    return None


def limited(chain: Chain) -> dict[Meter, int]:
    """What is left of each meter that has a limit somewhere."""
    return {meter: units for meter in Meter if (units := left(chain, meter)) is not None}


def authorise(chain: Chain, wanted: Amounts) -> list[Node]:
    """Reserve before anything begins; gives the nodes that change.

    A limited meter that has nothing left authorises nothing, also where nothing of it is asked for.

    Raises:
        BudgetSpent: there is not enough left of a meter; nothing changes.
    """
    for meter, units in limited(chain).items():
        need = wanted.get(meter, 0)
        if units < max(1, need):
            raise BudgetSpent(meter, units, need)
    return charge(chain, lambda kept: ledger.reserve(kept, wanted))


def charge(chain: Chain, change: Callable[[Ledger], Ledger]) -> list[Node]:
    """A change of the first node, and what it makes of those above; gives the nodes that change."""
    return climb(chain, replace(chain[0], ledger=change(chain[0].ledger)))


def close(chain: Chain) -> list[Node]:
    """The first node ends: what it spent is spent above, what it holds is held, the rest is given back (D2, E5)."""
    return climb(chain, replace(chain[0], open=False))


def climb(chain: Chain, first: Node) -> list[Node]:
    """``first`` stands in the place of the first of the chain; gives it and what changes above it."""
    changed = [first]
    for node in chain[1:]:
        rise = _rise(chain[len(changed) - 1], changed[-1])
        if not rise:
            break
        changed.append(replace(node, ledger=_risen(node.ledger, rise)))
    return changed


Rise = dict[Meter, tuple[int, int]]


def _rise(before: Node, after: Node) -> Rise:
    """By how much the share of a node grows: of held, and of spent."""
    found: Rise = {}
    for meter in {*before.ledger, *after.ledger}:
        was = share(before.ledger.get(meter, Account()), open=before.open)
        now = share(after.ledger.get(meter, Account()), open=after.open)
        if was != now:
            found[meter] = now[0] - was[0], now[1] - was[1]
    return found


def _risen(kept: Ledger, rise: Rise) -> Ledger:
    changed = {}
    for meter, (held, spent) in rise.items():
        account = kept.get(meter, Account())
        changed[meter] = replace(account, held=account.held + held, spent=account.spent + spent)
    return {**kept, **changed}


def issue(chain: Chain, new: Node) -> list[Node]:
    """A new node below a chain takes its share of it; gives the nodes of the chain that change."""
    nothing = Node(new.id, {}, open=True)
    return climb([nothing, *chain], new)[1:]


def portion(chain: Chain, wished: Amounts, own: Amounts) -> dict[Meter, int]:
    """The limits of a new node below a chain. ``own`` are those of its agent, by the owner's configuration.

    What was wished for is taken whole or not at all. Where nothing was, of a limited meter half of what is left
    is taken: a child that took all would stop the one who asked.

    Raises:
        BudgetSpent: there is less left than was wished for, or nothing.
    """
    found = {}
    for meter in Meter:
        units, wish, most = left(chain, meter), wished.get(meter), own.get(meter)
        if units is not None and units < max(1, wish or 0):
            raise BudgetSpent(meter, units, wish or 0)
        half = None if units is None else max(1, units // 2)
        limits = [one for one in (half if wish is None else wish, most) if one is not None]
        if limits:
            found[meter] = min(limits)
    return found


def more(chain: Chain, meter: Meter, units: int) -> list[Node]:
    """The owner grants more: at every limit of the chain, so that none above runs short by it. Gives what changes."""
    current = [_raised(node, meter, units) for node in chain]
    for index in range(len(chain) - 1):
        rise = _rise(chain[index], current[index])
        above = current[index + 1]
        current[index + 1] = replace(above, ledger=_risen(above.ledger, rise))
    return [node for before, node in zip(chain, current, strict=True) if node != before]


def _raised(node: Node, meter: Meter, units: int) -> Node:
    account = node.ledger.get(meter, Account())
    if account.granted is None:
        return node
    raised = replace(account, granted=account.granted + units)
    return replace(node, ledger={**node.ledger, meter: raised})
