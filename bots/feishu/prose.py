"""An agent's answer as elements: its code, lists and tables as what they are, and all else as plain text (C6, C7).

Agents write Markdown. Of it only what changes the shape is read, and written anew; all else is escaped, so that no
link label, no mention and no colour can be forged: a link is shown with its address.
"""

import re

from bots.feishu.elements import TABLES_AT_MOST, Json, literal, markdown, table
from bots.feishu.markup import bold, code, code_block, escape, is_literal, link
from bots.shapes import HEADING, ITEM, aligned, shapes, table_cells
from bots.text import measure

ELEMENTS_AT_MOST = 60
"""Of an answer; what would take more is shown as it was written."""

ROWS_AT_MOST = 50
COLUMNS_AT_MOST = 10
CELL_CHARACTERS = 300

_INLINE = re.compile(
    r"(`+)(?P<code>.+?)\1|\*\*(?P<bold>\S(?:.*?\S)?)\*\*|!?\[(?P<text>[^\]\[]*)\]\((?P<url>[^()\s]+)\)"
    r"|(?P<bare>https?://[A-Za-z0-9\-._~:/?#@!$&+,;=%]*[A-Za-z0-9/=#_-])"
)
_LANGUAGES = frozenset(
    {
        "bash", "c", "cpp", "css", "dart", "diff", "go", "graphql", "html", "java", "javascript", "json", "kotlin",
        "lua", "makefile", "perl", "php", "python", "ruby", "rust", "scala", "shell", "sql", "swift", "toml",
        "typescript", "xml", "yaml",
    }
)  # fmt: skip
"""Those of Feishu's list that agents write."""


def prose(text: str) -> list[Json]:
    """The elements of an answer."""
    elements = _shaped(text)
    return elements if len(elements) <= ELEMENTS_AT_MOST else [markdown(escape(text))]


def _shaped(text: str) -> list[Json]:
    elements: list[Json] = []
    tables = 0
    for part in shapes(text):
        if part.kind == "table":
            cells = [[_bare(cell) for cell in row] for row in table_cells(part.rows)]
            fits = tables < TABLES_AT_MOST and _is_small(cells)
            elements.append(table(cells[0], cells[1:]) if fits else literal(aligned(cells)))
            tables += fits
        elif part.kind == "code":
            elements.append(_code("\n".join(part.rows), part.language))
        elif part.kind == "list":
            elements.append(markdown("\n".join(map(_item, part.rows))))
        else:
            elements.append(markdown("\n".join(map(_line, _stripped(part.rows)))))
    return elements


def _code(text: str, language: str) -> Json:
    known = language.lower() if language.lower() in _LANGUAGES else ""
    return markdown(code_block(text, known)) if is_literal(text) else literal(text)


# -- tables -------------------------------------------------------------------------------------------------------


def _bare(cell: str) -> str:
    """A cell shows no markup; that of Markdown around the whole of it goes."""
    return re.sub(r"^(`+|\*\*)(.+?)\1$", r"\2", cell)


def _is_small(cells: list[list[str]]) -> bool:
    longest = max(measure(cell) for row in cells for cell in row)
    return len(cells) <= ROWS_AT_MOST and len(cells[0]) <= COLUMNS_AT_MOST and longest <= CELL_CHARACTERS


# -- text ---------------------------------------------------------------------------------------------------------


def _stripped(rows: list[str]) -> list[str]:
    """Without empty rows around."""
    first = next(index for index, row in enumerate(rows) if row.strip())
    last = next(index for index in range(len(rows) - 1, -1, -1) if rows[index].strip())
    return rows[first : last + 1]


def _item(row: str) -> str:
    """One item of a list; four spaces are one level (rich-text, lists)."""
    found = ITEM.match(row)
    assert found is not None
    indent = "    " * min(len(found[1]) // 2, 5)
    return f"{indent}{found[2]}. {_inline(found[3])}" if found[2] else f"{indent}- {_inline(found[3])}"


def _line(row: str) -> str:
    heading = HEADING.match(row)
    return _strong(heading[1]) if heading else _inline(row)


def _inline(row: str) -> str:
    """Code and bold; a link as its text and its address, so that it says where it leads."""
    found, start = "", 0
    for mark in _INLINE.finditer(row):
        found += _between(row, start, mark.start()) + _marked(mark)
        start = mark.end()
    return found + _between(row, start, len(row))


def _between(row: str, start: int, end: int) -> str:
    """Text between marks; only at its beginning can a line begin something."""
    piece = row[start:end]
    return escape(piece) if start == 0 else escape(f"x{piece}")[1:]


def _marked(mark: re.Match[str]) -> str:
    if mark["code"] is not None:
        return code(mark["code"])
    if mark["bold"] is not None:
        return _strong(mark["bold"])
    if mark["bare"] is not None:
        return link(mark["bare"])
    named = mark["text"] and mark["text"] != mark["url"]
    return f"{escape(mark['text'])} ({link(mark['url'])})" if named else link(mark["url"])


def _strong(text: str) -> str:
    """Bold begins and ends at letters: beside other characters its marks would be shown (CommonMark, emphasis)."""
    return bold(text) if text[0].isalnum() and text[-1].isalnum() else escape(text)
