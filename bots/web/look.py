"""What all pages share: who looks, the templates, and how times, sizes and names are written."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from bots.text import cut, exact, one_line
from bots.web.card import pieces
from bots.web.words_web import LANGUAGE_NAMES, has, tell
from bots.words import Ready
from relay.wire.base import Instant

_HTML_LANGUAGES = {"en": "en", "zh": "zh-Hans", "ko": "ko"}
BRIEF_SHOWN = 80
# Written by `token`, read by `with_times`; no text of a person can hold the control character.
_VALUE = re.compile(' value="[^"]*"')
_TIME = re.compile("\x00(\\d+)\x00")


@dataclass(frozen=True)
class Look:
    """Who a page is made for. ``new_key`` gives each form the key that makes sending it twice once (C5); ``now`` is
    our clock in milliseconds, for browsers whose own is wrong. ``stay`` is where its forms lead, if not to the room.
    """

    language: str
    csrf: str
    assets: str
    new_key: Callable[[], str]
    name: str = ""
    now: int = 0
    stay: str = ""


def draw(look: Look, template: str, **values: Any) -> str:
    """A template with its values, in the language of the one who looks."""
    language = look.language
    return _TEMPLATES.get_template(template).render(
        t=lambda key, **named: tell(key, language, **named),
        language=language,
        html_lang=_HTML_LANGUAGES[language],
        languages_known=list(LANGUAGE_NAMES.items()),
        csrf=look.csrf,
        assets=look.assets,
        fresh_key=look.new_key,
        me_name=look.name,
        now=look.now,
        stay=look.stay,
        **values,
    )


def token(at: Instant) -> Ready:
    """An instant inside a sentence, for `with_times`."""
    return Ready(f"\x00{at}\x00")


def with_times(text: str) -> Markup:
    """The text with its tokens as times that the browser shows in its own zone."""
    parts = _TIME.split(text)
    marked = [moment(int(part)) if place % 2 else escape(part) for place, part in enumerate(parts)]
    return Markup("").join(marked)


def moment(at: Instant) -> Markup:
    """An instant in UTC, which the browser then shows in its own zone."""
    return Markup('<time datetime="{}" data-at="{}">{}</time>').format(_iso(at), at // 1000, _clock(at))


def _iso(at: Instant) -> str:
    return f"{datetime.fromtimestamp(at / 1_000_000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _clock(at: Instant) -> str:
    return f"{datetime.fromtimestamp(at / 1_000_000, UTC):%Y-%m-%d %H:%M} UTC"


def plain(html: str) -> str:
    """A fragment without the keys of its forms, which are new each time it is drawn."""
    return _VALUE.sub("", html)


def brief(text: str) -> str:
    """The beginning of a text, on one line."""
    shown, missing = cut(one_line(text[: BRIEF_SHOWN * 4]), BRIEF_SHOWN)
    return shown + ("…" if missing else "")


def _size(count: int) -> str:
    if count < 1024:
        return f"{count} B"
    return f"{count / 1024:.0f} KB" if count < 1024 * 1024 else f"{count / 1024 / 1024:.1f} MB"


def _initial(name: str) -> str:
    plain = one_line(name).lstrip("@")
    return plain[:1].upper() or "?"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("bots.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update(line=one_line, exact=exact, brief=brief, pieces=pieces)
    environment.tests.update(told=has)
    environment.globals.update(moment=moment, size=_size, initial=_initial)
    return environment


_TEMPLATES = _environment()
