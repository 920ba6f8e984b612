"""Work between agents: what a use and a move cost, as the history and the moved subtree grow."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from relay.authority import budget, chain
from relay.authority.ledger import spend
from relay.authority.opening import Under
from relay.authority.tasks import task_of
from relay.authority.terms import Terms
from relay.coordination import moving
from relay.requests import ask, chains
from relay.requests.standing import ByAgent
from relay.rooms.agents import agents_of_room
from relay.rooms.people import Speaker, membership
from relay.store.store import Store
from relay.store.tx import Tx
from relay.wire.coordination import Move, Moved
from relay.wire.executions import Meter
from relay.wire.requests import Spot
from tests.benchmarks import harness
from tests.benchmarks.fill import fill
from tests.benchmarks.stage import PROMPT, TTL, NoPostgres, ask_many, durable_postgres, furnish
from tests.house import CHANNEL, House, open_store

SMALL = 1_000
ALLOWED = 1.5
"""A use and a small move beside a million requests, beside the same at a thousand."""

MOST = 1_000_000_000

SHAPES = {10: (3, 2), 100: (9, 10), 1000: (27, 36)}
"""By size of a subtree: children of its top, and children of each of these."""


async def run(report: harness.Report) -> None:
    """SQLite, then PostgreSQL."""
    big, steps = (20_000, 10) if report.quick else (1_000_000, 60)
    report.title(f"Work between agents: at {big:,} finished requests, beside {SMALL:,}")
    with TemporaryDirectory(prefix="muti-bench-") as name:
        urls = [f"sqlite:///{name}/{size}.db" for size in ("small", "big")]
        await _compare(report, "SQLite", urls, Path(name), big, steps)
        try:
            with durable_postgres() as server:
                urls = [server.url(server.create_database()) for _ in range(2)]
                await _compare(report, "PostgreSQL", urls, Path(name), big, steps)
        except NoPostgres as error:
            report.missing(f"on PostgreSQL: {error}")


async def _compare(
    report: harness.Report, which: str, urls: list[str], folder: Path, big: int, steps: int
) -> None:
    async with _filled(urls[0], folder, SMALL) as small, _filled(urls[1], folder, big) as large:
        for step in range(steps + 1):
            report.calibrate()
            for play in (small, large) if step % 2 else (large, small):
                await play.round()
            if step == 0:
                small.times.clear()
                large.times.clear()
        ratios = {}
        for verb, times in small.times.items():
            middle, other = median(times), median(large.times[verb])
            ratios[verb] = other / middle
            report.say(f"{which}, {verb:14} {middle * 1e3:6.2f} → {other * 1e3:6.2f} ms  {ratios[verb]:.2f}")
        worst = max(ratios, key=lambda verb: ratios[verb])
        report.at_most(f"{which}, what suffers most from history ({worst})", ratios[worst], ALLOWED)
        seconds = {size: await large.moves_of(size) for size in SHAPES}
        for size, took in seconds.items():
            report.say(
                f"{which}, a move of {size:5,} tasks {took * 1e3:8.1f} ms, {took / size * 1e6:6.0f} us each"
            )
        report.at_most(f"{which}, seconds for a move of 1,000 tasks", seconds[1000], 1)


@asynccontextmanager
async def _filled(url: str, folder: Path, number: int) -> AsyncIterator["_Play"]:
    async with open_store(url) as store:
        house = (await furnish(store, folder, 1))[0]
        first = (await ask_many(store, [house], 1))[0]
    await asyncio.to_thread(fill, url, first.request, number, finished=True)
    async with open_store(url) as store:
        yield await _Play(store, house).begin()


class _Play:
    """A house with two roots, and subtrees that go from one to the other."""

    def __init__(self, store: Store, house: House) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self._store, self._house = store, house
        self._made = 0

    async def begin(self) -> "_Play":
        self._roots = [await self._write(self._new, None) for _ in range(2)]
        self._small = await self._write(self._grow, self._roots[0], *SHAPES[10])
        self._leaf = await self._write(self._deep, self._roots[0])
        return self

    async def round(self) -> None:
        """A use at the end of a chain, a child, and a move of ten tasks there and back."""
        await self._timed("use", self._write(_use, self._leaf))
        await self._timed("a new child", self._write(self._new, self._roots[0]))
        for root in (self._roots[1], self._roots[0]):
            await self._timed("a move of 10", self._move(self._small, root))

    async def moves_of(self, size: int) -> float:
        """The middle one of some moves there and back, in seconds."""
        top = await self._write(self._grow, self._roots[0], *SHAPES[size])
        times = []
        for turn in range(6):
            began = time.perf_counter()
            moved = await self._move(top, self._roots[(turn + 1) % 2])
            times.append(time.perf_counter() - began)
            assert moved.moved == size
        return median(times)

    async def _move(self, task: str, root: str) -> Moved:
        self._made += 1
        wish = Move(parent=root, key=f"move-{self._made}")
        moved = await self._write(moving.move, Speaker(person=self._house.owner), task, wish)
        assert isinstance(moved, Moved)
        return moved

    async def _timed(self, verb: str, doing: Any) -> None:
        began = time.perf_counter()
        await doing
        self.times[verb].append(time.perf_counter() - began)

    async def _write(self, verb: Any, *arguments: Any) -> Any:
        return await self._store.write(self._house.owner, verb, *arguments)

    def _grow(self, tx: Tx, root: str, wide: int, deep: int) -> str:
        top = self._new(tx, root)
        for _ in range(wide):
            middle = self._new(tx, top)
            for _ in range(deep):
                self._new(tx, middle)
        return top

    def _deep(self, tx: Tx, root: str) -> str:
        return self._new(tx, self._new(tx, self._new(tx, root)))

    def _new(self, tx: Tx, parent: str | None) -> str:
        """A request of the owner's, or one below another, with a limit of its own."""
        self._made += 1
        house = self._house
        room = membership(tx, house.room, house.owner)
        spot = Spot(platform="slack", tenant=house.tenant, channel=CHANNEL, message=f"kin.{self._made}")
        return ask.create(
            tx,
            ask.Wanted(
                room=room,
                agent=agents_of_room(tx, house.room)[0],
                person=house.owner,
                account="token",
                outside=False,
                language="en",
                origin=f"kin:{self._made}",
                spot=spot.model_copy(update={"shows": False}),
                prompt=PROMPT,
                by=None if parent is None else ByAgent(house.agent, _under(tx, parent), let=True),
            ),
            TTL,
        )


def _under(tx: Tx, parent: str) -> Under:
    task = task_of(tx, parent)
    assert task is not None
    links = chain.chain_of(tx, task.delegation)
    left = budget.left(chain.nodes(links), Meter.cost)
    return Under(links, Terms(), {Meter.cost: MOST if left is None else max(1, left // 100)}, task)


def _use(tx: Tx, request: str) -> None:
    row = chains.request_row(tx, request)
    links = chains.need_authority(tx, row, None, "push", "Bash")
    chains.hold(tx, links, {Meter.tool_calls: 1, Meter.cost: 1})
    chain.charge(tx, links[0].row.id, lambda kept: spend(kept, {Meter.tokens: 1}))
