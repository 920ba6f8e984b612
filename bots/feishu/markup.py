"""Feishu's markdown: what others wrote, made so that it shows as it is; dates in each viewer's own zone. Pure.

Source: open.feishu.cn, card-json-v2-components, rich-text: CommonMark and some tags; special characters are written
as HTML entities (``&#42;`` for an asterisk).
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from bots.words import Ready, utc

_DATE = re.compile("\x00(\\d+)\x00")
_SPECIAL = re.compile(r"[&<>`*_~\[\]|\\$\x00]|:(?=[A-Za-z])")
_LINE_BEGINS = re.compile(r"^(?P<indent>[ \t]+)?(?:(?P<mark>[#+=-])|(?P<number>\d{1,9})(?P<dot>[.)]))?", re.M)
_TAG = re.compile(
    r"</?\s*(?:at|person|font|a|text_tag|link|raw|local_datetime|number_tag|audio|img|br|hr)\b", re.I
)
_URL = re.compile(r"https?://[A-Za-z0-9\-._~:/?#@!$&+,;=%]+")


def at(instant: int) -> Ready:
    """An instant as a mark that becomes a date in the reader's zone; no other text has a NUL."""
    return Ready(f"\x00{instant}\x00")


def plainly(text: str) -> str:
    """Text with its dates written out, for where Feishu shows no dates."""
    return _DATE.sub(lambda mark: utc(int(mark[1])), text)


def escape(text: str) -> str:
    """Markdown that shows a text as it is. Its dates are shown in the zone of each viewer."""
    return "".join(_date(int(piece)) if index % 2 else _plain(piece) for index, piece in _pieces(text))


def bold(text: str) -> str:
    """Markdown for a text in bold, with its dates."""
    inside = escape(text)
    return f"**{inside}**" if text.strip() == text and text else inside


def coloured(colour: str, source: str) -> str:
    """Markdown in a colour of Feishu's."""
    return f"<font color='{colour}'>{source}</font>"


def mention(open_id: str) -> str:
    """Somebody, who is told of it; the id is Feishu's own."""
    return f"<at id={open_id}></at>"


def link(url: str) -> str:
    """An address that leads where it says, if it is one of the web; else its text."""
    found = _URL.fullmatch(url)
    return f"[{escape(url)}]({url.replace('(', '%28').replace(')', '%29')})" if found else escape(url)


def is_literal(text: str) -> bool:
    """Whether a code block shows exactly this: no tag of Feishu's and no end of a block stands in it."""
    return "```" not in text and "~~~" not in text and _TAG.search(text) is None and "\x00" not in text


def code_block(text: str, language: str = "") -> str:
    """Exact text in a fixed width; only where `is_literal` holds."""
    return f"```{language}\n{text}\n```"


def code(text: str) -> str:
    """Some words in a fixed width inside a line; what could end them early is escaped instead."""
    shown = " ".join(text.split())
    return f"`{shown}`" if shown and "`" not in shown and is_literal(shown) else escape(text)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    return enumerate(_DATE.split(text))


def _plain(text: str) -> str:
    return _LINE_BEGINS.sub(_begin, _SPECIAL.sub(_entity, text))


def _entity(found: re.Match[str]) -> str:
    return "\ufffd" if found[0] == "\x00" else f"&#{ord(found[0])};"


def _begin(found: re.Match[str]) -> str:
    indent = "&nbsp;" * len((found["indent"] or "").expandtabs(4))
    mark = f"&#{ord(found['mark'])};" if found["mark"] else ""
    number = f"{found['number']}&#{ord(found['dot'])};" if found["number"] else ""
    return indent + mark + number


def _date(instant: int) -> str:
    """As ``Mar 15 13:42``; the server's own clock is never shown."""
    moment = datetime.fromtimestamp(instant / 1_000_000, UTC)
    milliseconds = int(moment.timestamp() * 1000)
    kinds = ("date_short", "time")
    return " ".join(
        f"<local_datetime millisecond='{milliseconds}' format_type='{kind}'></local_datetime>"
        for kind in kinds
    )
