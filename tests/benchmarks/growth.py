"""Each verb with 1,000,000 finished requests in the database, beside the same verb with 1,000.

Two databases, one step on each in turn; every step is timed with its commit.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

from relay import audit, outbox
from relay.requests import again, ask, cancel, decide, expiry, hosts, queue, references, report, views
from relay.rooms.people import Speaker
from relay.store.store import Store
from relay.store.tx import Tx
from relay.wire.machines import Hello, Poll, Report, ReportKind, Reports, Start
from relay.wire.places import Lease, Shown
from relay.wire.requests import Ask, Decide, Decision, Spot
from tests.benchmarks import harness
from tests.benchmarks.fill import fill
from tests.benchmarks.stage import (
    PROMPT,
    TTL,
    NoPostgres,
    approval,
    ask_many,
    asker_of,
    durable_postgres,
    furnish,
)
from tests.house import CHANNEL, House, open_store

T = TypeVar("T")
SMALL = 1_000
PAGE = 50
ALLOWED = 1.2


async def run(report_: harness.Report) -> None:
    """SQLite, then PostgreSQL."""
    big, steps = (20_000, 10) if report_.quick else (1_000_000, 150)
    report_.title(f"Each verb at {big:,} finished requests, beside {SMALL:,}")
    with TemporaryDirectory(prefix="muti-bench-") as name:
        urls = [f"sqlite:///{name}/{size}.db" for size in ("small", "big")]
        await _compare(report_, "SQLite", urls, Path(name), big, steps)
        try:
            with durable_postgres() as server:
                urls = [server.url(server.create_database()) for _ in range(2)]
                await _compare(report_, "PostgreSQL", urls, Path(name), big, steps)
        except NoPostgres as error:
            report_.missing(f"on PostgreSQL: {error}")


async def _compare(
    report_: harness.Report, which: str, urls: list[str], folder: Path, big: int, steps: int
) -> None:
    async with _filled(urls[0], folder, SMALL) as small, _filled(urls[1], folder, big) as large:
        for step in range(steps + 1):
            report_.calibrate()
            for play in (small, large) if step % 2 else (large, small):
                await play.all_verbs()
            if step == 0:
                small.times.clear()
                large.times.clear()
    ratios = {}
    for verb, times in small.times.items():
        middle, other = median(times), median(large.times[verb])
        ratios[verb] = other / middle
        report_.say(f"{which}, {verb:9} {middle * 1e3:6.2f} → {other * 1e3:6.2f} ms  {ratios[verb]:.2f}")
    worst = max(ratios, key=lambda verb: ratios[verb])
    report_.at_most(f"{which}, the verb that suffers most ({worst})", ratios[worst], ALLOWED)


@asynccontextmanager
async def _filled(url: str, folder: Path, number: int) -> AsyncIterator["_Play"]:
    async with open_store(url) as store:
        house = (await furnish(store, folder, 1))[0]
        first = (await ask_many(store, [house], 1))[0]
        await store.write(house.owner, cancel.cancel, Speaker(person=house.owner), first.request)
    await asyncio.to_thread(fill, url, first.request, number, finished=True)
    async with open_store(url) as store:
        play = _Play(store, house)
        await play.begin()
        yield play


class _Play:
    """One house in which everything is done once in each round."""

    def __init__(self, store: Store, house: House) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self._store, self._house = store, house
        self._asker = Speaker(who=asker_of(house))
        self._owner = Speaker(person=house.owner)
        self._asked = 0

    async def begin(self) -> None:
        """A daemon and a connector say that they are there."""
        house = self._house
        hello = Hello(process="benchmark", version="0")
        self._epoch = (await self._write(hosts.hello, house.machine, hello)).epoch
        wish = Lease(platform="slack", tenant=house.tenant, holder="benchmark", seconds=3600)
        lane = outbox.lease_lane(wish.platform, wish.tenant)
        self._fence = (await self._store.write(lane, outbox.lease, wish, house.owner)).fence

    async def all_verbs(self) -> None:
        """Ask, look, decide, run and end; and the ways out that a request can take."""
        request = await self._ask()
        await self._look_around(request)
        await self._timed("approve", self._write(decide.decide, self._owner, request, approval(request)))
        await self._run(request)
        denied = await self._ask()
        no = Decide(version=1, decision=Decision.deny, key="no")
        await self._timed("deny", self._write(decide.decide, self._owner, denied, no))
        cancelled = await self._ask()
        await self._timed("cancel", self._write(cancel.cancel, self._asker, cancelled))
        retried = await self._timed(
            "retry", self._write(again.retry, self._asker, cancelled, f"k{self._asked}", TTL)
        )
        await self._write(cancel.cancel, self._asker, retried.request)

    async def _ask(self) -> str:
        self._asked += 1
        spot = Spot(
            platform="slack", tenant=self._house.tenant, channel=CHANNEL, message=f"growth.{self._asked}"
        )
        made = self._write(ask.ask, self._asker, Ask(spot=spot, prompt=PROMPT), self._house.room, TTL)
        outcome = await self._timed("ask", made)
        assert outcome.request is not None
        return outcome.request

    async def _run(self, request: str) -> None:
        machine, epoch = self._house.machine, self._epoch
        work, _ = await self._timed("poll", self._read(queue.look, machine, Poll(epoch=epoch)))
        assert [offer.request for offer in work.offers] == [request]
        start = self._write(queue.start, machine, request, Start(epoch=epoch, key="k"))
        await self._timed("start", start)
        said = Report(number=1, kind=ReportKind.said, at=0, body={"text": "hello"})
        end = Report(number=2, kind=ReportKind.done, at=0, body={"text": "done"})
        for verb, one in (("report", said), ("finish", end)):
            says = Reports(fence=epoch, reports=[one])
            await self._timed(verb, self._write(report.report, machine, request, says))
        view = await self._timed("view", self._read(views.one, request))
        assert view is not None
        assert view.state == "done"

    async def _look_around(self, request: str) -> None:
        room, owner, tenant = self._house.room, self._house.owner, self._house.tenant
        stale = await self._timed("places", self._read(outbox.stale, "slack", tenant, 0))
        for place in stale:
            says = Shown(shown=place.wanted, fence=self._fence)
            await self._timed("shown", self._write(outbox.shown, "slack", owner, place.id, says))
        await self._timed("list", self._read(views.listed, room, owner, None, PAGE, None))
        await self._timed("pending", self._read(views.listed, room, owner, None, PAGE, "pending"))
        await self._timed("timeline", self._read(views.timeline, request, owner, 0, PAGE))
        newest = await self._timed("newest", self._read(views.newest_change, room))
        await self._timed("changed", self._read(views.changed, room, owner, newest - 1, PAGE))
        await self._timed("find", self._read(_find, owner, room, request))
        await self._timed("audit", self._read(audit.page, owner, None, PAGE, None))
        await self._timed("sweep", self._read(expiry.due))

    async def _timed(self, verb: str, doing: Awaitable[T]) -> T:
        began = time.perf_counter()
        done = await doing
        self.times[verb].append(time.perf_counter() - began)
        return done

    def _write(self, verb, *arguments):  # type: ignore[no-untyped-def]
        return self._store.write(self._house.owner, verb, *arguments)

    def _read(self, query, *arguments):  # type: ignore[no-untyped-def]
        return self._store.read(query, *arguments)


def _find(tx: Tx, owner: str, room: str, request: str) -> object:
    view = views.one(tx, request)
    assert view is not None
    public = references.read_typed(tx, view.public_id, None)
    return references.by_public_id(tx, owner, room, public)
