"""Keeping the home pages true for those who have looked at theirs lately; for others Slack asks us again."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from bots.board import read_board
from bots.connector import Later, Unfit, Unsure, Urgency
from bots.pace import Allowance, Pace
from bots.slack.api import Failed, SlackApi
from bots.slack.blocks import Json
from bots.slack.cards import Reader
from bots.slack.home import home_view
from bots.slack.people import People
from relay.client import Refused, RelayClient, Unreachable

log = structlog.get_logger()

LATELY_SECONDS = 30 * 60.0
LOOKERS_AT_MOST = 50
REFRESH_SECONDS = 3.0
"""One person's page is drawn at most so often, however much changes."""

UNASKED_SECONDS = 60.0
"""It is drawn anew after so long in any case: that a machine went away changes no request."""

# docs.slack.dev, views.publish: tier 4. The rest of that allowance stays for windows.
PUBLISHES = Allowance(50, 60)


@dataclass
class _Looker:
    user: str
    team: str | None
    opened: float
    drawn: float = float("-inf")
    due: bool = True
    shown: Json | None = None


class Homes:
    """The home pages of one installation."""

    def __init__(
        self,
        api: SlackApi,
        people: People,
        client: RelayClient,
        *,
        refresh: float | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._api, self._people, self._client = api, people, client
        self._refresh = REFRESH_SECONDS if refresh is None else refresh
        self._clock = clock or asyncio.get_running_loop().time
        self._pace = Pace(PUBLISHES)
        self._lookers: OrderedDict[str, _Looker] = OrderedDict()
        self._news = asyncio.Event()

    def opened(self, user: str, team: str | None) -> None:
        """Somebody looks: their page is drawn now, and kept true for a while."""
        known = self._lookers.pop(user, None)
        self._lookers[user] = _Looker(user, team, self._clock(), shown=known.shown if known else None)
        while len(self._lookers) > LOOKERS_AT_MOST:
            self._lookers.popitem(last=False)
        self._news.set()

    def changed(self) -> None:
        """Something of the relay's changed."""
        for looker in self._lookers.values():
            looker.due = True
        self._news.set()

    async def work(self) -> None:
        """Draw what is due, until cancelled."""
        while True:
            self._news.clear()
            wait = await self.step()
            # Not `asyncio.wait_for`: on Python 3.11 it can lose a cancellation that comes together with news.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._news.wait()

    async def step(self) -> float:
        """Draw each page whose time has come; seconds until the next one is due."""
        now, soonest = self._clock(), UNASKED_SECONDS
        for looker in list(self._lookers.values()):
            if looker.opened < now - LATELY_SECONDS:
                self._lookers.pop(looker.user, None)
                continue
            wait = looker.drawn + (self._refresh if looker.due else UNASKED_SECONDS) - now
            if wait <= 0:
                await self._draw(looker)
                wait = UNASKED_SECONDS
            soonest = min(soonest, wait)
        return soonest

    async def _draw(self, looker: _Looker) -> None:
        looker.due, looker.drawn = False, self._clock()
        try:
            who = await self._people.who(looker.user, looker.team)
            view = home_view(await read_board(self._client, who), Reader(who.language))
            if view != looker.shown:
                await self._pace.turn(looker.user, Urgency.card)
                await self._api.call("views.publish", user_id=looker.user, view=view)
                looker.shown = view
        except Later as later:
            self._pace.refused(looker.user, later.seconds, whole=True)
            looker.due = True
        except Failed as failed:
            # The page is switched off, or this person has none: it is drawn when they open it.
            log.warning("home.not_shown", error=failed.error)
            self._lookers.pop(looker.user, None)
        except (Unsure, Unfit, Refused, Unreachable) as error:
            log.warning("home.waits", error=str(error))
            looker.due = True
