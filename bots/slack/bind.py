"""From what was heard to what it means to the relay. Pure."""

from typing import Any

from bots.intents import Asks, Decides, DecidesAction, DecidesJoin, Edits, Intent, Presses, Unasks
from bots.slack.parse import Heard, Json, Tap
from relay.wire.people import JoinDecision, Who
from relay.wire.requests import Attachment, Decision, Quoted, Spot

QUOTED_CHARACTERS = 20_000
SHARED_AT_MOST = 20


def spot_of(heard: Heard | Tap, tenant: str) -> Spot:
    """Where something was said or tapped."""
    direct = heard.channel.startswith("D") or (isinstance(heard, Heard) and heard.direct)
    return Spot(
        platform="slack",
        tenant=tenant,
        channel=heard.channel or "unknown",
        thread=heard.thread,
        message=heard.message or "unknown",
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
        if "j" in value:
            return DecidesJoin(who, spot, _word(value, "j"), JoinDecision(_word(value, "d")), key)
        if "c" in value and tap.action != "muti:submit":
            return Presses(who, spot, _word(value, "r"), _word(value, "c"), key)
        if "a" in value:
            allow = {"allow": True, "deny": False}[_word(value, "d")]
            return DecidesAction(
                who, spot, _word(value, "r"), _word(value, "a"), _word(value, "g"), allow, key
            )
        return Decides(who, spot, _word(value, "r"), int(value["v"]), Decision(_word(value, "d")), key)
    except (KeyError, TypeError, ValueError):
        return None


def shared_with(heard: Heard) -> list[Quoted]:
    """Messages that the asker forwarded or shared: data, with its origin."""
    return [
        _quoted(part) for part in heard.shared[:SHARED_AT_MOST] if part.get("text") or part.get("fallback")
    ]


def _quoted(part: Json) -> Quoted:
    origin = str(part.get("from_url") or part.get("channel_name") or "a shared message")
    author = str(part.get("author_name") or part.get("author_subname") or part.get("author_id") or "")
    text = str(part.get("text") or part.get("fallback") or "")
    return Quoted(origin=origin[:500], author=author[:200], text=text[:QUOTED_CHARACTERS])


def _word(value: Json, name: str) -> str:
    found: Any = value[name]
    if not isinstance(found, str) or not 0 < len(found) <= 200:
        raise ValueError(name)
    return found
