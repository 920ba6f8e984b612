"""Codex's own record of a thread: what the model said word for word, and which prompts were taken in.

It is ``sessions/YEAR/MONTH/DAY/rollout-TIME-THREAD.jsonl`` in the program's folder, one JSON object per line. A
call is written there before the hook is asked about it (measured); it is a ``response_item`` of ``type``
"function_call". A message that people sent is an ``item_completed`` event whose item has ``type`` "UserMessage"
and the ``client_id`` that it was sent with.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

from daemon.sources import open_plain


def find_transcripts(home: Path, thread: str) -> Iterator[Path]:
    """The files of a thread; a resumed one goes on in its file."""
    return home.glob(f"sessions/*/*/*/rollout-*-{UUID(thread)}.jsonl")


def is_recorded(home: Path, thread: str | None, prompt_id: str) -> bool:
    """Whether a prompt was taken in."""
    for path in find_transcripts(home, thread) if thread else ():
        with suppress(OSError), open_plain(path) as lines:
            if any(prompt_id.encode() in line and _client_id(_payload(line)) == prompt_id for line in lines):
                return True
    return False


class Transcript:
    """What is new in a transcript since the turn began. Only new bytes are read, each once."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._path: Path | None = None
        self._place = 0
        self._rest = b""
        self._calls: dict[str, Mapping[str, Any]] = {}
        self._prompts: set[str] = set()

    def follow(self, thread: str) -> None:
        """Begin at the end of what there is; a thread without a prompt has no file yet."""
        self._path = next(find_transcripts(self._home, thread), None)
        self._place = self._path.stat().st_size if self._path else 0
        self._thread = thread

    def arguments(self, call: str) -> Mapping[str, Any]:
        """What the model gave a function, as far as it is known."""
        if call not in self._calls:
            self._read()
        return self._calls.get(call, {})

    def has_prompt(self, prompt_id: str) -> bool:
        """Whether a prompt was taken in since the turn began."""
        if prompt_id not in self._prompts:
            self._read()
        return prompt_id in self._prompts

    def _read(self) -> None:
        self._path = self._path or next(find_transcripts(self._home, self._thread), None)
        if self._path is None:
            return
        try:
            with open_plain(self._path) as file:
                file.seek(self._place)
                found = file.read()
        except OSError:
            return  # no transcript of the program's: what the agent has put there says nothing
        self._place += len(found)
        *lines, self._rest = (self._rest + found).split(b"\n")
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        if b'"function_call"' in line:
            payload = _payload(line)
            if payload.get("type") == "function_call":
                self._calls[str(payload.get("call_id"))] = _object(payload.get("arguments"))
        elif b'"UserMessage"' in line and (client := _client_id(_payload(line))):
            self._prompts.add(client)


def _payload(line: bytes) -> Mapping[str, Any]:
    payload = _object(line).get("payload")
    return payload if isinstance(payload, dict) else {}


def _client_id(payload: Mapping[str, Any]) -> str | None:
    item = payload.get("item")
    if isinstance(item, dict) and item.get("type") == "UserMessage":
        return item.get("client_id")
    return None


def _object(text: Any) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}
