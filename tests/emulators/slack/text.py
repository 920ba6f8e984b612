"""Message text as people read it, and the rich_text block that the real client makes of typed text."""

import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
_ENTITY = re.compile(r"<([^<>]+)>")
_FENCE = re.compile(r"```\n?(.*?)\n?```", re.S)
_BROADCASTS = ("here", "channel", "everyone")
_MARKDOWN_LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")


def encode(typed: str) -> str:
    """Typed text as Slack stores it: only & < > become entities (docs.slack.dev, formatting)."""
    return typed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def decode(stored: str) -> str:
    """The opposite of ``encode``."""
    return stored.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _entity_as_read(match: re.Match[str], names: dict[str, str]) -> str:
    target, _, label = match.group(1).partition("|")
    if target.startswith("!date^"):
        return label
    if target.startswith(("@", "#")):
        return target[0] + (label or names.get(target[1:], target[1:]))
    if target.startswith("!"):
        return label or "@" + target[1:]
    return label or target


def read(stored: str, names: dict[str, str] | None = None) -> str:
    """Stored mrkdwn as a person reads it; ``names`` gives names for user and channel ids."""
    return decode(_ENTITY.sub(lambda match: _entity_as_read(match, names or {}), stored))


def pings_of(stored: str) -> set[str]:
    """Who a mrkdwn text notifies: user ids, subteam ids, and "here", "channel", "everyone"."""
    found: set[str] = set()
    for match in _ENTITY.finditer(stored):
        target = match.group(1).partition("|")[0]
        if target.startswith("@"):
            found.add(target[1:])
        elif target.startswith("!subteam^"):
            found.add(target.removeprefix("!subteam^"))
        elif target.removeprefix("!") in _BROADCASTS and target.startswith("!"):
            found.add(target[1:])
    return found


def mrkdwn_texts(node: Any) -> Iterator[str]:
    """Every text in a block tree that Slack parses for mentions."""
    if isinstance(node, list):
        for item in node:
            yield from mrkdwn_texts(item)
    elif isinstance(node, dict):
        if node.get("type") in ("mrkdwn", "markdown") and isinstance(node.get("text"), str):
            yield node["text"]
        elif node.get("type") == "user" and "user_id" in node:
            yield f"<@{node['user_id']}>"
        elif node.get("type") == "broadcast":
            yield f"<!{node.get('range')}>"
        else:
            yield from mrkdwn_texts([value for key, value in node.items() if key != "type"])


def visible_blocks(blocks: list[Json], names: dict[str, str] | None = None) -> str:
    """A message's blocks as lines of text; buttons stand in square brackets."""
    lines = (_visible_block(block, names or {}) for block in blocks)
    return "\n".join(line for line in lines if line)


def _text_object(node: Any, names: dict[str, str]) -> str:
    if not isinstance(node, dict):
        return str(node or "")
    text = str(node.get("text", ""))
    return text if node.get("type") == "plain_text" else read(text, names)


def _visible_element(node: Json, names: dict[str, str]) -> str:
    kind = node.get("type")
    if kind in ("mrkdwn", "plain_text", "raw_text"):
        return _text_object(node, names)
    if kind in ("button", "workflow_button"):
        return f"[{_text_object(node.get('text'), names)}]"
    if kind == "image":
        return f"({node.get('alt_text', '')})"
    if "options" in node:
        return "[" + " / ".join(_text_object(option.get("text"), names) for option in node["options"]) + "]"
    return f"[{kind}]"


def _visible_rich(node: Json, names: dict[str, str]) -> str:
    kind = node.get("type")
    if kind in ("user", "channel"):
        target = str(node[f"{kind}_id"])
        return ("@" if kind == "user" else "#") + names.get(target, target)
    if kind == "broadcast":
        return "@" + str(node.get("range"))
    if kind == "emoji":
        return f":{node.get('name')}:"
    if "elements" in node:
        joint = "\n" if kind in ("rich_text", "rich_text_list") else ""
        return joint.join(_visible_rich(element, names) for element in node["elements"])
    return str(node.get("text") or node.get("url") or node.get("fallback") or "")


def _visible_block(block: Json, names: dict[str, str]) -> str:
    kind = block.get("type")
    if kind == "rich_text":
        return _visible_rich(block, names)
    if kind == "markdown":
        return decode(_MARKDOWN_LINK.sub(r"\1", str(block.get("text", ""))))
    if kind == "table":
        rows = ([_visible_cell(cell, names) for cell in row] for row in block.get("rows", []))
        return "\n".join(" | ".join(row) for row in rows)
    parts = [
        _text_object(block[key], names)
        for key in ("title", "subtitle", "body", "text", "label")
        if key in block
    ]
    parts += [_text_object(field, names) for field in block.get("fields", [])]
    inner = [*block.get("elements", []), *block.get("actions", [])]
    inner += [block[key] for key in ("accessory", "element") if key in block]
    parts += [" ".join(_visible_element(element, names) for element in inner)] if inner else []
    parts += [
        _visible_block(child, names) for key in ("child_blocks", "tasks") for child in block.get(key, [])
    ]
    parts += [_visible_rich(block[key], names) for key in ("details", "output") if key in block]
    return "\n".join(part for part in parts if part)


def _visible_cell(cell: Json, names: dict[str, str]) -> str:
    return (
        _visible_rich(cell, names)
        if cell.get("type") == "rich_text"
        else str(cell.get("text", cell.get("value", "")))
    )


def _rich_entity(inside: str) -> Json:
    target, _, label = inside.partition("|")
    if target.startswith("@"):
        return {"type": "user", "user_id": target[1:]}
    if target.startswith("#"):
        return {"type": "channel", "channel_id": target[1:]}
    if target.startswith("!subteam^"):
        return {"type": "usergroup", "usergroup_id": target.removeprefix("!subteam^")}
    if target.startswith("!"):
        return {"type": "broadcast", "range": target[1:]}
    return {"type": "link", "url": decode(target), **({"text": decode(label)} if label else {})}


def _rich_section(stored: str) -> Json:
    elements: list[Json] = []
    for index, piece in enumerate(_ENTITY.split(stored)):
        if index % 2:
            elements.append(_rich_entity(piece))
        elif piece:
            elements.append({"type": "text", "text": decode(piece)})
    return {"type": "rich_text_section", "elements": elements}


def rich_text(stored: str, block_id: str) -> Json:
    """The rich_text block that comes with a message of a person; code fences become their own element."""
    elements: list[Json] = []
    for index, piece in enumerate(_FENCE.split(stored)):
        if index % 2:
            code = {"type": "text", "text": decode(piece)}
            elements.append({"type": "rich_text_preformatted", "elements": [code], "border": 0})
        elif piece:
            elements.append(_rich_section(piece))
    return {"type": "rich_text", "block_id": block_id, "elements": elements}
