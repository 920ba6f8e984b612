"""What the model is shown of an action that the daemon has run itself: as its own call's output, and never too much."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from daemon.claude.outside import fit, stub
from daemon.runtime import Action, Done, ToolEnded, Verdict
from tests.daemon.sides import ClaudeSide, of, play
from tests.emulators.anthropic import AnthropicEmulator, Text, ToolUse

pytestmark = pytest.mark.rule("P7")

MOST = 128 * 1024
"""Bytes that Linux takes as one argument."""

LONG = "".join(f"{number} 行 😀\n" for number in range(100_000))
OUTPUTS = {
    "short": Done("pushed\n", 0),
    "empty": Done("", 0),
    "failed": Done("rejected\n", 1),
    "long": Done(LONG, 0),
    "long and failed": Done(LONG, 1),
    "one line": Done("ä" * 3_000_000, 0),
    "odd": Done("\x00\x1b[31m\udcff\r\n';exit 9;'$(touch bad)`touch bad`!!\\", 0),
    "killed": Done("half", -9),
    "above a byte": Done("", 256 + 7),
}


@pytest.mark.parametrize("done", OUTPUTS.values(), ids=OUTPUTS)
async def test_a_shell_prints_the_end_of_the_output_and_ends_as_the_action_did(
    done: Done, tmp_path: Path
) -> None:
    command = stub(done)
    shell = await asyncio.create_subprocess_exec(
        "/bin/bash", "-c", command, stdout=asyncio.subprocess.PIPE, cwd=tmp_path
    )
    printed, _ = await shell.communicate()

    assert len(command.encode()) < MOST // 2
    assert printed == fit(done).encode(errors="replace")
    assert shell.returncode == (done.exit_code & 0xFF if done.exit_code >= 0 else 128 - done.exit_code)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("code", [0, 1])
def test_what_is_left_out_is_counted(code: int) -> None:
    shown = fit(Done(LONG, code))

    sentence, _, end = shown.partition("\n")
    assert sentence == f"[{len(LONG) - len(end)} characters of output before this are left out.]"
    assert LONG.endswith(end)
    assert 8_000 < len(end.encode()) < 30_000


@pytest.fixture
def side(claude_program: Path, tmp_path: Path, model: AnthropicEmulator) -> ClaudeSide:
    return ClaudeSide(tmp_path, claude_program, model)


def told(side: ClaudeSide) -> list[dict[str, Any]]:
    """The results that the model got."""
    messages = side.model.requests[-1]["messages"]
    blocks = [block for one in messages if isinstance(one["content"], list) for block in one["content"]]
    return [block for block in blocks if block["type"] == "tool_result"]


def shown(result: dict[str, Any]) -> str:
    content = result["content"]
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


@pytest.mark.claude
async def test_the_model_sees_output_and_exit_code_as_those_of_its_own_call(
    side: ClaudeSide, work: Path
) -> None:
    names = ["short", "failed", "long", "long and failed", "killed"]

    async def rule(action: Action) -> Verdict:
        return OUTPUTS[action.input["description"]]

    calls = [ToolUse("Bash", {"command": "touch bad", "description": name, "timeout": 1}) for name in names]
    steps = await play(side, side.steps_turn(*calls, Text("done")), rule)

    seen = [shown(result) for result in told(side)]
    for name, text in zip(names, seen, strict=True):
        done = OUTPUTS[name]
        assert fit(done).strip() in text
        assert text.startswith("Exit code") == (done.exit_code != 0)
    assert "Exit code 137" in seen[4]
    # The room is told the whole of it.
    assert [step.output for step in of(ToolEnded, steps)] == [OUTPUTS[name].output for name in names]
    assert list(work.iterdir()) == []
    # The history keeps the command that was approved.
    assert "base64" not in str(side.model.requests[-1]["messages"])


@pytest.mark.claude
async def test_another_tool_is_answered_with_the_output_and_does_nothing(
    side: ClaudeSide, work: Path
) -> None:
    async def rule(action: Action) -> Verdict:
        return Done("written elsewhere", 0)

    write = ToolUse("Write", {"file_path": f"{work}/a.txt", "content": "x"})
    steps = await play(side, side.steps_turn(write, Text("done")), rule)

    assert "carried out outside, once" in shown(told(side)[0])
    assert [(step.output, step.failed) for step in of(ToolEnded, steps)] == [("written elsewhere", False)]
    assert list(work.iterdir()) == []
