"""Receipts: claims of the one in whose inbox a message is, and of nobody else (M5)."""

from collections.abc import Callable

from sqlalchemy import bindparam, func, select, update

from relay.messages.inbox import agent_in, machine_of, messages, tell
from relay.requests import actions
from relay.requests.running import need_epoch
from relay.rooms.people import Speaker, identify, need_member
from relay.store.sql import Row, Sql
from relay.store.tx import Tx
from relay.wire.messages import ChangeKind, ReadHere, Receipt, Receipted, Receipts, ReceiptState, ReceiptView

_MESSAGE = Sql(select(messages).where(messages.c.id == bindparam("the_id")))
_DELIVERED = Sql(
    update(messages)
    .where(messages.c.id == bindparam("the_id"), messages.c.delivered_at.is_(None))
    .values(delivered_at=bindparam("to_now"))
    .returning(messages.c.id)
)
_READ = Sql(
    update(messages)
    .where(messages.c.id == bindparam("the_id"), messages.c.read_at.is_(None))
    .values(
        read_at=bindparam("to_now"),
        read_turn=bindparam("to_turn"),
        delivered_at=func.coalesce(messages.c.delivered_at, bindparam("to_now")),
    )
    .returning(messages.c.id)
)


def receive(tx: Tx, machine: str, claims: Receipts) -> Receipted:
    """Claims of a machine for its agents; each stands or falls by itself, and twice is as once.

    Raises:
        Refuse: a newer daemon process of this machine has started; nothing was changed (N2).
    """
    need_epoch(tx, machine, claims.epoch)
    return _each(tx, claims.receipts, lambda row: _is_on(tx, row, machine))


def read_here(tx: Tx, speaker: Speaker, room: str, read: ReadHere) -> Receipted:
    """A person has read messages of the own inbox in a room."""
    person = identify(tx, speaker)
    need_member(tx, room, person)
    claims = [Receipt(message=name, state=ReceiptState.read) for name in read.messages]
    return _each(tx, claims, lambda row: (row.room, row.receiver) == (room, person))


def _each(tx: Tx, claims: list[Receipt], is_mine: Callable[[Row], bool]) -> Receipted:
    known: dict[str, ReceiptView] = {}
    unknown = []
    for claim in claims:
        row = tx.one(_MESSAGE, the_id=claim.message)
        if row is None or not is_mine(row):
            unknown.append(claim.message)
        else:
            _claim(tx, row, claim)
            known[row.id] = _view(tx, row.id)
    return Receipted(receipts=list(known.values()), unknown=unknown)


def _is_on(tx: Tx, row: Row, machine: str) -> bool:
    agent = agent_in(row.receiver)
    return agent is not None and machine_of(tx, agent) == machine


def _claim(tx: Tx, row: Row, claim: Receipt) -> None:
    """Read implies delivered, and the first turn that read it is kept. What is no news is told to nobody."""
    if claim.state is ReceiptState.read:
        news = tx.one(_READ, the_id=row.id, to_now=tx.now, to_turn=claim.turn)
    else:
        news = tx.one(_DELIVERED, the_id=row.id, to_now=tx.now)
    if news is not None and row.stops and row.delivered_at is None and row.task is not None:
        actions.lapse(tx, row.task)  # its machine has heard: nothing waits behind these cards any more (H5)
    if news is not None:
        tell(tx, ChangeKind.receipt, row.id, row.sender, row.receiver)
        tx.wake(f"room:{row.room}")


def _view(tx: Tx, message: str) -> ReceiptView:
    row = tx.one(_MESSAGE, the_id=message)
    assert row is not None, "it was there a moment ago"
    return ReceiptView(
        message=row.id, delivered_at=row.delivered_at, read_at=row.read_at, read_turn=row.read_turn
    )
