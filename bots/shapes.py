"""What an agent's answer is made of: code, lists, tables and text, as agents write them in Markdown. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

ITEM = re.compile(r"^( *)(?:[-*+]|(\d{1,3})[.)]) +(\S.*)$")
"""An item of a list: its indent, its number if it has one, its text."""

HEADING = re.compile(r"^#{1,6} +(.+?)(?: +#+)?$")

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([A-Za-z0-9+#._-]*)\s*$")
_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")


@dataclass
class Shape:
    """One stretch of a text: ``kind`` is text, code, list or table. ``language`` is that of code, as it was given."""

    kind: str
    rows: list[str] = field(default_factory=list)
    language: str = ""


def shapes(text: str) -> Iterator[Shape]:
    """What belongs together; a fence that is never closed holds all the rest. Empty stretches are left out."""
    rows = text.expandtabs(4).split("\n")
    part, index = Shape("text"), 0
    while index < len(rows):
        row = rows[index]
        if fence := _FENCE.match(row):
            yield from _known(part)
            end = _end_of_fence(rows, index + 1, fence[1])
            yield Shape("code", rows[index + 1 : end], fence[2])
            part, index = Shape("text"), end + 1
            continue
        kind = _kind(rows, index, part.kind)
        if kind != part.kind:
            yield from _known(part)
            part = Shape(kind)
        part.rows.append(row)
        index += 1
    yield from _known(part)


def table_cells(rows: list[str]) -> list[list[str]]:
    """The cells of a table, its head first, without the row of dashes, which is the Markdown's own.

    All rows are as wide as the widest: what stands in one cell too many is not lost.
    """
    cells = [_cells(row) for row in rows[:1] + rows[2:]]
    width = max(len(row) for row in cells)
    return [row + [""] * (width - len(row)) for row in cells]


def aligned(cells: list[list[str]]) -> str:
    """A table for a fixed width, where a Chinese or Korean letter is as wide as two of ours."""
    widths = [max(_width(row[index]) for row in cells) for index in range(len(cells[0]))]
    return "\n".join(
        "  ".join(cell + " " * (widths[index] - _width(cell)) for index, cell in enumerate(row)).rstrip()
        for row in cells
    )


def _known(part: Shape) -> list[Shape]:
    return [part] if any(row.strip() for row in part.rows) else []


def _end_of_fence(rows: list[str], start: int, fence: str) -> int:
    closes = re.compile(rf"^ {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}\s*$")
    return next((index for index in range(start, len(rows)) if closes.match(rows[index])), len(rows))


def _kind(rows: list[str], index: int, before: str) -> str:
    row = rows[index]
    if "|" in row:
        below = rows[index + 1] if index + 1 < len(rows) else ""
        heads = "|" in below and _RULE.match(below) and len(_cells(row)) == len(_cells(below))
        if before == "table" or heads:
            return "table"
    return "list" if ITEM.match(row) else "text"


def _cells(row: str) -> list[str]:
    inner = row.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _width(text: str) -> int:
    """In columns of a fixed-width font (Unicode Annex 11)."""
    marks = sum(1 for character in text if unicodedata.combining(character))
    return len(text) - marks + sum(1 for one in text if unicodedata.east_asian_width(one) in "WF")
