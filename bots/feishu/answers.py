"""Answering a tap while its platform waits: at once with what came of it, else that it is kept and will be done."""

import asyncio
from collections import Counter

from bots.feishu.sdk import P2CardActionTriggerResponse
from bots.feishu.taps import toast

PATIENCE_SECONDS = 2.0
"""Feishu waits three seconds, and tells the person of a fault then; it never sends a tap again (open.feishu.cn)."""

SETTLE_SECONDS = 0.15
"""So long after the answer an update of the tapped card is safe: one that is there first is undone by the answer."""

HOLD_SECONDS = 4.0


class Answer:
    """One tap that waits. What is said after it was given up goes another way."""

    def __init__(self) -> None:
        self._said: asyncio.Future[P2CardActionTriggerResponse] = asyncio.get_running_loop().create_future()
        self._late = False

    def give(self, said: P2CardActionTriggerResponse) -> bool:
        """Answer; False if nobody waits any more, or it was answered."""
        if self._said.done() or self._late:
            return False
        self._said.set_result(said)
        return True

    async def wait(self, seconds: float) -> P2CardActionTriggerResponse:
        """What was said, or that it is kept."""
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(self._said)
        except TimeoutError:
            self._late = True
            return toast("info", "notice.tap_received")


class Answers:
    """The taps that wait for their answer, by the message that was tapped."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._quiet = asyncio.Condition()
        self._closing: set[asyncio.Task[None]] = set()

    def begin(self, message: str) -> None:
        """Somebody tapped a card and waits for the answer."""
        self._open[message] += 1

    def end(self, message: str) -> None:
        """The answer is on its way."""
        task = asyncio.create_task(self._end(message))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def quiet(self, message: str) -> None:
        """Until nobody waits at this message, so that an update is not undone by an answer."""
        if message not in self._open:
            return
        try:
            async with asyncio.timeout(HOLD_SECONDS), self._quiet:
                await self._quiet.wait_for(lambda: message not in self._open)
        except TimeoutError:
            return

    async def close(self) -> None:
        """Nobody waits any more."""
        for task in list(self._closing):
            task.cancel()
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def _end(self, message: str) -> None:
        await asyncio.sleep(SETTLE_SECONDS)
        async with self._quiet:
            self._open[message] -= 1
            if self._open[message] <= 0:
                del self._open[message]
            self._quiet.notify_all()
