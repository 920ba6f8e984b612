"""An agent's answer as blocks: its code, lists and tables as what they are, and all else as plain text (C6, C7).

Agents write Markdown. Of it only what changes the shape is read; text stays text, so that no link label and no
mention can be forged: a link is shown with its address.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from bots.slack.blocks import Json, bold, code, line, preformatted, rich
from bots.text import cut, measure

BLOCKS_AT_MOST = 40
"""Of the fifty of a message; what would take more is shown as it was written."""

PIECE_CHARACTERS = 3000
TABLE_ROWS = 100
TABLE_COLUMNS = 20
CELL_CHARACTERS = 300
TABLE_CHARACTERS = 6000
"""Slack counts all cells of a table together; 10,000 are allowed (docs.slack.dev, table block)."""

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([A-Za-z0-9+#._-]*)\s*$")
_ITEM = re.compile(r"^( *)(?:[-*+]|(\d{1,3})[.)]) +(\S.*)$")
_HEADING = re.compile(r"^#{1,6} +(.+?)(?: +#+)?$")
_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_INLINE = re.compile(
    r"(`+)(?P<code>.+?)\1|\*\*(?P<bold>\S(?:.*?\S)?)\*\*|!?\[(?P<text>[^\]\[]*)\]\((?P<url>[^()\s]+)\)"
)


@dataclass
class _Part:
    """One stretch of a text: ``kind`` is text, code, list or table."""

    kind: str
    rows: list[str] = field(default_factory=list)


def prose(text: str) -> list[Json]:
    """The blocks of an answer. Only the first table is a table of Slack's, which takes one in a message."""
    blocks = _shaped(text)
    return (
        blocks if len(blocks) <= BLOCKS_AT_MOST else [rich(line(*_plain(piece))) for piece in _pieces(text)]
    )


def _shaped(text: str) -> list[Json]:
    blocks: list[Json] = []
    has_table = False
    for part in _parts(text.expandtabs(4).split("\n")):
        if part.kind == "table":
            cells = [_cells(row) for row in part.rows]
            fits = not has_table and _is_small(cells)
            blocks += [_table(cells)] if fits else _preformatted(_aligned(cells))
            has_table = has_table or fits
        elif part.kind == "code":
            blocks += _preformatted("\n".join(part.rows))
        elif part.kind == "list":
            blocks.append(rich(*_lists(part.rows)))
        else:
            blocks += [rich(line(*_inline(piece))) for piece in _pieces("\n".join(part.rows).strip("\n"))]
    return blocks


def _parts(rows: list[str]) -> Iterator[_Part]:
    """What belongs together; a fence that is never closed holds all the rest."""
    part, index = _Part("text"), 0
    while index < len(rows):
        row = rows[index]
        if fence := _FENCE.match(row):
            yield from _known(part)
            end = _end_of_fence(rows, index + 1, fence[1])
            yield _Part("code", rows[index + 1 : end])
            part, index = _Part("text"), end + 1
            continue
        kind = _kind(rows, index, part.kind)
        if kind != part.kind:
            yield from _known(part)
            part = _Part(kind)
        part.rows.append(row)
        index += 1
    yield from _known(part)


def _known(part: _Part) -> list[_Part]:
    return [part] if any(row.strip() for row in part.rows) else []


def _end_of_fence(rows: list[str], start: int, fence: str) -> int:
    closes = re.compile(rf"^ {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}\s*$")
    return next((index for index in range(start, len(rows)) if closes.match(rows[index])), len(rows))


def _kind(rows: list[str], index: int, before: str) -> str:
    row = rows[index]
    if "|" in row:
        below = rows[index + 1] if index + 1 < len(rows) else ""
        if before == "table" or (
            "|" in below and _RULE.match(below) and len(_cells(row)) == len(_cells(below))
        ):
            return "table"
    return "list" if _ITEM.match(row) else "text"


# -- tables -------------------------------------------------------------------------------------------------------


def _cells(row: str) -> list[str]:
    inner = row.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _is_small(cells: list[list[str]]) -> bool:
    longest = max(measure(cell) for row in cells for cell in row)
    whole = sum(measure(cell) for row in cells for cell in row)
    wide = max(len(row) for row in cells)
    return (
        len(cells) <= TABLE_ROWS
        and wide <= TABLE_COLUMNS
        and longest <= CELL_CHARACTERS
        and whole <= TABLE_CHARACTERS
    )


def _table(cells: list[list[str]]) -> Json:
    """The head row is bold; the row of dashes is the Markdown's own and goes."""
    head, *body = _padded(cells[:1] + cells[2:])
    rows = [[_head_cell(cell) for cell in head], *([_cell(cell) for cell in row] for row in body)]
    return {"type": "table", "rows": rows}


def _padded(rows: list[list[str]]) -> list[list[str]]:
    """All rows as wide as the widest: what stands in one cell too many is not lost."""
    width = max(len(row) for row in rows)
    return [row + [""] * (width - len(row)) for row in rows]


def _head_cell(text: str) -> Json:
    return rich(line(bold(text or " ")))


def _cell(text: str) -> Json:
    return rich(line(*(_inline(text) or [{"type": "text", "text": " "}])))


def _aligned(cells: list[list[str]]) -> str:
    """A table for a fixed width, where a Chinese or Korean letter is as wide as two of ours."""
    rows = _padded(cells[:1] + cells[2:])
    widths = [max(_width(row[index]) for row in rows) for index in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell + " " * (widths[index] - _width(cell)) for index, cell in enumerate(row)).rstrip()
        for row in rows
    )


def _width(text: str) -> int:
    """In columns of a fixed-width font (Unicode Annex 11)."""
    marks = sum(1 for character in text if unicodedata.combining(character))
    return len(text) - marks + sum(1 for one in text if unicodedata.east_asian_width(one) in "WF")


# -- text ---------------------------------------------------------------------------------------------------------


def _lists(rows: list[str]) -> list[Json]:
    """Lists of rich text: a new one wherever the style or the depth changes."""
    made: list[Json] = []
    for row in rows:
        item = _ITEM.match(row)
        assert item is not None
        style, indent = "ordered" if item[2] else "bullet", min(len(item[1]) // 2, 5)
        last = made[-1] if made else None
        if last is None or (last["style"], last["indent"]) != (style, indent):
            last = {"type": "rich_text_list", "style": style, "indent": indent, "elements": []}
            if item[2] and int(item[2]) > 1:
                last["offset"] = int(item[2]) - 1
            made.append(last)
        last["elements"].append(line(*_inline(item[3])))
    return made


def _inline(text: str) -> list[Json]:
    """Code and bold; a link as its text and its address, so that it says where it leads."""
    found: list[Json] = []
    for row_index, row in enumerate(text.split("\n")):
        heading = _HEADING.match(row)
        for element in _plain("\n" * bool(row_index)) + ([bold(heading[1])] if heading else _marked(row)):
            if found and "style" not in {**found[-1], **element}:
                found[-1] = {"type": "text", "text": found[-1]["text"] + element["text"]}
            else:
                found.append(element)
    return found


def _marked(row: str) -> list[Json]:
    found: list[Json] = []
    start = 0
    for mark in _INLINE.finditer(row):
        found += _plain(row[start : mark.start()])
        if mark["code"] is not None:
            found.append(code(mark["code"].strip() or " "))
        elif mark["bold"] is not None:
            found.append(bold(mark["bold"]))
        else:
            named = mark["text"] and mark["text"] != mark["url"]
            found += _plain(f"{mark['text']} ({mark['url']})" if named else mark["url"])
        start = mark.end()
    return found + _plain(row[start:])


def _plain(text: str) -> list[Json]:
    return [{"type": "text", "text": text}] if text else []


def _preformatted(text: str) -> list[Json]:
    return [rich(preformatted(piece)) for piece in _pieces(text)]


def _pieces(text: str) -> list[str]:
    """Pieces that fit, cut at ends of lines where there are any."""
    pieces, start = [], 0
    while start < len(text):
        ahead = text[start : start + 2 * PIECE_CHARACTERS]
        piece = cut(ahead, PIECE_CHARACTERS).shown or ahead[:PIECE_CHARACTERS]
        end = piece.rfind("\n") + 1
        if start + len(piece) < len(text) and end > PIECE_CHARACTERS // 2:
            piece = piece[:end]
        pieces.append(piece)
        start += len(piece)
    return pieces
