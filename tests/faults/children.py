"""The relay, the daemon and the Slack connector as processes of their own, which a test may kill and start again.

They are forked by multiprocessing's fork server, which has imported everything once: a start takes milliseconds.
"""

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from tests.faults.points import arm

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.faults.parts"])


@dataclass(frozen=True)
class RelayPart:
    """A relay over a database that has been set up already."""

    database: str
    port: int
    name: str = "relay"


@dataclass(frozen=True)
class DaemonPart:
    """A daemon with one agent. ``runtime`` is scripted, or claude or codex with the program's path in ``program``."""

    relay_url: str
    token: str
    folder: Path
    directory: Path
    environment: dict[str, str]
    runtime: str = "scripted"
    program: Path | None = None
    options: dict[str, str] = field(default_factory=dict)
    name: str = "daemon"
    handle: str = "claude"


@dataclass(frozen=True)
class SlackPart:
    """A Slack connector."""

    relay_url: str
    token: str
    bot_token: str
    app_token: str
    folder: Path
    api_url: str
    name: str = "slack"


Part = RelayPart | DaemonPart | SlackPart


class Child:
    """One part, alive or dead. ``log`` is where its words go."""

    def __init__(self, part: Part, log: Path) -> None:
        self.part, self.log = part, log
        self._process: ForkServerProcess | None = None

    def start(self, point: str | None = None) -> None:
        """Start it; with a point, it dies there."""
        self._forget()
        self._process = _CONTEXT.Process(target=_main, args=(self.part, self.log, point))
        self._process.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """How it ended; the negative number of a signal; None while it lives."""
        return self._process.exitcode if self._process is not None else None

    async def died(self, seconds: float = 10) -> int:
        """Wait for its end."""
        async with asyncio.timeout(seconds):
            while self.exit_code is None:
                await asyncio.sleep(0.01)
        code = self.exit_code
        assert code is not None
        return code

    def kill(self, sent: signal.Signals = signal.SIGKILL) -> None:
        """End it now, or ask it to end."""
        if self._process is not None and self._process.is_alive():
            os.kill(self.pid, sent)

    def close(self) -> None:
        """Gone, whatever it did."""
        self.kill()
        self._forget()

    def _forget(self) -> None:
        if self._process is not None:
            self._process.join(10)
            self._process.close()
            self._process = None

    def words(self) -> str:
        """What it has logged."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""


def free_port() -> int:
    """A port that nobody listens on, and that no outgoing connection is given by chance (ip(7))."""
    while True:
        port = random.randint(15_000, 32_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def _main(part: Part, log: Path, point: str | None) -> None:
    from tests.faults.parts import run_part

    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(message)s", force=True)
    if point is not None:
        arm(point)
    _run_until_told(lambda: run_part(part))


def _run_until_told(start: Callable[[], Any]) -> None:
    """As `muti` does: the first SIGTERM ends it in order."""

    async def run() -> None:
        task = asyncio.ensure_future(start())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(run())
