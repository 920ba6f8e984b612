"""After a restore (O16): what happened since the back-up is not on record here, and none of it may happen again unasked.

The machines and the chats have gone on since. So nothing that was approved or running goes on: it may be done
already. What waits for the owner waits on, and says so. Every number by which somebody is told from who was there
before jumps ahead: public ids, the epochs of machines, their feeds, the fences of connectors.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, select, update

from relay.machine import Command
from relay.requests import actions, endings, executions, moves, waiting
from relay.requests.moves import requests
from relay.rooms import grants, logins
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import (
    CounterRow,
    FeedHeadRow,
    GrantRow,
    HeadRow,
    InviteRow,
    LeaseRow,
    LinkRow,
    MachineRow,
    RoomRow,
)
from relay.store.tx import Tx

machines, leases, heads = table(MachineRow), table(LeaseRow), table(HeadRow)
counters, grant_rows, invites = table(CounterRow), table(GrantRow), table(InviteRow)
links, rooms, feeds = table(LinkRow), table(RoomRow), table(FeedHeadRow)

JUMP = 1_000_000
"""More daemon and connector processes than can have started since any back-up."""

IDS = 1000
"""Today's ids go on from the next multiple of this: more than an owner is asked for in a day."""

ASKS_FOR = 24 * 3600 * 1_000_000
"""Microseconds in which an ask from a chat waits for the owner, whoever asks: chats deliver again what they think
that nobody has heard."""

ACCOUNT = "restore"

_OPEN = select(requests.c.id).where(requests.c.owner == bindparam("the_owner"), requests.c.ended_at.is_(None))
_QUEUED = Sql(_OPEN.where(moves.is_open_to(Command.claim)))
_RUNNING = Sql(_OPEN.where(moves.is_open_to(Command.finish)))
_PENDING = Sql(_OPEN.where(moves.is_open_to(Command.expire)))
_ENDED: dict[str, Any] = {
    "ended_at": bindparam("to_now"),
    "ended_by": bindparam("to_by"),
    "reason": bindparam("to_reason"),
    "result": bindparam("to_reason"),
}
_CANCEL, _CLOSE = moves.move(Command.cancel, **_ENDED), moves.move(Command.close, **_ENDED)
_NOTE = moves.change()
_GRANTS = Sql(
    select(grant_rows.c.id).where(
        grant_rows.c.owner == bindparam("the_owner"), grant_rows.c.revoked_at.is_(None)
    )
)
_EPOCHS = Sql(
    update(machines)
    .where(machines.c.owner == bindparam("the_owner"))
    .values(epoch=machines.c.epoch + JUMP, process=None)
)
_FENCES = Sql(
    update(leases)
    .where(leases.c.owner == bindparam("the_owner"))
    .values(fence=leases.c.fence + JUMP, until=0)
)
_MACHINES = Sql(
    select(machines.c.id, feeds.c.seq)
    .join_from(machines, feeds, feeds.c.machine == machines.c.id, isouter=True)
    .where(machines.c.owner == bindparam("the_owner"))
)
_NEW_FEED = inserting(FeedHeadRow)
_MOVE_FEED = Sql(
    update(feeds).where(feeds.c.machine == bindparam("the_machine")).values(seq=bindparam("to_seq"))
)
_INVITES = Sql(
    update(invites)
    .where(
        invites.c.room.in_(select(rooms.c.id).where(rooms.c.owner == bindparam("the_owner"))),
        invites.c.revoked_at.is_(None),
        invites.c.expires_at > bindparam("to_now"),
    )
    .values(revoked_at=bindparam("to_now"))
)
_LINKS = Sql(
    update(links).where(links.c.expires_at > bindparam("to_now")).values(expires_at=bindparam("to_now"))
)
_COUNT = Sql(
    select(counters.c.number).where(
        counters.c.owner == bindparam("the_owner"), counters.c.day == bindparam("the_day")
    )
)
_NEW_COUNT = inserting(CounterRow)
_SET_COUNT = Sql(
    update(counters)
    .where(counters.c.owner == bindparam("the_owner"), counters.c.day == bindparam("the_day"))
    .values(number=bindparam("to_number"))
)
_ASK = Sql(
    update(heads).where(heads.c.owner == bindparam("the_owner")).values(asks_until=bindparam("to_until"))
)
_ASKS = Sql(select(heads.c.asks_until).where(heads.c.owner == bindparam("the_owner")))


@dataclass(frozen=True)
class Restored:
    """What was done to one owner's house."""

    owner: str
    cancelled: int
    closed: int
    waiting: int
    revoked: int


def restored(tx: Tx, owner: str, made_at: int, head: str) -> Restored:
    """Make one owner's part of a restored database safe to go on with; ``head`` is that of the back-up.

    Running it again does no harm.
    """
    when = f"{datetime.fromtimestamp(made_at / 1_000_000, UTC):%Y-%m-%d %H:%M} UTC"
    _jump_ahead(tx, owner)
    _jump_feeds(tx, owner)
    cancelled = _end(tx, owner, _QUEUED, _CANCEL, "cancelled", _MAY_HAVE_RUN.format(when=when))
    closed = _end(tx, owner, _RUNNING, _CLOSE, "failed", _MAY_HAVE_ENDED.format(when=when))
    waiting = _note(tx, owner, when)
    live = tx.all(_GRANTS, the_owner=owner)
    for row in live:
        grants.take_back(tx, owner, row.id)
    for statement in (_EPOCHS, _FENCES, _INVITES, _LINKS):
        tx.run(statement, the_owner=owner, to_now=tx.now)
    logins.log_out(tx, owner, "", ACCOUNT, everywhere=True)  # one of them may have been signed out since
    tx.audit(owner, "restored", owner, account=ACCOUNT, made_at=made_at, head=head)
    tx.run(_ASK, the_owner=owner, to_until=tx.now + ASKS_FOR)
    return Restored(owner, cancelled, closed, waiting, len(live))


_MAY_HAVE_RUN = (
    "The relay was restored from a back-up of {when}: this may have run since. Look whether it is done, and if not, "
    "ask again."
)
_MAY_HAVE_ENDED = (
    "The relay was restored from a back-up of {when}: what became of this since is not known here. Look, and if it "
    "is not done, retry."
)
_MAY_BE_DONE = (
    "The relay was restored from a back-up of {when}: this may have been decided and done since. Look before you "
    "approve."
)


def _end(tx: Tx, owner: str, which: Sql, statement: Sql, kind: str, reason: str) -> int:
    count = 0
    for row in tx.all(which, the_owner=owner):
        moved = tx.one(statement, the_id=row.id, to_now=tx.now, to_by=owner, to_reason=reason)
        if moved is not None:  # else it has ended with one before it
            _leave_behind(tx, moved, kind, reason)
            count += 1
    return count


def _leave_behind(tx: Tx, row: Row, kind: str, reason: str) -> None:
    actions.lapse(tx, row.id)
    executions.lose(tx, row)
    waiting.ended(tx, row)
    moves.record(tx, row, kind, row.owner, {"reason": reason, "outcome": "unknown"}, account=ACCOUNT)
    endings.ended(tx, row)


def _note(tx: Tx, owner: str, when: str) -> int:
    pending = tx.all(_PENDING, the_owner=owner)
    for row in pending:
        moved = tx.one(_NOTE, the_id=row.id, to_now=tx.now)
        moves.record(tx, moved, "notice", owner, {"text": _MAY_BE_DONE.format(when=when)}, account=ACCOUNT)
    return len(pending)


def _jump_ahead(tx: Tx, owner: str) -> None:
    """Ids that were given today after the back-up are not given to others (Q1)."""
    day = int(datetime.fromtimestamp(tx.now / 1_000_000, UTC).strftime("%Y%m%d"))
    row = tx.one(_COUNT, the_owner=owner, the_day=day)
    number = (row.number if row else 0) // IDS * IDS + IDS
    if row is None:
        tx.run(_NEW_COUNT, owner=owner, day=day, number=number)
    else:
        tx.run(_SET_COUNT, the_owner=owner, the_day=day, to_number=number)


def _jump_feeds(tx: Tx, owner: str) -> None:
    """A machine that has read further than the back-up knows would not hear of what comes now."""
    for row in tx.all(_MACHINES, the_owner=owner):
        if row.seq is None:
            tx.run(_NEW_FEED, machine=row.id, seq=JUMP)
        else:
            tx.run(_MOVE_FEED, the_machine=row.id, to_seq=row.seq + JUMP)


def asks_first(tx: Tx, owner: str) -> bool:
    """Whether an ask from a chat waits for this owner, because a restore was lately."""
    row = tx.one(_ASKS, the_owner=owner)
    return row is not None and row.asks_until is not None and tx.now < row.asks_until
