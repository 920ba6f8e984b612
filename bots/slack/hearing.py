"""Slack → the relay: every envelope is on disk before it is acknowledged, and handled until it is settled."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from urllib.parse import urlsplit

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
from bots.slack.bind import bind_tap, bind_words, shared_with, spot_of
from bots.slack.cards import Reader
from bots.slack.connector import SlackConnector
from bots.slack.files import take_files
from bots.slack.parse import Heard, Tap, hear, keys_of, people_in, read_text
from bots.slack.people import Home, People
from bots.slack.review import review_action, review_request
from bots.words import problem, say
from relay.client import Refused, RelayClient, Unreachable

log = structlog.get_logger()

ACKNOWLEDGED = BoltResponse(status=200, body="")


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
        handle: Callable[[Intent], Awaitable[None]],
    ) -> None:
        self._api, self._home, self._people, self._client = api, home, people, client
        self._connector, self._inbox = connector, inbox
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
        heard = hear(body, self._home.bot)
        if heard is None:
            return ACKNOWLEDGED
        if isinstance(heard, Tap) and heard.action == "muti:review":
            # A window can be opened for three seconds only: there is nothing to keep for later.
            self._do_now(self._review(heard))
            return ACKNOWLEDGED
        entry = self._inbox.put(json.dumps(body))
        if isinstance(heard, Heard) and heard.kind == "ask":
            self._signs.expect(spot_of(heard, self._home.tenant))
        # Saying it to the relay need not wait for the disk, since saying it twice is once; the
        # acknowledgement must, since what is acknowledged is not sent again.
        self.drain.offer(entry)
        await asyncio.shield(entry.kept)
        return ACKNOWLEDGED

    def _lane(self, entry: Entry) -> str:
        heard = self._hear(entry)
        return heard.channel if heard is not None else ""

    def _hear(self, entry: Entry) -> Heard | Tap | None:
        return hear(json.loads(entry.body), self._home.bot)

    async def _handle(self, entry: Entry) -> list[str]:
        heard = self._hear(entry)
        if heard is None:
            return []
        keys = keys_of(heard)
        if self._inbox.knows(keys):
            return keys
        intent = await self._read(heard)
        if intent is not None and not intent.who.bot:
            await self._say(intent)
        return keys

    async def _read(self, heard: Heard | Tap) -> Intent | None:
        who = await self._people.who(heard.user, heard.team)
        if isinstance(heard, Tap):
            return bind_tap(heard, who, self._home.tenant)
        names = await self._people.names(people_in(heard.text) - {self._home.bot})
        text = read_text(heard.text, self._home.bot, names)
        own_host = urlsplit(self._api.client.base_url).hostname or ""
        files, notes = await take_files(self._api, self._client, who, heard, own_host)
        return bind_words(heard, who, self._home.tenant, text, files, [*shared_with(heard), *notes])

    async def _give_up(self, entry: Entry) -> None:
        """Something of ours is broken: say so to who is waiting, rather than nothing."""
        heard = self._hear(entry)
        if heard is None:
            return
        try:
            who = await self._people.who(heard.user, heard.team)
            text = say("problem.other", who.language, code="internal")
            await self._connector.tell(who, spot_of(heard, self._home.tenant), text)
        except (Failed, Later, Unfit, Unsure) as error:
            log.warning("entry.untold", error=str(error))

    async def _review(self, tap: Tap) -> None:
        """Open a window with all of it, for this person to read."""
        who = await self._people.who(tap.user, tap.team)
        spot = spot_of(tap, self._home.tenant)
        origin = {"c": tap.channel, "m": tap.message, "t": tap.thread}
        try:
            request = await self._client.request(who, str(tap.value.get("r")))
            reader = Reader(who.language)
            wanted = tap.value.get("a")
            if wanted is None:
                view = review_request(request, reader, origin)
            else:
                action = next((one for one in request.actions if one.action == wanted), None)
                if action is None:
                    await self._connector.tell(who, spot, say("problem.unknown", who.language))
                    return
                view = review_action(request, action, reader, origin)
            await self._api.call("views.open", trigger_id=tap.trigger, view=view)
        except Refused as refused:
            await self._connector.tell(who, spot, problem(refused.problem, who.language))
        except (Failed, Later, Unfit, Unsure, Unreachable) as error:
            log.warning("review.not_opened", error=str(error))
            await self._connector.tell(who, spot, say("notice.review_again", who.language))

    def _do_now(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._quick.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._quick.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("review.failed", error=str(error))
