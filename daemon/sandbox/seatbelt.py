"""The profile of an agent's sandbox on macOS, as text for ``sandbox-exec -f`` (sandbox-exec(1)). Pure.

It has not been tried on a Mac, and nothing starts a program with it. Seatbelt hides nothing: what is not allowed
is there, and cannot be opened. Processes are not kept together either, so the daemon has to find them.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SYSTEM = tuple(map(Path, ("/usr", "/bin", "/sbin", "/System", "/Library/Developer", "/opt/homebrew")))
SETTINGS = tuple(
    Path("/private/etc", name)
    for name in ("hosts", "localtime", "passwd", "protocols", "resolv.conf", "services", "ssl/cert.pem")
)
DEVICES = tuple(
    Path("/dev", name) for name in ("null", "zero", "random", "urandom", "fd", "stdin", "stdout", "stderr")
)
SERVICES = (
    "com.apple.system.notification_center",
    "com.apple.system.opendirectoryd.libinfo",
    "com.apple.system.logger",
)
"""Names that ordinary programs look up at start; none of the keychain, of other programs, or of the network."""


@dataclass(frozen=True)
class Ground:
    """What the profile is for. ``guards`` are read-only places inside what is writable."""

    directory: Path
    temporary: Path
    readable: tuple[Path, ...]
    writable: tuple[Path, ...]
    guards: tuple[Path, ...]
    sockets: tuple[Path, ...]


def profile(ground: Ground) -> str:
    """The whole profile. A later rule outweighs an earlier one."""
    writable = (ground.directory, ground.temporary, *ground.writable)
    lines = [
        "(version 1)",
        "(deny default)",
        "(allow process-exec process-fork)",
        "(allow signal (target same-sandbox))",
        "(allow sysctl-read)",
        "(allow file-read-metadata)",
        _rule("allow file-read*", _below((*SYSTEM, *SETTINGS, *DEVICES, *ground.readable, *writable))),
        _rule("allow file-write*", _below((*writable, *DEVICES))),
        _rule("deny file-write*", _below(ground.guards)),
        _rule("allow mach-lookup", [f"(global-name {_text(name)})" for name in SERVICES]),
        _rule("allow network-outbound", [f"(literal {_text(str(path))})" for path in ground.sockets]),
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _rule(head: str, filters: list[str]) -> str:
    return "\n".join([f"({head}", *(f"    {one}" for one in filters)]) + ")" if filters else ""


def _below(paths: Iterable[Path]) -> list[str]:
    return [f"(subpath {_text(str(path))})" for path in dict.fromkeys(paths)]


def _text(text: str) -> str:
    """A text of the profile's language, which escapes like JSON."""
    return json.dumps(text, ensure_ascii=False)
