"""One search for everything that is to be hidden: known values and the anchors of formats, in a single pass. Pure.

The pass is that of Aho and Corasick over the text as it is without line ends. Of each value it looks for a few
characters, from its rarest one on: the automaton stays small, and most characters of a text leave it where it
begins. The rest of the value is compared where these stand.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import ahocorasick

from daemon.needles import encoded_forms
from daemon.tokens import Pattern
from daemon.views import Joined, Seen, ways_to_join, ways_to_see

LONGEST_KEY, SHORTEST_KEY = 16, 6
"""Characters of a value that the automaton looks for."""
COMMON = "etaoinsrhld cumfpgwyb0124vk3-_.:=/5867,9\"'()xjqzETAOINSRHLDCUMFPGWYB%+~VKXJQZ"
"""Characters by how often logs, code and prose have them, the most frequent ones first."""

_RANKS = {character: rank for rank, character in enumerate(COMMON)}
Span = tuple[int, int]
Spans = list[Span]
_Family = tuple[re.Pattern[str] | None, tuple[Pattern, ...]]


@dataclass
class _Key:
    """What a text of the automaton stands for: values, and how far in them it begins; formats that begin there."""

    length: int
    forms: list[tuple[str, int]] = field(default_factory=list)
    families: list[_Family] = field(default_factory=list)


class Search:
    """Known values and formats, ready to be looked for; it never changes. ``longest`` is of the longest value."""

    def __init__(self, needles: Iterable[str], patterns: Sequence[Pattern]) -> None:
        """Raises NeedleTooShort: a needle has fewer than eight characters."""
        forms = {form for needle in needles for form in encoded_forms(needle)}
        self.longest = max(map(len, forms), default=1)
        self._probed = tuple(pattern for pattern in patterns if pattern.begin is None)
        self._automaton = _build(forms, patterns)

    def find(self, text: str) -> tuple[Spans, Spans]:
        """What is to be hidden, and what must not be torn apart; both in order, nothing overlaps."""
        spans: Spans = []
        guards: Spans = []
        for seen in ways_to_see(text):
            self._find_in(seen, spans, guards)
        return (_merge(spans), _merge(guards)) if spans else ([], [])

    def _find_in(self, seen: Seen, spans: Spans, guards: Spans) -> None:
        for number, joined in enumerate(ways_to_join(seen.text)):
            values, places = self._look(joined.text)
            found = [_back(joined, seen, span) for span in values]
            spans += found
            guards += found
            if number == 0:  # no format goes over a line's end, so each way shows them all
                self._find_formats(seen, joined, places, spans, guards)

    def _find_formats(
        self, seen: Seen, joined: Joined, places: list[tuple[int, _Key]], spans: Spans, guards: Spans
    ) -> None:
        for secret, whole in self._formats(seen.text, joined, places):
            spans.append(_origin(seen, secret))
            guards.append(_origin(seen, whole))

    def _look(self, text: str) -> tuple[Spans, list[tuple[int, _Key]]]:
        """The known values, and where formats may begin."""
        values: Spans = []
        places: list[tuple[int, _Key]] = []
        if self._automaton is None:
            return values, places
        for end, key in self._automaton.iter(text):
            at = end - key.length + 1
            for form, inside in key.forms:
                if at >= inside and text.startswith(form, at - inside):
                    values.append((at - inside, at - inside + len(form)))
            if key.families:
                places.append((at, key))
        return values, places

    def _formats(
        self, text: str, joined: Joined, places: list[tuple[int, _Key]]
    ) -> Iterator[tuple[Span, Span]]:
        for pattern in self._probed:
            yield from pattern.probed(text)
        done: dict[str, int] = {}
        for place, key in places:
            at = joined.origin(place)
            for head, patterns in key.families:
                if head is None or head.match(text, at):
                    yield from _try(patterns, text, at, done)


def _try(
    patterns: Sequence[Pattern], text: str, at: int, done: dict[str, int]
) -> Iterator[tuple[Span, Span]]:
    """The patterns that match here; each goes on behind what it has matched already."""
    for pattern in patterns:
        if at >= done.get(pattern.name, 0):
            found = pattern.at(text, at)
            if found is not None:
                done[pattern.name] = found[1][1]
                yield found


def _build(forms: Iterable[str], patterns: Sequence[Pattern]) -> "ahocorasick.Automaton | None":
    keys: dict[str, _Key] = {}
    for form in forms:
        inside = _rarest(form)
        text = form[inside : inside + LONGEST_KEY]
        keys.setdefault(text, _Key(len(text))).forms.append((form, inside))
    for begin in dict.fromkeys(pattern.begin for pattern in patterns if pattern.begin is not None):
        family = begin.head, tuple(pattern for pattern in patterns if pattern.begin is begin)
        for anchor in begin.texts():
            keys.setdefault(anchor, _Key(len(anchor))).families.append(family)
    if not keys:
        return None
    automaton = ahocorasick.Automaton()
    for text in sorted(keys, key=lambda text: [_rank(one) for one in text]):
        automaton.add_word(text, keys[text])
    automaton.make_automaton()
    return automaton


def _rank(character: str) -> int:
    return _RANKS.get(character, len(COMMON))


def _rarest(form: str) -> int:
    """Where a value's rarest character stands that has enough others behind it."""
    places = range(max(1, len(form) - SHORTEST_KEY + 1))
    return max(places, key=lambda place: _rank(form[place]))


def _back(joined: Joined, seen: Seen, span: Span) -> Span:
    return seen.origin(joined.origin(span[0])), seen.origin(joined.origin(span[1] - 1)) + 1


def _origin(seen: Seen, span: Span) -> Span:
    return seen.origin(span[0]), seen.origin(span[1] - 1) + 1


def _merge(spans: Spans) -> Spans:
    merged: Spans = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged
