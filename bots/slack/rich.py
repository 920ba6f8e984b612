"""Rich text, as the person who wrote it saw it (C8): lists, quotes, code, links, emoji, names for ids. Pure.

Slack's ``text`` of the same message has lost the numbers and the depth of lists, and has links even inside code.
Shapes are those of docs.slack.dev, reference/block-kit/blocks/rich-text-block.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]

_MARKS = (("bold", "*"), ("italic", "_"), ("strike", "~"), ("code", "`"))
_DEPTH = "    "


def is_rich(blocks: Sequence[Json]) -> bool:
    """Whether a message consists of rich text, as all that a person types does."""
    return bool(blocks) and all(block.get("type") == "rich_text" for block in blocks)


def read_rich(blocks: Sequence[Json], bot: str, names: Mapping[str, str]) -> str:
    """The text of rich text blocks without the mention of ``bot``; ``names`` are those of people and channels.

    Raises:
        KeyError, TypeError, AttributeError, ValueError: not a shape that Slack sends.
    """
    pieces = [_piece(part, bot, names) for block in blocks for part in block["elements"]]
    return _join(piece for piece in pieces if piece).strip()


def ids_in_rich(blocks: Sequence[Json]) -> set[str]:
    """The people and channels that rich text names."""
    found = set()
    for block in blocks:
        for leaf in _leaves(block):
            found.add(str(leaf.get("user_id") or leaf.get("channel_id") or ""))
    return found - {""}


def _leaves(node: Json) -> Iterator[Json]:
    elements = node.get("elements")
    if not isinstance(elements, list):
        yield node
        return
    for element in elements:
        if isinstance(element, dict):
            yield from _leaves(element)


def _join(pieces: Iterator[str]) -> str:
    """Each piece on lines of its own, whether or not the one before brought its line break."""
    text = ""
    for piece in pieces:
        text += piece if not text or text.endswith("\n") or piece.startswith("\n") else f"\n{piece}"
    return text


def _piece(part: Json, bot: str, names: Mapping[str, str]) -> str:
    kind = part["type"]
    if kind == "rich_text_list":
        return "\n".join(_list_lines(part, bot, names))
    text = _line(part["elements"], bot, names, plain=kind == "rich_text_preformatted")
    if kind == "rich_text_preformatted":
        return f"```\n{text}\n```"
    if kind == "rich_text_quote":
        return "\n".join(f"> {line}" for line in text.split("\n"))
    return text


def _list_lines(part: Json, bot: str, names: Mapping[str, str]) -> Iterator[str]:
    indent = _DEPTH * int(part.get("indent") or 0)
    first = int(part.get("offset") or 0) + 1
    for number, item in enumerate(part["elements"], start=first):
        mark = f"{number}." if part.get("style") == "ordered" else "•"
        yield f"{indent}{mark} {_line(item['elements'], bot, names)}"


def _line(elements: Sequence[Json], bot: str, names: Mapping[str, str], *, plain: bool = False) -> str:
    text = ""
    for element in elements:
        if element.get("type") == "user" and element.get("user_id") == bot:
            text = re.sub(r"[ \t]$", "", text)
            continue
        said = _said(element, names)
        text += said if plain else _styled(said, element.get("style") or {})
    return text


def _styled(text: str, style: Json) -> str:
    """With the marks that a person types for it; those of code are nearest to the text."""
    for name, mark in reversed(_MARKS):
        bare = text.strip()
        if style.get(name) and bare:
            text = text.replace(bare, f"{mark}{bare}{mark}", 1)
    return text


def _said(element: Json, names: Mapping[str, str]) -> str:
    match element["type"]:
        case "user":
            return "@" + names.get(str(element["user_id"]), str(element["user_id"]))
        case "channel":
            return "#" + names.get(str(element["channel_id"]), str(element["channel_id"]))
        case "usergroup":
            return "@" + names.get(str(element["usergroup_id"]), str(element["usergroup_id"]))
        case "broadcast":
            return "@" + str(element["range"])
        case "emoji":
            return _emoji(element)
        case "link":
            return show_link(str(element["url"]), str(element.get("text") or ""))
    return str(element.get("text") or element.get("fallback") or element.get("value") or "")


def _emoji(element: Json) -> str:
    """The character, where there is one; the workspace's own have a name only."""
    try:
        return "".join(chr(int(code, 16)) for code in str(element["unicode"]).split("-"))
    except (KeyError, ValueError, OverflowError):
        return f":{element['name']}:"


def show_link(target: str, label: str) -> str:
    """A link: where it leads is never hidden behind what it says."""
    typed = re.sub(r"^(?:https?://|mailto:|tel:)", "", target).rstrip("/")
    if not label or label == target or label.rstrip("/") == typed:
        return label or target
    return f"{label} ({target})"
