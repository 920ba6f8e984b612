"""When messages of other agents may start a turn: the whole table of the decision."""

from dataclasses import replace
from itertools import product

import pytest

from relay.coordination.turns import Hold, Situation, Start, Wait, Why, may_start
from relay.wire.messages import HandKind, Mode

GRACE = 20_000_000
FREE = Situation(
    now=100_000_000,
    first_waiting=99_000_000,
    room_on=True,
    daemon_on=True,
    mode=Mode.run,
    delegated=True,
    generation=2,
    checked=2,
    person_turn=2,
    grace=GRACE,
)
HOLDS = [
    (Why.nothing, {"first_waiting": None}),
    (Why.newer, {"checked": 1}),
    (Why.newer, {"checked": 3}),
    (Why.room_off, {"room_on": False}),
    (Why.daemon_off, {"daemon_on": False}),
    (Why.mode, {"mode": Mode.hold}),
    (Why.mode, {"mode": Mode.plan}),
    (Why.no_delegation, {"delegated": False}),
    (Why.no_person, {"person_turn": None}),
    (Why.anew, {"person_turn": 1}),
    (Why.cancel, {"cancel": True}),
    (Why.approval, {"approval": True}),
    (Why.secret_entry, {"hands": frozenset({HandKind.secret_entry})}),
    (Why.session_operation, {"hands": frozenset({HandKind.session_operation})}),
]


@pytest.mark.rule("H1", "H2")
def test_it_starts_only_where_nothing_at_all_holds_it() -> None:
    assert may_start(FREE) == Start()
    assert may_start(replace(FREE, checked=None)) == Start()
    for reason, change in HOLDS:
        assert may_start(replace(FREE, **change)) == Hold(reason), change


@pytest.mark.rule("H1", "H2", "H4")
def test_whatever_else_is_so_one_thing_that_holds_is_enough() -> None:
    for _, change in HOLDS:
        for busy, draft, other in product((True, False), (None, 1), HOLDS):
            situation = replace(FREE, **{**other[1], **change, "busy": busy, "draft_since": draft})
            assert isinstance(may_start(situation), Hold)


@pytest.mark.rule("H3")
@pytest.mark.parametrize("since", [1, 99_000_000, 118_999_999])
def test_a_draft_waits_for_its_grace_from_the_first_message_however_late_its_last_key_was(since: int) -> None:
    writing = replace(FREE, draft_since=since)
    end = 99_000_000 + GRACE
    for now in range(99_000_000, end, 1_000_000):
        assert may_start(replace(writing, now=now)) == Wait(Why.draft, end)
    assert may_start(replace(writing, now=end)) == Start()


@pytest.mark.rule("H3")
def test_without_a_draft_there_is_no_grace() -> None:
    assert may_start(replace(FREE, now=99_000_000)) == Start()


@pytest.mark.rule("H4")
def test_an_agent_that_is_at_work_is_waited_for() -> None:
    assert may_start(replace(FREE, busy=True)) == Wait(Why.busy)
