"""By what our messages are known again: a key that makes two sends one, and marks in the cards themselves. Pure.

Feishu keeps the key (``uuid``, at most 50 characters) for an hour. It is made from the place and the part, so that
it is the same at each try and after a restart. Messages have no other field of ours, so that a card carries its part
as the id of its first element, and its request as the name of a font size that it defines.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from bots.handed import digest_of, part_name
from relay.wire.places import PlaceView
from relay.wire.requests import RequestView

Json = dict[str, Any]

PAGES_AT_MOST = 25
_SIZE = {"default": "normal", "pc": "normal", "mobile": "normal"}
_PREFIX = "cus-"


def make_key(place: str, part: str, turn: int) -> str:
    """The key of a message. ``turn`` counts how often it was deleted and has to be made anew."""
    return hashlib.sha256(f"{place}|{part}|{turn}".encode()).hexdigest()[:40]


def make_mark(place: str, part: str) -> str:
    """The id of a card's first element: letters and digits, at most twenty."""
    return f"m{hashlib.sha256(f'{place}|{part}'.encode()).hexdigest()[:19]}"


def marked(card: Json, place: PlaceView, part: str) -> Json:
    """A card that can be found again."""
    first, *rest = card["body"]["elements"]
    elements = [{**first, "element_id": make_mark(place.place, part)}, *rest]
    config = card["config"]
    if place.request is not None:
        config = {**config, "style": {"text_size": {f"{_PREFIX}{place.request.request}": _SIZE}}}
    return {**card, "config": config, "body": {**card["body"], "elements": elements}}


def read_card(message: Mapping[str, Any]) -> Json | None:
    """The card of a message as im/v1 gives it with ``card_msg_content_type``; None for anything else."""
    if message.get("msg_type") != "interactive":
        return None
    found = _object((message.get("body") or {}).get("content"))
    return _object(found.get("json_card")) if found is not None and "json_card" in found else found


def file_name(message: Mapping[str, Any]) -> str:
    """The name of the file that a message is; empty for anything else."""
    if message.get("msg_type") != "file":
        return ""
    return str((_object((message.get("body") or {}).get("content")) or {}).get("file_name") or "")


def mark_of(card: Mapping[str, Any]) -> str:
    """The mark that a card carries; empty without one."""
    elements = (card.get("body") or {}).get("elements") or []
    first = elements[0] if elements else {}
    return str(first.get("element_id") or "") if isinstance(first, dict) else ""


def request_in(card: Mapping[str, Any]) -> str | None:
    """The request that a card carries."""
    sizes = ((card.get("config") or {}).get("style") or {}).get("text_size") or {}
    names = [str(name) for name in sizes if str(name).startswith(_PREFIX)]
    return names[0].removeprefix(_PREFIX) if names else None


def parts_by_mark(place: PlaceView) -> dict[str, str]:
    """Which part each mark of a place stands for."""
    view = place.request
    names = ["anchor", "progress", "final", "card", "join", *_pages("page:")]
    names += list(_of_actions(view)) if view is not None else []
    names += [part_name(event) for event in view.events if digest_of(event)] if view is not None else []
    return {make_mark(place.place, name): name for name in names}


def _of_actions(view: RequestView) -> Iterable[str]:
    for one in view.actions:
        yield from (f"action:{one.action}", f"settle:{one.action}", *_pages(f"page:{one.action}:"))


def _pages(name: str) -> list[str]:
    return [f"{name}{page}" for page in range(1, PAGES_AT_MOST + 1)]


def _object(text: object) -> Json | None:
    try:
        found = json.loads(text) if isinstance(text, str) else text
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
