"""A Claude Code that breaks its word: it is stopped at once, is used no more, and a sentence says why."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.runtime import Ended, Outcome, RuntimeUnfit, SessionReady, Turn
from tests.daemon.sides import ClaudeSide, Say, leftover, play
from tests.emulators.anthropic import AnthropicEmulator

ODD_CLAUDE = Path(__file__).parents[1] / "emulators" / "odd_claude.py"


@pytest.fixture
def side(tmp_path: Path, model: AnthropicEmulator) -> ClaudeSide:
    program = tmp_path / "claude"
    program.write_text(f"#!{sys.executable}\n{ODD_CLAUDE.read_text()}")
    program.chmod(0o700)
    return ClaudeSide(tmp_path, program, model)


def turn_of(side: ClaudeSide, way: str) -> Turn:
    turn = side.turn([Say("fine")])
    return replace(turn, environment={**turn.environment, "ODD": way})


@pytest.mark.rule("P2")
@pytest.mark.parametrize(("way", "sentence"), [("unasked", "without asking"), ("mode", "bypassPermissions")])
async def test_a_version_that_does_not_ask_is_stopped_and_used_no_more(
    side: ClaudeSide, work: Path, way: str, sentence: str
) -> None:
    turn = turn_of(side, way)

    with pytest.raises(RuntimeUnfit, match=sentence):
        await play(side, turn)

    assert leftover(turn) == set()
    assert not (work / "b.txt").exists()
    with pytest.raises(RuntimeUnfit, match=sentence):
        await side.runtime.check()
    with pytest.raises(RuntimeUnfit, match=sentence):
        await play(side, turn_of(side, "fine"))


@pytest.mark.rule("P2")
async def test_a_version_whose_gate_opens_when_it_fails_does_not_begin(side: ClaudeSide, work: Path) -> None:
    steps = await play(side, turn_of(side, "open"))

    assert [(step.outcome, "Update Claude Code" in step.text) for step in steps] == [(Outcome.failed, True)]
    assert list(work.iterdir()) == []


@pytest.mark.rule("X4")
async def test_a_turn_that_ends_without_a_result_is_lost(side: ClaudeSide) -> None:
    steps = await play(side, turn_of(side, "silent"))

    assert (steps[-1].outcome, "closed its output" in steps[-1].text) == (Outcome.lost, True)


@pytest.mark.rule("T4")
async def test_a_line_of_three_megabytes_is_one_message(side: ClaudeSide) -> None:
    steps = await play(side, turn_of(side, "long"))

    assert (type(steps[0]), steps[-1]) == (SessionReady, Ended(Outcome.done, "fine"))
    assert max(len(getattr(step, "text", "")) for step in steps) == 3_000_000
