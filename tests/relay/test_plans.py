"""The table of a plan's steps, as the daemon and the relay both carry it on (V1, V6). Pure."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon import plans as at_the_daemon
from daemon.tell import PLAN_STEPS
from relay.requests.report import carry_on as at_the_relay
from relay.wire.plans import MOST_STEPS, OVER, STATES, carry_on

STEP = st.tuples(st.sampled_from("abcdef"), st.sampled_from(STATES))
UPDATES = st.lists(st.lists(STEP, max_size=6), max_size=6)


def test_both_ends_use_one_table() -> None:
    assert at_the_daemon.carry_on is at_the_relay is carry_on
    assert PLAN_STEPS == MOST_STEPS, "what is cut from a report would be cancelled at the relay"


@pytest.mark.rule("V1")
@settings(max_examples=150, deadline=None)
@given(UPDATES)
def test_nothing_that_is_over_reopens_and_nothing_vanishes(updates: list[list[tuple[str, str]]]) -> None:
    plan: tuple[tuple[str, str], ...] = ()
    for update in updates:
        after, refused = carry_on(plan, update)
        now, named = dict(after), dict(update)
        for text, state in plan:
            assert now[text] == state if state in OVER else text in named or now[text] == "cancelled"
        assert set(refused) <= {text for text, state in plan if state in OVER}
        assert carry_on(after, after)[0] == after
        plan = after


@pytest.mark.rule("V6")
def test_several_steps_in_progress_stay_so() -> None:
    both = (("a", "in_progress"), ("b", "in_progress"))
    assert carry_on((("a", "pending"), ("b", "pending")), both) == (both, ())


@pytest.mark.rule("V1")
def test_a_plan_that_is_written_anew_again_and_again_stays_bounded() -> None:
    plan: tuple[tuple[str, str], ...] = ()
    for turn in range(5):
        plan, _ = carry_on(plan, [(f"{turn}-{step}", "pending") for step in range(MOST_STEPS - 50)])
    assert len(plan) == MOST_STEPS
    assert sum(state == "pending" for _, state in plan) == MOST_STEPS - 50
    assert carry_on(plan, [("x", "who knows")])[0][-1] != ("x", "who knows")
