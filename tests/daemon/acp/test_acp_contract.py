"""More of what every runtime owes, on the generic one: large lines, calls at once, a model that fails, long waits."""

import asyncio

import pytest

from daemon.runtime import Action, Allow, Deny, Outcome, ToolEnded, Verdict
from tests.daemon.acp.side import AcpSide
from tests.daemon.sides import AskedGate, allow, of, play
from tests.emulators.anthropic import Fail, Text, ToolUse

pytestmark = [pytest.mark.acp, pytest.mark.claude, pytest.mark.sandbox, pytest.mark.timeout(120)]


def run(command: str) -> ToolUse:
    return ToolUse("Bash", {"command": command})


@pytest.mark.rule("T4")
async def test_lines_of_two_megabytes_pass(side: AcpSide) -> None:
    big = "x" * 2_000_000
    written = {"file_path": str(side.world.work / "big.txt"), "content": big}
    async with side.box() as box:
        steps = await play(side, side.turn(box, ToolUse("Write", written), Text("fine")), allow)
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "fine")
    assert (side.world.work / "big.txt").read_text() == big


@pytest.mark.rule("P2", "P4")
async def test_of_calls_made_at_once_each_is_asked_and_a_long_answer_is_waited_for(side: AcpSide) -> None:
    async def rule(action: Action) -> Verdict:
        await asyncio.sleep(1.5)
        return Deny("no") if "two" in str(action.input) else Allow()

    gate = AskedGate(rule)
    async with side.box() as box:
        turn = side.turn(box, [run("touch one"), run("touch two"), run("touch three")], Text("so be it"))
        steps = await play(side, turn, gate)
    assert sorted(str(action.input["command"]) for action in gate.actions) == [
        "touch one", "touch three", "touch two",
    ]  # fmt: skip
    assert steps[-1].outcome is Outcome.done
    there = {name for name in ("one", "two", "three") if (side.world.work / name).exists()}
    assert there <= {"one", "three"}
    assert {step.title for step in of(ToolEnded, steps)} == {f"touch {name}" for name in there}


@pytest.mark.parametrize("status", [401, 529])
async def test_a_model_that_refuses_is_told_and_the_next_turn_works(side: AcpSide, status: int) -> None:
    async with side.box() as box:
        turn = side.turn(box, Fail(status), Text("never"))
        steps = await play(side, turn, allow)
        assert steps[-1].outcome is Outcome.failed
        assert steps[-1].text
        again = await play(side, side.turn(box, Text("here"), session=turn.session), allow)
    assert (again[-1].outcome, again[-1].text) == (Outcome.done, "here")
