"""The work on one place: one step at a time, each chosen from the newest view."""

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import structlog

from bots.connector import Connector, Gone, Later, Missing, Part, Unfit, Unsure
from bots.lease import Held, Holder
from relay.client import Refused, RelayClient, Unreachable
from relay.wire.base import Code
from relay.wire.places import Dead, PlaceView, Shown

log = structlog.get_logger()
T = TypeVar("T")

CALL_SECONDS = 10.0
"""For one post or edit; less if the lease ends before."""

PATIENCE_SECONDS = 30.0

Shows = Callable[[PlaceView], None]
"""Told when the first message of a place stands."""


Loses = Callable[[PlaceView, str], None]
"""Told when a place is out of reach, and why."""


class Fenced(Exception):
    """Another process has taken over."""


@dataclass
class Known:
    """What this process knows of a place: the reference of each part, and how it looks now.

    It outlives the desk: a view of the place that was on its way while the last desk told the relay of its posts
    does not have them yet, and who believed it would post them again.
    """

    refs: dict[str, str]
    looks: dict[str, str] = field(default_factory=dict)


class Desk:
    """Brings one place up to date. What it has posted it knows until the relay knows it too."""

    def __init__(
        self,
        place: PlaceView,
        held: Held,
        client: RelayClient,
        connector: Connector,
        holder: Holder,
        known: Known,
        shows: Shows,
        loses: Loses,
    ) -> None:
        self.place = place
        self.task: asyncio.Task[None] | None = None
        self._held, self._client, self._connector, self._holder = held, client, connector, holder
        self._shows, self._loses = shows, loses
        self._known = known
        # Whoever was active before may have posted here, and died before the relay heard of it.
        self._unsure = place.made_at < held.since
        self._changed = asyncio.Event()
        self._whole: PlaceView | None = None
        self._failures = 0

    def renew(self, place: PlaceView) -> None:
        """A newer view of the same place."""
        if place.wanted > self.place.wanted:
            self.place = place
            self._changed.set()

    async def work(self) -> int:
        """Until the place shows all that it should, or is out of reach; the version that it then shows.

        Raises:
            Fenced: the lease is another's.
        """
        while True:
            self._changed.clear()
            place = self.place
            try:
                if self._whole is not place:
                    whole = await self._connector.whole(place)
                    if self.place is not place:
                        continue  # a newer view came
                    self.place = self._whole = place = whole
                if await self._is_done(place):
                    return place.wanted
                self._failures = 0
            except Gone as gone:
                await self._say_dead(place, gone.reason)
                return place.wanted
            except Unsure as error:
                self._unsure = True
                await self._pause(place, error)
            except (Later, Unfit, Unreachable) as error:
                await self._pause(place, error)

    async def _is_done(self, place: PlaceView) -> bool:
        """One step; whether there was none left to make and the relay knows."""
        part = self._next(place)
        reference = self._known.refs.get(part.name) if part is not None else None
        if reference is None and self._unsure:
            # Also where nothing is to be posted: a card of ours may stand there that offers what is over.
            found = await self._limited(self._connector.find(place, self._known.refs))
            self._known.refs, self._unsure = {**found, **self._known.refs}, False
        elif part is None:
            await self._say_shown(place)
            return self.place.wanted <= place.wanted
        elif await self._has_turn(place, part, new=reference is None):
            newest = part if self.place is place else self._next(self.place)
            if newest is not None and newest.name == part.name:
                await self._draw(self.place, newest, reference)
        return False

    def _next(self, place: PlaceView) -> Part | None:
        """The most urgent message that is not there, or does not look as it should."""
        due = [part for part in self._connector.draw(place, self._known.refs) if self._is_due(part)]
        return min(due, key=lambda part: part.urgency, default=None)

    def _is_due(self, part: Part) -> bool:
        if part.name not in self._known.refs:
            return True
        return not part.once and self._known.looks.get(part.name) != _digest(part)

    async def _has_turn(self, place: PlaceView, part: Part, *, new: bool) -> bool:
        """Whether the turn came before a newer view did: then there may be something better to do."""
        turn = asyncio.ensure_future(self._connector.turn(place, part, new=new))
        newer = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait({turn, newer}, return_when=asyncio.FIRST_COMPLETED)
            return turn.done()
        finally:
            for one in (turn, newer):
                one.cancel()
            await asyncio.gather(turn, newer, return_exceptions=True)

    async def _draw(self, place: PlaceView, part: Part, reference: str | None) -> None:
        if reference is None:
            self._known.refs[part.name] = await self._limited(self._connector.post(place, part))
            self._shows(place)
        else:
            try:
                await self._limited(self._connector.edit(place, part, reference))
            except Missing:
                del self._known.refs[part.name]
                return
        self._known.looks[part.name] = _digest(part)

    async def _limited(self, call: Coroutine[Any, Any, T]) -> T:
        """A call that ends before the lease does."""
        held = self._holder.held
        if held is None or held.fence != self._held.fence:
            call.close()
            raise Unsure("the lease is not ours at the moment")
        left = held.until - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(min(CALL_SECONDS, left)):
                return await call
        except TimeoutError:
            raise Unsure("no answer in time") from None

    async def _say_shown(self, place: PlaceView) -> None:
        shown = Shown(shown=place.wanted, refs=self._known.refs, fence=self._held.fence)
        await self._report(self._client.shown(place.place, shown))

    async def _say_dead(self, place: PlaceView, reason: str) -> None:
        log.warning("place.dead", place=place.place, reason=reason)
        dead = Dead(reason=reason, fence=self._held.fence)
        while True:
            try:
                await self._report(self._client.dead(place.place, dead))
                self._loses(place, reason)
                return
            except Unreachable as error:
                await self._pause(place, error)

    async def _report(self, call: Coroutine[Any, Any, None]) -> None:
        try:
            await call
        except Refused as refused:
            if refused.code is Code.fenced:
                await self._holder.lost(self._held.fence)
                raise Fenced from refused
            log.warning("place.refused", error=str(refused))

    async def _pause(self, place: PlaceView, error: Exception) -> None:
        """Before the next try; a newer view ends it, unless nothing would help."""
        log.warning("place.waits", place=place.place, error=str(error))
        if isinstance(error, Later):
            return  # `Connector.turn` waits
        self._failures += 1
        seconds = min(PATIENCE_SECONDS, 0.2 * 2 ** min(self._failures, 10))
        if isinstance(error, Unfit):
            await asyncio.sleep(max(seconds, 2.0))
            return
        with contextlib.suppress(TimeoutError):
            # Not `asyncio.wait_for`: on Python 3.11 it can lose a cancellation that comes with the news.
            async with asyncio.timeout(seconds):
                await self._changed.wait()


def _digest(part: Part) -> str:
    return hashlib.sha256(json.dumps(part.body, sort_keys=True).encode()).hexdigest()
