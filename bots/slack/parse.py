"""What Slack sends, as what was heard. Pure: names and files are looked up by the connector."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Json = Mapping[str, Any]

ASKING_SUBTYPES = frozenset({None, "file_share", "thread_broadcast", "me_message"})
REVIEW = "muti:review"

_ENTITY = re.compile(r"<([^<>]+)>")
_PERSON = re.compile(r"<@([A-Z0-9]+)(?:\|[^<>]*)?>")


@dataclass(frozen=True)
class Heard:
    """Somebody wrote, edited or deleted a message that is for us.

    ``team`` is the speaker's own team as the event gives it; None if it does not.
    """

    kind: Literal["ask", "edit", "delete"]
    user: str
    team: str | None
    channel: str
    message: str
    thread: str | None
    direct: bool
    text: str = ""
    files: tuple[Json, ...] = ()
    shared: tuple[Json, ...] = ()
    edited: str = ""
    client_key: str = ""


@dataclass(frozen=True)
class Tap:
    """Somebody pressed a button of ours, or submitted a modal of ours.

    ``value`` is what the button was bound to. ``key`` is the same however often this tap is delivered.
    """

    user: str
    team: str | None
    channel: str
    message: str
    thread: str | None
    action: str
    value: Json = field(hash=False)
    key: str = ""
    trigger: str = ""


def hear(body: Json, bot: str) -> Heard | Tap | None:
    """What a payload means to us; None for all that is not for us, of which nothing is kept (C2).

    ``bot`` is our own user id.
    """
    kind = body.get("type")
    try:
        if kind == "event_callback":
            return _hear_event(_dict(body["event"]), bot)
        if kind == "block_actions":
            return _hear_tap(body)
        if kind == "view_submission":
            return _hear_submission(body)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError):
        return None  # not a shape that Slack sends; there is nobody to answer
    return None


def keys_of(heard: Heard | Tap) -> list[str]:
    """By what a repetition is known: one post comes as several events, one gesture even as two posts."""
    if isinstance(heard, Tap):
        return [f"tap:{heard.key}"]
    place = f"{heard.channel}:{heard.message}"
    if heard.kind != "ask":
        return [f"{heard.kind}:{place}:{heard.edited}"]
    gesture = [f"client:{heard.channel}:{heard.user}:{heard.client_key}"] if heard.client_key else []
    return [f"ask:{place}", *gesture]


def people_in(text: str) -> set[str]:
    """The users whom a text mentions."""
    return set(_PERSON.findall(text))


def read_text(text: str, bot: str, names: Mapping[str, str]) -> str:
    """A message as the person wrote it: without our own mention, with names for ids, entities decoded (C8)."""
    ours = re.compile(rf"[ \t]?<@{re.escape(bot)}(?:\|[^<>]*)?>")
    pieces = _ENTITY.split(ours.sub("", text).strip())
    return "".join(
        _readable(_decode(piece), names) if index % 2 else _decode(piece)
        for index, piece in enumerate(pieces)
    )


def _decode(text: str) -> str:
    """Only these three are entities in Slack; any other ``&name;`` was typed as such."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _readable(inside: str, names: Mapping[str, str]) -> str:
    target, _, label = inside.partition("|")
    if target.startswith("@"):
        return "@" + (names.get(target[1:]) or label or target[1:])
    if target.startswith("#"):
        return "#" + (label or target[1:])
    if target.startswith("!date^"):
        return label
    if target.startswith("!"):
        return label or "@" + target[1:].partition("^")[0]
    typed = re.sub(r"^(?:https?://|mailto:|tel:)", "", target).rstrip("/")
    if not label or label == target or label.rstrip("/") == typed:
        return label or target
    return f"{label} ({target})"


def _hear_event(event: Json, bot: str) -> Heard | None:
    if event.get("type") not in ("message", "app_mention"):
        return None
    if event.get("subtype") == "message_changed":
        return _hear_edit(event, bot)
    if event.get("subtype") == "message_deleted":
        return _hear_deletion(event, bot)
    if event.get("subtype") not in ASKING_SUBTYPES or _is_of_an_app(event) or event.get("user") == bot:
        return None
    direct = _is_direct(event)
    text = str(event.get("text") or "")
    if not direct and bot not in people_in(text):
        return None
    return Heard(
        kind="ask",
        user=str(event["user"]),
        team=_team(event),
        channel=str(event["channel"]),
        message=str(event["ts"]),
        thread=_thread(event),
        direct=direct,
        text=text,
        files=tuple(_dict(file) for file in event.get("files") or ()),
        shared=tuple(_dict(part) for part in event.get("attachments") or ()),
        client_key=str(event.get("client_msg_id") or ""),
    )


def _hear_edit(event: Json, bot: str) -> Heard | None:
    """An edit by the author; a preview, a reply or a reaction changes a message too, but not its text."""
    new, old = _dict(event["message"]), _dict(event["previous_message"])
    if new.get("subtype") == "tombstone":
        return _hear_deletion(event, bot)
    if new.get("text") == old.get("text") or _is_of_an_app(new) or not _was_for_us(event, old, bot):
        return None
    edited = _dict(new.get("edited") or {})
    heard = _changed("edit", event, new, str(edited.get("ts") or event.get("event_ts") or event["ts"]))
    # Only who wrote it can edit it; an administrator's edit does not become an ask of the author.
    return heard if edited.get("user", heard.user) == heard.user else None


def _hear_deletion(event: Json, bot: str) -> Heard | None:
    old = _dict(event["previous_message"])
    if _is_of_an_app(old) or old.get("user") in (None, bot) or not _was_for_us(event, old, bot):
        return None
    return _changed("delete", event, old, str(event.get("event_ts") or event["ts"]))


def _changed(kind: Literal["edit", "delete"], event: Json, message: Json, edited: str) -> Heard:
    return Heard(
        kind=kind,
        user=str(message["user"]),
        team=_team(message),
        channel=str(event["channel"]),
        message=str(message["ts"]),
        thread=_thread(message),
        direct=_is_direct(event),
        text=str(message.get("text") or ""),
        edited=edited,
    )


def _was_for_us(event: Json, old: Json, bot: str) -> bool:
    return _is_direct(event) or bot in people_in(str(old.get("text") or ""))


def _hear_tap(body: Json) -> Tap | None:
    action = _dict(body["actions"][0])
    value = _value(action.get("value"))
    if value is None or not str(action.get("action_id", "")).startswith("muti:"):
        return None
    user, container = _dict(body["user"]), _dict(body.get("container") or {})
    channel = str(_dict(body.get("channel") or {}).get("id") or container.get("channel_id") or "")
    shown = _dict(body.get("message") or {})
    message = str(container.get("message_ts") or shown.get("ts") or "")
    return Tap(
        user=str(user["id"]),
        team=_text(user.get("team_id")),
        channel=channel,
        message=message,
        thread=_text(shown.get("thread_ts") or container.get("thread_ts")),
        action=str(action["action_id"]),
        value=value,
        key=f"{channel}:{message}:{user['id']}:{action['action_id']}:{action['action_ts']}",
        trigger=str(body.get("trigger_id") or ""),
    )


def _hear_submission(body: Json) -> Tap | None:
    view, user = _dict(body["view"]), _dict(body["user"])
    value = _value(view.get("private_metadata"))
    if view.get("callback_id") != REVIEW or value is None:
        return None
    return Tap(
        user=str(user["id"]),
        team=_text(user.get("team_id")),
        channel=str(value.get("c") or ""),
        message=str(value.get("m") or ""),
        thread=_text(value.get("t")),
        action="muti:submit",
        value=value,
        key=f"view:{view['id']}:{user['id']}",
    )


def _value(text: Any) -> Json | None:
    try:
        value = json.loads(str(text))
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _is_of_an_app(message: Json) -> bool:
    """What an app posted, also with a person's token, is not that person (A2)."""
    return bool(message.get("bot_id") or message.get("app_id") or message.get("bot_profile"))


def _is_direct(event: Json) -> bool:
    return event.get("channel_type") == "im" or str(event.get("channel", "")).startswith("D")


def _thread(message: Json) -> str | None:
    thread = message.get("thread_ts")
    return str(thread) if thread and thread != message["ts"] else None


def _team(message: Json) -> str | None:
    return _text(message.get("user_team") or message.get("team") or message.get("source_team"))


def _text(value: Any) -> str | None:
    return str(value) if value else None


def _dict(value: Any) -> Json:
    if not isinstance(value, Mapping):
        raise TypeError("not an object")
    return value
