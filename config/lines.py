"""On which line of a TOML file a key stands. `tomllib` does not say."""

import tomllib
from bisect import bisect_left
from typing import Any

from config.errors import Location


def find_line(text: str, location: Location) -> int | None:
    """The line, from 1, on which the statement begins that first gives ``location``; None if none does.

    ``text`` is valid TOML. Its beginning up to the end of any statement is valid too, so the shortest such
    beginning that knows the key ends with the statement that gives it.
    """
    lines = text.splitlines(keepends=True)
    if not _knows(_parse(lines), location):
        return None
    starts, ends = _split_statements(lines)
    first = bisect_left(ends, True, key=lambda end: _knows(_parse(lines[:end]), location))
    return starts[first] + 1


def _split_statements(lines: list[str]) -> tuple[list[int], list[int]]:
    """Where each statement starts and ends: lines are added to it until it can be parsed by itself."""
    starts, ends = [0], [0]
    for end in range(1, len(lines) + 1):
        if _parse(lines[ends[-1] : end]) is not None:
            starts.append(ends[-1])
            ends.append(end)
    return starts, ends


def _parse(lines: list[str]) -> dict[str, Any] | None:
    try:
        return tomllib.loads("".join(lines))
    except tomllib.TOMLDecodeError:
        return None


def _knows(tree: Any, location: Location) -> bool:
    for part in location:
        if isinstance(part, int):
            if not isinstance(tree, list) or part >= len(tree):
                return False
        elif not isinstance(tree, dict) or part not in tree:
            return False
        tree = tree[part]
    return True
