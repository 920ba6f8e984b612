"""The address at which Slack takes answers to one gesture: it works also where the bot is no member."""

from collections import OrderedDict
from urllib.parse import urlsplit

import aiohttp
import structlog

from bots.slack.api import SlackApi

log = structlog.get_logger()

USES = 5
"""Slack takes so many answers within half an hour (docs.slack.dev, response_url)."""

REMEMBERED = 1000
HOST = "hooks.slack.com"


class Answers:
    """Addresses of slash commands, known while this process lives; afterwards answers go another way."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api
        self._known: OrderedDict[str, tuple[str, int]] = OrderedDict()

    def remember(self, gesture: str, url: str) -> None:
        """An address, if it is one of Slack's; nothing is ever sent elsewhere."""
        own = urlsplit(self._api.client.base_url).hostname
        if url and urlsplit(url).hostname in (HOST, own):
            self._known.setdefault(gesture, (url, USES))
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)

    async def say(self, gesture: str, text: str) -> bool:
        """Whether it was shown to the person who made the gesture. ``text`` is mrkdwn."""
        url, uses = self._known.get(gesture, ("", 0))
        session = self._api.client.session
        if uses == 0 or session is None:
            return False
        self._known[gesture] = (url, uses - 1)
        try:
            async with session.post(url, json={"text": text, "response_type": "ephemeral"}) as answer:
                return answer.status == 200
        except (aiohttp.ClientError, TimeoutError) as error:
            log.warning("answer.not_shown", error=str(error))
            return False
