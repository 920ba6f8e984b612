"""What Codex is about to do, as actions for the gate. Pure."""

import shlex
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from daemon.codex.patch import as_item, as_tool
from daemon.codex.shapes import part, parts
from daemon.codex.words import shell_and_command
from daemon.runtime import Action

SHELL, PATCH = "Bash", "apply_patch"
OWN_SERVER = "muti"

# Of an approval, what would widen what a command may do.
WIDENING = ("additionalPermissions", "networkApprovalContext")


class Calls:
    """The calls of one turn. ``named`` gives the model's own words for a call, if they are known.

    The hook is told a command without the directory and the shell that the model named; the transcript has both.
    """

    def __init__(
        self,
        directory: Path,
        own_tools: Collection[str],
        named: Callable[[str], Mapping[str, Any]],
        thread: Callable[[], str | None],
    ) -> None:
        self._directory = directory
        self._own_tools = own_tools
        self._named = named
        self._thread = thread
        self._items: dict[str, Mapping[str, Any]] = {}

    def see(self, item: Mapping[str, Any]) -> None:
        """The program has begun with a call."""
        self._items[str(item.get("id"))] = item

    def forget(self, call: str) -> None:
        """A call is over."""
        self._items.pop(call, None)

    def item(self, call: str) -> Mapping[str, Any]:
        """The program's own item of a call, if there is one yet."""
        return self._items.get(call, {})

    def of_hook(self, question: Mapping[str, Any]) -> Action:
        """The action that the hook asks about (hook input of ``PreToolUse``)."""
        call, tool = str(question.get("tool_use_id")), str(question.get("tool_name"))
        given = question.get("tool_input")
        given = given if isinstance(given, Mapping) else {"input": given}
        directory = Path(str(question.get("cwd") or self._directory))
        session = question.get("session_id")
        agent = str(session) if session and session != self._thread() else None
        if tool == SHELL:
            return self._command(call, given, directory, agent)
        if tool == PATCH:
            tool, given = as_tool(str(given.get("command")), directory)
        elif tool in self._own_tools:
            tool = f"mcp__{OWN_SERVER}__{tool}"
        return Action(call, tool, given, directory, agent)

    def _command(self, call: str, given: Mapping[str, Any], directory: Path, agent: str | None) -> Action:
        named = self._named(call)
        command = given.get("command")
        if isinstance(named.get("shell"), str) and isinstance(command, str):
            command = shlex.join([named["shell"], "-c", command])
        if isinstance(named.get("workdir"), str):
            directory = directory / named["workdir"]
        return Action(call, SHELL, {"command": command}, directory, agent)

    def of_command(self, params: Mapping[str, Any]) -> Action:
        """The action of ``item/commandExecution/requestApproval``, exactly as it would be run."""
        line = str(params.get("command"))
        found = shell_and_command(line)
        plain = found is not None and found[0].rpartition("/")[2] in ("bash", "sh")
        given: dict[str, Any] = {"command": found[1] if found and plain else line}
        given |= {name: params[name] for name in WIDENING if params.get(name)}
        tool = SHELL if params.get("kind", "command") == "command" else str(params["kind"])
        directory = Path(str(params.get("cwd") or self._directory))
        return Action(str(params.get("itemId")), tool, given, directory)

    def of_patch(self, params: Mapping[str, Any]) -> Action:
        """The action of ``item/fileChange/requestApproval``: the approval names only the item."""
        call = str(params.get("itemId"))
        return Action(call, PATCH, as_item(parts(self.item(call), "changes")), self._directory)

    def of_server(self, params: Mapping[str, Any], number: int | str) -> Action:
        """The action of ``mcpServer/elicitation/request``, which does not name the call that it is about."""
        server, given = params.get("serverName"), part(part(params, "_meta"), "tool_params")
        for call, item in self._items.items():
            if (item.get("type"), item.get("server")) == ("mcpToolCall", server) and (
                part(item, "arguments")
            ) == given:
                return Action(call, f"mcp__{server}__{item.get('tool')}", given, self._directory)
        told = {**given, "message": params.get("message")}
        return Action(f"elicitation-{number}", f"mcp__{server}__unknown", told, self._directory)

    def of_tool(self, params: Mapping[str, Any]) -> Action:
        """The action of ``item/tool/call``: a tool of ours."""
        given = params.get("arguments")
        given = given if isinstance(given, Mapping) else {"input": given}
        tool = f"mcp__{OWN_SERVER}__{params.get('tool')}"
        return Action(str(params.get("callId")), tool, given, self._directory)
