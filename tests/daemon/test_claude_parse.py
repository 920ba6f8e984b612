"""Messages of the real Claude Code, recorded, and the steps that they become."""

import json
from pathlib import Path
from typing import Any

import pytest
from claude_agent_sdk import AssistantMessage, Message, ToolResultBlock, ToolUseBlock, UserMessage
from claude_agent_sdk._internal.message_parser import parse_message
from hypothesis import given
from hypothesis import strategies as st

from daemon.claude.parse import BrokenContract, Reader, read_retry
from daemon.claude.results import Change, change_of, exit_code_of, output_of
from daemon.runtime import (
    Action,
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


def messages(name: str) -> list[Message]:
    lines = (TRANSCRIPTS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [message for line in lines if (message := parse_message(json.loads(line)))]


def read(name: str, spent: float | None = 0.0) -> list[Step]:
    reader = Reader((PROJECT,), spent)
    return [step for message in messages(name) for step in read_one(reader, message)]


def read_one(reader: Reader, message: Message) -> list[Step]:
    """The steps of a message whose calls all pass the gate."""
    steps = list(reader.read(message))
    for block in message.content if isinstance(message, AssistantMessage) else ():
        if isinstance(block, ToolUseBlock):
            steps += reader.start(Action(block.id, block.name, block.input, PROJECT))
    return [step for step in steps if not isinstance(step, ToolStarted)]


@pytest.mark.rule("T1")
def test_a_turn_with_every_kind_of_work() -> None:
    steps = read("work")

    assert [step for step in steps if not isinstance(step, ToolEnded)] == [
        Said("I will look around first."),
        Plan((("write notes", "in_progress"), ("check them", "pending"))),
        Said("Now the notes."),
        FileChanged("toolu_00000006", "notes.md", 2, 0, created=True),
        FileChanged("toolu_00000009", "notes.md", 1, 1),
        FileChanged("toolu_00000011", "notes.md", 1, 0),
        FileChanged("toolu_00000020", "notes.md", 2, 1),
        steps[-1],
    ]
    assert [(step.title, step.failed, step.exit_code) for step in steps if isinstance(step, ToolEnded)] == [
        ("ls missing", True, 2),
        ("Write notes.md", False, None),
        ('printf "out\\n"; printf "err\\n" >&2', False, 0),
        ("Edit notes.md", False, None),
        ("Write notes.md", False, None),
        ("Read notes.md", False, None),
        ("Read", True, None),
        ("echo from below", False, 0),
        ("Edit notes.md", False, None),
        ("Agent check the notes", False, None),
    ]


def test_outputs_are_what_the_tools_printed() -> None:
    outputs = {step.title: step.output for step in read("work") if isinstance(step, ToolEnded)}

    assert outputs["ls missing"].endswith("ls: cannot access 'missing': No such file or directory")
    assert outputs['printf "out\\n"; printf "err\\n" >&2'] == "out\nerr"
    assert outputs["echo from below"] == "from below"
    assert outputs["Agent check the notes"] == "I looked at it."


def test_the_end_has_the_last_word_the_usage_and_the_price_of_this_turn_alone() -> None:
    end = read("work", spent=0.002)[-1]

    assert isinstance(end, Ended)
    assert (end.outcome, end.text) == (Outcome.done, "The notes are written.")
    assert (end.usage["input_tokens"], end.usage["output_tokens"]) == (88, 56)
    assert end.cost_usd == pytest.approx(0.000024)
    assert read("work", spent=None)[-1].cost_usd is None


@pytest.mark.rule("X2")
def test_an_interrupted_turn_is_stopped_and_its_call_broken_off() -> None:
    steps = read("interrupted")

    assert [type(step) for step in steps] == [ToolEnded, Ended]
    assert (steps[0].output, steps[0].failed) == ("The call was broken off.", True)
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.stopped, "")


def test_an_overloaded_model_is_a_notice_each_time() -> None:
    steps = read("overloaded")

    assert [type(step) for step in steps] == [Notice, Notice, Ended]
    assert steps[0].text.startswith("The model is overloaded (529); trying again in ")
    assert steps[0].text.endswith("attempt 1 of 2.")


def test_a_model_that_stays_overloaded_is_a_failure_in_plain_words() -> None:
    steps = read("given_up")

    assert [type(step) for step in steps] == [Notice, Notice, Ended]
    assert (steps[-1].outcome, steps[-1].text) == (
        Outcome.failed,
        "The model is overloaded (529). Try again later.",
    )


def test_a_refused_login_is_the_end_at_the_first_sign() -> None:
    first = read("refused")[0]

    assert isinstance(first, Ended)
    assert (first.outcome, "/login" in first.text) == (Outcome.failed, True)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            {"attempt": 1, "max_retries": 9, "retry_delay_ms": 1600},
            "The model is out of reach; trying again in 2 s",
        ),
        (
            {"error_status": 429, "attempt": 1, "max_retries": 9},
            "The model is busy (429); trying again in 0 s",
        ),
        ({"error_status": 502, "attempt": 1, "max_retries": 9}, "The model is out of reach (502)"),
    ],
)
def test_what_hinders_the_model_is_said(data: dict[str, Any], sentence: str) -> None:
    notice = read_retry(data)

    assert isinstance(notice, Notice)
    assert notice.text.startswith(sentence)


@pytest.mark.rule("P4")
def test_a_refused_call_is_no_step() -> None:
    reader = Reader((PROJECT,), 0.0)
    reader.refuse("toolu_00000002")
    steps = [step for message in messages("work") for step in read_one(reader, message)]

    assert "ls missing" not in [step.title for step in steps if isinstance(step, ToolEnded)]
    assert sum(isinstance(step, ToolEnded) for step in steps) == 9


def test_a_call_that_starts_before_its_message_was_read_keeps_the_order() -> None:
    reader = Reader((PROJECT,), 0.0)
    words, *_ = messages("work")
    action = Action("toolu_00000002", "Bash", {"command": "ls missing"}, PROJECT)

    assert list(reader.read(words)) == []
    assert list(reader.start(action)) == [
        Said("I will look around first."),
        ToolStarted("toolu_00000002", "Bash", "ls missing"),
    ]
    assert list(reader.flush()) == []


def test_words_of_sub_agents_errors_and_empty_words_are_not_for_people() -> None:
    reader = Reader((PROJECT,), 0.0)
    answer = json.loads((TRANSCRIPTS / "work.jsonl").read_text(encoding="utf-8").splitlines()[0])
    unsaid = [
        {**answer, "parent_tool_use_id": "toolu_1"},
        {**answer, "error": "server_error"},
        {**answer, "message": {**answer["message"], "model": "<synthetic>"}},
        {**answer, "message": {**answer["message"], "content": [{"type": "text", "text": " "}]}},
    ]

    for data in unsaid:
        message = parse_message(data)
        assert message is not None
        list(reader.read(message))
    assert list(reader.flush()) == []


def test_paths_outside_the_directory_stay_whole() -> None:
    reader = Reader((PROJECT, Path("/private/project")), 0.0)

    def changed(path: str) -> str:
        call = ToolUseBlock("t1", "Write", {"file_path": path, "content": "x"})
        result = UserMessage([ToolResultBlock("t1", "ok")], tool_use_result=None)
        read_one(reader, AssistantMessage([call], model="m"))
        return next(step.path for step in reader.read(result) if isinstance(step, FileChanged))

    assert changed("/home/owner/project/a/b.txt") == "a/b.txt"
    assert changed("/private/project/a.txt") == "a.txt"
    assert changed("/etc/passwd") == "/etc/passwd"
    assert changed("/home/owner/project/../key") == "/home/owner/project/../key"


def test_a_change_without_a_patch_is_counted_from_its_input() -> None:
    edit = {"file_path": "a", "old_string": "one\ntwo\n++ three", "new_string": "one\n2"}

    assert change_of("Edit", edit, None) == Change("a", 1, 2, created=False)
    assert change_of("NotebookEdit", {"notebook_path": "n", "new_source": "1\n2"}, None) == Change(
        "n", 2, 0, False
    )
    assert change_of("Bash", {"command": "x"}, None) is None


@given(
    st.text(),
    st.booleans(),
    st.recursive(st.none() | st.text(), lambda inner: st.dictionaries(st.text(), inner)),
)
def test_no_result_of_a_tool_breaks_the_reader(content: str, failed: bool, details: Any) -> None:
    output = output_of(ToolResultBlock("t1", content, failed), details)

    assert isinstance(output, str)
    assert exit_code_of(output, failed) is None or failed or exit_code_of(output, failed) == 0


@pytest.mark.rule("P2")
def test_a_call_that_nobody_was_asked_about_and_that_succeeded_breaks_the_contract() -> None:
    reader = Reader((PROJECT,), 0.0)
    calls = [ToolUseBlock(name, "Bash", {"command": "ls"}) for name in ("t1", "t2")]
    list(reader.read(AssistantMessage(calls, model="m")))  # type: ignore[arg-type]

    # A call whose input is no good is an error that nobody was asked about; it did nothing.
    assert [step.failed for step in reader.read(UserMessage([ToolResultBlock("t1", "bad", True)]))] == [True]  # type: ignore[union-attr]
    with pytest.raises(BrokenContract, match="without asking"):
        list(reader.read(UserMessage([ToolResultBlock("t2", "ok")])))
