"""Files that an agent may have made, read so that none of them leads elsewhere or keeps the daemon waiting."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

LARGEST = 200_000
"""Bytes. What is larger is not read, and so not understood."""


def read_text(path: str) -> str | None:
    """The text of an ordinary file, for `daemon.policy.Rules` (P2); None where there is none that can be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST:
            return None
        return os.read(descriptor, LARGEST).decode("utf-8", "replace")
    except OSError:
        return None
    finally:
        os.close(descriptor)


def open_plain(path: Path) -> BinaryIO:
    """An ordinary file, for reading: no link, and no pipe, which would keep the daemon waiting for ever.

    Raises:
        OSError: it is something else, or not there.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NOCTTY
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
    return os.fdopen(descriptor, "rb")
