"""A connector as a process of its own that a soak may kill."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
from collections.abc import Awaitable, Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import structlog

_CONTEXT = multiprocessing.get_context("forkserver")

Run = Callable[[Any], Awaitable[None]]
"""Works as the connector until it is killed. A function of a module, told what it needs to know."""


class Connector:
    """One connector, alive or dead. Its words go to ``log``."""

    def __init__(self, run: Run, orders: object, log: Path, *modules: str) -> None:
        self._run, self._orders, self._log = run, orders, log
        self._process: ForkServerProcess | None = None
        self.kills = 0
        _CONTEXT.set_forkserver_preload([__name__, *modules])

    def start(self) -> None:
        arguments = (self._run, self._orders, self._log)
        self._process = _CONTEXT.Process(target=_main, args=arguments, daemon=True)
        self._process.start()

    async def kill(self) -> None:
        """End it as a power cut does."""
        process, self._process = self._process, None
        if process is not None and process.pid is not None:
            self.kills += 1
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            await asyncio.to_thread(process.join, 10)
            process.close()


def _main(run: Run, orders: object, log: Path) -> None:
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    logging.basicConfig(level=logging.WARNING, force=True)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    asyncio.run(_go(run, orders))


async def _go(run: Run, orders: object) -> None:
    await run(orders)
