"""What is kept for how long: the passes find what is past its time by an index, and these verbs remove it (O16).

The text of a request goes; that it was asked, by whom, of which agent, when, and what became of it stays, and so
does the audit log, which holds no text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, bindparam, delete, exists, select, update

from relay.requests.moves import requests
from relay.store.sql import Row, Sql, literal, table
from relay.store.tables import ActionRow, BlobRow, EventRow, InviteRow, JoinRow, LinkRow, MessageRow, PlaceRow
from relay.store.tx import Tx

actions, blobs, events, places = table(ActionRow), table(BlobRow), table(EventRow), table(PlaceRow)
joins, invites, links = table(JoinRow), table(InviteRow), table(LinkRow)
messages = table(MessageRow)

PAGE = 100
"""Things of one kind in one pass; each is small, but a request may have thousands of steps."""

ERASED = "[erased]"
"""What stands in place of a prompt: some places cannot show an empty one."""

CLOCK = "clock"

BLANK: dict[str, Any] = {
    "prompt": ERASED,
    "attachments": "[]",
    "quoted": "[]",
    "reason": None,
    "progress": None,
    "plan": "[]",
    "files": "[]",
    "result": None,
    "salt": None,
    "erased_at": bindparam("to_now"),
}
"""Of a request: all that somebody wrote."""


@dataclass(frozen=True)
class Keep:
    """How long, in seconds; None is for good.

    ``files``: bytes of attachments and of what agents handed over, from the end of their request. ``requests``:
    the texts of a request, from its end. ``cards``: join cards, invitations and link codes, from when they expired.
    """

    files: float | None = 90 * 24 * 3600
    requests: float | None = None
    cards: float | None = 90 * 24 * 3600


_TIME: BindParameter[int] = bindparam("the_time")
_OLD_FILES = Sql(
    select(blobs.c.id, requests.c.owner)
    .join_from(blobs, requests, requests.c.id == blobs.c.request)
    .where(blobs.c.created_at <= _TIME, requests.c.ended_at <= _TIME)
    .order_by(blobs.c.created_at)
    .limit(PAGE)
)
_OLD_REQUESTS = Sql(
    select(requests.c.id, requests.c.owner)
    .where(requests.c.ended_at.is_not(None), requests.c.erased_at.is_(None), requests.c.ended_at <= _TIME)
    .order_by(requests.c.ended_at)
    .limit(PAGE)
)
_OLD_JOINS = Sql(
    select(joins.c.id, joins.c.owner)
    .where(joins.c.state != literal("waiting"), joins.c.deadline <= _TIME)
    .order_by(joins.c.deadline)
    .limit(PAGE)
)
_OLD_INVITES = Sql(
    select(invites.c.id).where(invites.c.expires_at <= _TIME).order_by(invites.c.expires_at).limit(PAGE)
)
_OLD_LINKS = Sql(
    select(links.c.code_hash.label("id"), links.c.person.label("owner"))
    .where(links.c.expires_at <= _TIME)
    .order_by(links.c.expires_at)
    .limit(PAGE)
)
_DROP_FILE = Sql(delete(blobs).where(blobs.c.id == bindparam("the_id")).returning(blobs.c.id))
_DROP_JOIN = Sql(
    delete(joins)
    .where(joins.c.id == bindparam("the_id"), joins.c.state != literal("waiting"))
    .returning(joins.c.id)
)
_DROP_INVITE = Sql(delete(invites).where(invites.c.id == bindparam("the_id")).returning(invites.c.id))
_DROP_LINK = Sql(delete(links).where(links.c.code_hash == bindparam("the_id")).returning(links.c.code_hash))
_DROP_PLACES = Sql(delete(places).where(places.c.subject == bindparam("the_id")))
_BLANK = Sql(
    update(requests)
    .where(
        requests.c.id == bindparam("the_id"),
        requests.c.ended_at.is_not(None),
        requests.c.erased_at.is_(None),
    )
    .values(**BLANK)
    .returning(requests.c.id)
)
_BLANK_EVENTS = Sql(update(events).where(events.c.request == bindparam("the_id")).values(body="{}"))
_BLANK_ACTIONS = Sql(
    update(actions)
    .where(actions.c.request == bindparam("the_id"))
    .values(shown=ERASED, reason=ERASED, facts=None, answer=None)
)
_BLANK_MESSAGES = [
    Sql(update(messages).where(column == bindparam("the_id")).values(body=ERASED, digest=ERASED))
    for column in (messages.c.request, messages.c.task)
]
_TOLD = (
    events.c.kind == literal("message"),
    messages.c.task == events.c.request,
    events.c.body.contains(messages.c.id),
)
_BLANK_TOLD = Sql(
    update(events)
    .where(
        events.c.request.in_(select(messages.c.task).where(messages.c.request == bindparam("the_id"))),
        exists().where(messages.c.request == bindparam("the_id"), *_TOLD),
    )
    .values(body="{}")
)
"""What its agent wrote about other requests stands on their timelines, too."""

_DROP_FILES = Sql(delete(blobs).where(blobs.c.request == bindparam("the_id")))


def old(tx: Tx, keep: Keep) -> dict[str, list[tuple[str, str]]]:
    """What is past its time, a page of each kind: owner and id."""
    found = {
        "files": _page(tx, _OLD_FILES, keep.files),
        "requests": _page(tx, _OLD_REQUESTS, keep.requests),
        "join cards": _page(tx, _OLD_JOINS, keep.cards),
        "invitations": _page(tx, _OLD_INVITES, keep.cards),
        "link codes": _page(tx, _OLD_LINKS, keep.cards),
    }
    return {kind: [(_owner(row), row.id) for row in rows] for kind, rows in found.items()}


def _page(tx: Tx, sql: Sql, seconds: float | None) -> list[Row]:
    return [] if seconds is None else tx.all(sql, the_time=tx.now - int(seconds * 1_000_000))


def _owner(row: Row) -> str:
    """An invitation has no owner of its own: its id begins with it."""
    return str(getattr(row, "owner", None) or row.id.partition("-")[0])


def forget(tx: Tx, owner: str, kind: str, names: Sequence[str]) -> int:
    """Remove some of one owner's things of one kind; the log says how many, and that the clock did it."""
    count = sum(_FORGET[kind](tx, name) for name in names)
    if count:
        tx.audit(owner, "forgotten", CLOCK, kind=kind, count=count)
    return count


def _forget_request(tx: Tx, name: str) -> bool:
    blanked = tx.one(_BLANK, the_id=name, to_now=tx.now) is not None
    if blanked:
        blank_what_hangs_on(tx, name)
    return blanked


def blank_what_hangs_on(tx: Tx, request: str) -> None:
    """The steps keep their place, kind, time and actor (T2), the actions their digest and decision; files go."""
    for statement in (_BLANK_EVENTS, _BLANK_TOLD, _BLANK_ACTIONS, *_BLANK_MESSAGES, _DROP_FILES):
        tx.run(statement, the_id=request)


def _forget_join(tx: Tx, name: str) -> bool:
    gone = tx.one(_DROP_JOIN, the_id=name) is not None
    if gone:
        drop_places(tx, name)
    return gone


def drop_places(tx: Tx, subject: str) -> None:
    """Nothing shows it any more; what stands in the chats stays there as it is."""
    tx.run(_DROP_PLACES, the_id=subject)


_FORGET: dict[str, Callable[[Tx, str], bool]] = {
    "files": lambda tx, name: tx.one(_DROP_FILE, the_id=name) is not None,
    "requests": _forget_request,
    "join cards": _forget_join,
    "invitations": lambda tx, name: tx.one(_DROP_INVITE, the_id=name) is not None,
    "link codes": lambda tx, name: tx.one(_DROP_LINK, the_id=name) is not None,
}
