"""A server of the Model Context Protocol over its own pipes, with one tool that calls itself read-only.

What it is asked to do it writes into the file that its first argument names.
"""

import json
import sys
from pathlib import Path
from typing import Any

TOOL = {
    "name": "look",
    "description": "Looks something up.",
    "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}},
    "annotations": {"readOnlyHint": True},
}


def answer(method: str, params: dict[str, Any], log: Path) -> dict[str, Any]:
    """The result of one request."""
    if method == "initialize":
        about = {"name": "docs", "version": "1"}
        capabilities: dict[str, Any] = {"tools": {}}
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": capabilities,
            "serverInfo": about,
        }
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        with log.open("a") as file:
            file.write(json.dumps(params["arguments"]) + "\n")
        return {"content": [{"type": "text", "text": f"looked at {params['arguments']['path']}"}]}
    return {}


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            result = answer(request["method"], request.get("params") or {}, Path(sys.argv[1]))
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)


if __name__ == "__main__":
    main()
