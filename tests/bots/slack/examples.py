"""The golden examples of the Slack connector: what each state looks like in each language.

``python -m tests.bots.slack.examples`` writes them anew; look at the difference before keeping it. They can be
pasted into Slack's Block Kit Builder.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bots.board import Board
from bots.slack.cards import Reader
from bots.slack.forms import about_form, explain_form
from bots.slack.gestures import AsksAbout
from bots.slack.home import home_view
from bots.slack.render import draw
from bots.slack.review import review_action, review_request
from bots.words import LANGUAGES
from relay.machine import State
from relay.wire.executions import State as ExecutionState
from relay.wire.machines import MachineView
from relay.wire.people import GrantView
from relay.wire.places import PlaceRole
from relay.wire.requests import ActionState, ActionView, RequestView
from tests.bots.views import (
    ENDED,
    KIN,
    NOON,
    RUNNING,
    STATES,
    action_view,
    budget_view,
    join_view,
    place_view,
    request_view,
)

SHAPED = """The clock was wrong in **two** places:

1. `login.py` read it twice
2. the test froze it once

```python
now = clock()  # 一次
```

| File | 说明 |
|---|---|
| `login.py` | 只读一次 |
| `test_login.py` | 시계를 고정 |
"""
FOLDER = Path(__file__).parents[3] / "bots" / "slack" / "examples"
POSTED = {"anchor": "2.1", "progress": "2.2", "action:x1": "2.3", "final": "2.4", "card": "2.5"}


MORE = {
    "given-up": request_view(
        **ENDED
        | {"state": State.failed, "ended_by_name": "Olga", "reason": "Given up; what it did is not known."}
    ),
    "done-shaped": request_view(**ENDED | {"state": State.done, "result": SHAPED}),
    "kin": request_view(**RUNNING | KIN),
}
"""Beyond the states: an outcome that nobody knows, and an answer with code, a list and a table."""


def pictures() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, language, body of the message or modal)."""
    for language in LANGUAGES:
        for state, view in {**STATES, **MORE}.items():
            place = place_view(view, language=language)
            for part in draw(place, _posted(view), "https://example.slack.com/"):
                if part.name != "link" or state == "pending":
                    yield f"{state}.{part.name.replace(':', '-')}", language, dict(part.body)
            for part in draw(place_view(view, role=PlaceRole.owner, language=language), {"card": "1"}, ""):
                yield f"{state}.owner-{part.name.replace(':', '-')}", language, dict(part.body)
        yield from _actions(language)
        yield from _settling(language)
        yield from _joins(language)
        yield from _reviews(language)
        yield from _windows(language)
        yield from _homes(language)


def _posted(view: RequestView) -> dict[str, str]:
    """What stands already: progress only once it runs."""
    return {name: ts for name, ts in POSTED.items() if name != "progress" or view.started_at is not None}


def _actions(language: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    settled = {"decided_at": NOON, "decided_by": "p-olga"}
    views = {
        "allowed": action_view(state=ActionState.allowed, **settled),
        "denied": action_view(state=ActionState.denied, **settled),
        "expired": action_view(state=ActionState.expired),
        "lapsed": action_view(state=ActionState.lapsed),
        "not-whole": action_view(whole=False),
        "long": action_view(shown="echo x; " * 1000, kind="delete"),
        "own-rule": action_view(kind="deploys"),
        "budget": budget_view(),
        "budget-denied": budget_view(state=ActionState.denied, **settled),
    }
    for name, action in views.items():
        view = request_view(state=State.running, actions=[action])
        for part in draw(place_view(view, language=language), POSTED, ""):
            if part.name.startswith("action:"):
                yield f"action-{name}", language, dict(part.body)


def _settling(language: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """A push with what was approved with it, and what it looks like when nobody knows what came of it."""
    facts = [("branch", "main"), ("remote", "https://host.example/api.git"), ("commit", "c" * 40)]
    pushed = {"facts": [*facts, ("runs", "mirror")]}
    yield "action-facts", language, _card_of(action_view(**pushed), language, "action")
    begun = {**pushed, "state": ActionState.allowed, "decided_at": NOON, "execution": ExecutionState.unknown}
    settled = {"execution": ExecutionState.done, "settled_at": NOON, "evidence": "It is on the remote."}
    views = {
        "unknown": begun,
        "looking": {**begun, "looking": "R20260906-08"},
        "happened": {**begun, **settled},
    }
    for name, values in views.items():
        yield f"settle-{name}", language, _card_of(action_view(**values), language, "settle")


def _card_of(action: ActionView, language: str, kind: str) -> dict[str, Any]:
    """The message of this kind in the owner's direct messages."""
    view = request_view(state=State.running, actions=[action])
    place = place_view(view, role=PlaceRole.owner, language=language)
    drawn = draw(place, {f"{kind}:x1": "2.6"}, "")
    return next(dict(part.body) for part in drawn if part.name == f"{kind}:x1")


def _joins(language: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for state in ("waiting", "admitted", "refused", "expired"):
        decided = {} if state in ("waiting", "expired") else {"decided_at": NOON, "decided_by": "p-olga"}
        join = join_view(state=state, **decided)
        for role in (PlaceRole.asked, PlaceRole.owner):
            for part in draw(place_view(join=join, role=role, language=language), {}, ""):
                yield f"join-{state}.{role}", language, dict(part.body)


def _reviews(language: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    reader = Reader(language)
    yield "review-request", language, review_request(STATES["pending-long"], reader, {"c": "C1", "m": "2.1"})
    action = action_view(shown="echo x; " * 1000)
    yield "review-action", language, review_action(request_view(), action, reader, {"c": "C1", "m": "2.3"})


def _windows(language: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    reader, spot = Reader(language), {"c": "C1", "m": "2.1", "t": None}
    long = request_view(prompt="All of this matters. " * 3000)
    yield "review-first-page", language, review_request(long, reader, spot)
    yield "review-last-page", language, review_request(long, reader, spot, 1, changed=True)
    bound = {"r": "r1", "v": 1, "d": "deny", **spot}
    yield "explain-request", language, explain_form("R20260906-07", bound, reader, action=False)
    yield "explain-action", language, explain_form("R20260906-07", bound, reader, action=True)
    asks = AsksAbout("U2", "T1", "C1", "1.5", "1.5", "U3", "The build is red since noon.", "t")
    yield "about", language, about_form(asks, ["claude", "helper"], reader)


def _homes(language: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    reader = Reader(language)
    running, waiting = STATES["running"], STATES["paused"]
    away = request_view(**RUNNING | {"request": "r3", "public_id": "R20260906-03", "interrupted_since": NOON})
    grants = [
        GrantView(grant=f"g{uses}", person="p-sarah", person_name="Sarah", agent="a1", handle="claude",
                  room="room1", room_name="Backend", created_at=NOON, revoked_at=None, uses=uses)
        for uses in (1, 12)
    ]  # fmt: skip
    machines = [
        MachineView(machine="m1", name="laptop", last_contact_at=NOON, revoked_at=None, agents=["claude"]),
        MachineView(machine="m2", name="studio", last_contact_at=None, revoked_at=None, agents=[]),
    ]
    owner = Board(
        "p-olga", True, [STATES["pending"]], [(waiting, waiting.actions[0])],
        [running, away], [STATES["queued"]], grants, machines, [STATES["done"]],
    )  # fmt: skip
    yield "home-owner", language, home_view(owner, reader)
    yield "home-owner-quiet", language, home_view(Board("p-olga", True), reader)
    yield "home-member", language, home_view(Board("p-sarah", own=[STATES["done"], running]), reader)
    yield "home-stranger", language, home_view(Board(), reader)


def text_of(body: dict[str, Any]) -> str:
    """An example as it stands in its file."""
    return json.dumps(body, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def path_of(name: str, language: str) -> Path:
    """Where an example is kept."""
    return FOLDER / language / f"{name}.json"


def main() -> None:
    """Write all examples."""
    for name, language, body in pictures():
        path = path_of(name, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(body), encoding="utf-8")


if __name__ == "__main__":
    main()
