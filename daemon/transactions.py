"""The journal's transactions: which of them wait for the disk, and what is known when one fails (J4, J6).

One process at a time has the file; the lock is the kernel's (flock(2)), so that a dead process keeps none. The file
is SQLite in WAL mode with ``synchronous=FULL``: a commit that returned is on the disk. What there is much of is
committed with ``NORMAL``: that outlives the process, but not a power cut, until the log is synced for all of it at
once (sqlite.org/pragma.html#pragma_synchronous).
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from daemon.records import JournalClosed, JournalUnclear
from daemon.storage import Lock, make_private, open_database, sync


class Transactions:
    """The open file, for one process."""

    _database: sqlite3.Connection | None

    def __init__(self, folder: Path, machine: str) -> None:
        """Raises JournalHeld, JournalDamaged."""
        make_private(folder)
        self._lock = Lock(folder / "journal.lock", machine)
        self._log = folder / "journal.sqlite3-wal"
        self._unclear, self._durable = False, True
        self._written = self._secured = 0
        try:
            self._database = open_database(folder / "journal.sqlite3")
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Close the file and give up the lock; doing so twice is harmless."""
        if self._database is not None:
            database, self._database = self._database, None
            try:
                database.close()
            finally:
                self._lock.release()

    async def secure(self) -> None:
        """Wait until all that was written so far is on the disk, without holding up the event loop.

        Raises:
            JournalUnclear: the disk did not take it (J4).
        """
        self._opened()
        written = self._written
        if written > self._secured:
            try:
                await asyncio.to_thread(sync, self._log)
            except OSError as error:
                raise self._fail(error) from error
            self._secured = max(self._secured, written)

    def _read(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return self._opened().execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._fail(error) from error

    @contextmanager
    def _writing(self, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """One transaction. If the database reports any error, what is on the disk is unclear (J4)."""
        database = self._opened()
        try:
            self._choose(database, durable)
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
            except BaseException as error:
                if not isinstance(error, sqlite3.Error):
                    database.execute("ROLLBACK")
                raise
            database.execute("COMMIT")
            self._written += not durable
        except sqlite3.Error as error:
            raise self._fail(error) from error

    def _choose(self, database: sqlite3.Connection, durable: bool) -> None:
        """Whether the next commits wait for the disk; one that does takes with it all that came before."""
        if durable is not self._durable:
            database.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            self._durable = durable

    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            problem = JournalUnclear if self._unclear else JournalClosed
            raise problem(problem.__doc__)
        return self._database

    def _fail(self, error: sqlite3.Error | OSError) -> JournalUnclear:
        self._unclear = True
        self.close()
        return JournalUnclear(
            f"The journal could not be written or read ({error}); it is closed until it is reconciled: start "
            "the daemon again, or look with `muti daemon reconcile`."
        )
