"""Slack → the relay: every envelope is on disk before it is acknowledged, and handled until it is settled."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog
from slack_bolt.async_app import AsyncApp
from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bots.connector import Later, Unfit, Unsure
from bots.drain import Drain
from bots.inbox import Entry, Inbox
from bots.intents import Intent
from bots.signs import Signs
from bots.slack.api import Failed, SlackApi
from bots.slack.bind import spot_of
from bots.slack.connector import SlackConnector
from bots.slack.gestures import WINDOWS, Opened, hear_kept, hear_now, is_message
from bots.slack.history import said_in
from bots.slack.homes import Homes
from bots.slack.parse import (
    Heard,
    Tap,
    ask_key,
    edits_of,
    implied_by,
    is_fresh,
    is_too_late,
    keys_of,
    thread_of,
)
from bots.slack.people import Home, People
from bots.slack.reading import Reading
from bots.slack.windows import Windows
from bots.words import say
from relay.client import RelayClient

log = structlog.get_logger()

ACKNOWLEDGED = BoltResponse(status=200, body="")

THREADS_REMEMBERED = 5000
REMEMBER_SECONDS = 3600.0
"""A thread that was noted so lately is not noted again; of so many that is known."""


class Keeper(AsyncMiddleware):
    """slack_bolt's door: a plain function there would fail on payloads whose shape slack_bolt does not expect."""

    def __init__(self, keep: Callable[[dict[str, Any]], Awaitable[BoltResponse]]) -> None:
        self._keep = keep

    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,
        next: Callable[[], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        """Nothing comes after it: all that is ours happens here."""
        return await self._keep(req.body)


class Hearing:
    """What one installation hears."""

    def __init__(
        self,
        api: SlackApi,
        home: Home,
        people: People,
        client: RelayClient,
        connector: SlackConnector,
        inbox: Inbox,
        signs: Signs,
        homes: Homes,
        handle: Callable[[Intent], Awaitable[None]],
    ) -> None:
        self._api, self._home, self._people, self._client = api, home, people, client
        self._homes, self._windows = homes, Windows(api, people, client, connector, home.tenant)
        self._connector, self._inbox = connector, inbox
        self._reading = Reading(api, home, people, client, connector)
        self._read_before: dict[Entry, Intent] = {}
        self._threads: dict[tuple[str, str], float] = {}
        self._signs, self._say = signs, handle
        self.drain = Drain(inbox, self._lane, self._handle, self._give_up)
        self._quick: set[asyncio.Task[None]] = set()
        # Everything is kept and acknowledged before slack_bolt's own steps, in which an event can get lost:
        # a failing auth.test acknowledges it and drops it, a message without a listener is never acknowledged.
        self.app = AsyncApp(
            client=api.client,
            before_authorize=Keeper(self._keep),
            signing_secret="",
            request_verification_enabled=False,
        )

    async def close(self, timeout: float) -> None:
        """Let what is in hand end; the rest stays on disk for the next process."""
        await self.drain.settle(timeout)
        await self._signs.close()
        for task in list(self._quick):
            task.cancel()
        await asyncio.gather(*self._quick, return_exceptions=True)

    async def _keep(self, body: dict[str, Any]) -> BoltResponse:
        """Raises if it could not be kept: then it is not acknowledged, and Slack sends it again."""
        await self._remember_thread(body)
        now = hear_now(body)
        if isinstance(now, Opened):
            self._homes.opened(now.user, now.team)
        elif now is not None:
            self._do_now(self._windows.about(now))
        heard = hear_kept(body, self._home.bot) if now is None else None
        if heard is None:
            return ACKNOWLEDGED
        if isinstance(heard, Tap) and heard.action.startswith(WINDOWS):
            # A window can be opened for three seconds only: there is nothing to keep for later.
            self._do_now(self._windows.tapped(heard))
            return ACKNOWLEDGED
        if not is_message(heard.message):
            self._connector.answers.remember(heard.message, str(body.get("response_url") or ""))
        entry = self._inbox.put(json.dumps(body))
        if isinstance(heard, Heard) and heard.kind == "ask" and is_message(heard.message):
            self._signs.expect(spot_of(heard, self._home.tenant))
        # Saying it to the relay need not wait for the disk, since saying it twice is once; the
        # acknowledgement must, since what is acknowledged is not sent again.
        self.drain.offer(entry)
        await asyncio.shield(entry.kept)
        return ACKNOWLEDGED

    async def take(self, body: dict[str, Any]) -> None:
        """What is found later, where it might not have been delivered; what is known is left alone.

        Raises:
            sqlite3.Error: it could not be kept.
        """
        heard = hear_kept(body, self._home.bot)
        if heard is None or self._inbox.knows(keys_of(heard)):
            return
        entry = self._inbox.put(json.dumps(body))
        self.drain.offer(entry)
        await asyncio.shield(entry.kept)

    async def _remember_thread(self, body: dict[str, Any]) -> None:
        """Where we have said something people go on talking: such threads are looked into after a gap."""
        thread, now = thread_of(body, self._home.bot), time.time()
        if thread is None or now - self._threads.get(thread, 0.0) < REMEMBER_SECONDS:
            return
        await self._inbox.note(said_in(*thread, now))
        if len(self._threads) > THREADS_REMEMBERED:
            self._threads.clear()
        self._threads[thread] = now

    def _lane(self, entry: Entry) -> str:
        heard = self._hear(entry)
        return heard.channel if heard is not None else ""

    def _hear(self, entry: Entry) -> Heard | Tap | None:
        return hear_kept(json.loads(entry.body), self._home.bot)

    async def _handle(self, entry: Entry) -> list[str]:
        heard = self._hear(entry)
        if heard is None:
            return []
        keys = keys_of(heard)
        if self._inbox.knows(keys):
            self._read_before.pop(entry, None)
            return keys
        if isinstance(heard, Heard) and heard.kind == "edit" and self._inbox.last(edits_of(heard)) > keys[0]:
            return keys  # a later edit overtook it
        if isinstance(heard, Heard) and is_too_late(heard, time.time()):
            await self._say_too_late(heard)
            return keys
        intent = self._read_before.get(entry) or await self._read(heard)
        if intent is not None and not intent.who.bot:
            self._read_before[entry] = intent  # the relay may be away for long: Slack is not asked again
            await self._say(intent)
            self._read_before.pop(entry, None)
            self._homes.changed()
        return [*keys, *implied_by(heard)]

    async def _read(self, heard: Heard | Tap) -> Intent | None:
        overtaking = isinstance(heard, Heard) and heard.kind == "edit" and self._may_overtake(heard)
        return await self._reading.read(heard, overtaking=overtaking)

    def _may_overtake(self, edit: Heard) -> bool:
        return not self._inbox.knows([ask_key(edit)]) and is_fresh(edit, time.time())

    async def _say_too_late(self, heard: Heard) -> None:
        """What was asked long ago may be wanted no more: nobody runs it unseen."""
        who = await self._people.who(heard.user, heard.team)
        if heard.kind == "ask" and not who.bot:
            spot = spot_of(heard, self._home.tenant)
            await self._connector.tell(who, spot, say("notice.too_late", who.language))

    async def _give_up(self, entry: Entry) -> list[str]:
        """Something of ours is broken: say so to who is waiting, rather than nothing."""
        self._read_before.pop(entry, None)
        heard = self._hear(entry)
        if heard is None:
            return []
        try:
            who = await self._people.who(heard.user, heard.team)
            text = say("problem.other", who.language, code="internal")
            await self._connector.tell(who, spot_of(heard, self._home.tenant), text)
        except (Failed, Later, Unfit, Unsure) as error:
            log.warning("entry.untold", error=str(error))
        return keys_of(heard)

    def _do_now(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._quick.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._quick.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("window.failed", error=str(error))
