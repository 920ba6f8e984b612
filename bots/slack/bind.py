"""From what was heard to what it means to the relay. Pure."""

from typing import Any

from bots.intents import (
    Asks,
    Decides,
    DecidesAction,
    DecidesJoin,
    Edits,
    Intent,
    Presses,
    Revokes,
    Settles,
    Unasks,
)
from bots.slack.parse import Heard, Json, Tap
from relay.wire.executions import Settlement
from relay.wire.people import JoinDecision, Who
from relay.wire.requests import Attachment, Decision, Quoted, Spot

UNKNOWN = "unknown"
"""The place of what happens in no chat."""

REASON_CHARACTERS = 2000


def spot_of(heard: Heard | Tap, tenant: str) -> Spot:
    """Where something was said or tapped."""
    direct = heard.channel.startswith("D") or (isinstance(heard, Heard) and heard.direct)
    return Spot(
        platform="slack",
        tenant=tenant,
        channel=heard.channel or UNKNOWN,
        thread=heard.thread,
        message=heard.message or UNKNOWN,
        direct=direct,
    )


def bind_words(
    heard: Heard, who: Who, tenant: str, text: str, attachments: list[Attachment], quoted: list[Quoted]
) -> Intent:
    """A message, with names and files looked up."""
    spot = spot_of(heard, tenant)
    key = f"slack:{tenant}:{heard.channel}:{heard.message}:{heard.edited}"
    if heard.kind == "edit":
        return Edits(who, spot, text, key)
    if heard.kind == "delete":
        return Unasks(who, spot, key)
    return Asks(who, spot, text, attachments, quoted)


def bind_tap(tap: Tap, who: Who, tenant: str) -> Intent | None:
    """A tap on a button of ours; None if the button is bound to nothing that can be said."""
    spot, value = spot_of(tap, tenant), tap.value
    key = f"slack:{tenant}:{tap.key}"[:200]
    try:
        if "k" in value:
            return Revokes(who, spot, _word(value, "k"))
        if "j" in value:
            return DecidesJoin(who, spot, _word(value, "j"), JoinDecision(_word(value, "d")), key)
        if "c" in value and tap.action != "muti:submit":
            return Presses(who, spot, _word(value, "r"), _word(value, "c"), key)
        if "s" in value:
            settlement = Settlement(_word(value, "s"))
            return Settles(who, spot, _word(value, "r"), _word(value, "a"), settlement, key)
        if "a" in value:
            allow = {"allow": True, "deny": False}[_word(value, "d")]
            about = _word(value, "r"), _word(value, "a"), _word(value, "g")
            return DecidesAction(who, spot, *about, allow, key, _reason(value))
        decision, version = Decision(_word(value, "d")), int(value["v"])
        return Decides(who, spot, _word(value, "r"), version, decision, key, _reason(value))
    except (KeyError, TypeError, ValueError):
        return None


def _reason(value: Json) -> str | None:
    return str(value.get("why") or "")[:REASON_CHARACTERS] or None


def _word(value: Json, name: str) -> str:
    found: Any = value[name]
    if not isinstance(found, str) or not 0 < len(found) <= 200:
        raise ValueError(name)
    return found
