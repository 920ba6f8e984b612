"""The gate in front of every tool call of Claude Code.

A ``PreToolUse`` hook sees every call in every permission mode, sub-agents' included; ``can_use_tool`` is asked
only for what the program's own rules doubt. The hook decides, and the callback stands behind it: should the
hook not be called, the callback asks by itself. Whatever goes wrong here blocks the call.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from claude_agent_sdk import (
    HookContext,
    HookInput,
    HookJSONOutput,
    HookMatcher,
    PermissionResult,
    PermissionResultAllow,
    PermissionResultDeny,
    ToolPermissionContext,
)

from daemon.runtime import Action, Allow, Deny, Done, Gate, Halt, Verdict

# Longer than any approval may stay open. The program's own default, a minute, would end the wait.
DAYS = 30 * 24 * 3600
STOPPING = "This request is being stopped."


class ToolGate:
    """Asks once per call, and keeps the answer until the call is over.

    ``allowed`` and ``refused`` hear of each verdict, ``broken`` of a gate that failed, ``halted`` of a turn
    that must end.
    """

    def __init__(
        self,
        gate: Gate,
        directory: Path,
        allowed: Callable[[Action], None],
        refused: Callable[[Action], None],
        broken: Callable[[Exception], None],
        halted: Callable[[], None],
    ) -> None:
        self._gate = gate
        self._directory = directory
        self._allowed = allowed
        self._refused = refused
        self._broken = broken
        self._halted = halted
        self._verdicts: dict[tuple[str, str], Verdict] = {}
        self.closed = False

    def matchers(self) -> list[HookMatcher]:
        """The hook, as the program registers it."""
        return [HookMatcher(matcher=None, hooks=[self.before_tool], timeout=DAYS, on_failure="block")]

    async def before_tool(self, given: HookInput, call: str | None, context: HookContext) -> HookJSONOutput:
        """The hook. Its answer is final: a hook that allows is not followed by the callback."""
        fields: Mapping[str, Any] = {**given}
        action = Action(
            call=str(fields.get("tool_use_id") or call),
            tool=fields["tool_name"],
            input=fields["tool_input"],
            directory=Path(fields.get("cwd") or self._directory),
            agent=fields.get("agent_id"),
        )
        verdict = await self._decide(action)
        self._verdicts[_key(action)] = verdict
        answer: dict[str, Any] = {"hookEventName": "PreToolUse", "permissionDecision": _word(verdict)}
        if isinstance(verdict, Done):
            answer["updatedInput"] = {**action.input, "command": stub(verdict)}
        elif not isinstance(verdict, Allow):
            answer["permissionDecisionReason"] = verdict.reason
        return {"hookSpecificOutput": answer}  # type: ignore[typeddict-item]

    async def may_use_tool(
        self, tool: str, given: dict[str, Any], context: ToolPermissionContext
    ) -> PermissionResult:
        """The callback: the hook's verdict on this very input, or else a question of its own."""
        action = Action(str(context.tool_use_id), tool, given, self._directory, context.agent_id)
        verdict = self._verdicts.pop(_key(action), None) or await self._decide(action)
        if isinstance(verdict, Allow):
            return PermissionResultAllow()
        if isinstance(verdict, Done):
            return PermissionResultAllow(updated_input={**given, "command": stub(verdict)})
        return PermissionResultDeny(message=verdict.reason)

    def forget(self, call: str) -> None:
        """A call came back: whatever comes next under its id is another one."""
        self._verdicts = {key: verdict for key, verdict in self._verdicts.items() if key[0] != call}

    async def _decide(self, action: Action) -> Verdict:
        if self.closed:
            self._refused(action)
            return Deny(STOPPING)
        try:
            verdict = await self._gate(action)
        except Exception as problem:
            self._refused(action)
            self._broken(problem)
            raise
        # The request may have been stopped while somebody was thinking.
        if self.closed and isinstance(verdict, Allow):
            verdict = Halt(STOPPING)
        (self._allowed if isinstance(verdict, Allow | Done) else self._refused)(action)
        if isinstance(verdict, Halt):
            self._halted()
        return verdict


def _word(verdict: Verdict) -> str:
    return "allow" if isinstance(verdict, Allow | Done) else "deny"


def stub(done: Done) -> str:
    """A command that prints what the daemon's own run of an action has printed, and ends as it ended."""
    return f"printf %s {b64encode(done.output.encode()).decode()} | base64 -d; exit {done.exit_code}"


def _key(action: Action) -> tuple[str, str]:
    return action.call, json.dumps([action.tool, action.input], sort_keys=True)
