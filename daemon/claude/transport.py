"""The wire to Claude Code: one JSON object per line, over the pipes of a child that we started ourselves.

claude-agent-sdk's own transport gives the child the whole environment of the daemon and stops only the
program itself; this one gives it the explicit list (S6) and stops everything below it (X2).
"""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from claude_agent_sdk import CLIConnectionError, ProcessError, Transport

from daemon.process import Child, Limits, Stop, spawn
from daemon.runtime import Turn


class ChildTransport(Transport):
    """One Claude Code program. `close` may be called again; `stopped` then tells what the first one took."""

    def __init__(self, command: list[str], environment: dict[str, str], turn: Turn, limits: Limits) -> None:
        self._command = command
        self._environment = environment
        self._turn = turn
        self._limits = limits
        self._child: Child | None = None
        self.grace = 0.0
        self.stopped: Stop | None = None
        self._closing = asyncio.Lock()

    @property
    def child(self) -> Child:
        """The program.

        Raises:
            CLIConnectionError: it was never started.
        """
        if self._child is None:
            raise CLIConnectionError("Claude Code is not running")
        return self._child

    async def connect(self) -> None:
        """Start the program."""
        self._child = await spawn(
            self._command, self._turn.directory, self._environment, mark=self._turn.session
        )

    async def write(self, data: str) -> None:
        """Send one line."""
        try:
            self.child.write(data.encode())
        except BrokenPipeError as problem:
            raise CLIConnectionError("Claude Code does not listen any more") from problem

    async def read_messages(self) -> AsyncIterator[dict[str, Any]]:
        """Every message until the program ends. Lines that are no JSON object are its small talk."""
        async for line in self.child.lines():
            if line.lstrip().startswith(b"{"):
                yield json.loads(line)
        code = await self.child.wait()
        if code and not self._closing.locked() and self.stopped is None:
            raise ProcessError("Claude Code ended", exit_code=code, stderr=self.child.errors)

    async def end_input(self) -> None:
        """Tell the program that no input follows."""
        self.child.end_input()

    async def close(self) -> None:
        """End the program and everything below it."""
        async with self._closing:
            if self._child is not None and self.stopped is None:
                self.stopped = await self._child.stop(self._limits, self.grace)

    async def was_killed(self) -> bool:
        """Whether a signal ended the program."""
        return self._child is not None and await self._child.was_killed()

    def is_ready(self) -> bool:
        """Whether the program runs."""
        return self._child is not None and self._child.exit_code is None
