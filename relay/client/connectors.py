"""What a connector may call."""

from relay.client.call import Caller
from relay.wire import notifications, places, requests, routes
from relay.wire.requests import Spot


class ConnectorCalls(Caller):
    """The lease of an installation, and the places to bring up to date."""

    async def lease(self, lease: places.Lease) -> places.Leased:
        return await self.call(routes.LEASE, lease)

    async def stale_places(self, tenant: str, fence: int, cursor: int, wait: float) -> places.PlaceList:
        query = {"tenant": tenant, "fence": fence, "cursor": cursor, "wait": wait}
        return await self.call(routes.PLACES, query=query, wait=wait)

    async def shown(self, place: str, shown: places.Shown) -> None:
        await self.call(routes.SHOWN, shown, place=place)

    async def dead(self, place: str, dead: places.Dead) -> None:
        await self.call(routes.DEAD, dead, place=place)

    async def notices(self, wish: notifications.TakeNotices) -> list[notifications.NoticeView]:
        """What is to be told on this platform; it is the caller's for a while."""
        return (await self.call(routes.NOTICES, wish, wait=wish.wait)).notices

    async def told(self, subscription: str, says: notifications.Told) -> None:
        await self.call(routes.TOLD, says, subscription=subscription)

    async def thread(self, spot: Spot) -> requests.RequestView | None:
        """The request whose work stands in this thread, if any (C1)."""
        query = {"tenant": spot.tenant, "channel": spot.channel, "thread": spot.thread}
        return (await self.call(routes.THREAD, query=query)).request
