"""One redaction step for every byte that leaves the machine (S3): by value and by pattern, also in a stream.

Known values are looked for in every form in which they usually leak: as they are, base64 at all three
alignments (RFC 4648), URL-encoded (RFC 3986), JSON-escaped (RFC 8259), in hex, quoted for a shell or HTML.
They are found also when line ends or terminal escapes (ECMA-48) stand between their characters.
"""

import base64
import html
import json
import re
import shlex
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from urllib.parse import quote, quote_plus

from daemon.policy.credentials import is_secret_variable
from daemon.tokens import FORMATS, PATTERNS, PRIVATE_KEY, PRIVATE_KEY_END, REDACTED, Pattern

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

SHORTEST = 8
"""Characters that a known value must have: shorter ones are ordinary words and numbers, and replacing those
would make every text unreadable while hiding nothing that could not be guessed."""
LONGEST_LINE = 65_536
"""Characters of one line that are held back at most while its end has not come."""
HOLD = 4_096
"""Characters that are still held back when a longer line is let go; no pattern needs more to begin to match."""


class NeedleTooShort(ValueError):
    """A value to redact has fewer than eight characters; take it off the list, or list a longer one."""


_UNSEEN = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]{0,2048}(?:\x07|\x1b\\\\)|\x1b[@-Z\\\\^_]"
    "|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\x00]"
)
_BREAKS = re.compile(_UNSEEN.pattern + r"|\\?[\r\n]+[ \t]*")
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
        self._needles = tuple(sorted({form for needle in needles for form in encoded_forms(needle)}))
        self._patterns = tuple(patterns)
        self._longest = max((len(form) for form in self._needles), default=1)
        self._held = ""
        self._swallowing: re.Pattern[str] | None = None
        self.count = 0

    def redact(self, text: str) -> str:
        """A whole text without its secrets."""
        spans = self._spans(text)
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
        spans, guards = self._find(self._held)
        cut, before = min(cut, self._last_start()), -1
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

    def _let_go_all(self, spans: list[tuple[int, int]]) -> str:
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
        view, places = _view(self._held, _BREAKS)
        safe = len(view) - (self._longest + _SLACK)
        return 0 if safe <= 0 else _origin(places, safe)

    def _spans(self, text: str) -> list[tuple[int, int]]:
        return self._find(text)[0]

    def _find(self, text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """What is to be hidden, and what must not be torn apart."""
        spans: list[tuple[int, int]] = []
        squeezed, places = _view(text, _BREAKS)
        for needle in self._needles:
            at = squeezed.find(needle)
            while at >= 0:
                spans.append((_origin(places, at), _origin(places, at + len(needle) - 1) + 1))
                at = squeezed.find(needle, at + 1)
        guards = list(spans)
        plain, places = _view(text, _UNSEEN)
        lowered = plain.lower()
        for pattern in self._patterns:
            for secret, whole in pattern.find(plain, lowered):
                if secret[1] > secret[0]:
                    spans.append(_span_in(text, plain, places, secret))
                    guards.append(_span_in(text, plain, places, whole))
        return _merge(spans), _merge(guards)


def encoded_forms(value: str) -> set[str]:
    """The forms in which a value may be found, without breaks between their characters.

    Raises NeedleTooShort: it has fewer than `SHORTEST` characters.
    """
    if len(value.strip()) < SHORTEST:
        raise NeedleTooShort(NeedleTooShort.__doc__)
    data = value.encode("utf-8", "surrogatepass")
    forms = {value, value.strip(), data.hex(), data.hex().upper(), html.escape(value), shlex.quote(value)}
    forms |= {quote(data, safe=""), quote(data), quote_plus(data), "".join(f"%{byte:02X}" for byte in data)}
    forms |= {re.sub(r"%[0-9A-F]{2}", lambda match: match.group().lower(), form) for form in list(forms)}
    forms |= {form.strip("'") for form in (shlex.quote(value),)}
    for ascii_only in (True, False):
        escaped = json.dumps(value, ensure_ascii=ascii_only)[1:-1]
        forms |= {escaped, escaped.replace("/", "\\/"), json.dumps(escaped, ensure_ascii=ascii_only)[1:-1]}
    forms |= {form for offset in range(3) for form in _base64_forms(data, offset)}
    squeezed = {_BREAKS.sub("", form) for form in forms}
    return {form for form in squeezed if len(form) >= SHORTEST - 1}


def _base64_forms(data: bytes, offset: int) -> set[str]:
    """The characters of base64 that only these bytes decide, when they stand ``offset`` bytes after a multiple of 3."""
    text = base64.b64encode(b"\0" * offset + data).decode().rstrip("=")
    first = (0, 2, 3)[offset]
    last = len(text) if (offset + len(data)) % 3 == 0 else len(text) - 1
    core = text[first:last]
    return {core, core.translate(str.maketrans("+/", "-_"))}


_URL_PASSWORD = re.compile(r"://[^\s:/@]*:([^\s/@]+)@")


def secret_values(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The values of environment variables that look secret: by the variable's name, or by a token's format.

    Addresses count only for the password in them, and paths not at all, since both are shown all the time.
    Values shorter than `SHORTEST` are left out.
    """
    found: set[str] = set()
    for name, value in environment.items():
        found |= set(_URL_PASSWORD.findall(value))
        plain = "://" in value or value.startswith(("/", "~", "./"))
        formatted = any(True for pattern in FORMATS for _ in pattern.find(value, value.lower()))
        if formatted or (is_secret_variable(name) and not plain):
            found.add(value)
    return tuple(sorted(value for value in found if len(value.strip()) >= SHORTEST))


def _view(text: str, unseen: re.Pattern[str]) -> tuple[str, tuple[list[int], list[int]]]:
    """A text without some of its characters, and the places to find its characters again in the original."""
    starts, origins, parts = [0], [0], []
    length = at = 0
    for match in unseen.finditer(text):
        parts.append(text[at : match.start()])
        length += match.start() - at
        at = match.end()
        if starts[-1] == length:
            origins[-1] = at
        else:
            starts.append(length)
            origins.append(at)
    parts.append(text[at:])
    return "".join(parts), (starts, origins)


def _origin(places: tuple[list[int], list[int]], at: int) -> int:
    starts, origins = places
    part = bisect_right(starts, at) - 1
    return origins[part] + at - starts[part]


def _span_in(
    text: str, view: str, places: tuple[list[int], list[int]], span: tuple[int, int]
) -> tuple[int, int]:
    end = len(text) if span[1] == len(view) else _origin(places, span[1] - 1) + 1
    return _origin(places, span[0]), end


def _merge(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged


def _hide(text: str, spans: list[tuple[int, int]]) -> str:
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], REDACTED]
        at = end
    return "".join([*parts, text[at:]])
