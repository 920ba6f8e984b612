"""Faults that users of Claude Code and of systems around it have reported, played here with the real program.

Each docstring begins with the public report. Those of Codex are beside its other tests.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.claude.command import FIXED
from daemon.claude.gate import ToolGate
from daemon.process import Limits, spawn
from daemon.runtime import (
    Action,
    Allow,
    Deny,
    Done,
    Gate,
    Halt,
    Notice,
    Outcome,
    SessionReady,
    Step,
    ToolEnded,
    ToolStarted,
    Turn,
    Verdict,
)
from tests.daemon.doomed import describe
from tests.daemon.sides import (
    AskedGate,
    ClaudeSide,
    Run,
    Say,
    allow,
    commands,
    leftover,
    of,
    play,
    ready,
    until,
)
from tests.emulators.anthropic import AnthropicEmulator, Text, ToolUse

pytestmark = pytest.mark.claude

AGENT = {"description": "help", "prompt": "do [[script:below]]", "subagent_type": "general-purpose"}
ODD_CLAUDE = Path(__file__).parents[1] / "emulators" / "odd_claude.py"


@pytest.fixture
def side(claude_program: Path, tmp_path: Path, model: AnthropicEmulator) -> ClaudeSide:
    return ClaudeSide(tmp_path, claude_program, model)


async def play_and_kill(side: ClaudeSide, turn: Turn, gate: Gate, when: Callable[[], object]) -> list[Step]:
    """The turn of a program that is killed when something is true."""
    steps: list[Step] = []

    async def kill() -> None:
        await until(when)
        os.kill(ready(steps).process or 0, signal.SIGKILL)

    killing = asyncio.create_task(kill())
    async with aclosing(side.runtime.run(turn, gate)) as running:
        async for step in running:
            steps.append(step)
    await killing
    assert steps[-1].outcome is Outcome.lost  # type: ignore[union-attr]
    return steps


@pytest.mark.rule("P2")
async def test_the_gate_is_asked_after_a_sub_agent_as_before(side: ClaudeSide, work: Path) -> None:
    """anthropics/claude-code#76204: after a sub-agent every permission request fails with "Stream closed"."""
    gate = AskedGate()
    side.model.script("below", ToolUse("Bash", {"command": "touch sub.txt"}), Text("sub done"))
    write = ToolUse("Write", {"file_path": f"{work}/b.txt", "content": "x"})
    turn = side.steps_turn(
        ToolUse("Agent", AGENT), ToolUse("Bash", {"command": "touch a.txt"}), write, Text("done")
    )

    steps = await play(side, turn, gate)

    assert [action.tool for action in gate.actions] == ["Agent", "Bash", "Bash", "Write"]
    assert sorted(path.name for path in work.iterdir()) == ["a.txt", "b.txt", "sub.txt"]
    assert not any(step.failed for step in of(ToolEnded, steps))


@pytest.mark.rule("X4")
async def test_a_short_turn_can_be_gone_on_with_at_once(side: ClaudeSide) -> None:
    """anthropics/claude-code#31613: the program is ended before its transcript is written; resume exits with 1."""
    session = None
    for number in range(3):
        turn = side.turn([Say(f"word {number}")], session=session)
        steps = await play(side, turn)
        assert (steps[-1].text, of(Notice, steps)) == (f"word {number}", [])  # type: ignore[union-attr]
        session = turn.session

    history = str(side.model.requests[-1]["messages"])
    assert [f"word {number}" in history for number in range(2)] == [True] * 2


@pytest.mark.parametrize("verdict", [Allow(), Deny("no"), Halt("no"), Done("done", 0)])
@pytest.mark.parametrize("tool", ["Bash", "Write"])
async def test_no_call_is_ever_deferred(verdict: Verdict, tool: str) -> None:
    """anthropics/claude-code#82198: a hook that defers wedges the call. Ours decides or waits, and never defers."""

    async def rule(action: Action) -> Verdict:
        return verdict

    gate = ToolGate(rule, Path("/"), lambda *_: None, lambda _: None, lambda _: None, lambda: None)
    given = {"tool_name": tool, "tool_input": {"command": "ls"}, "tool_use_id": "t1"}
    answer = str(await gate.before_tool(given, "t1", {"signal": None}))  # type: ignore[arg-type]

    assert "'permissionDecision': 'allow'" in answer or "'permissionDecision': 'deny'" in answer
    assert FIXED["CLAUDE_CODE_DISABLE_DEFERRED_TOOL_RESUME"] == "1"


@pytest.mark.rule("X4", "X7")
async def test_a_history_is_whole_after_a_kill_in_the_middle_of_calls(side: ClaudeSide, work: Path) -> None:
    """anthropics/claude-code#9346: after a kill a call has no result in the history, which is refused for ever."""
    waits = [ToolUse("Bash", {"command": f"touch begun{number}; sleep 300"}) for number in range(2)]
    turn = side.steps_turn(waits, Text("no"))

    def begun_and_recorded() -> bool:
        """The program writes its own record a moment late."""
        records = [path.read_text() for path in side.folder.rglob("*.jsonl")]
        return any(work.glob("begun*")) and any("begun0" in text for text in records)

    await play_and_kill(side, turn, allow, begun_and_recorded)
    again = await play(side, side.turn([Say("on")], session=turn.session))

    # The local model refuses a history that is not whole, as the real one does.
    assert (again[-1].text, side.model.broken) == ("on", [])  # type: ignore[union-attr]
    assert "begun0" in str(side.model.requests[-1]["messages"])


@pytest.mark.rule("X2", "X4")
async def test_what_a_killed_daemon_left_is_gone_before_its_session_goes_on(
    side: ClaudeSide, work: Path
) -> None:
    """anthropics/claude-code#47872: the program outlives its parent, takes a whole processor, and ignores SIGTERM."""
    turn = side.turn([Run("trap '' TERM INT; touch begun; sleep 300; touch late"), Say("no")])
    arguments = [sys.executable, "-m", "tests.daemon.doomed", describe(side, turn)]
    doomed = await spawn(arguments, Path(__file__).parents[2], dict(os.environ), mark="doomed")
    await until((work / "begun").exists)
    os.kill(doomed.pid, signal.SIGKILL)
    await doomed.wait()

    steps = await asyncio.wait_for(play(side, side.turn([Say("on")], session=turn.session)), 30)
    await doomed.stop(Limits(0, 0, 5))

    # The program died with its daemon; the command that it had started was still there.
    assert [type(step) for step in steps[:2]] == [Notice, SessionReady]
    assert (steps[-1].text, leftover(turn)) == ("on", set())  # type: ignore[union-attr]
    assert not (work / "late").exists()


@pytest.mark.rule("S6")
async def test_the_program_knows_nothing_of_the_daemons_environment(
    side: ClaudeSide, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """anthropics/claude-agent-sdk-python#573: CLAUDECODE=1 is inherited, and the program refuses to start."""
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.setenv("PLANTED", "mt-planted-secret")

    steps = await play(side, side.turn([Run("env > env.txt"), Say("done")]))

    assert steps[-1].text == "done"  # type: ignore[union-attr]
    assert "mt-planted-secret" not in (work / "env.txt").read_text()


@pytest.mark.rule("T4")
async def test_long_lines_in_either_direction_end_nothing(side: ClaudeSide, work: Path) -> None:
    """anthropics/claude-agent-sdk-python#58: a line of more than 1 MB kills the reader."""
    work.mkdir()
    (work / "picture.png").write_bytes(_picture())
    big = "x" * 1_500_000
    read = ToolUse("Read", {"file_path": str(work / "picture.png")})
    write = ToolUse("Write", {"file_path": f"{work}/big.txt", "content": big})

    steps = await play(side, side.steps_turn(write, read, ToolUse("Bash", {"command": "true"}), Text("done")))

    assert [step.failed for step in of(ToolEnded, steps)] == [False, False, False]
    assert (steps[-1].text, (work / "big.txt").read_text()) == ("done", big)  # type: ignore[union-attr]


def _picture() -> bytes:
    """A PNG of two megabytes whose pixels cannot be packed."""
    import random
    import struct
    import zlib

    width, height = 900, 800
    noise = random.Random(1).randbytes(height * (3 * width + 1))
    rows = b"".join(b"\0" + noise[row * 3 * width : (row + 1) * 3 * width] for row in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


@pytest.mark.rule("X1", "X2")
async def test_turns_that_others_cancel_leave_no_task_and_no_process(side: ClaudeSide, work: Path) -> None:
    """anthropics/claude-agent-sdk-python#454: "exit cancel scope in a different task" when turns run side by side."""
    before = asyncio.all_tasks()
    turns = [side.turn([Run("touch begun$$; sleep 300"), Say("no")]) for _ in range(3)]
    playing = [asyncio.create_task(play(side, turn)) for turn in turns]
    await until(lambda: len(list(work.glob("begun*"))) == 3, 60)

    async def cancel(task: "asyncio.Task[list[Step]]") -> None:
        task.cancel()
        await asyncio.wait({task})

    await asyncio.gather(*map(cancel, playing))

    assert [task.cancelled() for task in playing] == [True, True, True]
    assert [commands(turn) for turn in turns] == [[], [], []]
    await until(lambda: asyncio.all_tasks() <= before)


@pytest.mark.rule("P2", "P4")
async def test_a_denial_holds_for_every_tool(side: ClaudeSide, work: Path) -> None:
    """anthropics/claude-agent-sdk-python#159: the permission callback is not called, or its decision is ignored."""
    work.mkdir()
    (work / "old.txt").write_text("old\n")

    async def deny(action: Action) -> Verdict:
        return Allow() if action.tool == "Read" else Deny("no")

    read = ToolUse("Read", {"file_path": f"{work}/old.txt"})
    edit = {"file_path": f"{work}/old.txt", "old_string": "old", "new_string": "new"}
    write = ToolUse("Write", {"file_path": f"{work}/a.txt", "content": "x"})
    shell = ToolUse("Bash", {"command": "rm old.txt; touch b.txt"})
    turn = side.steps_turn(read, ToolUse("Edit", edit), write, shell, ToolUse("Agent", AGENT), Text("done"))

    gate = AskedGate(deny)
    steps = await play(side, turn, gate)

    assert [action.tool for action in gate.actions] == ["Read", "Edit", "Write", "Bash", "Agent"]
    assert {path.name: path.read_text() for path in work.iterdir()} == {"old.txt": "old\n"}
    assert steps[-1].text == "done"  # type: ignore[union-attr]


@pytest.mark.rule("X4", "X7")
async def test_a_sub_agent_that_was_killed_is_not_started_again_unasked(side: ClaudeSide, work: Path) -> None:
    """chenhg5/cc-connect#1592: a resume after a crash runs the calls again that were in flight, sub-agents included."""
    side.model.script("below", ToolUse("Bash", {"command": "echo x >> count.txt; sleep 300"}), Text("no"))
    turn = side.steps_turn(ToolUse("Agent", AGENT), Text("no"))
    gate = AskedGate()

    await play_and_kill(side, turn, gate, (work / "count.txt").exists)
    asked = len(gate.actions)
    again = await play(side, side.turn([Say("on")], session=turn.session), gate)

    assert (asked, len(gate.actions), again[-1].text) == (2, 2, "on")  # type: ignore[union-attr]
    assert (work / "count.txt").read_text() == "x\n"


@pytest.mark.rule("P3", "X7")
async def test_an_answer_that_comes_after_the_program_died_allows_nothing(
    side: ClaudeSide, work: Path
) -> None:
    """chenhg5/cc-connect#1070: an approval has lost its session and takes effect in another one."""
    answered = asyncio.Event()
    late: list[asyncio.Task[Verdict]] = []

    async def think() -> Verdict:
        await answered.wait()
        return Allow()

    async def ask(action: Action) -> Verdict:
        late.append(asyncio.create_task(think()))
        return await asyncio.shield(late[0])

    turn = side.turn([Run("touch a.txt"), Say("no")])
    await play_and_kill(side, turn, ask, lambda: late)
    answered.set()
    gate = AskedGate(lambda action: _deny(action))
    steps = await play(side, side.turn([Run("touch a.txt"), Say("on")], session=turn.session), gate)

    assert (await late[0], len(gate.actions), of(ToolStarted, steps)) == (Allow(), 1, [])
    assert list(work.iterdir()) == []


@pytest.mark.rule("X2")
async def test_a_program_that_hears_nothing_is_ended_and_the_next_one_works(
    tmp_path: Path, work: Path
) -> None:
    """chenhg5/cc-connect#1181: a program ignores SIGTERM, the stop hangs, and the whole daemon dies of it."""
    program = tmp_path / "claude"
    program.write_text(f"#!{sys.executable}\n{ODD_CLAUDE.read_text()}")
    program.chmod(0o700)
    side = ClaudeSide(tmp_path, program, AnthropicEmulator())
    side.runtime._patience = replace(side.runtime._patience, call=0.1, answer=0.3)
    turn = _odd(side, "stubborn")
    playing = asyncio.create_task(play(side, turn))
    await until((work / "ready").exists)

    await side.runtime.interrupt(turn)
    steps = await asyncio.wait_for(playing, 30)
    next_steps = await play(side, _odd(side, "fine"))

    assert (steps[-1].outcome, next_steps[-1].text) == (Outcome.stopped, "fine")  # type: ignore[union-attr]


def _odd(side: ClaudeSide, way: str) -> Turn:
    turn = side.turn([Say("fine")])
    return replace(turn, environment={**turn.environment, "ODD": way})


async def _deny(action: Action) -> Verdict:
    return Deny("not now")
