"""A box ends with everything in it: when it is stopped, when bubblewrap is killed, when the daemon is (X2)."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from daemon.process import Child, Family, Force, Limits, kill_leftover
from tests.daemon.sandbox.world import World, until

pytestmark = pytest.mark.rule("P7", "X2")

STUBBORN = (
    "trap '' INT TERM HUP; "
    "setsid sh -c 'setsid sleep 301 & sleep 302' & "
    "(trap '' INT TERM HUP; nohup sleep 303 >/dev/null 2>&1 &) ; "
    "env -i setsid sh -c 'trap \"\" INT TERM; while :; do sleep 304; done' & "
    "echo ready; while :; do sleep 305; done"
)
SLEEPERS = 5


def sleepers(child: Child) -> int:
    """How many of the program's processes run, seen from outside."""
    return sum(name == "sleep" for name in map(_name, Family(child.pid, child.started).members()))


def _name(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return process.name()
    return ""


def left(pids: set[int]) -> set[int]:
    """Which processes still run."""
    found = set()
    for pid in pids:
        with suppress(psutil.NoSuchProcess):
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                found.add(pid)
    return found


async def stubborn(world: World, box) -> tuple[Child, set[int]]:  # type: ignore[no-untyped-def]
    """A program that breaks away in every way there is, and the processes of its box."""
    child = await world.start(box, ["/bin/sh", "-c", STUBBORN])
    await until(lambda: sleepers(child) == SLEEPERS)
    return child, {process.pid for process in Family(child.pid, child.started).members()}


async def test_a_program_that_refuses_to_end_is_gone_when_it_is_stopped(world: World) -> None:
    async with world.box() as box:
        child, pids = await stubborn(world, box)
        began = time.monotonic()
        stop = await child.stop(Limits(5, 5, 5))

    assert (stop.force, stop.left) == (Force.interrupt, ())
    assert left(pids) == set()
    assert time.monotonic() - began < 3


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_a_killed_bubblewrap_takes_everything_with_it(world: World, number: signal.Signals) -> None:
    async with world.box() as box:
        child, pids = await stubborn(world, box)
        os.kill(child.pid, number)
        await until(lambda: left(pids) == set())


async def test_what_is_left_is_found_by_its_mark_from_outside(world: World) -> None:
    async with world.box() as box:
        child, pids = await stubborn(world, box)
        mark = child._family.mark
        assert len(Family(mark=mark).members()) >= SLEEPERS - 1  # `env -i` is found as a descendant
        stop = await kill_leftover(None, None, mark)

    assert stop.left == ()
    await until(lambda: left(pids) == set())


DAEMON = """
import asyncio, json, sys
from pathlib import Path
from daemon.process import spawn
from daemon.runtime import Needs
from daemon.sandbox import Sandbox, SandboxOptions

async def main():
    work, script, prefix = Path(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
    sandbox = Sandbox(SandboxOptions(work, {"HOME": "/home/nobody"}))
    async with sandbox.open(None, sandbox.spending()) as box:
        command, variables = box.enter(["/bin/sh", "-c", script], {}, Needs(()))
        child = await spawn(command, work, variables, "of-a-daemon-that-dies-" + work.parent.name)
        print(child.pid, flush=True)
        await asyncio.sleep(300)

asyncio.run(main())
"""


async def test_a_killed_daemon_leaves_nothing_running(
    own_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    words = [sys.executable, "-c", DAEMON, str(own_world.work), STUBBORN, json.dumps([])]
    root = Path(__file__).parents[3]
    clean = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=root, text=True, env=clean) as daemon:
        assert daemon.stdout is not None
        pid = int(await asyncio.to_thread(daemon.stdout.readline))
        family = Family(pid, psutil.Process(pid).create_time())
        await until(lambda: sum(_name(one) == "sleep" for one in family.members()) == SLEEPERS)
        pids = {process.pid for process in family.members()}
        daemon.kill()
        began = time.monotonic()
        await until(lambda: left(pids) == set())
    assert time.monotonic() - began < 5

    await own_world.sandbox().check()
    assert list(Path("/tmp").glob(f"muti-box-{daemon.pid}-*")) == []


async def test_a_program_ends_with_its_own_exit_code(world: World) -> None:
    async with world.box() as box:
        assert (await world.run(box, "exit 7"))[0] == 7
        assert (await world.run(box, "kill -9 $$"))[0] == 128 + 9


async def test_what_a_program_leaves_running_ends_with_it(world: World) -> None:
    async with world.box() as box:
        child = await world.start(box, ["/bin/sh", "-c", "setsid sleep 306 & echo ready; read line"])
        await until(lambda: sleepers(child) == 1)
        pids = {process.pid for process in Family(child.pid, child.started).members()}
        child.end_input()
        await child.wait()
        await until(lambda: left(pids) == set())


async def test_a_program_that_leaves_by_itself_needs_no_force(world: World) -> None:
    async with world.box(world.sandbox(hosts=("example.org",))) as box:
        for _ in range(8):
            child = await world.start(box, ["/bin/sh", "-c", "read line"])
            stop = await child.stop(Limits(5, 5, 5), grace=20)
            assert (stop.force, child.exit_code) == (Force.none, 1)
