"""The card of a spent budget in the viewer's language. Pure.

Only what the relay itself has marked with a meter is put into words: an action of a machine is shown exactly.
"""

from bots.words.catalogue import say
from relay.wire.executions import Meter
from relay.wire.requests import ActionState, ActionView

DOLLAR = 1_000_000


def amount(meter: str, units: object) -> str:
    """Units of a meter for a person's eye; of money, dollars."""
    number = int(str(units)) if str(units).isdecimal() else 0
    return f"{number / DOLLAR:,.2f}" if meter == Meter.cost else f"{number:,}"


def meter_word(meter: str, language: str) -> str:
    """What a meter counts."""
    return say(f"meter.{meter}", language) if meter in tuple(Meter) else meter


def in_words(action: ActionView, language: str) -> ActionView:
    """The same action; of a budget, what is asked and why in words, in place of the relay's own."""
    if action.meter is None:
        return action
    facts = dict(action.facts)
    granted, meter = facts.get("granted", "0"), meter_word(action.meter, language)
    key = "budget.reason" if granted != "0" else "budget.reason_none"
    return action.model_copy(
        update={
            "shown": say("budget.shown", language, more=amount(action.meter, facts.get("more")), meter=meter),
            "reason": say(key, language, granted=amount(action.meter, granted), meter=meter),
            "tool": say("kind.budget", language),
        }
    )


def more_button(action: ActionView, language: str) -> str:
    """What the first button of an action says."""
    if action.meter is None:
        return say("button.allow_once", language)
    return say("button.more", language, more=amount(action.meter, dict(action.facts).get("more")))


def no_button(action: ActionView, language: str) -> str:
    """What the second button of an action says."""
    return say("button.deny" if action.meter is None else "button.enough", language)


def why_button(action: ActionView, language: str) -> str:
    """What the button says that opens a window for a reason."""
    return say("button.explain" if action.meter is None else "button.enough_why", language)


def covers_key(action: ActionView) -> str:
    """The sentence that says how far an approval goes."""
    return "action.covers" if action.meter is None else "budget.covers"


def decided_key(action: ActionView, state: ActionState) -> str:
    """The sentence that says how an action was decided."""
    decided = state in (ActionState.allowed, ActionState.denied)
    return f"budget.{state}" if action.meter is not None and decided else f"action.{state}"
