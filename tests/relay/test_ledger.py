"""A request's budget: nothing is authorised beyond what was granted, and everything that was used is counted."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relay.authority import ledger
from relay.authority.ledger import Account, BudgetSpent
from relay.wire.executions import Meter

LIMITS = st.dictionaries(st.sampled_from(Meter), st.integers(0, 60), max_size=3)
AMOUNTS = st.dictionaries(st.sampled_from(Meter), st.integers(0, 25), max_size=3)
PLAYS = st.lists(
    st.tuples(st.sampled_from(["start", "end", "lose", "rule_out"]), AMOUNTS, AMOUNTS), max_size=60
)


@pytest.mark.rule("E1", "E5")
@given(limits=LIMITS, plays=PLAYS)
def test_held_and_spent_never_exceed_what_was_granted_by_authorisation(
    limits: dict[Meter, int], plays: list[tuple[str, dict[Meter, int], dict[Meter, int]]]
) -> None:
    kept = {meter: Account(limit) for meter, limit in limits.items()}
    going: list[dict[Meter, int]] = []
    over: Counter[Meter] = Counter()
    for act, reserve, used in plays:
        if act == "start":
            try:
                kept = ledger.hold(kept, reserve)
            except BudgetSpent:
                continue
            going.append(reserve)
            assert all(one.granted is None or one.held + one.spent <= one.granted for one in kept.values())
        elif going and act == "end":
            held = going.pop(0)
            kept = ledger.use(kept, held, used)
            over.update({meter: max(0, units - held.get(meter, 0)) for meter, units in used.items()})
        elif going and act == "rule_out":
            kept = ledger.release(kept, going.pop())
    for meter, one in kept.items():
        assert one.held == sum(held.get(meter, 0) for held in going)
        assert one.granted is None or one.held + one.spent <= one.granted + over[meter]


@given(limits=LIMITS, plays=st.lists(AMOUNTS, max_size=10))
def test_what_is_kept_is_read_back_as_it_was(limits: dict[Meter, int], plays: list[dict[Meter, int]]) -> None:
    kept = ledger.opened(ledger.json.dumps(limits), None)
    for used in plays:
        kept = ledger.spend(kept, used)
    assert ledger.opened("{}", ledger.closed(kept)) == kept


@pytest.mark.rule("E1")
def test_what_is_measured_afterwards_and_runs_over_is_counted_in_full_and_authorises_nothing_more() -> None:
    kept = ledger.spend({Meter.cost: Account(100)}, {Meter.cost: 130})
    assert (kept[Meter.cost].spent, kept[Meter.cost].left) == (130, 0)
    with pytest.raises(BudgetSpent, match="has 0 of cost left"):
        ledger.hold(kept, {Meter.tool_calls: 1})


def test_without_a_limit_everything_is_counted() -> None:
    kept = ledger.hold({}, {Meter.tool_calls: 3})
    assert ledger.views_of(kept)[0].model_dump() == {
        "meter": "tool_calls",
        "granted": None,
        "held": 3,
        "spent": 0,
    }
    assert ledger.use(kept, {Meter.tool_calls: 3}, {Meter.tool_calls: 1}) == {
        Meter.tool_calls: Account(None, 0, 1)
    }


@pytest.mark.parametrize("said", [None, [], {"euros": 4}, {"cost": "4"}, {"cost": True}, {"cost": 1.5}])
def test_what_is_no_amount_counts_nothing(said: object) -> None:
    assert ledger.amounts_of(said) == {}


def test_a_number_that_nobody_measured_is_cut() -> None:
    assert ledger.amounts_of({"cost": -5, "tokens": 10**30}) == {Meter.cost: 0, Meter.tokens: ledger.MOST}
