"""How to reach one database: SQLite through the standard library, PostgreSQL through psycopg in pipeline mode.

Both give the same few things: connections, how a transaction begins and how an owner is locked in it.
"""

import contextlib
import fcntl
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from relay.store.clock import Clock
from relay.store.pipeline import CHANNEL, PipelineTx
from relay.store.tx import Tx

NOTIFY_BYTES = 7_900
"""PostgreSQL refuses payloads of 8,000 bytes and more (manual, NOTIFY)."""


class DatabaseTaken(Exception):
    """Another relay process works with this database file. SQLite serves one relay; use PostgreSQL for more."""


class Engine(Protocol):
    """One kind of database."""

    dialect: str
    writers: int

    def lane(self, owner: str) -> str:
        """Which lane an owner's verbs wait in."""
        ...

    def connect(self, *, reads: bool = False) -> Any:
        """A new connection, to write or only to read. Made before serving, so that a wrong URL fails at once."""
        ...

    @contextlib.contextmanager
    def writing(self, connection: Any, lane: str) -> Iterator[Tx]:
        """One write transaction with the lane's owner locked; commits at the end, rolls back on error."""
        ...

    @contextlib.contextmanager
    def reading(self, connection: Any) -> Iterator[Tx]:
        """One read-only look at a single state of the database."""
        ...

    def is_lost(self, connection: Any) -> bool:
        """Whether the connection has to be made anew."""
        ...

    def close(self) -> None:
        """Let go of what is held beside the connections."""
        ...


class SqliteEngine:
    """One file, one process, one writer thread."""

    dialect = "sqlite"
    writers = 1

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = _lock_file(path)
        self.clock = Clock()

    def lane(self, owner: str) -> str:
        return ""

    def connect(self, *, reads: bool = False) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        # busy_timeout first: switching a new file to WAL takes a lock that another connection may hold.
        for pragma in (
            "busy_timeout=5000",
            "journal_mode=wal",
            "synchronous=full",
            "foreign_keys=on",
            "cache_size=-4096",
            f"query_only={reads}",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        return connection

    @contextlib.contextmanager
    def writing(self, connection: sqlite3.Connection, lane: str) -> Iterator[Tx]:
        cursor = connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            tx = Tx(cursor, self.dialect, self.clock.now)
            yield tx
            cursor.execute("COMMIT")
        except BaseException:
            _rollback(connection)
            raise

    @contextlib.contextmanager
    def reading(self, connection: sqlite3.Connection) -> Iterator[Tx]:
        cursor = connection.cursor()
        cursor.execute("BEGIN")
        try:
            yield Tx(cursor, self.dialect, self.clock.now)
        finally:
            _rollback(connection)

    def is_lost(self, connection: sqlite3.Connection) -> bool:
        return False

    def close(self) -> None:
        os.close(self._lock)


def _rollback(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _lock_file(path: Path) -> int:
    """A lock that a dead process does not keep (flock(2)).

    Raises:
        DatabaseTaken: another process has it.
    """
    make_private(path)
    handle = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise DatabaseTaken(f"{path}: {DatabaseTaken.__doc__}") from error
    return handle


def make_private(path: Path) -> None:
    """A new database file is its user's alone from its first byte."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))


class PostgresEngine:
    """Any number of relays on one database; a lane per owner, each transaction locks its owner's head row."""

    dialect = "postgresql"
    writers = 8

    def __init__(self, url: str, connect: Callable[[str, bool], Any]) -> None:
        self._url, self._connect = url, connect
        self._mutex = threading.Lock()

    def lane(self, owner: str) -> str:
        return owner

    def connect(self, *, reads: bool = False) -> Any:
        return self._connect(self._url, reads)

    @contextlib.contextmanager
    def writing(self, connection: Any, lane: str) -> Iterator[Tx]:
        try:
            with connection.pipeline(), connection.cursor() as cursor:
                tx, begun = self._locked(cursor, lane)
                yield tx
                if begun and not tx.dirty:  # any text can be the name of a lane
                    cursor.execute(_NO_HEAD, {"owner": lane})
                self._notify(cursor, sorted(tx.wakes))
                # The end of the pipeline waits for the answer, and raises what failed.
                cursor.execute("COMMIT")
        except BaseException:
            self._settle(connection)
            raise

    def _locked(self, cursor: Any, owner: str) -> tuple[PipelineTx, bool]:
        """Lock the owner's head first: there is no other order of locks, so there is no deadlock. Tells whether
        this transaction has begun the chain.
        """
        cursor.execute(_LOCK, {"owner": owner})
        row = cursor.fetchone()
        if begun := row is None:
            cursor.execute(_NEW_HEAD, {"owner": owner})
            cursor.execute(_LOCK, {"owner": owner})
            row = cursor.fetchone()
        number, newest, now = row
        tx = PipelineTx(cursor, self.dialect, lambda: now)
        tx.know_head(owner, number, newest)
        return tx, begun

    def _notify(self, cursor: Any, topics: list[str]) -> None:
        for payload in _payloads(topics):
            cursor.execute(f"SELECT pg_notify('{CHANNEL}', %(payload)s)", {"payload": payload})

    def _settle(self, connection: Any) -> None:
        with contextlib.suppress(Exception):
            connection.rollback()

    @contextlib.contextmanager
    def reading(self, connection: Any) -> Iterator[Tx]:
        try:
            # Nothing is waited for but rows: the time comes along with the first of them.
            with connection.pipeline(), connection.cursor() as clock, connection.cursor() as cursor:
                clock.execute(_NOW)
                yield PipelineTx(cursor, self.dialect, lambda: int(clock.fetchone()[0]))
                cursor.execute("COMMIT")
        except BaseException:
            self._settle(connection)
            raise

    def is_lost(self, connection: Any) -> bool:
        return bool(connection.closed or connection.broken)

    def close(self) -> None:
        return None


_MICROSECONDS = "(extract(epoch from statement_timestamp()) * 1000000)::bigint"
_NOW = f"SELECT {_MICROSECONDS}"
# A statement that waited for the lock was stamped before what it waited for: an owner's time never goes back.
_LOCK = f"SELECT number, hash, greatest({_MICROSECONDS}, at + 1) FROM head WHERE owner = %(owner)s FOR UPDATE"  # noqa: S608
_NO_HEAD = "DELETE FROM head WHERE owner = %(owner)s AND number = 0 AND at = 0"
_NEW_HEAD = "INSERT INTO head (owner, number, hash, at) VALUES (%(owner)s, 0, repeat('0', 64), 0) ON CONFLICT DO NOTHING"


def _payloads(topics: list[str]) -> Iterator[str]:
    group: list[str] = []
    for topic in topics:
        if group and len(json.dumps([*group, topic])) > NOTIFY_BYTES:
            yield json.dumps(group)
            group = []
        group.append(topic)
    if group:
        yield json.dumps(group)
