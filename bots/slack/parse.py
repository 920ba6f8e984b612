"""What Slack sends, as what was heard. Pure: names and files are looked up by the connector."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bots.slack.mrkdwn import people_in
from bots.slack.rich import ids_in_rich

Json = Mapping[str, Any]

LATE_SECONDS = 24 * 3600.0
"""As long as an approval waits at most, and about as long as Slack goes on delivering (A4)."""

FRESH_SECONDS = 3600.0

ASKING_SUBTYPES = frozenset({None, "file_share", "thread_broadcast", "me_message"})
REVIEW = "muti:review"


@dataclass(frozen=True)
class Heard:
    """Somebody wrote, edited or deleted a message that is for us.

    ``team`` is the speaker's own team as the event gives it; None if it does not. ``edited`` is the moment of the
    last edit, also of an ask that was edited before it was heard.
    """

    kind: Literal["ask", "edit", "delete"]
    user: str
    team: str | None
    channel: str
    message: str
    thread: str | None
    direct: bool
    text: str = ""
    blocks: tuple[Json, ...] = field(default=(), hash=False)
    files: tuple[Json, ...] = field(default=(), hash=False)
    shared: tuple[Json, ...] = field(default=(), hash=False)
    edited: str = ""
    client_key: str = ""
    about: Json = field(default_factory=dict, hash=False)


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
    view: str = ""


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
    """By what a repetition is known: one post comes as several events, one gesture even as two posts.

    An ask that was edited before it was heard settles no edit: it may be known already as it was before that.
    """
    if isinstance(heard, Tap):
        return [f"tap:{heard.key}"]
    place = f"{heard.channel}:{heard.message}"
    if heard.kind != "ask":
        return [f"{edits_of(heard)}{heard.edited}"] if heard.kind == "edit" else [f"delete:{place}"]
    gesture = [f"client:{heard.channel}:{heard.user}:{heard.client_key}"] if heard.client_key else []
    return [ask_key(heard), *gesture]


def edits_of(heard: Heard) -> str:
    """How the keys of all edits of a message begin; the later edit has the greater key."""
    return f"edit:{heard.channel}:{heard.message}:"


def ask_key(heard: Heard) -> str:
    """By what it is known that the message itself was dealt with."""
    return f"ask:{heard.channel}:{heard.message}"


def implied_by(heard: Heard | Tap) -> list[str]:
    """What is settled along with it: an ask whose deletion or edit came first is not asked any more."""
    return [ask_key(heard)] if isinstance(heard, Heard) and heard.kind != "ask" else []


def is_too_late(heard: Heard, now: float) -> bool:
    """Whether it was written so long ago that it is not done without asking again."""
    return now - _written_at(heard, now) > LATE_SECONDS


def is_fresh(heard: Heard, now: float) -> bool:
    """Whether it was written so lately that what was said about it may have overtaken it."""
    return now - _written_at(heard, now) < FRESH_SECONDS


def _written_at(heard: Heard, now: float) -> float:
    """Seconds since 1970; what comes from a window or a command has no such moment, and was said just now."""
    try:
        return float(heard.message)
    except ValueError:
        return now


def thread_of(body: Json, bot: str) -> tuple[str, str] | None:
    """Channel and thread of a message of our own: where people will go on talking; None for anything else."""
    event = body.get("event")
    if not isinstance(event, Mapping) or event.get("type") != "message" or event.get("user") != bot:
        return None
    thread = event.get("thread_ts") or event.get("ts")
    subtype = event.get("subtype")
    return (str(event.get("channel")), str(thread)) if thread and subtype in ASKING_SUBTYPES else None


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
    if not direct and event["type"] != "app_mention" and not _names(event, bot):
        return None
    edited = _dict(event.get("edited") or {})
    return Heard(
        kind="ask",
        user=str(event["user"]),
        team=_team(event),
        channel=str(event["channel"]),
        message=str(event["ts"]),
        thread=_thread(event),
        direct=direct,
        text=text,
        blocks=_all(event, "blocks"),
        files=_all(event, "files"),
        shared=_all(event, "attachments"),
        edited=str(edited.get("ts") or ""),
        client_key=str(event.get("client_msg_id") or ""),
    )


def _all(message: Json, key: str) -> tuple[Json, ...]:
    return tuple(_dict(one) for one in message.get(key) or ())


def _names(message: Json, bot: str) -> bool:
    """Whether a message mentions us."""
    return bot in people_in(str(message.get("text") or "")) or bot in ids_in_rich(message.get("blocks") or ())


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
        blocks=_all(message, "blocks"),
        files=_all(message, "files"),
        shared=_all(message, "attachments"),
        edited=edited,
    )


def _was_for_us(event: Json, old: Json, bot: str) -> bool:
    return _is_direct(event) or _names(old, bot)


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
        view=str(_dict(body.get("view") or {}).get("id") or ""),
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
