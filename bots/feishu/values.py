"""What a button of ours carries: which act, on exactly what. Pure.

Feishu gives the value back as it was sent, an object; some clients send it as text, which is read all the same.
The reason for a denial is not in the value: it stands in the form, in the field `WHY`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from relay.wire.executions import Settlement
from relay.wire.people import JoinDecision
from relay.wire.requests import Decision

Json = dict[str, Any]

WHY = "why"
"""The name of the input in which an owner writes why not (``form_value``)."""

REASON_CHARACTERS = 1000
"""Of what is written there; Feishu's inputs take no more (card JSON 2.0, input)."""

WORD_CHARACTERS = 200
COMMANDS = frozenset({"cancel", "retry", "close"})


@dataclass(frozen=True)
class OnRequest:
    """Approve, always or deny, on the version that was shown."""

    request: str
    version: int
    decision: Decision


@dataclass(frozen=True)
class OnAction:
    """Approve once or deny one exact action."""

    request: str
    action: str
    digest: str
    allow: bool


@dataclass(frozen=True)
class OnOutcome:
    """What came of an action whose outcome nobody knew."""

    request: str
    action: str
    settlement: Settlement


@dataclass(frozen=True)
class OnJoin:
    """Somebody who asks to come in."""

    join: str
    decision: JoinDecision


@dataclass(frozen=True)
class OnWork:
    """A command about one request: cancel, retry or close."""

    request: str
    command: str


@dataclass(frozen=True)
class OnGrant:
    """A standing permission is taken back."""

    grant: str


Value = OnRequest | OnAction | OnOutcome | OnJoin | OnWork | OnGrant


def make_value(value: Value) -> Json:
    """The object that a button carries."""
    match value:
        case OnRequest(request, version, decision):
            return {"act": str(decision), "request": request, "version": version}
        case OnAction(request, action, digest, allow):
            act = "allow" if allow else "deny"
            return {"act": act, "request": request, "action": action, "digest": digest}
        case OnOutcome(request, action, settlement):
            return {"act": str(settlement), "request": request, "action": action}
        case OnJoin(join, decision):
            return {"act": str(decision), "join": join}
        case OnWork(request, command):
            return {"act": command, "request": request}
        case OnGrant(grant):
            return {"act": "revoke", "grant": grant}


def read_value(found: object) -> Value | None:
    """What a button was bound to; None for what is not one of ours."""
    try:
        value = json.loads(found) if isinstance(found, str) else found
        return _read(value) if isinstance(value, Mapping) else None
    except (KeyError, TypeError, ValueError):
        return None


def _read(value: Mapping[str, Any]) -> Value:
    act = _word(value, "act")
    if "join" in value:
        return OnJoin(_word(value, "join"), JoinDecision(act))
    if "grant" in value:
        return OnGrant(_word(value, "grant"))
    request = _word(value, "request")
    if "digest" in value:
        allow = {"allow": True, "deny": False}[act]
        return OnAction(request, _word(value, "action"), _word(value, "digest"), allow)
    if "action" in value:
        return OnOutcome(request, _word(value, "action"), Settlement(act))
    if act in COMMANDS:
        return OnWork(request, act)
    # Some clients give whole numbers back as 1.0.
    return OnRequest(request, int(value["version"]), Decision(act))


def _word(value: Mapping[str, Any], name: str) -> str:
    found = value[name]
    if not isinstance(found, str) or not 0 < len(found) <= WORD_CHARACTERS:
        raise ValueError(name)
    return found
