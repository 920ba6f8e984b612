"""Calls of connectors: be the active process, bring places up to date, find a thread's request."""

from relay import outbox
from relay.http.calls import Call, answers
from relay.requests import undecided, views
from relay.rooms import joins
from relay.store.sql import Row
from relay.store.tx import Tx, place_topic
from relay.wire import places, requests, routes
from relay.wire.base import Nothing

LATE = 5_000_000
"""How much later than its own time a change may be committed, in microseconds, where several lanes commit."""

LONGEST_WAIT = 60


@answers(routes.LEASE)
async def _lease(call: Call) -> places.Leased:
    wish: places.Lease = call.body.model_copy(update={"platform": call.principal.platform})
    owner = call.principal.person
    leased = await call.store.write(outbox.lease_lane(wish.platform, wish.tenant), outbox.lease, wish, owner)
    if _is_new(leased, wish):
        await call.store.write(owner, undecided.show_undecided, owner)
    return leased


def _is_new(leased: places.Leased, wish: places.Lease) -> bool:
    """Whether it was taken just now; who renews one keeps its beginning."""
    return leased.held and leased.until - leased.since <= int(wish.seconds * 1_000_000)


@answers(routes.PLACES)
async def _places(call: Call) -> places.PlaceList:
    tenant = call.text("tenant") or ""
    cursor, fence = call.number("cursor", 0, 2**53), call.number("fence", 0, 2**53)
    wait = call.number("wait", 25, LONGEST_WAIT)
    platform = call.principal.platform
    topic = place_topic(platform, tenant)
    with call.store.wakes.listen(topic) as listening:
        while True:
            late = LATE if call.store.wakes.is_news(topic, fence) and not call.store.in_order else 0
            page = await call.store.read(_page, *_who(call), tenant, fence, cursor, late)
            if page.places or wait <= 0:
                return page
            if not await listening.heard(wait):
                wait = 0


def _page(
    tx: Tx, platform: str, owner: str, tenant: str, fence: int, cursor: int, late: int
) -> places.PlaceList:
    """What is new, and with it what may have been overtaken by the cursor."""
    outbox.check_fence(tx, platform, tenant, fence, owner)
    rows = outbox.stale(tx, platform, tenant, cursor)
    if cursor and late:
        rows = outbox.stale(tx, platform, tenant, cursor - late, cursor) + rows
    newest = max([cursor, *(row.changed_at for row in rows)])
    # A request is looked at once, however many places show it.
    found = {subject: views.one(tx, subject) for subject in dict.fromkeys(row.subject for row in rows)}
    return places.PlaceList(places=[_view(tx, row, found[row.subject]) for row in rows], cursor=newest)


def _view(tx: Tx, row: Row, request: requests.RequestView | None) -> places.PlaceView:
    return places.PlaceView(
        place=row.id,
        role=places.PlaceRole(row.role),
        tenant=row.tenant,
        channel=row.channel,
        thread=row.thread,
        message=row.message,
        direct=row.direct,
        language=row.language,
        wanted=row.wanted,
        shown=row.shown,
        refs=outbox.refs_of(row),
        made_at=row.made_at,
        request=request,
        join=None if request else joins.view(tx, row.subject),
    )


def _who(call: Call) -> tuple[str, str]:
    """The platform and the owner of the connector that calls."""
    return call.principal.platform, call.principal.person


@answers(routes.SHOWN)
async def _shown(call: Call) -> Nothing:
    place = call.name("place")
    await call.store.write(outbox.lane_of(place), outbox.shown, *_who(call), place, call.body)
    return Nothing()


@answers(routes.DEAD)
async def _dead(call: Call) -> Nothing:
    place = call.name("place")
    await call.store.write(outbox.lane_of(place), outbox.dead, *_who(call), place, call.body)
    return Nothing()


@answers(routes.THREAD)
async def _thread(call: Call) -> places.FoundThread:
    names = [call.text(key) or "" for key in ("tenant", "channel", "thread")]
    return places.FoundThread(request=await call.store.read(_of_thread, *_who(call), *names))


def _of_thread(
    tx: Tx, platform: str, owner: str, tenant: str, channel: str, thread: str
) -> requests.RequestView | None:
    if outbox.installation_owner(tx, platform, tenant) not in (None, owner):
        return None
    subject = outbox.thread_subject(tx, platform, tenant, channel, thread)
    return views.one(tx, subject) if subject else None
