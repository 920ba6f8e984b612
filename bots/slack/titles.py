"""The titles of the app's own threads (K2): the public id, and how far it is.

Which of Slack's two ways there is depends on how the app was declared: as an agent or, before that, as an
assistant. It is found out by trying, and asked again only after a while.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import structlog

from bots.connector import Later, Unfit, Unsure
from bots.slack.api import Failed, SlackApi

log = structlog.get_logger()

WAYS = ("agents.sessions.rename", "assistant.threads.setTitle")
TITLE_CHARACTERS = 200
REMEMBERED = 1000
AGAIN_SECONDS = 3600.0

NO_SUCH_WAY = frozenset({
    "unknown_method", "missing_scope", "not_allowed", "not_allowed_token_type", "method_not_supported_for_channel_type",
    "app_not_agent", "not_an_agent", "feature_not_enabled", "access_denied", "no_permission",
})  # fmt: skip
"""What says that a way is not there at all, and not merely for this thread."""

First = Callable[[], Awaitable[str | None]]
"""The request that a thread began with."""


class Titles:
    """Names threads. A title is a courtesy: whatever is wrong with one, the work goes on."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api
        self._shut: dict[str, float] = {}
        self._first: OrderedDict[tuple[str, str], str | None] = OrderedDict()
        self._shown: dict[tuple[str, str], str] = {}

    async def show(self, channel: str, thread: str, request: str, title: str, first: First) -> None:
        """Give the thread its title, if it is this request's: it keeps the first one's id (C1)."""
        place = (channel, thread)
        try:
            if place not in self._first:
                self._remember(place, await first())
            if self._first[place] == request and self._shown.get(place) != title:
                await self._name(channel, thread, title[:TITLE_CHARACTERS])
                self._shown[place] = title
        except (Failed, Later, Unfit, Unsure) as error:
            log.info("title.not_shown", channel=channel, error=str(error))

    async def _name(self, channel: str, thread: str, title: str) -> None:
        now = asyncio.get_running_loop().time()
        for way in WAYS:
            if self._shut.get(way, now) > now:
                continue
            try:
                await self._api.call(way, channel_id=channel, thread_ts=thread, title=title)
                return
            except Failed as failed:
                log.info("title.refused", way=way, error=failed.error)
                if failed.error in NO_SUCH_WAY:
                    self._shut[way] = now + AGAIN_SECONDS

    def _remember(self, place: tuple[str, str], request: str | None) -> None:
        self._first[place] = request
        if len(self._first) > REMEMBERED:
            self._shown.pop(self._first.popitem(last=False)[0], None)
