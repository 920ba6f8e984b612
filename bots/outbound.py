"""Relay → chat. Level, not edge: each place that shows less than it should is brought up to the newest view."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

import structlog

from bots.connector import Connector, Voice
from bots.desk import Desk, Fenced, Known, Shows
from bots.lease import Held, Holder
from bots.warnings import Warnings
from relay.client import Refused, RelayClient, Unreachable
from relay.wire.base import Code
from relay.wire.places import PlaceView

log = structlog.get_logger()
T = TypeVar("T")

FEED_SECONDS = 25.0
RESCAN_SECONDS = 30.0
"""The feed is read from its beginning so often: nothing that was missed stays missed."""

REMEMBERED = 5000
"""Places whose shown version is known here, so that a page that overlaps another starts nothing."""


class Outbound:
    """Brings the places of one installation up to date while this process is the active one."""

    def __init__(
        self,
        client: RelayClient,
        connector: Connector,
        holder: Holder,
        *,
        voice: Voice,
        shows: Shows | None = None,
        hears: Callable[[], None] | None = None,
    ) -> None:
        self._client, self._connector, self._holder = client, connector, holder
        self.warnings = Warnings(voice)
        self._shows = shows or (lambda place: None)
        self._hears = hears or (lambda: None)
        self._desks: dict[str, Desk] = {}
        self._finished: OrderedDict[str, int] = OrderedDict()
        self._known: OrderedDict[str, Known] = OrderedDict()

    async def work(self) -> None:
        """Read the feed and work on it, lease after lease, until cancelled."""
        try:
            while True:
                held = self._holder.held
                if held is None:
                    await self._holder.wait_for_change(None, RESCAN_SECONDS)
                    continue
                await self._work_under(held)
        finally:
            await self._stop_all()
            await self.warnings.close()

    @property
    def busy(self) -> int:
        """Places that are being worked on."""
        return len(self._desks)

    async def _work_under(self, held: Held) -> None:
        """Until the lease is another's. What an earlier lease knew is not trusted in a later one."""
        self._finished.clear()
        self._known.clear()
        feed = asyncio.create_task(self._read_feed(held))
        try:
            while not feed.done() and _same(self._holder.held, held):
                change = asyncio.create_task(self._holder.wait_for_change(held, 1.0))
                await asyncio.wait({feed, change}, return_when=asyncio.FIRST_COMPLETED)
                await _cancel(change)
        finally:
            await _cancel(feed)
            await self._stop_all()

    async def _read_feed(self, held: Held) -> None:
        clock = asyncio.get_running_loop().time
        cursor, scanned, failures = 0, clock(), 0
        while True:
            if clock() - scanned >= RESCAN_SECONDS:
                cursor, scanned = 0, clock()
            wait = max(0.0, min(FEED_SECONDS, scanned + RESCAN_SECONDS - clock()))
            try:
                page = await self._client.stale_places(self._connector.tenant, held.fence, cursor, wait)
            except Refused as refused:
                log.warning("feed.refused", error=str(refused))
                if refused.code is Code.fenced:
                    await self._holder.lost(held.fence)
                    return
                failures = await _back_off(failures)
            except Unreachable as error:
                log.warning("feed.unreachable", error=str(error))
                failures = await _back_off(failures)
            else:
                cursor, failures = page.cursor, 0
                for place in page.places:
                    self._take(place, held)
                if page.places:
                    self._hears()

    def _take(self, place: PlaceView, held: Held) -> None:
        self.warnings.notice(place)
        if self._finished.get(place.place, -1) >= place.wanted:
            return
        desk = self._desks.get(place.place)
        if desk is not None:
            desk.renew(place)
            return
        known = _remember(self._known, place.place, self._known.get(place.place) or Known(dict(place.refs)))
        desk = Desk(
            place, held, self._client, self._connector, self._holder, known, self._shows, self.warnings.lost
        )
        self._desks[place.place] = desk
        desk.task = asyncio.create_task(self._run(desk))

    async def _run(self, desk: Desk) -> None:
        place = desk.place.place
        try:
            _remember(self._finished, place, await desk.work())
        except Fenced:
            log.info("place.fenced", place=place)
        except Exception:
            # One place that cannot be drawn must not stop the others; the next scan tries it again.
            log.exception("place.failed", place=place)
        finally:
            self._desks.pop(place, None)

    async def _stop_all(self) -> None:
        tasks = [desk.task for desk in self._desks.values() if desk.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._desks.clear()


def _remember(memory: OrderedDict[str, T], place: str, value: T) -> T:
    memory[place] = value
    memory.move_to_end(place)
    if len(memory) > REMEMBERED:
        memory.popitem(last=False)
    return value


def _same(held: Held | None, other: Held) -> bool:
    return held is not None and held.fence == other.fence


async def _back_off(failures: int) -> int:
    await asyncio.sleep(min(5.0, 0.2 * 2**failures))
    return failures + 1


async def _cancel(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, Exception):
        await task
