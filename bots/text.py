"""Text of agents and people, made fit to be shown (T6, C7): harmless, one line, cut between characters."""

import re
import unicodedata
from typing import NamedTuple

# ECMA-48: CSI, then strings (OSC, DCS, SOS, PM, APC) up to their end, then two-character escapes.
_ESCAPE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-Z\\^-~]?"
)
_BREAK = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_UNUSUAL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_OVERSTRIKE = re.compile("[^\n\x08]\x08")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_BROKEN = re.compile("[\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u206a-\u206f]")
# Marks without a shape, in names that would look like another person's. Joiners stay: scripts need them.
_SHAPELESS = re.compile("[\u00ad\u034f\u180e\u200b\u2060-\u2065\u3164\ufeff\uffa0]")
# Tags spell hidden text, except behind a black flag, where they spell a region's flag.
_TAGS = re.compile("(\U0001f3f4[\U000e0030-\U000e007a]{1,6}\U000e007f)|[\U000e0000-\U000e00ff]+")
_SELECTORS = re.compile("([\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
# What a reader needs in order to see a letter or an emoji as it was written, and then what nobody can see.
_UNSEEN = re.compile(
    "(?P<fine>(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f\U000e0000-\U000e0fff])"
    "|(?<=[\u3400-\u9fff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]"
    "|\U0001f3f4[\U000e0030-\U000e007a]{1,6}\U000e007f)"
    "|[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ud800-\udfff\ufdd0-\ufdef\ufff0-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e0fff]"
)
_MARKS_IN_A_ROW = 8
"""Of combining marks on one letter; no script needs as many, and stacks of them break the layout."""


class Cut(NamedTuple):
    """What fits, and how many characters were left out."""

    shown: str
    missing: int


def harmless(text: str | bytes) -> str:
    """Text for display: terminal escapes, bidirectional overrides, hidden and broken characters are gone.

    Lines and tabs stay; what is left of control characters is shown as a symbol.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", errors="replace")
    if text.isascii() and _UNUSUAL.search(text) is None:
        return text
    text = _ESCAPE.sub("", text)
    text = _BREAK.sub("\n", text)
    text = _OVERSTRIKE.sub("", text)
    text = _BROKEN.sub("\ufffd", _CONTROL.sub(_picture, text))
    text = _SHAPELESS.sub("", _BIDI.sub("", text))
    text = _SELECTORS.sub(r"\1", _TAGS.sub(lambda tag: tag[1] or "", text))
    return text if text.isascii() else _thin_marks(text)


def one_line(text: str | bytes) -> str:
    """Harmless, and on one line."""
    return " ".join(harmless(text).split())


def exact(text: str) -> str:
    """Text that is to be approved: nothing is left out, and what cannot be seen is written as ``⟨U+202E⟩``."""
    return _UNSEEN.sub(_spell, text.replace("\r\n", "\n"))


def measure(text: str) -> int:
    """Length in UTF-16 units, the largest of the ways in which chat platforms count characters."""
    return len(text) + sum(1 for character in text if character > "\uffff")


def cut(text: str, limit: int) -> Cut:
    """The longest beginning of at most ``limit`` UTF-16 units that ends between two whole characters."""
    if measure(text) <= limit:
        return Cut(text, 0)
    end = _longest(text, limit)
    while end > 0 and not _between(text, end):
        end -= 1
    return Cut(text[:end], len(text) - end)


def cut_tail(text: str, limit: int) -> Cut:
    """The longest end of at most ``limit`` UTF-16 units that begins between two whole characters."""
    if measure(text) <= limit:
        return Cut(text, 0)
    start = len(text) - _longest(text[::-1], limit)
    while start < len(text) and not _between(text, start):
        start += 1
    return Cut(text[start:], start)


def _longest(text: str, limit: int) -> int:
    used = 0
    for index, character in enumerate(text):
        used += 2 if character > "\uffff" else 1
        if used > limit:
            return index
    return len(text)


def _between(text: str, index: int) -> bool:
    """Whether a person sees two characters meet here (after Unicode Annex 29, the parts that matter here)."""
    if index <= 0 or index >= len(text):
        return True
    before, after = text[index - 1], text[index]
    if before + after == "\r\n" or before == "\u200d" or _extends(after):
        return False
    if _is_flag_letter(before) and _is_flag_letter(after):
        letters = index - len(text[:index].rstrip("".join(map(chr, range(0x1F1E6, 0x1F200)))))
        return letters % 2 == 0
    return not (_is_jamo(before) and _is_later_jamo(after))


def _extends(character: str) -> bool:
    code = ord(character)
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or character in "\u200c\u200d"
        or 0x1F3FB <= code <= 0x1F3FF
        or 0xE0020 <= code <= 0xE007F
    )


def _is_flag_letter(character: str) -> bool:
    return 0x1F1E6 <= ord(character) <= 0x1F1FF


def _is_jamo(character: str) -> bool:
    return "\u1100" <= character <= "\u11ff" or "\uac00" <= character <= "\ud7a3"


def _is_later_jamo(character: str) -> bool:
    return "\u1160" <= character <= "\u11ff"


def _spell(unseen: re.Match[str]) -> str:
    return unseen["fine"] or f"⟨U+{ord(unseen[0]):04X}⟩"


def _picture(control: re.Match[str]) -> str:
    code = ord(control[0])
    if code == 0x7F:
        return "\u2421"
    return chr(0x2400 + code) if code < 0x20 else "\ufffd"


def _thin_marks(text: str) -> str:
    kept, row = [], 0
    for character in text:
        row = row + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if row <= _MARKS_IN_A_ROW:
            kept.append(character)
    return "".join(kept)
