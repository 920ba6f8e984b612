"""Block Kit, from values to JSON. Pure; every limit of Slack that matters here has its name here.

Sources: docs.slack.dev (Block Kit, chat.postMessage, chat.update, views) and slack_sdk/models/blocks.
Text of people and agents stands in plain_text and rich_text only, where Slack reads no markup.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from bots.text import cut, measure
from bots.words import Ready, utc

Json = dict[str, Any]

HEADER_CHARACTERS = 150
SECTION_CHARACTERS = 3000
BUTTON_CHARACTERS = 75
BUTTON_VALUE_CHARACTERS = 2000
ACCESSIBILITY_CHARACTERS = 75
CONFIRM_TITLE_CHARACTERS = 100
CONFIRM_TEXT_CHARACTERS = 300
CONFIRM_BUTTON_CHARACTERS = 30
VIEW_TITLE_CHARACTERS = 24
VIEW_BLOCKS = 100
VIEW_BYTES = 250_000
METADATA_CHARACTERS = 3000
OPTION_CHARACTERS = 75
OPTIONS = 100
MESSAGE_BLOCKS = 50
UPDATE_TEXT_CHARACTERS = 4000

_DATE = "{date_short_pretty} {time}"
_MARK = re.compile("\x00(\\d+)\x00")


def at(instant: int) -> Ready:
    """An instant as a mark that `spans` turns into a date in the reader's zone; no other text has a NUL."""
    return Ready(f"\x00{instant}\x00")


def plainly(text: str) -> str:
    """Text with its dates written out, for where Slack shows no dates."""
    return _MARK.sub(lambda mark: utc(int(mark[1])), text)


def spans(text: str, *, bold: bool = False) -> list[Json]:
    """The rich_text elements of a text with dates."""
    style: Json = {"style": {"bold": True}} if bold else {}
    found: list[Json] = []
    for index, piece in enumerate(_MARK.split(text)):
        if index % 2:
            found.append(_date(int(piece)))
        elif piece:
            found.append({"type": "text", "text": piece, **style})
    return found


def _date(instant: int) -> Json:
    moment = datetime.fromtimestamp(instant / 1_000_000, UTC)
    shown = f"{moment:%Y-%m-%d %H:%M} UTC"
    return {"type": "date", "timestamp": instant // 1_000_000, "format": _DATE, "fallback": shown}


def bold(text: str) -> Json:
    """Bold text inside rich_text."""
    return {"type": "text", "text": text, "style": {"bold": True}}


def code(text: str) -> Json:
    """Text in a fixed width inside rich_text."""
    return {"type": "text", "text": text or " ", "style": {"code": True}}


def link(url: str, text: str) -> Json:
    """A link inside rich_text; the address is ours."""
    return {"type": "link", "url": url, "text": text}


def user(subject: str) -> Json:
    """A person, who is told of it."""
    return {"type": "user", "user_id": subject}


def channel(name: str) -> Json:
    """A channel, shown by its name to those who may see it."""
    return {"type": "channel", "channel_id": name}


def line(*elements: Json) -> Json:
    """One paragraph of rich_text."""
    return {"type": "rich_text_section", "elements": list(elements)}


def quote(text: str) -> Json:
    """Somebody's words."""
    return {"type": "rich_text_quote", "elements": [{"type": "text", "text": text or " "}]}


def preformatted(text: str) -> Json:
    """Exact text, in a fixed width."""
    return {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": text or " "}]}


def rich(*parts: Json) -> Json:
    """A block of rich text."""
    return {"type": "rich_text", "elements": list(parts)}


def lines(*paragraphs: list[Json]) -> Json:
    """A block of paragraphs, one under the other."""
    shown: list[Json] = []
    for index, paragraph in enumerate(paragraphs):
        shown += paragraph if index == 0 else [{"type": "text", "text": "\n"}, *paragraph]
    return rich(line(*shown))


def plain(text: str, limit: int) -> Json:
    """A plain_text object that fits."""
    shown = cut(plainly(text), limit)
    fitting = f"{cut(shown.shown, limit - 1).shown}…" if shown.missing else shown.shown
    return {"type": "plain_text", "text": fitting or " ", "emoji": False}


def header(text: str) -> Json:
    """The title of a message."""
    return {"type": "header", "text": plain(text, HEADER_CHARACTERS)}


def context(text: str) -> Json:
    """Small print."""
    return {"type": "context", "elements": [plain(text, 2000)]}


def section(text: str) -> Json:
    """A paragraph of plain text."""
    return {"type": "section", "text": plain(text, SECTION_CHARACTERS)}


def button(
    action: str,
    text: str,
    value: Mapping[str, Any],
    label: str,
    *,
    style: str | None = None,
    confirm: Json | None = None,
) -> Json:
    """A button that carries what it is bound to; ``label`` is what a screen reader says."""
    carried = json.dumps(value, separators=(",", ":"))
    assert len(carried) <= BUTTON_VALUE_CHARACTERS
    made: Json = {
        "type": "button",
        "action_id": action,
        "text": plain(text, BUTTON_CHARACTERS),
        "value": carried,
        "accessibility_label": plain(label, ACCESSIBILITY_CHARACTERS)["text"],
    }
    if style:
        made["style"] = style
    if confirm:
        made["confirm"] = confirm
    return made


def confirm(title: str, text: str, yes: str, no: str, *, style: str = "primary") -> Json:
    """The question before a tap counts."""
    return {
        "title": plain(title, CONFIRM_TITLE_CHARACTERS),
        "text": plain(text, CONFIRM_TEXT_CHARACTERS),
        "confirm": plain(yes, CONFIRM_BUTTON_CHARACTERS),
        "deny": plain(no, CONFIRM_BUTTON_CHARACTERS),
        "style": style,
    }


def actions(name: str, *buttons: Json) -> Json:
    """A row of buttons."""
    return {"type": "actions", "block_id": name[:255], "elements": list(buttons)}


def lock_screen(text: str) -> str:
    """The ``text`` of a message, which phones show: Slack reads markup in it, so that is taken away."""
    shown = plainly(text)
    budget = UPDATE_TEXT_CHARACTERS - 100
    while measure(escape(shown)) > budget:
        shown = cut(shown, max(1, measure(shown) * budget // measure(escape(shown)) - 2)).shown + "…"
    return escape(shown)


def escape(text: str) -> str:
    """Text as mrkdwn that shows it as it is (docs.slack.dev, formatting: only these three)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def message(text: str, blocks: list[Json]) -> Json:
    """The body of a post or an edit."""
    assert len(blocks) <= MESSAGE_BLOCKS
    return {"text": lock_screen(text), "blocks": blocks}
