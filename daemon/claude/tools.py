"""The daemon's own tools, offered to Claude Code by an MCP server that lives in this process.

The program reaches it over the same pipe as the gate (control requests ``mcp_message``), so nothing listens
anywhere. To the gate its calls are calls like all others, named ``mcp__muti__NAME``.
"""

import json
from typing import Any

from claude_agent_sdk import McpSdkServerConfig, SdkMcpTool, create_sdk_mcp_server

from daemon.runtime import Tool, Toolbox

SERVER = "muti"


def serve(tools: Toolbox) -> dict[str, McpSdkServerConfig]:
    """The server, as the SDK's client takes it."""
    offered = [_offer(tools, tool) for tool in tools.all()]
    return {SERVER: create_sdk_mcp_server(SERVER, tools=offered)}


def announcement() -> str:
    """The same server as the program's command line names it: its calls come to us."""
    return json.dumps({"mcpServers": {SERVER: {"type": "sdk", "name": SERVER}}})


def _offer(tools: Toolbox, tool: Tool) -> SdkMcpTool[Any]:
    async def call(arguments: dict[str, Any]) -> dict[str, Any]:
        text, failed = await tools.call(tool.name, arguments)
        return {"content": [{"type": "text", "text": text}], "is_error": failed}

    return SdkMcpTool(tool.name, tool.description, dict(tool.schema), call)
