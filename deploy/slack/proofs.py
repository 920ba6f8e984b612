"""What proves that each event and feature of the app arrives, and where it is switched on if it does not. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bots.slack.gestures import ABOUT, COMMAND
from deploy.findings import Finding, Status

WORD = "check"
TAP, DONE = "muti:check", "muti:check-done"
APP_PAGE = "api.slack.com/apps, your app"

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Proof:
    """One thing that has to arrive. ``step`` is the sentence of what a person does for it."""

    name: str
    step: str
    remedy: str
    optional: bool = False


def _event(name: str, step: str, more: str = "", *, optional: bool = False) -> Proof:
    remedy = (
        f"add {name} at {APP_PAGE} → Event Subscriptions → Subscribe to bot events{more}; save, install again"
    )
    return Proof(name, step, remedy, optional)


def _feature(name: str, step: str, where: str) -> Proof:
    return Proof(name, step, f"{APP_PAGE} → {where}; save, and install again if Slack asks for it")


PROOFS = (
    _event("message.im", "check.direct", ", and switch the Messages Tab on at App Home, writing allowed"),
    _feature("interactivity", "check.tap", "Interactivity & Shortcuts → Interactivity on"),
    _event("app_mention", "check.channel"),
    _event("message.channels", "check.channel"),
    _event("app_home_opened", "check.home", ", and switch the Home Tab on at App Home"),
    _feature("slash command", "check.command", f"Slash Commands → Create New Command {COMMAND}"),
    _feature(
        "message shortcut", "check.shortcut", f"Interactivity & Shortcuts → On messages, callback id {ABOUT}"
    ),
    _event("message.groups", "check.private", optional=True),
    _event("message.mpim", "check.group", optional=True),
    _event("assistant_thread_started", "check.pane", ", and declare it at Agents & AI Apps", optional=True),
)
STEPS = tuple(dict.fromkeys(proof.step for proof in PROOFS))
NEEDED = frozenset(proof.name for proof in PROOFS if not proof.optional)
KINDS = {
    "channel": "message.channels",
    "group": "message.groups",
    "im": "message.im",
    "mpim": "message.mpim",
}


@dataclass(frozen=True)
class Seen:
    """What an envelope proves, and who did it."""

    name: str
    user: str


def read_proof(envelope: Json) -> Seen | None:
    """What arrived; None for all that is not of the check: it is left for who works, and Slack sends it again."""
    payload = envelope.get("payload") or {}
    try:
        if envelope.get("type") == "events_api":
            return _event_of(payload["event"])
        if envelope.get("type") == "slash_commands":
            asked = payload["command"] == COMMAND and str(payload.get("text") or "").strip() == WORD
            return Seen("slash command", str(payload["user_id"])) if asked else None
        user = str(payload["user"]["id"])
        if payload.get("type") == "message_action" and payload.get("callback_id") == ABOUT:
            return Seen("message shortcut", user)
        if payload.get("type") == "block_actions":
            action = str(payload["actions"][0]["action_id"])
            return {TAP: Seen("interactivity", user), DONE: Seen("done", user)}.get(action)
    except (KeyError, TypeError, IndexError, AttributeError):
        return None
    return None


def _event_of(event: Json) -> Seen | None:
    kind, text = event["type"], str(event.get("text") or "")
    if kind == "app_home_opened":
        return Seen(kind, str(event["user"]))
    if kind == "assistant_thread_started":
        return Seen(kind, str(event["assistant_thread"]["user_id"]))
    if event.get("bot_id") or event.get("subtype") or WORD not in text.lower().split():
        return None
    if kind == "app_mention":
        return Seen(kind, str(event["user"]))
    name = KINDS.get(str(event.get("channel_type")))
    return Seen(name, str(event["user"])) if kind == "message" and name else None


def judge(seen: set[str]) -> list[Finding]:
    """What arrived and what did not, each with where to click."""
    return [_judged(proof, proof.name in seen) for proof in PROOFS]


def _judged(proof: Proof, arrived: bool) -> Finding:
    name = f"slack.arrives.{proof.name}"
    if arrived:
        return Finding(name, Status.ok, f"{proof.name} arrives")
    if proof.optional:
        return Finding(name, Status.skip, f"no {proof.name} came; if you did that", proof.remedy)
    return Finding(name, Status.fail, f"no {proof.name} came", proof.remedy)
