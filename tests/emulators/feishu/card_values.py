"""The kinds of values that occur in a card: sizes, colours, texts in several languages, icons, behaviours.

All of it is of the pages card-json-v2-structure and card-json-v2-components of open.feishu.cn.
"""

import re
from collections.abc import Iterator
from typing import Any

from tests.emulators.feishu.schema import (
    Check,
    Complaint,
    Field,
    array,
    boolean,
    choice,
    integer,
    may,
    need,
    one_of,
    record,
    text,
)

LANGUAGES = (
    "zh_cn",
    "en_us",
    "ja_jp",
    "zh_hk",
    "zh_tw",
    "ko_kr",
    "de_de",
    "es_es",
    "fr_fr",
    "id_id",
    "it_it",
    "ms_my",
    "pt_br",
    "ru_ru",
    "th_th",
    "vi_vn",
)
TEMPLATES = (
    "blue",
    "wathet",
    "turquoise",
    "green",
    "yellow",
    "orange",
    "red",
    "carmine",
    "violet",
    "purple",
    "indigo",
    "grey",
    "default",
)
TAG_COLOURS = (
    "neutral",
    "blue",
    "turquoise",
    "lime",
    "orange",
    "violet",
    "indigo",
    "wathet",
    "green",
    "yellow",
    "red",
    "purple",
    "carmine",
)
TEXT_SIZES = (
    "heading-0",
    "heading-1",
    "heading-2",
    "heading-3",
    "heading-4",
    "heading",
    "normal",
    "notation",
    "xxxx-large",
    "xxx-large",
    "xx-large",
    "x-large",
    "large",
    "medium",
    "small",
    "x-small",
)
BUTTON_TYPES = (
    "default",
    "primary",
    "danger",
    "text",
    "primary_text",
    "danger_text",
    "primary_filled",
    "danger_filled",
    "laser",
)


def pattern(expression: str, meaning: str) -> Check:
    found = re.compile(expression)

    def check(value: Any, path: str) -> Iterator[Complaint]:
        if not isinstance(value, str) or not found.fullmatch(value):
            yield path, f"must be {meaning}: {value!r}"

    return check


def address(value: Any, path: str) -> Iterator[Complaint]:
    """A link; ``lark://msgcard/unsupported_action`` forbids it on one kind of client."""
    yield from pattern(r"(https?|lark|mailto|tel)://?\S+|\S*", "an address")(value, path)


ELEMENT_ID = pattern(r"[A-Za-z][A-Za-z0-9_]{0,19}", "letters, digits and _, a letter first, at most 20")
COLOUR = pattern(r"[a-z]+(-\d{2,3})?|rgba?\([0-9., ]+\)|cus-[A-Za-z0-9_-]+|#[0-9a-fA-F]{6,8}", "a colour")
PIXELS = pattern(r"\d{1,3}px", "pixels such as 12px")
PADDING = pattern(r"(0|\d{1,2}px)( (0|\d{1,2}px)){0,3}", "one to four sizes from 0px to 99px")
MARGIN = pattern(r"(0|-?\d{1,2}px)( (0|-?\d{1,2}px)){0,3}", "one to four sizes from -99px to 99px")
SPACING = pattern(r"default|small|medium|large|extra_large|\d{1,2}px|", "a spacing")
SIZE = one_of(choice(*TEXT_SIZES), pattern(r"cus-[A-Za-z0-9_-]+", "a size"))
HORIZONTAL = choice("left", "center", "right")
VERTICAL = choice("top", "center", "bottom")
DIRECTION = choice("vertical", "horizontal")

TRANSLATIONS = record({language: may(text()) for language in LANGUAGES})


def words(*tags: str, maximum: int | None = None, styled: bool = False) -> Check:
    """A text element with one of these tags, in several languages if it likes."""
    fields = {
        "tag": need(choice(*tags)),
        "content": need(text(maximum)),
        "i18n_content": may(TRANSLATIONS),
        "element_id": may(ELEMENT_ID),
    }
    if styled:
        fields |= {
            "text_size": may(SIZE),
            "text_color": may(COLOUR),
            "text_align": may(HORIZONTAL),
            "lines": may(integer(1, 2**31)),
        }
    return record(fields)


PLAIN = words("plain_text")
ICON = record(
    {
        "tag": need(choice("standard_icon", "custom_icon")),
        "token": may(text()),
        "color": may(COLOUR),
        "img_key": may(text()),
        "size": may(pattern(r"\d{1,3}px \d{1,3}px", "two sizes")),
    }
)
CONFIRM = record({"title": need(PLAIN), "text": need(PLAIN)})
MULTI_URL = record({name: may(address) for name in ("url", "pc_url", "ios_url", "android_url")})


def tips(value: Any, path: str) -> Iterator[Complaint]:
    """A tip may be an empty object."""
    if value != {}:
        yield from PLAIN(value, path)


def json_object(value: Any, path: str) -> Iterator[Complaint]:
    """Data of a callback: an object; the official clients read nothing else."""
    if not isinstance(value, dict):
        yield path, "must be an object"


_OPEN_URL = record(
    {
        "type": need(choice("open_url")),
        "default_url": may(address),
        "android_url": may(address),
        "ios_url": may(address),
        "pc_url": may(address),
    }
)
_CALLBACK = record({"type": need(choice("callback")), "value": need(json_object)})


def _behaviour(value: Any, path: str) -> Iterator[Complaint]:
    kinds = {"open_url": _OPEN_URL, "callback": _CALLBACK}
    kind = value.get("type") if isinstance(value, dict) else None
    if kind not in kinds:
        yield path, f"unknown behavior {kind!r}"
    else:
        yield from kinds[kind](value, path)


BEHAVIOURS = array(_behaviour, maximum=2)
PLACED = {"element_id": may(ELEMENT_ID), "margin": may(MARGIN)}
"""What every component has beside its tag."""
ARRANGED = {
    "direction": may(DIRECTION),
    "horizontal_spacing": may(SPACING),
    "vertical_spacing": may(SPACING),
    "horizontal_align": may(HORIZONTAL),
    "vertical_align": may(VERTICAL),
    "padding": may(PADDING),
}
"""How what holds others lays them out."""
WIDTH = one_of(choice("default", "fill", "auto", "weighted"), PIXELS)
CONFIG = record(
    {
        "streaming_mode": may(boolean),
        "streaming_config": may(
            record(
                {
                    "print_frequency_ms": may(
                        record({n: may(integer(1, 10_000)) for n in ("default", "android", "ios", "pc")})
                    ),
                    "print_step": may(
                        record({n: may(integer(1, 10_000)) for n in ("default", "android", "ios", "pc")})
                    ),
                    "print_strategy": may(choice("fast", "delay")),
                }
            )
        ),
        "summary": may(record({"content": may(text()), "i18n_content": may(TRANSLATIONS)})),
        "locales": may(array(choice(*LANGUAGES))),
        "enable_forward": may(boolean),
        "update_multi": may(boolean),
        "width_mode": may(choice("default", "compact", "fill")),
        "use_custom_translation": may(boolean),
        "enable_forward_interaction": may(boolean),
        "style": may(json_object),
    }
)


def component(tag: str, **fields: Field) -> Check:
    return record({"tag": need(choice(tag)), **PLACED, **fields})
