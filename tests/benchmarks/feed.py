"""What it costs a machine to come back, to say something and to claim a receipt, with 1,000,000 messages behind it.

Two databases, one step on each in turn; every step is timed with its commit. Recovery is what changed while the
machine was away, not what there is.
"""

import asyncio
import sqlite3
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

from relay.coordination import messages, receipts
from relay.messages import views
from relay.requests import hosts
from relay.rooms.people import Speaker
from relay.store.store import Store
from relay.wire.machines import Hello
from relay.wire.messages import Receipt, Receipts, ReceiptState, Say
from tests.benchmarks.harness import Report
from tests.benchmarks.stage import NoPostgres, durable_postgres, furnish
from tests.house import House, open_store

T = TypeVar("T")
SMALL = 1_000
AWAY = 10
"""Messages that come while the machine is away."""

ALLOWED = 1.2

_NUMBERS = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {number}) SELECT {row} FROM n",
    "postgresql": "SELECT {row} FROM generate_series(1, {number}) AS n(i)",
}
_ID = {"sqlite": "printf('%014x', i)", "postgresql": "lpad(to_hex(i), 14, '0')"}


async def run(report: Report) -> None:
    """SQLite, then PostgreSQL."""
    big, steps = (20_000, 10) if report.quick else (1_000_000, 150)
    report.title(f"Coming back with {AWAY} new messages, at {big:,} old ones, beside {SMALL:,}")
    with TemporaryDirectory(prefix="muti-bench-") as name:
        urls = [f"sqlite:///{name}/{size}.db" for size in ("small", "big")]
        await _compare(report, "SQLite", urls, Path(name), big, steps)
        try:
            with durable_postgres() as server:
                urls = [server.url(server.create_database()) for _ in range(2)]
                await _compare(report, "PostgreSQL", urls, Path(name), big, steps)
        except NoPostgres as error:
            report.missing(f"on PostgreSQL: {error}")


async def _compare(report: Report, which: str, urls: list[str], folder: Path, big: int, steps: int) -> None:
    async with _filled(urls[0], folder, SMALL) as small, _filled(urls[1], folder, big) as large:
        for step in range(steps + 1):
            report.calibrate()
            for play in (small, large) if step % 2 else (large, small):
                await play.come_back()
            if step == 0:
                small.times.clear()
                large.times.clear()
    ratios = {}
    for verb, times in small.times.items():
        middle, other = median(times), median(large.times[verb])
        ratios[verb] = other / middle
        report.say(f"{which}, {verb:9} {middle * 1e3:6.2f} → {other * 1e3:6.2f} ms  {ratios[verb]:.2f}")
    worst = max(ratios, key=lambda verb: ratios[verb])
    report.at_most(f"{which}, the step that suffers most ({worst})", ratios[worst], ALLOWED)


@asynccontextmanager
async def _filled(url: str, folder: Path, number: int) -> AsyncIterator["_Play"]:
    async with open_store(url) as store:
        [house] = await furnish(store, folder / "project", 1)
    await asyncio.to_thread(_fill, url, house, number)
    async with open_store(url) as store:
        play = _Play(store, house)
        await play.start()
        yield play


def _fill(url: str, house: House, number: int) -> None:
    """Messages that were sent, heard of and read."""
    dialect = url.partition(":")[0]
    ident = f"'{house.owner}-' || {_ID[dialect]} || '00000000'"
    agent = f"'agent:{house.agent}'"
    yes = "FALSE" if dialect == "postgresql" else "0"
    row = (
        f"{ident}, '{house.owner}', '{house.room}', '{house.owner}', {agent}, 'owner', 'nowhere', '', 'an old message', "
        f"{yes}, i, i, i, 'turn'"
    )
    names = "id, owner, room, sender, receiver, voice, filed, digest, body, stops, sent_at, delivered_at, read_at, read_turn"
    change = f"'{house.machine}', i, 'message', {ident}, '{{}}', i"
    filling = [
        f"INSERT INTO message ({names}) " + _NUMBERS[dialect].format(number=number, row=row),
        "INSERT INTO feed (machine, seq, kind, subject, body, at) "
        + _NUMBERS[dialect].format(number=number, row=change),
        f"INSERT INTO feed_head (machine, seq) VALUES ('{house.machine}', {number})",
    ]
    if dialect == "sqlite":
        with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
            for statement in [*filling, "ANALYZE"]:
                database.execute(statement)
        database.close()
    else:
        import psycopg

        with psycopg.connect(url, autocommit=True) as connection:
            for statement in [*filling, "VACUUM ANALYZE"]:
                connection.execute(statement)


class _Play:
    def __init__(self, store: Store, house: House) -> None:
        self._store, self._house = store, house
        self.times: defaultdict[str, list[float]] = defaultdict(list)

    async def start(self) -> None:
        hello = Hello(process="bench", version="1")
        self._epoch = (await self._write(hosts.hello, self._house.machine, hello)).epoch
        self._cursor = (await self._store.read(views.feed_page, self._house.machine, None, 200)).head

    async def come_back(self) -> None:
        machine, speaker = self._house.machine, Speaker(person=self._house.owner)
        for _ in range(AWAY):
            said = Say(body="a new message", agent="claude")
            await self._timed("say", self._write(messages.say, speaker, self._house.room, said))
        fresh = await self._timed("fresh", self._store.read(views.feed_page, machine, None, 200))
        page = await self._timed("recover", self._store.read(views.feed_page, machine, self._cursor, 200))
        assert [one.subject for one in fresh.changes] == [one.subject for one in page.changes]
        assert len(page.changes) == AWAY
        read = [Receipt(message=one.subject, state=ReceiptState.read, turn="t") for one in page.changes]
        claims = Receipts(epoch=self._epoch, receipts=read)
        await self._timed("receipts", self._write(receipts.receive, machine, claims))
        late = await self._timed("late", self._store.read(views.feed_page, machine, page.after, 200))
        assert len(late.changes) == AWAY
        self._cursor = late.after
        inbox = self._store.read(views.inbox, self._house.room, f"agent:{self._house.agent}", None, 50)
        await self._timed("inbox", inbox)

    async def _timed(self, verb: str, doing: Awaitable[T]) -> T:
        began = time.perf_counter()
        done = await doing
        self.times[verb].append(time.perf_counter() - began)
        return done

    def _write(self, verb, *arguments):  # type: ignore[no-untyped-def]
        return self._store.write(self._house.owner, verb, *arguments)
