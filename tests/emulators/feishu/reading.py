"""A card as people read it, and as the interface tells it to readers."""

import re
from collections.abc import Iterator
from typing import Any

from tests.emulators.feishu.state import Json

_INLINE = re.compile(r"</?(?:font|text_tag|number_tag|link|person|raw|i|b|u|s)\b[^>]*>")
_AT = re.compile(r"<at\s+id\s*=\s*[\"']?([^\s\"'>]*)[\"']?\s*/?>(?:[^<]*</at>)?")


def localized(field: Any, locale: str) -> str:
    """A text of a card in a person's language: i18n_content where it has that language, else content."""
    if not isinstance(field, dict):
        return str(field or "")
    other = field.get("i18n_content") or {}
    return str(other.get(locale) or field.get("content", ""))


def card_title(card: Json, locale: str = "zh_cn") -> str:
    """The title on the screen; "" without a header."""
    return localized((card.get("header") or {}).get("title"), locale)


def card_summary(card: Json, locale: str = "zh_cn") -> str:
    """What the list of chats shows of a card: its summary, else its title."""
    summary = (card.get("config") or {}).get("summary")
    return localized(summary, locale) if summary else card_title(card, locale)


def card_lines(card: Json, locale: str = "zh_cn") -> list[str]:
    """Everything that stands on a card, top to bottom; buttons as [label]."""
    header = card.get("header") or {}
    lines = [localized(header.get(name), locale) for name in ("title", "subtitle") if header.get(name)]
    lines += [localized(tag.get("text"), locale) for tag in header.get("text_tag_list", [])]
    for element in (card.get("body") or {}).get("elements", []):
        lines += _element_lines(element, locale)
    return [line for line in lines if line]


def card_buttons(card: Json) -> list[Json]:
    """Every element that can be pressed or filled in, in order."""
    pressable = {
        "button",
        "overflow",
        "select_static",
        "multi_select_static",
        "select_person",
        "multi_select_person",
        "date_picker",
        "picker_time",
        "picker_datetime",
        "input",
        "checker",
        "interactive_container",
        "select_img",
    }
    return [element for element in _elements(card) if element.get("tag") in pressable]


def mentions_of(card: Json) -> set[str]:
    """Whom the Markdown of a card notifies: ids, or "all"."""
    texts = [str(e.get("content", "")) for e in _elements(card) if e.get("tag") in ("markdown", "lark_md")]
    return {found for text in texts for found in _AT.findall(_without_code(text))}


def card_reading(card: Json) -> Json:
    """What readers of the interface get: the title and the lines, not what was sent."""
    lines = card_lines({**card, "header": {}})
    return {"title": card_title(card), "elements": [[{"tag": "text", "text": line}] for line in lines]}


def plain(markdown: str) -> str:
    """Markdown as a reader sees it: tags gone, links and emphasis as their text."""
    bare = _INLINE.sub("", _AT.sub(lambda found: f"@{found[1]}", markdown))
    return re.sub(r"(?<!\\)\*\*(.+?)\*\*", r"\1", re.sub(r"(?<!\\)\[([^\]]*)\]\(([^)]*)\)", r"\1", bare))


def _without_code(markdown: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"```.*?```", "", markdown, flags=re.DOTALL))


def _elements(value: Any) -> Iterator[Json]:
    if isinstance(value, dict):
        if "tag" in value:
            yield value
        for name, entry in value.items():
            if name not in ("value", "rows"):
                yield from _elements(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _elements(entry)


def _element_lines(element: Json, locale: str) -> list[str]:
    tag = element.get("tag")
    if tag == "markdown":
        return plain(localized(element, locale)).splitlines()
    if tag == "button":
        return [f"[{localized(element.get('text'), locale)}]"]
    if tag == "table":
        return _table_lines(element, locale)
    lines = []
    if isinstance(element.get("text"), dict):
        lines.append(plain(localized(element["text"], locale)))
    lines += [plain(localized(f.get("text"), locale)) for f in element.get("fields", [])]
    header = element.get("header")
    if isinstance(header, dict):
        lines.append(plain(localized(header.get("title"), locale)))
    for name in ("columns", "elements"):
        for inner in element.get(name, []):
            lines += _element_lines(inner, locale)
    return lines


def _table_lines(element: Json, locale: str) -> list[str]:
    columns = element.get("columns", [])
    head = " | ".join(str(column.get("display_name", "")) for column in columns)
    rows = [" | ".join(str(row.get(c.get("name"), "")) for c in columns) for row in element.get("rows", [])]
    return [head, *rows]
