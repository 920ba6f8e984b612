"""The wire to an agent: one JSON object per line, over the pipes of a child that we started ourselves."""

import asyncio
import json
from typing import Any

from daemon.process import Child


class ChildLink:
    """A transport of the protocol's SDK (``acp._transport.Transport``): messages in, messages out.

    The SDK's own way to start an agent gives it the daemon's environment and ends only the program itself.
    """

    def __init__(self, child: Child) -> None:
        self._child = child
        self._lines = child.lines()
        self._writing = asyncio.Lock()

    async def send(self, message: dict[str, Any]) -> None:
        """Send one message. An answer to an agent that is gone meanwhile has nobody to hear it.

        Raises:
            ConnectionError: the agent does not listen any more, and it was to be asked or told something.
        """
        async with self._writing:
            try:
                self._child.write(json.dumps(message).encode() + b"\n")
            except ConnectionError:
                if "method" in message:
                    raise

    async def receive(self) -> dict[str, Any] | None:
        """The next message, or nothing when the agent has closed its output. Other lines are its small talk."""
        async for line in self._lines:
            message = _message(line)
            if message is not None:
                return message
        return None

    async def close(self) -> None:
        """Tell the agent that no input follows; the program is ended by who started it."""
        self._child.end_input()


def _message(line: bytes) -> dict[str, Any] | None:
    try:
        message = json.loads(line)
    except ValueError:
        return None
    return message if isinstance(message, dict) else None
