"""The wire to Codex: one JSON object per line over the pipes of ``codex app-server``.

The messages are those of JSON-RPC without its version: a request has ``id`` and ``method``, a notification
only ``method``, an answer ``id`` and ``result`` or ``error``. Both sides ask (``codex app-server
generate-json-schema``). What comes is taken at once and in order, whoever may be thinking: an approval that
is open for hours holds nothing up.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from daemon.codex.shapes import part
from daemon.process import Child, LineTooLong

ANSWER_SECONDS = 30.0


class WireClosed(Exception):
    """Codex does not listen any more."""


class Declined(Exception):
    """Codex refused what it was asked; the message is its own."""


class Wire:
    """One running app-server. `read` gives back control when the program has closed its output."""

    def __init__(
        self,
        child: Child,
        noted: Callable[[str, Mapping[str, Any]], None],
        asked: Callable[[int | str, str, Mapping[str, Any]], None],
    ) -> None:
        self._child = child
        self._noted = noted
        self._asked = asked
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._closed = False

    async def call(
        self, method: str, params: Mapping[str, Any], seconds: float = ANSWER_SECONDS
    ) -> Mapping[str, Any]:
        """Ask, and wait for the answer.

        Raises:
            Declined: the answer is an error.
            WireClosed: the program is gone.
            TimeoutError: there was no answer.
        """
        if self._closed:
            raise WireClosed("Codex does not listen any more.")
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            self._send({"id": number, "method": method, "params": params})
            async with asyncio.timeout(seconds):
                found: Mapping[str, Any] = await answer
            return found
        finally:
            self._waiting.pop(number, None)

    def note(self, method: str) -> None:
        """Say something that has no answer."""
        self._send({"method": method})

    def answer(self, number: int | str, result: Mapping[str, Any]) -> None:
        """Answer what the program asked."""
        self._send({"id": number, "result": result})

    def refuse(self, number: int | str, sentence: str) -> None:
        """Say that there is no answer: the method is not known here."""
        self._send({"id": number, "error": {"code": -32601, "message": sentence}})

    async def read(self) -> None:
        """Take everything that the program says, until it has closed its output.

        Raises:
            LineTooLong: a line does not fit into memory.
        """
        try:
            async for line in self._child.lines():
                # Lines that are no JSON object are its small talk.
                if line.lstrip().startswith(b"{"):
                    self._take(json.loads(line))
        except ValueError as problem:
            raise WireClosed(f"Codex speaks another language: {problem}") from problem
        except LineTooLong:
            raise
        finally:
            self._close()

    def _take(self, message: Mapping[str, Any]) -> None:
        method, number = message.get("method"), message.get("id")
        if method is None and isinstance(number, int):
            self._take_answer(number, message)
        elif isinstance(method, str) and number is not None:
            self._asked(number, method, part(message, "params"))
        elif isinstance(method, str):
            self._noted(method, part(message, "params"))

    def _take_answer(self, number: int, message: Mapping[str, Any]) -> None:
        waiting = self._waiting.get(number)
        if waiting is None or waiting.done():
            return
        if "error" in message:
            waiting.set_exception(Declined(str(part(message, "error").get("message"))))
        else:
            waiting.set_result(part(message, "result"))

    def _close(self) -> None:
        self._closed = True
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(WireClosed("Codex does not listen any more."))

    def _send(self, message: Mapping[str, Any]) -> None:
        try:
            self._child.write(json.dumps(message).encode() + b"\n")
        except BrokenPipeError as problem:
            raise WireClosed("Codex does not listen any more.") from problem
