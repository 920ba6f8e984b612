"""The windows in which something is written: why not, and what to do about a message. Pure."""

import json

from bots.slack.blocks import (
    METADATA_CHARACTERS,
    OPTION_CHARACTERS,
    OPTIONS,
    VIEW_TITLE_CHARACTERS,
    Json,
    bold,
    line,
    plain,
    quote,
    rich,
)
from bots.slack.cards import Reader
from bots.slack.gestures import ABOUT, AGENT_BLOCK, AGENT_FIELD, BLOCK, EXPLAIN, FIELD, USUAL, AsksAbout
from bots.text import cut, harmless

REASON_CHARACTERS = 2000
ASK_CHARACTERS = 3000
QUOTED_CHARACTERS = 1000


def explain_form(public_id: str, bound: Json, reader: Reader, *, action: bool) -> Json:
    """Deny, and say why; bound to exactly what the card showed."""
    field = {
        "type": "plain_text_input",
        "action_id": FIELD,
        "multiline": True,
        "max_length": REASON_CHARACTERS,
        "focus_on_load": True,
    }
    label, hint = "explain.label", "explain.hint_action" if action else "explain.hint_request"
    asks = _input(BLOCK, reader.say(label), field, reader.say(hint))
    return _form(EXPLAIN, public_id, [asks], bound, reader, "button.deny")


def about_form(asks: AsksAbout, handles: list[str], reader: Reader) -> Json:
    """Which agent is asked what about a message. The message's beginning is kept in the window itself."""
    options = [_option(USUAL, reader.say("about.usual"))]
    options += [_option(handle, handle) for handle in handles[: OPTIONS - 1]]
    choice = {
        "type": "static_select",
        "action_id": AGENT_FIELD,
        "options": options,
        "initial_option": options[0],
    }
    field = {
        "type": "plain_text_input",
        "action_id": FIELD,
        "multiline": True,
        "max_length": ASK_CHARACTERS,
        "focus_on_load": True,
    }
    shown = cut(harmless(asks.text), QUOTED_CHARACTERS)
    blocks = [
        rich(line(bold(reader.say("about.message"))), quote(shown.shown + "…" * bool(shown.missing))),
        _input(BLOCK, reader.say("about.what"), field),
        _input(AGENT_BLOCK, reader.say("about.agent"), choice),
    ]
    return _form(ABOUT, reader.say("about.title"), blocks, _kept(asks), reader, "button.ask")


def _kept(asks: AsksAbout) -> Json:
    """As much of the message as a window holds, should it not be readable later."""
    kept: Json = {"c": asks.channel, "m": asks.message, "t": asks.thread, "u": asks.author, "x": ""}
    room = METADATA_CHARACTERS - 100 - len(json.dumps(kept))
    text = asks.text
    while len(json.dumps(text)) > room:
        text = text[: len(text) * room // len(json.dumps(text)) - 1] if text else ""
    return {**kept, "x": text, "w": text == asks.text}


def _form(callback: str, title: str, blocks: list[Json], bound: Json, reader: Reader, submit: str) -> Json:
    return {
        "type": "modal",
        "callback_id": callback,
        "title": plain(title, VIEW_TITLE_CHARACTERS),
        "submit": plain(reader.say(submit), VIEW_TITLE_CHARACTERS),
        "close": plain(reader.say("button.close"), VIEW_TITLE_CHARACTERS),
        "private_metadata": json.dumps(bound),
        "blocks": blocks,
    }


def _input(block: str, label: str, element: Json, hint: str | None = None) -> Json:
    made: Json = {"type": "input", "block_id": block, "label": plain(label, 2000), "element": element}
    return {**made, "hint": plain(hint, 2000)} if hint else made


def _option(value: str, text: str) -> Json:
    return {"text": plain(text, OPTION_CHARACTERS), "value": value[:OPTION_CHARACTERS]}
