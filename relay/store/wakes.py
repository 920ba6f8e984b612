"""Who waits for what: a long poll sleeps on topics, a commit wakes them."""

import asyncio
from collections.abc import Iterable


class Wakes:
    """Sleepers by topic. Belongs to one event loop; `wake` may be called from it only."""

    def __init__(self) -> None:
        self.sleepers: dict[str, set[asyncio.Future[bool]]] = {}
        self.closed = False
        self._counts: dict[str, int] = {}
        self._read: dict[tuple[str, int], int] = {}

    def open(self) -> None:
        """The relay serves (again)."""
        self.closed = False

    def close(self) -> None:
        """Nobody sleeps any more: the relay is going down, and what is held has to be let go."""
        self.closed = True
        self.wake_all()

    def listen(self, *topics: str) -> "Listening":
        """Start to listen, before looking at what is there: nothing can fall between look and sleep."""
        return Listening(self, topics)

    def wake(self, topics: Iterable[str]) -> None:
        """Wake everybody who listens to one of ``topics``."""
        for topic in topics:
            if topic in self._counts:
                self._counts[topic] += 1
            for sleeper in self.sleepers.get(topic, ()):
                _end(sleeper, True)

    def wake_all(self) -> None:
        """Wake everybody: wake-ups may have been lost, so all must look again."""
        self.wake({*self.sleepers, *self._counts})

    def is_news(self, topic: str, reader: int) -> bool:
        """Whether a topic was woken since this reader last asked, also while nobody was listening."""
        count = self._counts.setdefault(topic, 0)
        before, self._read[topic, reader] = self._read.get((topic, reader)), count
        return before != count

    def sleeping(self) -> int:
        """How many listeners there are."""
        return len(set().union(*self.sleepers.values()))


class Listening:
    """One listener. Use as a context manager; `heard` sleeps until a topic was woken or the time is over."""

    __slots__ = ("_future", "_topics", "_wakes")

    def __init__(self, wakes: Wakes, topics: tuple[str, ...]) -> None:
        self._wakes, self._topics = wakes, topics
        self._future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def __enter__(self) -> "Listening":
        for topic in self._topics:
            self._wakes.sleepers.setdefault(topic, set()).add(self._future)
        return self

    def __exit__(self, *_: object) -> None:
        self._forget()
        self._future.cancel()

    async def heard(self, seconds: float) -> bool:
        """Whether a topic was woken within ``seconds``; then listens anew. Never, once the relay goes down."""
        if self._wakes.closed:
            return False
        loop = asyncio.get_running_loop()
        # Thousands sleep here at once: `asyncio.wait` would keep a frame, a set and a future more for each.
        alarm = loop.call_later(max(seconds, 0), _end, self._future, False)
        try:
            woken = await self._future
        finally:
            alarm.cancel()
        self._forget()
        self._future = loop.create_future()
        self.__enter__()
        return woken and not self._wakes.closed

    def _forget(self) -> None:
        for topic in self._topics:
            sleepers = self._wakes.sleepers.get(topic)
            if sleepers is not None:
                sleepers.discard(self._future)
                if not sleepers:
                    del self._wakes.sleepers[topic]


def _end(sleeper: "asyncio.Future[bool]", woken: bool) -> None:
    if not sleeper.done():
        sleeper.set_result(woken)
