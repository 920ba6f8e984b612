"""What lies in a working directory, by name and mark: no file is opened, and no link is followed."""

import os
import stat
import time
from dataclasses import dataclass

MOST_FILES = 50_000
MOST_SECONDS = 3.0
UNTOLD = frozenset(
    {
        ".git", "node_modules", ".venv", "venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".tox",
        ".gradle", ".cache",
    }
)  # fmt: skip
"""Folders of programs, not of people: what changes in them is nobody's news."""


class TooMuch(Exception):
    """The working directory is too large to be looked through after each command."""


@dataclass(frozen=True)
class Mark:
    """What changes when a file does."""

    size: int
    changed: tuple[int, int]
    mode: int
    node: int


def scan(directory: str, most: int = MOST_FILES, seconds: float = MOST_SECONDS) -> dict[str, Mark]:
    """Ordinary files and links by their path below the directory; other repositories in it are left out.

    Raises:
        TooMuch: more files than ``most``, or it takes longer than ``seconds``.
        OSError: the directory itself cannot be read.
    """
    found: dict[str, Mark] = {}
    until = time.monotonic() + seconds
    folders = [""]
    while folders:
        below = folders.pop()
        try:
            folders += _read_folder(directory, below, found)
        except OSError:
            if not below:
                raise
        if len(found) > most or time.monotonic() > until:
            raise TooMuch(TooMuch.__doc__)
    return found


def _read_folder(directory: str, below: str, found: dict[str, Mark]) -> list[str]:
    folders = []
    with os.scandir(os.path.join(directory, below)) as entries:  # noqa: PTH118 - fifty thousand times
        for entry in sorted(entries, key=lambda entry: entry.name):
            if below and entry.name == ".git":
                return _forget(below, found)
            path = f"{below}/{entry.name}" if below else entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in UNTOLD:
                    folders.append(path)
            elif (mark := _mark(entry)) is not None:
                found[path] = mark
    return folders


def _forget(below: str, found: dict[str, Mark]) -> list[str]:
    """Another repository's folder: what was found of it is not ours to tell."""
    for path in [path for path in found if path.startswith(f"{below}/")]:
        del found[path]
    return []


def _mark(entry: "os.DirEntry[str]") -> Mark | None:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode)):
        return None
    return Mark(status.st_size, (status.st_mtime_ns, status.st_ctime_ns), status.st_mode, status.st_ino)
