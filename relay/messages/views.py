"""How messages look: to people, and in the feed of a machine."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Select, bindparam, func, select

from relay.ids import PublicId
from relay.messages import feed
from relay.messages.inbox import AGENT, messages
from relay.store.sql import Row, Sql, table
from relay.store.tables import AgentRow, FeedRow, PersonRow, RequestRow
from relay.store.tx import Tx
from relay.wire.messages import Change, ChangeKind, Feed, Inbox, MessageView

people, agents, requests, changes = table(PersonRow), table(AgentRow), table(RequestRow), table(FeedRow)

_senders = agents.alias("senders")
_SENDER = func.coalesce(people.c.name, _senders.c.handle, messages.c.sender)
_SHOWN = (
    select(messages, _SENDER.label("sender_name"), requests.c.day, requests.c.number)
    .join_from(messages, people, people.c.id == messages.c.sender, isouter=True)
    .outerjoin(_senders, _senders.c.id == func.substr(messages.c.sender, len(AGENT) + 1))
    .outerjoin(requests, requests.c.id == messages.c.task)
)


def _page(shown: Select) -> Sql:  # type: ignore[type-arg]
    """Newest first, a page at a time."""
    return Sql(
        shown.where(messages.c.id < bindparam("the_before"))
        .order_by(messages.c.id.desc())
        .limit(bindparam("the_limit"))
    )


_ONE = Sql(_SHOWN.where(messages.c.id == bindparam("the_id")))
_INBOX = _page(
    _SHOWN.where(messages.c.room == bindparam("the_room"), messages.c.receiver == bindparam("the_receiver"))
)
_UNREAD = Sql(
    _SHOWN.join_from(messages, agents, agents.c.machine == bindparam("the_machine"))
    .where(messages.c.receiver == AGENT + agents.c.id, messages.c.read_at.is_(None))
    .order_by(messages.c.id)
)
_OF_PAGE = Sql(
    _SHOWN.where(
        messages.c.id.in_(
            select(changes.c.subject).where(
                changes.c.machine == bindparam("the_machine"),
                changes.c.seq > bindparam("the_after"),
                changes.c.seq <= bindparam("the_last"),
            )
        )
    )
)
LAST_ID = "~"
"""Sorts behind every id."""


def view_of(row: Row) -> MessageView:
    """One message."""
    known = row._asdict()
    day, number = known.pop("day"), known.pop("number")
    public = None
    if day is not None:
        public = str(PublicId(date(day // 10_000, day // 100 % 100, day % 100), number))
    return MessageView(message=known.pop("id"), task_public_id=public, **known)


def one(tx: Tx, message: str) -> MessageView | None:
    """How a message looks."""
    row = tx.one(_ONE, the_id=message)
    return view_of(row) if row else None


def inbox(tx: Tx, room: str, receiver: str, before: str | None, limit: int) -> Inbox:
    """A page of an inbox."""
    rows = tx.all(_INBOX, the_room=room, the_receiver=receiver, the_before=before or LAST_ID, the_limit=limit)
    return Inbox(messages=[view_of(row) for row in rows], before=rows[-1].id if len(rows) == limit else None)


def feed_page(tx: Tx, machine: str, after: int | None, limit: int) -> Feed:
    """What changed behind a cursor. Without one, or with one from a future that was lost, all that is unread."""
    head = feed.head(tx, machine)
    if after is None or after > head:
        return _fresh(tx, machine, head)
    rows = feed.after(tx, machine, after, limit)
    last = rows[-1].seq if rows else after
    return Feed(changes=_changes(tx, machine, after, rows), after=last, head=max(head, last))


def _fresh(tx: Tx, machine: str, head: int) -> Feed:
    unread = [view_of(row) for row in tx.all(_UNREAD, the_machine=machine)]
    told = [
        Change(seq=head, kind=ChangeKind.message, subject=view.message, at=view.sent_at, message=view)
        for view in unread
    ]
    return Feed(changes=told, after=head, head=head, fresh=True)


def _changes(tx: Tx, machine: str, after: int, rows: Sequence[Row]) -> list[Change]:
    """Each with its message as it stands now; all of a page's messages are looked up at once."""
    if not rows:
        return []
    span = {"the_machine": machine, "the_after": after, "the_last": rows[-1].seq}
    seen = {row.id: view_of(row) for row in tx.all(_OF_PAGE, **span)}
    return [
        Change(
            seq=row.seq,
            kind=row.kind,
            subject=row.subject,
            body=feed.body_of(row),
            at=row.at,
            message=seen.get(row.subject),
        )
        for row in rows
    ]
