"""What came and went in a file, as the hunks of a unified diff (GNU diffutils, "Unified Format"). Pure."""

from collections.abc import Mapping, Sequence
from difflib import unified_diff
from typing import Any

MOST_LINES = 2_000
"""Lines of a text that are compared: the time that it takes grows with their product."""
AROUND = 3


def patch_between(before: str, after: str) -> str:
    """The hunks between two texts; nothing where they are too long to be compared."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) > MOST_LINES or len(new) > MOST_LINES:
        return ""
    return "\n".join(list(unified_diff(old, new, n=AROUND, lineterm=""))[2:])


def patch_of_new(content: str, mark: str = "+") -> str:
    """A file that is new, or with ``-`` one that is gone."""
    lines = content.splitlines()
    place = f"@@ -0,0 +1,{len(lines)} @@" if mark == "+" else f"@@ -1,{len(lines)} +0,0 @@"
    return "\n".join([place, *(mark + line for line in lines)]) if lines else ""


def patch_of_hunks(hunks: Sequence[Mapping[str, Any]]) -> str:
    """Hunks as Claude Code's tools describe them: where they begin, how long they are, and their lines."""
    parts = []
    for hunk in hunks:
        old, new = (f"{hunk.get(f'{side}Start', 0)},{hunk.get(f'{side}Lines', 0)}" for side in ("old", "new"))
        parts += [f"@@ -{old} +{new} @@", *(str(line) for line in hunk.get("lines", ()))]
    return "\n".join(parts)
