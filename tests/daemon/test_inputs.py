"""The durable queue of inputs by itself: taken in once, kept until the relay knows that they were read, never guessed."""

import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest

from daemon.inputs import FED_CHARACTERS, FED_INPUTS, Input, InputsFull, Known
from daemon.journal import Journal, JournalUnclear
from tests.daemon.inputs_crash import crash_often

AGENT, ROOM = "agent", "room"


def given(name: str, *, agent: str = AGENT, room: str = ROOM, body: str = "hello") -> Input:
    return Input(name, agent, room, {"body": body})


def names(inputs: list[Input]) -> list[str]:
    return [one.message for one in inputs]


@pytest.mark.rule("J1", "J3")
def test_what_was_recorded_is_not_fed_again_and_what_was_not_is(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal.take_in([given("a"), given("b")], 2) == 2
        journal.consumed("turn-1", ["a"])
    with Journal(tmp_path) as journal:
        assert names(journal.waiting(AGENT, ROOM)) == ["b"]
        assert [(one.message, one.state, one.turn) for one in journal.unsaid(10)] == [
            ("a", Known.read, "turn-1"),
            ("b", Known.delivered, None),
        ]
        journal.consumed("turn-2", ["a", "b"])
        assert [one.turn for one in journal.unsaid(10)] == ["turn-1", "turn-2"], "the first turn is kept"


@pytest.mark.rule("J1", "J5")
def test_a_receipt_is_repeated_until_it_is_confirmed_and_then_nothing_is_left(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.take_in([given("a")], 1)
        for state in (Known.delivered, Known.read):
            for _ in range(2):
                assert [one.state for one in journal.unsaid(10)] == [state]
            journal.confirmed("a", state)
            journal.consumed("turn", ["a"])
        assert journal.unsaid(10) == []
        assert journal.waiting(AGENT, ROOM) == []
        assert journal.cursor() == 1


@pytest.mark.rule("J5")
def test_an_input_and_how_far_the_feed_was_read_are_written_together(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal.cursor() is None
        journal.take_in([given("a")], 7)
        assert journal.take_in([given("a")], 7) == 0
        assert (names(journal.waiting(AGENT, ROOM)), journal.cursor()) == (["a"], 7)


@pytest.mark.rule("J7")
def test_a_full_queue_takes_nothing_drops_nothing_and_stays_where_it_is_in_the_feed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.most_inputs = 2
        journal.take_in([given("a"), given("b")], 2)
        with pytest.raises(InputsFull):
            journal.take_in([given("c")], 3)
        assert (names(journal.waiting(AGENT, ROOM)), journal.cursor()) == (["a", "b"], 2)
        assert journal.take_in([], 2) == 0, "what is no input finds its place"
        journal.consumed("turn", ["a"])
        journal.take_in([given("c")], 3)
        assert names(journal.waiting(AGENT, ROOM)) == ["b", "c"]


@pytest.mark.rule("R3")
def test_a_session_is_given_what_was_sent_to_it_in_its_room_and_nothing_else(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.take_in([given("a"), given("b", room="other"), given("c", agent="other")], 3)
        assert names(journal.waiting(AGENT, ROOM)) == ["a"]
        assert journal.sessions() == [(AGENT, ROOM), (AGENT, "other"), ("other", ROOM)]


@pytest.mark.rule("J2", "T4")
def test_one_turn_is_fed_only_what_it_can_have_whole(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.take_in([given(f"{number:03}") for number in range(FED_INPUTS + 5)], 1)
        assert len(journal.waiting(AGENT, ROOM)) == FED_INPUTS
        large = [given(name, room="large", body="x" * (FED_CHARACTERS * 2 // 3)) for name in ("a", "b")]
        journal.take_in(large, 2)
        assert names(journal.waiting(AGENT, "large")) == ["a"]


@pytest.mark.rule("J4")
def test_a_write_whose_result_is_unclear_closes_the_queue_and_what_is_on_the_disk_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path)
    journal.take_in([given("a")], 1)
    monkeypatch.setattr(journal, "_choose", _full_disk)
    with pytest.raises(JournalUnclear, match="muti daemon reconcile"):
        journal.consumed("turn", ["a"])
    with pytest.raises(JournalUnclear):
        journal.waiting(AGENT, ROOM)
    with Journal(tmp_path) as again:
        assert names(again.waiting(AGENT, ROOM)) == ["a"]


def _full_disk(database: Any, durable: bool) -> None:
    raise sqlite3.OperationalError("database or disk is full")


@pytest.mark.rule("J6")
def test_its_files_are_private(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        journal.take_in([given("a")], 1)
        for path in (tmp_path / "journal").iterdir():
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


@pytest.mark.rule("J1", "J3", "J5")
@pytest.mark.timeout(120)
async def test_after_a_crash_exactly_the_inputs_without_a_record_are_fed_again(tmp_path: Path) -> None:
    tally = await crash_often(tmp_path, 200, seed=None)
    assert tally.crashes == 200
    assert tally.again > 0, tally
