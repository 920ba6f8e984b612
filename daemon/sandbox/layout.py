"""What stands where inside a box, as bubblewrap's arguments (bwrap(1)). Pure: the disk was looked at before."""

from dataclasses import dataclass
from pathlib import Path

SOCKETS = Path("/run/muti")
"""Where the daemon's sockets and our own two small programs are inside; nothing in it can be changed there."""

GIT_SETTINGS = "gitconfig"
"""A file in it, in the place of the one in the home; the repository's own settings outweigh it."""

TEMPORARY = Path("/tmp")  # noqa: S108 - private to the box

FLAGS = (
    "--die-with-parent",
    "--new-session",  # no keys typed into the owner's terminal (TIOCSTI)
    "--unshare-user",
    "--disable-userns",
    "--unshare-pid",
    "--unshare-net",  # no loopback of the host, no abstract sockets, no internet
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--cap-drop",
    "ALL",
    "--hostname",
    "agent",
)


@dataclass(frozen=True)
class Mount:
    """Something of the host, and the path that it has inside."""

    source: Path
    target: Path


def same(path: Path) -> Mount:
    """Something that has the same path inside."""
    return Mount(path, path)


@dataclass(frozen=True)
class Layout:
    """Everything that a box shows, in the order in which it is put there: what comes later lies on top.

    ``links`` are symbolic links of the root folder, such as ``/bin`` to ``usr/bin``. ``kernel`` are parts of /proc
    that root could write without any further right, since it owns them. ``readable`` cannot be
    changed inside, ``writable`` can. ``points`` are writable folders that must not be moved away with all that
    is in them; ``guards`` are read-only places inside what is writable.
    """

    home: Path
    directory: Path
    system: tuple[Mount, ...]
    links: tuple[tuple[str, Path], ...]
    kernel: tuple[Path, ...]
    readable: tuple[Mount, ...]
    writable: tuple[Mount, ...]
    points: tuple[Path, ...]
    guards: tuple[Mount, ...]
    sockets: Path


def arguments(bubblewrap: str, layout: Layout) -> list[str]:
    """The command line up to the program. No variables are in it: what is set is what bubblewrap inherits, and
    its own environment can be read inside (``/proc/1/environ``)."""
    return [
        bubblewrap,
        *FLAGS,
        *_binds("--ro-bind", layout.system),
        *(word for target, link in layout.links for word in ("--symlink", target, str(link))),
        "--proc",
        "/proc",
        *_binds("--ro-bind", tuple(map(same, layout.kernel))),
        "--dev",
        "/dev",
        *_empty(TEMPORARY, Path("/var/tmp"), Path("/run"), layout.home),  # noqa: S108
        *_binds("--ro-bind", layout.readable),
        *_binds("--bind", (*layout.writable, same(layout.directory), *map(same, layout.points))),
        *_binds("--ro-bind", (*layout.guards, Mount(layout.sockets, SOCKETS))),
        "--remount-ro",
        "/",
        "--chdir",
        str(layout.directory),
        "--",
    ]


def _binds(option: str, mounts: tuple[Mount, ...]) -> list[str]:
    return [word for mount in mounts for word in (option, str(mount.source), str(mount.target))]


def _empty(*folders: Path) -> list[str]:
    return [word for folder in dict.fromkeys(folders) for word in ("--tmpfs", str(folder))]
