"""Secrets of this installation, one file each, for nobody but their owner (0700 folder, 0600 files)."""

import os
import secrets
from pathlib import Path

PERSON, MACHINE, COOKIES, LOGIN, PUSH = "person", "machine", "cookies", "login", "push"
"""The owner's own token, this computer's, what signs the browser room's cookies, a relay elsewhere with the
token there, and what the keys of notifications are made of. A connector's token has the
name of its platform."""


class TokenFolder:
    """``home/tokens``: what the parts on this computer show each other."""

    def __init__(self, home: Path) -> None:
        self.path = home / "tokens"

    def read(self, name: str) -> str | None:
        """The secret that is kept under a name."""
        try:
            return (self.path / name).read_text(encoding="utf-8").strip() or None
        except FileNotFoundError:
            return None

    def keep(self, name: str, secret: str) -> None:
        """Write a secret down, whole or not at all, before anybody depends on it."""
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path.chmod(0o700)
        draft = self.path / f".{name}.{secrets.token_hex(4)}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secret + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path / name)

    def drop(self, name: str) -> None:
        """Forget a secret; that there is none is no fault."""
        (self.path / name).unlink(missing_ok=True)

    def secret(self, name: str) -> bytes:
        """32 random bytes that stay the same from start to start."""
        kept = self.read(name)
        if kept is None:
            kept = secrets.token_hex(32)
            self.keep(name, kept)
        return bytes.fromhex(kept)
