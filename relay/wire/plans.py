"""The plan of a request over its updates (V1): what is left out is cancelled, what is over stays over. Pure.

The daemon tells the room the plan that comes of this, and the relay carries it on by the same table: a daemon of
another version cannot reopen what is over. Several steps may be in progress (V6).
"""

from collections.abc import Sequence

STATES = ("pending", "in_progress", "completed", "cancelled")
OVER = frozenset({"completed", "cancelled"})

MOST_STEPS = 90
"""Steps of one plan, as many as one report holds; of more, those that are over longest are left out."""

Steps = tuple[tuple[str, str], ...]


def carry_on(before: Steps, given: Sequence[tuple[str, str]]) -> tuple[Steps, tuple[str, ...]]:
    """The plan after an update, and the steps that were to reopen and did not. Steps are known by their text.

    The order is that of the update; what it left out stands where it stood, behind the step before it.
    """
    known = dict(before)
    refused = tuple(text for text, state in given if known.get(text) in OVER and state not in OVER)
    updated = [
        (text, known[text] if known.get(text) in OVER else _known(state))
        for text, state in dict(given).items()
    ]
    for text, state in _left_out(before, given):
        at = _place_behind(text, before, updated)
        updated.insert(at, (text, state if state in OVER else "cancelled"))
    return _bounded(updated), refused


def _known(state: str) -> str:
    """What is none of the states has not begun."""
    return state if state in STATES else STATES[0]


def _bounded(steps: list[tuple[str, str]]) -> Steps:
    spare = max(0, len(steps) - MOST_STEPS)
    over = {text for text, _ in [step for step in steps if step[1] in OVER][:spare]}
    return tuple(step for step in steps if step[0] not in over)[:MOST_STEPS]


def _left_out(before: Steps, given: Sequence[tuple[str, str]]) -> Steps:
    named = {text for text, _ in given}
    return tuple(step for step in before if step[0] not in named)


def _place_behind(text: str, before: Steps, updated: Sequence[tuple[str, str]]) -> int:
    texts = [one for one, _ in before]
    earlier = set(texts[: texts.index(text)])
    return max((at + 1 for at, (one, _) in enumerate(updated) if one in earlier), default=0)
