"""What needs an owner, told once at each browser that wants it: by what waits now, not by what happened.

A thing that was decided is not there any more, so it is not told. A thing that was told has a row. One that was
taken and about which nothing was heard is due again later: told twice under one key, it is one notification.
"""

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, select, update

from relay.requests import moves, overview
from relay.requests.moves import requests
from relay.rooms.people import Speaker, accounts, identify
from relay.store.ids import new_id
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import NoticeRow, SubscriptionRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.notifications import (
    NoticeList,
    NoticeView,
    Outcome,
    Subscribe,
    TakeNotices,
    Told,
    Unsubscribe,
    Waits,
)

subscriptions, notices = table(SubscriptionRow), table(NoticeRow)

MOST = 20
"""Browsers of one person; of more the oldest is let go."""

ATTEMPTS = 8
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0
"""Seconds between two attempts: twice as long each time."""

KEPT = 40 * 24 * 3600 * 1_000_000
TOO_OLD = 30 * 24 * 3600 * 1_000_000
"""What has waited longer is not told any more, so that the rows of what was told need not be kept for ever."""

_NEW = inserting(SubscriptionRow)
_AT = Sql(select(subscriptions).where(subscriptions.c.endpoint == bindparam("the_endpoint")))
_MINE = Sql(
    select(subscriptions)
    .where(subscriptions.c.person == bindparam("the_person"))
    .order_by(subscriptions.c.id.desc())
)
_ONE = Sql(
    select(subscriptions).where(
        subscriptions.c.id == bindparam("the_id"),
        subscriptions.c.owner == bindparam("the_owner"),
        subscriptions.c.platform == bindparam("the_platform"),
    )
)
DUE_AT = Sql(
    select(subscriptions, accounts.c.person.label("account_of"))
    .join_from(
        subscriptions,
        accounts,
        (accounts.c.platform == subscriptions.c.platform)
        & (accounts.c.tenant == subscriptions.c.tenant)
        & (accounts.c.subject == subscriptions.c.subject),
        isouter=True,
    )
    .where(
        subscriptions.c.owner == bindparam("the_owner"), subscriptions.c.platform == bindparam("the_platform")
    )
)
"""Where to tell; whose account made the subscription shows whether it still holds (R7)."""

_DROP = Sql(delete(subscriptions).where(subscriptions.c.id == bindparam("the_id")))
_DROP_NOTICES = Sql(delete(notices).where(notices.c.subscription == bindparam("the_id")))
_KNOWN = Sql(select(notices).where(notices.c.subscription == bindparam("the_subscription")))
_TAKE = inserting(NoticeRow)
_AGAIN = Sql(
    update(notices)
    .where(
        notices.c.subscription == bindparam("the_subscription"), notices.c.subject == bindparam("the_subject")
    )
    .values(
        attempts=bindparam("to_attempts"), next_at=bindparam("to_next_at"), told_at=bindparam("to_told_at")
    )
)
_OLD = Sql(
    delete(notices).where(
        notices.c.subscription == bindparam("the_subscription"), notices.c.next_at < bindparam("the_time")
    )
)
_ABOUT = Sql(
    select(requests.c.day, requests.c.number, requests.c.room).where(requests.c.id == bindparam("the_id"))
)

GONE = Problem(code=Code.unknown, detail="There is no such subscription.")


@dataclass(frozen=True)
class Thing:
    """Something that waits for an owner, under a key of its own."""

    key: str
    waits: Waits
    at: int
    room: str
    public_id: str | None


def topic(owner: str) -> str:
    """What a connector that tells things listens to, besides the owner's rooms."""
    return f"notices:{owner}"


# -- switching on and off ---------------------------------------------------------------------------------------


def subscribe(tx: Tx, speaker: Speaker, wish: Subscribe) -> None:
    """This browser wants to be told; the same address again is the same subscription, with the newest keys.

    Raises:
        Refuse: it is no account of a connector, or not its owner's.
    """
    person = identify(tx, speaker)
    if speaker.who is None or speaker.installation_owner is None:
        raise Refuse(Problem(code=Code.bad_request, detail="Switch notifications on in the browser itself."))
    if person != speaker.installation_owner:
        raise Refuse(Problem(code=Code.owner_only, detail="Only what needs an owner is told."))
    before = tx.one(_AT, the_endpoint=wish.endpoint)
    if before is not None:
        if before.person == person and (before.p256dh, before.auth) == (wish.p256dh, wish.auth):
            return
        _drop(tx, before.id)
    for old in tx.all(_MINE, the_person=person)[MOST - 1 :]:
        _drop(tx, old.id)
    account = speaker.who.account
    tx.run(
        _NEW,
        id=new_id(person, tx.now),
        owner=speaker.installation_owner,
        person=person,
        platform=account.platform,
        tenant=account.tenant,
        subject=account.subject,
        endpoint=wish.endpoint,
        p256dh=wish.p256dh,
        auth=wish.auth,
        language=speaker.who.language,
        created_at=tx.now,
    )
    tx.audit(person, "notifications on", person, account=speaker.account)
    tx.wake(topic(speaker.installation_owner))


def unsubscribe(tx: Tx, speaker: Speaker, wish: Unsubscribe) -> None:
    """It is told nothing any more; an address that is not there is as good as switched off."""
    person = identify(tx, speaker)
    row = tx.one(_AT, the_endpoint=wish.endpoint)
    if row is not None and row.person == person:
        _drop(tx, row.id)
        tx.audit(person, "notifications off", person, account=speaker.account)


def _drop(tx: Tx, subscription: str) -> None:
    tx.run(_DROP_NOTICES, the_id=subscription)
    tx.run(_DROP, the_id=subscription)


# -- telling ----------------------------------------------------------------------------------------------------


def has_subscriptions(tx: Tx, owner: str, platform: str) -> bool:
    """Whether there is anybody to tell."""
    return tx.one(DUE_AT, the_owner=owner, the_platform=platform) is not None


def take(tx: Tx, owner: str, platform: str, wish: TakeNotices) -> NoticeList:
    """What is due now; it is the caller's for ``hold`` seconds."""
    taken: list[NoticeView] = []
    things: dict[str, list[Thing]] = {}
    for row in tx.all(DUE_AT, the_owner=owner, the_platform=platform):
        if row.account_of != row.person:
            _drop(tx, row.id)
            continue
        if row.person not in things:
            things[row.person] = things_of(tx, row.person)
        taken += [_view(row, thing) for thing in _due(tx, row, things[row.person], wish.hold)]
    return NoticeList(notices=taken)


def things_of(tx: Tx, owner: str) -> list[Thing]:
    """The newest of what waits for an owner now."""
    mine = {"the_owner": owner}
    found = [
        _of_request(tx, row.id, Waits.request, row.id, row.at) for row in tx.all(overview.PENDING, **mine)
    ]
    for sql, waits in ((overview.ACTIONS, Waits.action), (overview.UNKNOWN, Waits.outcome)):
        found += [_of_request(tx, row.id, waits, row.action, row.at) for row in tx.all(sql, **mine)]
    cards = tx.all(overview.JOINS, the_now=tx.now, **mine)
    found += [Thing(f"{Waits.joining}:{row.id}", Waits.joining, row.at, row.room, None) for row in cards]
    return found


def _of_request(tx: Tx, request: str, waits: Waits, name: str, at: int) -> Thing:
    row = tx.one(_ABOUT, the_id=request)
    assert row is not None, "its own row was read in this transaction"
    return Thing(f"{waits}:{name}", waits, at, row.room, str(moves.public_id(row)))


def _due(tx: Tx, row: Row, things: list[Thing], hold: float) -> list[Thing]:
    known = {notice.subject: notice for notice in tx.all(_KNOWN, the_subscription=row.id)}
    until, due = tx.now + int(hold * 1_000_000), []
    if any(notice.next_at < tx.now - KEPT for notice in known.values()):
        tx.run(_OLD, the_subscription=row.id, the_time=tx.now - KEPT)
    for thing in things:
        notice = known.get(thing.key)
        if thing.at <= max(row.created_at, tx.now - TOO_OLD):
            continue
        if notice is None:
            values = {"attempts": 1, "next_at": until, "told_at": None}
            tx.run(_TAKE, subscription=row.id, subject=thing.key, **values)
        elif notice.told_at is not None or notice.next_at > tx.now or notice.attempts >= ATTEMPTS:
            continue
        else:
            _note(tx, notice, notice.attempts + 1, until, None)
        due.append(thing)
    return due


def _note(tx: Tx, notice: Row, attempts: int, next_at: int, told_at: int | None) -> None:
    names = {"the_subscription": notice.subscription, "the_subject": notice.subject}
    tx.run(_AGAIN, to_attempts=attempts, to_next_at=next_at, to_told_at=told_at, **names)


def _view(row: Row, thing: Thing) -> NoticeView:
    return NoticeView(
        subscription=row.id,
        endpoint=row.endpoint,
        p256dh=row.p256dh,
        auth=row.auth,
        language=row.language,
        subject=thing.key,
        waits=thing.waits,
        public_id=thing.public_id,
        room=thing.room,
        at=thing.at,
    )


def told(tx: Tx, owner: str, platform: str, subscription: str, says: Told) -> None:
    """What came of telling one thing. Saying it again is as once."""
    row = tx.one(_ONE, the_id=subscription, the_owner=owner, the_platform=platform)
    if row is None:
        raise Refuse(GONE)
    if says.outcome is Outcome.gone:
        _drop(tx, row.id)
        return
    notice = next(
        (one for one in tx.all(_KNOWN, the_subscription=row.id) if one.subject == says.subject), None
    )
    if notice is None or notice.told_at is not None:
        return
    match says.outcome:
        case Outcome.told:
            _note(tx, notice, notice.attempts, tx.now, tx.now)
        case Outcome.later:
            pause = max(says.retry_after or 0, _pause(notice.attempts))
            _note(tx, notice, notice.attempts, tx.now + int(pause * 1_000_000), None)
        case _:
            _note(tx, notice, ATTEMPTS, tx.now, None)


def _pause(attempts: int) -> float:
    return min(FIRST_PAUSE * 2.0 ** max(attempts - 1, 0), LONGEST_PAUSE)
