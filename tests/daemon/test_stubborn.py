"""A person's stop against a zoo of processes that will not go: all are gone within the limit, or named (X2)."""

import asyncio
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from daemon.process import Family, Limits, describe_stop, spawn, stop_family
from tests.daemon.scene import Scene, of

SECONDS = 30.0
"""The limit of a stop in these tests: what the runtime is given, then each kind of force, on a machine that is busy."""

BORN = "import os; open('born','a').write(f'{os.getpid()}\\n')"
SLEEPS = "import time\nwhile True: time.sleep(60)"
DEAF = "import signal; [signal.signal(s, signal.SIG_IGN) for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]"
FORK = "import os\nif os.fork(): os._exit(0)"
ZOO: dict[str, tuple[str, ...]] = {
    "ordinary": (BORN, SLEEPS),
    "ignores INT and TERM": (DEAF, BORN, SLEEPS),
    "forks twice and is nobody's child": (FORK, "os.setsid()", FORK, BORN, SLEEPS),
    "leads a session of its own": ("import os\nif os.getpid() != os.getsid(0): os.setsid()", BORN, SLEEPS),
    "stands still": (BORN, "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", SLEEPS),
    "stands still, deaf and far away": (
        DEAF, FORK, "os.setsid()", FORK, BORN, "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", SLEEPS
    ),
    "forgets its mark": (
        "import os, sys\nif 'MUTI_MARK' in os.environ: os.execve(sys.executable, [sys.executable, 'zoo.py'], {})",
        DEAF, BORN, SLEEPS,
    ),
    "bears a child whenever one is ended": (
        DEAF, BORN, "import os, time\nwhile True:\n  if os.fork() == 0: time.sleep(60)\n  time.sleep(0.05)"
    ),
    "is blocked in another's start": (
        "import ctypes, os\n" + BORN, "libc = ctypes.CDLL(None)\nif libc.vfork() == 0:\n  libc.sleep(60); libc._exit(0)"
    ),
}  # fmt: skip


@pytest.mark.rule("X2")
async def test_a_persons_stop_reaches_every_beast_of_the_zoo(scene: Scene) -> None:
    for number, lines in enumerate(ZOO.values()):
        (scene.work / f"zoo-{number}").mkdir()
        (scene.work / f"zoo-{number}" / "zoo.py").write_text("\n".join(lines))
    let_in = f"for one in zoo-*; do (cd $one; exec {sys.executable} zoo.py) & done"
    command = f"{let_in}; while [ $(ls zoo-*/born | wc -l) -lt {len(ZOO)} ]; do sleep 0.05; done; touch ready; sleep 300"
    async with scene.daemon():
        request = await scene.ask({"run": command}, {"done": "no"})
        async with scene.yielding(request), asyncio.timeout(60):
            while not (scene.work / "ready").exists():
                await asyncio.sleep(0.05)
        assert len(_alive(scene)) == len(ZOO), "some beast left by itself"
        began = time.monotonic()
        await scene.cancel(request)
        await scene.house.until(request.request, "cancelled", SECONDS)
        seconds = time.monotonic() - began
        told = " ".join(event.body["text"] for event in of("notice", await scene.timeline(request)))
    left = _alive(scene)
    for pid in _there(scene):
        with suppress(psutil.NoSuchProcess):
            psutil.Process(pid).kill()
    assert left == [], f"{len(ZOO) - len(left)} of {len(ZOO)} were reached"
    assert seconds < SECONDS
    assert "broken off" in told
    assert "Could not be ended" not in told


def _alive(scene: Scene) -> list[str]:
    """The beasts of which something lives, by their names."""
    there = {Path(place).name for place in _there(scene).values()}
    return [name for number, name in enumerate(ZOO) if f"zoo-{number}" in there]


def _there(scene: Scene) -> dict[int, str]:
    """Every living process that stands in a cage, and in which."""
    found = {}
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            place = process.cwd()
            if place.startswith(f"{scene.work}/zoo-") and process.status() != psutil.STATUS_ZOMBIE:
                found[process.pid] = place
    return found


@pytest.mark.rule("X2")
async def test_what_does_not_go_within_the_limit_is_named(tmp_path: Path) -> None:
    child = await spawn([sys.executable, "-c", SLEEPS], tmp_path, {}, "stays")
    try:
        # No time at all for the kill: as a process that waits uninterruptibly, it is still there when that is over.
        stop = await stop_family(Family(child.pid, child.started), Limits(0, 0, 0))
        assert [f"(pid {child.pid})" in name for name in stop.left] == [True]
        assert f"(pid {child.pid})" in str(describe_stop(stop))
    finally:
        await child.stop(Limits(0, 0, 5))
