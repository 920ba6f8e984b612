"""Every call that names something, with the names left open: what the matrix of outsiders is made of."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Case:
    """How a route is called, with the ids that it takes."""

    body: dict[str, Any] | None = None
    query: dict[str, str] | None = None


SPOT = {"platform": "slack", "tenant": "{tenant}", "channel": "C1", "message": "{message}"}
ACT = {"key": "k"}

CASES: dict[str, Case] = {
    "ask": Case({"spot": {**SPOT, "message": "new"}, "prompt": "hi", "room": "{room}"}),
    "edit": Case({"spot": SPOT, "prompt": "hi", "key": "k"}),
    "unask": Case({"spot": SPOT, "prompt": "hi", "key": "k"}),
    "decide": Case({"version": 1, "decision": "approve", "key": "k"}),
    "cancel": Case(ACT),
    "retry": Case(ACT),
    "resume": Case(ACT),
    "close": Case(ACT),
    "request": Case(),
    "timeline": Case(),
    "find": Case(query={"text": "{public}"}),
    "requests": Case(),
    "decide_action": Case({"digest": "digest-1", "allow": True, "key": "k"}),
    "settle": Case({"settlement": "happened", "key": "k"}),
    "decide_join": Case({"decision": "admit", "key": "k"}),
    "joins": Case(),
    "room": Case(),
    "bind": Case({"platform": "slack", "tenant": "T-new", "channel": "C-new"}),
    "put_in": Case({"agent": "claude"}),
    "take_out": Case(),
    "invite": Case({}),
    "invites": Case(),
    "revoke_invite": Case(),
    "remove": Case(),
    "confirm_link": Case({"code": "{code}"}),
    "revoke_grant": Case(),
    "allowance": Case({"allowance": {"tool_calls": 1}}),
    "task": Case(),
    "tree": Case(),
    "states": Case(),
    "erase": Case({"key": "k"}),
    "move": Case({"parent": "{request}", "key": "k"}),
    "revoke": Case({"key": "k"}),
    "let_agents_ask": Case({"agents_ask": True}),
    "ask_agent": Case({"fence": 1, "agent": "codex", "prompt": "x", "key": "k"}),
    "revoke_machine": Case(),
    "stop": Case({"key": "k", "machine": "{machine}", "person": None}),
    "audit": Case(query={"request": "{request}"}),
    "shown": Case({"shown": 1, "fence": 1}),
    "dead": Case({"reason": "gone", "fence": 1}),
    "told": Case({"subject": "x", "outcome": "told"}),
    "thread": Case(query={"tenant": "{tenant}", "channel": "C1", "thread": "{message}"}),
    "start": Case({"epoch": 1, "key": "k"}),
    "take_up": Case({"epoch": 1, "key": "k"}),
    "report": Case({"fence": 1, "reports": [{"number": 9, "kind": "said", "at": 1}]}),
    "poll": Case({"epoch": 1, "wait": 0, "running": ["{request}"]}),
    "ask_action": Case(
        {
            "fence": 1,
            "call": "c",
            "digest": "d",
            "kind": "delete",
            "tool": "Bash",
            "shown": "x",
            "whole": True,
            "directory": "/",
            "reason": "r",
        }
    ),
    "use_action": Case({"fence": 1, "digest": "digest-1"}),
    "take_attachment": Case(),
    "put_artifact": Case(query={"fence": "1"}),
    "take_artifact": Case(),
    "stream": Case(),
    "say": Case({"agent": "claude", "body": "hi"}),
    "inbox": Case(query={"agent": "claude"}),
    "read_here": Case({"messages": ["m"]}),
    "hand": Case({"agent": "claude"}),
    "switches": Case(),
    "switch": Case({"automatic_turns": True}),
    "say_as": Case({"fence": 1, "key": "k", "body": "hi", "agent": "claude"}),
    "begin_turn": Case({"epoch": 1, "agent": "{action}", "room": "{room}", "automatic": True}),
    "receipts": Case({"epoch": 1, "receipts": [{"message": "m", "state": "read"}]}),
}
NO_NAME_IN = {
    "rooms",
    "new_room",
    "accept",
    "new_link",
    "new_login",
    "sign_out",
    "redeem_link",
    "grants",
    "machines",
    "new_machine",
    "audit_state",
    "lease",
    "places",
    "hello",
    "feed",
    "put_blob",
    "overview",
    "subscribe",
    "unsubscribe",
    "notices",
}
"""Calls that name nothing of another's: they are about the caller, or their name is the secret itself."""
