"""What an agent of the protocol says and asks, as values."""

from pathlib import Path
from typing import Any

import pytest
from acp.schema import FileEditToolCallContent, PermissionOption, PromptResponse, ToolCallUpdate

from daemon.acp.conversation import _option
from daemon.acp.parse import Reader, action_of, count_lines
from daemon.runtime import Ended, Outcome

WORK = Path("/home/olga/code")


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    ("kind", "given", "tool", "shown"),
    [
        ("execute", {"command": "rm -r x"}, "Bash", {"command": "rm -r x"}),
        ("execute", {"command": ["rm", "a b"]}, "Bash", {"command": "rm 'a b'"}),
        ("execute", {"cmd": "rm x"}, "acp:execute", {"cmd": "rm x"}),
        ("execute", {"command": ["rm", 1]}, "acp:execute", {"command": ["rm", 1]}),
        ("read", {"path": "/etc/shadow"}, "Read", {"path": "/etc/shadow", "file_path": "/etc/shadow"}),
        ("fetch", {"url": "https://a.example"}, "WebFetch", {"url": "https://a.example"}),
        ("delete", {"path": "x"}, "acp:delete", {"path": "x"}),
        ("other", "words", "acp:other", {"input": "words"}),
        (None, None, "acp:other", {"input": None}),
    ],
)
def test_an_action_is_shaped_as_the_policy_reads_it_and_what_is_not_understood_keeps_a_strange_name(
    kind: str | None, given: Any, tool: str, shown: dict[str, Any]
) -> None:
    action = action_of("call", {"kind": kind, "raw_input": given}, WORK)
    assert (action.tool, action.input) == (tool, shown)


@pytest.mark.rule("P2", "P3")
def test_a_change_of_a_file_is_shown_whole_and_several_at_once_are_not_understood() -> None:
    new = FileEditToolCallContent(type="diff", path="/a", new_text="x")
    old = FileEditToolCallContent(type="diff", path="/a", old_text="w", new_text="x")
    one = action_of("call", {"kind": "edit", "content": [new]}, WORK)
    assert (one.tool, one.input) == ("Write", {"file_path": "/a", "content": "x"})
    two = action_of("call", {"kind": "edit", "content": [old]}, WORK)
    assert (two.tool, two.input) == ("Edit", {"file_path": "/a", "old_string": "w", "new_string": "x"})
    assert action_of("call", {"kind": "edit", "content": [new, old]}, WORK).tool == "acp:edit"


@pytest.mark.rule("P3")
def test_only_an_option_for_this_one_call_is_ever_chosen() -> None:
    always = PermissionOption(option_id="a", name="Always", kind="allow_always")
    once = PermissionOption(option_id="o", name="Once", kind="allow_once")
    assert _option([always, once], "allow_once") == "o"
    assert _option([always], "allow_once") is None


def test_a_later_message_adds_to_what_is_known_of_a_call() -> None:
    reader = Reader((WORK,))
    first = ToolCallUpdate(tool_call_id="1", kind="execute", raw_input={"command": "make"})
    reader.ask(first, WORK)
    assert reader.ask(ToolCallUpdate(tool_call_id="1", title="x"), WORK).input == {"command": "make"}


@pytest.mark.parametrize(
    ("reason", "outcome"),
    [("end_turn", Outcome.done), ("cancelled", Outcome.stopped), ("refusal", Outcome.failed)],
)
def test_a_turn_ends_as_the_agent_says(reason: Any, outcome: Outcome) -> None:
    [end] = Reader((WORK,)).end(PromptResponse(stop_reason=reason), 0.0)
    assert isinstance(end, Ended)
    assert (end.outcome, end.usage, end.cost_usd) == (outcome, {}, None)


def test_changed_lines_are_counted() -> None:
    assert count_lines("a\nb\n", "a\nc\nd\n") == (2, 1)
    assert count_lines("", "x\n" * 5) == (5, 0)
    assert count_lines("y\n" * 2_000_000, "x\n") == (1, 2_000_000)
