"""Everything that can go wrong between Feishu and the connector."""

import asyncio
import random

from tests.bots.soaks.process import Connector
from tests.bots.soaks.storm import Fault, Storm
from tests.emulators.feishu import FeishuEmulator

SENT = ("message.create", "message.reply", "message.patch")
CALLED = (*SENT, "message.list", "message.get", "chat.list", "user.get", "reaction.create")
AHEAD_AT_MOST = 100.0
"""Feishu's clock is moved so far: the connector's own is not."""


class Weather(Storm):
    """What may come from Feishu."""

    def __init__(
        self, feishu: FeishuEmulator, connector: Connector, dice: random.Random, *, kills: bool
    ) -> None:
        super().__init__(connector, dice, kills=kills)
        self._feishu = feishu
        self._ahead = 0.0

    def usual(self) -> list[Fault]:
        heard = [self._copies, self._delay, self._drop, self._reorder, self._split, self._as_card]
        linked = [self._cut, self._refuse, self._bar, self._unreachable]
        called = [self._busy_chat, self._error_page, self._lose_reply, self._lose_request, self._slow]
        return [*heard, *linked, *called, self._stale_token]

    def rare(self) -> list[Fault]:
        return [self._freeze, self._mute, self._patience, self._outage, self._jump]

    async def clear_up(self) -> None:
        self._feishu.recover()
        self._feishu.connection.most_connections = 50

    async def _copies(self) -> None:
        self._feishu.event_faults.copies = self._dice.choice((1, 2, 3))

    async def _delay(self) -> None:
        self._feishu.event_faults.delay = self._dice.choice((0.0, 0.0, 0.1, 0.5))

    async def _drop(self) -> None:
        self._feishu.event_faults.drop_next += self._dice.randint(1, 6)

    async def _reorder(self) -> None:
        self._feishu.hold_events()
        await asyncio.sleep(self._dice.uniform(0.05, 0.3))
        self._feishu.release_events(shuffle=self._dice)

    async def _split(self) -> None:
        faults = self._feishu.event_faults
        faults.parts, faults.shuffle_parts = self._dice.choice((1, 2, 5)), True
        faults.part_gap = self._dice.choice((0.0, 0.02))

    async def _as_card(self) -> None:
        self._feishu.event_faults.as_card = not self._feishu.event_faults.as_card

    async def _cut(self) -> None:
        await self._feishu.drop_connections(abort=self._dice.random() < 0.5)

    async def _refuse(self) -> None:
        status, error = self._dice.choice(((403, 0), (514, 1000040350), (500, 0), (514, 1000040343)))
        self._feishu.refuse_handshakes(status, error=error)
        await self._cut()

    async def _bar(self) -> None:
        self._feishu.faults.error("endpoint", self._dice.choice((1, 514, 1000040343, 1000040350)), status=200)
        await self._cut()

    async def _unreachable(self) -> None:
        kind = self._dice.choice(("hang", "http_error", "lose_reply"))
        getattr(self._feishu.faults, kind)("endpoint")
        await self._cut()

    async def _busy_chat(self) -> None:
        self._feishu.faults.error(self._dice.choice(SENT), 230020, times=self._dice.randint(1, 3))

    async def _error_page(self) -> None:
        status = self._dice.choice((500, 502, 504))
        self._feishu.faults.http_error(self._dice.choice(CALLED), status, times=self._dice.randint(1, 3))

    async def _lose_reply(self) -> None:
        self._feishu.faults.lose_reply(self._dice.choice(SENT), times=self._dice.randint(1, 2))

    async def _lose_request(self) -> None:
        self._feishu.faults.lose_request(self._dice.choice(CALLED))

    async def _slow(self) -> None:
        self._feishu.faults.delay_reply(self._dice.choice(CALLED), 0.3)

    async def _stale_token(self) -> None:
        self._feishu.invalidate_tokens()

    async def _freeze(self) -> None:
        self._feishu.freeze_connections()

    async def _mute(self) -> None:
        self._feishu.stop_pongs()

    async def _patience(self) -> None:
        self._feishu.faults.rate_limit(self._dice.choice(CALLED), 1.0)

    async def _outage(self) -> None:
        await self._feishu.outage(self._dice.choice((502, 504)))
        await asyncio.sleep(self._dice.uniform(0.2, 0.6))
        self._feishu.faults.clear()

    async def _jump(self) -> None:
        """What waits to come again comes now, and what is not acknowledged yet is too late."""
        if self._ahead < AHEAD_AT_MOST:
            self._ahead += 16
            self._feishu.clock.advance(16)
