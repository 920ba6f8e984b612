"""Gestures beside messages and buttons: a slash command, a message's menu, the home page, a submitted window. Pure.

Payloads: docs.slack.dev, interactivity (slash commands, shortcuts, view submissions) and events/app_home_opened.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from bots.slack.blocks import escape
from bots.slack.parse import Heard, Json, Tap, hear

ABOUT = "muti:about"
EXPLAIN = "muti:explain"
PAGE = "muti:page"
REVIEW = "muti:review"
WINDOWS = (REVIEW, EXPLAIN, PAGE)
"""Buttons that open or turn a window begin so. There is nothing to keep: a trigger lives three seconds."""

COMMAND = "/muti"
BLOCK, FIELD = "why", "text"
AGENT_BLOCK, AGENT_FIELD = "agent", "name"
_TIMESTAMP = re.compile(r"\d+\.\d+")
USUAL = "-"
"""The choice of no agent in particular."""


@dataclass(frozen=True)
class Opened:
    """Somebody looks at the app's home page."""

    user: str
    team: str | None


@dataclass(frozen=True)
class AsksAbout:
    """Somebody chose "Ask agent about this" in the menu of a message."""

    user: str
    team: str | None
    channel: str
    message: str
    thread: str
    author: str
    text: str
    trigger: str


def is_message(reference: str) -> bool:
    """Whether a message stands at a reference; an ask by a command or a window has none."""
    return _TIMESTAMP.fullmatch(reference) is not None


def hear_now(body: Json) -> Opened | AsksAbout | None:
    """What is answered at once or not at all."""
    try:
        if body.get("type") == "event_callback":
            event = body["event"]
            at_home = event.get("type") == "app_home_opened" and event.get("tab", "home") == "home"
            return Opened(str(event["user"]), _text(body.get("team_id"))) if at_home else None
        if body.get("type") == "message_action" and body.get("callback_id") == ABOUT:
            return _asks_about(body)
    except (KeyError, TypeError, AttributeError):
        return None
    return None


def _asks_about(body: Json) -> AsksAbout:
    message, user = body["message"], body["user"]
    return AsksAbout(
        user=str(user["id"]),
        team=_text(user.get("team_id")),
        channel=str(body["channel"]["id"]),
        message=str(message["ts"]),
        thread=str(message.get("thread_ts") or message["ts"]),
        author=str(message.get("user") or message.get("username") or ""),
        text=str(message.get("text") or ""),
        trigger=str(body["trigger_id"]),
    )


def hear_kept(body: Json, bot: str) -> Heard | Tap | None:
    """What is kept until it is handled; None for all that is not for us (C2). ``bot`` is our own user id."""
    try:
        if "command" in body:
            return _hear_slash(body)
        if body.get("type") == "view_submission" and body["view"].get("callback_id") in (EXPLAIN, ABOUT):
            return _hear_submission(body)
    except (KeyError, TypeError, AttributeError, ValueError):
        return None  # not a shape that Slack sends; there is nobody to answer
    return hear(body, bot)


def _hear_slash(body: Json) -> Heard | None:
    """``/muti …``, as if it had been said to the app there; nobody else sees it."""
    if body.get("command") != COMMAND:
        return None
    channel = str(body["channel_id"])
    return Heard(
        kind="ask",
        user=str(body["user_id"]),
        team=_text(body.get("team_id")),
        channel=channel,
        message=f"slash:{body['trigger_id']}"[:200],
        thread=None,
        direct=channel.startswith("D"),
        text=str(body.get("text") or "").strip() or "help",
    )


def _hear_submission(body: Json) -> Heard | Tap | None:
    """A window that was filled in: a reason for a denial, or an ask about a message."""
    view, user = body["view"], body["user"]
    value = json.loads(str(view.get("private_metadata")))
    if not isinstance(value, dict):
        return None
    if view.get("callback_id") == EXPLAIN:
        return _explained(view, user, value)
    return _asked_about(view, user, value) if view.get("callback_id") == ABOUT else None


def _explained(view: Json, user: Json, value: dict[str, Any]) -> Tap:
    return Tap(
        user=str(user["id"]),
        team=_text(user.get("team_id")),
        channel=str(value.get("c") or ""),
        message=str(value.get("m") or ""),
        thread=_text(value.get("t")),
        action="muti:submit",
        value={**value, "why": _typed(view)},
        key=f"view:{view['id']}:{user['id']}",
    )


def _asked_about(view: Json, user: Json, value: dict[str, Any]) -> Heard:
    chosen = view["state"]["values"].get(AGENT_BLOCK, {}).get(AGENT_FIELD, {}).get("selected_option") or {}
    agent = str(chosen.get("value") or USUAL)
    named = f"agent:{agent} " if agent != USUAL else ""
    return Heard(
        kind="ask",
        user=str(user["id"]),
        team=_text(user.get("team_id")),
        channel=str(value["c"]),
        message=f"view:{view['id']}",
        thread=str(value["t"]),
        direct=False,
        text=named + escape(_typed(view)),
        about=value,
    )


def _typed(view: Json) -> str:
    return str(view["state"]["values"][BLOCK][FIELD].get("value") or "").strip()


def _text(value: Any) -> str | None:
    return str(value) if value else None
