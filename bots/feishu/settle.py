"""The card of an action whose outcome is unknown: the owner says what came of it, or lets the agent look (E3). Pure."""

from bots.feishu.elements import Json, button, card, lines, literal, row, small
from bots.feishu.languages import in_all_languages
from bots.feishu.markup import at, bold
from bots.feishu.offer import SETTLED_CHARACTERS, quoted
from bots.feishu.reader import Reader, approved_with, directory_row
from bots.feishu.values import OnOutcome
from bots.text import exact, one_line
from bots.words import became
from relay.wire.executions import Settlement, State
from relay.wire.requests import ActionView, RequestView


def wants_settling(action: ActionView) -> bool:
    """Whether the owner has to say what came of it."""
    return action.execution is State.unknown


def settle_card(view: RequestView, action: ActionView, reader: Reader) -> Json:
    """What had begun, that nobody knows its outcome, and the three answers; afterwards what was said."""
    return in_all_languages(lambda one: _card(view, action, Reader(one, reader.person)), reader.language)


def _card(view: RequestView, action: ActionView, reader: Reader) -> Json:
    told = became(action, view, reader.language, reader.person, at=at) or ""
    elements = [lines(directory_row(action.directory, reader), *approved_with(action, reader))]
    elements += quoted(exact(action.shown), SETTLED_CHARACTERS, reader, literal)
    elements.append(lines(bold(told)))
    open_ = wants_settling(action)
    if open_:
        elements.append(row(*(_answer(view, action, one, reader) for one in Settlement), stacks=True))
        elements.append(small(reader.say("card.only_owner", owner=view.owner_name)))
    asks = reader.say("effect.asks", id=view.public_id, shown=one_line(action.shown[:1000]))
    settled = reader.say("action.title", id=view.public_id, kind=told)
    title = reader.say("effect.title", id=view.public_id)
    return card(title, asks if open_ else settled, elements, "orange" if open_ else "grey")


def _answer(view: RequestView, action: ActionView, settlement: Settlement, reader: Reader) -> Json:
    value = OnOutcome(view.request, action.action, settlement)
    return button(reader.say(f"button.{settlement}"), value)
