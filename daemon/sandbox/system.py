"""What every box shows of this machine: the system's programs, and those few of its settings that they need."""

import os
import pwd
import sys
from functools import cache
from pathlib import Path

from daemon.sandbox.layout import Mount, same

USUAL_FOLDERS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")

SETTINGS = (
    "alternatives", "ca-certificates", "group", "hosts", "ld.so.cache", "localtime", "mime.types", "nsswitch.conf",
    "os-release", "passwd", "pki/ca-trust/extracted", "pki/tls/certs", "resolv.conf", "services", "ssl/certs",
    "ssl/openssl.cnf", "timezone",
)  # fmt: skip
"""Of /etc. Never all of it: there are keys in it."""


KERNEL = ("acpi", "asound", "bus", "driver", "fs", "irq", "mtrr", "pressure", "scsi", "sys", "sysrq-trigger")
"""Of /proc. Bubblewrap itself makes four of them read-only, but not the files of a folder that cannot be written."""


@cache
def kernel_parts() -> tuple[Path, ...]:
    """What of /proc belongs to the whole machine and has files that can be written."""
    return tuple(path for name in KERNEL if (path := Path("/proc") / name).exists())


@cache
def system_mounts() -> tuple[tuple[Mount, ...], tuple[tuple[str, Path], ...]]:
    """The read-only folders of the system, and the links of its root folder."""
    mounts, links = [same(Path("/usr"))], []
    for path in (Path("/") / name for name in USUAL_FOLDERS):
        if path.is_symlink():
            links.append((str(path.readlink()), path))
        elif path.is_dir():
            mounts.append(same(path))
    settings = (Path("/etc") / name for name in SETTINGS)
    # A link such as resolv.conf may lead to what is not shown: its target is put in its place.
    mounts += [Mount(path.resolve(), path) for path in settings if path.exists()]
    return tuple(mounts), tuple(links)


def homes(environment_home: str | None) -> tuple[Path, ...]:
    """The homes that a box hides: the one that the agent's variables name, and the one of the account."""
    account = pwd.getpwuid(os.geteuid()).pw_dir
    named = [Path(text) for text in (environment_home, account) if text and text.startswith("/")]
    return tuple(dict.fromkeys([*named, *(path.resolve() for path in named)]))


def find_python() -> tuple[Path, tuple[Mount, ...]]:
    """A Python for our own small programs in the box, and what has to be shown for it."""
    system = Path("/usr/bin/python3")
    if system.exists() and system.resolve().is_relative_to("/usr"):
        return system, ()
    base = Path(sys.base_prefix).resolve()
    return base / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}", (same(base),)
