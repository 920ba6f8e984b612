"""Public ids: made by the relay, typed by people on phones (Q1, Q3)."""

import re
import unicodedata
from datetime import date
from typing import NamedTuple

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−ー_", "-"))
_WHOLE = re.compile(r"R?(\d{4})(\d{2})(\d{2})-?(\d{1,9})")
_TODAY = re.compile(r"R-?(\d{1,7})")
_BARE = re.compile(r"\d{1,7}")
_IN_TEXT = re.compile(r"(?<![A-Za-z0-9])[Rr]\d{8}-\d{2,9}(?!\d)")


class PublicId(NamedTuple):
    """An owner's day (UTC) and the request's number on it. Sorts in the order of asking."""

    day: date
    number: int

    def __str__(self) -> str:
        return f"R{self.day.isoformat().replace('-', '')}-{self.number:02d}"


class Unreadable(ValueError):
    """That is no request id. Ids look like R20260906-07; R-07 or 7 is enough for one of today."""


def parse_public_id(text: str) -> PublicId:
    """The id that `str` of a `PublicId` gives.

    Raises:
        Unreadable: the text is anything else.
    """
    day = re.fullmatch(r"R(\d{4})(\d{2})(\d{2})-(\d{2,9})", text)
    found = _dated(day) if day else None
    if found is None or str(found) != text:
        raise Unreadable(Unreadable.__doc__)
    return found


def read_public_id(typed: str, today: date, thread: PublicId | None = None) -> PublicId:
    """The id that a person meant, as far as it can be told from the text, the day and the thread (Q3).

    A bare number is the thread's own request if it has that number, else today's. Whether the id exists is
    the relay's to say.

    Raises:
        Unreadable: nothing in the text can be an id.
    """
    text = _plain(typed)
    if whole := _WHOLE.fullmatch(text):
        found = _dated(whole)
    elif short := _TODAY.fullmatch(text):
        found = _numbered(today, short[1])
    elif _BARE.fullmatch(text):
        number = int(text)
        found = thread if thread and thread.number == number else _numbered(today, text)
    else:
        found = None
    if found is None:
        raise Unreadable(Unreadable.__doc__)
    return found


def find_public_ids(text: str) -> list[PublicId]:
    """The whole ids that stand in a text, in order, each once."""
    found = []
    for match in _IN_TEXT.findall(unicodedata.normalize("NFKC", text)):
        try:
            public = read_public_id(match, date.min)
        except Unreadable:
            continue
        if public not in found:
            found.append(public)
    return found


def _plain(typed: str) -> str:
    text = unicodedata.normalize("NFKC", typed).translate(_DASHES).upper()
    close = re.sub(r"(?<!\d)\s+|\s+(?!\d)", "", text)  # between two digits a space parts two numbers
    return re.sub(r"^[^\w]+|[^\w]+$", "", close)


def _dated(match: re.Match[str]) -> PublicId | None:
    year, month, day, number = (int(part) for part in match.groups())
    try:
        return _numbered(date(year, month, day), str(number))
    except ValueError:
        return None


def _numbered(day: date, number: str) -> PublicId | None:
    return PublicId(day, int(number)) if int(number) > 0 else None
