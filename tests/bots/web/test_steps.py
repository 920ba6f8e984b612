"""A timeline as rows: one a tool call, and nothing of it that could mislead."""

from typing import Any

import pytest

from bots.web.steps import rows_of
from bots.web.words_web import LANGUAGE_NAMES, tell
from relay.wire.machines import ReportKind
from tests.bots.web.views import ASKED, MINUTE, event

OF_THE_RELAY = ("asked", "edited", "approved", "denied", "started", "stopping", "interrupted", "gap")
OF_THE_RELAY += ("cancelled", "expired", "action_asked", "action_decided")


@pytest.mark.rule("T1")
def test_the_end_of_a_call_takes_the_place_of_its_beginning() -> None:
    began = event(3, "tool_started", call="c1", tool="Bash", title="make")
    said = event(4, "said", text="meanwhile")
    ended = event(5, "tool_ended", call="c1", tool="Bash", title="make", tail="ok\n", exit_code=0)
    rows = rows_of([began, said, ended], "en")
    assert [(row.seq, row.text, row.note, row.detail) for row in rows] == [
        (3, "make", "exit 0", "ok"),
        (4, "meanwhile", "", ""),
    ]


@pytest.mark.rule("T1")
def test_a_changed_file_is_a_path_with_counts() -> None:
    (row,) = rows_of([event(1, "file", path="src/a.py", added=12, removed=3, created=True)], "en")
    assert (row.text, row.plus, row.minus, row.note) == ("src/a.py", 12, 3, "new")


@pytest.mark.rule("T1", "C12")
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_what_happened_to_a_file_besides_its_lines_is_said(language: str) -> None:
    def note(**body: Any) -> str:
        (row,) = rows_of([event(1, "file", path="a", added=0, removed=0, **body)], language)
        return row.note

    notes = [
        note(created=True),
        note(deleted=True),
        note(binary=True),
        note(mode="100755"),
        note(mode="100644"),
    ]
    assert all(notes) and len(set(notes)) == len(notes)
    assert "b/old.py" in note(renamed_from="b/old.py")
    assert note(deleted=True) in note(deleted=True, binary=True)
    assert note() == note(created="yes", mode=7, renamed_from=["x"]) == ""


@pytest.mark.rule("S4")
def test_a_file_that_was_not_handed_over_says_which_and_why() -> None:
    (row,) = rows_of([event(1, "refused", tool="attach", name="../x", reason="It is outside.")], "en")
    assert (row.text, row.note) == ("Not handed over: ../x", "It is outside.")
    (row,) = rows_of([event(1, "refused", call="c", tool="Bash", reason="It is ours.")], "en")
    assert (row.text, row.note) == ("Refused", "It is ours.")


@pytest.mark.rule("T4")
def test_of_a_long_output_the_end_is_shown_and_the_rest_is_counted() -> None:
    output = "x" * 9000 + "end"
    (row,) = rows_of([event(1, "tool_ended", call="c", tool="Bash", title="t", tail=output)], "en")
    assert row.detail.endswith("end")
    assert len(row.detail) == 8000
    assert "1003" in row.left_out


@pytest.mark.rule("T4")
def test_what_the_machine_left_out_is_said() -> None:
    body = {"call": "c", "tool": "Bash", "title": "t", "tail": "end", "lines_left_out": 99_900}
    (row,) = rows_of([event(1, "tool_ended", **body)], "en")
    assert "99900" in row.left_out.replace(",", "")


def test_a_failed_call_is_marked_in_words_too() -> None:
    (row,) = rows_of([event(1, "tool_ended", call="c", tool="Edit", title="t", tail="", failed=True)], "en")
    assert (row.mood, row.note) == ("bad", "failed")


@pytest.mark.rule("X4")
def test_a_gap_says_how_long_it_was() -> None:
    (row,) = rows_of([event(1, "gap", since=ASKED, until=ASKED + 125 * MINUTE)], "en")
    assert "2:05:00" in row.text


@pytest.mark.rule("T6")
def test_output_is_made_harmless() -> None:
    output = "\x1b[31mred\x1b[0m\u202edesrever"
    (row,) = rows_of([event(1, "tool_ended", call="c", tool="Bash", title="t", tail=output)], "en")
    assert row.detail == "reddesrever"


def test_what_happened_is_told_with_the_machines_own_time() -> None:
    (row,) = rows_of([event(1, "said", text="x", happened_at=ASKED - MINUTE)], "en")
    assert row.at == ASKED - MINUTE


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
@pytest.mark.parametrize("kind", [*ReportKind, *OF_THE_RELAY, "something new", ""])
@pytest.mark.parametrize(
    "body",
    [{}, {"text": 5, "path": None, "call": [], "title": {}, "added": "x", "count": "y", "since": "z"}],
)
def test_every_kind_of_event_has_words_whatever_its_body(kind: str, language: str, body: Any) -> None:
    rows = rows_of([event(1, kind, **body)], language)
    assert all("{" not in row.text for row in rows)
    if kind not in ("progress", "plan", "said", "notice", "tool_started", "tool_ended", "file", "outcome"):
        assert rows[0].text
    if kind in OF_THE_RELAY:
        assert rows[0].text != tell("some_step", language, kind=kind)
