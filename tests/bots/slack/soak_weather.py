"""Everything that can go wrong between Slack and the connector."""

import asyncio
import random

from tests.bots.soaks.process import Connector
from tests.bots.soaks.storm import Fault, Storm
from tests.emulators.slack import SlackEmulator

READ_AND_WRITTEN = (
    "chat.postMessage", "chat.update", "conversations.history", "conversations.replies", "users.info",
    "conversations.open", "users.conversations", "reactions.add",
)  # fmt: skip


class Weather(Storm):
    """What may come from Slack."""

    def __init__(
        self, slack: SlackEmulator, connector: Connector, dice: random.Random, *, kills: bool
    ) -> None:
        super().__init__(connector, dice, kills=kills)
        self._slack = slack

    def usual(self) -> list[Fault]:
        gentle = [self._copies, self._delay, self._drop, self._reorder, self._cut, self._refresh, self._crowd]
        return [*gentle, self._error_page, self._lose_reply, self._lose_request, self._slow]

    def rare(self) -> list[Fault]:
        return [self._freeze, self._patience]

    async def clear_up(self) -> None:
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
