"""Slack behind the port: posting, editing, finding again, and a word to one person."""

from collections.abc import Mapping

import structlog

from bots.connector import Gone, Later, Missing, Part, Urgency
from bots.pace import Allowance, Pace
from bots.slack.api import MISSING, Failed, Reply, SlackApi
from bots.slack.blocks import escape
from bots.slack.files import share_file
from bots.slack.people import Home, People
from bots.slack.render import GIVEN_UP, draw, is_top, work_thread
from bots.slack.thread import result_name
from relay.wire.people import Who
from relay.wire.places import PlaceRole, PlaceView
from relay.wire.requests import Spot

log = structlog.get_logger()

EVENT = "muti"
"""The type of our messages' metadata: by it a post is found again."""

SIGN = "eyes"

# docs.slack.dev, web-api/rate-limits: about one post a second and channel, in short bursts more; some hundreds
# a minute in all. chat.update and conversations.* are tier 3, chat.postEphemeral and users.info tier 4.
POSTS = Allowance(300, 60)
POSTS_BURST = Allowance(3, 3.0)
POSTS_STRICT = Allowance(1, 1.05)
EDITS = Allowance(50, 60)
EDITS_OF_ONE = Allowance(5, 2.0)
EDITS_OF_ONE_STRICT = Allowance(1, 2.0)
EDITS_SMOOTH = Allowance(6, 10.0)
READS = Allowance(50, 60)
WORDS = Allowance(100, 60)

UNFIT_BLOCKS = frozenset({"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"})
NOT_EDITABLE = frozenset({"cant_update_message", "edit_window_closed", "block_mismatch"})
LOOK_BACK_SECONDS = 600.0
"""The clocks of the relay and of Slack may differ so much."""

PAGE = 200
PAGES_AT_MOST = 10


class SlackConnector:
    """One installation."""

    platform = "slack"

    def __init__(self, api: SlackApi, home: Home, people: People) -> None:
        self._api, self._home, self._people = api, home, people
        self.tenant = home.tenant
        self._posts = Pace(POSTS, POSTS_BURST, strict=POSTS_STRICT)
        self._edits = Pace(EDITS, EDITS_OF_ONE, strict=EDITS_OF_ONE_STRICT, smooth=EDITS_SMOOTH)
        self._reads, self._words = Pace(READS), Pace(WORDS)

    # -- the port -----------------------------------------------------------------------------------------------

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
        if part.thread is not None and reply["message"].get("thread_ts") is None:
            return await self._take_back(place, part, channel, posted)
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

    async def find(self, place: PlaceView, refs: Mapping[str, str]) -> dict[str, str]:
        """What the place has in Slack already, by the metadata of our own messages."""
        channel = await self._channel(place)
        oldest = f"{max(0.0, place.made_at / 1_000_000 - LOOK_BACK_SECONDS):.6f}"
        found: dict[str, str] = {}
        asked = place.role is PlaceRole.asked
        if not asked or is_top(place):
            at_top = await self._scan("conversations.history", place, channel, oldest)
            found |= {name: ts for name, ts in at_top.items() if _stands_at_top(place, name)}
            await self._remove_strays(place, channel, {n: ts for n, ts in at_top.items() if n not in found})
        if asked and (thread := work_thread(place, {**found, **refs})) is not None:
            found |= await self._scan("conversations.replies", place, channel, oldest, ts=thread)
        if asked and is_top(place) and place.message is not None and "link" not in refs:
            below = await self._scan("conversations.replies", place, channel, oldest, ts=place.message)
            found |= {name: ts for name, ts in below.items() if name in ("link", "join")}
        return found

    # -- a word to one person ---------------------------------------------------------------------------------------

    async def tell(self, who: Who, spot: Spot, text: str) -> None:
        """Only the person sees it, where Slack can do that; else it is a direct message."""
        user = who.account.subject
        try:
            await self._words.turn(spot.channel, Urgency.answer)
            if spot.direct:
                thread = spot.thread or (spot.message if spot.message != "unknown" else None)
                await self._api.call(
                    "chat.postMessage", channel=spot.channel, text=escape(text), thread_ts=thread
                )
                return
            await self._api.call(
                "chat.postEphemeral",
                channel=spot.channel,
                user=user,
                text=escape(text),
                thread_ts=spot.thread,
            )
        except Later as later:
            self._words.refused(spot.channel, later.seconds)
            raise
        except Failed as failed:
            log.warning("word.not_shown", error=failed.error)
            await self._tell_directly(user, text)

    async def sign(self, spot: Spot) -> None:
        """A reaction to the message."""
        try:
            await self._api.call("reactions.add", channel=spot.channel, timestamp=spot.message, name=SIGN)
        except Failed as failed:
            if failed.error != "already_reacted":
                raise

    async def request_of(self, spot: Spot) -> str | None:
        """The request of the thread, from the metadata of its first message."""
        if spot.thread is None:
            return None
        try:
            reply = await self._replies(spot.channel, spot.thread)
        except Failed:
            return None
        for message in reply.get("messages") or []:
            payload = self._payload(message)
            if payload and payload.get("part") == "anchor":
                return str(payload.get("request") or "") or None
        return None

    async def inform(self, user: str, text: str) -> None:
        """A direct message that nobody asked for: something needs a person."""
        await self._tell_directly(user, text)

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

    async def _channel(self, place: PlaceView) -> str:
        if place.role is not PlaceRole.owner:
            return place.channel
        try:
            return await self._people.direct(place.channel)
        except Failed as failed:
            raise Gone(failed.error) from failed

    async def _scan(
        self, method: str, place: PlaceView, channel: str, oldest: str, ts: str | None = None
    ) -> dict[str, str]:
        found: dict[str, str] = {}
        cursor: str | None = None
        for _ in range(PAGES_AT_MOST):
            try:
                reply = await self._read(method, channel, ts=ts, oldest=oldest, cursor=cursor, limit=PAGE)
            except Failed as failed:
                if failed.error == "thread_not_found":
                    return found  # posting there will say that it is gone
                raise Gone(failed.error) from failed
            for message in reply.get("messages") or []:
                payload = self._payload(message)
                if payload and payload.get("place") == place.place:
                    found.setdefault(str(payload.get("part")), str(message["ts"]))
                elif message.get("user") == self._home.bot and (file := _rest(message, place)):
                    found.setdefault("rest", file)
            cursor = (reply.get("response_metadata") or {}).get("next_cursor") or None
            if cursor is None:
                return found
        return found

    async def _replies(self, channel: str, thread: str) -> Reply:
        return await self._read("conversations.replies", channel, ts=thread, limit=PAGE)

    async def _read(self, method: str, channel: str, **arguments: object) -> Reply:
        await self._reads.turn(channel, Urgency.answer)
        try:
            return await self._api.read(method, channel=channel, include_all_metadata=True, **arguments)
        except Later as later:
            self._reads.refused(channel, later.seconds)
            raise

    def _payload(self, message: Reply) -> Reply | None:
        """The metadata of a message of our own; another app can forge the type, not the author."""
        metadata = message.get("metadata") or {}
        if message.get("user") != self._home.bot or metadata.get("event_type") != EVENT:
            return None
        payload: Reply = metadata.get("event_payload") or {}
        return payload

    async def _tell_directly(self, user: str, text: str) -> None:
        try:
            channel = await self._people.direct(user)
            await self._api.call("chat.postMessage", channel=channel, text=escape(text))
        except Failed as failed:
            log.warning("word.lost", error=failed.error)


def _edited(place: PlaceView, part: Part) -> str:
    return f"{place.place}:{part.name}"


def _payload(place: PlaceView, part: Part) -> dict[str, str]:
    payload = {"place": place.place, "part": part.name}
    return {**payload, "request": place.request.request} if place.request is not None else payload


def _rest(message: Reply, place: PlaceView) -> str | None:
    """The file of a long result: Slack keeps no metadata with files, so it is known by its name."""
    name = result_name(place.request) if place.request is not None else None
    return next((str(file["id"]) for file in message.get("files") or [] if file.get("name") == name), None)


def _stands_at_top(place: PlaceView, name: str) -> bool:
    return place.role is not PlaceRole.asked or name == "anchor"


def _lost(failed: Failed, part: Part) -> Exception:
    if failed.error in MISSING:
        # The first message is the thread: without it there is nothing left to answer in.
        return Gone("thread_gone") if part.name == "anchor" else Missing()
    return Missing() if failed.error in NOT_EDITABLE else Gone(failed.error)
