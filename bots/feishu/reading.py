"""From what was heard to what is meant: names, files, quoted messages and the thread above are looked up (C8)."""

import asyncio
from collections.abc import Sequence

import structlog

from bots.connector import Later, Unfit, Unsure, Voice
from bots.feishu.api import Failed, FeishuApi, Reply
from bots.feishu.calls import NEWEST_FIRST, get_message, list_messages
from bots.feishu.content import Said, read_content
from bots.feishu.files import Enclosed, Missed, say_missed, take_files
from bots.feishu.parse import Heard
from bots.feishu.people import Home, People, Unidentified
from bots.feishu.quotes import FORWARD, Line, author_of, earlier_in_thread, line_of, quote_message
from bots.feishu.threads import Stands, Threads
from bots.intents import Asks, Edits, Intent
from bots.words.commands import read_command
from relay.client import RelayClient
from relay.wire.people import Who
from relay.wire.requests import EARLIER, Quoted, Spot

log = structlog.get_logger()

FORWARDED, QUOTED = "forwarded messages", "a quoted message"
UNREAD = "It could not be read: Feishu says {code}."
QUOTED_AT_MOST = 50
MISSED_AT_MOST = 5
PAGES_AT_MOST = 6
TRIES = 2
PATIENCE_SECONDS = 3.0
"""An ask does not wait longer for the words around it: they are help, and it is the thing itself."""


class Reading:
    """Reads messages of one installation."""

    def __init__(self, api: FeishuApi, home: Home, people: People, client: RelayClient, voice: Voice) -> None:
        self._api, self._home, self._people, self._client, self._voice = api, home, people, client, voice
        self._threads = Threads(api, home.tenant, voice.request_of)

    async def read(self, heard: Heard) -> Intent:
        """What a message means to the relay.

        Raises:
            bots.feishu.people.Unidentified: nobody knows who wrote it.
            bots.connector.Later, bots.connector.Unfit, bots.connector.Unsure: Feishu could not be asked.
            relay.client.Refused, relay.client.Unreachable: the relay does not take a file.
        """
        said = self.words(heard)
        who = await self._people.who(heard.ids, heard.channel, heard.locale or said.text)
        stands = await self._threads.find(heard)
        spot = spot_of(heard, self._home.tenant, stands.root)
        if heard.kind == "edit":
            key = f"feishu:{self._home.tenant}:{heard.message}:{heard.edited:.3f}"
            return Edits(who, spot, said.text, key)
        if read_command(said.text) is not None and not said.files:
            return Asks(who, spot, said.text)
        return await self._ask(heard, who, spot, said, stands)

    def words(self, heard: Heard) -> Said:
        """What a message says, without the mention of us."""
        return read_content(heard.form, heard.content, heard.mentions, self._home.bot)

    async def _ask(self, heard: Heard, who: Who, spot: Spot, said: Said, stands: Stands) -> Asks:
        quoted, enclosed = await self._pointed_at(heard, stands)
        wanted = [*(Enclosed(heard.message, file) for file in said.files), *enclosed]
        files, missed = await take_files(self._api, self._client, who, wanted)
        notes = [await self._say_missed(one, spot, who) for one in missed[:MISSED_AT_MOST]]
        quoted = [*quoted, *notes][:QUOTED_AT_MOST]
        room = QUOTED_AT_MOST - len(quoted)
        above = heard.message if stands.root != heard.message else ""
        earlier = (await self._earlier(stands, above))[-room:] if above and stands.thread and room else []
        return Asks(who, spot, said.text, files, [*earlier, *quoted])

    async def _pointed_at(self, heard: Heard, stands: Stands) -> tuple[list[Quoted], list[Enclosed]]:
        """What the ask quotes, and what it forwards; files in what is quoted come along."""
        quoted: list[Quoted] = []
        enclosed: list[Enclosed] = []
        for message, origin in (
            (heard.message * (heard.form == FORWARD), FORWARDED),
            (stands.quotes, QUOTED),
        ):
            try:
                items = await self._items(message) if message else []
            except Failed as failed:
                log.info("quote.refused", code=failed.code)
                quoted.append(Quoted(origin=origin, author="", text=UNREAD.format(code=failed.code)))
                continue
            forwarded = bool(items) and items[0].get("msg_type") == FORWARD
            lines = await self._lines(items[1:] if forwarded else items[:1])
            quoted += _only(quote_message(lines, origin))
            if not forwarded:
                enclosed += [Enclosed(line.message, file) for line in lines for file in line.said.files]
        return quoted, enclosed

    async def _items(self, message: str) -> list[Reply]:
        """A message, and what is forwarded in it."""
        reply = await self._api.send(get_message(message))
        return [one for one in reply.get("items") or [] if isinstance(one, dict)]

    async def _lines(self, items: Sequence[Reply]) -> list[Line]:
        return [line_of(item, await self._author(item), self._home.bot, self._home.app) for item in items]

    async def _author(self, item: Reply) -> str:
        ids = author_of(item)
        if ids is None:
            return self._home.name if (item.get("sender") or {}).get("id") == self._home.app else "an app"
        try:
            return await self._people.name(await self._people.union(ids), str(item.get("chat_id") or ""))
        except (Unidentified, Later, Unsure):
            return "somebody"

    async def _say_missed(self, missed: Missed, spot: Spot, who: Who) -> Quoted:
        """The asker learns of it now, and the agent with the ask; not saying it stops nothing."""
        try:
            await self._voice.tell(who, spot, say_missed(missed, who.language))
        except (Failed, Later, Unfit, Unsure) as error:
            log.info("file.untold", error=str(error))
        return Quoted(origin=f"file {missed.name}"[:500], author="", text=say_missed(missed, "en"))

    async def _earlier(self, stands: Stands, ask: str) -> list[Quoted]:
        """What stands above an ask in its thread; a note where it cannot be read."""
        for attempt in range(1, TRIES + 1):
            try:
                return earlier_in_thread(await self._lines(await self._thread(stands.thread)), ask)
            except Failed as failed:
                return [_note(f"Feishu says {failed.code}")]
            except Later as later:
                if attempt == TRIES:
                    return [_note("Feishu asked for patience")]
                await asyncio.sleep(min(later.seconds, PATIENCE_SECONDS))
            except Unsure:
                if attempt == TRIES:
                    return [_note("Feishu did not answer")]
        return []

    async def _thread(self, thread: str) -> list[Reply]:
        """The newest messages of a thread, oldest first: it can be read by pages only, with no limit of time."""
        found, page = list[Reply](), ""
        for _ in range(PAGES_AT_MOST):
            reply = await self._api.send(list_messages("thread", thread, page, order=NEWEST_FIRST))
            found += [one for one in reply.get("items") or [] if isinstance(one, dict)]
            page = str(reply.get("page_token") or "")
            if not reply.get("has_more") or not page:
                break
        return found[::-1]


def spot_of(heard: Heard, tenant: str, root: str | None) -> Spot:
    """Where something was said; a thread is known by its first message."""
    return Spot(
        platform="feishu",
        tenant=tenant,
        channel=heard.channel,
        thread=root,
        message=heard.message,
        direct=heard.direct,
    )


def _only(quoted: Quoted | None) -> list[Quoted]:
    return [quoted] if quoted is not None else []


def _note(why: str) -> Quoted:
    return Quoted(origin=EARLIER, author="", text=f"The messages above the ask could not be read: {why}.")
