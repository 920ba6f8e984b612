"""What Slack never delivered: asks are looked for in the channels themselves, after a gap and now and then.

Each conversation has a mark on disk: up to that moment it has been looked through. Threads that may have news are
written down with the mark, and crossed out when they were read: a pass that is cut short anywhere is made up for by
the next one. Finding something twice is finding it once, since what is known is left alone.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

import structlog

from bots.connector import Later, Unfit, Unsure, Urgency
from bots.inbox import Inbox
from bots.slack.api import Failed
from bots.slack.connector import SlackConnector
from bots.slack.parse import Json
from bots.slack.people import Home
from bots.slack.quotes import mentions

log = structlog.get_logger()

EVERY_SECONDS = 300.0
OVERLAP_SECONDS = 60.0
"""Slack's clock and its search may be a little behind."""

LOOK_BACK_SECONDS = 3 * 24 * 3600.0
ROOTS_SECONDS = 6 * 3600.0
"""Messages that were written so long before the mark are looked at for new answers and for edits."""

THREADS_AT_MOST = 50
THREAD_SECONDS = 3 * 24 * 3600.0
"""A thread in which we said nothing for so long is looked into only if its conversation shows news of it."""

TAKEN_OVER_SECONDS = 900.0
"""So far the first pass goes back where another process was the active one before."""

KINDS = ("public_channel", "private_channel", "mpim", "im")
PAGE = 200
PAGES_AT_MOST = 50
PAUSES = (0.5, 1.0, 2.0, 4.0)

MARK, NEWS, SAID, LISTED = "mark:", "news:", "said:", "listed"
"""Notes: how far a conversation was looked through; since when a thread was not; when we spoke in a thread; when the
conversations were listed."""

Take = Callable[[dict[str, Any]], Awaitable[None]]
"""Given each payload as Slack would have sent it."""

Place = tuple[str, str]
"""A channel and the first message of a thread."""


def said_in(channel: str, thread: str, at: float) -> dict[str, str | None]:
    """The note that we spoke in a thread: people will go on talking there."""
    return {f"{SAID}{channel}:{thread}": _written(at)}


class History:
    """Looks through the conversations of one installation."""

    def __init__(self, connector: SlackConnector, home: Home, inbox: Inbox, take: Take) -> None:
        self._connector, self._home, self._inbox, self._take = connector, home, inbox, take
        self._due = asyncio.Event()
        self.reach = 0.0
        """Seconds before now at which a conversation begins that has no mark yet."""

    def look_soon(self) -> None:
        """There was a gap."""
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
        """One pass over every conversation and every open thread.

        Raises:
            Later, Unfit, Unsure: the conversations could not even be listed.
            sqlite3.Error: what was found could not be kept.
        """
        conversations = await self._conversations()
        marks = await self._places(MARK, LOOK_BACK_SECONDS)
        spoken = await self._places(SAID, THREAD_SECONDS)
        newest = sorted(spoken, key=lambda place: spoken[place], reverse=True)[:THREADS_AT_MOST]
        for channel, kind in conversations.items():
            with self._alone(channel):
                ours = [thread for place, thread in newest if place == channel]
                await self._look_at(channel, kind, marks[channel, ""], ours)
        for (channel, thread), since in (await self._places(NEWS, LOOK_BACK_SECONDS)).items():
            if channel in conversations:
                with self._alone(channel):
                    await self._look_into((channel, thread), conversations[channel], since)

    @contextlib.contextmanager
    def _alone(self, channel: str) -> Iterator[None]:
        """One conversation that cannot be read is no reason not to read the others (C10)."""
        try:
            yield
        except (Failed, Later, Unsure) as error:
            log.warning("history.passed_over", channel=channel, error=str(error))

    async def _conversations(self) -> dict[str, str]:
        """The conversations that the bot is in, with the channel_type of their events; each has a mark then.

        One that is new here began, for us, when they were last listed; at the very first time, now.
        """
        began = time.time()
        try:
            found, changes = await self._listed(",".join(KINDS)), {LISTED: _written(began)}
        except Failed as failed:
            log.warning("history.not_listed", error=failed.error)
            found, changes = await self._listed_by_kind(), {}
        marks, listed = await self._inbox.notes(MARK), await self._inbox.notes(LISTED)
        begins = float(listed[""]) if listed else began - self.reach + OVERLAP_SECONDS
        new = {MARK + channel: _written(begins) for channel in found if channel not in marks}
        await self._inbox.note({**new, **changes})
        return found

    async def _listed_by_kind(self) -> dict[str, str]:
        """A scope is missing: the conversations of the others can be had."""
        found: dict[str, str] = {}
        for kind in KINDS:
            with self._alone(kind):
                found |= await self._listed(kind)
        return found

    async def _listed(self, kinds: str) -> dict[str, str]:
        listed = await self._all("users.conversations", None, types=kinds, exclude_archived=True)
        return {str(one["id"]): _kind(one) for one in listed}

    async def _places(self, prefix: str, at_most: float) -> dict[Place, float]:
        """The moments noted of conversations or threads; what is too old to matter is forgotten."""
        notes, oldest = await self._inbox.notes(prefix), time.time() - at_most
        found = {key.partition(":")[::2]: float(at) for key, at in notes.items()}
        if prefix == MARK:
            return found
        await self._inbox.note({prefix + key: None for key, at in notes.items() if float(at) < oldest})
        return {place: at for place, at in found.items() if at >= oldest}

    async def _look_at(self, channel: str, kind: str, mark: float, ours: Iterable[str]) -> None:
        """What stands at the top of a conversation since its mark; its threads with news, and ``ours``, are noted."""
        began = time.time()
        since = _since(mark, began)
        messages = await self._all("conversations.history", channel, oldest=_written(since - ROOTS_SECONDS))
        for message in reversed(messages):
            await self._offer(message, channel, kind, since)
        news = [str(one["ts"]) for one in messages if float(one.get("latest_reply") or 0) > since]
        known = await self._inbox.notes(f"{NEWS}{channel}:")
        noted = {
            f"{NEWS}{channel}:{thread}": _written(min(since, float(known.get(thread, since))))
            for thread in {*news, *ours}
        }
        await self._inbox.note({**noted, MARK + channel: _written(max(mark, began))})

    async def _look_into(self, place: Place, kind: str, since: float) -> None:
        channel, thread = place
        news, said = f"{NEWS}{channel}:{thread}", f"{SAID}{channel}:{thread}"
        oldest = _written(since - ROOTS_SECONDS)
        try:
            replies = await self._all("conversations.replies", channel, ts=thread, oldest=oldest)
        except Failed as failed:
            if failed.error == "thread_not_found":
                await self._inbox.note({news: None, said: None})
            raise
        for message in replies:
            await self._offer(message, channel, kind, since)
        spoken = [float(one["ts"]) for one in replies if one.get("user") == self._home.bot]
        await self._inbox.note({news: None, **(said_in(*place, max(spoken)) if spoken else {})})

    async def _offer(self, message: Json, channel: str, kind: str, since: float) -> None:
        """A message as the events that it should have been: the ask, and its last edit."""
        if float(message["ts"]) > since:
            await self._take(_event(self._home, channel, kind, message))
        edited = message.get("edited") or {}
        if float(edited.get("ts") or 0) > since and (kind == "im" or mentions(message, self._home.bot)):
            before = {**message, "text": f"<@{self._home.bot}>", "blocks": []}
            change = {"subtype": "message_changed", "message": message, "previous_message": before}
            await self._take(_event(self._home, channel, kind, {**change, "ts": edited["ts"]}))

    async def _all(self, method: str, channel: str | None, **arguments: Any) -> list[Json]:
        """Every page in the order in which Slack gives them."""
        found: list[Json] = []
        cursor: str | None = None
        for _ in range(PAGES_AT_MOST):
            reply = await self._page(method, channel, limit=PAGE, cursor=cursor, **arguments)
            found += reply.get("messages") or reply.get("channels") or []
            cursor = (reply.get("response_metadata") or {}).get("next_cursor") or None
            if cursor is None:
                return found
        log.warning("history.too_long", method=method, channel=channel)
        return found

    async def _page(self, method: str, channel: str | None, **arguments: Any) -> Json:
        for pause in PAUSES:
            try:
                return await self._connector.read(method, channel, urgency=Urgency.progress, **arguments)
            except (Later, Unsure) as error:
                log.info("history.waits", method=method, error=str(error))
                await asyncio.sleep(pause)
        return await self._connector.read(method, channel, urgency=Urgency.progress, **arguments)


def _kind(conversation: Json) -> str:
    if conversation.get("is_im"):
        return "im"
    if conversation.get("is_mpim"):
        return "mpim"
    return "group" if conversation.get("is_private") else "channel"


def _since(mark: float, now: float) -> float:
    return max(mark - OVERLAP_SECONDS, now - LOOK_BACK_SECONDS)


def _written(at: float) -> str:
    return f"{at:.6f}"


def _event(home: Home, channel: str, kind: str, said: Json) -> dict[str, Any]:
    event = {**said, "type": "message", "channel": channel, "channel_type": kind, "event_ts": said["ts"]}
    return {"type": "event_callback", "team_id": home.team, "event": event}
