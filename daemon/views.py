"""A text as a search for known values sees it, and the way back to where its characters stand. Pure."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from operator import methodcaller, sub

LONGEST_ESCAPE = 2_100
"""Characters of the longest terminal escape that is left out; what is longer is text."""

Places = tuple[list[int], list[int]]
"""Where the parts of a view begin, and where these beginnings stand in the original."""

_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,2048}(?:\x07|\x1b\\)|[@-Z\\^_])")
_MARK = re.compile("[\x00\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_UNSEEN = re.compile(f"{_ESCAPE.pattern}|{_MARK.pattern}")
_BARE = re.compile(f"\x1b|{_MARK.pattern}")
_UNUSUAL = re.compile(r"\x1b(?!\[(?:[0-9]{0,3};?){0,6}[mKGHJ])")
_strip_indent = methodcaller("lstrip", " \t")


class Seen:
    """A text without what no reader sees in it: terminal escapes (ECMA-48), marks of no width, NUL.

    With ``escapes`` off, what looks like an escape is text, and only the character that begins one is left out.
    """

    def __init__(self, text: str, *, escapes: bool = True) -> None:
        self._original = text
        self._unseen = _UNSEEN if escapes else _BARE
        if "\x1b" in text:
            text = _ESCAPE.sub("", text) if escapes else text.replace("\x1b", "")
        if "\0" in text or not text.isascii():
            text = _MARK.sub("", text)
        self.text = text

    def origin(self, at: int) -> int:
        """Where the character at a place of this view stands in the original."""
        starts, origins = self._places
        part = bisect_right(starts, at) - 1
        return origins[part] + at - starts[part]

    @cached_property
    def _places(self) -> Places:
        if self.text is self._original:
            return [0], [0]
        gaps = [match.span() for match in self._unseen.finditer(self._original)]
        origins = [0, *(end for _, end in gaps)]
        starts = list(accumulate(map(sub, (begin for begin, _ in gaps), origins), initial=0))
        return starts, origins


def ways_to_see(text: str) -> Iterator[Seen]:
    """How a text may be read: colours are never text; whatever else looks like an escape may be."""
    yield Seen(text)
    if "\x1b" in text and _UNUSUAL.search(text):
        yield Seen(text, escapes=False)


class Joined:
    """A text without its line ends, the indents behind them, and the backslashes that go on with a line.

    With ``continued`` off, a backslash at the end of a line is text.
    """

    def __init__(self, text: str, *, continued: bool = True) -> None:
        self._original = text = text.replace("\r", "\n")
        self._indented = "\n " in text or "\n\t" in text
        self._continued = continued and "\\\n" in text
        changed = self._indented or self._continued
        self.text = "".join(self._lines[1]) if changed else text.replace("\n", "")

    def origin(self, at: int) -> int:
        """Where the character at a place of this view stands in the original."""
        (starts, begins), (_, kept, whole) = self._places, self._lines
        line = bisect_right(starts, at) - 1
        left_out = line + len(whole[line]) - len(kept[line])  # ends of lines, and an indent
        return begins[line] + left_out + at - starts[line]

    @cached_property
    def _lines(self) -> tuple[list[str], list[str], list[str]]:
        """The lines as they are, what is kept of each, and each without the backslash at its end."""
        lines = whole = self._original.split("\n")
        if self._continued:
            whole = [*(line.removesuffix("\\") for line in lines[:-1]), lines[-1]]
        kept = [whole[0], *map(_strip_indent, whole[1:])] if self._indented else whole
        return lines, kept, whole

    @cached_property
    def _places(self) -> Places:
        """Where what is kept of each line begins in this view, and each line in the original, its ends not counted."""
        lines, kept, _ = self._lines
        starts = list(accumulate(map(len, kept), initial=0))
        starts.pop()
        return starts, list(accumulate(map(len, lines), initial=0))


def ways_to_join(text: str) -> Iterator[Joined]:
    """How lines may belong together: a backslash before a line end may be the value's own."""
    yield Joined(text)
    if "\\\n" in text or "\\\r" in text:
        yield Joined(text, continued=False)


def squeeze(text: str) -> str:
    """A text without all that these views leave out."""
    return Joined(Seen(text).text).text


def from_end(text: str, characters: int) -> int:
    """Where the last so many characters begin, of those that these views leave; 0 if there are not as many."""
    size = 2 * (characters + LONGEST_ESCAPE)
    while True:
        cut = max(0, len(text) - size)
        seen = Seen(text[cut:])
        joined = Joined(seen.text)
        # An escape may be cut where this window begins, and is then no escape in it.
        at = len(joined.text) - characters
        if at > (LONGEST_ESCAPE if cut else 0):
            return cut + seen.origin(joined.origin(at))
        if cut == 0:
            return 0
        size *= 4


def open_escape(text: str) -> int:
    """Where a terminal escape begins that has not ended yet, or the end of the text."""
    at = text.rfind("\x1b")
    begun = at >= 0 and len(text) - at <= LONGEST_ESCAPE and _UNSEEN.match(text, at) is None
    before = text.rfind("\x1b", 0, at) if begun and at > 0 else -1
    if begun and before >= 0 and at == len(text) - 1 and text[before + 1 : before + 2] == "]":
        return before  # the first half of the two characters that end a title
    return at if begun else len(text)
