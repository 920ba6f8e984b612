"""What a runtime keeps of one session: a small JSON file, locked for as long as somebody works in the session."""

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGEST = 1 << 20
"""Bytes; what is longer is none of ours."""


class SessionBusy(Exception):
    """Another program works in this session already."""


class SessionFile:
    """The file, held. The lock dies with its holder (flock(2))."""

    def __init__(self, path: Path) -> None:
        """Take it.

        Raises:
            SessionBusy: somebody else has it.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            self.release()
            raise SessionBusy(SessionBusy.__doc__) from problem

    def load(self) -> Mapping[str, Any]:
        """What is written there; half a file reads as an empty one."""
        return _parse(os.pread(self._descriptor, LARGEST, 0))

    def save(self, kept: Mapping[str, Any]) -> None:
        """Write it anew. In place, since the lock is on this very file."""
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, json.dumps(kept).encode(), 0)

    def release(self) -> None:
        """Give it back."""
        os.close(self._descriptor)


def peek(path: Path) -> Mapping[str, Any]:
    """What is written there, whoever holds it."""
    try:
        return _parse(path.read_bytes())
    except OSError:
        return {}


def _parse(text: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
