"""From what was heard to what is meant: names, files and the thread above are looked up (C8)."""

import asyncio
from dataclasses import replace
from urllib.parse import urlsplit

import structlog

from bots.connector import Later, Unsure
from bots.intents import Asks, Edits, Intent
from bots.slack.about import quote_about
from bots.slack.api import Failed, SlackApi
from bots.slack.bind import bind_tap, bind_words, spot_of
from bots.slack.connector import SlackConnector
from bots.slack.files import Missed, say_missed, take_files
from bots.slack.gestures import is_message
from bots.slack.parse import Heard, Json, Tap
from bots.slack.people import Home, People
from bots.slack.quotes import earlier_in_thread, files_in, ids_of, ids_of_message, quoted_in, read_words
from bots.words.commands import read_command
from relay.client import RelayClient
from relay.wire.people import Who
from relay.wire.requests import EARLIER, Quoted

log = structlog.get_logger()

QUOTED_AT_MOST = 50
MISSED_AT_MOST = 5
PAGE = 200
PAGES_AT_MOST = 5
TRIES = 2
PATIENCE_SECONDS = 3.0
"""An ask does not wait longer for the words around it: they are help, and it is the thing itself."""


class Reading:
    """Reads messages and taps of one installation."""

    def __init__(
        self, api: SlackApi, home: Home, people: People, client: RelayClient, connector: SlackConnector
    ) -> None:
        self._api, self._home, self._people, self._client = api, home, people, client
        self._connector = connector

    async def read(self, heard: Heard | Tap, *, overtaking: bool = False) -> Intent | None:
        """What it means to the relay; None if it means nothing.

        With ``overtaking`` an edit came before the ask that it edits; then it may be the ask as well.
        """
        who = await self._people.who(heard.user, heard.team)
        tenant = self._home.tenant
        if isinstance(heard, Tap):
            return bind_tap(heard, who, tenant)
        if heard.kind == "delete":
            return bind_words(heard, who, tenant, "", [], [])
        if heard.kind == "ask":
            return await self._ask(await self._within_reach(heard), who)
        edits = bind_words(heard, who, tenant, await self._text(heard), [], [])
        if overtaking and isinstance(edits, Edits):
            return replace(edits, instead=await self._ask(replace(heard, kind="ask"), who))
        return edits

    async def _ask(self, heard: Heard, who: Who) -> Asks:
        text = await self._text(heard)
        if read_command(text) is not None and not heard.files:
            return Asks(who, spot_of(heard, self._home.tenant), text)
        own_host = urlsplit(self._api.client.base_url).hostname or ""
        wanted = [*heard.files, *files_in(heard)]
        files, missed = await take_files(self._api, self._client, who, wanted, own_host)
        notes = [await self._say_missed(one, heard, who) for one in missed[:MISSED_AT_MOST]]
        about = await quote_about(self._api, self._people, self._home, heard, who.language)
        quoted = [*quoted_in(heard, await self._names(heard)), *about, *notes][:QUOTED_AT_MOST]
        room = QUOTED_AT_MOST - len(quoted)
        stands_below = heard.thread and not heard.direct and is_message(heard.message)
        earlier = (await self._earlier(heard))[-room:] if stands_below and room else []
        return Asks(who, spot_of(heard, self._home.tenant), text, files, [*earlier, *quoted])

    async def _say_missed(self, missed: Missed, heard: Heard, who: Who) -> Quoted:
        """The asker learns of it now, and the agent with the ask; not saying it stops nothing."""
        try:
            spot = spot_of(heard, self._home.tenant)
            await self._connector.tell(who, spot, say_missed(missed, who.language))
        except (Failed, Later, Unsure) as error:
            log.info("file.untold", error=str(error))
        return Quoted(origin=f"file {missed.name}"[:500], author="", text=say_missed(missed, "en"))

    async def _text(self, heard: Heard) -> str:
        return read_words(heard.text, heard.blocks, self._home.bot, await self._names(heard))

    async def _names(self, heard: Heard) -> dict[str, str]:
        return await self._people.names(ids_of(heard))

    async def _within_reach(self, heard: Heard) -> Heard:
        """A command in a chat of two other people is answered in their own one with the bot."""
        if is_message(heard.message) or not heard.direct:
            return heard
        return replace(heard, channel=await self._people.direct(heard.user))

    async def _earlier(self, heard: Heard) -> list[Quoted]:
        """What stands above an ask in its thread; a note where it cannot be read."""
        for attempt in range(1, TRIES + 1):
            try:
                messages = await self._thread(heard)
            except Failed as failed:
                return [_note(failed.error)]
            except Later as later:
                if attempt == TRIES:
                    return [_note("Slack asked for patience")]
                await asyncio.sleep(min(later.seconds, PATIENCE_SECONDS))
            except Unsure:
                if attempt == TRIES:
                    return [_note("Slack did not answer")]
            else:
                ids = set[str]().union(*map(ids_of_message, messages))
                names = await self._people.names(ids)
                return earlier_in_thread(messages, heard.message, self._home.bot, names)
        return []

    async def _thread(self, heard: Heard) -> list[Json]:
        found: list[Json] = []
        cursor: str | None = None
        for _ in range(PAGES_AT_MOST):
            reply = await self._connector.read(
                "conversations.replies", heard.channel, ts=heard.thread, cursor=cursor, limit=PAGE
            )
            found += reply.get("messages") or []
            cursor = (reply.get("response_metadata") or {}).get("next_cursor") or None
            if cursor is None:
                break
        return found


def _note(why: str) -> Quoted:
    return Quoted(origin=EARLIER, author="", text=f"The messages above the ask could not be read: {why}.")
