"""What Feishu never delivered: asks are looked for in the chats themselves, after a gap and now and then.

Each chat has a mark on disk: up to that moment it has been looked through. Finding something twice is finding it
once, since what is known is left alone. What the interface does not give (a group's history without
im:message.group_msg, taps) is said to the owners, not passed over. Edits are found here and nowhere else: Feishu
has no event for them.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import structlog

from bots.connector import Later, Unfit, Unsure
from bots.feishu.api import Failed, FeishuApi, Reply
from bots.feishu.calls import NEWEST_FIRST, list_chats, list_messages
from bots.feishu.ledger import DIRECT, MARK, THREAD
from bots.feishu.parse import Json
from bots.feishu.past import as_events, moment
from bots.feishu.people import Home
from bots.feishu.sdk import BaseRequest
from bots.inbox import Inbox

log = structlog.get_logger()

EVERY_SECONDS = 300.0
OVERLAP_SECONDS = 60.0
LOOK_BACK_SECONDS = 3 * 24 * 3600.0
ROOTS_SECONDS = 6 * 3600.0
"""Messages that were written so long before the mark are looked at for edits, recalls and threads."""

THREADS_AT_MOST = 50
"""Of one chat in a pass that no gap called for; after a gap every thread is looked into."""

TAKEN_OVER_SECONDS = 900.0
"""So far the first pass goes back where another process was the active one before."""

PAGES_AT_MOST = 100
PAUSES = (0.5, 1.0, 2.0, 4.0)

OUT = frozenset({230002, 232009, 232011, 232006, 232025})
"""The bot is not in the chat, or the chat is no more."""

Find = Callable[[dict[str, Any]], Awaitable[None]]
"""Given each payload as Feishu would have sent it."""

Tell = Callable[[str, str], None]
"""Told of a chat and its name that cannot be looked through after a gap."""


class History:
    """Looks through the chats of one installation."""

    def __init__(self, api: FeishuApi, home: Home, inbox: Inbox, find: Find, unread: Tell) -> None:
        self._api, self._home, self._inbox, self._find, self._unread = api, home, inbox, find, unread
        self._due = asyncio.Event()
        self._gap = False
        self.reach = 0.0
        """Seconds before now at which a chat begins that has no mark yet."""

    def look_soon(self) -> None:
        """There was a gap."""
        self._gap = True
        self._due.set()

    async def watch(self) -> None:
        """Look after each gap, and every few minutes; until cancelled."""
        await self._due.wait()
        while True:
            self._due.clear()
            try:
                await self.look()
            except (Failed, Later, Unfit, Unsure, sqlite3.Error) as error:
                log.warning("history.not_read", error=str(error))
            with contextlib.suppress(TimeoutError):
                # Not `asyncio.wait_for`: on Python 3.11 it can lose a cancellation that comes with the news.
                async with asyncio.timeout(EVERY_SECONDS):
                    await self._due.wait()

    async def look(self) -> None:
        """One pass over every chat.

        Raises:
            Failed, Later, Unfit, Unsure: the chats could not even be listed.
            sqlite3.Error: what was found could not be kept.
        """
        gap, self._gap = self._gap, False
        began = time.time()
        marks = await self._inbox.notes(MARK)
        chats = await self._chats()
        # From the moment that a chat is known nothing is passed over, even if this pass is broken off.
        new = {channel: f"{began - self.reach:.3f}" for channel in chats if channel not in marks}
        await self._inbox.note({MARK + channel: mark for channel, mark in new.items()})
        for channel, (name, kind) in chats.items():
            mark = float(marks.get(channel) or new[channel])
            since = max(mark - OVERLAP_SECONDS, began - LOOK_BACK_SECONDS)
            try:
                await self._look_at(channel, kind, since, None if gap else THREADS_AT_MOST)
            except Failed as failed:
                log.warning("history.refused", channel=channel, code=failed.code)
                if gap and channel in marks and failed.code not in OUT:
                    self._unread(channel, name or channel)
            except (Later, Unsure) as error:
                log.warning("history.passed_over", channel=channel, error=str(error))
                self._gap = self._gap or gap
                continue
            await self._inbox.note({MARK + channel: f"{max(mark, began):.3f}"})

    async def _chats(self) -> dict[str, tuple[str, str]]:
        """The groups that the bot is in and the direct chats that it knows; each with its name and chat_type."""
        found = dict.fromkeys(await self._inbox.notes(DIRECT), ("", "p2p"))
        async for one in self._all(list_chats):
            if one.get("chat_status", "normal") == "normal":
                found[str(one["chat_id"])] = (str(one.get("name") or ""), "group")
        return found

    async def _look_at(self, channel: str, kind: str, since: float, most: int | None) -> None:
        """What stands in a chat since its mark, then what stands in its threads."""
        threads, start = await self._recent_threads(channel), int(since - ROOTS_SECONDS)
        async for item in self._all(lambda page: list_messages("chat", channel, page, start=start)):
            await self._offer(item, kind, since)
            if item.get("thread_id"):
                threads.setdefault(str(item["thread_id"]))
        for thread in list(threads)[-(most or len(threads)) :]:
            await self._look_into(thread, kind, since)

    async def _recent_threads(self, channel: str) -> dict[str, None]:
        """Those in which we were asked, the newest last."""
        notes = await self._inbox.notes(f"{THREAD}{channel}:")
        return dict.fromkeys(sorted(notes, key=lambda name: float(notes[name])))

    async def _look_into(self, thread: str, kind: str, since: float) -> None:
        """A thread is read from its end: it cannot be read from a moment on (open.feishu.cn, message list)."""
        items: list[Reply] = []
        try:
            async for item in self._all(
                lambda page: list_messages("thread", thread, page, order=NEWEST_FIRST)
            ):
                if moment(item, "create_time") < since - ROOTS_SECONDS:
                    break
                items.append(item)
        except Failed as failed:
            log.info("history.thread_refused", thread=thread, code=failed.code)
        for item in reversed(items):
            await self._offer(item, kind, since)

    async def _offer(self, item: Reply, kind: str, since: float) -> None:
        for event in as_events(item, kind, self._home, since):
            await self._find(event)

    async def _all(self, ask: Callable[[str], BaseRequest]) -> AsyncIterator[Reply]:
        """Every page in the order in which Feishu gives them."""
        token = ""
        for _ in range(PAGES_AT_MOST):
            reply = await self._page(ask, token)
            for item in reply.get("items") or []:
                if isinstance(item, dict):
                    yield item
            token = str(reply.get("page_token") or "")
            if not reply.get("has_more") or not token:
                return
        log.warning("history.too_long", path=ask("").uri)

    async def _page(self, ask: Callable[[str], BaseRequest], token: str) -> Json:
        for pause in PAUSES:
            try:
                return await self._api.send(ask(token))
            except (Later, Unsure) as error:
                log.info("history.waits", error=str(error))
                await asyncio.sleep(max(pause, error.seconds) if isinstance(error, Later) else pause)
        return await self._api.send(ask(token))
