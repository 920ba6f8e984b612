"""The golden examples of the Slack connector: what each state looks like in each language.

``python -m tests.bots.slack.examples`` writes them anew; look at the difference before keeping it. They can be
pasted into Slack's Block Kit Builder.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bots.slack.cards import Reader
from bots.slack.render import draw
from bots.slack.review import review_action, review_request
from bots.words import LANGUAGES
from relay.machine import State
from relay.wire.places import PlaceRole
from relay.wire.requests import ActionState, RequestView
from tests.bots.views import NOON, STATES, action_view, join_view, place_view, request_view

FOLDER = Path(__file__).parents[3] / "bots" / "slack" / "examples"
POSTED = {"anchor": "2.1", "progress": "2.2", "action:x1": "2.3", "final": "2.4", "card": "2.5"}


def pictures() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, language, body of the message or modal)."""
    for language in LANGUAGES:
        for state, view in STATES.items():
            place = place_view(view, language=language)
            for part in draw(place, _posted(view), "https://example.slack.com/"):
                if part.name != "link" or state == "pending":
                    yield f"{state}.{part.name.replace(':', '-')}", language, dict(part.body)
            for part in draw(place_view(view, role=PlaceRole.owner, language=language), {"card": "1"}, ""):
                yield f"{state}.owner-{part.name.replace(':', '-')}", language, dict(part.body)
        yield from _actions(language)
        yield from _joins(language)
        yield from _reviews(language)


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
    }
    for name, action in views.items():
        view = request_view(state=State.running, actions=[action])
        for part in draw(place_view(view, language=language), POSTED, ""):
            if part.name.startswith("action:"):
                yield f"action-{name}", language, dict(part.body)


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
