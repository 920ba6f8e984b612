"""Connections to PostgreSQL by psycopg, and the ear for what other replicas commit.

Imported only where the database URL asks for it, so that nobody else needs the driver.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterable
from typing import Any

import psycopg

from relay.store.pipeline import CHANNEL

_SETTINGS = (
    "-c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=10000 "
    # Every statement of ours is a search by index, whatever its values: to plan it anew costs more than it does.
    "-c plan_cache_mode=force_generic_plan"
)
PREPARED = 500
"""Statements of one connection that stay prepared."""

REPEATABLE = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
"""Errors after which the same transaction may simply be run again (manual, appendix A: class 40)."""


def connect(url: str, reads: bool) -> Any:
    """A connection for one thread, to write or only to read: then each transaction sees one state.

    Statements are prepared at their first use, and stay so: there are more of ours than psycopg keeps.
    """
    connection = psycopg.connect(
        url,
        application_name="muti-relay",
        options=_SETTINGS,
        connect_timeout=5,
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
    )
    connection.prepare_threshold, connection.prepared_max = 0, PREPARED
    if reads:
        connection.read_only, connection.isolation_level = True, psycopg.IsolationLevel.REPEATABLE_READ
    return connection


class Ear:
    """LISTEN on a connection of its own; when it was deaf for a while, everybody must look again."""

    RETRY_SECONDS = 1.0

    def __init__(self, url: str, hear: Callable[[Iterable[str]], None], deaf: Callable[[], None]) -> None:
        self._url, self._hear, self._deaf = url, hear, deaf
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def start(self) -> None:
        """Listen from now on."""
        self._task = asyncio.create_task(self._run())
        async with asyncio.timeout(10):
            await self._ready.wait()

    async def close(self) -> None:
        """Stop to listen."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError):
                await asyncio.sleep(self.RETRY_SECONDS)

    async def _listen(self) -> None:
        connection = await psycopg.AsyncConnection.connect(
            self._url,
            autocommit=True,
            application_name="muti-ear",
            keepalives_idle=10,
            keepalives_interval=5,
            keepalives_count=3,
        )
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._ready.set()
            self._deaf()
            async for notice in connection.notifies():
                self._hear(json.loads(notice.payload))
