"""What every runtime owes when it is stopped or killed, in each phase of a turn."""

import asyncio
import os
import signal
from typing import Any

import pytest

from daemon.runtime import Notice, Outcome
from tests.daemon.phases import DEEDS, EFFECTS, LONG, Phase
from tests.daemon.sides import AskedGate, Run, Say, Side, allow, leftover, of, play, ready

QUICK = 15.0
"""Seconds within which a stop is over where nothing has to be waited for."""


@pytest.mark.rule("X2", "R4")
@pytest.mark.parametrize("name", ["streaming", "approval", "between"])
async def test_a_stop_where_no_call_runs_waits_for_nothing(side: Side, name: str) -> None:
    side.be_patient(LONG)
    phase = Phase(side, name)
    await phase.reached()

    await side.runtime.interrupt(phase.turn)
    steps = await phase.ended(QUICK)

    assert (steps[-1].outcome, of(Notice, steps)) == (Outcome.stopped, [])
    assert (phase.effects(), phase.withdrawn) == (EFFECTS[name], name == "approval")
    assert leftover(phase.turn) == set()
    again = await play(side, side.turn([Run("echo y >> count.txt"), Say("on")], session=phase.turn.session))
    assert again[-1].text == "on"
    assert phase.effects() == EFFECTS[name] + 1


@pytest.mark.rule("X2")
async def test_a_stop_while_a_call_runs_breaks_it_off_when_patience_ends(side: Side) -> None:
    side.be_patient(0.3)
    phase = Phase(side, "running")
    await phase.reached()

    await side.runtime.interrupt(phase.turn)
    steps = await phase.ended()

    assert steps[-1].outcome is Outcome.stopped
    assert (phase.effects(), (phase.work / "ended").exists()) == (1, False)
    assert leftover(phase.turn) == set()


@pytest.mark.rule("X2")
@pytest.mark.parametrize("name", list(DEEDS))
async def test_a_reader_that_leaves_ends_everything(side: Side, name: str) -> None:
    phase = Phase(side, name)
    await phase.reached()

    phase.cancel()
    with pytest.raises(asyncio.CancelledError):
        await phase.ended()

    assert phase.effects() == EFFECTS[name]
    assert leftover(phase.turn) == set()


@pytest.mark.rule("X4", "X7")
@pytest.mark.parametrize("name", list(DEEDS))
async def test_a_killed_program_repeats_nothing_when_its_session_goes_on(
    program_side: Side, name: str
) -> None:
    phase = Phase(program_side, name)
    await phase.reached()
    known = program_side.runtime.has_session(phase.turn)

    os.kill(_process(phase), signal.SIGKILL)
    steps = await phase.ended()

    assert steps[-1].outcome is Outcome.lost
    assert phase.effects() == EFFECTS[name]
    assert leftover(phase.turn) == set()
    # The resumed session is one that was written down before the first call (X8).
    assert known or name == "streaming"
    gate = AskedGate()
    turn = program_side.turn([Run("echo y >> count.txt"), Say("on")], session=phase.turn.session)
    again = await play(program_side, turn, gate)
    assert (again[-1].outcome, again[-1].text) == (Outcome.done, "on")
    assert [action.input["command"] for action in gate.actions] == ["echo y >> count.txt"]
    assert phase.effects() == EFFECTS[name] + 1
    assert not (phase.work / "ended").exists()


@pytest.mark.rule("P2", "X2")
async def test_a_program_that_stood_still_with_an_open_question_goes_on(program_side: Side) -> None:
    async def sleep_and_allow(action: object) -> Any:
        program = leftover(phase.turn)
        for process in program:
            process.suspend()
        await asyncio.sleep(1.5)
        for process in program:
            process.resume()
        return await allow(action)  # type: ignore[arg-type]

    phase = Phase(program_side, "approval")
    phase.gate._rule = sleep_and_allow
    steps = await phase.ended()

    assert (steps[-1].outcome, phase.effects()) == (Outcome.done, 1)


def _process(phase: Phase) -> int:
    """The program that the first step named: the newest of its line that we started, not what holds it."""
    process = ready(phase.steps).process
    assert process is not None
    return process
