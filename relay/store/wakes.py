"""Who waits for what: a long poll sleeps on topics, a commit wakes them."""

import asyncio
from collections.abc import Iterable


class Wakes:
    """Sleepers by topic. Belongs to one event loop; `wake` may be called from it only."""

    def __init__(self) -> None:
        self._sleepers: dict[str, set[asyncio.Future[None]]] = {}

    def listen(self, *topics: str) -> "Listening":
        """Start to listen, before looking at what is there: nothing can fall between look and sleep."""
        return Listening(self._sleepers, topics)

    def wake(self, topics: Iterable[str]) -> None:
        """Wake everybody who listens to one of ``topics``."""
        for topic in topics:
            for sleeper in self._sleepers.get(topic, ()):
                if not sleeper.done():
                    sleeper.set_result(None)

    def wake_all(self) -> None:
        """Wake everybody: wake-ups may have been lost, so all must look again."""
        self.wake(list(self._sleepers))

    def sleeping(self) -> int:
        """How many listeners there are."""
        return len(set().union(*self._sleepers.values()))


class Listening:
    """One listener. Use as a context manager; `heard` sleeps until a topic was woken or the time is over."""

    __slots__ = ("_future", "_sleepers", "_topics")

    def __init__(self, sleepers: dict[str, set[asyncio.Future[None]]], topics: tuple[str, ...]) -> None:
        self._sleepers, self._topics = sleepers, topics
        self._future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def __enter__(self) -> "Listening":
        for topic in self._topics:
            self._sleepers.setdefault(topic, set()).add(self._future)
        return self

    def __exit__(self, *_: object) -> None:
        self._forget()
        self._future.cancel()

    async def heard(self, seconds: float) -> bool:
        """Whether a topic was woken within ``seconds``; then listens anew."""
        done, _ = await asyncio.wait([self._future], timeout=max(seconds, 0))
        if done:
            self._forget()
            self._future = asyncio.get_running_loop().create_future()
            self.__enter__()
        return bool(done)

    def _forget(self) -> None:
        for topic in self._topics:
            sleepers = self._sleepers.get(topic)
            if sleepers is not None:
                sleepers.discard(self._future)
                if not sleepers:
                    del self._sleepers[topic]
