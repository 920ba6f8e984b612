"""Children are started clean, read to the end, and ended with everything below them."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import psutil
import pytest

from daemon.process import (
    MARK,
    Child,
    Family,
    Force,
    Limits,
    LineTooLong,
    Stop,
    describe_stop,
    finish,
    kill_leftover,
    spawn,
    started_at,
    stop_family,
)

FAST = Limits(0.3, 0.3, 3)
Start = Callable[..., Awaitable[Child]]


@pytest.fixture
async def start(tmp_path: Path, request: pytest.FixtureRequest):  # type: ignore[no-untyped-def]
    children: list[Child] = []

    async def run(script: str, environment: dict[str, str] | None = None, mark: str = "") -> Child:
        known = {"PATH": os.environ["PATH"], **(environment or {})}
        name = mark or request.node.name
        child = await spawn(["/bin/sh", "-c", script], tmp_path, known, name)
        children.append(child)
        return child

    yield run
    for child in children:
        await child.stop(Limits(0, 0, 3))
    await kill_leftover(None, None, request.node.name)


async def lines_of(child: Child) -> list[bytes]:
    return [line async for line in child.lines()]


def names(family: Family) -> list[str]:
    return sorted(process.name() for process in family.members())


def family_of(child: Child) -> Family:
    return Family(child.pid, child.started)


@pytest.mark.rule("S6")
async def test_a_child_sees_only_what_it_is_given(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RELAY_SECRET", "planted")

    child = await start("env", {"GIVEN": "yes"}, mark="m")

    seen = dict(line.decode().split("=", 1) for line in await lines_of(child))
    assert {"GIVEN": "yes", MARK: "m"}.items() <= seen.items()
    assert seen.keys() - {"GIVEN", MARK, "PATH", "PWD", "OLDPWD", "SHLVL", "_"} == set()


async def test_a_child_leads_a_session_of_its_own(start: Start) -> None:
    child = await start("sleep 30")

    assert os.getsid(child.pid) == child.pid
    assert child.started == pytest.approx(psutil.Process(child.pid).create_time())


async def test_a_line_of_megabytes_is_one_line_and_a_last_line_needs_no_end(start: Start) -> None:
    child = await start("head -c 3000000 /dev/zero | tr '\\0' x; echo; printf tail")

    assert [len(line) for line in await lines_of(child)] == [3_000_000, 4]
    assert await child.wait() == 0


async def test_a_line_beyond_the_limit_is_an_error_and_not_a_full_memory(start: Start) -> None:
    child = await start("head -c 200000 /dev/zero")

    with pytest.raises(LineTooLong):
        [line async for line in child.lines(limit=100_000)]


async def test_a_child_that_nobody_reads_does_not_stand_still(start: Start) -> None:
    child = await start("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2; exit 3")

    async with asyncio.timeout(5):
        assert await child.wait() == 3
    assert len(child.errors) <= 8 * 1024


async def test_a_child_takes_input_until_it_is_ended(start: Start) -> None:
    child = await start("cat")
    child.write(b"one\ntwo\n")
    child.end_input()

    assert await lines_of(child) == [b"one", b"two"]
    await child.wait()
    with pytest.raises(BrokenPipeError):
        child.write(b"three")


@pytest.mark.rule("X2")
async def test_a_program_whose_start_is_cancelled_is_ended(start: Start) -> None:
    for _ in range(10):
        starting = asyncio.ensure_future(start("sleep 81 & sleep 82", mark="cancelled-start"))
        # The loop must not run in between: the start would be over.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        time.sleep(0.02)
        starting.cancel()
        await asyncio.wait({starting})
        assert starting.cancelled()

    assert names(Family(mark="cancelled-start")) == []


async def test_a_program_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await spawn([str(tmp_path / "none")], tmp_path, {}, "m")


@pytest.mark.rule("X2")
async def test_a_program_that_leaves_by_itself_needs_no_force(start: Start) -> None:
    child = await start("cat")

    assert await child.stop(FAST, grace=3) == Stop(Force.none, 0, ())


@pytest.mark.rule("X2")
@pytest.mark.parametrize(
    ("ignored", "needed"),
    [("", Force.interrupt), ("INT", Force.terminate), ("INT TERM", Force.kill)],
)
async def test_force_is_raised_only_as_far_as_needed(start: Start, ignored: str, needed: Force) -> None:
    trap = f"trap '' {ignored}; " if ignored else ""
    # No shell in a loop: dash, interrupted while it starts a command, may not hear it.
    child = await start(f"{trap}echo ready; exec sleep 74")
    await anext(child.lines())

    # Time enough for the force that works, and hardly any for those that the program ignores.
    stop = await child.stop(Limits(*(10 if force is needed else 0.1 for force in list(Force)[1:])))

    assert (stop.force, stop.left) == (needed, ())
    assert child.exit_code is not None


@pytest.mark.rule("X2")
async def test_what_broke_away_into_sessions_of_its_own_is_ended_too(start: Start) -> None:
    child = await start("setsid sh -c 'setsid sleep 71 & sleep 72' & sleep 73")
    await wait_for(lambda: names(Family(mark=mark_of(child))).count("sleep") == 3)

    stop = await child.stop(FAST)

    assert stop.ended >= 5
    assert names(Family(mark=mark_of(child))) == []


@pytest.mark.rule("X2")
async def test_descendants_in_other_sessions_are_found_without_their_mark(start: Start) -> None:
    child = await start("env -i setsid sleep 79; :")
    await wait_for(lambda: "sleep" in names(family_of(child)))

    assert (await stop_family(family_of(child), FAST)).left == ()
    assert names(family_of(child)) == []


@pytest.mark.rule("X2")
async def test_members_of_the_session_are_found_after_their_leader_is_gone(start: Start) -> None:
    child = await start("env -i /bin/sleep 80 & echo ready")
    await wait_for(lambda: child.exit_code == 0 and names(family_of(child)) == ["sleep"])

    assert (await stop_family(family_of(child), FAST)).ended == 1


@pytest.mark.rule("X2")
async def test_orphans_of_a_killed_program_are_found_by_their_mark(start: Start) -> None:
    child = await start("setsid sleep 74 & echo ready; wait")
    await anext(child.lines())
    await wait_for(lambda: "sleep" in names(Family(mark=mark_of(child))))
    os.kill(child.pid, signal.SIGKILL)
    await child.wait()
    assert names(family_of(child)) == []

    stop = await child.stop(FAST)

    assert stop.ended == 1
    assert names(Family(mark=mark_of(child))) == []


@pytest.mark.rule("X2")
async def test_a_killed_family_does_not_get_one_more_command_in(start: Start, tmp_path: Path) -> None:
    others = "sleep 75 & " * 30
    for _ in range(6):
        child = await start(f"{others} echo ready; sleep 75; touch late")
        await anext(child.lines())
        await wait_for(lambda child=child: names(family_of(child)).count("sleep") == 31)
        await child.stop(Limits(0, 0, 3))

    assert not (tmp_path / "late").exists()


async def test_stopping_goes_on_to_the_end_when_the_caller_is_cancelled(start: Start) -> None:
    child = await start("trap '' INT TERM; echo ready; while :; do sleep 0.05; done")
    await anext(child.lines())

    stopping = asyncio.create_task(child.stop(FAST))
    await asyncio.sleep(0.1)
    stopping.cancel()
    await asyncio.wait({stopping})

    assert stopping.cancelled()
    assert child.exit_code == -signal.SIGKILL


@pytest.mark.rule("X2")
async def test_a_leftover_is_ended_only_if_it_is_the_same_process(start: Start) -> None:
    child = await start("sleep 76")
    assert child.started is not None

    assert await kill_leftover(child.pid, child.started - 100) == Stop()
    assert child.exit_code is None
    stop = await kill_leftover(child.pid, child.started)
    assert (stop.force, stop.left) == (Force.kill, ())
    assert await child.wait() == -signal.SIGKILL


async def test_a_leftover_without_a_start_is_refused() -> None:
    with pytest.raises(ValueError, match="start time"):
        await kill_leftover(os.getpid(), None)


async def test_the_daemon_and_its_parents_are_never_members(monkeypatch: pytest.MonkeyPatch) -> None:
    parent = os.getppid()

    assert Family(parent, started_at(parent)).members() & {psutil.Process(), psutil.Process(parent)} == set()


def test_what_could_not_be_ended_is_named() -> None:
    assert describe_stop(Stop()) is None
    assert describe_stop(Stop(Force.terminate, 1)) == "1 process had to be terminated."
    sentence = describe_stop(Stop(Force.kill, 2, ("sh (pid 7)",)))
    assert sentence == "2 processes had to be killed. Could not be ended: sh (pid 7)."


async def test_finish_gives_the_result_and_the_error() -> None:
    async def fail() -> None:
        raise KeyError("x")

    assert await finish(asyncio.sleep(0, "done")) == "done"
    with pytest.raises(KeyError):
        await finish(fail())


def mark_of(child: Child) -> str:
    return child._family.mark or ""


async def wait_for(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.02)


@pytest.mark.rule("X2")
@pytest.mark.parametrize("limits", [Limits(0, 5, 5), Limits(0, 0, 5)])
async def test_no_shell_goes_on_with_its_next_command_when_the_one_before_is_ended(
    start: Start, tmp_path: Path, limits: Limits
) -> None:
    child = await start("for i in $(seq 20); do (touch begun$i; sleep 60; touch ended$i) & done; wait")
    async with asyncio.timeout(20):
        while len(list(tmp_path.iterdir())) < 20:
            await asyncio.sleep(0.02)

    await child.stop(limits)

    assert not list(tmp_path.glob("ended*"))
