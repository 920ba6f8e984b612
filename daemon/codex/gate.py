"""The gate in front of every tool call of Codex.

The program calls a hook of ours before each call that it makes, and asks for approval of each command, each
patch and each call of a server. The hook decides: it sees every tool, and its reasons reach the model. The
approval stands behind it: for exactly what the hook has decided it takes the same answer, and for anything else,
and should the hook not have been called, it asks the gate by itself. Whatever goes wrong here blocks the call.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from daemon.codex.actions import SHELL, Calls
from daemon.codex.outside import told, write_stub
from daemon.codex.patch import is_same
from daemon.codex.shapes import parts
from daemon.codex.words import shell_and_command, split_words
from daemon.runtime import Action, Allow, Deny, Done, Gate, Halt, Verdict

STOPPING = "This request is being stopped."


@dataclass(frozen=True)
class Decided:
    """A verdict of the hook, and the very call that it is for: a command line, or a patch."""

    action: Action
    verdict: Verdict
    text: str


class ToolGate:
    """Asks once per call, and keeps the answer until the call is over.

    ``allowed`` hears of each call that is to be seen to its end, with its verdict, ``refused`` of every other,
    ``broken`` of a gate that failed, ``halted`` of a turn that must end. ``files`` is for outputs.
    """

    def __init__(
        self,
        gate: Gate,
        calls: Calls,
        files: Path,
        allowed: Callable[[Action, Allow | Done], None],
        refused: Callable[[Action], None],
        broken: Callable[[Exception], None],
        halted: Callable[[], None],
    ) -> None:
        self._gate = gate
        self._calls = calls
        self._files = files
        self._allowed = allowed
        self._refused = refused
        self._broken = broken
        self._halted = halted
        self._decided: dict[str, Decided] = {}
        self.closed = False

    async def before_tool(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the hook prints (hook output of ``PreToolUse``)."""
        action = self._calls.of_hook(question)
        try:
            verdict = await self._decide(action)
        except Exception:
            return _hook_answer("The gate failed, so this may not happen.")
        given = question.get("tool_input")
        text = str(given.get("command")) if isinstance(given, Mapping) else ""
        if isinstance(verdict, Done) and action.tool == SHELL and action.input.get("command") == text:
            text = write_stub(verdict, self._files / f"{uuid4().hex}.out")
            self._decided[action.call] = Decided(action, verdict, text)
            return _hook_answer(None, {"command": text})
        self._decided[action.call] = Decided(action, verdict, text)
        return _hook_answer(_reason(verdict))

    async def approve_command(self, params: Mapping[str, Any]) -> str | None:
        """Why a command may not be run, or nothing if it may."""
        exact = self._calls.of_command(params)
        known = self._decided.pop(exact.call, None)
        if known is not None and _is_command(known, exact, str(params.get("command"))):
            return None if isinstance(known.verdict, Done) else _reason(known.verdict)
        return await self._ask(exact)

    async def approve_patch(self, params: Mapping[str, Any]) -> str | None:
        """Why a patch may not be applied, or nothing if it may."""
        exact = self._calls.of_patch(params)
        known = self._decided.pop(exact.call, None)
        changes = parts(self._calls.item(exact.call), "changes")
        if (
            known is not None
            and not params.get("grantRoot")
            and is_same(known.text, changes, exact.directory)
        ):
            return _reason(known.verdict)
        return await self._ask(exact)

    async def approve_server(self, params: Mapping[str, Any], number: int | str) -> str | None:
        """Why a server's tool may not be called, or nothing if it may."""
        return await self._approve_tool(self._calls.of_server(params, number))

    async def approve_tool(self, params: Mapping[str, Any]) -> str | None:
        """Why one of our own tools may not be used, or nothing if it may."""
        return await self._approve_tool(self._calls.of_tool(params))

    async def _approve_tool(self, exact: Action) -> str | None:
        known = self._decided.pop(exact.call, None)
        if known is not None and _is_tool_call(known.action, exact):
            return _reason(known.verdict)
        return await self._ask(exact)

    def forget(self, call: str) -> None:
        """A call came back: whatever comes next under its id is another one."""
        self._decided.pop(call, None)

    async def _ask(self, action: Action) -> str | None:
        try:
            return _reason(await self._decide(action))
        except Exception:
            return "The gate failed, so this may not happen."

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


def _reason(verdict: Verdict) -> str | None:
    """Why the call as it stands may not be made, or nothing if it may."""
    if isinstance(verdict, Allow):
        return None
    return told(verdict) if isinstance(verdict, Done) else verdict.reason


def _is_command(known: Decided, exact: Action, line: str) -> bool:
    """Whether a command is the one that the hook decided on, in the same directory and with nothing added."""
    if set(exact.input) != {"command"} or exact.tool != SHELL or not _same_place(known, exact):
        return False
    if _names_shell(known):
        return split_words(str(known.action.input["command"])) == split_words(line)
    found = shell_and_command(line)
    return found is not None and found[1] == known.text


def _is_tool_call(known: Action, exact: Action) -> bool:
    return known.tool == exact.tool and dict(known.input) == dict(exact.input)


def _names_shell(known: Decided) -> bool:
    """A shell that the model named is part of what was decided; the program's own choice is not."""
    return not isinstance(known.verdict, Done) and known.action.input.get("command") != known.text


def _same_place(known: Decided, exact: Action) -> bool:
    return known.action.directory.absolute() == exact.directory.absolute()


def _hook_answer(reason: str | None, changed: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    if reason is None and changed is None:
        return {}  # the call goes on to its approval
    answer: dict[str, Any] = {"hookEventName": "PreToolUse"}
    if reason is not None:
        answer |= {"permissionDecision": "deny", "permissionDecisionReason": reason}
    else:
        answer |= {"permissionDecision": "allow", "updatedInput": changed}
    return {"hookSpecificOutput": answer}
