"""Handing a file over: looked at, freed of secrets or refused, then given to the relay under its digest (S2-S4)."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from daemon.artifacts import ArtifactRefused, read_artifact
from daemon.tell import harmless
from daemon.titles import path_below
from daemon.tokens import REDACTED

MOST_FILES = 50
"""Files that one request hands over."""
MOST_BYTES = 200 * 1024 * 1024
"""Bytes of all files that one request hands over."""
NAME_CHARACTERS = 200

Deliver = Callable[[str, bytes], Awaitable[None]]
"""Gives bytes to the relay under their digest (SHA-256, in hex); giving twice is giving once."""

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF-", "application/pdf"),
)


class Secrets(Protocol):
    """What knows the secrets of this machine."""

    def redact(self, text: str) -> str:
        """A text without them."""
        ...

    def holds(self, text: str) -> bool:
        """Whether a known value stands in it, in whichever form."""
        ...


@dataclass(frozen=True)
class Handed:
    """A file that was handed over. ``redacted`` is how many places were made unreadable before."""

    name: str
    path: str
    digest: str
    size: int
    media_type: str
    redacted: int

    def told(self) -> dict[str, Any]:
        """What the timeline says of it."""
        return {
            "name": self.name,
            "path": self.path,
            "digest": self.digest,
            "size": self.size,
            "media_type": self.media_type,
            **({"redacted": self.redacted} if self.redacted else {}),
        }


class Desk:
    """Where one request hands its files over. ``directories`` are the folders that they may lie in."""

    def __init__(self, directories: tuple[Path, ...], secrets: Secrets, deliver: Deliver) -> None:
        self._directory, *self._more = directories
        self._secrets, self._deliver = secrets, deliver
        self._digests: dict[str, int] = {}

    async def hand_over(self, path: str) -> Handed:
        """One file; the same bytes twice are one.

        Raises:
            ArtifactRefused: it may not leave; the message says why.
            Refused: the relay does not take it.
        """
        data = await asyncio.to_thread(read_artifact, path, self._directory, self._more)
        data, redacted = await asyncio.to_thread(self._freed, path, data)
        digest = hashlib.sha256(data).hexdigest()
        self._check_room(path, digest, len(data))
        await self._deliver(digest, data)
        self._digests[digest] = len(data)
        shown = path_below(str(self._directory / path), self._directory)
        shown = self._secrets.redact(harmless(shown))
        name = shown.rpartition("/")[2][-NAME_CHARACTERS:]
        return Handed(name, shown[:1000], digest, len(data), media_type(data), redacted)

    def _freed(self, path: str, data: bytes) -> tuple[bytes, int]:
        """A text without its secrets; anything else is refused if it holds a known value."""
        try:
            text = data.decode()
        except UnicodeDecodeError:
            if self._secrets.holds(data.decode("utf-8", "surrogateescape")):
                raise ArtifactRefused(f"{path} holds a secret of this machine; those never leave.") from None
            return data, 0
        freed = self._secrets.redact(text)
        if freed == text:
            return data, 0
        return freed.encode(), max(1, freed.count(REDACTED) - text.count(REDACTED))

    def _check_room(self, path: str, digest: str, size: int) -> None:
        if digest in self._digests:
            return
        if len(self._digests) >= MOST_FILES:
            raise ArtifactRefused(
                f"{path} is one too many: a request hands over {MOST_FILES} files; put more into an archive."
            )
        if sum(self._digests.values()) + size > MOST_BYTES:
            raise ArtifactRefused(f"{path} is too much: a request hands over {MOST_BYTES} bytes at most.")


def media_type(data: bytes) -> str:
    """What bytes are, by how they begin; never by a name that somebody chose."""
    for magic, known in _MAGIC:
        if data.startswith(magic):
            return known
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "application/octet-stream"
    return "application/octet-stream" if "\0" in text else "text/plain"
