"""A full transition on PostgreSQL: 32 callers over 8 connections, beside asyncpg one statement after another."""

from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tests.benchmarks import raw_postgres
from tests.benchmarks.harness import Report, Taken, paired, timed
from tests.benchmarks.raw_sqlite import ROWS
from tests.benchmarks.stage import Pending, approve_all, ask_many, durable_postgres, furnish, opened
from tests.house import open_store
from tests.postgres import PostgresServer

CALLERS, CONNECTIONS, OWNERS = 32, 8, 8


async def run(report: Report) -> None:
    """Raw and by the store, in turns, each round on a fresh copy of one database."""
    report.title("A full transition on PostgreSQL, fsync on, 8 connections, 32 callers, 8 owners")
    number, rounds = (400, 3) if report.quick else (1_600, 7)
    with durable_postgres() as server, TemporaryDirectory(prefix="muti-bench-") as folder:
        stage = await _Stage.make(server, Path(folder), number)
        await stage.check_same_rows()
        found = await report.in_turns(rounds, {"raw": stage.raw, "store": stage.by_the_store})
    rates = {contestant: [one.rate for one in taken] for contestant, taken in found.items()}
    for contestant, taken in found.items():
        cost = min(one.cost for one in taken)
        report.say(f"{contestant:6} {sorted(rates[contestant])[rounds // 2]:8.0f}/s, {cost:.0f} us CPU each")
    report.at_least("the verb by 32 callers, beside raw asyncpg", paired(rates["store"], rates["raw"]), 1.5)


class _Stage:
    """A database of 8 houses with requests that wait."""

    def __init__(self, server: PostgresServer, first: str, work: list[Pending]) -> None:
        self._server, self._first, self._work = server, first, work

    @classmethod
    async def make(cls, server: PostgresServer, folder: Path, number: int) -> "_Stage":
        first = server.create_database()
        async with open_store(server.url(first)) as store:
            work = await ask_many(store, await furnish(store, folder, OWNERS), number)
        return cls(server, first, work)

    def _copy(self) -> tuple[str, str]:
        name = self._server.create_database(template=self._first)
        url = self._server.url(name)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CHECKPOINT")
        return name, url

    async def raw(self) -> Taken:
        name, url = self._copy()
        connections = await raw_postgres.connect(url, CONNECTIONS)
        taken = await timed(len(self._work), lambda: raw_postgres.approve_all(connections, self._work))
        for one in connections:
            await one.close()
        self._server.drop_database(name)
        return taken

    async def by_the_store(self) -> Taken:
        name, url = self._copy()
        async with opened(url) as store:
            taken = await timed(len(self._work), lambda: approve_all(store, self._work, CALLERS))
        self._server.drop_database(name)
        return taken

    async def check_same_rows(self) -> None:
        """The floor must have left what the verb leaves, or it is no floor."""
        part = self._work[:16]
        (first, raw_url), (second, store_url) = self._copy(), self._copy()
        connections = await raw_postgres.connect(raw_url, CONNECTIONS)
        await raw_postgres.approve_all(connections, part)
        for one in connections:
            await one.close()
        async with opened(store_url) as store:
            await approve_all(store, part, 1)
        for table, query in ROWS.items():
            assert _rows(raw_url, query) == _rows(store_url, query), f"the floor leaves other rows in {table}"
        self._server.drop_database(first)
        self._server.drop_database(second)


def _rows(url: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]
