"""Reading what stands in Slack, and finding there what we have posted: by our own messages' metadata."""

from bots.connector import Gone, Later, Unsure, Urgency
from bots.pace import Allowance, Pace
from bots.slack.api import Failed, Reply, SlackApi
from bots.slack.artifacts import find_artifacts
from bots.slack.people import Home
from bots.slack.thread import result_name
from relay.wire.places import PlaceView
from relay.wire.requests import RequestView, Spot

EVENT = "muti"
"""The type of our messages' metadata: by it a post is found again."""

READS = Allowance(50, 60)
"""conversations.* are tier 3 (docs.slack.dev, web-api/rate-limits)."""

LOOK_BACK_SECONDS = 600.0
"""The clocks of the relay and of Slack may differ so much."""

PAGE = 200
PAGES_AT_MOST = 10


class Search:
    """Reads the conversations of one installation, within what Slack allows it."""

    def __init__(self, api: SlackApi, home: Home) -> None:
        self._api, self._home, self._reads = api, home, Pace(READS)

    async def read(
        self, method: str, channel: str | None, *, urgency: Urgency = Urgency.answer, **arguments: object
    ) -> Reply:
        """A call that reads a channel, or a list of them, within what Slack allows this installation.

        Raises:
            Failed, Later, Unfit, Unsure: as `SlackApi.read`.
        """
        await self._reads.turn(channel or "", urgency)
        try:
            return await self._api.read(method, channel=channel, include_all_metadata=True, **arguments)
        except Later as later:
            self._reads.refused(channel or "", later.seconds)
            raise

    async def scan(
        self, method: str, place: PlaceView, channel: str, ts: str | None = None
    ) -> dict[str, str]:
        """The parts of a place that stand in a channel, or in the thread ``ts``; each with its reference.

        Raises:
            Gone: the channel cannot be read.
            Later, Unfit, Unsure: as `SlackApi.read`.
        """
        oldest = f"{max(0.0, place.made_at / 1_000_000 - LOOK_BACK_SECONDS):.6f}"
        found: dict[str, str] = {}
        cursor: str | None = None
        for _ in range(PAGES_AT_MOST):
            try:
                reply = await self.read(method, channel, ts=ts, oldest=oldest, cursor=cursor, limit=PAGE)
            except Failed as failed:
                if failed.error == "thread_not_found":
                    return found  # posting there will say that it is gone
                raise Gone(failed.error) from failed
            for message in reply.get("messages") or []:
                payload = self._payload(message)
                if payload and payload.get("place") == place.place:
                    found.setdefault(str(payload.get("part")), str(message["ts"]))
                elif message.get("user") == self._home.bot and place.request is not None:
                    found = {**_files(message, place.request), **found}
            cursor = (reply.get("response_metadata") or {}).get("next_cursor") or None
            if cursor is None:
                return found
        return found

    async def stands_alone(self, channel: str, posted: str) -> bool:
        """Whether a post whose answer names no thread stands at the top; deleting it needs more than silence.

        Raises:
            Gone: the channel cannot be read.
            Unsure: it cannot be seen at the moment; it is looked for again then.
        """
        try:
            reply = await self.read(
                "conversations.history", channel, oldest=posted, latest=posted, inclusive=True, limit=1
            )
        except Later as later:
            raise Unsure(str(later)) from later
        except Failed as failed:
            raise Gone(failed.error) from failed
        found = [one for one in reply.get("messages") or [] if one.get("ts") == posted]
        return any(one.get("thread_ts") in (None, posted) for one in found)

    async def request_of(self, spot: Spot) -> str | None:
        """The request of a thread, from the metadata of its first message."""
        if spot.thread is None:
            return None
        try:
            reply = await self.read("conversations.replies", spot.channel, ts=spot.thread, limit=PAGE)
        except Failed:
            return None
        for message in reply.get("messages") or []:
            payload = self._payload(message)
            if payload and payload.get("part") == "anchor":
                return str(payload.get("request") or "") or None
        return None

    def _payload(self, message: Reply) -> Reply | None:
        """The metadata of a message of our own; another app can forge the type, not the author."""
        metadata = message.get("metadata") or {}
        if message.get("user") != self._home.bot or metadata.get("event_type") != EVENT:
            return None
        payload: Reply = metadata.get("event_payload") or {}
        return payload


def _files(message: Reply, view: RequestView) -> dict[str, str]:
    """The file of a long result, and those that were handed over: each is known by its name."""
    files = [file for file in message.get("files") or [] if file.get("name") == result_name(view)]
    rest = {"rest": str(files[0]["id"])} if files else {}
    return {**rest, **find_artifacts(view, message)}
