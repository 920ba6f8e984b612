"""The guard of what an agent hands over on purpose (S4), and how the judge of actions looks at the disk."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path

from daemon.policy.credentials import is_credential
from relay.wire.base import ATTACHMENT_LIMIT

LARGEST = ATTACHMENT_LIMIT
"""Bytes of one artifact; the relay takes no more."""
KEY_MARK = b"PRIVATE KEY-----"


class ArtifactRefused(Exception):
    """The file may not be handed over."""


def admit(
    path: str | Path, directory: Path, extra_directories: Sequence[Path] = (), limit: int = LARGEST
) -> Path:
    """The real path of a file that may leave the machine. ``limit`` is in bytes.

    A path that is not absolute is below ``directory``. The file can still be exchanged between this look and
    the reading of it: read it with `read_artifact`.

    Raises:
        ArtifactRefused: it may not; the message says why.
    """
    root, inside = _find(path, directory, extra_directories)
    try:
        status = (root / inside).stat(follow_symlinks=False)
    except OSError as error:
        raise ArtifactRefused(f"{path} cannot be found; hand over a file that is there.") from error
    _check_file(str(path), status, limit)
    return root / inside


def read_artifact(
    path: str | Path, directory: Path, extra_directories: Sequence[Path] = (), limit: int = LARGEST
) -> bytes:
    """The bytes of a file that may leave the machine, all of the one file that was looked at.

    Raises:
        ArtifactRefused: it may not, or it changed while it was read.
    """
    admit(path, directory, extra_directories, limit)
    root, inside = _find(path, directory, extra_directories)
    try:
        descriptor = _open(root, inside)
        try:
            before = os.fstat(descriptor)
            _check_file(str(path), before, limit)
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                content = file.read(limit + 1)
            same = _state(before) == _state(os.fstat(descriptor))
        finally:
            os.close(descriptor)
    except OSError as error:
        raise ArtifactRefused(f"{path} cannot be read: {error.strerror}.") from error
    if not same or len(content) > limit:
        raise ArtifactRefused(f"{path} changed while it was read; hand it over again when it is finished.")
    if KEY_MARK in content:
        raise ArtifactRefused(f"{path} holds a private key; those never leave.")
    return content


def _find(path: str | Path, directory: Path, extra_directories: Sequence[Path]) -> tuple[Path, Path]:
    """The real folder that a file may leave from, and where below it the file is, without any link."""
    offered = directory / path
    try:
        real = offered.resolve(strict=True)
        roots = [root.resolve(strict=True) for root in (directory, *extra_directories)]
    except (OSError, RuntimeError, ValueError) as error:
        raise ArtifactRefused(f"{path} cannot be found; hand over a file that is there.") from error
    root = next((root for root in roots if real.is_relative_to(root)), None)
    if root is None:
        raise ArtifactRefused(f"{path} is outside the working directory, or a link that leads out of it.")
    for name in (offered, real):
        if _is_secret(name, roots):
            raise ArtifactRefused(f"{path} is a key, environment or configuration file; those never leave.")
    return root, real.relative_to(root)


def _open(root: Path, inside: Path) -> int:
    """The file, folder by folder from the root on: a name that was made a link meanwhile is not followed.

    Raises OSError: one of the names is a link by now, or nothing.
    """
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        for name in inside.parts[:-1]:
            below = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
            os.close(folder)
            folder = below
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        return os.open(inside.name or ".", flags, dir_fd=folder)
    finally:
        os.close(folder)


def _state(status: os.stat_result) -> tuple[int, ...]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_nlink


def _check_file(name: str, status: os.stat_result, limit: int) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise ArtifactRefused(f"{name} is no ordinary file.")
    if status.st_nlink > 1:
        raise ArtifactRefused(f"{name} is also known by another name (a hard link), which may lie outside.")
    if status.st_size > limit:
        raise ArtifactRefused(f"{name} has {status.st_size} bytes; the limit is {limit}.")


def _is_secret(path: Path, roots: Sequence[Path]) -> bool:
    root = next((root for root in roots if path.is_relative_to(root)), None)
    inside = path.relative_to(root) if root else path
    return ".git" in inside.parts or is_credential(str(inside))


def resolve_path(path: str) -> str:
    """Where a path leads once its links are followed, whether or not it is there: for `daemon.policy.Rules`."""
    return os.path.realpath(path)


def path_exists(path: str) -> bool:
    """Whether something is at a path, a dangling link included: for `daemon.policy.Rules`."""
    return os.path.lexists(path)
