"""The store: verbs in, answers out, everything that belongs together in one commit.

``await store.write(owner, verb, ...)`` runs ``verb(tx, ...)`` in the owner's lane; it is answered only after
the commit. ``await store.read(query, ...)`` runs ``query(tx, ...)`` beside. The same on both databases.
"""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import func, select

from relay.store.engine import Engine, PostgresEngine, SqliteEngine
from relay.store.lanes import Lanes, Op, Outcome
from relay.store.sql import Sql, table
from relay.store.tables import HeadRow
from relay.store.tx import Refuse, Tx
from relay.store.wakes import Wakes

P = ParamSpec("P")
T = TypeVar("T")

CAPACITY = 10_000
READERS = 4
ATTEMPTS = 5

_NEWEST = Sql(select(func.coalesce(func.max(table(HeadRow).c.at), 0).label("newest")))

log = logging.getLogger(__name__)


class BadUrl(Exception):
    """The database URL must begin with sqlite:/// or postgresql://."""


class Store:
    """One database, as one relay process uses it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.wakes = Wakes()
        self._repeatable: tuple[type[BaseException], ...] = ()
        self._ear: Any = None
        self._engine = self._choose(url)
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._lanes: Lanes | None = None
        self._writers: list[_Writer] = []
        self._opened: list[Any] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def dialect(self) -> str:
        """sqlite or postgresql."""
        return self._engine.dialect

    @property
    def in_order(self) -> bool:
        """Whether changes become visible in the order of their times: with one lane they do."""
        return self._engine.writers == 1

    @property
    def engine(self) -> Engine:
        """The kind of database behind this store."""
        return self._engine

    def _choose(self, url: str) -> Engine:
        if url.startswith("sqlite:///"):
            return SqliteEngine(Path(url.removeprefix("sqlite:///")))
        if not url.startswith(("postgresql://", "postgres://")):
            raise BadUrl(BadUrl.__doc__)
        from relay.store import postgres  # the driver is an extra

        self._repeatable = postgres.REPEATABLE
        self._ear = postgres.Ear(url, self.wakes.wake, self.wakes.wake_all)
        return PostgresEngine(url, postgres.connect)

    async def open(self) -> None:
        """Connect and start the writers. Migrations are run before (`relay.store.migrate`)."""
        self._loop = asyncio.get_running_loop()
        self._lanes = Lanes(self._loop, CAPACITY)
        for _ in range(self._engine.writers):
            self._writers.append(_Writer(self._engine, self._repeatable, self._woken))
        self._lanes.start([writer.commit for writer in self._writers], self._died)
        if isinstance(self._engine, SqliteEngine):
            newest = await self.read(_newest_time)
            self._engine.clock.keep_after(newest)
        if self._ear is not None:
            await self._ear.start()

    async def close(self) -> None:
        """Finish what was taken, then let go."""
        if self._lanes is not None:
            await self._lanes.close()
        if self._ear is not None:
            await self._ear.close()
        self._readers.shutdown()
        for connection in [*self._opened, *(writer.connection for writer in self._writers)]:
            connection.close()
        self._engine.close()

    async def write(
        self, owner: str, verb: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a verb in an owner's lane and commit it.

        A caller that is cancelled does not know whether the verb was stored: it must be repeatable by key.

        Raises:
            Refuse: the verb refused; nothing was written.
            Full: too many verbs wait.
        """
        assert self._lanes is not None, "open() first"
        assert not kwargs, "verbs take their arguments by position"
        return await self._lanes.submit(self._engine.lane(owner), verb, args)  # type: ignore[no-any-return]

    async def read(self, query: Callable[Concatenate[Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query on one state of the database."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, query, args, kwargs)

    def waiting(self) -> int:
        """Verbs that have no answer yet."""
        return self._lanes.waiting() if self._lanes else 0

    def _read(self, query: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
        try:
            return self._read_on(self._reader(), query, args, kwargs)
        except Exception:
            # A server that was restarted is noticed only by using a connection; looking twice is as once.
            connection = getattr(self._local, "connection", None)
            if connection is None or not self._engine.is_lost(connection):
                raise
            return self._read_on(self._reader(), query, args, kwargs)

    def _read_on(
        self, connection: Any, query: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> T:
        with self._engine.reading(connection) as tx:
            return query(tx, *args, **kwargs)

    def _reader(self) -> Any:
        """This thread's connection."""
        connection = getattr(self._local, "connection", None)
        if connection is None or self._engine.is_lost(connection):
            connection = self._engine.connect(reads=True)
            self._local.connection = connection
            self._opened.append(connection)
        return connection

    def _woken(self, topics: Sequence[str]) -> None:
        """Called by a writer's thread after a commit. PostgreSQL tells everybody itself."""
        if self._ear is None and self._loop is not None:
            self._loop.call_soon_threadsafe(self.wakes.wake, topics)

    def _died(self, error: BaseException) -> None:
        log.critical("a writer died; the relay ends itself rather than hang", exc_info=error)
        os.kill(os.getpid(), signal.SIGTERM)


class _Writer:
    """One thread's connection, and how a group of verbs is committed on it."""

    def __init__(
        self,
        engine: Engine,
        repeatable: tuple[type[BaseException], ...],
        woken: Callable[[Sequence[str]], None],
    ) -> None:
        self._engine, self._repeatable, self._woken = engine, repeatable, woken
        self.connection = engine.connect()

    def commit(self, lane: str, ops: Sequence[Op]) -> list[Outcome]:
        """All verbs in one commit; if one breaks the group, each by itself."""
        ops = list(ops)
        try:
            return self._attempt(lane, ops)
        except Exception as error:
            if len(ops) == 1:
                return [self._alone(lane, ops[0], error)]
            return [self.commit(lane, [op])[0] for op in ops]

    def _alone(self, lane: str, op: Op, error: Exception) -> Outcome:
        for _ in range(ATTEMPTS):
            if not isinstance(error, self._repeatable) and not self._engine.is_lost(self.connection):
                break
            try:
                return self._attempt(lane, [op])[0]
            except Exception as again:
                error = again
        return None, error

    def _attempt(self, lane: str, ops: Sequence[Op]) -> list[Outcome]:
        if self._engine.is_lost(self.connection):
            self.connection = self._engine.connect()
        with self._engine.writing(self.connection, lane) as tx:
            outcomes = [_run(tx, op) for op in ops]
            tx.flush()
            wakes = list(tx.wakes)
        if wakes:
            self._woken(wakes)
        return outcomes


def _run(tx: Tx, op: Op) -> Outcome:
    """One verb of a group. A refusal that wrote nothing costs nothing; anything else breaks the group."""
    if op.answer.cancelled():
        return None, asyncio.CancelledError()
    before, tx.dirty = tx.dirty, False
    tx.now += 1  # no two verbs of a group have the same time: what is ordered by time has one order
    try:
        return op.verb(tx, *op.args), None
    except Refuse as refusal:
        if tx.dirty:
            raise
        return None, refusal
    finally:
        tx.dirty = tx.dirty or before


def _newest_time(tx: Tx) -> int:
    row = tx.one(_NEWEST)
    assert row is not None
    return int(row.newest)
