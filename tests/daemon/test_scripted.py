"""The scripted agent: its scripts, and a session that survives the death of its daemon."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from daemon.process import Limits, kill_leftover, spawn
from daemon.runtime import (
    Action,
    Allow,
    Ended,
    Notice,
    Outcome,
    Plan,
    Progress,
    Runtime,
    Said,
    SessionReady,
    Step,
    ToolEnded,
    Turn,
    Verdict,
)
from daemon.scripted import ScriptedRuntime
from daemon.scripted.script import DEMO, BadScript, Move, find_script, parse_file, read_moves
from tests.daemon.sides import AskedGate, allow, of, until

ROOT = Path(__file__).parents[2]

# Plays a script and kills itself where the script says so, as a daemon that loses its power would.
DAEMON = """
import asyncio, json, os, signal, sys
from pathlib import Path
from daemon.runtime import Allow, Turn
from daemon.scripted import ScriptedRuntime

async def main():
    state, work, session, prompt, where = sys.argv[1:]
    async def gate(action):
        if where == "gate" and "last" in str(action.input):
            os.kill(os.getpid(), signal.SIGKILL)
        return Allow()
    turn = Turn("R1", prompt, Path(work), session, False, {"PATH": os.environ["PATH"]})
    async for step in ScriptedRuntime(Path(state)).run(turn, gate):
        pass

asyncio.run(main())
"""


@pytest.fixture
def runtime(tmp_path: Path) -> ScriptedRuntime:
    return ScriptedRuntime(tmp_path / "state", limits=Limits(1, 1, 3))


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def turn_of(work: Path, prompt: Any, session: str, request: str = "R1", **options: Any) -> Turn:
    text = prompt if isinstance(prompt, str) else json.dumps(prompt)
    return Turn(request, text, work, session, False, {"PATH": os.environ["PATH"]}, options)


async def play(runtime: Runtime, turn: Turn, gate: Any = allow) -> list[Step]:
    return [step async for step in runtime.run(turn, gate)]


async def test_a_prompt_without_a_script_gets_a_friendly_demonstration(
    runtime: ScriptedRuntime, work: Path
) -> None:
    gate = AskedGate()
    steps = await play(runtime, turn_of(work, "hello there", runtime.new_session()), gate)

    assert (work / "hello.txt").read_text() == "Hello from your agent.\n"
    assert [action.tool for action in gate.actions] == ["Write", "Bash", "Bash"]
    assert {Plan, Progress, Said} < {type(step) for step in steps}
    assert (steps[-1].outcome, "hello.txt" in steps[-1].text) == (Outcome.done, True)
    assert of(ToolEnded, steps)[-1].output == "Hello from your agent.\n"


async def test_every_verb_does_what_it_says(runtime: ScriptedRuntime, work: Path) -> None:
    gate = AskedGate()
    script = [
        {"write": "a/b.txt", "content": "one\ntwo\n"},
        {"edit": "a/b.txt", "old": "two", "new": "2"},
        {"edit": "a/b.txt", "old": "missing", "new": ""},
        {"read": "a/b.txt"},
        {"tool": "mcp__shop__pay", "input": {"amount": 3}},
        {"run": "echo out; echo err >&2; exit 4"},
        {"delete": "a/b.txt"},
        {"progress": 140, "text": "nearly"},
        {"wait": 0.01},
        {"fail": "it broke"},
    ]
    steps = await play(runtime, turn_of(work, script, runtime.new_session()), gate)

    assert [(step.output.strip()[:7], step.failed, step.exit_code) for step in of(ToolEnded, steps)] == [
        (str(work)[:7], False, None),
        (str(work)[:7], False, None),
        ("'missin", True, None),
        ("one\n2", False, None),
        ("mcp__sh", False, None),
        ("out\nerr", True, 4),
        ("", False, 0),
    ]
    assert not (work / "a" / "b.txt").exists()
    assert gate.actions[4] == Action(gate.actions[4].call, "mcp__shop__pay", {"amount": 3}, work)
    assert gate.actions[6].input == {"command": "rm -- a/b.txt"}
    assert of(Progress, steps) == [Progress(100, "nearly")]
    assert steps[-1] == Ended(Outcome.failed, "it broke")


async def test_a_script_may_stand_in_a_file(runtime: ScriptedRuntime, work: Path, tmp_path: Path) -> None:
    file = tmp_path / "play.toml"
    file.write_text('[[moves]]\nsay = "hi"\n[[moves]]\ndone = "bye"\n')

    steps = await play(runtime, turn_of(work, "go", runtime.new_session(), script=str(file)))

    assert steps[1:] == [Said("hi"), Ended(Outcome.done, "bye")]


@pytest.mark.parametrize("script", ['[{"sing": "x", "say": 3}]', '[{"run": "x"}, 5]', '[{"write": "a"}]'])
async def test_a_bad_script_is_a_sentence_and_does_nothing(
    runtime: ScriptedRuntime, work: Path, script: str
) -> None:
    steps = await play(runtime, turn_of(work, script, runtime.new_session()))

    assert (steps[-1].outcome, "cannot be played: move" in steps[-1].text) == (Outcome.failed, True)
    assert list(work.iterdir()) == []


async def test_an_answer_goes_on_behind_the_question(runtime: ScriptedRuntime, work: Path) -> None:
    session = runtime.new_session()
    asked = await play(runtime, turn_of(work, [{"ask": "Which?"}, {"done": "I took it."}], session))
    answered = await play(runtime, turn_of(work, "the red one", session, request="R2"))

    assert asked[-1] == Ended(Outcome.done, "Which?")
    assert answered[-1] == Ended(Outcome.done, "I took it.")


async def test_a_new_request_never_goes_on_with_a_stopped_one(runtime: ScriptedRuntime, work: Path) -> None:
    session = runtime.new_session()
    first = turn_of(work, [{"wait": 60}, {"run": "touch late.txt"}], session)

    async def interrupt() -> None:
        await asyncio.sleep(0.05)
        await runtime.interrupt(first)

    stopped, _ = await asyncio.gather(play(runtime, first), interrupt())
    await play(runtime, turn_of(work, "hello", session, request="R2"))

    assert stopped[-1].outcome is Outcome.stopped
    assert sorted(path.name for path in work.iterdir()) == ["hello.txt"]


@pytest.mark.rule("X4")
async def test_a_lost_turn_goes_on_where_it_was(runtime: ScriptedRuntime, work: Path) -> None:
    turn = turn_of(
        work, [{"run": "echo 1 >> log"}, {"lose": "gone"}, {"run": "echo 2 >> log"}], runtime.new_session()
    )

    assert (await play(runtime, turn))[-1] == Ended(Outcome.lost, "gone")
    assert (await play(runtime, turn))[-1].outcome is Outcome.done
    assert (work / "log").read_text() == "1\n2\n"


@pytest.mark.rule("X4", "X7")
async def test_a_killed_daemon_goes_on_without_doing_anything_twice(
    runtime: ScriptedRuntime, work: Path, tmp_path: Path
) -> None:
    session = runtime.new_session()
    script = [{"run": "echo 1 >> log"}, {"run": "echo 2 >> log; sleep 77"}, {"run": "echo 3 >> log"}]
    daemon = await start_daemon(tmp_path, session, json.dumps(script), "command")
    await until(lambda: (work / "log").exists() and (work / "log").read_text() == "1\n2\n")
    os.kill(daemon.pid, signal.SIGKILL)
    await daemon.wait()

    turn = turn_of(work, "The machine restarted; go on.", session)
    assert runtime.has_session(turn)
    steps = await play(runtime, turn)

    assert [type(step) for step in steps[:3]] == [SessionReady, Notice, Notice]
    assert "not done again" in steps[2].text
    assert (work / "log").read_text() == "1\n2\n3\n"
    assert (await kill_leftover(None, None, session)).ended == 0
    await daemon.stop(Limits())


@pytest.mark.rule("X4", "P3")
async def test_a_daemon_killed_before_the_verdict_asks_again(
    runtime: ScriptedRuntime, work: Path, tmp_path: Path
) -> None:
    session = runtime.new_session()
    script = [{"run": "echo 1 >> log"}, {"run": "echo last >> log"}]
    daemon = await start_daemon(tmp_path, session, json.dumps(script), "gate")
    assert await daemon.wait() == -signal.SIGKILL
    assert (work / "log").read_text() == "1\n"

    gate = AskedGate()
    await play(runtime, turn_of(work, "go on", session), gate)

    assert [action.input["command"] for action in gate.actions] == ["echo last >> log"]
    assert (work / "log").read_text() == "1\nlast\n"
    await daemon.stop(Limits())


async def start_daemon(folder: Path, session: str, prompt: str, where: str) -> Any:
    arguments = [str(folder / "state"), str(folder / "work"), session, prompt, where]
    command = [sys.executable, "-c", DAEMON, *arguments]
    return await spawn(command, ROOT, {"PATH": os.environ["PATH"]}, mark="daemon-under-test")


async def test_a_flood_of_output_is_drained_and_its_end_kept(runtime: ScriptedRuntime, work: Path) -> None:
    turn = turn_of(work, [{"run": "yes | head -c 30000000; echo end"}], runtime.new_session())

    ended = of(ToolEnded, await play(runtime, turn))[0]

    assert ended.output.endswith("end\n")
    assert len(ended.output) < 20_000_000
    assert "bytes left out" in ended.output[:60]


async def test_a_background_command_does_not_hold_the_turn_up(runtime: ScriptedRuntime, work: Path) -> None:
    async with asyncio.timeout(5):
        steps = await play(runtime, turn_of(work, [{"run": "sleep 78 & echo hi"}], runtime.new_session()))

    assert of(ToolEnded, steps)[0].output == "hi\n"


async def test_a_gate_may_take_its_time(runtime: ScriptedRuntime, work: Path) -> None:
    async def slow(action: Action) -> Verdict:
        await asyncio.sleep(0.1)
        assert not (work / "a").exists()
        return Allow()

    await play(runtime, turn_of(work, [{"run": "touch a"}], runtime.new_session()), slow)
    assert (work / "a").exists()


def test_scripts_are_found_in_any_prompt() -> None:
    script = [{"say": "[hi]"}, {"done": "ok"}]
    wanted = (Move("say", "[hi]"), Move("done", "ok"))

    assert find_script(json.dumps(script)) == wanted
    assert (
        find_script(f"Sarah [guest] asks [1]:\n```json\n{json.dumps(script, indent=1)}\n```\nthanks")
        == wanted
    )
    assert find_script("no [script] here [1, 2] [{}] [") is None


def test_moves_can_be_written_down_and_read_again() -> None:
    assert read_moves([move.table() for move in DEMO]) == DEMO


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("x", "no table"),
        ({}, "exactly one verb"),
        ({"say": "a", "run": "b"}, "exactly one verb"),
        ({"say": 1}, "not right"),
        ({"progress": True, "text": "x"}, "not right"),
        ({"say": "a", "more": "b"}, "not right"),
        ({"plan": [["a", "soon"]]}, "a plan is"),
    ],
)
def test_a_move_that_is_wrong_is_named(table: Any, reason: str) -> None:
    with pytest.raises(BadScript, match=f"move 2.*{reason}"):
        read_moves([{"say": "fine"}, table])


@pytest.mark.parametrize(
    ("name", "text"), [("a.json", "{"), ("a.json", "{}"), ("a.toml", "x = "), ("a.toml", "x = 1")]
)
def test_a_file_that_is_no_script_is_named(name: str, text: str) -> None:
    with pytest.raises(BadScript, match=name):
        parse_file(name, text)
