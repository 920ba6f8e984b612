"""Everything that can go wrong between Slack and the connector, at random and again and again."""

import asyncio
import random
from collections import Counter

from tests.bots.slack.soak_child import Connector
from tests.emulators.slack import SlackEmulator

READ_AND_WRITTEN = (
    "chat.postMessage", "chat.update", "conversations.history", "conversations.replies", "users.info",
    "conversations.open", "users.conversations", "reactions.add",
)  # fmt: skip

RARE = 3
"""What makes the connector deaf for seconds comes only in every round of so many."""


class Weather:
    """One fault after the other, several at a time; the dice say which."""

    def __init__(
        self, slack: SlackEmulator, connector: Connector, dice: random.Random, *, kills: bool
    ) -> None:
        self._slack, self._connector, self._dice, self._kills = slack, connector, dice, kills
        self.faults: Counter[str] = Counter()
        self.rounds = 0
        """Each fault has come so often, but for those that are rare after the first round."""

    async def blow(self) -> None:
        """Until it is cancelled."""
        faults = [self._copies, self._delay, self._drop, self._reorder, self._cut, self._refresh, self._crowd]
        faults += [self._error_page, self._lose_reply, self._lose_request, self._slow]
        rare = [self._freeze, self._patience, *([self._kill] if self._kills else [])]
        while True:
            deck = [*faults, *(rare if self.rounds % RARE == 0 else [])]
            self._dice.shuffle(deck)
            for fault in deck:
                self.faults[fault.__name__.strip("_")] += 1
                await fault()
                await asyncio.sleep(self._dice.uniform(0.05, 0.4))
            self.rounds += 1

    async def clear_up(self) -> None:
        """No fault is in force any more; what was lost stays lost."""
        self._slack.recover()
        self._slack.socket_mode.most_connections = 10

    async def _copies(self) -> None:
        self._slack.event_faults.copies = self._dice.choice((1, 2, 3))

    async def _delay(self) -> None:
        self._slack.event_faults.delay = self._dice.choice((0.0, 0.0, 0.1, 0.5))

    async def _drop(self) -> None:
        self._slack.event_faults.drop_next += self._dice.randint(1, 10)

    async def _reorder(self) -> None:
        self._slack.hold_events()
        await asyncio.sleep(self._dice.uniform(0.05, 0.3))
        held = self._slack.event_faults.held or []
        self._dice.shuffle(held)
        self._slack.release_events()

    async def _cut(self) -> None:
        await self._slack.drop_connections(abort=self._dice.random() < 0.5)

    async def _refresh(self) -> None:
        await self._slack.refresh(warning_lead=self._dice.choice((0.0, 0.02)))

    async def _crowd(self) -> None:
        self._slack.socket_mode.most_connections = 0
        await self._slack.disconnect("too_many_websockets")
        await asyncio.sleep(0.3)
        self._slack.socket_mode.most_connections = 10

    async def _freeze(self) -> None:
        self._slack.freeze_connections()

    async def _patience(self) -> None:
        self._slack.faults.rate_limit(self._dice.choice(READ_AND_WRITTEN), 1.0)

    async def _error_page(self) -> None:
        status = self._dice.choice((500, 502, 503))
        self._slack.faults.http_error(
            self._dice.choice(READ_AND_WRITTEN), status, times=self._dice.randint(1, 3)
        )

    async def _lose_reply(self) -> None:
        self._slack.faults.lose_reply(self._dice.choice(("chat.postMessage", "chat.update")))

    async def _lose_request(self) -> None:
        self._slack.faults.lose_request(self._dice.choice(READ_AND_WRITTEN))

    async def _slow(self) -> None:
        self._slack.faults.delay_reply(self._dice.choice(READ_AND_WRITTEN), 0.3)

    async def _kill(self) -> None:
        try:
            await self._connector.kill()
        finally:
            self._connector.start()
