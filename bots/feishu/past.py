"""A message as it stands in a chat, as the events that it should have been. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from bots.feishu.parse import EDITED, MESSAGE, MILLISECONDS, RECALLED, Json
from bots.feishu.people import Home
from bots.feishu.quotes import author_of

Event = dict[str, Any]

SAME = ("message_id", "root_id", "parent_id", "thread_id", "chat_id", "create_time", "update_time")
"""What of a message has the same name in an event."""


def as_events(item: Json, kind: str, home: Home, since: float) -> Iterator[Event]:
    """The ask and its edit, or its recall. ``kind`` is the chat_type; ``since`` in seconds since 1970."""
    if item.get("deleted"):
        event = {"message_id": item.get("message_id"), "chat_id": item.get("chat_id")}
        yield _envelope(RECALLED, event, home)
        return
    if author_of(item) is None:
        return
    if moment(item, "create_time") > since:
        yield _envelope(MESSAGE, _said(item, kind), home)
    if item.get("updated") and moment(item, "update_time") > since:
        yield _envelope(EDITED, _said(item, kind), home)


def moment(item: Json, name: str) -> float:
    """A time of a message in seconds since 1970; it comes as a text of milliseconds."""
    return float(item.get(name) or 0) / MILLISECONDS


def _said(item: Json, kind: str) -> Event:
    ids = author_of(item)
    assert ids is not None
    sender = {"open_id": ids.open, "union_id": ids.union, "user_id": ids.user}
    message = {name: item[name] for name in SAME if name in item}
    message |= {
        "mentions": [_mention(one) for one in item.get("mentions") or () if isinstance(one, Mapping)],
        "chat_type": kind,
        "message_type": item.get("msg_type"),
        "content": (item.get("body") or {}).get("content"),
    }
    return {
        "sender": {"sender_id": sender, "sender_type": "user", "tenant_key": ids.tenant},
        "message": message,
    }


def _mention(one: Json) -> Event:
    """In an event, the id stands in an object of all ids; in a list, it is one, with its type beside it."""
    ids = one.get("id")
    return {**one, "id": {str(one.get("id_type") or "open_id"): ids} if isinstance(ids, str) else ids}


def _envelope(kind: str, event: Event, home: Home) -> Event:
    header = {"event_type": kind, "tenant_key": home.tenant, "app_id": home.app}
    return {"schema": "2.0", "header": header, "event": event}
