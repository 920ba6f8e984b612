"""The card of one exact action that pauses for the owner (P3). Pure."""

from bots.feishu.elements import Json, button, card, fact, lines, literal, small
from bots.feishu.markup import at, bold, escape
from bots.feishu.offer import (
    OPEN_CHARACTERS,
    SETTLED_CHARACTERS,
    answers,
    is_open,
    offered,
    quoted,
    read_where,
    shows_whole,
    whole_if_fits,
)
from bots.feishu.reader import Reader, approved_with, directory_row, person_name, shorten, unkept
from bots.feishu.values import OnAction
from bots.text import exact, one_line
from bots.words import became, covers_key, decided_key, in_words, more_button, no_button
from bots.words.catalogue import has
from relay.machine import FINAL
from relay.wire.requests import ActionState, ActionView, RequestView

REASON_CHARACTERS = 500
GLIMPSE_CHARACTERS = 1000
"""Of an action, from which the list of chats shows the beginning."""


def action_card(view: RequestView, action: ActionView, reader: Reader, *, elsewhere: bool) -> Json:
    """The exact command or edit, why it was stopped, and the answer."""

    def draw(language: str, whole: bool) -> Json:
        return _action(view, action, Reader(language, reader.person), elsewhere=elsewhere, whole=whole)

    return whole_if_fits(action.shown, draw, reader.language)


def holds_operation(view: RequestView, action: ActionView) -> bool:
    """Whether a card can hold the whole operation."""

    def draw(language: str, whole: bool) -> Json:
        return _action(view, action, Reader(language), elsewhere=True, whole=whole)

    return shows_whole(action.shown, draw)


def waits(view: RequestView, action: ActionView) -> bool:
    """Whether it can be decided."""
    return action.state is ActionState.pending and view.state not in FINAL


def _action(view: RequestView, action: ActionView, reader: Reader, *, elsewhere: bool, whole: bool) -> Json:
    action = in_words(action, reader.language)
    named = reader.say("action.title", id=view.public_id, kind=kind_word(action.kind, reader))
    elements = [lines(*action_facts(view, action, reader))]
    if waits(view, action):
        elements += _open(view, action, reader, elsewhere=elsewhere, whole=whole)
        return card(named, _asks(view, action, reader), elements, "orange")
    ended = action_outcome(view, action, reader)
    elements += quoted(exact(action.shown), SETTLED_CHARACTERS, reader, literal)
    elements.append(lines(bold(ended), *_came(view, action, reader)))
    settled = reader.say("action.title", id=view.public_id, kind=ended)
    return card(named, settled, elements, "green" if action.state is ActionState.allowed else "grey")


def _open(
    view: RequestView, action: ActionView, reader: Reader, *, elsewhere: bool, whole: bool
) -> list[Json]:
    text, approve = exact(action.shown), allow_button(view, action, reader)
    pending = escape(reader.say("action.pending", deadline=at(action.deadline)))
    value = OnAction(view.request, action.action, action.digest, allow=False)
    deny = button(no_button(action, reader.language), value, kind="danger", submits="deny")
    if not action.whole:
        elements = quoted(text, OPEN_CHARACTERS, reader, literal)
        elements += [small(reader.say("card.not_whole_anywhere")), lines(pending)]
    else:
        elements = offered(text, reader, literal, approve, whole=whole)
        elements += [] if whole else [read_where(reader, view.owner_name, elsewhere=elsewhere)]
        elements.append(lines(pending, escape(reader.say(covers_key(action)))))
        elements += [approve] if whole and is_open(text) else []
    return [*elements, *answers(reader, view.owner_name, deny)]


def allow_button(view: RequestView, action: ActionView, reader: Reader) -> Json:
    """Approve exactly this, once."""
    value = OnAction(view.request, action.action, action.digest, allow=True)
    return button(more_button(action, reader.language), value, kind="primary_filled")


def _asks(view: RequestView, action: ActionView, reader: Reader) -> str:
    verb = reader.say(f"verb.{action.kind}" if has(f"verb.{action.kind}") else "verb.other")
    shown = one_line(action.shown[:GLIMPSE_CHARACTERS])
    return f"🟡 {reader.say('action.asks', id=view.public_id, agent=view.handle, verb=verb, shown=shown)}"


def _came(view: RequestView, action: ActionView, reader: Reader) -> list[str]:
    told = became(action, view, reader.language, reader.person, at=at)
    return [escape(told)] if told else []


def kind_word(kind: str, reader: Reader) -> str:
    """The kind of an action, in words; the owner's own kinds by their name."""
    return reader.say(f"kind.{kind}") if has(f"kind.{kind}") else reader.say("kind.other", kind=kind)


def action_facts(view: RequestView, action: ActionView, reader: Reader) -> list[str]:
    """Why it stopped, for whom, where, and what else is approved with it: a row each."""
    agent = f"{one_line(view.handle)} · {one_line(view.machine_name)}"
    exactly = f"{reader.say('label.command')} ({one_line(action.tool)})"
    return [
        reader.fact("label.reason", shorten(one_line(action.reason), REASON_CHARACTERS)),
        reader.fact("label.asker", person_name(view.asker_name)),
        reader.fact("label.agent", agent),
        directory_row(action.directory, reader),
        *unkept(view, reader),
        *approved_with(action, reader),
        fact(exactly, ""),
    ]


def action_outcome(view: RequestView, action: ActionView, reader: Reader) -> str:
    """What the owner said to it, or why nothing was said."""
    state = ActionState.lapsed if action.state is ActionState.pending else action.state
    decided = action.decided_at if action.decided_at is not None else action.deadline
    who = reader.say("you") if reader.person == view.owner else view.owner_name
    return reader.say(decided_key(action, state), who=who, at=at(decided))
