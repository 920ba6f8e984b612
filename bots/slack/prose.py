"""An agent's answer as blocks: its code, lists and tables as what they are, and all else as plain text (C6, C7).

Agents write Markdown. Of it only what changes the shape is read; text stays text, so that no link label and no
mention can be forged: a link is shown with its address.
"""

import re

from bots.shapes import HEADING, ITEM, aligned, shapes, table_cells
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

_INLINE = re.compile(
    r"(`+)(?P<code>.+?)\1|\*\*(?P<bold>\S(?:.*?\S)?)\*\*|!?\[(?P<text>[^\]\[]*)\]\((?P<url>[^()\s]+)\)"
)


def prose(text: str) -> list[Json]:
    """The blocks of an answer. Only the first table is a table of Slack's, which takes one in a message."""
    blocks = _shaped(text)
    return (
        blocks if len(blocks) <= BLOCKS_AT_MOST else [rich(line(*_plain(piece))) for piece in _pieces(text)]
    )


def _shaped(text: str) -> list[Json]:
    blocks: list[Json] = []
    has_table = False
    for part in shapes(text):
        if part.kind == "table":
            cells = table_cells(part.rows)
            fits = not has_table and _is_small(cells)
            blocks += [_table(cells)] if fits else _preformatted(aligned(cells))
            has_table = has_table or fits
        elif part.kind == "code":
            blocks += _preformatted("\n".join(part.rows))
        elif part.kind == "list":
            blocks.append(rich(*_lists(part.rows)))
        else:
            blocks += [rich(line(*_inline(piece))) for piece in _pieces("\n".join(part.rows).strip("\n"))]
    return blocks


# -- tables -------------------------------------------------------------------------------------------------------


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
    """The head row is bold."""
    head, *body = cells
    rows = [[_head_cell(cell) for cell in head], *([_cell(cell) for cell in row] for row in body)]
    return {"type": "table", "rows": rows}


def _head_cell(text: str) -> Json:
    return rich(line(bold(text or " ")))


def _cell(text: str) -> Json:
    return rich(line(*(_inline(text) or [{"type": "text", "text": " "}])))


# -- text ---------------------------------------------------------------------------------------------------------


def _lists(rows: list[str]) -> list[Json]:
    """Lists of rich text: a new one wherever the style or the depth changes."""
    made: list[Json] = []
    for row in rows:
        item = ITEM.match(row)
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
        heading = HEADING.match(row)
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
