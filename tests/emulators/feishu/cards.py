"""Checks a whole card of JSON 2.0: its schema, its size, its number of elements, its ids, its pictures."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tests.emulators.feishu.card_components import CARD, DROPPED_TAGS
from tests.emulators.feishu.errors import FeishuRefusal, unusable_card
from tests.emulators.feishu.payloads import dumps
from tests.emulators.feishu.reading import mentions_of
from tests.emulators.feishu.state import Json

if TYPE_CHECKING:
    from tests.emulators.feishu.apps import App
    from tests.emulators.feishu.service import Service

CARD_BYTES = 30 * 1024
MOST_ELEMENTS = 200
MOST_TABLES = 5
MOST_MARKDOWN_TABLES = 4
MOST_LEVELS = 5
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-{1,}:?\s*(\|\s*:?-{1,}:?\s*)+\|?\s*$", re.MULTILINE)


def checked_card(card: Json, service: "Service", app: "App") -> Json:
    """The card itself; raises FeishuRefusal 230099 with the card's own code for what cannot be shown."""
    check_shape(card)
    _check_pictures(card, service, app)
    _check_people(card, service, app)
    return card


def card_complaint(card: Json) -> str:
    """What is wrong with the shape or the size of a card, "" if nothing is; ids of people and pictures are not looked at."""
    try:
        check_shape(card)
    except FeishuRefusal as refusal:
        return refusal.message
    return f"{card_bytes(card)} bytes are more than {CARD_BYTES}" if card_bytes(card) > CARD_BYTES else ""


def check_shape(card: Json) -> None:
    """Raises FeishuRefusal 230099 for a card that no app could send."""
    if card.get("schema") != "2.0":
        raise unusable_card(
            200621, "parse card json err, please check whether the card json is correct", "schema"
        )
    for tag in sorted(_tags(card) & DROPPED_TAGS):
        raise unusable_card(
            200861, "cards of schema V2 no longer support this capability", f"unsupported tag {tag}"
        )
    for path, reason in CARD(card, ""):
        raise unusable_card(
            200621, "parse card json err, please check whether the card json is correct", reason, path
        )
    _check_numbers(card)
    _check_depth(card)
    _check_ids(card)
    if (card.get("config") or {}).get("update_multi") is False:
        raise unusable_card(300302, "update_multi property is false")


def card_bytes(card: Json) -> int:
    """The encoded size, written without needless spaces."""
    return len(dumps(card).encode())


def walk(value: Any) -> Iterator[Json]:
    """Every element of a card: each object that has a tag, outer ones first."""
    if isinstance(value, dict):
        if "tag" in value:
            yield value
        for name, entry in value.items():
            if name not in ("value", "rows", "chart_spec"):
                yield from walk(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from walk(entry)


def _tags(card: Json) -> set[str]:
    return {str(element["tag"]) for element in walk(card.get("body"))}


def _check_numbers(card: Json) -> None:
    counted = Counter(str(element["tag"]) for element in walk(card))
    if counted.total() > MOST_ELEMENTS:
        raise unusable_card(11310, "element exceeds the limit", str(counted.total()))
    most_in_markdown = max((len(_TABLE_RULE.findall(words)) for words in _markdown(card)), default=0)
    if counted["table"] > MOST_TABLES or most_in_markdown > MOST_MARKDOWN_TABLES:
        raise unusable_card(
            11310, "card table number over limit", str(max(counted["table"], most_in_markdown))
        )


def _check_depth(card: Json) -> None:
    """Containers nest five levels deep; a table or a form stands at the root of the body."""
    elements = (card.get("body") or {}).get("elements", [])
    if _depth(elements) > MOST_LEVELS + 1:
        raise unusable_card(
            200621, "parse card json err, please check whether the card json is correct", "nesting"
        )
    for outer in elements:
        for inner in list(walk(outer))[1:]:
            if inner["tag"] in ("table", "form"):
                raise unusable_card(
                    200621, f"{inner['tag']} can only be placed at the root", str(outer["tag"])
                )


def _depth(value: Any) -> int:
    if isinstance(value, list):
        return max(map(_depth, value), default=0)
    inner = [
        value.get("elements", []),
        [c.get("elements", []) for c in value.get("columns", []) if "tag" in c],
    ]
    flat = [entry for part in inner for entry in (part if isinstance(part, list) else [])]
    return 1 + max(map(_depth, flat), default=0)


def _markdown(card: Json) -> Iterator[str]:
    """Every text of the Markdown elements, in all languages."""
    for found in walk(card):
        if found["tag"] == "markdown":
            yield str(found.get("content", ""))
            yield from map(str, (found.get("i18n_content") or {}).values())


def _check_ids(card: Json) -> None:
    ids = Counter(str(element["element_id"]) for element in walk(card) if "element_id" in element)
    for element_id, times in ids.items():
        if times > 1:
            raise unusable_card(300301, "Duplicate element_id in card component.", element_id)


def _check_pictures(card: Json, service: "Service", app: "App") -> None:
    for element in walk(card):
        key = element.get("img_key")
        if isinstance(key, str) and key:
            stored = service.platform.files.get(key)
            if stored is None or stored.app_id != app.app_id:
                raise unusable_card(200570, "card contains invalid image keys", f"image key {key}")


def _check_people(card: Json, service: "Service", app: "App") -> None:
    """Everybody whom a card mentions or shows must exist."""
    wanted = mentions_of(card) - {"all"}
    wanted |= {str(element["user_id"]) for element in walk(card) if element["tag"] == "person"}
    if not wanted:
        return
    known = {
        some_id
        for member in service.platform.members.values()
        for some_id in (member.open_id(app.app_id), member.union_id, member.user_id)
    }
    for some_id in wanted - known:
        raise unusable_card(100290, "There is an invalid user resource(at/person) in your card", some_id)
