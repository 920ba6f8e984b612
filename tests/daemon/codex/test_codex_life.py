"""Codex's threads: written down before they are used, killed, stopped, gone on with."""

import asyncio
import os
import signal
from contextlib import aclosing
from pathlib import Path
from typing import Any

import psutil
import pytest

from daemon.codex.record import SessionRecord, session_folder, thread_of
from daemon.process import Limits, spawn
from daemon.runtime import (
    Action,
    Allow,
    Deny,
    Ended,
    FileChanged,
    Notice,
    Outcome,
    SessionReady,
    ToolEnded,
    ToolStarted,
    Verdict,
)
from tests.daemon.codex.says import history, seen
from tests.daemon.sides import (
    AskedGate,
    CodexSide,
    Run,
    Say,
    Write,
    allow,
    commands,
    leftover,
    of,
    play,
    play_until,
    ready,
    until,
)

pytestmark = pytest.mark.codex


async def kill(process: int | None) -> None:
    assert process is not None
    os.kill(process, signal.SIGKILL)


@pytest.mark.rule("X4", "X7")
async def test_a_killed_program_is_lost_and_its_thread_goes_on_with_the_truth(
    codex: CodexSide, work: Path
) -> None:
    turn = codex.turn([Run("echo x >> count.txt; sleep 67"), Say("no")])
    steps: list[Any] = []

    async def die(step: object) -> None:
        await until(lambda: (work / "count.txt").exists())
        await kill(ready(steps).process)

    async with aclosing(codex.runtime.run(turn, allow)) as running:
        async for step in running:
            steps.append(step)
            if isinstance(step, ToolStarted):
                await die(step)
    assert (steps[-1].outcome, "signal 9" in steps[-1].text) == (Outcome.lost, True)
    assert [(step.failed, "broken off" in step.output) for step in of(ToolEnded, steps)] == [(True, True)]
    assert leftover(turn) == set()

    again = codex.turn([Run("echo y >> count.txt"), Say("went on")], session=turn.session)
    steps = await play(codex, again)

    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "went on")
    assert (work / "count.txt").read_text() == "x\ny\n"
    assert ready(steps).session == turn.session
    assert seen(codex)[0] == "aborted"
    assert "Nobody aborted" in history(codex)
    third = codex.turn([Say("three")], session=turn.session)
    await play(codex, third)
    assert history(codex).count("Nobody aborted") == 1


@pytest.mark.rule("A7", "X4")
async def test_an_approval_that_is_open_when_the_program_dies_is_lost_and_never_taken_for_given(
    codex: CodexSide, work: Path
) -> None:
    """openai/codex#42622: what waited for approval is gone after a restart, and nobody is told."""
    turn = codex.turn([Run("touch a.txt"), Say("no")])
    process: list[int | None] = []
    withdrawn = asyncio.Event()

    async def die(action: Action) -> Verdict:
        await kill(process[0])
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            withdrawn.set()
            raise
        return Allow()

    steps = await play_until(
        codex, turn, die, SessionReady, lambda step: process.append(getattr(step, "process", None))
    )
    assert steps[-1].outcome is Outcome.lost
    assert withdrawn.is_set()
    assert of(ToolStarted, steps) == []

    gate = AskedGate()
    steps = await play(codex, codex.turn([Say("went on")], session=turn.session), gate)

    assert (steps[-1].text, gate.actions) == ("went on", [])
    assert not (work / "a.txt").exists()


@pytest.mark.rule("X2")
async def test_an_interrupt_leaves_no_command_running(codex: CodexSide, work: Path) -> None:
    """openai/codex#42717: an interrupt ends the turn and leaves its command running."""
    codex.be_patient(0.0)
    turn = codex.turn([Run("touch begun; sleep 1; touch after.txt"), Say("no")])

    async def stop(step: object) -> None:
        await until(lambda: (work / "begun").exists())
        await codex.runtime.interrupt(turn)

    steps = await play_until(codex, turn, allow, ToolStarted, stop)
    assert steps[-1].outcome is Outcome.stopped
    assert [(step.failed, "broken off" in step.output) for step in of(ToolEnded, steps)] == [(True, True)]
    assert commands(turn) == []

    await play(codex, codex.turn([Run("sleep 1"), Say("later")], session=turn.session))
    assert not (work / "after.txt").exists()


@pytest.mark.rule("X2")
async def test_programs_do_not_pile_up(codex: CodexSide) -> None:
    """openai/codex#26773: app-servers pile up, one for each session that was ever opened."""
    before = {process.pid for process in psutil.Process().children(recursive=True)}

    turn = codex.turn([Say("one")])
    await play(codex, turn)
    for number in range(4):
        await play(codex, codex.turn([Say(str(number))], session=turn.session))
    await asyncio.gather(*(play(codex, codex.turn([Say("side by side")])) for _ in range(3)))

    assert {process.pid for process in psutil.Process().children(recursive=True)} <= before


@pytest.mark.rule("T4")
async def test_a_patch_of_two_megabytes_and_an_output_of_three_pass(codex: CodexSide, work: Path) -> None:
    """chenhg5/cc-connect#71: a line that is longer than the reader's buffer ends the session."""
    big = "\n".join("x" * 99 for _ in range(20_000))
    turn = codex.turn([Write("big.txt", big), Run("head -c 3000000 /dev/zero | tr '\\0' y"), Say("fine")])

    steps = await play(codex, turn)

    assert steps[-1].text == "fine"
    assert of(FileChanged, steps) == [FileChanged(steps[1].call, "big.txt", 20_000, 0, created=True)]
    assert len(of(ToolEnded, steps)[1].output) > 500_000


@pytest.mark.rule("P3")
async def test_an_answer_is_for_the_session_and_the_call_that_asked(codex: CodexSide, work: Path) -> None:
    """chenhg5/cc-connect#1070: a tap on Approve loses its session and lands in another."""
    answers = {"first": asyncio.Event(), "second": asyncio.Event()}
    asked: list[str] = []

    async def rule(action: Action) -> Verdict:
        name = "first" if "first" in str(action.input) else "second"
        asked.append(name)
        await answers[name].wait()
        return Allow() if name == "second" else Deny("no")

    turns = [codex.turn([Run(f"touch {name}.txt"), Say(name)]) for name in answers]
    playing = [asyncio.create_task(play(codex, turn, rule)) for turn in turns]
    await until(lambda: len(asked) == 2)
    answers["second"].set()
    assert (await playing[1])[-1].text == "second"
    assert [path.name for path in work.iterdir()] == ["second.txt"]
    answers["first"].set()

    assert (await playing[0])[-1].text == "first"
    assert [path.name for path in work.iterdir()] == ["second.txt"]


@pytest.mark.rule("X8")
async def test_the_thread_is_written_down_before_the_prompt_is_sent(codex: CodexSide) -> None:
    turn = codex.turn([Say("fine")])

    async def look(step: object) -> None:
        await asyncio.sleep(0.2)
        assert codex.model.requests == []
        assert thread_of(session_folder(codex.folder / "state", turn.session)) is not None
        assert not codex.runtime.has_session(turn)

    assert (await play_until(codex, turn, allow, SessionReady, look))[-1].text == "fine"
    assert codex.runtime.has_session(turn)


@pytest.mark.rule("X2", "X4")
async def test_what_a_dead_daemon_left_running_is_ended_before_the_session_goes_on(
    codex: CodexSide, work: Path
) -> None:
    turn = codex.turn([Say("one")])
    await play(codex, turn)
    orphan = await spawn(["/bin/sleep", "68"], work, {}, mark=turn.session)
    record = SessionRecord.hold(session_folder(codex.folder / "state", turn.session), turn.session)
    record.pid, record.started = orphan.pid, orphan.started
    record.save()
    record.release()

    steps = await play(codex, codex.turn([Say("two")], session=turn.session))

    assert [type(step) for step in steps] == [Notice, SessionReady, Ended]
    assert orphan.exit_code == -signal.SIGKILL
    await orphan.stop(Limits())


@pytest.mark.rule("R4")
async def test_a_conversation_that_is_gone_from_this_machine_begins_anew_and_says_so(
    codex: CodexSide,
) -> None:
    steps = await play(codex, codex.turn([Say("hello again")], session=codex.runtime.new_session()))

    assert "a new one begins" in of(Notice, steps)[0].text
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "hello again")
