"""Everything that can go wrong between a platform and its connector, at random and again and again."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable

from tests.bots.soaks.process import Connector

RARE = 3
"""What makes the connector deaf for seconds comes only in every round of so many."""

Fault = Callable[[], Awaitable[None]]


class Storm:
    """One fault after the other, several at a time; the dice say which. A platform says what there is."""

    def __init__(self, connector: Connector, dice: random.Random, *, kills: bool) -> None:
        self._connector, self._dice, self._kills = connector, dice, kills
        self.faults: Counter[str] = Counter()
        self.rounds = 0
        """Each fault has come so often, but for those that are rare after the first round."""

    def usual(self) -> list[Fault]:
        """The faults of every round."""
        return []

    def rare(self) -> list[Fault]:
        """Those that cost the connector seconds."""
        return []

    async def clear_up(self) -> None:
        """No fault is in force any more; what was lost stays lost."""

    async def blow(self) -> None:
        """Until it is cancelled."""
        while True:
            rare = [*self.rare(), *([self._kill] if self._kills else [])]
            deck = [*self.usual(), *(rare if self.rounds % RARE == 0 else [])]
            self._dice.shuffle(deck)
            for fault in deck:
                self.faults[fault.__name__.strip("_")] += 1
                await fault()
                await asyncio.sleep(self._dice.uniform(0.05, 0.4))
            self.rounds += 1

    async def _kill(self) -> None:
        try:
            await self._connector.kill()
        finally:
            self._connector.start()
