"""How a text stands on a card that is to be approved: open, in a panel with Approve at its end, or not all of it. Pure.

Who approves a longer text has unfolded it. What no card can hold is read on pages of its own (`book`), and approved
on the last of them (P3).
"""

from collections.abc import Callable

from bots.feishu.elements import Json, panel, reason_form, row, small
from bots.feishu.languages import in_all_languages
from bots.feishu.limits import BYTES_AT_MOST, fits
from bots.feishu.reader import Reader, shorten
from bots.text import cut, measure

OPEN_CHARACTERS = 1500
"""Of a text that stands open on its card; a longer one is unfolded."""

SETTLED_CHARACTERS = 400
"""Of a text that is decided."""

Show = Callable[[str], Json]
"""How a text is shown: as words, or as exact code."""

Draw = Callable[[str, bool], Json]
"""A card in a language, with the whole text or not."""


def whole_if_fits(text: str, draw: Draw, language: str) -> Json:
    """The card with the whole text if Feishu takes it, else without."""
    if len(text) <= BYTES_AT_MOST and fits(card := in_all_languages(lambda one: draw(one, True), language)):
        return card
    return in_all_languages(lambda one: draw(one, False), language)


def shows_whole(text: str, draw: Draw) -> bool:
    """Whether a card can hold the whole text."""
    return len(text) <= BYTES_AT_MOST and fits(in_all_languages(lambda one: draw(one, True), "en"))


def is_open(text: str) -> bool:
    """Whether a text stands open on its card."""
    return measure(text) <= OPEN_CHARACTERS


def offered(text: str, reader: Reader, show: Show, approve: Json | None, *, whole: bool) -> list[Json]:
    """What is to be approved, or its beginning; ``approve`` is the button, which stands under an unfolded text."""
    if whole and is_open(text):
        return [show(text)]
    beginning = show(shorten(text, SETTLED_CHARACTERS))
    if not whole:
        return [beginning]
    unfolds = reader.say("review.unfold" if approve is not None else "review.whole", count=f"{len(text):,}")
    return [beginning, panel(unfolds, show(text), *([approve] if approve is not None else []))]


def read_where(reader: Reader, owner: str, *, elsewhere: bool) -> Json:
    """Where all of a text is read that its card does not hold: below it in the owner's chat, or there."""
    key = "review.below" if elsewhere else "review.elsewhere"
    return small(f"{reader.say('card.not_whole')} {reader.say(key, owner=owner)}")


def quoted(text: str, limit: int, reader: Reader, show: Show) -> list[Json]:
    """The beginning of a text, and how much of it is left out."""
    shown, missing = cut(text, limit)
    more = [small(reader.say("card.more", count=missing))] if missing else []
    return [show(shown), *more]


def answers(reader: Reader, owner: str, *buttons: Json) -> list[Json]:
    """The buttons beside Approve, the field for a reason, and who may use them."""
    form = reason_form(reader.say("explain.optional"), row(*buttons))
    return [form, small(reader.say("card.only_owner", owner=owner))]
