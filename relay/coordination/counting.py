"""What stands below each task of a tree, the task itself not mixed in. Pure (V2, V3)."""

from collections.abc import Sequence

from relay.machine import State
from relay.requests import moves
from relay.store.sql import Row
from relay.wire.supervision import Counts


def runs(row: Row, now: int) -> bool:
    """Whether a session works on this at this moment: it holds its turn, and its machine is heard from."""
    return (
        row.state == State.running
        and row.yielded_at is None
        and row.interrupted_at is None
        and (row.lease_until is None or row.lease_until > now)
    )


def blocked(row: Row, now: int) -> str | None:
    """What an open task waits for; nothing, if it goes on or is queued."""
    if moves.is_final(row.state):
        return None
    if row.state == State.pending:
        return "owner"
    if row.state != State.running:
        return None
    if row.asks:
        return "action"
    if row.yielded_at is not None:
        return "answer"
    return None if runs(row, now) else "machine"


def counts_below(rows: Sequence[Row], now: int) -> dict[str, Counts]:
    """For each of the rows, which stand with parents before their children, what is below it."""
    sums = {row.id: [0, 0, 0, 0, 0] for row in rows}
    for row in reversed(rows):
        above = sums.get(row.parent) if row.parent is not None else None
        if above is not None:
            own = _own(row, now)
            for place, (mine, below) in enumerate(zip(own, sums[row.id], strict=True)):
                above[place] += mine + below
    names = ("all", "open", "running", "blocked", "done")
    return {name: Counts(**dict(zip(names, found, strict=True))) for name, found in sums.items()}


def _own(row: Row, now: int) -> tuple[int, int, int, int, int]:
    is_open = not moves.is_final(row.state)
    return (
        1,
        int(is_open),
        int(runs(row, now)),
        int(blocked(row, now) is not None),
        int(row.state == State.done),
    )
