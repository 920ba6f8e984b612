"""What Codex makes of a prompt, of its directory, and of its model's answers."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.runtime import (
    Ended,
    Notice,
    Outcome,
    Said,
    SessionReady,
)
from tests.daemon.codex.says import history
from tests.daemon.sides import (
    AskedGate,
    CodexSide,
    Run,
    Say,
    of,
    play,
)
from tests.emulators.openai import Cut, Fail, Text

pytestmark = pytest.mark.codex


@pytest.mark.rule("S2")
async def test_a_prompt_is_taken_word_for_word(codex: CodexSide, work: Path) -> None:
    skill = work / ".agents" / "skills" / "planted"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text("---\nname: planted\ndescription: PLANTED\n---\nPLANTED\n")
    (work / "key.txt").write_text("PLANTED")
    gate = AskedGate()

    prompt = f"/init $planted @key.txt @{work}/key.txt"
    first = codex.steps_turn(Text("fine"), prompt=prompt)
    await play(codex, first, gate)
    await play(codex, codex.steps_turn(Text("fine"), prompt=prompt, session=first.session), gate)

    assert gate.actions == []
    assert "PLANTED" not in json.dumps(codex.model.requests)
    assert "/init $planted @key.txt" in history(codex)


@pytest.mark.rule("P6")
@pytest.mark.parametrize("below", [".", "sub/folder"])
async def test_settings_hooks_and_instructions_of_the_repository_are_not_loaded(
    codex: CodexSide, work: Path, tmp_path: Path, below: str
) -> None:
    """Wherever in the repository the agent works, and with the program's own sandbox on where it can be."""
    (work / ".git").mkdir(parents=True)
    (work / below).mkdir(parents=True, exist_ok=True)
    (tmp_path / "temporary").mkdir()
    own = work / ".codex"
    own.mkdir()
    server = f'[mcp_servers.x]\ncommand = "/bin/sh"\nargs = ["-c", "touch {work}/served; sleep 1"]\n'
    (own / "config.toml").write_text(f'approval_policy = "never"\n[features]\nhooks = false\n{server}')
    hook = {"hooks": [{"type": "command", "command": f"touch {work}/hooked"}]}
    (own / "hooks.json").write_text(json.dumps({"hooks": {"PreToolUse": [hook], "SessionStart": [hook]}}))
    (work / "AGENTS.md").write_text("PLANTED")
    gate = AskedGate()

    first = None
    for _ in range(2):
        turn = codex.turn([Run("true"), Say("fine")], session=first and first.session)
        first = replace(
            turn,
            directory=work / below,
            environment={**turn.environment, "TMPDIR": str(tmp_path / "temporary")},
        )
        await play(codex, first, gate)

    assert len(gate.actions) == 2
    assert "PLANTED" not in json.dumps(codex.model.requests)
    assert [name for name in ("hooked", "served") if (work / name).exists()] == []


async def test_a_refused_login_ends_the_turn_at_once(codex: CodexSide) -> None:
    async with asyncio.timeout(60):
        steps = await play(codex, codex.steps_turn(Fail(401)))

    assert [type(step) for step in steps] == [SessionReady, Ended]
    assert (steps[-1].outcome, "login" in steps[-1].text) == (Outcome.failed, True)
    assert len(codex.model.requests) < 4


async def test_an_overloaded_model_is_tried_again(codex: CodexSide) -> None:
    steps = await play(codex, codex.steps_turn([Fail(503, times=1), Text("at last")]))

    assert steps[-1].text == "at last"
    assert len(codex.model.requests) == 2


async def test_a_limit_that_is_used_up_fails_the_turn_with_a_sentence(codex: CodexSide) -> None:
    steps = await play(codex, codex.steps_turn(Fail(429)))

    assert (steps[-1].outcome, "used up (429)" in steps[-1].text) == (Outcome.failed, True)


async def test_a_message_that_comes_again_after_a_cut_is_told_once(codex: CodexSide) -> None:
    again = [Text("half"), Text("whole")]
    steps = await play(codex, codex.steps_turn([Text("half"), Cut(1)], again))

    assert of(Said, steps) == [Said("half")]
    assert [("trying again" in step.text) for step in of(Notice, steps)] == [True]
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "whole")


async def test_each_turn_has_its_own_usage_and_no_price(codex: CodexSide) -> None:
    first = (await play(codex, turn := codex.turn([Run("true"), Say("one")])))[-1]
    second = (await play(codex, codex.turn([Say("two")], session=turn.session)))[-1]

    assert (first.cost_usd, second.cost_usd) == (None, None)
    assert second.usage == {
        "input_tokens": 8,
        "output_tokens": 7,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 3,
    }
    assert first.usage == {name: 2 * count for name, count in second.usage.items()}


@pytest.mark.rule("S6")
async def test_commands_do_not_get_the_key_of_the_model(codex: CodexSide, work: Path) -> None:
    await play(codex, codex.turn([Run("env > env.txt"), Say("fine")]))

    assert "sk-dummy" not in (work / "env.txt").read_text()
    assert codex.model.headers[0]["Authorization"] == "Bearer sk-dummy"
