"""Texts that stand encoded in another text: base64, hexadecimal digits, escapes."""

import base64
import binascii
import re
from collections.abc import Iterator

_BASE64 = re.compile(r"[A-Za-z0-9+/]{12,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){6,}")
_ESCAPED = re.compile(r"(?:\\(?:x[0-9a-fA-F]{1,2}|0?[0-7]{2,3})){2,}")
_READABLE = re.compile(r"[\t\n\x20-\x7e]+")
_NAMED_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"'}
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|(.))", re.DOTALL)


def unescape(text: str) -> str | None:
    """What ``$'...'`` and ``printf`` make of a text's escapes, or None for those that are not followed."""
    parts, at = [], 0
    for match in _ESCAPE.finditer(text):
        put = _escaped(*match.groups())
        if put is None:
            return None
        parts += [text[at : match.start()], put]
        at = match.end()
    return "".join([*parts, text[at:]])


def _escaped(narrow: str | None, wide: str | None, octal: str | None, letter: str | None) -> str | None:
    if letter is not None:
        return _NAMED_ESCAPES.get(letter)
    code = int(octal, 8) & 0xFF if octal else int(narrow or wide or "0", 16)
    return chr(code) if 32 <= code < 127 or code in (9, 10) else None


def decoded(text: str) -> Iterator[str]:
    """The readable texts that stand encoded in a text."""
    for match in _BASE64.finditer(text):
        yield from _readable(_from_base64(match.group()))
    for match in _HEX.finditer(text):
        yield from _readable(bytes.fromhex(match.group()))
    if _ESCAPED.search(text):
        yield _ESCAPED.sub(lambda match: unescape(match.group()) or "?", text)


def _from_base64(text: str) -> bytes:
    plain = text.rstrip("=")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except (ValueError, binascii.Error):
        return b""


def _readable(data: bytes) -> Iterator[str]:
    text = data.decode("ascii", "replace")
    if _READABLE.fullmatch(text):
        yield text
