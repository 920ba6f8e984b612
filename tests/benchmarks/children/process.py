"""A benchmark's other process: started as a module, ready when it has said its first line, ended with its block."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

READY_SECONDS = 60.0
LINE_LIMIT = 64 * 1024 * 1024


class ChildFailed(Exception):
    """Another process of the benchmark ended too early; its own words stand above."""


class Child:
    """A running process. It speaks JSON, a line each."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def hear(self, seconds: float = READY_SECONDS) -> Any:
        """The next line.

        Raises:
            ChildFailed: there is none.
        """
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
        if not line:
            raise ChildFailed(ChildFailed.__doc__)
        return json.loads(line)

    async def say(self, value: Any) -> None:
        """Give it a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(value).encode() + b"\n")
        await self.process.stdin.drain()

    def kill(self) -> None:
        """As a crash would."""
        self.process.kill()


@asynccontextmanager
async def started(module: str, *arguments: str) -> AsyncIterator[Child]:
    """A child that runs ``tests.benchmarks.children.<module>``."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", f"tests.benchmarks.children.{module}", *arguments,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE_LIMIT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    try:
        yield Child(process)
    finally:
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    try:
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.wait(), 10)
    except TimeoutError:
        process.kill()
        await process.wait()


def tell(value: Any) -> None:
    """Say one line to the benchmark, from inside a child."""
    print(json.dumps(value), flush=True)
