"""Calls about an owner's whole house: what needs the owner, and telling it where the owner wants to be told."""

from sqlalchemy import bindparam, select

from relay.http.calls import Call, answers, found
from relay.requests import notices, overview
from relay.requests.moves import room_topic
from relay.rooms.people import identify, rooms
from relay.store.sql import Sql
from relay.store.tx import Tx
from relay.wire import notifications, routes
from relay.wire import overview as wire
from relay.wire.base import Nothing

_ROOMS = Sql(select(rooms.c.id).where(rooms.c.owner == bindparam("the_owner")))


@answers(routes.OVERVIEW)
async def _overview(call: Call) -> wire.Overview:
    person = found(await call.store.read(identify, call.speaker) or None)
    return await call.store.read(overview.overview, person)


@answers(routes.SUBSCRIBE)
async def _subscribe(call: Call) -> Nothing:
    person = found(await call.store.read(identify, call.speaker) or None)
    await call.store.write(person, notices.subscribe, call.speaker, call.body)
    return Nothing()


@answers(routes.UNSUBSCRIBE)
async def _unsubscribe(call: Call) -> Nothing:
    person = found(await call.store.read(identify, call.speaker) or None)
    await call.store.write(person, notices.unsubscribe, call.speaker, call.body)
    return Nothing()


@answers(routes.NOTICES)
async def _notices(call: Call) -> notifications.NoticeList:
    owner, platform, wish = call.principal.person, call.principal.platform, call.body
    topics = [notices.topic(owner), *(await call.store.read(_topics, owner))]
    with call.store.wakes.listen(*topics) as listening:
        wait = wish.wait
        while True:
            page = notifications.NoticeList(notices=[])
            if await call.store.read(notices.has_subscriptions, owner, platform):
                page = await call.store.write(owner, notices.take, owner, platform, wish)
            if page.notices or not wait or not await listening.heard(wait):
                return page
            wait = 0


def _topics(tx: Tx, owner: str) -> list[str]:
    return [room_topic(row.id) for row in tx.all(_ROOMS, the_owner=owner)]


@answers(routes.TOLD)
async def _told(call: Call) -> Nothing:
    name = call.name("subscription")
    owner, platform = call.principal.person, call.principal.platform
    await call.store.write(owner, notices.told, owner, platform, name, call.body)
    return Nothing()
