"""Files of a working directory that the owner's own tools run or obey without being told to, later and outside."""

import os
from pathlib import Path

LATER = (
    ".claude/settings.json", ".claude/settings.local.json", ".claude/hooks", ".mcp.json", ".codex", ".cursor",
    ".gemini", ".envrc", ".vscode", ".idea", ".devcontainer", ".githooks", ".husky", ".git",
    ".git/rebase-merge", ".git/rebase-apply",
)  # fmt: skip
"""Those that are there cannot be changed in a box; of those that an agent leaves, the room is told."""

PASSING = (".git", ".git/rebase-merge", ".git/rebase-apply")
"""They are the agent's daily work: a new repository has hooks, a rebase that is left half done has commands for
whoever goes on with it. What must hold of a repository that is there, `daemon.sandbox.repository` holds."""


def present(directory: Path) -> frozenset[str]:
    """Which of them are there."""
    return frozenset(name for name in LATER if os.path.lexists(directory / name))


def describe_new(before: frozenset[str], after: frozenset[str]) -> str | None:
    """What people should know of the files that a turn has left, or nothing."""
    new = sorted(after - before)
    if not new:
        return None
    return f"Look at these before you use this folder, since your own tools may run what is in them: {', '.join(new)}."
