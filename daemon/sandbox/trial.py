"""The box's own test at start: the real command line, with a probe in the place of the agent (P7)."""

import asyncio
import json
import tempfile
from pathlib import Path
from uuid import uuid4

from daemon.process import Child, Limits, spawn
from daemon.runtime import Needs, RuntimeUnfit
from daemon.sandbox import refusal
from daemon.sandbox.box import BubblewrapBox
from daemon.sandbox.layout import SOCKETS
from daemon.sandbox.survey import Ground
from daemon.sandbox.system import find_python

SECONDS = 20.0
KINDS = ("net", "pid", "user", "mnt", "ipc", "uts")
PROBE = "probe.py"
KEYS = (".ssh", ".aws", ".gnupg", ".config/gh", ".netrc", ".git-credentials", ".mozilla", ".docker")


async def try_box(box: BubblewrapBox, ground: Ground) -> None:
    """See that a box starts and holds.

    Raises:
        RuntimeUnfit: it does not.
    """
    elsewhere = _elsewhere(ground)
    with tempfile.NamedTemporaryFile(prefix="muti-key-", dir=box.private.parent) as key:
        question = json.dumps(_question(ground, Path(key.name), elsewhere))
        python, _ = find_python()
        probe = [str(python), "-I", "-S", str(SOCKETS / PROBE), question]
        command, variables = box.enter(probe, {}, Needs(programs=()))
        code, said, errors = await _run(command, ground.directory, variables)
    if code or not said:
        raise RuntimeUnfit(refusal.explain(errors))
    found = json.loads(said) + [f"{path.parent} can be written" for path in elsewhere if _take_away(path)]
    if found:
        raise RuntimeUnfit(refusal.leaks(found))


def _elsewhere(ground: Ground) -> list[Path]:
    """Files that the probe tries to leave on this machine; those that it makes in the box's own folders are gone."""
    name = f".muti-probe-{uuid4()}"
    return [folder / name for folder in (ground.directory.parent, *ground.homes, Path("/var/tmp"))]  # noqa: S108


def _take_away(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True


def _question(ground: Ground, key: Path, elsewhere: list[Path]) -> dict[str, object]:
    """What must be out of sight, what must not be writable, and what must not be the host's."""
    directory = ground.directory
    keys = [home / name for home in ground.homes for name in KEYS]
    git = [directory / ".git" / name for name in ("hooks/muti-probe", "config", "commondir")]
    system = [Path("/usr/muti-probe"), Path("/etc/muti-probe"), SOCKETS / "muti-probe"]
    return {
        "unseen": [str(path) for path in (key, *ground.product, *keys)],
        "fixed": [str(path) for path in (*(git if git[0].parent.is_dir() else []), *system)],
        "elsewhere": [str(path) for path in elsewhere],
        "spaces": {kind: str(Path(f"/proc/self/ns/{kind}").readlink()) for kind in KINDS},
        "directory": str(directory),
    }


async def _run(command: list[str], directory: Path, variables: dict[str, str]) -> tuple[int, bytes, str]:
    child = await spawn(command, directory, variables, f"probe-{uuid4()}")
    try:
        async with asyncio.timeout(SECONDS):
            said = await _read(child)
            return await child.wait(), said, child.errors
    except TimeoutError:
        return 1, b"", f"no answer within {SECONDS:.0f} s"
    finally:
        await child.stop(Limits(0, 0, 5))


async def _read(child: Child) -> bytes:
    return b"".join([chunk async for chunk in child.chunks()])
