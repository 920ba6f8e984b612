"""What the generic runtime owes the worker, with a real agent in a real box: as much as its weaker gate can hold."""

import asyncio
import json
from contextlib import aclosing, suppress

import psutil
import pytest

from daemon.acp import AcpRuntime
from daemon.runtime import (
    Action,
    Allow,
    Deny,
    Done,
    Ended,
    FileChanged,
    Halt,
    Notice,
    Outcome,
    RuntimeUnfit,
    Said,
    SessionReady,
    Step,
    ToolEnded,
    ToolStarted,
    Verdict,
)
from tests.daemon.acp.side import AcpSide
from tests.daemon.sandbox.world import REAL_KEY, SECRETS
from tests.daemon.sides import AskedGate, allow, leftover, of, play, play_until, until
from tests.emulators.anthropic import Text, ToolUse

pytestmark = [pytest.mark.acp, pytest.mark.claude, pytest.mark.sandbox, pytest.mark.timeout(120)]


def run(command: str) -> ToolUse:
    return ToolUse("Bash", {"command": command})


@pytest.mark.rule("P2", "P3", "P4", "P7", "T1")
async def test_what_it_asks_is_decided_before_its_effect_and_what_it_does_not_ask_reaches_nothing(
    side: AcpSide,
) -> None:
    work = side.world.work
    secret = side.world.home / ".ssh/id_ed25519"

    async def rule(action: Action) -> Verdict:
        assert not (work / "made.txt").exists()
        if "denied" in json.dumps(dict(action.input)):
            return Deny("not this")
        return Done("pushed to main\n", 0) if "push" in json.dumps(dict(action.input)) else Allow()

    gate = AskedGate(rule)
    made = {"file_path": str(work / "made.txt"), "content": "a\nb\n"}
    async with side.box() as box:
        turn = side.turn(
            box,
            [Text("I look around."), run(f"ls -la ~ /; cat {secret}")],
            run("touch denied.txt"),
            run("git push origin main"),
            ToolUse("Write", made),
            Text("All done."),
            Text("I have seen it."),
        )
        steps = await play(side, turn, gate)

    assert [step.text for step in of(Said, steps)] == ["I look around.", "All done."]
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "I have seen it.")
    asked = [(action.tool, action.input.get("command")) for action in gate.actions]
    assert asked[-3:] == [("Bash", "touch denied.txt"), ("Bash", "git push origin main"), ("Write", None)]
    assert gate.actions[-1].input == made
    assert not (work / "denied.txt").exists()
    assert (work / "made.txt").read_text() == "a\nb\n"
    [change] = of(FileChanged, steps)
    assert (change.path, change.added, change.removed, change.created) == ("made.txt", 2, 0, True)
    pushed = next(step for step in of(ToolEnded, steps) if "push" in step.title)
    assert (pushed.output, pushed.exit_code) == ("pushed to main\n", 0)
    assert "pushed to main" in json.dumps(side.model.requests[-1])
    seen = json.dumps([side.model.requests, [repr(step) for step in steps]])
    assert SECRETS[".ssh/id_ed25519"] not in seen
    assert REAL_KEY not in seen
    assert steps[-1].usage["output_tokens"] > 0


@pytest.mark.rule("X2", "X4", "X8", "P7")
async def test_a_killed_agent_goes_on_in_its_session_and_is_not_asked_to_repeat(side: AcpSide) -> None:
    marks = side.world.work / "marks"

    async def kill(step: Step) -> None:
        await until(marks.exists)
        # The program writes its own record a moment late.
        records = side.world.folder / "state"
        await until(lambda: any("echo one" in path.read_text() for path in records.rglob("*.jsonl")))
        for process in leftover(turn):
            with suppress(psutil.Error):  # it ended with the one before
                process.kill()

    async with side.box() as box:
        turn = side.turn(box, [Text("I begin."), run("echo one >> marks; sleep 60")], Text("never"))
        steps = await play_until(side, turn, allow, ToolStarted, kill)
    assert steps[-1].outcome is Outcome.lost
    assert leftover(turn) == set()
    assert side.make().has_session(turn)

    side.runtime = side.make()
    async with side.box() as box:
        again = side.turn(box, Text("I go on."), session=turn.session)
        steps = await play(side, again, allow)
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "I go on.")
    assert of(Notice, steps) == []
    assert [step for step in steps if isinstance(step, ToolStarted | Said)] == [], (
        "what is replayed is no news"
    )
    assert "I begin." in json.dumps(side.model.requests[-1]["messages"])
    assert marks.read_text() == "one\n"


@pytest.mark.rule("X2")
@pytest.mark.parametrize("phase", ["asking", "running"])
async def test_an_interrupt_ends_the_turn_with_everything_below_it(side: AcpSide, phase: str) -> None:
    side.call_seconds = 0.2
    side.runtime = side.make()
    waiting = asyncio.Event()

    async def rule(action: Action) -> Verdict:
        waiting.set()
        if phase == "asking":
            await asyncio.Event().wait()
        return Allow()

    async with side.box() as box:
        turn = side.turn(box, run("touch begun; setsid sleep 75 & sleep 76"), Text("never"))

        async def interrupt() -> None:
            await waiting.wait()
            if phase == "running":
                await until((side.world.work / "begun").exists)
            await side.runtime.interrupt(turn)

        interrupting = asyncio.ensure_future(interrupt())
        steps = await play(side, turn, rule)
        await interrupting
    assert steps[-1].outcome is Outcome.stopped
    assert (side.world.work / "begun").exists() is (phase == "running")


@pytest.mark.rule("X2", "P2")
async def test_a_halt_and_a_gate_that_fails_are_a_no(side: AcpSide) -> None:
    async def halt(action: Action) -> Verdict:
        return Halt("cancelled")

    async def fail(action: Action) -> Verdict:
        raise OSError("the journal is full")

    async with side.box() as box:
        turn = side.turn(box, run("touch bad.txt"), Text("never"))
        assert (await play(side, turn, halt))[-1].outcome is Outcome.stopped
        with pytest.raises(OSError, match="the journal is full"):
            await play(side, side.turn(box, run("touch bad.txt"), Text("never")), fail)
    assert not (side.world.work / "bad.txt").exists()


@pytest.mark.rule("X2", "X6")
async def test_nothing_runs_on_when_the_reader_leaves_and_two_never_work_in_one_session(
    side: AcpSide,
) -> None:
    async with side.box() as box:
        turn = side.turn(box, run("sleep 77"), Text("never"))
        async with aclosing(side.runtime.run(turn, allow)) as running:
            async for step in running:
                if isinstance(step, SessionReady):
                    [busy] = [step async for step in side.make().run(turn, allow)]
                    assert isinstance(busy, Ended)
                    assert "Another program works in this session" in busy.text
                if isinstance(step, ToolStarted):
                    break
    assert leftover(turn) == set()


@pytest.mark.rule("P7")
async def test_without_a_box_it_does_not_start(side: AcpSide) -> None:
    with pytest.raises(RuntimeUnfit, match="runs only in the sandbox"):
        await play(side, side.turn(None, Text("never")), allow)


async def test_a_program_that_is_missing_or_speaks_something_else_is_a_sentence(side: AcpSide) -> None:
    state = side.world.folder / "state"
    with pytest.raises(RuntimeUnfit, match="correct the agent's option program"):
        await AcpRuntime(state, ("no-such-agent",), side.environment).check()
    side.runtime = AcpRuntime(state, ("echo", "hello"), side.environment)
    async with side.box() as box:
        steps = await play(side, side.turn(box, Text("never")), allow)
    assert steps[-1].outcome is Outcome.failed
    assert "did not start" in steps[-1].text
