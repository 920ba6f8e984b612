"""How a command ends, and why it could not be done (O5)."""

from enum import IntEnum


class Exit(IntEnum):
    """How a command ends."""

    done = 0
    failed = 1
    usage = 2
    degraded = 3


class Failure(Exception):
    """A command could not be done. The message says why, and what to do."""

    def __init__(self, message: str, code: str = "failed", exit_code: Exit = Exit.failed) -> None:
        super().__init__(message)
        self.code, self.exit_code = code, exit_code
