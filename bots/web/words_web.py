"""What only the browser room says; all the rest is in `bots.words`."""

from bots.web.catalogue import WEB as FRAME
from bots.web.catalogue_console import CONSOLE
from bots.web.catalogue_room import ROOM
from bots.web.catalogue_tree import TREE
from bots.words import name_language, say
from bots.words.catalogue import has as has_common

WEB = {**FRAME, **ROOM, **CONSOLE, **TREE}
LANGUAGE_NAMES = {"en": "English", "zh": "中文", "ko": "한국어"}

_COLUMN = {"en": 0, "zh": 1, "ko": 2}


def tell(key: str, language: str, **values: object) -> str:
    """The sentence ``key``: one of the browser room's own, else one that all connectors share.

    Raises:
        KeyError: there is no such sentence, or a value of it is missing.
    """
    if key not in WEB:
        return say(key, language, **values)
    if values.get("count") == 1 and f"{key}#one" in WEB:
        key = f"{key}#one"
    return WEB[key][_COLUMN[name_language(language)]].format(**values)


def has(key: str) -> bool:
    """Whether there is such a sentence."""
    return key in WEB or has_common(key)


def choose_language(accepted: str) -> str:
    """The language of ours that an ``Accept-Language`` header likes best (RFC 9110, 12.5.4)."""
    liked = []
    for position, part in enumerate(accepted.split(",")[:20]):
        tag, *parameters = part.strip().split(";")
        liked.append((-_quality(parameters), position, tag.split("-")[0].lower()))
    known = (tag for quality, _, tag in sorted(liked) if quality < 0 and tag in LANGUAGE_NAMES)
    return next(known, "en")


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.strip().partition("=")
        if name == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
