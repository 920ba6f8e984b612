"""Verbs wait in lanes, one lane per owner (or one for all), and are committed in groups.

A lane is worked by one thread at a time, so an owner's verbs never race; what arrived while the last group
was being committed is the next group. Several lanes are worked at once where the database allows it.
"""

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

Verb = Callable[..., Any]
GROUP = 64
"""Verbs in one commit: more would make the first of them wait for the last."""


@dataclass(slots=True)
class Op:
    """One verb that waits, and who waits for its answer."""

    verb: Verb
    args: tuple[Any, ...]
    answer: "asyncio.Future[Any]"


@dataclass(slots=True)
class Lane:
    """The verbs of one owner, in order."""

    key: str
    waiting: deque[Op] = field(default_factory=deque)
    worked: bool = False


Outcome = tuple[Any, BaseException | None]
Commit = Callable[[str, Sequence[Op]], list[Outcome]]


class Closed(Exception):
    """The store is closing and takes nothing new."""


class Full(Exception):
    """Too many verbs wait; try again in a moment."""


class Lanes:
    """Takes verbs on the event loop, hands groups of them to threads, answers on the loop after the commit."""

    def __init__(self, loop: asyncio.AbstractEventLoop, capacity: int) -> None:
        self._loop, self._capacity = loop, capacity
        self._lanes: dict[str, Lane] = {}
        self._ready: queue.SimpleQueue[Lane | None] = queue.SimpleQueue()
        self._mutex = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._count = 0
        self._closing = False
        self._idle = asyncio.Event()
        self._idle.set()

    def start(self, commits: Sequence[Commit], failed: Callable[[BaseException], None]) -> None:
        """One thread per commit function (each has a connection of its own)."""
        for index, commit in enumerate(commits):
            thread = threading.Thread(
                target=self._work, args=(commit, failed), name=f"store-{index}", daemon=True
            )
            self._threads.append(thread)
            thread.start()

    def submit(self, key: str, verb: Verb, args: tuple[Any, ...]) -> "asyncio.Future[Any]":
        """Queue a verb.

        Raises:
            Closed: the store is closing.
            Full: too many wait already.
        """
        if self._closing:
            raise Closed(Closed.__doc__)
        if self._count >= self._capacity:
            raise Full(Full.__doc__)
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._count += 1
        self._idle.clear()
        with self._mutex:
            lane = self._lanes.get(key)
            if lane is None:
                lane = self._lanes[key] = Lane(key)
            lane.waiting.append(Op(verb, args, answer))
            if not lane.worked:
                lane.worked = True
                self._ready.put(lane)
        return answer

    def waiting(self) -> int:
        """Verbs that have no answer yet."""
        return self._count

    async def close(self) -> None:
        """Finish what waits, then end the threads."""
        self._closing = True
        await self._idle.wait()
        for _ in self._threads:
            self._ready.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def _work(self, commit: Commit, failed: Callable[[BaseException], None]) -> None:
        try:
            while (lane := self._ready.get()) is not None:
                ops = self._take(lane)
                outcomes = commit(lane.key, ops)
                self._loop.call_soon_threadsafe(self._answer, ops, outcomes)
                self._leave(lane)
        except BaseException as error:  # a dead writer would let every later verb hang for ever
            failed(error)
            raise

    def _take(self, lane: Lane) -> list[Op]:
        with self._mutex:
            return [lane.waiting.popleft() for _ in range(min(GROUP, len(lane.waiting)))]

    def _leave(self, lane: Lane) -> None:
        with self._mutex:
            if lane.waiting:
                self._ready.put(lane)
            else:
                lane.worked = False
                del self._lanes[lane.key]

    def _answer(self, ops: Sequence[Op], outcomes: Sequence[Outcome]) -> None:
        for op, (value, error) in zip(ops, outcomes, strict=True):
            if op.answer.done():
                continue
            if error is None:
                op.answer.set_result(value)
            else:
                op.answer.set_exception(error)
        self._count -= len(ops)
        if self._count == 0:
            self._idle.set()
