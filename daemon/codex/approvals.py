"""What Codex asks us while it works, and our answers."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from daemon.codex.gate import ToolGate
from daemon.codex.shapes import part
from daemon.codex.wire import Wire
from daemon.runtime import Toolbox

ACCEPT, DECLINE = {"decision": "accept"}, {"decision": "decline"}

# Nobody sits at a screen: what is asked of a person besides approvals gets an empty answer.
EMPTY: Mapping[str, Mapping[str, Any]] = {
    "applyPatchApproval": {"decision": "denied"},
    "execCommandApproval": {"decision": "denied"},
    "item/permissions/requestApproval": {"permissions": {}},
    "item/tool/requestUserInput": {"answers": {}},
}


class Approvals:
    """Answers the program's requests of one turn. ``steer`` tells the model something in the middle of it.

    A refusal has no room for a reason, and the model is told "rejected by user": the reason follows by itself.
    Only what the hook has not refused already comes to this.
    """

    def __init__(
        self, wire: Wire, gate: ToolGate, tools: Toolbox | None, steer: Callable[[str], Awaitable[None]]
    ) -> None:
        self._wire = wire
        self._gate = gate
        self._tools = tools
        self._steer = steer

    async def answer(self, number: int | str, method: str, params: Mapping[str, Any]) -> None:
        """Answer one request; an approval may take hours."""
        match method:
            case "item/commandExecution/requestApproval":
                await self._decide(number, await self._gate.approve_command(params), ACCEPT, DECLINE)
            case "item/fileChange/requestApproval":
                await self._decide(number, await self._gate.approve_patch(params), ACCEPT, DECLINE)
            case "mcpServer/elicitation/request":
                await self._answer_server(number, params)
            case "item/tool/call":
                self._wire.answer(number, await self._use(params))
            case _ if method in EMPTY:
                self._wire.answer(number, EMPTY[method])
            case _:
                self._wire.refuse(number, f"{method} has no answer here")

    async def _decide(
        self, number: int | str, reason: str | None, yes: Mapping[str, Any], no: Mapping[str, Any]
    ) -> None:
        self._wire.answer(number, yes if reason is None else no)
        if reason is not None:
            await self._steer(reason)

    async def _answer_server(self, number: int | str, params: Mapping[str, Any]) -> None:
        if part(params, "_meta").get("codex_approval_kind") != "mcp_tool_call":
            self._wire.answer(number, {"action": "decline"})  # a form for a person
            return
        reason = await self._gate.approve_server(params, number)
        await self._decide(number, reason, {"action": "accept", "content": {}}, {"action": "decline"})

    async def _use(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        reason = await self._gate.approve_tool(params)
        if reason is not None:
            return _result(reason, failed=True)
        if self._tools is None:
            return _result("There is no such tool.", failed=True)
        given = params.get("arguments")
        given = given if isinstance(given, Mapping) else {}
        return _result(*await self._tools.call(str(params.get("tool")), given))


def _result(text: str, failed: bool) -> Mapping[str, Any]:
    return {"contentItems": [{"type": "inputText", "text": text}], "success": not failed}
