"""The live page: what changes in a room, as fragments made for the one who looks."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Any

from aiohttp import web

from bots.web import render
from bots.web.answers import HEADERS, as_json
from bots.web.look import plain
from bots.web.pages import waiting_joins
from bots.web.visit import Visit
from relay.client import Refused, Unreachable
from relay.wire.people import RoomView
from relay.wire.requests import RequestView

HEARTBEAT = 15.0
"""Seconds between signs of life; the page gives a connection up after missing two."""

TOGETHER = 0.05
"""Seconds in which changes of the same request become one picture: at most 20 pictures a second."""

LOOK_AGAIN = 1.0
"""Seconds between two looks at the people and agents, while requests change."""

SLOW = 20.0
"""Seconds after which a browser that takes nothing is let go; it comes back where it was."""

CATCH_UP = 0.4
"""Seconds in which what has changed already arrives."""

Change = tuple[int, RequestView]


async def serve_events(visit: Visit) -> web.StreamResponse:
    """Server-sent events until the browser leaves, the relay goes away, or the viewer is no longer let in."""
    response = web.StreamResponse(
        headers={**HEADERS, "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}
    )
    await response.prepare(visit.request)
    line = _Line(response)
    with suppress(ConnectionError, TimeoutError):
        await line.say("retry: 3000")
        await line.send(await _Watch(visit, line).run(), {})
    return response


HELD = 20.0
"""Seconds that a page which asks again and again is made to wait for news."""


async def send_changes(visit: Visit) -> web.StreamResponse:
    """The same for a browser that no stream reaches, such as one behind a proxy that keeps streams back: what has
    changed since ``after``, or what changes soon, unless the page must not wait.
    """
    line = _Gathered()
    watch = _Watch(visit, line)
    ends = await watch.gather(0.0 if visit.request.query.get("wait") == "0" else HELD)
    return as_json({"events": line.events, "after": line.cursor or _after(visit), "gone": ends == "gone"})


class _Gathered:
    """Events for an answer that is sent at once."""

    def __init__(self) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.cursor = 0

    async def send(self, event: str, data: dict[str, Any], *, cursor: int | None = None) -> None:
        """Keep one event, and the newest cursor."""
        self.events.append((event, data))
        self.cursor = max(self.cursor, cursor or 0)


class _Line:
    """One browser's open answer."""

    def __init__(self, response: web.StreamResponse) -> None:
        self._response = response

    async def send(self, event: str, data: dict[str, Any], *, cursor: int | None = None) -> None:
        """One event. JSON has no line breaks of its own, so it is one line of data."""
        place = [f"id: {cursor}"] if cursor is not None else []
        await self.say(*place, f"event: {event}", f"data: {json.dumps(data, ensure_ascii=False)}")

    async def say(self, *lines: str) -> None:
        """These lines as one event."""
        async with asyncio.timeout(SLOW):
            await self._response.write(("\n".join(lines) + "\n\n").encode("utf-8", "replace"))


class _Watch:
    """One viewer of one room."""

    def __init__(self, visit: Visit, line: _Line | _Gathered) -> None:
        self._visit, self._line = visit, line
        self._name = visit.name("room")
        self._only = visit.request.query.get("only")
        self._room: RoomView | None = None
        self._side = ""
        self._looked_at = 0.0
        self._closed = asyncio.Event()

    async def run(self) -> str:
        """Until the relay ends the stream, this program stops, or the viewer is no longer let in: ``bye`` when
        the page should come back, ``gone`` when it has nothing to come back to.

        Raises:
            ConnectionError, TimeoutError: the browser left.
        """
        streams = self._visit.site.streams
        streams.add(self._closed.set)
        try:
            await self._look(quiet=True)
            await self._line.send("hello", {})
            async with aclosing(self._changes()) as changes:
                await self._pass_on(changes)
        except (Refused, Unreachable):
            return await self._say_why()
        finally:
            streams.discard(self._closed.set)
        return await self._say_why()

    async def gather(self, seconds: float) -> str:
        """What has changed, or the first that changes within some seconds; ends like `run`."""
        await self._look()
        closed = asyncio.create_task(self._closed.wait())
        self._visit.site.streams.add(self._closed.set)
        try:
            async with aclosing(self._changes()) as changes:
                await self._gather_first(changes, closed, max(seconds, CATCH_UP))
        except (Refused, Unreachable):
            return await self._say_why()
        finally:
            self._visit.site.streams.discard(self._closed.set)
            await _drop(closed)
        return "bye"

    async def _gather_first(
        self, changes: AsyncIterator[Change], closed: asyncio.Task[Any], seconds: float
    ) -> None:
        waiting = asyncio.create_task(_next(changes))
        try:
            await asyncio.wait({waiting, closed}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            first = waiting.result() if waiting.done() else None
            if first is not None:
                waiting = await self._show_burst(first, changes)
        finally:
            await _drop(waiting)

    async def _say_why(self) -> str:
        """A stream ends in the same way for one who was removed and for a relay that stops: look which it is."""
        try:
            await self._look(quiet=True)
        except Unreachable:
            return "bye"
        except Refused:
            return "gone"
        return "bye"

    def _changes(self) -> Any:
        return self._visit.site.client.stream(self._visit.who, self._name, _after(self._visit))

    async def _pass_on(self, changes: AsyncIterator[Change]) -> None:
        waiting: asyncio.Task[Change | None] | None = None
        closed = asyncio.create_task(self._closed.wait())
        try:
            while not self._visit.site.closing:
                waiting = waiting or asyncio.create_task(_next(changes))
                done, _ = await asyncio.wait(
                    {waiting, closed}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED
                )
                if closed in done:
                    return
                if not done:
                    await self._beat()
                    continue
                first, waiting = waiting.result(), None
                if first is None:
                    return
                waiting = await self._show_burst(first, changes)
        finally:
            for task in (waiting, closed):
                if task is not None:
                    await _drop(task)

    async def _show_burst(self, first: Change, changes: AsyncIterator[Change]) -> Any:
        """Draw the newest of each request; gives back the wait for what comes next."""
        newest = {first[1].request: first}
        until = asyncio.get_running_loop().time() + TOGETHER
        while True:
            waiting = asyncio.create_task(_next(changes))
            left = until - asyncio.get_running_loop().time()
            done, _ = await asyncio.wait({waiting}, timeout=max(0.0, left))
            change = waiting.result() if done else None
            if change is None:
                break
            newest[change[1].request] = change
        for cursor, view in sorted(newest.values(), key=lambda change: change[0]):
            await self._show(cursor, view)
        if asyncio.get_running_loop().time() - self._looked_at > LOOK_AGAIN:
            await self._look()
        return waiting

    async def _show(self, cursor: int, view: RequestView) -> None:
        assert self._room is not None
        if self._only and view.public_id != self._only:
            return
        picture = render.live_card(self._visit.look, self._room, view, whole=bool(self._only))
        await self._line.send("request", picture, cursor=cursor)

    async def _beat(self) -> None:
        await self._line.send("beat", {})
        await self._look()

    async def _look(self, *, quiet: bool = False) -> None:
        """The people and agents, and whether the viewer is still one of them."""
        visit = self._visit
        self._looked_at = asyncio.get_running_loop().time()
        self._room = await visit.site.client.room(visit.who, self._name)
        picture = render.live_room(visit.look, self._room, await waiting_joins(visit, self._room))
        told = plain(picture["side"] + picture["joins"])
        changed, self._side = told != self._side, told
        if changed and not quiet:
            await self._line.send("room", picture)


async def _next(changes: AsyncIterator[Change]) -> Change | None:
    return await anext(changes, None)


async def _drop(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError, Refused, Unreachable):
        await task


def _after(visit: Visit) -> int:
    """Where the browser was: its own word when it comes back, else what the page was made with."""
    said = visit.request.headers.get("Last-Event-ID") or visit.request.query.get("after", "0")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 19 else 0
