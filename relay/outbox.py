"""Places to bring up to date: made with the request, touched by every change, read by connectors.

Level, not edge: a place has the version that it shows and the one that it should show. A connector draws the
newest; ten thousand events end in the same picture.
"""

import json
from dataclasses import dataclass

from sqlalchemy import bindparam, select, update

from relay.store.ids import new_id, owner_of
from relay.store.sql import Row, Sql, inserting, literal, table
from relay.store.tables import AccountRow, BindingRow, LeaseRow, PlaceRow
from relay.store.tx import Refuse, Tx, canonical, place_topic
from relay.wire.base import Code, Problem
from relay.wire.places import Dead, Lease, Leased, PlaceRole, Shown
from relay.wire.requests import Spot

places, bindings, accounts, leases = table(PlaceRow), table(BindingRow), table(AccountRow), table(LeaseRow)

PAGE = 100
"""Places in one answer."""

NEVER = 2**62

_NEW_PLACE = inserting(PlaceRow)
_NEW_LEASE = inserting(LeaseRow)
_OTHER_CHATS = Sql(select(bindings).where(bindings.c.room == bindparam("the_room")))
_PLACES_OF = Sql(
    select(places.c.platform, places.c.tenant, places.c.channel, places.c.role).where(
        places.c.subject == bindparam("the_subject")
    )
)
_OWNER_CHATS = Sql(
    select(accounts)
    .join_from(
        accounts,
        leases,
        (leases.c.platform == accounts.c.platform) & (leases.c.tenant == accounts.c.tenant),
    )
    .where(accounts.c.person == bindparam("the_person"))
)
"""The owner's accounts on installations that a connector brings up to date."""

_OUT_OF_DATE = select(places).where(
    places.c.platform == bindparam("the_platform"),
    places.c.tenant == bindparam("the_tenant"),
    places.c.wanted > places.c.shown,
    places.c.dead.is_(None),
)
_STALE = Sql(
    _OUT_OF_DATE.where(
        places.c.changed_at > bindparam("the_cursor"), places.c.changed_at <= bindparam("the_end")
    )
    .order_by(places.c.changed_at)
    .limit(PAGE)
)
_STALE_AT = Sql(_OUT_OF_DATE.where(places.c.changed_at == bindparam("the_time")))
_PLACE = Sql(
    select(places).where(places.c.id == bindparam("the_id"), places.c.platform == bindparam("the_platform"))
)
_SHOWN = Sql(
    update(places)
    .where(places.c.id == bindparam("the_id"))
    .values(shown=bindparam("to_shown"), refs=bindparam("to_refs"))
)
_DEAD = Sql(update(places).where(places.c.id == bindparam("the_id")).values(dead=bindparam("to_dead")))
_OF_THREAD = Sql(
    select(places.c.subject)
    .where(
        places.c.platform == bindparam("the_platform"),
        places.c.tenant == bindparam("the_tenant"),
        places.c.channel == bindparam("the_channel"),
        places.c.thread == bindparam("the_thread"),
        places.c.role == literal(PlaceRole.asked),
    )
    .order_by(places.c.made_at)
    .limit(1)
)
_LEASE = Sql(
    select(leases).where(
        leases.c.platform == bindparam("the_platform"), leases.c.tenant == bindparam("the_tenant")
    )
)
_HOLD = Sql(
    update(leases)
    .where(leases.c.platform == bindparam("the_platform"), leases.c.tenant == bindparam("the_tenant"))
    .values(
        holder=bindparam("to_holder"),
        fence=bindparam("to_fence"),
        until=bindparam("to_until"),
        since=bindparam("to_since"),
        renewed_at=bindparam("to_renewed_at"),
    )
)
_HEARD = Sql(
    update(leases)
    .where(leases.c.platform == bindparam("the_platform"), leases.c.tenant == bindparam("the_tenant"))
    .values(heard_at=bindparam("to_now"))
)

FOREIGN = Problem(code=Code.not_yours, detail="This installation is another owner's on this relay.")
FENCED = Problem(code=Code.fenced, detail="Another process of this connector is the active one.")


@dataclass(frozen=True)
class Subject:
    """What is shown: a request or a join card."""

    id: str
    owner: str
    room: str
    version: int


def show_where_asked(tx: Tx, subject: Subject, spot: Spot, language: str) -> None:
    """The place of the ask."""
    if spot.shows:
        _place(tx, subject, spot.platform, spot.tenant, PlaceRole.asked, spot.channel, language, spot)


def show_in_other_chats(tx: Tx, subject: Subject, spot: Spot, language: str) -> None:
    """The room's chats on other platforms: the picture only, silently (C11)."""
    for other in tx.all(_OTHER_CHATS, the_room=subject.room):
        if (other.platform, other.tenant) != (spot.platform, spot.tenant):
            _place(tx, subject, other.platform, other.tenant, PlaceRole.mirror, other.channel, language)


def show_to_owner(tx: Tx, subject: Subject) -> None:
    """Where the owner decides: a direct message on each chat that the owner's accounts are on."""
    there = {(row.platform, row.tenant, row.channel) for row in tx.all(_PLACES_OF, the_subject=subject.id)}
    for account in tx.all(_OWNER_CHATS, the_person=subject.owner):
        if (account.platform, account.tenant, account.subject) not in there:
            _place(
                tx,
                subject,
                account.platform,
                account.tenant,
                PlaceRole.owner,
                account.subject,
                account.language,
            )


def _place(
    tx: Tx,
    subject: Subject,
    platform: str,
    tenant: str,
    role: PlaceRole,
    channel: str,
    language: str,
    spot: Spot | None = None,
) -> None:
    tx.run(
        _NEW_PLACE,
        id=new_id(subject.owner, tx.now),
        owner=subject.owner,
        subject=subject.id,
        platform=platform,
        tenant=tenant,
        role=role,
        channel=channel,
        thread=(spot.thread or spot.message) if spot else None,
        message=spot.message if spot else None,
        direct=spot.direct if spot else role is PlaceRole.owner,
        language=language,
        wanted=subject.version,
        shown=0,
        refs="{}",
        made_at=tx.now,
        changed_at=tx.now,
        dead=None,
    )
    tx.wake(place_topic(platform, tenant))


def stale(tx: Tx, platform: str, tenant: str, cursor: int, end: int = NEVER) -> list[Row]:
    """Places of an installation that show less than they should, by time of change; after ``cursor``, not after
    ``end``. A page ends with all of its last moment: one commit may change more places than a page holds."""
    there = {"the_platform": platform, "the_tenant": tenant}
    rows = tx.all(_STALE, the_cursor=cursor, the_end=end, **there)
    if len(rows) < PAGE:
        return rows
    last = rows[-1].changed_at
    return [row for row in rows if row.changed_at < last] + tx.all(_STALE_AT, the_time=last, **there)


def shown(tx: Tx, platform: str, owner: str, place: str, says: Shown) -> None:
    """A connector brought a place up to a version; what it has posted is kept."""
    row = _fenced_place(tx, platform, owner, place, says.fence)
    refs = {**json.loads(row.refs), **says.refs}
    tx.run(
        _SHOWN, the_id=place, to_shown=max(row.shown, min(says.shown, row.wanted)), to_refs=canonical(refs)
    )


def dead(tx: Tx, platform: str, owner: str, place: str, says: Dead) -> None:
    """A place is out of reach; the owner's chain says so once (C10)."""
    row = _fenced_place(tx, platform, owner, place, says.fence)
    if row.dead is None:
        tx.run(_DEAD, the_id=place, to_dead=says.reason)
        tx.audit(
            row.owner, "place lost", platform, request=row.subject, result=says.reason, channel=row.channel
        )


def _fenced_place(tx: Tx, platform: str, owner: str, place: str, fence: int) -> Row:
    row = tx.one(_PLACE, the_id=place, the_platform=platform)
    if row is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such place."))
    check_fence(tx, platform, row.tenant, fence, owner)
    return row


def thread_subject(tx: Tx, platform: str, tenant: str, channel: str, thread: str) -> str | None:
    """The first request whose work stands in a thread (C1)."""
    row = tx.one(_OF_THREAD, the_platform=platform, the_tenant=tenant, the_channel=channel, the_thread=thread)
    return row.subject if row else None


# -- which process is the active one (O13) ----------------------------------------------------------------------


def lease_lane(platform: str, tenant: str) -> str:
    """The lane in which processes of one installation compete."""
    return f"lease:{platform}:{tenant}"


def installation_owner(tx: Tx, platform: str, tenant: str) -> str | None:
    """Whose connector an installation has had from the first time on."""
    row = tx.one(_LEASE, the_platform=platform, the_tenant=tenant)
    return row.owner if row else None


def lease(tx: Tx, wish: Lease, owner: str) -> Leased:
    """Take or renew the installation; a holder that went silent is replaced, and fenced off.

    Raises:
        Refuse: it is another owner's (R2).
    """
    row = tx.one(_LEASE, the_platform=wish.platform, the_tenant=wish.tenant)
    if row is not None and row.owner != owner:
        raise Refuse(FOREIGN)
    until = tx.now + int(wish.seconds * 1_000_000)
    if row is None:
        values = {"holder": wish.holder, "fence": 1, "until": until, "since": tx.now}
        tx.run(
            _NEW_LEASE,
            platform=wish.platform,
            tenant=wish.tenant,
            owner=owner,
            renewed_at=tx.now,
            heard_at=None,
            **values,
        )
        return Leased(held=True, **values)
    if row.holder != wish.holder and row.until > tx.now:
        return Leased(held=False, holder=row.holder, fence=0, until=row.until, since=row.since)
    kept = row.holder == wish.holder and row.until > tx.now
    fence, since = (row.fence, row.since) if kept else (row.fence + 1, tx.now)
    tx.run(
        _HOLD,
        the_platform=wish.platform,
        the_tenant=wish.tenant,
        to_holder=wish.holder,
        to_fence=fence,
        to_until=until,
        to_since=since,
        to_renewed_at=tx.now,
    )
    return Leased(held=True, holder=wish.holder, fence=fence, until=until, since=since)


def heard(tx: Tx, platform: str, tenant: str) -> None:
    """Somebody spoke through this installation just now."""
    tx.run(_HEARD, the_platform=platform, the_tenant=tenant, to_now=tx.now)


def check_fence(tx: Tx, platform: str, tenant: str, fence: int, owner: str) -> None:
    """Refuse a connector process that has been replaced, and another owner's."""
    row = tx.one(_LEASE, the_platform=platform, the_tenant=tenant)
    if row is None or row.fence != fence or row.owner != owner:
        raise Refuse(FENCED)


def refs_of(row: Row) -> dict[str, str]:
    """What a connector has posted at a place, by part."""
    return dict(json.loads(row.refs))


def lane_of(place: str) -> str:
    """The lane of a place: its owner's."""
    return owner_of(place)
