"""What came back from Claude Code's own tools: output, exit codes, changed files. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from typing import Any

from claude_agent_sdk import ToolResultBlock

from daemon.patches import patch_between, patch_of_hunks, patch_of_new

# What the program tells the model of a call that was interrupted; nobody rejected anything.
BROKEN_OFF = "The user doesn't want to proceed with this tool use."


@dataclass(frozen=True)
class Change:
    """A file that a tool wrote, with the lines that came and went."""

    path: str
    added: int
    removed: int
    created: bool
    patch: str = field(default="", compare=False)


def change_of(tool: str, given: Mapping[str, Any], details: Any) -> Change | None:
    """The file that a call changed.

    ``details`` holds the patch of the main agent's calls; a sub-agent's have none, and are counted from
    their input.
    """
    if tool not in ("Write", "Edit", "NotebookEdit"):
        return None
    path = str(given.get("file_path") or given.get("notebook_path"))
    if not isinstance(details, Mapping) or "structuredPatch" not in details:
        return Change(path, *_count_input(tool, given), created=False, patch=_patch_of_input(tool, given))
    if details.get("type") == "create" or details.get("originalFile") is None:
        content = str(details.get("content") or "")
        return Change(path, len(content.splitlines()), 0, created=True, patch=patch_of_new(content))
    lines = [line for hunk in details["structuredPatch"] for line in hunk.get("lines", ())]
    patch = patch_of_hunks(details["structuredPatch"])
    return Change(path, *_count_patch(lines), created=False, patch=patch)


def _count_patch(lines: Sequence[str]) -> tuple[int, int]:
    return sum(line.startswith("+") for line in lines), sum(line.startswith("-") for line in lines)


def _patch_of_input(tool: str, given: Mapping[str, Any]) -> str:
    if tool != "Edit":
        return ""  # what stood there before is not known
    return patch_between(str(given.get("old_string") or ""), str(given.get("new_string") or ""))


def _count_input(tool: str, given: Mapping[str, Any]) -> tuple[int, int]:
    old = str(given.get("old_string") or "").splitlines()
    new = str(given.get("new_string") or given.get("content") or given.get("new_source") or "").splitlines()
    if tool != "Edit":
        return len(new), 0
    return _count_patch([line for line in unified_diff(old, new, n=0) if line[:3] not in ("+++", "---")])


def output_of(block: ToolResultBlock, details: Any) -> str:
    """Everything that the tool printed, as text."""
    if isinstance(details, Mapping) and isinstance(details.get("stdout"), str):
        parts = (details["stdout"], details.get("stderr"))
        return "\n".join(part for part in parts if isinstance(part, str) and part)
    if isinstance(details, Mapping) and isinstance(details.get("content"), list):
        # A sub-agent's report, without the warning that the model gets with it.
        return _text_of(details["content"])
    if isinstance(block.content, str):
        return "The call was broken off." if block.content.startswith(BROKEN_OFF) else block.content
    return _text_of(block.content or ())


def _text_of(parts: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(str(part["text"]) for part in parts if part.get("type") == "text")


def exit_code_of(output: str, failed: bool) -> int | None:
    """The exit code of a command: the program writes it as the first line of a failure."""
    if not failed:
        return 0
    found = re.match(r"Exit code (-?\d+)\b", output)
    return int(found[1]) if found else None
