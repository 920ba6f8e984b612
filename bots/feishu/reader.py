"""For whom something is drawn, and the small words that every card shares. Pure."""

from dataclasses import dataclass

from bots.feishu.elements import fact
from bots.feishu.markup import code, escape
from bots.text import cut, exact, one_line
from bots.words import facts_of, say, state_word
from relay.machine import State
from relay.wire.requests import ActionState, ActionView, RequestView

NAME_CHARACTERS = 100
DIRECTORY_CHARACTERS = 300

COLOURS = {
    State.pending: "orange",
    State.approved: "wathet",
    State.running: "blue",
    State.done: "green",
    State.failed: "red",
    State.cancelled: "grey",
    State.expired: "grey",
}
"""The header's colour, always beside the word for the state."""


@dataclass(frozen=True)
class Reader:
    """A language, and the person if it is one."""

    language: str
    person: str | None = None

    def say(self, key: str, **values: object) -> str:
        """A sentence in the reader's language."""
        return say(key, self.language, **values)

    def fact(self, key: str, value: str) -> str:
        """One row of markdown: what it is, and its value as it was written."""
        return fact(self.say(key), escape(value))


def title(view: RequestView, reader: Reader) -> str:
    """``R20260906-07 · Running``."""
    return reader.say("title", id=view.public_id, state=standing_word(view, reader.language))


def standing_word(view: RequestView, language: str) -> str:
    """The state, or what matters more at the moment."""
    if view.state is State.running:
        if view.stopping:
            return say("state.stopping", language)
        if view.interrupted_since is not None:
            return say("state.interrupted", language)
        if needs_decision(view):
            return say("state.paused", language)
    return say("state.queued", language) if view.state is State.approved else state_word(view.state, language)


def needs_decision(view: RequestView) -> bool:
    """Whether one of its actions waits for the owner."""
    return any(action.state is ActionState.pending for action in view.actions)


def colour(view: RequestView) -> str:
    """The header's colour."""
    waits = view.state is State.running and (needs_decision(view) or view.interrupted_since is not None)
    return "orange" if waits else COLOURS[view.state]


def person_name(name: str) -> str:
    """A name on one line, and not longer than it should be."""
    return shorten(one_line(name), NAME_CHARACTERS)


def shorten(text: str, limit: int) -> str:
    """The beginning of a text, with a sign that there is more."""
    shown, missing = cut(text, limit)
    return f"{shown}…" if missing else shown


def directory_row(directory: str, reader: Reader) -> str:
    """Where an agent works."""
    shown = exact(directory).replace("\n", "⟨U+000A⟩")
    return fact(reader.say("label.directory"), code(shorten(shown, DIRECTORY_CHARACTERS)))


def unkept(view: RequestView, reader: Reader) -> list[str]:
    """What holds an agent less than others is said wherever its owner decides: no sandbox, a weaker gate (P7)."""
    told = {"card.sandbox_off": view.sandbox is False, "card.weak_gate": view.runtime == "acp"}
    return [f"⚠️ {escape(reader.say(key))}" for key, holds in told.items() if holds]


def approved_with(action: ActionView, reader: Reader) -> list[str]:
    """What else is approved with an action, a row each."""
    return [fact(name, escape(value)) for name, value in facts_of(action, reader.language)]
