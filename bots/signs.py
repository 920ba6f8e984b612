"""A sign that a message arrived, where the real answer takes too long (C4)."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from relay.wire.requests import Spot

log = structlog.get_logger()

PATIENCE_SECONDS = 1.5


class Signs:
    """Gives a sign for each message that is not answered in time."""

    def __init__(self, sign: Callable[[Spot], Awaitable[None]], patience: float = PATIENCE_SECONDS) -> None:
        self._sign, self._patience = sign, patience
        self._waiting: dict[tuple[str, str], asyncio.Task[None]] = {}

    def expect(self, spot: Spot) -> None:
        """An answer to this message is due."""
        key = (spot.channel, spot.message)
        if key not in self._waiting:
            task = asyncio.create_task(self._wait(spot))
            self._waiting[key] = task
            task.add_done_callback(lambda _: self._waiting.pop(key, None))

    def answered(self, channel: str, message: str | None) -> None:
        """There is something to see; no sign is needed."""
        task = self._waiting.pop((channel, message or ""), None)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        """Give no more signs."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait(self, spot: Spot) -> None:
        await asyncio.sleep(self._patience)
        try:
            await self._sign(spot)
        except Exception as error:
            # A sign is a courtesy: whatever is wrong, the answer itself is still on its way.
            log.warning("sign.failed", channel=spot.channel, error=str(error))
