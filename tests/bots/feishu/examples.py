"""The golden examples of the Feishu connector: what each state looks like, in all languages at once.

``python -m tests.bots.feishu.examples`` writes them anew; look at the difference before keeping it. Each can be pasted
into Feishu's card builder.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bots.feishu.artifacts import picture_card
from bots.feishu.render import draw
from relay.machine import State
from relay.wire.executions import State as ExecutionState
from relay.wire.places import PlaceRole
from relay.wire.requests import ActionState, ActionView, RequestView, Spot
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

Json = dict[str, Any]

FOLDER = Path(__file__).parents[3] / "bots" / "feishu" / "examples"
POSTED = {"anchor": "om_1", "progress": "om_2", "action:x1": "om_3", "final": "om_4", "card": "om_5"}
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

See [the notes](https://host.example/notes).
"""
ORIGIN = Spot(platform="feishu", tenant="T1", channel="oc_1", message="om_0")
LONG = "删除旧的缓存，然后重新生成。\n" * 500

MORE = {
    "pending-longest": request_view(prompt="All of this matters. " * 2000),
    "given-up": request_view(
        **ENDED
        | {"state": State.failed, "ended_by_name": "Olga", "reason": "Given up; what it did is not known."}
    ),
    "done-shaped": request_view(**ENDED | {"state": State.done, "result": SHAPED}),
    "kin": request_view(**RUNNING | KIN),
    "denied-yours": request_view(
        **STATES["denied"].model_dump() | {"decided_by_name": "Olga", "outside": True}
    ),
}
"""Beyond the states of every platform: a prompt that no card holds, and an answer with code, a list and a table."""


def pictures() -> Iterator[tuple[str, Json]]:
    """(name, card)."""
    for state, view in {**STATES, **MORE}.items():
        yield from _states(state, _here(view))
    yield from _actions()
    yield from _settling()
    yield from _joins()
    yield "artifact-picture", picture_card("img_v3_dummy", "login page.png")


def _here(view: RequestView) -> RequestView:
    """As if it had been asked on this platform."""
    return view.model_copy(update={"origin": ORIGIN, "asker_account": "feishu:T1:on_sarah"})


def _states(state: str, view: RequestView) -> Iterator[tuple[str, Json]]:
    refs = {name: at for name, at in POSTED.items() if name != "progress" or view.started_at is not None}
    for part in draw(feishu_place(view), refs):
        if "card" in part.body:
            yield f"{state}.{_file(part.name)}", part.body["card"]
    for part in draw(feishu_place(view, role=PlaceRole.owner), {"card": "om_5"}):
        if not part.name.startswith("page:") or part.name in ("page:1", "page:9"):
            yield f"{state}.owner-{_file(part.name)}", part.body["card"]


def feishu_place(view: RequestView | None = None, **changes: Any) -> Any:
    """Where it was asked: the top of a group."""
    values = {"channel": "oc_1", "thread": "om_0", "message": "om_0", "language": "en"}
    return place_view(view, **{**values, **changes})


def _actions() -> Iterator[tuple[str, Json]]:
    settled = {"decided_at": NOON, "decided_by": "p-olga"}
    views = {
        "allowed": action_view(state=ActionState.allowed, **settled),
        "denied": action_view(state=ActionState.denied, **settled),
        "expired": action_view(state=ActionState.expired),
        "lapsed": action_view(state=ActionState.lapsed),
        "not-whole": action_view(whole=False),
        "long": action_view(shown="echo x; " * 1000, kind="delete"),
        "hostile": action_view(shown="echo '<at id=all></at>' ```", kind="delete"),
        "own-rule": action_view(kind="deploys"),
        "budget": budget_view(),
        "budget-denied": budget_view(state=ActionState.denied, **settled),
    }
    for name, action in views.items():
        view = _here(request_view(state=State.running, actions=[action]))
        for part in draw(feishu_place(view), POSTED):
            if part.name.startswith("action:"):
                yield f"action-{name}", part.body["card"]


def _settling() -> Iterator[tuple[str, Json]]:
    """A push with what was approved with it, and what it looks like when nobody knows what came of it."""
    facts = [("branch", "main"), ("remote", "https://host.example/api.git"), ("commit", "c" * 40)]
    pushed = {"facts": [*facts, ("runs", "mirror")]}
    yield "action-facts", _card_of(action_view(**pushed), "action")
    begun = {**pushed, "state": ActionState.allowed, "decided_at": NOON, "execution": ExecutionState.unknown}
    settled = {"execution": ExecutionState.done, "settled_at": NOON, "evidence": "It is on the remote."}
    views = {
        "unknown": begun,
        "looking": {**begun, "looking": "R20260906-08"},
        "happened": {**begun, **settled},
    }
    for name, values in views.items():
        yield f"settle-{name}", _card_of(action_view(**values), "settle")


def _card_of(action: ActionView, kind: str) -> Json:
    """The message of this kind in the owner's direct messages."""
    view = _here(request_view(**RUNNING | {"actions": [action]}))
    drawn = draw(feishu_place(view, role=PlaceRole.owner), {f"{kind}:x1": "om_6"})
    return next(part.body["card"] for part in drawn if part.name == f"{kind}:x1")


def _joins() -> Iterator[tuple[str, Json]]:
    for state in ("waiting", "admitted", "refused", "expired"):
        decided = {} if state in ("waiting", "expired") else {"decided_at": NOON, "decided_by": "p-olga"}
        join = join_view(state=state, **decided)
        for role in (PlaceRole.asked, PlaceRole.owner):
            for part in draw(feishu_place(join=join, role=role), {}):
                yield f"join-{state}.{role}", part.body["card"]


def _file(part: str) -> str:
    return part.replace(":", "-")


def text_of(card: Json) -> str:
    """An example as it stands in its file."""
    return json.dumps(card, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def path_of(name: str) -> Path:
    """Where an example is kept."""
    return FOLDER / f"{name}.json"


def main() -> None:
    """Write all examples."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, card in pictures():
        path_of(name).write_text(text_of(card), encoding="utf-8")


if __name__ == "__main__":
    main()
