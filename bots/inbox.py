"""What was heard and is not handled yet, on disk before the platform is told that it arrived."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

SEEN_SECONDS = 26 * 3600
"""How long a repetition is known. Slack repeats for 24 hours (docs.slack.dev, Delayed Events)."""

PRUNE_SECONDS = 600

_SCHEMA = """
create table if not exists entries (
    number integer primary key autoincrement,
    body text not null
);
create table if not exists seen (
    key text primary key,
    at integer not null
) without rowid;
create index if not exists seen_at on seen (at);
"""


@dataclass(frozen=True)
class Entry:
    """One payload as it came. ``late`` says that an earlier process had it already."""

    number: int
    body: str
    late: bool = False


class Inbox:
    """A queue on disk. Concurrent calls share one commit; a call returns when it is durable.

    What is handled is deleted; only the keys by which a repetition is known stay for a while.
    """

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="inbox")
        self._database = self._thread.submit(_connect, path).result()
        self._arriving: list[tuple[str, asyncio.Future[Entry]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._pruned_at = 0.0

    async def put(self, body: str) -> Entry:
        """Keep a payload.

        Raises:
            sqlite3.Error: it could not be kept, so it must not be acknowledged.
        """
        kept: asyncio.Future[Entry] = asyncio.get_running_loop().create_future()
        self._arriving.append((body, kept))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await asyncio.shield(kept)

    async def waiting(self) -> list[Entry]:
        """What is not handled yet, in the order of arrival."""
        rows = await self._run(self._read_all)
        return [Entry(number, body, late=True) for number, body in rows]

    async def knows(self, keys: Iterable[str]) -> bool:
        """Whether any of the keys was handled before."""
        return await self._run(self._has_any, list(keys))

    async def finish(self, entry: Entry, keys: Iterable[str]) -> None:
        """An entry is handled, under these keys."""
        await self._run(self._delete, entry.number, list(keys))

    async def close(self) -> None:
        """Write what is arriving, and let go of the file."""
        if self._writing is not None:
            await self._writing
        await self._run(self._database.close)
        self._thread.shutdown()

    async def _write(self) -> None:
        try:
            while self._arriving:
                batch, self._arriving = self._arriving, []
                try:
                    entries = await self._run(self._insert, [body for body, _ in batch])
                except sqlite3.Error as error:
                    for _, kept in batch:
                        kept.set_exception(error)
                else:
                    for (_, kept), entry in zip(batch, entries, strict=True):
                        kept.set_result(entry)
        finally:
            self._writing = None

    def _insert(self, bodies: list[str]) -> list[Entry]:
        with self._database:
            return [
                Entry(
                    self._database.execute("insert into entries (body) values (?)", (body,)).lastrowid or 0,
                    body,
                )
                for body in bodies
            ]

    def _read_all(self) -> list[tuple[int, str]]:
        return self._database.execute("select number, body from entries order by number").fetchall()

    def _has_any(self, keys: list[str]) -> bool:
        return any(
            self._database.execute("select 1 from seen where key = ?", (key,)).fetchone() for key in keys
        )

    def _delete(self, number: int, keys: list[str]) -> None:
        now = time.time()
        with self._database:
            self._database.execute("delete from entries where number = ?", (number,))
            rows = [(key, int(now)) for key in keys]
            self._database.executemany("insert or ignore into seen (key, at) values (?, ?)", rows)
            if now - self._pruned_at > PRUNE_SECONDS:
                self._database.execute("delete from seen where at < ?", (int(now) - SEEN_SECONDS,))
                self._pruned_at = now

    async def _run(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.touch(mode=0o600, exist_ok=True)
    database = sqlite3.connect(path, timeout=10, check_same_thread=False)
    database.execute("pragma journal_mode = wal")
    database.execute("pragma synchronous = full")
    database.execute("pragma secure_delete = on")
    database.executescript(_SCHEMA)
    return database
