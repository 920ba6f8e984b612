"""The feed of each machine: numbered changes, so that who was away reads what changed and not the whole history (J5).

A number is given in the lane of the machine's owner, in the transaction of the change itself: no change is without
one, and no number comes into sight before a smaller one.
"""

import json
from typing import Any

from sqlalchemy import bindparam, select, update

from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import FeedHeadRow, FeedRow
from relay.store.tx import Tx, canonical
from relay.wire.messages import ChangeKind

feed, heads = table(FeedRow), table(FeedHeadRow)

_HEAD = Sql(select(heads.c.seq).where(heads.c.machine == bindparam("the_machine")))
_NEW_HEAD = inserting(FeedHeadRow)
_MOVE_HEAD = Sql(
    update(heads).where(heads.c.machine == bindparam("the_machine")).values(seq=bindparam("to_seq"))
)
_APPEND = inserting(FeedRow)
_AFTER = Sql(
    select(feed)
    .where(feed.c.machine == bindparam("the_machine"), feed.c.seq > bindparam("the_after"))
    .order_by(feed.c.seq)
    .limit(bindparam("the_limit"))
)


def feed_topic(machine: str) -> str:
    """What a machine that waits for its feed listens to."""
    return f"feed:{machine}"


def head(tx: Tx, machine: str) -> int:
    """The newest number of a machine's feed."""
    row = tx.one(_HEAD, the_machine=machine)
    return int(row.seq) if row else 0


def append(tx: Tx, machine: str, kind: ChangeKind, subject: str, body: dict[str, Any] | None = None) -> int:
    """Tell a machine of a change; gives its number. Call it in the lane of the machine's owner."""
    row = tx.one(_HEAD, the_machine=machine)
    seq = row.seq + 1 if row else 1
    if row is None:
        tx.run(_NEW_HEAD, machine=machine, seq=seq)
    else:
        tx.run(_MOVE_HEAD, the_machine=machine, to_seq=seq)
    said = canonical(body or {})
    tx.run(_APPEND, machine=machine, seq=seq, kind=kind, subject=subject, body=said, at=tx.now)
    tx.wake(feed_topic(machine))
    return seq


def after(tx: Tx, machine: str, cursor: int, limit: int) -> list[Row]:
    """The changes behind a cursor, in order."""
    return tx.all(_AFTER, the_machine=machine, the_after=cursor, the_limit=limit)


def body_of(row: Row) -> dict[str, Any]:
    """What else a change says."""
    return dict(json.loads(row.body))
