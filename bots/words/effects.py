"""What came of an approved action, and what was approved with it, in words. Pure."""

from bots.text import cut, one_line
from bots.words.catalogue import Ready, has, say
from bots.words.sentences import At
from relay.wire.executions import State
from relay.wire.requests import ActionView, RequestView

SHOWN_CHARACTERS = 2_000
"""Of an action, in what an agent is asked that shall look what came of it."""

FACT_CHARACTERS = 300


def facts_of(action: ActionView, language: str) -> list[tuple[str, str]]:
    """What else was approved with an action: names and values for a person's eye, in order. Of a budget's card the
    words say it all.
    """
    if action.meter is not None:
        return []
    return [(_label(name, language), _value(name, value, language)) for name, value in action.facts]


def _label(name: str, language: str) -> str:
    key = f"fact.{name.replace(' ', '_')}"
    return say(key, language) if has(key) else say("fact.other", language, name=name)


def _value(name: str, value: str, language: str) -> str:
    key = f"fact.{name}.{value}"
    if has(key):
        return say(key, language)
    shown, missing = cut(one_line(value), FACT_CHARACTERS)
    return shown + "…" * bool(missing)


def became(action: ActionView, view: RequestView, language: str, viewer: str | None, *, at: At) -> str | None:
    """What came of an action after its start; None where there is nothing to say yet."""
    if action.settled_at is not None:
        who = say("you", language) if viewer == view.owner else view.owner_name
        key = "effect.happened" if action.execution is State.done else "effect.did_not"
        told = say(key, language, who=who, at=at(action.settled_at))
        if not action.evidence:
            return told
        return say("effect.evidence", language, told=Ready(told), evidence=action.evidence)
    if action.execution is State.unknown and action.looking is not None:
        return say("effect.looking", language, id=action.looking)
    if action.execution is State.failed and action.exit_code is not None:
        return say("effect.failed_code", language, code=action.exit_code)
    key = f"effect.{action.execution}"
    return say(key, language) if has(key) else None


def look_prompt(action: ActionView, view: RequestView, language: str) -> str:
    """What the agent is asked that shall look first (E3)."""
    shown = cut(action.shown, SHOWN_CHARACTERS).shown
    return say("effect.look_prompt", language, id=view.public_id, shown=Ready(shown))
