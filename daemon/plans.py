"""The plan of a request over its updates (V1): what is left out is cancelled, what is over stays over. Pure."""

from collections.abc import Sequence

STATES = ("pending", "in_progress", "completed", "cancelled")
OVER = frozenset({"completed", "cancelled"})

Steps = tuple[tuple[str, str], ...]


def carry_on(before: Steps, given: Sequence[tuple[str, str]]) -> tuple[Steps, tuple[str, ...]]:
    """The plan after an update, and the steps that were to reopen and did not. Steps are known by their text.

    The order is that of the update; what it left out stands where it stood, behind the step before it.
    """
    known = dict(before)
    refused = tuple(text for text, state in given if known.get(text) in OVER and state not in OVER)
    updated = [
        (text, known[text] if known.get(text) in OVER else state) for text, state in dict(given).items()
    ]
    for text, state in _left_out(before, given):
        at = _place_behind(text, before, updated)
        updated.insert(at, (text, state if state in OVER else "cancelled"))
    return tuple(updated), refused


def _left_out(before: Steps, given: Sequence[tuple[str, str]]) -> Steps:
    named = {text for text, _ in given}
    return tuple(step for step in before if step[0] not in named)


def _place_behind(text: str, before: Steps, updated: Sequence[tuple[str, str]]) -> int:
    texts = [one for one, _ in before]
    earlier = set(texts[: texts.index(text)])
    return max((at + 1 for at, (one, _) in enumerate(updated) if one in earlier), default=0)
