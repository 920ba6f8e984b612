"""A full transition on SQLite: the relay's verb by 32 callers, and over HTTP, beside a raw loop.

State, timeline event, audit row with its hash, head of the chain, place: `synchronous=FULL`.
"""

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks import raw_sqlite
from tests.benchmarks.children import load, relay
from tests.benchmarks.harness import Report, Taken, paired, timed
from tests.benchmarks.stage import Pending, approve_all, ask_many, copy_of, furnish, opened, remove
from tests.house import open_store

CALLERS = 32


async def run(report: Report) -> None:
    """Raw, by the store, over HTTP, in turns."""
    report.title("A full transition on SQLite, synchronous=FULL, 32 callers at once")
    number, rounds = (400, 3) if report.quick else (2_000, 7)
    with TemporaryDirectory(prefix="muti-bench-") as name:
        stage = await _Stage.make(Path(name), number)
        await stage.check_same_rows()
        found = await report.in_turns(
            rounds, {"raw": stage.raw, "store": stage.by_the_store, "http": stage.over_http}
        )
    rates = {contestant: [one.rate for one in taken] for contestant, taken in found.items()}
    for contestant, taken in found.items():
        costs = "" if contestant == "http" else f", {min(one.cost for one in taken):.0f} us CPU each"
        report.say(f"{contestant:6} {sorted(rates[contestant])[rounds // 2]:8.0f}/s{costs}")
    report.at_least(
        "the verb by 32 callers, beside a raw sqlite3 loop", paired(rates["store"], rates["raw"]), 3
    )
    report.at_least(
        "over HTTP by 32 connections, beside the same loop", paired(rates["http"], rates["raw"]), 1.2
    )


class _Stage:
    """A database with requests that wait; every round works on a copy of its own."""

    def __init__(self, folder: Path, work: list[Pending], token: str) -> None:
        self._folder, self._work, self._token = folder, work, token

    @classmethod
    async def make(cls, folder: Path, number: int) -> "_Stage":
        async with open_store(f"sqlite:///{folder / 'first.db'}") as store:
            houses = await furnish(store, folder, 1)
            work = await ask_many(store, houses, number)
        with sqlite3.connect(folder / "first.db") as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return cls(folder, work, houses[0].tokens["owner"])

    def _copy(self) -> Path:
        return copy_of(self._folder / "first.db", self._folder)

    async def raw(self) -> Taken:
        database = self._copy()
        connection = raw_sqlite.connect(database)

        async def work() -> None:
            raw_sqlite.approve_all(connection, self._work)

        taken = await timed(len(self._work), work)
        connection.close()
        remove(database)
        return taken

    async def by_the_store(self) -> Taken:
        database = self._copy()
        async with opened(f"sqlite:///{database}") as store:
            taken = await timed(len(self._work), lambda: approve_all(store, self._work, CALLERS))
        remove(database)
        return taken

    async def over_http(self) -> Taken:
        database = self._copy()
        calls = [load.decision(pending.request) for pending in self._work]
        async with relay.running(f"sqlite:///{database}") as url:
            seconds = await load.fire(url, self._token, calls, CALLERS)
        remove(database)
        return Taken(len(calls), seconds)

    async def check_same_rows(self) -> None:
        """The floor must have left what the verb leaves, or it is no floor."""
        first, second = self._copy(), self._copy()
        part = self._work[:20]
        connection = raw_sqlite.connect(first)
        raw_sqlite.approve_all(connection, part)
        connection.close()
        async with opened(f"sqlite:///{second}") as store:
            await approve_all(store, part, 1)
        for table, query in raw_sqlite.ROWS.items():
            assert _rows(first, query) == _rows(second, query), f"the floor leaves other rows in {table}"
        remove(first)
        remove(second)


def _rows(database: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(database)
    rows = connection.execute(query).fetchall()
    connection.close()
    return rows
