"""The card of an action whose outcome is unknown: the owner says what came of it, or lets the agent look (E3). Pure."""

from bots.slack.blocks import (
    Json,
    actions,
    at,
    bold,
    button,
    context,
    header,
    lines,
    message,
    preformatted,
    rich,
    spans,
)
from bots.slack.cards import Reader, fact_lines
from bots.text import cut, exact, one_line
from bots.words import became
from relay.wire.executions import Settlement, State
from relay.wire.requests import ActionView, RequestView

SHOWN_CHARACTERS = 600
"""Of an action, on this card."""


def wants_settling(action: ActionView) -> bool:
    """Whether the owner has to say what came of it."""
    return action.execution is State.unknown


def settle_card(view: RequestView, action: ActionView, reader: Reader) -> Json:
    """What had begun, that nobody knows its outcome, and the three answers; afterwards what was said."""
    shown, _ = cut(exact(action.shown), SHOWN_CHARACTERS)
    told = became(action, view, reader.language, reader.person, at=at) or ""
    title = reader.say("effect.title", id=view.public_id)
    rows = [[bold(f"{reader.say('label.directory')}: "), *spans(one_line(action.directory))]]
    blocks = [header(title), lines(*rows, *fact_lines(action, reader)), rich(preformatted(shown))]
    blocks.append(lines(spans(told, bold=True)))
    if wants_settling(action):
        blocks.append(_buttons(view, action, reader))
        blocks.append(context(reader.say("card.only_owner", owner=view.owner_name)))
    asks = reader.say("effect.asks", id=view.public_id, shown=one_line(action.shown))
    return message(asks if wants_settling(action) else f"{view.public_id} · {told}", blocks)


def _buttons(view: RequestView, action: ActionView, reader: Reader) -> Json:
    row = []
    for settlement in Settlement:
        text = reader.say(f"button.{settlement}")
        value = {"r": view.request, "a": action.action, "s": str(settlement)}
        label = reader.say("button.label", button=text, id=view.public_id)
        row.append(button(f"muti:{settlement}", text, value, label))
    return actions(f"settle:{action.action}", *row)
