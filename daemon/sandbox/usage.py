"""How many tokens a model's answer says it has cost. Pure: bytes in, numbers out.

A streamed answer of Anthropic says it in ``message_start`` and, as totals so far, in ``message_delta``; one of
OpenAI in ``response.completed`` (Responses) or in its last chunk (Chat Completions). Others say it once, at top.
"""

import json
from typing import Any

LONGEST_LINE = 4 * 1024 * 1024
COUNTED = (
    "input_tokens",
    "output_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
    "prompt_tokens",
    "completion_tokens",
)


class Meter:
    """Listens to one answer as it passes."""

    def __init__(self, *, streamed: bool) -> None:
        self._streamed = streamed
        self._rest = bytearray()
        self._most: dict[str, int] = {}

    def feed(self, data: bytes) -> None:
        """The next bytes of the answer."""
        self._rest += data
        if self._streamed:
            *lines, rest = self._rest.split(b"\n")
            self._rest = rest
            for line in lines:
                self._read_line(bytes(line))
        if len(self._rest) > LONGEST_LINE:
            self._rest.clear()

    def tokens(self) -> int:
        """All that were read and written, those from a cache included."""
        if not self._streamed:
            self._read(bytes(self._rest))
        return sum(self._most.values())

    def _read_line(self, line: bytes) -> None:
        if line.startswith(b"data:") and b"usage" in line:
            self._read(line[5:])

    def _read(self, text: bytes) -> None:
        try:
            said = json.loads(text)
        except ValueError:
            return
        for usage in _usages(said):
            for name in COUNTED:
                value = usage.get(name)
                if isinstance(value, int) and not isinstance(value, bool):
                    self._most[name] = max(value, self._most.get(name, 0))


def _usages(said: Any) -> list[dict[str, Any]]:
    if not isinstance(said, dict):
        return []
    places = (said, said.get("message"), said.get("response"))
    found = [place.get("usage") for place in places if isinstance(place, dict)]
    return [usage for usage in found if isinstance(usage, dict)]
