"""Card JSON 2.0, from values to elements. Pure; every limit of Feishu that matters here has its name here.

Sources: open.feishu.cn, feishu-cards (card-json-v2-structure and each component's page). A property that the schema
does not know makes Feishu refuse the whole card. Text of people and agents stands in plain_text, in code blocks, or
escaped in markdown, where it can name nobody and colour nothing.
"""

from collections.abc import Sequence
from typing import Any

from bots.feishu.markup import code_block, coloured, escape, is_literal, plainly
from bots.feishu.values import REASON_CHARACTERS, WHY, Value, make_value
from bots.text import cut

Json = dict[str, Any]

ELEMENTS_AT_MOST = 200
TABLES_AT_MOST = 3
"""Five are allowed in a card; clients were seen to refuse the fourth."""

TITLE_CHARACTERS = 120
SUMMARY_CHARACTERS = 300
BUTTON_CHARACTERS = 60
CONFIRM_CHARACTERS = 300


def plain(text: str, limit: int = 2000) -> Json:
    """A plain_text object that fits; dates in it are written out."""
    shown = cut(plainly(text), limit)
    fitting = f"{cut(shown.shown, limit - 1).shown}…" if shown.missing else shown.shown
    return {"tag": "plain_text", "content": fitting or " "}


def card(title: str, summary: str, elements: Sequence[Json], colour: str) -> Json:
    """A card. ``summary`` is what the list of chats and the lock screen show."""
    header = {"title": plain(title, TITLE_CHARACTERS), "template": colour}
    return {**bare_card(summary, elements), "header": header}


def bare_card(summary: str, elements: Sequence[Json]) -> Json:
    """A card without a title, below one that has it."""
    shown = plain(summary, SUMMARY_CHARACTERS)["content"]
    return {
        "schema": "2.0",
        "config": {"update_multi": True, "summary": {"content": shown}},
        "body": {"vertical_spacing": "8px", "elements": list(elements)},
    }


def markdown(source: str) -> Json:
    """Markdown of our own making: what others wrote in it is escaped already."""
    return {"tag": "markdown", "content": source or " "}


def lines(*rows: str) -> Json:
    """Rows of our own markdown, one under the other."""
    return markdown("\n".join(rows))


def fact(label: str, value: str) -> str:
    """One row: what it is, and its value as markdown."""
    return f"{coloured('grey', escape(label))}&emsp;{value}"


def small(text: str) -> Json:
    """Small print."""
    return {**markdown(coloured("grey", escape(text))), "text_size": "notation"}


def words(text: str) -> Json:
    """Somebody's words, exactly, in a box: nothing in them is read as markup."""
    said = {"tag": "div", "text": {"tag": "plain_text", "content": text or " "}}
    column = {
        "tag": "column",
        "width": "weighted",
        "weight": 1,
        "padding": "8px 12px 8px 12px",
        "elements": [said],
    }
    return {"tag": "column_set", "background_style": "grey", "flex_mode": "none", "columns": [column]}


def literal(text: str) -> Json:
    """Exact text in a fixed width; in a box where a code block could be left by what stands in it."""
    return markdown(code_block(text)) if is_literal(text) else words(text)


def button(
    text: str,
    value: Value,
    *,
    kind: str = "default",
    submits: str | None = None,
    asks: tuple[str, str] | None = None,
) -> Json:
    """A button that carries what it is bound to. ``submits`` is its name in a form; ``asks`` one more question."""
    made: Json = {
        "tag": "button",
        "text": plain(text, BUTTON_CHARACTERS),
        "type": kind,
        "size": "large",
        "width": "fill",
        "behaviors": [{"type": "callback", "value": make_value(value)}],
    }
    if submits is not None:
        made |= {"name": submits, "form_action_type": "submit"}
    if asks is not None:
        title, told = asks
        made["confirm"] = {"title": plain(title, CONFIRM_CHARACTERS), "text": plain(told, CONFIRM_CHARACTERS)}
    return made


def row(*buttons: Json, stacks: bool = False) -> Json:
    """Buttons of one width beside each other; ``stacks``: under each other where the screen is narrow."""
    columns = [{"tag": "column", "width": "weighted", "weight": 1, "elements": [one]} for one in buttons]
    mode = "stretch" if stacks else "none"
    return {"tag": "column_set", "flex_mode": mode, "horizontal_spacing": "8px", "columns": columns}


def reason_form(placeholder: str, *elements: Json) -> Json:
    """Buttons that submit, and the field for a reason that goes with one of them."""
    field = {
        "tag": "input",
        "name": WHY,
        "input_type": "multiline_text",
        "rows": 1,
        "auto_resize": True,
        "max_rows": 4,
        "width": "fill",
        "max_length": REASON_CHARACTERS,
        "placeholder": plain(placeholder, 100),
    }
    return {"tag": "form", "name": "deny", "vertical_spacing": "8px", "elements": [*elements, field]}


def panel(title: str, *elements: Json) -> Json:
    """What is folded until somebody unfolds it. A form cannot stand in it."""
    return {
        "tag": "collapsible_panel",
        "expanded": False,
        "border": {"color": "grey", "corner_radius": "8px"},
        "padding": "8px 8px 8px 8px",
        "vertical_spacing": "8px",
        "header": {
            "title": {**plain(title, 200)},
            "icon": {"tag": "standard_icon", "token": "down-small-ccm_outlined", "size": "16px 16px"},
            "icon_position": "right",
            "icon_expanded_angle": -180,
            "padding": "8px 8px 8px 8px",
        },
        "elements": list(elements),
    }


def picture(key: str, name: str) -> Json:
    """An uploaded picture, with its name for who cannot see it."""
    return {"tag": "img", "img_key": key, "alt": plain(name, 200), "scale_type": "fit_horizontal"}


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Json:
    """A table of plain text; all rows are as wide as the head."""
    names = [f"c{index}" for index in range(len(head))]
    columns = [
        {"name": name, "display_name": title or " ", "data_type": "text", "width": "auto"}
        for name, title in zip(names, head, strict=True)
    ]
    cells = [dict(zip(names, cells, strict=True)) for cells in rows]
    return {"tag": "table", "page_size": 10, "row_height": "auto", "columns": columns, "rows": cells}


def count_elements(node: Any) -> int:
    """How many elements Feishu counts: every object with a tag."""
    if isinstance(node, list):
        return sum(map(count_elements, node))
    if not isinstance(node, dict):
        return 0
    return ("tag" in node) + sum(map(count_elements, node.values()))
