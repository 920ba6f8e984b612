"""Runs inside a box, by a bare Python, in the place of an agent: prints what it can do and should not, as JSON.

``python3 -I -S probe.py QUESTION``. It knows nothing of the rest of the house.
"""

import json
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

MOST_PROCESSES = 8


def main(question: dict[str, Any]) -> list[str]:
    """Everything that does not hold, one phrase each."""
    found = [f"{path} can be seen" for path in question["unseen"] if _is_seen(Path(path))]
    found += [f"{path} can be written" for path in question["fixed"] if _is_written(Path(path))]
    found += [
        f"the {kind} namespace is the machine's own"
        for kind, number in question["spaces"].items()
        if str(Path(f"/proc/self/ns/{kind}").readlink()) == number
    ]
    for path in question["elsewhere"]:
        _leave(Path(path))
    if not os.access(question["directory"], os.W_OK):
        found.append("the working directory cannot be written")
    return [*found, *_processes(), *_network(), *_rights()]


def _is_seen(path: Path) -> bool:
    """Whether there is something. The way to a folder that is shown may be there, empty but for it."""
    if not os.path.lexists(path):
        return False
    if path.is_symlink() or not path.is_dir():
        return True
    try:
        return any(_is_seen(entry) for entry in path.iterdir() if not entry.is_mount())
    except OSError:
        return True


def _is_written(path: Path) -> bool:
    made = not os.path.lexists(path)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    except OSError:
        return False
    os.close(descriptor)
    if made:
        path.unlink()
    return True


def _leave(path: Path) -> None:
    """Whoever asked looks whether it is there outside."""
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def _processes() -> list[str]:
    others = [entry for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return ["other processes can be seen"] if len(others) > MOST_PROCESSES else []


def _network() -> list[str]:
    names = [name for _, name in socket.if_nameindex()]
    return [] if names in ([], ["lo"]) else [f"there is a network: {', '.join(names)}"]


def _rights() -> list[str]:
    text = Path("/proc/self/status").read_text(encoding="ascii")
    lines = dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)
    found = [
        f"it has rights of the system ({name})"
        for name in ("CapEff", "CapPrm", "CapBnd")
        if int(lines[name], 16)
    ]
    return found + (["programs may gain rights"] if lines["NoNewPrivs"] != "1" else [])


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))  # noqa: T201 - its answer
