"""Paths as they lie on the disk: a link on the way to something that a box shows could lead it out (P7)."""

import os
import stat
from pathlib import Path

from daemon.runtime import RuntimeUnfit


def is_link(path: Path) -> bool:
    """Whether the last part of a path is a symbolic link."""
    try:
        return stat.S_ISLNK(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def must_be_plain(path: Path, root: Path) -> None:
    """See that neither the path nor a folder between it and ``root`` is a link.

    Raises:
        RuntimeUnfit: one is, or it is neither a file nor a folder.
    """
    for part in (path, *path.parents):
        if part == root or not part.is_relative_to(root):
            break
        if is_link(part):
            raise RuntimeUnfit(
                f"{part} is a link that could lead out of the sandbox: put what it stands for there."
            )
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise RuntimeUnfit(f"{path} is neither a file nor a folder: remove it.")


def must_be_real(path: Path) -> None:
    """See that a folder is there, and that no part of its path is a link.

    Raises:
        RuntimeUnfit: it is not.
    """
    if not path.is_dir():
        raise RuntimeUnfit(f"{path} is no folder: make it, or correct the agent's directory.")
    real = path.resolve()
    if real != path:
        raise RuntimeUnfit(f"{path} is reached through a link: write {real} in the configuration.")
