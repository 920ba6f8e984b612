"""Handling what the inbox holds: each entry until it is handled, those of one chat in order."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import structlog

from bots.connector import Later, Unfit, Unsure
from bots.inbox import Entry, Inbox
from relay.client import Refused, Unreachable

log = structlog.get_logger()

LONGEST_PAUSE = 5.0
FAULTS_AT_MOST = 5
"""After so many faults of our own in one entry the next one has its turn."""

Handle = Callable[[Entry], Awaitable[list[str]]]
"""Handles an entry and gives the keys by which a repetition of it is known."""


class Drain:
    """One lane for each chat, so that a slow one holds up no other."""

    def __init__(
        self,
        inbox: Inbox,
        lane: Callable[[Entry], str],
        handle: Handle,
        give_up: Handle,
    ) -> None:
        self._inbox, self._lane, self._handle, self._give_up = inbox, lane, handle, give_up
        self._lanes: dict[str, deque[Entry]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Take up what an earlier process left."""
        for entry in await self._inbox.waiting():
            self.offer(entry)

    def offer(self, entry: Entry) -> None:
        """An entry that is on disk, or on its way there."""
        lane = self._lane(entry)
        if lane in self._lanes:
            self._lanes[lane].append(entry)
            return
        self._lanes[lane] = deque([entry])
        task = asyncio.create_task(self._work(lane))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def waiting(self) -> int:
        """Entries that are not handled yet."""
        return sum(len(entries) for entries in self._lanes.values())

    async def settle(self, timeout: float) -> None:
        """Let what is in hand come to its end, for at most so many seconds; the rest stays on disk."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=timeout)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, lane: str) -> None:
        entries = self._lanes[lane]
        while entries:
            await self._until_handled(entries[0])
            entries.popleft()
        del self._lanes[lane]

    async def _until_handled(self, entry: Entry) -> None:
        pause, faults = 0.1, 0
        while True:
            try:
                keys = await self._handle(entry)
                await self._inbox.finish(entry, keys)
                return
            except (Refused, Unreachable, Unsure, Unfit) as error:
                log.warning("entry.waits", lane=self._lane(entry), error=str(error))
            except Later as later:
                pause = min(LONGEST_PAUSE, later.seconds)
            except Exception:
                faults += 1
                log.exception("entry.failed", lane=self._lane(entry))
                if faults >= FAULTS_AT_MOST:
                    await self._inbox.finish(entry, await self._give_up(entry))
                    return
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * 2)
