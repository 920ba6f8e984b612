"""The emulator's clock: it runs as the real one does, and a test may move it forward."""

import asyncio
import time


class Clock:
    """Seconds since 1970, as the emulated platform sees them."""

    def __init__(self) -> None:
        self._start = time.time() - time.monotonic()
        self._ahead = 0.0
        self._sleepers: set[asyncio.Event] = set()

    def now(self) -> float:
        return self._start + time.monotonic() + self._ahead

    def milliseconds(self) -> int:
        return int(self.now() * 1000)

    def advance(self, seconds: float) -> None:
        """Moves the clock forward; whoever sleeps past that moment wakes up."""
        self._ahead += seconds
        for sleeper in self._sleepers:
            sleeper.set()

    async def sleep(self, seconds: float) -> None:
        """Returns when the clock has gone on by ``seconds``, by itself or because it was moved."""
        await self.sleep_until(self.now() + seconds)

    async def sleep_until(self, end: float) -> None:
        """Returns at that moment; at once if it is past."""
        while (left := end - self.now()) > 0:
            await self._nap(left)

    async def _nap(self, seconds: float) -> None:
        moved = asyncio.Event()
        self._sleepers.add(moved)
        try:
            async with asyncio.timeout(seconds):
                await moved.wait()
        except TimeoutError:
            return
        finally:
            self._sleepers.discard(moved)
