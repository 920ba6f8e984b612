"""Notifications of the real Codex, recorded, and the steps that they become."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.codex.failures import sentence_of, status_of
from daemon.codex.parse import BROKEN_OFF, Reader
from daemon.runtime import (
    Action,
    Done,
    Ended,
    FileChanged,
    Notice,
    Outcome,
    Plan,
    Said,
    Step,
    ToolEnded,
    ToolStarted,
)

PROJECT = Path("/home/owner/project")
TRANSCRIPTS = Path(__file__).parent / "transcripts"
CALLS = {
    "commandExecution": "Bash",
    "fileChange": "apply_patch",
    "mcpToolCall": "mcp",
    "dynamicToolCall": "own",
}


def notes(name: str) -> list[tuple[str, dict[str, Any]]]:
    lines = (TRANSCRIPTS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(note["method"], note["params"]) for note in map(json.loads, lines)]


def action_of(item: dict[str, Any]) -> Action:
    given = {"command": item["command"].split(" -c ")[1].strip("'")} if "command" in item else {}
    return Action(item["id"], CALLS[item["type"]], given, PROJECT)


def read(name: str, used: dict[str, int] | None = None) -> list[Step]:
    """The steps of a transcript, where every call passes the gate."""
    reader, steps = Reader((PROJECT,), used or {}), []
    for method, params in notes(name):
        item = params.get("item") or {}
        if method == "item/started" and item.get("type") in CALLS:
            steps += reader.start(action_of(item))
        steps += reader.read(method, params)
    return steps


@pytest.mark.rule("T1")
def test_a_turn_with_every_kind_of_work() -> None:
    steps = [step for step in read("work") if not isinstance(step, ToolStarted | ToolEnded)]

    assert steps[:-1] == [
        Said("I look around first."),
        FileChanged("call_00000009", "notes.md", 2, 0, created=True),
        Said("Now the rest."),
        FileChanged("call_00000012", "gone.txt", 0, 1, deleted=True),
        FileChanged("call_00000012", "moved.txt", 1, 1, renamed_from="old.txt"),
    ]
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "The notes are written.")


def test_outputs_are_what_the_tools_printed() -> None:
    ended = [step for step in read("work") if isinstance(step, ToolEnded)]

    assert [(step.output.strip(), step.failed, step.exit_code) for step in ended] == [
        ("ls: cannot access 'missing': No such file or directory", True, 2),
        ("outerr", False, 0),
        ("", True, None),
        ("", False, None),
        ("", False, None),
        ("looked at p", False, None),
        ("tool says hi", False, None),
        (BROKEN_OFF, True, None),
    ]
    assert [step.title for step in ended][:3] == ["ls missing", "printf out; printf err >&2", "echo DECLINED"]


def test_the_usage_is_that_of_this_turn_alone() -> None:
    whole, rest = read("work")[-1], read("work", {"inputTokens": 88, "outputTokens": 50})[-1]

    assert isinstance(whole, Ended)
    assert isinstance(rest, Ended)
    assert whole.usage == {
        "input_tokens": 72,
        "output_tokens": 63,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 27,
    }
    assert (rest.usage["input_tokens"], rest.usage["output_tokens"]) == (72 - 88, 13)
    assert whole.cost_usd is None


@pytest.mark.rule("X2")
def test_an_interrupted_turn_is_stopped_and_its_call_broken_off() -> None:
    steps = read("interrupted")

    assert [type(step) for step in steps] == [ToolStarted, ToolEnded, Ended]
    assert (steps[1].output, steps[1].failed) == (BROKEN_OFF, True)
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.stopped, "")


def test_what_was_said_before_a_cut_is_told_once() -> None:
    steps = read("cut")

    assert [type(step) for step in steps] == [Said, Notice, Ended]
    assert (steps[0].text, steps[-1].text) == ("half", "whole")


@pytest.mark.parametrize(("name", "word"), [("refused", "login (401)"), ("limit", "used up (429)")])
def test_an_error_is_a_sentence(name: str, word: str) -> None:
    first = read(name)[0]

    assert isinstance(first, Ended)
    assert (first.outcome, word in first.text) == (Outcome.failed, True)


@pytest.mark.parametrize("last", ["answer", "turn"])
def test_a_call_that_nothing_is_told_of_ends_with_the_models_next_answer(last: str) -> None:
    """The usage of the answer that made the call may come before the call is under way."""
    reader = Reader((PROJECT,), {})
    answer = ("thread/tokenUsage/updated", {"tokenUsage": {"total": {"inputTokens": 1}}})
    list(reader.start(Action("c", "update", {}, PROJECT)))

    assert list(reader.read(*answer)) == []
    end = answer if last == "answer" else ("turn/completed", {"turn": {"status": "completed"}})
    steps = list(reader.read(*end))

    assert steps[0] == ToolEnded("c", "update", "update", "", failed=False)
    assert reader.open_calls == frozenset()


@pytest.mark.rule("P7")
def test_what_was_done_outside_has_its_own_output_and_exit_code() -> None:
    reader = Reader((PROJECT,), {})
    item = next(params["item"] for method, params in notes("work") if method == "item/completed" and
                params["item"]["type"] == "commandExecution")  # fmt: skip
    list(reader.start(action_of(item), Done("pushed", 0)))

    assert next(reader.read("item/completed", {"item": item})) == ToolEnded(
        item["id"], "Bash", "ls missing", "pushed", failed=False, exit_code=0
    )


def test_a_plan_has_the_words_of_every_runtime() -> None:
    plan = [{"step": "look", "status": "completed"}, {"step": "write", "status": "inProgress"}]

    steps = list(Reader((PROJECT,), {}).read("turn/plan/updated", {"plan": plan}))

    assert steps == [Plan((("look", "completed"), ("write", "in_progress")))]


@pytest.mark.parametrize(
    ("info", "status"),
    [
        ("unauthorized", 401),
        ("serverOverloaded", 503),
        ({"responseTooManyFailedAttempts": {"httpStatusCode": 429}}, 429),
        ({"httpConnectionFailed": {"httpStatusCode": None}}, None),
        ("other", None),
        (None, None),
    ],
)
def test_the_status_of_an_error(info: Any, status: int | None) -> None:
    assert status_of({"codexErrorInfo": info}) == status


def test_an_unknown_error_has_the_programs_own_words() -> None:
    assert sentence_of({"message": "the model fell asleep"}) == "the model fell asleep"
    assert "did not say why" in sentence_of({})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
METHODS = ("item/started", "item/completed", "error", "turn/completed", "thread/tokenUsage/updated", "other")


@given(st.sampled_from(METHODS), st.dictionaries(st.sampled_from(["item", "turn", "error", "x"]), VALUES))
def test_whatever_comes_is_no_error(method: str, params: dict[str, Any]) -> None:
    reader = Reader((PROJECT,), {})
    list(reader.start(Action("c", "Bash", {"command": "ls"}, PROJECT)))

    steps = list(reader.read(method, params))

    assert all(isinstance(step, Step) for step in steps)
