"""A word to one person: beside their gesture, in the chat for their eyes only, or directly."""

import structlog

from bots.connector import Later, Urgency
from bots.pace import Allowance, Pace
from bots.slack.answers import Answers
from bots.slack.api import Failed, SlackApi
from bots.slack.bind import UNKNOWN
from bots.slack.blocks import escape
from bots.slack.gestures import is_message
from bots.slack.people import People
from relay.wire.people import Who
from relay.wire.requests import Spot

log = structlog.get_logger()

# docs.slack.dev, web-api/rate-limits: chat.postEphemeral is tier 4.
WORDS = Allowance(100, 60)


class Teller:
    """One installation's."""

    def __init__(self, api: SlackApi, people: People) -> None:
        self._api, self._people = api, people
        self._words = Pace(WORDS)
        self.answers = Answers(api)

    async def tell(self, who: Who, spot: Spot, text: str) -> None:
        """Only the person sees it, where Slack can do that; else it is a direct message."""
        if await self.answers.say(spot.message, escape(text)):
            return
        if spot.channel == UNKNOWN:  # a tap on the home page
            await self.directly(who.account.subject, text)
            return
        try:
            await self._words.turn(spot.channel, Urgency.answer)
            await self._tell_there(who.account.subject, spot, escape(text))
        except Later as later:
            self._words.refused(spot.channel, later.seconds)
            raise
        except Failed as failed:
            log.warning("word.not_shown", error=failed.error)
            await self.directly(who.account.subject, text)

    async def directly(self, user: str, text: str) -> None:
        """A direct message."""
        try:
            channel = await self._people.direct(user)
            await self._api.call("chat.postMessage", channel=channel, text=escape(text))
        except Failed as failed:
            log.warning("word.lost", error=failed.error)

    async def _tell_there(self, user: str, spot: Spot, text: str) -> None:
        thread = spot.thread
        if spot.direct:
            thread = thread or (spot.message if is_message(spot.message) else None)
            await self._api.call("chat.postMessage", channel=spot.channel, text=text, thread_ts=thread)
            return
        await self._api.call(
            "chat.postEphemeral", channel=spot.channel, user=user, text=text, thread_ts=thread
        )
