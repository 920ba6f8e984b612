"""The gate of Claude Code: the hook decides, the callback stands behind it, and every doubt blocks."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny, ToolPermissionContext

from daemon.claude.command import FIXED, USUAL
from daemon.claude.gate import ToolGate
from daemon.runtime import Action, Allow, Deny, Done, Halt, Verdict
from tests.daemon.sides import AskedGate

PROJECT = Path("/home/owner/project")


class Heard:
    """What a gate told the conversation."""

    def __init__(self) -> None:
        self.allowed: list[str] = []
        self.refused: list[str] = []
        self.broken: list[Exception] = []
        self.halted = 0

    def gate(self, asked: AskedGate) -> ToolGate:
        return ToolGate(
            asked,
            PROJECT,
            lambda action, verdict: self.allowed.append(action.call),
            lambda action: self.refused.append(action.call),
            self.broken.append,
            self.halt,
        )

    def halt(self) -> None:
        self.halted += 1


def answering(verdict: Verdict) -> AskedGate:
    async def rule(action: Action) -> Verdict:
        return verdict

    return AskedGate(rule)


async def hook(gate: ToolGate, command: str = "ls", call: str = "t1", **more: Any) -> dict[str, Any]:
    given = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": call, **more}
    answer: Any = await gate.before_tool(given, call, {"signal": None})  # type: ignore[arg-type]
    return dict(answer["hookSpecificOutput"])


async def callback(gate: ToolGate, command: str = "ls", call: str = "t1") -> Any:
    context = ToolPermissionContext(tool_use_id=call, agent_id="below")
    return await gate.may_use_tool("Bash", {"command": command}, context)


@pytest.mark.rule("P2")
async def test_the_hook_asks_with_the_exact_input_and_place() -> None:
    asked, heard = answering(Allow()), Heard()

    answer = await hook(heard.gate(asked), cwd="/home/owner/project/sub", agent_id="below")

    assert answer == {"hookEventName": "PreToolUse", "permissionDecision": "allow"}
    assert asked.actions == [Action("t1", "Bash", {"command": "ls"}, PROJECT / "sub", "below")]
    assert heard.allowed == ["t1"]


@pytest.mark.rule("P4")
@pytest.mark.parametrize(("verdict", "halted"), [(Deny("no"), 0), (Halt("no"), 1)])
async def test_a_refusal_is_a_denial_with_its_reason(verdict: Verdict, halted: int) -> None:
    heard = Heard()
    gate = heard.gate(answering(verdict))

    answer = await hook(gate)

    assert (answer["permissionDecision"], answer["permissionDecisionReason"]) == ("deny", "no")
    assert (heard.allowed, heard.refused, heard.halted) == ([], ["t1"], halted)
    assert await callback(gate) == PermissionResultDeny(message="no")


@pytest.mark.rule("P3")
async def test_the_callback_does_not_ask_again_what_the_hook_decided() -> None:
    asked = answering(Allow())
    gate = Heard().gate(asked)

    await hook(gate)

    assert await callback(gate) == PermissionResultAllow()
    assert len(asked.actions) == 1


@pytest.mark.rule("P3")
@pytest.mark.parametrize("change", ["input", "call", "again", "over"])
async def test_a_verdict_is_good_for_one_call_with_one_input(change: str) -> None:
    asked = answering(Allow())
    gate = Heard().gate(asked)
    await hook(gate)
    if change == "again":
        await callback(gate)
    if change == "over":
        gate.forget("t1")

    await callback(gate, "rm x" if change == "input" else "ls", "t2" if change == "call" else "t1")

    assert len(asked.actions) == 2


@pytest.mark.rule("P2")
async def test_the_callback_asks_by_itself_where_the_hook_was_not_called() -> None:
    asked = answering(Deny("no"))

    assert await callback(Heard().gate(asked)) == PermissionResultDeny(message="no")
    assert asked.actions == [Action("t1", "Bash", {"command": "ls"}, PROJECT, "below")]


async def test_a_broken_gate_raises_so_that_the_program_blocks_the_call() -> None:
    async def broken(action: Action) -> Verdict:
        raise RuntimeError("broken")

    heard = Heard()
    gate = heard.gate(AskedGate(broken))

    with pytest.raises(RuntimeError):
        await hook(gate)
    with pytest.raises(RuntimeError):
        await callback(gate)
    assert (heard.allowed, len(heard.broken), heard.refused) == ([], 2, ["t1", "t1"])
    assert [matcher.on_failure for matcher in gate.matchers()] == ["block"]
    assert gate.matchers()[0].matcher is None


@pytest.mark.rule("X2")
async def test_nothing_is_allowed_any_more_once_the_turn_is_stopped() -> None:
    heard = Heard()
    opened = asyncio.Event()

    async def slow(action: Action) -> Verdict:
        await opened.wait()
        return Allow()

    asked = AskedGate(slow)
    gate = heard.gate(asked)
    asking = asyncio.create_task(hook(gate))
    await asyncio.sleep(0)
    gate.closed = True
    opened.set()

    assert (await asking)["permissionDecision"] == "deny"
    assert (await hook(gate, call="t2"))["permissionDecision"] == "deny"
    assert (heard.allowed, len(asked.actions)) == ([], 1)


@pytest.mark.rule("P2", "P4")
async def test_the_program_waits_longer_than_any_approval_may_stay_open() -> None:
    (matcher,) = Heard().gate(answering(Allow())).matchers()

    assert matcher.timeout is not None
    assert timedelta(seconds=matcher.timeout) >= timedelta(days=30)
    assert "TIMEOUT" not in " ".join([*USUAL, *FIXED])


@pytest.mark.rule("P7")
async def test_what_was_done_outside_is_shown_by_a_command_of_ours() -> None:
    heard = Heard()
    gate = heard.gate(answering(Done("pushed", 0)))

    answer = await hook(gate, "git push")

    changed = answer["updatedInput"]
    assert (answer["permissionDecision"], heard.allowed) == ("allow", ["t1"])
    assert "git push" not in str(changed)
    # The callback sees the call as it is made, and does not ask about it again.
    assert (await callback(gate, changed["command"])).updated_input == changed
    assert heard.allowed == ["t1"]
