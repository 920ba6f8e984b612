"""What was heard and is not handled yet, on disk before the platform is told that it arrived; and a few notes."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
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
create table if not exists notes (
    key text primary key,
    value text not null
) without rowid;
"""


@dataclass(frozen=True)
class Entry:
    """One payload as it came. ``kept`` is its number on disk, once it is there."""

    body: str
    kept: "asyncio.Future[int]" = field(compare=False)


class Inbox:
    """A queue on disk. What comes while a commit is under way shares the next one.

    What is handled is deleted; only the keys by which a repetition is known stay for a while.
    """

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="inbox")
        self._database = self._thread.submit(_connect, path).result()
        # Reading blocks on nothing (write-ahead log), so it needs no thread and waits behind no commit.
        self._reading = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        self._arriving: list[Entry] = []
        self._writing: asyncio.Task[None] | None = None
        self._pruned_at = 0.0

    def put(self, body: str) -> Entry:
        """Keep a payload. It may be acknowledged when ``kept`` has come, and not if that fails."""
        entry = Entry(body, asyncio.get_running_loop().create_future())
        self._arriving.append(entry)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return entry

    async def waiting(self) -> list[Entry]:
        """What is not handled yet, in the order of arrival."""
        return [Entry(body, _done(number)) for number, body in await self._run(self._read_all)]

    def knows(self, keys: Iterable[str]) -> bool:
        """Whether any of the keys was handled before."""
        query = "select 1 from seen where key = ?"
        return any(self._reading.execute(query, (key,)).fetchone() for key in keys)

    def last(self, prefix: str) -> str:
        """The greatest key that begins so and was handled; empty if there is none."""
        query = "select max(key) from seen where key >= ? and key < ?"
        (found,) = self._reading.execute(query, (prefix, prefix + "\U0010ffff")).fetchone()
        return found or ""

    async def finish(self, entry: Entry, keys: Iterable[str]) -> None:
        """An entry is handled, under these keys; nothing of it is left where it could not even be kept."""
        await asyncio.wait([entry.kept])
        number = entry.kept.result() if entry.kept.exception() is None else None
        await self._run(self._delete, number, list(keys))

    async def note(self, changes: Mapping[str, str | None]) -> None:
        """Remember texts under their keys, all or none; what is None is forgotten."""
        if changes:
            await self._run(self._set_notes, dict(changes))

    async def notes(self, prefix: str) -> dict[str, str]:
        """What is remembered under the keys that begin so; the keys without that beginning."""
        found = await self._run(self._read_notes, prefix)
        return {key.removeprefix(prefix): value for key, value in found}

    async def close(self) -> None:
        """Write what is arriving, and let go of the file."""
        if self._writing is not None:
            await self._writing
        self._reading.close()
        await self._run(self._database.close)
        self._thread.shutdown()

    async def _write(self) -> None:
        try:
            while self._arriving:
                batch, self._arriving = self._arriving, []
                try:
                    numbers = await self._run(self._insert, [entry.body for entry in batch])
                except sqlite3.Error as error:
                    for entry in batch:
                        entry.kept.set_exception(error)
                else:
                    for entry, number in zip(batch, numbers, strict=True):
                        entry.kept.set_result(number)
        finally:
            self._writing = None

    def _insert(self, bodies: list[str]) -> list[int]:
        with self._database:
            return [
                self._database.execute("insert into entries (body) values (?)", (body,)).lastrowid or 0
                for body in bodies
            ]

    def _read_all(self) -> list[tuple[int, str]]:
        return self._database.execute("select number, body from entries order by number").fetchall()

    def _delete(self, number: int | None, keys: list[str]) -> None:
        now = time.time()
        with self._database:
            self._database.execute("delete from entries where number = ?", (number,))
            rows = [(key, int(now)) for key in keys]
            self._database.executemany("insert or ignore into seen (key, at) values (?, ?)", rows)
            if now - self._pruned_at > PRUNE_SECONDS:
                self._database.execute("delete from seen where at < ?", (int(now) - SEEN_SECONDS,))
                self._pruned_at = now

    def _set_notes(self, changes: Mapping[str, str | None]) -> None:
        kept = [(key, value) for key, value in changes.items() if value is not None]
        gone = [(key,) for key, value in changes.items() if value is None]
        with self._database:
            self._database.executemany("insert or replace into notes (key, value) values (?, ?)", kept)
            self._database.executemany("delete from notes where key = ?", gone)

    def _read_notes(self, prefix: str) -> list[tuple[str, str]]:
        query = "select key, value from notes where substr(key, 1, ?) = ?"
        return self._database.execute(query, (len(prefix), prefix)).fetchall()

    async def _run(self, work: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)


def _done(number: int) -> "asyncio.Future[int]":
    kept: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    kept.set_result(number)
    return kept


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.touch(mode=0o600, exist_ok=True)
    database = sqlite3.connect(path, timeout=10, check_same_thread=False)
    database.execute("pragma journal_mode = wal")
    database.execute("pragma synchronous = full")
    database.execute("pragma secure_delete = on")
    database.executescript(_SCHEMA)
    return database
