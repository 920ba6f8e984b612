"""Feishu behind the port: posting, updating, finding again, and a word to one person."""

from collections.abc import Mapping

import structlog

from bots.connector import Gone, Later, Missing, Part, Unsure, Urgency
from bots.feishu.api import Failed, FeishuApi
from bots.feishu.calls import add_reaction
from bots.feishu.elements import Json
from bots.feishu.keys import Keys
from bots.feishu.marks import marked
from bots.feishu.markup import escape, mention
from bots.feishu.outfiles import upload_artifact, upload_file
from bots.feishu.people import Home, People
from bots.feishu.refusals import MESSAGE_GONE, TOPIC_GONE, gone, lost
from bots.feishu.render import GIVEN_UP, draw, is_top
from bots.feishu.search import Search
from bots.feishu.sending import Content, Posted, Sender, Target, addressed, as_post, plainer
from bots.feishu.teller import Teller, is_message
from bots.feishu.turns import Turns
from bots.whole import ReadTimeline, Take, with_artifacts
from bots.words import say
from relay.wire.people import Who
from relay.wire.places import PlaceRole, PlaceView
from relay.wire.requests import Spot

log = structlog.get_logger()

SIGN = "Get"
"""The reaction that says: it has arrived (im/v1 message reaction, emoji types)."""


class FeishuConnector:
    """One installation."""

    platform = "feishu"

    def __init__(
        self, api: FeishuApi, home: Home, people: People, take: Take, read_timeline: ReadTimeline
    ) -> None:
        self._api, self._home, self._people = api, home, people
        self._take, self._read_timeline = take, read_timeline
        self.tenant = home.tenant
        self._turns, self._keys, self._sender = Turns(), Keys(), Sender(api)
        self._search, self._teller = Search(api, home), Teller(api, people, self._turns)
        self._chats: dict[str, str] = {}
        """The direct chat with a person, once it is known."""

    # -- the port -----------------------------------------------------------------------------------------------

    async def whole(self, place: PlaceView) -> PlaceView:
        """With the files that were handed over longer ago than the view goes back."""
        return await with_artifacts(self._read_timeline, place, self.platform)

    def draw(self, place: PlaceView, refs: Mapping[str, str]) -> list[Part]:
        """The messages that a place should show now."""
        return draw(place, refs)

    async def turn(self, place: PlaceView, part: Part, *, new: bool) -> None:
        """Wait until Feishu allows a message or an update."""
        if new:
            await self._turns.send(place.channel, part.urgency)
        else:
            await self._turns.edit(place.channel, f"{place.place}:{part.name}", part.urgency)

    async def post(self, place: PlaceView, part: Part) -> str:
        """Send a part."""
        key, repeats = self._keys.begin(place.place, part.name)
        try:
            forms = await self._forms(place, part)
            posted = await self._send(place, part, forms, key) if forms else None
            if posted is not None and repeats and "card" in part.body:
                await self._freshen(place, part, posted.message)
        except Later as later:
            self._turns.refused(place.channel, later.seconds)
            raise
        except Failed as failed:
            if part.urgency is Urgency.link:
                log.warning("part.given_up", part=part.name, code=failed.code)
                return GIVEN_UP
            raise gone(failed) from failed
        self._keys.stands(place.place, part.name)
        return posted.message if posted is not None else GIVEN_UP

    async def edit(self, place: PlaceView, part: Part, reference: str) -> None:
        """Update a part."""
        if reference == GIVEN_UP:
            return
        try:
            await self._update(place, part, reference)
        except Later as later:
            self._turns.refused(place.channel, later.seconds)
            raise
        except Failed as failed:
            wrong = lost(failed, is_thread=part.name == "anchor" and part.thread is None)
            if isinstance(wrong, Missing):
                self._keys.deleted(place.place, part.name)
            raise wrong from failed

    async def find(self, place: PlaceView, refs: Mapping[str, str]) -> dict[str, str]:
        """What the place has in Feishu already, by the marks in our own cards."""
        self._keys.doubt(place.place)
        found: dict[str, str] = {}
        chat = await self._chat(place, refs)
        if not chat:
            return await self._send_again(place)
        if place.role is not PlaceRole.asked or is_top(place):
            found |= await self._search.in_chat(place, chat)
        if place.role is PlaceRole.asked:
            for message in _thread_of(place, {**found, **refs}):
                found |= await self._search.in_thread(place, message)
        return found

    # -- a word to one person ---------------------------------------------------------------------------------------

    async def tell(self, who: Who, spot: Spot, text: str) -> None:
        """Only the person sees it, where Feishu can do that."""
        await self._teller.tell(who, spot, text)

    async def sign(self, spot: Spot) -> None:
        """A reaction to the message."""
        if is_message(spot.message):
            await self._api.send(add_reaction(spot.message, SIGN))

    async def request_of(self, spot: Spot) -> str | None:
        """The request of the thread, as its first card carries it."""
        if spot.thread is None or not is_message(spot.thread):
            return None
        try:
            return await self._search.request_of(spot.thread)
        except Gone:
            return None

    async def inform(self, user: str, text: str) -> None:
        """A direct message that nobody asked for: something needs a person."""
        await self._teller.directly(user, text)

    def thread_below(self, message: str) -> str:
        """The id of the thread in which answers to a message stand; empty until one was sent."""
        return self._sender.threads.get(message, "")

    # -- how -----------------------------------------------------------------------------------------------------

    async def _forms(self, place: PlaceView, part: Part) -> list[Content]:
        """What may be sent of a part, the best first; nothing if it cannot be had."""
        if "file" in part.body:
            file = part.body["file"]
            return [await upload_file(self._api, file["name"], str(file["content"]).encode())]
        if "artifact" in part.body:
            told = part.body["artifact"]
            found = await upload_artifact(self._api, self._take, place, part.name, told)
            return [found] if found is not None else []
        cards = [Content("interactive", card) for card in self._cards(place, part)]
        return [*cards, as_post(part.body["card"])] if part.once else cards

    def _cards(self, place: PlaceView, part: Part) -> list[Json]:
        card = marked(part.body["card"], place, part.name)
        tells = str(part.body.get("tells") or "")
        if tells and (open_id := self._people.open_id(tells)):
            card = addressed(card, mention(open_id))
        return plainer(card, escape(say("card.feishu_refused", place.language)))

    async def _send(self, place: PlaceView, part: Part, forms: list[Content], key: str) -> Posted:
        *first, last = _targets(place, part)
        for target in first:
            try:
                return await self._sender.send(target, forms, key)
            except Failed as failed:
                if failed.code not in TOPIC_GONE:
                    raise
        posted = await self._sender.send(last, forms, key)
        if last.kind == "union_id":
            self._chats[place.channel] = posted.chat
            self._turns.same(place.channel, posted.chat)
        return posted

    async def _freshen(self, place: PlaceView, part: Part, message: str) -> None:
        """What stands there may be what the first try sent, or nothing any more."""
        try:
            await self._update(place, part, message)
        except Failed as failed:
            if failed.code not in MESSAGE_GONE:
                raise
            self._keys.deleted(place.place, part.name)
            raise Unsure("the message was deleted") from failed

    async def _update(self, place: PlaceView, part: Part, reference: str) -> None:
        await self._sender.update(reference, self._cards(place, part))

    async def _send_again(self, place: PlaceView) -> dict[str, str]:
        """Of a chat that nobody knows yet nothing can be read; sent with its key again, a message is found or made."""
        names = self._keys.begun(place.place)
        again = [part for part in draw(place, dict.fromkeys(names, GIVEN_UP)) if part.name in names]
        return {part.name: await self.post(place, part) for part in again}

    async def _chat(self, place: PlaceView, refs: Mapping[str, str]) -> str:
        """The chat in which a place stands; empty where it is a person's, and nothing was sent there yet."""
        if place.role is not PlaceRole.owner:
            return place.channel
        if place.channel not in self._chats:
            known = [one for one in refs.values() if is_message(one)]
            message = await self._search.read(known[0]) if known else None
            if message is None:
                return ""
            self._chats[place.channel] = str(message.get("chat_id") or "")
        return self._chats[place.channel]


def _targets(place: PlaceView, part: Part) -> list[Target]:
    """Where a part goes, and where instead if what it answers is gone; never out of its thread."""
    if place.role is PlaceRole.owner:
        return [Target(place.channel, "union_id")]
    top = Target(place.channel, "chat_id")
    asked = place.message if place.message is not None and is_message(place.message) else None
    if place.role is PlaceRole.mirror:
        return [top]
    if part.name == "anchor" and is_top(place):
        # An answer that quotes the ask, from which a thread of its own begins.
        return [*([Target(asked)] if asked else []), top]
    above = [asked, part.thread] if part.name in ("anchor", "join") else [part.thread]
    known = dict.fromkeys(one for one in above if one is not None and is_message(one))
    return [Target(one, in_thread=True) for one in known] or [top]


def _thread_of(place: PlaceView, refs: Mapping[str, str]) -> list[str]:
    """A message in the thread of the work."""
    known = [refs.get("anchor"), place.thread, place.message]
    return [one for one in known if one is not None and is_message(one)][:1]
