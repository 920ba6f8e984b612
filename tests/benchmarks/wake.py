"""Approve → the daemon has the work, on PostgreSQL with two relay processes, beside a queue by hand and two peers.

The owner's approval goes to one relay, the daemon polls the other. The queue by hand has the same two hops of
HTTP; the peers have none between: a producer and a worker share the database.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

from relay.client import RelayClient
from tests.benchmarks import peers
from tests.benchmarks.children import queue_floor
from tests.benchmarks.children.process import Child, started
from tests.benchmarks.children.relay import running
from tests.benchmarks.harness import Report, Taken, percentile
from tests.benchmarks.stage import approval, ask_many, durable_postgres, furnish
from tests.house import open_store
from tests.postgres import PostgresServer

SETTLE = 0.015
"""Seconds until the worker waits again."""

Release = Callable[[Any], Awaitable[object]]


async def run(report: Report) -> None:
    """All four wait all the time; each is given work in its turn."""
    report.title("Approve → the daemon has the work, PostgreSQL, two relays, one at a time")
    each, rounds = (10, 2) if report.quick else (40, 8)
    with durable_postgres() as server, TemporaryDirectory(prefix="muti-bench-") as folder:
        async with AsyncExitStack() as stack:
            ours = await stack.enter_async_context(_relays(server, Path(folder), each * rounds))
            contestants = {
                "relay": ours,
                "by hand": await stack.enter_async_context(_by_hand(server, each * rounds)),
                "procrastinate": await stack.enter_async_context(
                    _peer(server, "procrastinate", peers.procrastinate_producer, each * rounds)
                ),
                "pgqueuer": await stack.enter_async_context(
                    _peer(server, "pgqueuer", peers.pgqueuer_producer, each * rounds)
                ),
            }
            turns = {name: _Turn(one, each).take for name, one in contestants.items()}
            found = await report.in_turns(rounds, turns)
    _tell(report, found, ours.taken)


def _tell(report: Report, found: dict[str, list[Taken]], taken: list[float]) -> None:
    waits = {name: [wait for one in rounds for wait in one.each] for name, rounds in found.items()}
    waits["relay, claimed"] = taken
    for name, values in waits.items():
        report.say(
            f"{name:14} p50 {median(values) * 1e3:6.2f} ms  p99 {percentile(values, 0.99) * 1e3:6.2f} ms"
        )
    middle = {name: median(values) for name, values in waits.items()}
    last = {name: percentile(values, 0.99) for name, values in waits.items()}
    report.at_most("p50 beside the queue by hand", middle["relay"] / middle["by hand"], 1.5)
    report.at_most("p99 beside the queue by hand", last["relay"] / last["by hand"], 3)
    report.at_most("p50 beside procrastinate", middle["relay"] / middle["procrastinate"], 1)
    report.at_most("p50 beside pgqueuer", middle["relay"] / middle["pgqueuer"], 1)


class _Contestant:
    """One queue: what releases a piece of work, and the worker that says when it has it."""

    def __init__(self, release: Release, worker: Child, work: list[Any]) -> None:
        self._release, self._worker, self._work = release, worker, work
        self.taken: list[float] = []

    async def once(self) -> float:
        """Seconds from the approval to the worker's hands."""
        job = self._work.pop()
        await asyncio.sleep(SETTLE)
        began = time.monotonic()
        releasing = asyncio.ensure_future(self._release(job))
        word = await self._worker.hear(20)
        await releasing
        assert word["job"] == job, word
        if "taken" in word:
            self.taken.append(word["taken"] - began)
        assert await self._worker.hear(20) == "ready"
        return float(word["heard"]) - began


class _Turn:
    """One round of a contestant."""

    def __init__(self, contestant: _Contestant, times: int) -> None:
        self._contestant, self._times = contestant, times

    async def take(self) -> Taken:
        each = [await self._contestant.once() for _ in range(self._times)]
        return Taken(len(each), sum(each), each=tuple(each))


@asynccontextmanager
async def _relays(server: PostgresServer, folder: Path, number: int) -> AsyncIterator[_Contestant]:
    url = server.url(server.create_database())
    async with open_store(url) as store:
        house = (await furnish(store, folder, 1))[0]
        work = [pending.request for pending in await ask_many(store, [house], number)]
    async with (
        running(url) as near,
        running(url) as far,
        RelayClient(near, house.tokens["owner"]) as owner,
        started("workers", "daemon", far, house.tokens["machine"]) as worker,
    ):
        assert await worker.hear() == "ready"
        yield _Contestant(lambda job: owner.decide(None, job, approval(job)), worker, work[::-1])


@asynccontextmanager
async def _by_hand(server: PostgresServer, number: int) -> AsyncIterator[_Contestant]:
    url = server.url(server.create_database())
    await queue_floor.prepare(url, number)
    async with (
        started("queue_floor", url) as first,
        started("queue_floor", url) as second,
        aiohttp.ClientSession() as session,
    ):
        near, far = await first.hear(), await second.hear()

        async def release(job: int) -> None:
            async with session.post(f"{near}/release/{job}", json={"key": f"tap:{job}"}) as answer:
                assert answer.status == 200
                await answer.read()

        async with started("workers", "by_hand", far, "-") as worker:
            assert await worker.hear() == "ready"
            yield _Contestant(release, worker, list(range(number, 0, -1)))


@asynccontextmanager
async def _peer(
    server: PostgresServer, kind: str, producer: Callable[[str], Any], number: int
) -> AsyncIterator[_Contestant]:
    url = server.url(server.create_database())
    async with producer(url) as release, started("workers", kind, url, "-") as worker:
        await worker.hear()
        assert await worker.hear() == "ready"
        yield _Contestant(release, worker, list(range(number, 0, -1)))
