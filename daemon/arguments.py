"""The arguments that an agent gives to a tool: hostile until checked; what is wrong is answered with a sentence."""

from collections.abc import Mapping
from typing import Any

LONGEST_TEXT = 500


class WrongUse(Exception):
    """The arguments are not what the tool takes; the message says what it takes."""


def check_names(arguments: Mapping[str, Any], tool: str, needed: set[str], more: set[str]) -> None:
    """Refuse arguments that are missing or unknown. Raises WrongUse."""
    missing, odd = needed - arguments.keys(), arguments.keys() - needed - more
    if missing or odd:
        takes = ", ".join([*sorted(needed), *(f"{name} (if you like)" for name in sorted(more))])
        raise WrongUse(f"{tool} takes {takes}, and nothing else.")


def text_in(arguments: Mapping[str, Any], name: str, longest: int = LONGEST_TEXT) -> str:
    """A text that is not empty. Raises WrongUse."""
    value = arguments[name]
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        raise WrongUse(f"{name} is a text of 1 to {longest} characters.")
    return value


def line_in(arguments: Mapping[str, Any], name: str) -> str:
    """The same on one line."""
    return " ".join(text_in(arguments, name).split())
