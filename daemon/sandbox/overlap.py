"""Which folders may be shown to an agent at all: none that holds, or lies in, what it must not reach. Pure."""

from collections.abc import Iterable
from pathlib import Path

SYSTEM = tuple(map(Path, ("/usr", "/etc", "/proc", "/sys", "/dev", "/run", "/boot", "/bin", "/sbin", "/lib")))
ROOTS = tuple(
    Path("/", name)
    for name in ("", "home", "root", "Users", "tmp", "var", "var/tmp", "opt", "srv", "mnt", "media")
)


def holds(folder: Path, other: Path) -> bool:
    """Whether ``other`` is the folder or lies in it."""
    return other == folder or other.is_relative_to(folder)


def fault_of_directory(directory: Path, homes: Iterable[Path], product: Iterable[Path]) -> str | None:
    """Why this cannot be a working directory, or nothing."""
    if any(holds(directory, home) for home in homes) or directory in ROOTS:
        return f"{directory} is a home, or holds one: make a folder below it, and name that as the agent's directory"
    if any(holds(folder, directory) for folder in SYSTEM):
        return f"{directory} belongs to the system: name a folder of your own as the agent's directory"
    if any(holds(directory, path) or holds(path, directory) for path in product):
        return (
            f"{directory} holds muti's own state, or lies in it: name another folder as the agent's directory"
        )
    return None


def fault_of_reading(path: Path, homes: Iterable[Path], product: Iterable[Path]) -> str | None:
    """Why this cannot be shown in addition, or nothing."""
    if any(holds(path, home) for home in homes) or path in ROOTS:
        return f"{path} is a home, or holds one: list the folders in it that the agent needs, one by one"
    if any(holds(path, known) or holds(known, path) for known in product):
        return f"{path} holds muti's own state, or lies in it: take it out of sandbox_read"
    return None
