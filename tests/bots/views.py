"""Views as the relay gives them, for tests of what people see."""

from typing import Any

from relay.machine import State
from relay.wire.coordination import TaskRef
from relay.wire.people import Account, JoinView
from relay.wire.places import PlaceRole, PlaceView
from relay.wire.requests import (
    ActionState,
    ActionView,
    Attachment,
    EventView,
    FileView,
    RequestView,
    Spot,
    Waiting,
)

MINUTE = 60_000_000
NOON = 1_788_696_000_000_000  # 2026-09-06 12:00 UTC


def request_view(**changes: Any) -> RequestView:
    """A pending request of Sarah's, to Olga's agent."""
    values: dict[str, Any] = {
        "request": "r1",
        "public_id": "R20260906-07",
        "version": 1,
        "seq": 1,
        "state": State.pending,
        "room": "room1",
        "room_name": "Backend",
        "owner": "p-olga",
        "owner_name": "Olga",
        "asker": "p-sarah",
        "asker_name": "Sarah",
        "asker_account": "slack:T1:U2",
        "outside": False,
        "agent": "a1",
        "handle": "claude",
        "runtime": "claude",
        "machine_name": "laptop",
        "directory": "/home/olga/api",
        "prompt": "Fix the login test.\nIt fails since yesterday.",
        "attachments": [],
        "asked_at": NOON,
        "deadline": NOON + 24 * 60 * MINUTE,
        "retry_of": None,
        "origin": Spot(platform="slack", tenant="T1", channel="C1", message="1.1"),
        "waiting": Waiting.owner,
        "ahead": 0,
        "away_since": None,
        "interrupted_since": None,
        "stopping": False,
        "decided_by": None,
        "decided_by_name": None,
        "decided_at": None,
        "decision": None,
        "reason": None,
        "ended_by_name": None,
        "started_at": None,
        "ended_at": None,
        "percent": None,
        "progress": None,
        "plan": [],
        "result": None,
        "files": [],
        "actions": [],
    }
    return RequestView(**{**values, **changes})


APPROVED: dict[str, Any] = {
    "decision": "once",
    "decided_by": "p-olga",
    "decided_by_name": "Olga",
    "decided_at": NOON + 2 * MINUTE,
    "deadline": None,
}
RUNNING: dict[str, Any] = {
    **APPROVED,
    "state": State.running,
    "waiting": Waiting.nothing,
    "started_at": NOON + 3 * MINUTE,
    "percent": 60,
    "progress": "running the tests",
    "plan": [("read the test", "completed"), ("fix it", "in_progress"), ("run all", "pending")],
    "files": [FileView(path="tests/test_login.py", added=3, removed=1)],
    "events": [
        EventView(
            seq=5, kind="tool_started", at=NOON, actor="agent", body={"call": "1", "title": "pytest -q"}
        )
    ],
}
ENDED: dict[str, Any] = {
    **RUNNING,
    "ended_at": NOON + 9 * MINUTE,
    "percent": None,
    "progress": None,
    "events": [],
}


def action_view(**changes: Any) -> ActionView:
    """A push that waits for the owner."""
    values: dict[str, Any] = {
        "action": "x1",
        "digest": "d" * 64,
        "kind": "push",
        "tool": "Bash",
        "shown": "git push origin main",
        "whole": True,
        "directory": "/home/olga/api",
        "reason": "It pushes to main, which others use.",
        "state": ActionState.pending,
        "asked_at": NOON,
        "deadline": NOON + 60 * MINUTE,
    }
    return ActionView(**{**values, **changes})


def budget_view(**changes: Any) -> ActionView:
    """The relay's own card: a budget is used up."""
    facts = [("meter", "tool_calls"), ("granted", "20"), ("more", "20")]
    values = {
        "kind": "budget",
        "tool": "budget",
        "shown": "tool_calls: 20 + 20",
        "reason": "All that was granted of tool_calls is used. Allow 20 more, or deny to stop.",
        "facts": facts,
        "meter": "tool_calls",
    }
    return action_view(**{**values, **changes})


KIN: dict[str, Any] = {
    "parent": TaskRef(
        request="r0", public_id="R20260906-03", agent="a2", handle="codex", state=State.running
    ),
    "children": [
        TaskRef(request="r8", public_id="R20260906-08", agent="a3", handle="helper", state=State.done),
        TaskRef(request="r9", public_id="R20260906-09", agent="a2", handle="codex", state=State.pending),
    ],
}
"""A request that an agent asked for, and that asked two others."""


def join_view(**changes: Any) -> JoinView:
    """Somebody who is not in the room."""
    values: dict[str, Any] = {
        "join": "j1",
        "room": "room1",
        "room_name": "Backend",
        "owner": "p-olga",
        "name": "Max",
        "account": Account(platform="slack", tenant="T1", subject="U9"),
        "outside": True,
        "prompt": "Let me in, please.",
        "state": "waiting",
        "request": None,
        "public_id": None,
        "asked_at": NOON,
        "deadline": NOON + 60 * MINUTE,
        "decided_at": None,
        "decided_by": None,
    }
    return JoinView(**{**values, **changes})


def place_view(request: RequestView | None = None, **changes: Any) -> PlaceView:
    """Where a request was asked: the top of a channel."""
    values: dict[str, Any] = {
        "place": "place1",
        "role": PlaceRole.asked,
        "tenant": "T1",
        "channel": "C1",
        "thread": "1.1",
        "message": "1.1",
        "direct": False,
        "language": "en",
        "wanted": 1,
        "shown": 0,
        "refs": {},
        "made_at": NOON,
        "request": request,
        "join": None,
    }
    return PlaceView(**{**values, **changes})


STATES: dict[str, RequestView] = {
    "pending": request_view(
        attachments=[Attachment(blob="b1", name="log.txt", media_type="text/plain", size=1234)], outside=True
    ),
    "pending-long": request_view(prompt="All of this matters. " * 400),
    "queued": request_view(**APPROVED, state=State.approved, waiting=Waiting.queue, ahead=2),
    "away": request_view(
        **APPROVED, state=State.approved, waiting=Waiting.machine, away_since=NOON - 9 * MINUTE
    ),
    "running": request_view(**RUNNING),
    "paused": request_view(**{**RUNNING, "waiting": Waiting.action, "actions": [action_view()]}),
    "interrupted": request_view(**RUNNING, interrupted_since=NOON + 5 * MINUTE),
    "stopping": request_view(**RUNNING, stopping=True),
    "done": request_view(
        **ENDED | {"state": State.done, "result": "Fixed: the clock was wrong.\nAll 41 tests pass."}
    ),
    "done-long": request_view(**ENDED | {"state": State.done, "result": "line of output\n" * 1000}),
    "failed": request_view(**ENDED | {"state": State.failed, "reason": "The model was not reachable."}),
    "denied": request_view(
        **APPROVED | {"decision": "denied"},
        state=State.cancelled,
        reason="Not today.",
        ended_at=NOON + 2 * MINUTE,
    ),
    "cancelled": request_view(
        state=State.cancelled, ended_by_name="Sarah", ended_at=NOON + MINUTE, deadline=None
    ),
    "expired": request_view(state=State.expired, ended_at=NOON + 24 * 60 * MINUTE),
}
"""One view for each picture that a request can be in."""
