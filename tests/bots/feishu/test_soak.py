"""A busy organisation in which everything goes wrong: nothing asked is lost or doubled, and cards tell the truth."""

from pathlib import Path

import pytest

from tests.bots.feishu.soak import soak

EVENTS = 300
"""As many as there is time for here; ``python -m tests.bots.feishu.soak --events N`` takes more."""

FAULTS = {
    "as_card", "bar", "busy_chat", "copies", "cut", "delay", "drop", "error_page", "freeze", "jump", "kill",
    "lose_reply", "lose_request", "mute", "outage", "patience", "refuse", "reorder", "slow", "split",
    "stale_token", "unreachable",
}  # fmt: skip


@pytest.mark.rule("C5", "C10")
@pytest.mark.timeout(300)
async def test_no_fault_of_feishu_or_of_the_machine_loses_or_doubles_anything(
    tmp_path: Path,
) -> None:
    outcome = await soak(EVENTS, 11, tmp_path, 20)
    assert outcome.findings.clean, outcome
    assert outcome.asks > 5
    assert outcome.kills > 0
    assert outcome.faults.keys() == FAULTS
