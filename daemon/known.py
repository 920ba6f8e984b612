"""What this machine knows and what must never leave it, by value (S3): read anew when a listed file changes."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from daemon.listed import listed_values
from daemon.options import DaemonOptions
from daemon.redact import Redactor, secret_values

LARGEST = 1024 * 1024
"""Bytes of a listed file; a larger one holds more than secrets."""

_Mark = tuple[int, int, int] | None


class ListUnreadable(Exception):
    """A file whose values must never leave cannot be read; correct daemon.redact_files, or its permissions."""


class Known:
    """The values of our environment, of the agents', of the owner's lists and files, and our own token."""

    def __init__(self, options: DaemonOptions) -> None:
        """Raises ListUnreadable: a listed file cannot be read."""
        self._options = options
        self._listed: frozenset[str] = frozenset()
        self._marks = self._look()
        self._learn(self._needles())

    def holds(self, text: str) -> bool:
        """Whether a known value stands in a text, in whichever form."""
        self._renew()
        return self._values.holds(text)

    def redact(self, text: str) -> str:
        """A text without what is known now. What a file held once stays hidden, whatever becomes of the file."""
        self._renew()
        return self._redactor.redact(text)

    def _renew(self) -> None:
        marks = self._look()
        if marks != self._marks:
            with suppress(ListUnreadable):
                self._learn(self._needles())
                self._marks = marks

    def _learn(self, needles: tuple[str, ...]) -> None:
        self._redactor, self._values = Redactor(needles), Redactor(needles, patterns=())

    def _look(self) -> list[_Mark]:
        return [_mark(path) for path in self._options.redact_files]

    def _needles(self) -> tuple[str, ...]:
        options = self._options
        found = set(secret_values(os.environ)) | set(options.secrets) | {options.token}
        for agent in options.agents:
            found |= set(secret_values(agent.environment))
        self._listed |= frozenset(self._of_files())
        return tuple(sorted(found | self._listed))

    def _of_files(self) -> Iterator[str]:
        for path in self._options.redact_files:
            yield from listed_values(_read(path))


def _mark(path: Path) -> _Mark:
    """What changes when a file does; nothing where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _read(path: Path) -> str:
    """A listed file's text; empty where there is no file, for then there is nothing to hide."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ListUnreadable(f"{path} cannot be read ({error.strerror}): {ListUnreadable.__doc__}") from error
    if len(data) > LARGEST:
        raise ListUnreadable(f"{path} is larger than {LARGEST} bytes: {ListUnreadable.__doc__}")
    return data.decode("utf-8", "replace")
