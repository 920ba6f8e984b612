"""Payloads as the SDK's models have them, handed on as plain values; and our answer as the SDK's model of it.

The SDK raises at a shape that it does not expect, at the value of a button that came as text for instance, and at
kinds of events that it does not know. Nothing may be lost by that: what does not fit is handed on as it came.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import structlog

from bots.feishu.parse import CHANGES, COMMENTED, EDITED, MESSAGE, RECALLED, TAPPED, Json, What
from bots.feishu.parse import hear as hear_plain
from bots.feishu.sdk import (
    JSON,
    P2CardActionTrigger,
    P2CardActionTriggerResponse,
    P2ImChatDisbandedV1,
    P2ImChatMemberBotAddedV1,
    P2ImChatMemberBotDeletedV1,
    P2ImMessageRecalledV1,
    P2ImMessageReceiveV1,
    P2TaskTaskCommentUpdatedV1,
)

log = structlog.get_logger()

_CHANGED = {
    "added": P2ImChatMemberBotAddedV1,
    "removed": P2ImChatMemberBotDeletedV1,
    "disbanded": P2ImChatDisbandedV1,
}
MODELS: dict[str, Callable[[Json], Any]] = {
    MESSAGE: P2ImMessageReceiveV1,
    EDITED: P2ImMessageReceiveV1,
    RECALLED: P2ImMessageRecalledV1,
    TAPPED: P2CardActionTrigger,
    COMMENTED: P2TaskTaskCommentUpdatedV1,
    **{kind: _CHANGED[what] for kind, what in CHANGES.items()},
}


def hear(body: Json, bot: str) -> What | None:
    """What a payload means to us, as `bots.feishu.parse.hear`."""
    return hear_plain(read_event(body), bot)


def read_event(body: Json) -> Json:
    """A payload as the SDK's model of its kind has it; as it came where there is none, or it does not fit."""
    header = body.get("header")
    kind = header.get("event_type") if isinstance(header, Mapping) else None
    model = MODELS.get(kind) if isinstance(kind, str) else None
    if model is None:
        return body
    try:
        found = _plain(model(_expected(body) if kind == TAPPED else body))
    except Exception as error:
        log.info("event.unexpected", kind=kind, error=type(error).__name__)
        return body
    return found if isinstance(found, dict) else body


def encode_answer(answer: P2CardActionTriggerResponse | None) -> str:
    """The answer to a tap as JSON."""
    return str(JSON.marshal(answer)) if answer is not None else "{}"


def _plain(found: Any) -> Any:
    """A model as the values that it holds; what it has no value for is left out."""
    if isinstance(found, list):
        return [_plain(one) for one in found]
    if hasattr(found, "__dict__"):
        return {name: _plain(value) for name, value in vars(found).items() if value is not None}
    return found


def _expected(body: Json) -> Json:
    """A tap in the one shape that the SDK knows, from those that some clients send."""
    event = dict(body["event"])
    action, operator = dict(event["action"]), dict(event["operator"])
    if isinstance(action.get("value"), str):
        action["value"] = json.loads(action["value"])
    nested = operator.get("operator_id") or operator.get("user_id")
    if isinstance(nested, Mapping):
        operator = {"tenant_key": operator.get("tenant_key"), **nested}
    place = {name: event[name] for name in ("open_message_id", "open_chat_id") if name in event}
    return {**body, "event": {"context": place, **event, "action": action, "operator": operator}}
