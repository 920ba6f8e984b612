"""A busy workspace in which everything goes wrong: nothing that was asked is lost or doubled, and cards tell the truth."""

from pathlib import Path

import pytest

from tests.bots.slack.soak import soak

EVENTS = 500
"""As many as there is time for here; ``python -m tests.bots.slack.soak --events N`` takes more."""

FAULTS = {
    "copies", "crowd", "cut", "delay", "drop", "error_page", "freeze", "kill", "lose_reply", "lose_request",
    "patience", "refresh", "reorder", "slow",
}  # fmt: skip


@pytest.mark.rule("C5", "C10")
@pytest.mark.timeout(300)
async def test_no_fault_of_slack_or_of_the_machine_loses_or_doubles_anything(tmp_path: Path) -> None:
    outcome = await soak(EVENTS, 11, tmp_path, 20)
    assert outcome.findings.clean, outcome
    assert outcome.asks > 5
    assert outcome.kills > 0
    assert outcome.faults.keys() == FAULTS
