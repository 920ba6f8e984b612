"""Trees, events between tasks and budgets in words: pure, in three languages."""

import pytest

from bots.words import (
    LANGUAGES,
    covers_key,
    decided_key,
    facts_of,
    in_words,
    kin_event,
    more_button,
    no_button,
)
from bots.words.trees import KIN_EVENTS, tree_lines
from relay.machine import State
from relay.wire.requests import ActionState, ActionView, EventView
from relay.wire.supervision import Command, Counts, Evidence, Node, Tree


def node(name: str, parent: str | None = None, **more: object) -> Node:
    usual: dict[str, object] = {
        "request": name, "public_id": f"R20260906-{name}", "agent": "a", "handle": "codex", "parent": parent,
        "level": 0 if parent is None else 1, "on_behalf_of": "Sarah", "state": State.running, "task": "open",
        "session": "working", "runs": True, "blocked": None, "percent": None, "plan": [], "below": Counts(),
        "contradiction": False, "asked_at": 1, "ended_at": None,
    }  # fmt: skip
    return Node.model_validate({**usual, **more})


def budget(**more: object) -> ActionView:
    usual: dict[str, object] = {
        "action": "a", "digest": "d", "kind": "budget", "tool": "budget", "shown": "cost: 500000 + 1500000",
        "whole": True, "directory": "/", "reason": "All that was granted of cost is used.",
        "state": ActionState.pending, "asked_at": 1, "deadline": 2, "meter": "cost",
        "facts": [("meter", "cost"), ("granted", "500000"), ("more", "1500000")],
    }  # fmt: skip
    return ActionView.model_validate({**usual, **more})


@pytest.mark.rule("V2", "V3", "V5")
def test_children_stand_below_their_parents_with_what_can_be_checked() -> None:
    tests = Command(title="pytest\nrm -rf", exit_code=1, failed=True, tail="", at=1)
    ended = Evidence(ran=True, files=1, added=3, removed=1, command=tests)
    tree = Tree(
        nodes=[
            node(
                "01",
                below=Counts(all=3, open=1),
                state=State.done,
                session="closed",
                contradiction=True,
                evidence=ended,
            ),
            node("02", "01"),
            node("03", "01", blocked="owner", state=State.pending),
            node(
                "04",
                "02",
                level=2,
                evidence=Evidence(ran=False, files=0, added=0, removed=0),
                state=State.cancelled,
            ),
        ]
    )
    lines = tree_lines(tree, "en")
    assert [line.split("@")[0].strip()[-2:] for line in lines[1:]] == ["01", "02", "04", "03"]
    assert "1 file changed, +3 −1 · last command pytest rm -rf: exit code 1" in lines[1]
    assert "⚠ ended, but 1 below has not" in lines[1]
    assert "no run ever started" in lines[3] and lines[3].startswith("      ")
    assert "waits for a decision" in lines[4]
    assert tree_lines(tree, "en", most=2)[-1] == "… and 2 more."
    assert all(tree_lines(tree, language) != lines for language in ("zh", "ko"))


@pytest.mark.rule("V6")
def test_several_steps_may_be_in_progress() -> None:
    steps = [("a", "in_progress"), ("b", "in_progress"), ("c", "completed")]
    assert "steps 1 of 3" in tree_lines(Tree(nodes=[node("01", plan=steps)]), "en")[1]


@pytest.mark.rule("C12")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(KIN_EVENTS))
def test_every_event_between_tasks_has_words_whatever_its_body(kind: str, language: str) -> None:
    bodies = [
        {},
        {
            "handle": "codex",
            "child_public_id": "R1",
            "why": "no\nway",
            "meter": "cost",
            "more": 2_000_000,
            "below": 1,
        },
    ]
    for body in bodies:
        told = kin_event(EventView(seq=1, kind=kind, at=1, actor="x", actor_name="Olga", body=body), language)
        assert told and "\n" not in told and "{" not in told
    assert kin_event(EventView(seq=1, kind="said", at=1, actor="x", body={}), language) is None


@pytest.mark.rule("C12")
def test_a_budget_asks_in_the_viewers_language_with_more_and_stop() -> None:
    action = budget()
    shown = in_words(action, "en")
    assert (shown.shown, shown.reason) == (
        "1.50 more dollars",
        "All 0.50 dollars that were granted are used. The work waits.",
    )
    assert (more_button(shown, "en"), no_button(shown, "en")) == ("Grant 1.50 more", "Stop here")
    assert in_words(shown, "en") == shown
    assert facts_of(shown, "en") == []
    assert decided_key(action, ActionState.denied) == "budget.denied"
    assert in_words(action, "ko").shown == "1.50 달러 추가"
    assert covers_key(action) == "budget.covers"


@pytest.mark.rule("P3")
def test_what_a_machine_calls_a_budget_is_still_shown_exactly() -> None:
    forged = budget(meter=None, shown="rm -rf /", tool="Bash")
    assert in_words(forged, "en") == forged
    assert (more_button(forged, "en"), no_button(forged, "en")) == ("Approve once", "Deny")
    assert decided_key(forged, ActionState.denied) == "action.denied"
