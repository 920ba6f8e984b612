"""The gate in front of every tool call of Claude Code.

A ``PreToolUse`` hook sees every call in every permission mode, sub-agents' included; ``can_use_tool`` is asked
only for what the program's own rules doubt. The hook decides, and the callback stands behind it: should the
hook not be called, the callback asks by itself. Whatever goes wrong here blocks the call.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
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

from daemon.claude.outside import SHELL, stub, told
from daemon.runtime import Action, Allow, Deny, Done, Gate, Halt, Verdict

# Longer than any approval may stay open. The program's own default, a minute, would end the wait.
DAYS = 30 * 24 * 3600
STOPPING = "This request is being stopped."
# Of the input of a call that the daemon has run itself. In the background, or with a limit of its own, the call
# would not show its output.
KEPT = ("description",)


class ToolGate:
    """Asks once per call, and keeps the answer until the call is over.

    ``allowed`` hears of each call that is to be seen to its end, with its verdict, ``refused`` of every other,
    ``broken`` of a gate that failed, ``halted`` of a turn that must end.
    """

    def __init__(
        self,
        gate: Gate,
        directory: Path,
        allowed: Callable[[Action, Allow | Done], None],
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
        reason, changed = _refusal(action.tool, verdict), _changed(action, verdict)
        # The callback would see the call as it is made.
        self._verdicts[_key(replace(action, input=changed or action.input))] = verdict
        return {"hookSpecificOutput": _answer(reason, changed)}  # type: ignore[typeddict-item]

    async def may_use_tool(
        self, tool: str, given: dict[str, Any], context: ToolPermissionContext
    ) -> PermissionResult:
        """The callback: the hook's verdict on this very input, or else a question of its own."""
        action = Action(str(context.tool_use_id), tool, given, self._directory, context.agent_id)
        verdict = self._verdicts.pop(_key(action), None) or await self._decide(action)
        reason = _refusal(tool, verdict)
        if reason is not None:
            return PermissionResultDeny(message=reason)
        return PermissionResultAllow(updated_input=_changed(action, verdict))

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
        if isinstance(verdict, Allow | Done):
            self._allowed(action, verdict)
        else:
            self._refused(action)
        if isinstance(verdict, Halt):
            self._halted()
        return verdict


def _answer(reason: str | None, changed: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the hook says, in the program's words."""
    answer: dict[str, Any] = {"hookEventName": "PreToolUse"}
    if reason is not None:
        return answer | {"permissionDecision": "deny", "permissionDecisionReason": reason}
    return answer | {"permissionDecision": "allow"} | ({"updatedInput": changed} if changed else {})


def _refusal(tool: str, verdict: Verdict) -> str | None:
    """Why the program must not make the call, or nothing if it may."""
    if isinstance(verdict, Done):
        return None if tool == SHELL else told(verdict)
    return None if isinstance(verdict, Allow) else verdict.reason


def _changed(action: Action, verdict: Verdict) -> dict[str, Any] | None:
    """The input that the call is made with instead, if it is another one."""
    if not isinstance(verdict, Done) or action.tool != SHELL:
        return None
    return {key: action.input[key] for key in KEPT if key in action.input} | {"command": stub(verdict)}


def _key(action: Action) -> tuple[str, str]:
    return action.call, json.dumps([action.tool, action.input], sort_keys=True)
