"""What can be wrong with a configuration, said as sentences that name the place and the remedy."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

Location = tuple[str | int, ...]
"""Where a key stands in the tree: ``("agents", 0, "handle")``."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: where the key stands, and a sentence that ends with what to do."""

    location: Location
    sentence: str


class ConfigError(Exception):
    """The configuration cannot be used."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)
        """One for each fault, beginning with the file and line, or the variable, where it stands."""
        super().__init__("\n".join([f"{self.__doc__}", *(f"  {sentence}" for sentence in self.sentences)]))


def write_key(location: Location) -> str:
    """The key as a person reads it: ``agents[0].handle``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return "".join(parts).removeprefix(".")


def write_variable(location: Location) -> str:
    """The environment variable that sets a key (O9): ``MUTI_AGENTS__0__HANDLE``."""
    return "MUTI_" + "__".join(str(part).upper() for part in location)


def suggest(word: str, known: Iterable[str]) -> str:
    """The remedy for a word that is not known: the nearest that is, or else all of them."""
    choices = sorted(known)
    nearest = difflib.get_close_matches(word.lower(), choices, n=1)
    if nearest:
        return f"did you mean {nearest[0]}?"
    return f"choose from {', '.join(choices)}" if choices else "remove it"
