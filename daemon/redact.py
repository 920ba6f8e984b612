"""One redaction step for every byte that leaves the machine (S3): by value and by pattern, also in a stream.

Known values are looked for in every form of `daemon.needles`, formats as `daemon.tokens` has them. Values are
found also when line ends or terminal escapes (ECMA-48) stand between their characters.
"""

import re
from collections.abc import Iterable, Mapping

from daemon.needles import SHORTEST, NeedleTooShort, encoded_forms
from daemon.policy.credentials import is_secret_variable
from daemon.search import Search, Spans
from daemon.tokens import FORMATS, PATTERNS, PRIVATE_KEY, PRIVATE_KEY_END, REDACTED, Pattern
from daemon.views import from_end, open_escape

__all__ = [
    "PATTERNS",
    "REDACTED",
    "SHORTEST",
    "NeedleTooShort",
    "Pattern",
    "Redactor",
    "encoded_forms",
    "secret_values",
]

LONGEST_LINE = 65_536
"""Characters of one line that are held back at most while its end has not come."""
HOLD = 4_096
"""Characters that are still held back when a longer line is let go; no pattern needs more to begin to match."""
_SLACK = 64
_TOKEN_GOES_ON = re.compile(r"[\w.+/=~%-]*")
_KEY_END = re.compile(PRIVATE_KEY_END)


class Redactor:
    """Hides known values and token formats, in whole texts and in streams.

    ``count`` is how many places were hidden so far. One redactor serves one stream; `redact` may be called at
    any time.
    """

    def __init__(self, needles: Iterable[str] = (), patterns: Iterable[Pattern] = PATTERNS) -> None:
        """Raises NeedleTooShort: a needle has fewer than `SHORTEST` characters."""
        self._search = Search(needles, tuple(patterns))
        self._held = ""
        self._swallowing: re.Pattern[str] | None = None
        self.count = 0

    def fresh(self) -> "Redactor":
        """One that hides the same, for another stream."""
        other = Redactor((), ())
        other._search = self._search
        return other

    def holds(self, text: str) -> bool:
        """Whether there is something to hide."""
        return bool(self._search.find(text)[0])

    def redact(self, text: str) -> str:
        """A whole text without its secrets."""
        spans, _ = self._search.find(text)
        self.count += len(spans)
        return _hide(text, spans)

    def feed(self, text: str) -> str:
        """What may be let go after one more piece of the stream; the rest is held back."""
        self._held += self._swallow(text)
        cut = self._held.rfind("\n") + 1
        too_long = len(self._held) - cut > LONGEST_LINE
        if too_long:
            cut = len(self._held) - HOLD
        return self._let_go(cut, in_line=too_long) if cut > 0 else ""

    def flush(self) -> str:
        """The rest of the stream."""
        held, self._held, self._swallowing = self._held, "", None
        return self.redact(held)

    def _let_go(self, cut: int, *, in_line: bool) -> str:
        """Let go what lies before a cut, but nothing that could still turn out to begin a secret.

        Except in a line that is too long, the cut is at a line's beginning: what tells that something is secret
        stands on its line.
        """
        cut, before = min(cut, self._last_start()), -1
        if cut <= 0:
            return ""
        spans, guards = self._search.find(self._held)
        while cut != before:
            before = cut
            cut = cut if in_line else self._held.rfind("\n", 0, cut) + 1
            for start, end in reversed(guards):
                if start < cut and (cut < end or end == len(self._held)):
                    cut = start
        if len(self._held) - cut > 2 * LONGEST_LINE:
            return self._let_go_all(spans)
        done = [span for span in spans if span[1] <= cut]
        self.count += len(done)
        text, self._held = _hide(self._held[:cut], done), self._held[cut:]
        return text

    def _let_go_all(self, spans: Spans) -> str:
        """A secret without an end: it is hidden now, and what follows of it is swallowed as it comes."""
        start, end = next(span for span in spans if span[1] > len(self._held) - LONGEST_LINE)
        goes_on = end == len(self._held)
        if goes_on:
            is_key = re.match(PRIVATE_KEY, self._held[start : start + 80])
            self._swallowing = _KEY_END if is_key else _TOKEN_GOES_ON
        done = [span for span in spans if span[1] <= end]
        self.count += len(done)
        text, self._held = _hide(self._held[:end], done), self._held[end:]
        return text

    def _swallow(self, text: str) -> str:
        """Drop what belongs to a secret that was hidden before its end had come."""
        if self._swallowing is None:
            return text
        if self._swallowing is _KEY_END:
            self._held += text
            found = _KEY_END.search(self._held)
            rest = self._held[found.end() :] if found else ""
            self._held = "" if found else self._held[-80:]
            self._swallowing = None if found else _KEY_END
            return rest
        match = _TOKEN_GOES_ON.match(text)
        at = match.end() if match else 0
        self._swallowing = self._swallowing if at == len(text) else None
        return text[at:]

    def _last_start(self) -> int:
        """Where the last known value that is not yet whole could begin."""
        return from_end(self._held[: open_escape(self._held)], self._search.longest + _SLACK)


_URL_PASSWORD = re.compile(r"://[^\s:/@]*:([^\s/@]+)@")
_FORMATS = Search((), FORMATS)


def secret_values(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The values of environment variables that look secret: by the variable's name, or by a token's format.

    Addresses count only for the password in them, and paths not at all, since both are shown all the time.
    Values shorter than `SHORTEST` are left out.
    """
    found: set[str] = set()
    for name, value in environment.items():
        found |= set(_URL_PASSWORD.findall(value))
        plain = "://" in value or value.startswith(("/", "~", "./"))
        formatted = bool(_FORMATS.find(value)[0])
        if formatted or (is_secret_variable(name) and not plain):
            found.add(value)
    return tuple(sorted(value for value in found if len(value.strip()) >= SHORTEST))


def _hide(text: str, spans: Spans) -> str:
    if not spans:
        return text
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], REDACTED]
        at = end
    return "".join([*parts, text[at:]])
