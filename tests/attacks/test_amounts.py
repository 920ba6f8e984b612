"""Numbers that are typed into forms: short to write, and long to work out."""

import time

import pytest

from bots.web.parse import Unusable
from bots.web.parse_trees import read_allowance
from relay.wire.executions import Meter

SECONDS = 2.0
"""Of this process's own time; the worst of these once took most of a minute."""


@pytest.mark.rule("W3", "D4")
@pytest.mark.parametrize("meter", Meter)
@pytest.mark.parametrize(
    "typed",
    ["1e999999", "1e9999999", "9" * 5000, "-1", "-1e999999", "NaN", "sNaN", "Infinity", "2147483648", "x"],
)
def test_an_amount_beyond_all_bounds_is_refused_at_once(meter: Meter, typed: str) -> None:
    began = time.process_time()
    with pytest.raises(Unusable):
        read_allowance({meter: typed})
    assert time.process_time() - began < SECONDS


def test_amounts_as_people_type_them_are_read() -> None:
    found = read_allowance({Meter.cost: "1.25", Meter.tokens: "2,000,000", Meter.tool_calls: "1e2"}).allowance
    assert found == {Meter.cost: 1_250_000, Meter.tokens: 2_000_000, Meter.tool_calls: 100}
    assert read_allowance({Meter.cost: "1e-999999"}).allowance == {Meter.cost: 0}
