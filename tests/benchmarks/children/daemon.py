"""A daemon process with one agent of Claude Code, that counts what each tool call makes it do."""

import asyncio
import json
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from daemon.app import Daemon
from daemon.claude import ClaudeRuntime
from daemon.journal import Journal
from daemon.options import AgentOptions, DaemonOptions
from relay.client import RelayClient
from tests.benchmarks.children.process import Child, started, tell

UNSYNCED = "PRAGMA synchronous = NORMAL"
"""After this a commit of SQLite waits for no disk; after any other such line it does."""


@asynccontextmanager
async def running_daemon(told: dict[str, Any]) -> AsyncIterator[Child]:
    """A daemon of its own process. Given a line, it says what it has counted so far."""
    async with started("daemon", json.dumps(told)) as child:
        yield child


class _Counts(Counter[str]):
    """What was done since the process began: syncs, transactions, programs that were started, calls to the relay."""

    def hear(self, event: str, _: tuple[Any, ...]) -> None:
        """An event of the interpreter (docs.python.org/3/library/audit_events.html)."""
        if event == "subprocess.Popen":
            self["starts"] += 1

    def connect(self, path: Any, **options: Any) -> sqlite3.Connection:
        """In the place of sqlite3.connect."""
        database = _connect(path, factory=_Connection, **options)
        assert isinstance(database, _Connection)
        database.counts = self
        return database

    def sync(self, file: Any) -> None:
        """In the place of os.fsync."""
        self["syncs"] += 1
        _fsync(file)


_fsync, _connect = os.fsync, sqlite3.connect


class _Connection(sqlite3.Connection):
    """Counts its commits. A trace of SQLite's would write out each statement with all that is in it."""

    counts: _Counts
    synced = True

    def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
        if statement.startswith("PRAGMA synchronous"):
            self.synced = statement != UNSYNCED
        if statement == "COMMIT":
            self.counts["transactions"] += 1
            self.counts["syncs"] += self.synced
        return super().execute(statement, *given)


class _Client(RelayClient):
    """Counts its calls."""

    counts: _Counts

    async def _once(self, *given: Any) -> str:
        self.counts["calls"] += 1
        return await super()._once(*given)


async def _main(told: dict[str, Any]) -> None:
    counts = _Counts()
    sys.addaudithook(counts.hear)
    os.fsync, sqlite3.connect = counts.sync, counts.connect
    options = _options(told)
    for folder in (options.home, options.files):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with Journal(options.home / "journal") as journal:
        async with _Client(options.relay_url, options.token) as client:
            client.counts = counts
            telling = asyncio.create_task(_tell(counts))
            await asyncio.gather(Daemon(options, journal, client).run(), telling)


async def _tell(counts: _Counts) -> None:
    while await asyncio.to_thread(sys.stdin.readline):
        tell(counts)


def _options(told: dict[str, Any]) -> DaemonOptions:
    folder = Path(told["folder"])
    runtime = ClaudeRuntime(folder / "state", Path(told["program"]))
    agent = AgentOptions("claude", "claude", runtime, folder / "work", told["environment"])
    return DaemonOptions(
        relay_url=told["relay"],
        token=told["token"],
        home=folder / "daemon",
        files=folder / "files",
        machine="laptop",
        agents=(agent,),
    )


if __name__ == "__main__":
    asyncio.run(_main(json.loads(sys.argv[1])))
