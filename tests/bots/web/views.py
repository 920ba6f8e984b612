"""A request and a room as the relay would show them, to be changed by a test."""

from typing import Any

from bots.web.look import Look
from relay.wire.people import AgentView, MemberView, Role, RoomView
from relay.wire.requests import ActionView, EventView, RequestView

ASKED = 1_788_703_200_000_000
"""2026-09-06 14:00 UTC."""

MINUTE = 60_000_000


def view(**changes: Any) -> RequestView:
    """A request that waits for its owner."""
    fields: dict[str, Any] = {
        "request": "o1-r1",
        "public_id": "R20260906-07",
        "version": 1,
        "seq": 1,
        "state": "pending",
        "room": "o1-room",
        "room_name": "Backend",
        "owner": "o1",
        "owner_name": "Olga",
        "asker": "p2",
        "asker_name": "Sarah",
        "asker_account": "web::x",
        "outside": False,
        "agent": "o1-a1",
        "handle": "claude",
        "runtime": "claude",
        "machine_name": "laptop",
        "directory": "/home/olga/project",
        "prompt": "fix the tests",
        "attachments": [],
        "asked_at": ASKED,
        "deadline": ASKED + 1440 * MINUTE,
        "retry_of": None,
        "origin": None,
        "waiting": "owner",
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
        "events": [],
    }
    return RequestView(**{**fields, **changes})


def approved(state: str = "running", **changes: Any) -> RequestView:
    """A request that the owner approved at 14:02, and what came of it."""
    decided = ASKED + 2 * MINUTE
    fields: dict[str, Any] = {
        "state": state,
        "waiting": "nothing",
        "decided_by": "o1",
        "decided_by_name": "Olga",
        "decided_at": decided,
        "decision": "once",
        "started_at": None if state == "approved" else decided + MINUTE,
        "ended_at": None if state in ("approved", "running") else decided + 9 * MINUTE,
        "deadline": None,
    }
    return view(**{**fields, **changes})


def action(**changes: Any) -> ActionView:
    """A push that waits for its owner."""
    fields: dict[str, Any] = {
        "action": "act1",
        "digest": "d1",
        "kind": "push",
        "tool": "Bash",
        "shown": "git push origin main",
        "whole": True,
        "directory": "/home/olga/project",
        "reason": "It pushes to a shared branch.",
        "state": "pending",
        "asked_at": ASKED + 5 * MINUTE,
        "deadline": ASKED + 900 * MINUTE,
    }
    return ActionView(**{**fields, **changes})


def event(seq: int, kind: str, **body: Any) -> EventView:
    """One row of a timeline."""
    return EventView(seq=seq, kind=kind, at=ASKED + seq * MINUTE, actor="o1", actor_name="Olga", body=body)


def room(me: str = "o1", **changes: Any) -> RoomView:
    """The room of `view`, as its owner or as somebody else."""
    roles = {"o1": Role.owner, "p2": Role.member, "p3": Role.guest}
    agent = AgentView(
        agent="o1-a1",
        handle="claude",
        runtime="claude",
        machine="laptop",
        directory="/home/olga/project",
        avatar="",
        present=True,
        busy=False,
        last_contact_at=ASKED,
        waiting=0,
    )
    people = [("o1", "Olga"), ("p2", "Sarah"), ("p3", "Gil")]
    fields: dict[str, Any] = {
        "room": "o1-room",
        "name": "Backend",
        "owner": "o1",
        "owner_name": "Olga",
        "my_role": roles[me],
        "me": me,
        "agents": [agent],
        "members": [MemberView(person=one, name=name, role=roles[one]) for one, name in people],
        "approval_ttl": 86400,
    }
    return RoomView(**{**fields, **changes})


def look(language: str = "en") -> Look:
    """How a page is made, with keys that do not change."""
    return Look(language=language, csrf="token", assets="/assets/1", new_key=lambda: "key")
