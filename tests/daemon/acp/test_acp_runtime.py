"""What is particular to the generic runtime, with a real agent in a real box; what it shares is in the contract."""

import json
from contextlib import suppress

import psutil
import pytest

from daemon.acp import AcpRuntime
from daemon.runtime import (
    Action,
    Allow,
    Deny,
    Done,
    FileChanged,
    Notice,
    Outcome,
    RuntimeUnfit,
    Said,
    Step,
    ToolEnded,
    ToolStarted,
    Verdict,
)
from tests.daemon.acp.side import AcpSide
from tests.daemon.sandbox.world import World
from tests.daemon.sides import (
    AskedGate,
    Run,
    Say,
    Write,
    allow,
    answers_of,
    leftover,
    of,
    play,
    play_until,
    until,
)
from tests.emulators.anthropic import Fail, Text

pytestmark = [pytest.mark.acp, pytest.mark.claude, pytest.mark.sandbox, pytest.mark.timeout(120)]


@pytest.mark.rule("P2", "P3", "P4", "P7", "T1")
async def test_what_it_asks_is_decided_before_its_effect_and_what_was_done_outside_is_told(
    side: AcpSide,
) -> None:
    odd = "pushed to mäin\n\x1b[31m```\n'; touch bad.txt; `touch bad.txt`"
    results = {"git push origin main": Done(odd, 0), "git push origin other": Done("no such branch\n", 128)}

    async def rule(action: Action) -> Verdict:
        assert not (side.work / "made.txt").exists()
        command = str(action.input.get("command"))
        return Deny("not this") if "denied" in command else results.get(command, Allow())

    gate = AskedGate(rule)
    deeds = [Say("I look around."), Run("touch denied.txt"), *map(Run, results), Write("made.txt", "a\nb\n")]
    answers = answers_of([*deeds, Say("All done.")], side.work)
    steps = await play(side, side.steps_turn(*answers, Text("I have seen it.")), gate)

    asked = [(action.tool, action.input.get("command")) for action in gate.actions]
    assert asked == [("Bash", "touch denied.txt"), *(("Bash", push) for push in results), ("Write", None)]
    assert [step.text for step in of(Said, steps)] == ["I look around.", "All done."]
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "I have seen it.")
    assert [path.name for path in side.work.glob("*.txt")] == ["made.txt"]
    [change] = of(FileChanged, steps)
    assert (change.path, change.added, change.removed, change.created) == ("made.txt", 2, 0, True)
    ended = [(step.output, step.exit_code) for step in of(ToolEnded, steps) if "push" in step.title]
    assert ended == [(done.output, done.exit_code) for done in results.values()]
    told = json.dumps(side.model.requests[-1]["messages"][-1])
    assert all(json.dumps(done.output)[1:-1] in told for done in results.values())
    assert steps[-1].usage["output_tokens"] > 0


@pytest.mark.rule("X2", "X4", "X8", "P7")
async def test_a_killed_agent_goes_on_in_its_session_and_is_not_asked_to_repeat(
    side: AcpSide, world: World
) -> None:
    marks = side.work / "marks"

    def written() -> bool:
        """The program writes its own record a moment late."""
        records = (world.folder / "state").rglob("*.jsonl")
        return any(all(word in path.read_text() for word in ("I begin.", "echo one")) for path in records)

    async def kill(step: Step) -> None:
        await until(marks.exists)
        await until(written)
        for process in leftover(turn):
            with suppress(psutil.Error):  # it ended with the one before
                process.kill()

    turn = side.turn([Say("I begin."), Run("echo one >> marks; sleep 60"), Say("never")])
    steps = await play_until(side, turn, allow, ToolStarted, kill)
    assert steps[-1].outcome is Outcome.lost
    assert leftover(turn) == set()

    side.be_patient(20.0)
    assert side.runtime.has_session(turn)
    steps = await play(side, side.turn([Say("I go on.")], session=turn.session))
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "I go on.")
    assert of(Notice, steps) == []
    # What is replayed is no news.
    assert [step for step in steps if isinstance(step, ToolStarted | Said)] == []
    assert "I begin." in json.dumps(side.model.requests[-1]["messages"])
    assert marks.read_text() == "one\n"


async def test_a_model_that_refuses_is_told_and_the_next_turn_works(side: AcpSide) -> None:
    session = None
    for status in (401, 529):
        turn = side.steps_turn(Fail(status), Text("never"), session=session)
        steps = await play(side, turn)
        assert steps[-1].outcome is Outcome.failed
        assert steps[-1].text
        session = turn.session
    again = await play(side, side.steps_turn(Text("here"), session=session))
    assert (again[-1].outcome, again[-1].text) == (Outcome.done, "here")


@pytest.mark.rule("P7")
async def test_without_a_box_it_does_not_start(side: AcpSide) -> None:
    with pytest.raises(RuntimeUnfit, match="runs only in the sandbox"):
        await play(side, side.turn([Say("never")], box=None))


FOREIGN = """read question; echo '{"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": 9}}'; sleep 60"""


@pytest.mark.parametrize(
    ("program", "says"),
    [(("echo", "hello"), "did not start"), (("sh", "-c", FOREIGN), "version 9 of the Agent Client Protocol")],
)
async def test_a_program_that_speaks_something_else_is_a_sentence(
    side: AcpSide, world: World, program: tuple[str, ...], says: str
) -> None:
    side.runtime = AcpRuntime(world.folder / "state", program, side.environment)
    turn = side.turn([Say("never")])
    steps = await play(side, turn)
    assert steps[-1].outcome is Outcome.failed
    assert says in steps[-1].text


async def test_a_program_that_is_missing_is_a_sentence(side: AcpSide, world: World) -> None:
    with pytest.raises(RuntimeUnfit, match="correct the agent's option program"):
        await AcpRuntime(world.folder / "state", ("no-such-agent",), side.environment).check()
