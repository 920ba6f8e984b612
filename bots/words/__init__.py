"""Every sentence that a person reads, by language. Pure: the clock and the zone are the caller's."""

from bots.words.catalogue import LANGUAGES, Ready, name_language, say
from bots.words.effects import became, facts_of, look_prompt
from bots.words.problems import problem
from bots.words.sentences import At, outcome, sentence, state_mark, state_word, utc, waits_for

__all__ = [
    "LANGUAGES",
    "At",
    "Ready",
    "became",
    "facts_of",
    "look_prompt",
    "name_language",
    "outcome",
    "problem",
    "say",
    "sentence",
    "state_mark",
    "state_word",
    "utc",
    "waits_for",
]
