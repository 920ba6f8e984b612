"""What follows on a turn: another one with what has come meanwhile, a rest until an answer is there, or the end (X1, H)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from enum import Enum

from daemon.contact import Running
from daemon.inputs import Input
from daemon.journal import Journal
from daemon.runtime import Ended, Outcome
from relay.client import Refused
from relay.wire.messages import TurnOutcome, TurnReply, Voice

PATIENCE_SECONDS = 60.0
"""How long the end of a request waits for a draft, whatever the relay says: its agent stands still meanwhile."""

OWN = (Voice.owner, Voice.requester)


class Next(Enum):
    """What follows."""

    turn = "turn"
    rest = "rest"
    end = "end"


class Following:
    """Decides it for one request. ``may_begin`` asks the relay whether messages of others may start a turn."""

    def __init__(
        self, journal: Journal, running: Running, may_begin: Callable[[], Awaitable[TurnReply]]
    ) -> None:
        self._journal, self._running, self._may_begin = journal, running, may_begin
        self._fed: set[str] = set()

    def feeds(self, messages: tuple[str, ...]) -> None:
        """A turn begins with these: fed once more they are no reason for yet another turn, read or not."""
        self._fed.update(messages)

    async def after(self, end: Ended) -> Next:
        """What follows on a turn that has ended like this."""
        if self._running.stopping.is_set():
            return Next.end
        if self._running.broken.is_set():
            return Next.turn
        if end.outcome is not Outcome.done:
            return Next.end
        fresh = [one for one in self._inputs() if one.message not in self._fed]
        if any(self._is_reason(one) for one in fresh):
            return Next.turn
        if fresh and await self._may_start():
            return Next.turn
        return Next.rest if self._journal.waits(self._running.claim.request) else Next.end

    def _inputs(self) -> list[Input]:
        return self._journal.waiting(self._running.claim.agent, self._running.claim.room)

    def _is_reason(self, one: Input) -> bool:
        """The word of who asked or of the owner about this request, or an answer that it waits for."""
        request = self._running.claim.request
        if one.seen.get("voice") in OWN and one.seen.get("task") == request:
            return True
        waits = self._journal.waits(request)
        return one.seen.get("reply_to") in waits or one.seen.get("child") in waits

    async def _may_start(self) -> bool:
        """Whether the relay lets them: a request with nothing to wait for is held up by a draft for its grace only (H3)."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                reply = await self._may_begin()
            except Refused:
                return False
            if reply.outcome is not TurnOutcome.wait:
                return reply.outcome is TurnOutcome.start
            if reply.until is None or self._journal.waits(self._running.claim.request):
                return False
            pause = reply.until / 1e6 - time.time()
            if time.monotonic() + pause > deadline:
                return False
            await self._unless_stopped(max(pause, 0.05))

    async def _unless_stopped(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._running.stopping.wait()
        except TimeoutError:
            return
