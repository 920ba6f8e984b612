"""Every sentence that a person reads, by language. Pure: the clock and the zone are the caller's."""

from bots.words.budgets import covers_key, decided_key, in_words, more_button, no_button, why_button
from bots.words.catalogue import LANGUAGES, Ready, name_language, say
from bots.words.effects import became, facts_of, look_prompt
from bots.words.problems import problem
from bots.words.sentences import At, outcome, sentence, state_mark, state_word, utc, waits_for
from bots.words.trees import kin_event, kin_lines

__all__ = [
    "LANGUAGES",
    "At",
    "Ready",
    "became",
    "covers_key",
    "decided_key",
    "facts_of",
    "in_words",
    "kin_event",
    "kin_lines",
    "look_prompt",
    "more_button",
    "name_language",
    "no_button",
    "outcome",
    "problem",
    "say",
    "sentence",
    "state_mark",
    "state_word",
    "utc",
    "waits_for",
    "why_button",
]
