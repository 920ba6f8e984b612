"""Slack behind the port: posting, editing, finding again, and a word to one person."""

from collections.abc import Mapping

import structlog

from bots.connector import Gone, Later, Missing, Part, Urgency
from bots.pace import Allowance, Pace
from bots.slack.api import MISSING, Failed, Reply, SlackApi
from bots.slack.cards import Reader, title
from bots.slack.files import share_file
from bots.slack.gestures import is_message
from bots.slack.people import Home, People
from bots.slack.render import GIVEN_UP, draw, is_top, work_thread
from bots.slack.search import EVENT, Search
from bots.slack.sharing import share_artifact
from bots.slack.teller import Teller
from bots.slack.titles import Titles
from bots.whole import ReadTimeline, Take, with_artifacts
from relay.wire.people import Who
from relay.wire.places import PlaceRole, PlaceView
from relay.wire.requests import Spot

log = structlog.get_logger()

SIGN = "eyes"

# docs.slack.dev, web-api/rate-limits: about one post a second and channel, in short bursts more; some hundreds
# a minute in all. chat.update is tier 3.
POSTS = Allowance(300, 60)
POSTS_BURST = Allowance(3, 3.0)
POSTS_STRICT = Allowance(1, 1.05)
EDITS = Allowance(50, 60)
EDITS_OF_ONE = Allowance(5, 2.0)
EDITS_OF_ONE_STRICT = Allowance(1, 2.0)
EDITS_SMOOTH = Allowance(6, 10.0)

UNFIT_BLOCKS = frozenset({
    "invalid_blocks", "invalid_blocks_format", "invalid_attachments", "msg_blocks_too_long"
})  # fmt: skip
NOT_EDITABLE = frozenset({
    "cant_update_message", "edit_window_closed", "block_mismatch", "msg_too_long", "no_text",
    "message_not_in_streaming_state", "streaming_state_conflict",
})  # fmt: skip
"""This message cannot be brought up to date any more; the others of its place can."""


class SlackConnector:
    """One installation."""

    platform = "slack"

    def __init__(
        self, api: SlackApi, home: Home, people: People, take: Take, read_timeline: ReadTimeline
    ) -> None:
        self._take, self._read_timeline = take, read_timeline
        self._api, self._home, self._people = api, home, people
        self.tenant = home.tenant
        self._teller = Teller(api, people)
        self.answers = self._teller.answers
        self._posts = Pace(POSTS, POSTS_BURST, strict=POSTS_STRICT)
        self._edits = Pace(EDITS, EDITS_OF_ONE, strict=EDITS_OF_ONE_STRICT, smooth=EDITS_SMOOTH)
        self._search, self._titles = Search(api, home), Titles(api)
        self.read = self._search.read

    # -- the port -----------------------------------------------------------------------------------------------

    async def whole(self, place: PlaceView) -> PlaceView:
        """With the files that were handed over longer ago than the view goes back."""
        return await with_artifacts(self._read_timeline, place, self.platform)

    def draw(self, place: PlaceView, refs: Mapping[str, str]) -> list[Part]:
        """The messages that a place should show now."""
        return draw(place, refs, self._home.url)

    async def turn(self, place: PlaceView, part: Part, *, new: bool) -> None:
        """Wait until Slack allows a post or an edit."""
        if new:
            await self._posts.turn(place.channel, part.urgency)
        else:
            await self._edits.turn(_edited(place, part), part.urgency)

    async def post(self, place: PlaceView, part: Part) -> str:
        """Post a part."""
        channel = await self._channel(place)
        if "file" in part.body:
            return await share_file(self._api, channel, part.thread, part.body["file"])
        if "artifact" in part.body:
            return await share_artifact(self._api, self._take, channel, part.thread, part.body["artifact"])
        try:
            reply = await self._post(place, part, channel)
        except Later as later:
            self._posts.refused(place.channel, later.seconds)
            raise
        except Failed as failed:
            if part.urgency is Urgency.link:
                return GIVEN_UP
            raise Gone(failed.error) from failed
        posted = str(reply["ts"])
        told = part.thread is None or reply["message"].get("thread_ts") is not None
        if not told and await self._search.stands_alone(channel, posted):
            return await self._take_back(place, part, channel, posted)
        await self._entitle(place, part, posted)
        return posted

    async def edit(self, place: PlaceView, part: Part, reference: str) -> None:
        """Edit a part."""
        channel = await self._channel(place)
        body = part.body
        try:
            try:
                await self._api.call("chat.update", channel=channel, ts=reference, **body)
            except Failed as failed:
                if failed.error not in UNFIT_BLOCKS:
                    raise
                log.warning("blocks.refused", part=part.name, error=failed.error)
                await self._api.call(
                    "chat.update", channel=channel, ts=reference, text=body["text"], blocks=[]
                )
        except Later as later:
            self._edits.refused(_edited(place, part), later.seconds, whole=True)
            raise
        except Failed as failed:
            raise _lost(failed, part) from failed
        await self._entitle(place, part, reference)

    async def find(self, place: PlaceView, refs: Mapping[str, str]) -> dict[str, str]:
        """What the place has in Slack already, by the metadata of our own messages."""
        channel = await self._channel(place)
        found: dict[str, str] = {}
        asked = place.role is PlaceRole.asked
        if not asked or is_top(place):
            at_top = await self._search.scan("conversations.history", place, channel)
            found |= {name: ts for name, ts in at_top.items() if _stands_at_top(place, name)}
            await self._remove_strays(place, channel, {n: ts for n, ts in at_top.items() if n not in found})
        if asked and (thread := work_thread(place, {**found, **refs})) is not None:
            found |= await self._search.scan("conversations.replies", place, channel, ts=thread)
        if asked and is_top(place) and is_message(place.message or "") and "link" not in refs:
            below = await self._search.scan("conversations.replies", place, channel, ts=place.message)
            found |= {name: ts for name, ts in below.items() if name in ("link", "join")}
        return found

    # -- a word to one person ---------------------------------------------------------------------------------------

    async def tell(self, who: Who, spot: Spot, text: str) -> None:
        """Only the person sees it, where Slack can do that; else it is a direct message."""
        await self._teller.tell(who, spot, text)

    async def sign(self, spot: Spot) -> None:
        """A reaction to the message."""
        try:
            await self._api.call("reactions.add", channel=spot.channel, timestamp=spot.message, name=SIGN)
        except Failed as failed:
            if failed.error != "already_reacted":
                raise

    async def request_of(self, spot: Spot) -> str | None:
        """The request of the thread, from the metadata of its first message."""
        return await self._search.request_of(spot)

    async def inform(self, user: str, text: str) -> None:
        """A direct message that nobody asked for: something needs a person."""
        await self._teller.directly(user, text)

    # -- how -----------------------------------------------------------------------------------------------------

    async def _post(self, place: PlaceView, part: Part, channel: str) -> Reply:
        fixed = {
            "channel": channel,
            "thread_ts": part.thread,
            "metadata": {"event_type": EVENT, "event_payload": _payload(place, part)},
            "unfurl_links": False,
            "unfurl_media": False,
        }
        try:
            return await self._api.call("chat.postMessage", **fixed, **part.body)
        except Failed as failed:
            if failed.error not in UNFIT_BLOCKS:
                raise
            log.warning("blocks.refused", part=part.name, error=failed.error)
            return await self._api.call("chat.postMessage", **fixed, text=part.body["text"])

    async def _take_back(self, place: PlaceView, part: Part, channel: str, posted: str) -> str:
        """The thread was deleted: Slack then posts at the top of the channel, and says ok."""
        try:
            await self._api.call("chat.delete", channel=channel, ts=posted)
        except Failed as failed:
            log.warning("stray.stays", place=place.place, error=failed.error)
        if part.urgency is Urgency.link:
            return GIVEN_UP
        raise Gone("thread_gone")

    async def _remove_strays(self, place: PlaceView, channel: str, strays: dict[str, str]) -> None:
        """What belonged into a thread and stands at the top, since nobody lived to take it back."""
        for name, posted in strays.items():
            log.info("stray.removed", place=place.place, part=name)
            try:
                await self._api.call("chat.delete", channel=channel, ts=posted)
            except Failed as failed:
                log.warning("stray.stays", place=place.place, error=failed.error)

    async def _entitle(self, place: PlaceView, part: Part, posted: str) -> None:
        """Only the conversations of the app itself have titles (K2)."""
        if part.name != "anchor" or not place.direct or place.request is None:
            return
        request, thread = place.request, part.thread or posted

        async def first() -> str | None:
            spot = Spot(
                platform="slack", tenant=self.tenant, channel=place.channel, thread=thread, message=posted
            )
            return await self.request_of(spot)

        shown = title(request, Reader(place.language))
        await self._titles.show(place.channel, thread, request.request, shown, first)

    async def _channel(self, place: PlaceView) -> str:
        if place.role is not PlaceRole.owner:
            return place.channel
        try:
            return await self._people.direct(place.channel)
        except Failed as failed:
            raise Gone(failed.error) from failed


def _edited(place: PlaceView, part: Part) -> str:
    return f"{place.place}:{part.name}"


def _payload(place: PlaceView, part: Part) -> dict[str, str]:
    payload = {"place": place.place, "part": part.name}
    return {**payload, "request": place.request.request} if place.request is not None else payload


def _stands_at_top(place: PlaceView, name: str) -> bool:
    if name == "join" and not is_message(place.message or ""):
        return True  # asked by a command: there is no message below which it could stand
    return place.role is not PlaceRole.asked or name == "anchor"


def _lost(failed: Failed, part: Part) -> Exception:
    if failed.error in MISSING:
        # The first message is the thread: without it there is nothing left to answer in.
        return Gone("thread_gone") if part.name == "anchor" else Missing()
    return Missing() if failed.error in NOT_EDITABLE else Gone(failed.error)
