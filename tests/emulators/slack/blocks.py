"""Block Kit as the service accepts it (limits: slack_sdk/models/blocks and docs.slack.dev, block-kit)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.emulators.slack.elements import (
    FEEDBACK_ELEMENTS,
    IMAGE_SOURCE,
    INPUT_ELEMENTS,
    INTERACTIVE_ELEMENTS,
    SECTION_ELEMENTS,
    elements_of,
    image,
    plain,
    text,
)
from tests.emulators.slack.errors import SlackRefusal
from tests.emulators.slack.schema import (
    Check,
    Field,
    anything,
    array,
    boolean,
    by_type,
    choice,
    complaint,
    integer,
    may,
    need,
    record,
    string,
)

Json = dict[str, Any]
MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
MARKDOWN_CHARACTERS = 12_000
_BASE = {"type": need(string(255)), "block_id": may(string(255))}


def _block(one_of: tuple[str, ...] = (), **fields: Field) -> Check:
    return record({**_BASE, **fields}, one_of)


_RICH_INNER = by_type(
    dict.fromkeys(
        ("text", "link", "user", "channel", "usergroup", "team", "emoji", "date", "broadcast", "color"),
        anything,
    )
)


def _rich(**fields: Field) -> Check:
    return record({"type": need(anything), "elements": need(array(_RICH_INNER, 10_000, 0)), **fields})


_RICH_SECTION = _rich()
_RICH_ELEMENTS = by_type(
    {
        "rich_text_section": _RICH_SECTION,
        "rich_text_quote": _rich(border=may(integer)),
        "rich_text_preformatted": _rich(border=may(integer), language=may(string(100))),
        "rich_text_list": record(
            {
                "type": need(anything),
                "style": need(choice("bullet", "ordered")),
                "elements": need(array(_RICH_SECTION, 10_000)),
                "indent": may(integer),
                "offset": may(integer),
                "border": may(integer),
            }
        ),
    }
)
_RICH_TEXT = _block(elements=need(array(_RICH_ELEMENTS, 10_000)))
_TASK_CARD = _block(
    task_id=need(string(255, 1)),
    title=need(string(3000, 1)),
    details=may(_RICH_TEXT),
    output=may(_RICH_TEXT),
    sources=may(array(anything, 50)),
    status=need(choice("pending", "in_progress", "complete", "error")),
)
_CELL = by_type(
    {
        "raw_text": record({"type": need(anything), "text": need(string(3000))}),
        "raw_number": record({"type": need(anything), "value": need(anything)}),
        "rich_text": _RICH_TEXT,
    }
)
_CARD = _block(
    ("hero_image", "title", "actions", "body"),
    hero_image=may(image),
    icon=may(image),
    title=may(text(150)),
    subtitle=may(text(150)),
    body=may(text(200)),
    actions=may(array(elements_of("button"), 5)),
)
_COMMON: dict[str, Check] = {
    "section": _block(
        ("text", "fields"),
        text=may(text(3000)),
        fields=may(array(text(2000), 10)),
        accessory=may(by_type(SECTION_ELEMENTS)),
        expand=may(boolean),
    ),
    "divider": _block(),
    "header": _block(text=need(plain(150))),
    "context": _block(
        elements=need(array(by_type({"image": image, "mrkdwn": text(2000), "plain_text": text(2000)}), 10))
    ),
    "actions": _block(elements=need(array(by_type(INTERACTIVE_ELEMENTS), 25))),
    "image": _block(("image_url", "slack_file"), **IMAGE_SOURCE, title=may(plain(2000))),
    "input": _block(
        label=need(plain(2000)),
        element=need(by_type(INPUT_ELEMENTS)),
        hint=may(plain(2000)),
        optional=may(boolean),
        dispatch_action=may(boolean),
    ),
    "rich_text": _RICH_TEXT,
}
_MESSAGE_ONLY: dict[str, Check] = {
    "markdown": _block(text=need(string(MARKDOWN_CHARACTERS, 1))),
    "context_actions": _block(elements=need(array(by_type(FEEDBACK_ELEMENTS), 5))),
    "table": _block(rows=need(array(array(_CELL, 20), 100)), column_settings=may(array(anything, 20))),
    "task_card": _TASK_CARD,
    "plan": _block(title=need(string(3000, 1)), tasks=may(array(by_type({"task_card": _TASK_CARD}), 50))),
    "alert": _block(
        text=need(text(3000)), level=may(choice("default", "info", "warning", "error", "success"))
    ),
    "card": _CARD,
    "carousel": _block(elements=need(array(by_type({"card": _CARD}), 10))),
}
_CONTAINER = _block(
    ("title", "rich_text_title"),
    title=may(plain(150)),
    rich_text_title=may(_RICH_TEXT),
    subtitle=may(text(150)),
    child_blocks=need(array(by_type({**_COMMON, **_MESSAGE_ONLY}), 10)),
    width=may(choice("narrow", "standard", "wide", "full")),
    icon=may(image),
    is_collapsible=may(boolean),
    default_collapsed=may(boolean),
    has_header_divider=may(boolean),
)
_IN_MESSAGES = by_type({**_COMMON, **_MESSAGE_ONLY, "container": _CONTAINER})
_IN_VIEWS = by_type(_COMMON)


def block_complaints(blocks: Any, *, in_view: bool = False, pointer: str = "/blocks") -> list[str]:
    """Everything the service would complain about; an empty list means it accepts the blocks."""
    maximum = VIEW_BLOCKS if in_view else MESSAGE_BLOCKS
    found = list(array(_IN_VIEWS if in_view else _IN_MESSAGES, maximum, 0)(blocks, pointer))
    if isinstance(blocks, list) and all(isinstance(block, dict) for block in blocks):
        found += _repeated_ids(blocks, pointer)
        found += _too_much_markdown(blocks, pointer)
    return found


def _repeated_ids(blocks: list[Json], pointer: str) -> Iterator[str]:
    seen: set[str] = set()
    for index, block in enumerate(blocks):
        block_id = block.get("block_id")
        if block_id and block_id in seen:
            yield complaint(f"`block_id` must be unique: {block_id}", f"{pointer}/{index}/block_id")
        seen.add(block_id or "")
        actions = [
            element["action_id"] for element in interactive_elements(block) if element.get("action_id")
        ]
        for action_id in {action for action in actions if actions.count(action) > 1}:
            yield complaint(f"`action_id` already exists in this block: {action_id}", f"{pointer}/{index}")


def _too_much_markdown(blocks: list[Json], pointer: str) -> Iterator[str]:
    texts = [block.get("text") for block in blocks if block.get("type") == "markdown"]
    if len(texts) > 1 and sum(len(entry) for entry in texts if isinstance(entry, str)) > MARKDOWN_CHARACTERS:
        yield complaint(f"markdown blocks hold more than {MARKDOWN_CHARACTERS} characters together", pointer)


def interactive_elements(node: Any) -> Iterator[Json]:
    """Every element of a block tree that a person can use."""
    kinds = {**INTERACTIVE_ELEMENTS, **INPUT_ELEMENTS, **FEEDBACK_ELEMENTS}
    if isinstance(node, list):
        for item in node:
            yield from interactive_elements(item)
    elif isinstance(node, dict):
        if node.get("type") in kinds:
            yield node
        for value in node.values():
            if isinstance(value, dict | list):
                yield from interactive_elements(value)


def read_blocks(value: Any, *, error_if_unreadable: str = "invalid_blocks_format") -> list[Json]:
    """The blocks of an argument, checked.

    Raises SlackRefusal ``invalid_blocks_format`` for what is no list, ``invalid_blocks`` otherwise.
    """
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise SlackRefusal(error_if_unreadable) from error
    if not isinstance(value, list):
        raise SlackRefusal(error_if_unreadable)
    found = block_complaints(value)
    if found:
        raise SlackRefusal(
            "invalid_blocks", found, errors=[entry.removeprefix("[ERROR] ") for entry in found]
        )
    if sum(block["type"] == "table" for block in value) > 1:
        raise SlackRefusal("invalid_attachments", ["[ERROR] only_one_table_allowed [json-pointer:/blocks]"])
    return value


def with_ids(blocks: list[Json], next_id: Any) -> list[Json]:
    """A copy in which every block and interactive element has an id, as the service gives them."""
    copy: list[Json] = json.loads(json.dumps(blocks))
    for block in copy:
        block.setdefault("block_id", next_id("b"))
        for element in interactive_elements(block):
            element.setdefault("action_id", next_id("a"))
    return copy


_VIEW_FIELDS: Mapping[str, Field] = {
    "type": need(choice("modal", "home")),
    "title": may(plain(24)),
    "blocks": need(anything),
    "close": may(plain(24)),
    "submit": may(plain(24)),
    "private_metadata": may(string(3000)),
    "callback_id": may(string(255)),
    "clear_on_close": may(boolean),
    "notify_on_close": may(boolean),
    "external_id": may(string(255)),
    "submit_disabled": may(boolean),
}


def read_view(view: Any, kind: str) -> Json:
    """A checked view; raises SlackRefusal ``invalid_arguments`` or ``view_too_large``."""
    if isinstance(view, dict) and len(json.dumps(view)) > 250_000:
        raise SlackRefusal("view_too_large")
    found = list(record(_VIEW_FIELDS)(view, "/view"))
    if isinstance(view, dict):
        found += block_complaints(view.get("blocks"), in_view=True, pointer="/view/blocks")
        if view.get("type") != kind:
            found.append(complaint(f"must be a {kind} view", "/view/type"))
        inputs = [b for b in view.get("blocks") or [] if isinstance(b, dict) and b.get("type") == "input"]
        if kind == "modal" and not view.get("title"):
            found.append(complaint("missing required field: title", "/view"))
        if kind == "modal" and inputs and not view.get("submit"):
            found.append(complaint("missing required field: submit (there are inputs)", "/view"))
    if found:
        raise SlackRefusal("invalid_arguments", found)
    return dict(view)
