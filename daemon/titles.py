"""One line that names a tool call, the same for every runtime."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

LONGEST = 200

# For each tool, the part of its input that tells people most.
TELLING = {
    "Agent": "description",
    "Bash": "command",
    "Edit": "file_path",
    "Glob": "pattern",
    "Grep": "pattern",
    "NotebookEdit": "notebook_path",
    "Read": "file_path",
    "Skill": "skill",
    "Task": "description",
    "ToolSearch": "query",
    "WebFetch": "url",
    "WebSearch": "query",
    "Write": "file_path",
    "mcp__muti__ask_agent": "agent",
    "mcp__muti__attach": "path",
    "mcp__muti__progress": "text",
    "mcp__muti__reply": "text",
    "mcp__muti__send_message": "to",
}


def title_of(tool: str, given: Mapping[str, Any], directory: Path) -> str:
    """The title of a call, at most 200 characters: the command itself, or the tool and what it is about."""
    telling = TELLING.get(tool, "")
    value = given.get(telling)
    if tool.startswith("mcp__"):
        tool = tool.removeprefix("mcp__muti__").removeprefix("mcp__").replace("__", ": ")
    if not isinstance(value, str):
        return _one_line(tool)
    if telling.endswith("path"):
        value = path_below(value, directory)
    return _one_line(value if tool == "Bash" else f"{tool} {value}")


def path_below(path: str, *directories: Path) -> str:
    """The path as people of the room know it: below the directory where it is, else as it stands."""
    plain = Path(path)
    for directory in directories:
        if plain.is_relative_to(directory) and ".." not in plain.parts:
            return plain.relative_to(directory).as_posix()
    return path


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
