"""The pass over what is due: with a million open rows of which none is, and how late the due ones are moved."""

import asyncio
import sqlite3
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from relay.http.settings import RelayOptions
from relay.store.store import Store
from relay.store.tx import Tx
from relay.sweeper import sweep
from tests.benchmarks.fill import fill
from tests.benchmarks.harness import Report, percentile
from tests.benchmarks.stage import NoPostgres, ask_many, durable_postgres, furnish, opened
from tests.house import open_store, serve

PASSES = 100
TICK = 0.25
SPREAD = 4_000_000
"""Microseconds over which the deadlines lie."""


async def run(report: Report) -> None:
    """SQLite, PostgreSQL, and the ticks of a relay at work."""
    number = 20_000 if report.quick else 1_000_000
    report.title(f"A sweep over {number:,} open requests of which none is due")
    with TemporaryDirectory(prefix="muti-bench-") as name:
        await _passes(report, "SQLite", f"sqlite:///{name}/relay.db", Path(name), number)
        try:
            with durable_postgres() as server:
                await _passes(report, "PostgreSQL", server.url(server.create_database()), Path(name), number)
        except NoPostgres as error:
            report.missing(f"on PostgreSQL: {error}")
        await _lateness(report, Path(name), 100 if report.quick else 400)


async def _passes(report: Report, which: str, url: str, folder: Path, number: int) -> None:
    async with open_store(url) as store:
        pending = (await ask_many(store, await furnish(store, folder, 1), 1))[0]
    began = time.monotonic()
    await asyncio.to_thread(fill, url, pending.request, number, finished=False)
    took = time.monotonic() - began
    async with opened(url) as store:
        times = [(await sweep(store)).took for _ in range(PASSES)]
    report.say(
        f"{which}: median {median(times) * 1e3:.2f} ms, p99 {percentile(times, 0.99) * 1e3:.2f} ms "
        f"(filled in {took:.0f} s)"
    )
    report.at_most(f"a pass with none due, {which}", median(times) * 1e3, 1, "ms")


async def _lateness(report: Report, folder: Path, number: int) -> None:
    database = folder / "late.db"
    async with open_store(f"sqlite:///{database}") as store:
        work = await ask_many(store, await furnish(store, folder, 1), number)
        async with serve(store, RelayOptions(sweep_seconds=TICK)):
            now = await store.read(_now)
            with sqlite3.connect(database) as connection:
                for index, pending in enumerate(work):
                    due = now + 1_000_000 + SPREAD * index // number
                    connection.execute("UPDATE request SET deadline = ? WHERE id = ?", (due, pending.request))
            connection.close()
            late = await _expired(store, database, number)
    report.say(f"expired late by: median {median(late):.3f} s, p99 {percentile(late, 0.99):.3f} s")
    report.at_most("expiry late at p99", percentile(late, 0.99) / TICK, 2, "ticks")


async def _expired(store: Store, database: Path, number: int) -> list[float]:
    end = time.monotonic() + 60
    late: list[float] = []
    while len(late) < number and time.monotonic() < end:
        await asyncio.sleep(0.5)
        with sqlite3.connect(database) as connection:
            rows = connection.execute(
                "SELECT ended_at - deadline FROM request WHERE state = 'expired'"
            ).fetchall()
        connection.close()
        late = [row[0] / 1e6 for row in rows]
    assert len(late) == number, f"{number - len(late)} requests did not expire"
    return late


def _now(tx: Tx) -> int:
    return tx.now
