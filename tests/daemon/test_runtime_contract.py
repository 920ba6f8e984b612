"""What every runtime owes the worker, tried on each of them: the scripted agent and the real programs."""

import asyncio
from contextlib import aclosing
from pathlib import Path

import psutil
import pytest

from daemon.runtime import (
    Action,
    Allow,
    Deny,
    Ended,
    FileChanged,
    Halt,
    Notice,
    Outcome,
    Said,
    SessionReady,
    ToolEnded,
    ToolStarted,
    Verdict,
)
from tests.daemon.sides import (
    AskedGate,
    Edit,
    Run,
    Say,
    Side,
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

# Set by the shell, by us, and by Claude Code for its commands.
OWN = ("CLAUDE", "CODEX", "DISABLE_", "MUTI_MARK", "PWD", "OLDPWD", "SHLVL", "_")
SET_BY_CODEX = {
    "COLORTERM",
    "GH_PAGER",
    "GIT_PAGER",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "NO_COLOR",
    "PAGER",
    "TERM",
}
SET_BY_CLAUDE = {
    "AI_AGENT",
    "COREPACK_ENABLE_AUTO_PIN",
    "GIT_EDITOR",
    "NoDefaultCurrentDirectoryInExePath",
    "SHELL",
}


SET_BY_THE_BOX = {
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_KEY_0",
    "GIT_CONFIG_VALUE_0",
    "TMPDIR",
}


@pytest.mark.rule("T1", "X8")
async def test_a_turn_gives_its_steps_in_order_and_its_last_word_once(side: Side, work: Path) -> None:
    turn = side.turn(
        [
            Say("I begin."),
            Write("a.txt", "one\ntwo\n"),
            Edit("a.txt", "two", "2\n3"),
            Run("cat a.txt"),
            Say("Done so."),
        ]
    )

    steps = await play(side, turn)

    kinds = [type(step) for step in steps]
    changed = [ToolStarted, FileChanged, ToolEnded]
    assert kinds == [SessionReady, Said, *changed, *changed, ToolStarted, ToolEnded, Ended]
    assert ready(steps).session == turn.session
    assert [
        (change.path, change.added, change.removed, change.created) for change in of(FileChanged, steps)
    ] == [
        ("a.txt", 2, 0, True),
        ("a.txt", 2, 1, False),
    ]
    shown = of(ToolEnded, steps)[-1]
    assert (shown.tool, shown.title, shown.output.strip()) == ("Bash", "cat a.txt", "one\n2\n3")
    assert (shown.failed, shown.exit_code) == (False, 0 if side.tells_exit_codes else None)
    assert steps[1] == Said("I begin.")
    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "Done so.")
    assert (work / "a.txt").read_text() == "one\n2\n3\n"


@pytest.mark.rule("P2")
async def test_the_gate_sees_each_call_exactly_and_before_its_effect(side: Side, work: Path) -> None:
    effects = iter([work / "a.txt", work / "b.txt", work / "c.txt"])

    async def not_yet(action: Action) -> Verdict:
        effect = next(effects)
        await asyncio.sleep(0.1)
        assert not effect.exists()
        return Allow()

    gate = AskedGate(not_yet)
    turn = side.turn([Write("a.txt", "x\n"), Run("cat a.txt > b.txt"), Run("cp b.txt c.txt")])

    assert (await play(side, turn, gate))[-1].outcome is Outcome.done
    assert [action.tool for action in gate.actions] == ["Write", "Bash", "Bash"]
    assert gate.actions[0].input == {"file_path": str(work / "a.txt"), "content": "x\n"}
    assert [action.input["command"] for action in gate.actions[1:]] == ["cat a.txt > b.txt", "cp b.txt c.txt"]
    assert {action.directory for action in gate.actions} == {work}
    assert len({action.call for action in gate.actions}) == 3


@pytest.mark.rule("P2")
async def test_even_reading_asks(strict_side: Side, work: Path) -> None:
    gate = AskedGate()
    work.mkdir()
    (work / ".env").write_text("KEY=1\n")

    await play(strict_side, strict_side.turn([Run("cat .env"), Run("ls"), Run("echo hi")]), gate)

    assert [action.input["command"] for action in gate.actions] == ["cat .env", "ls", "echo hi"]


@pytest.mark.rule("P4")
async def test_a_denied_call_leaves_no_trace_and_the_turn_goes_on(side: Side, work: Path) -> None:
    async def rule(action: Action) -> Verdict:
        return Deny("not today") if "bad" in str(action.input) else Allow()

    steps = await play(
        side, side.turn([Run("touch bad.txt"), Write("bad2.txt", "x"), Run("touch good.txt")]), rule
    )

    assert steps[-1].outcome is Outcome.done
    assert sorted(path.name for path in work.iterdir()) == ["good.txt"]
    assert [step.title for step in of(ToolStarted, steps)] == ["touch good.txt"]
    assert [step.title for step in of(ToolEnded, steps)] == ["touch good.txt"]


@pytest.mark.rule("P3")
async def test_an_allowed_call_runs_once_and_the_same_call_again_asks_again(side: Side, work: Path) -> None:
    answers = iter([Allow(), Deny("once was enough")])

    async def rule(action: Action) -> Verdict:
        return next(answers)

    gate = AskedGate(rule)
    await play(side, side.turn([Run("echo x >> count.txt"), Run("echo x >> count.txt")]), gate)

    assert (work / "count.txt").read_text() == "x\n"
    assert len(gate.actions) == 2


async def test_a_gate_that_fails_blocks_the_call_and_tells_the_worker(side: Side, work: Path) -> None:
    async def broken(action: Action) -> Verdict:
        raise RuntimeError("the policy is broken")

    turn = side.turn([Run("touch a.txt")])
    with pytest.raises(RuntimeError, match="the policy is broken"):
        await play(side, turn, broken)

    assert not (work / "a.txt").exists()
    assert leftover(turn) == set()


@pytest.mark.rule("X2")
async def test_a_halted_call_ends_the_turn_without_its_effect(side: Side, work: Path) -> None:
    async def rule(action: Action) -> Verdict:
        return Halt("cancelled") if "a.txt" in str(action.input) else Allow()

    gate = AskedGate(rule)
    steps = await play(side, side.turn([Run("touch a.txt"), Run("touch b.txt"), Say("no")]), gate)

    assert steps[-1].outcome is Outcome.stopped
    assert len(gate.actions) == 1
    assert list(work.iterdir()) == []


@pytest.mark.rule("X2")
async def test_an_interrupt_waits_for_the_call_in_hand_and_stops_before_the_next(
    side: Side, work: Path
) -> None:
    gate = AskedGate()
    turn = side.turn([Run("sleep 0.5; touch a.txt"), Run("touch b.txt"), Say("no")])

    steps = await play_until(side, turn, gate, ToolStarted, lambda step: side.runtime.interrupt(turn))

    assert steps[-1].outcome is Outcome.stopped
    assert sorted(path.name for path in work.iterdir()) == ["a.txt"]
    assert len(gate.actions) == 1
    assert of(Notice, steps) == []


@pytest.mark.rule("X2")
async def test_an_interrupt_takes_back_a_question_that_is_open(side: Side, work: Path) -> None:
    withdrawn = asyncio.Event()
    turn = side.turn([Run("touch a.txt"), Say("no")])

    async def wait(action: Action) -> Verdict:
        await side.runtime.interrupt(turn)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            withdrawn.set()
            raise
        return Allow()

    steps = await play(side, turn, wait)

    assert withdrawn.is_set()
    assert steps[-1].outcome is Outcome.stopped
    assert list(work.iterdir()) == []


@pytest.mark.rule("X2")
async def test_a_call_that_does_not_end_is_broken_off_with_everything_below_it(
    side: Side, work: Path
) -> None:
    side.be_patient(0.5)
    turn = side.turn([Run("trap '' INT TERM; (setsid sleep 61 &); sleep 62; touch a.txt"), Say("no")])

    steps = await play_until(side, turn, allow, ToolStarted, lambda step: side.runtime.interrupt(turn))

    assert steps[-1].outcome is Outcome.stopped
    assert leftover(turn) == set()
    assert not (work / "a.txt").exists()
    assert len(of(Notice, steps)) == 1


@pytest.mark.rule("X2")
async def test_nothing_runs_on_when_the_reader_is_cancelled(side: Side, work: Path) -> None:
    turn = side.turn([Run("(setsid sleep 63 &); sleep 64"), Say("no")])

    reading = asyncio.create_task(play(side, turn))
    await until(lambda: commands(turn).count("sleep") == 2)
    reading.cancel()
    await asyncio.wait({reading})

    assert reading.cancelled()
    assert leftover(turn) == set()


@pytest.mark.rule("X2")
async def test_nothing_runs_on_when_the_reader_closes_its_iterator(side: Side, work: Path) -> None:
    turn = side.turn([Run("(setsid sleep 65 &); sleep 66"), Say("no")])

    async with aclosing(side.runtime.run(turn, allow)) as running:
        async for step in running:
            if isinstance(step, ToolStarted):
                await asyncio.sleep(0.2)
                break

    assert leftover(turn) == set()


@pytest.mark.rule("S6")
async def test_the_agent_sees_the_listed_variables_and_no_others(
    side: Side, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RELAY_SECRET", "mt-planted-secret")
    monkeypatch.setenv("CLAUDECODE", "1")
    turn = side.turn([Run("env > env.txt")])
    programs: list[dict[str, str]] = []

    def look(step: SessionReady) -> None:
        programs.extend([psutil.Process(step.process).environ()] if step.process else [])

    await play_until(side, turn, allow, SessionReady, look)

    command = dict(line.split("=", 1) for line in (work / "env.txt").read_text().splitlines() if "=" in line)
    for seen in [command, *programs]:
        assert "mt-planted-secret" not in seen.values()
        foreign = {name for name in seen if name not in turn.environment and not name.startswith(OWN)}
        assert foreign <= SET_BY_CLAUDE | SET_BY_CODEX | (SET_BY_THE_BOX if turn.box else set())


@pytest.mark.rule("T4")
async def test_lines_and_inputs_of_two_megabytes_pass(side: Side, work: Path) -> None:
    big = "x" * 2_000_000
    turn = side.turn([Write("big.txt", big), Run("cat big.txt; echo; echo end"), Say("fine")])

    steps = await play(side, turn)

    assert steps[-1] == Ended(Outcome.done, "fine", steps[-1].usage, steps[-1].cost_usd)
    assert (work / "big.txt").read_text().removesuffix("\n") == big
    assert not of(ToolEnded, steps)[1].failed


@pytest.mark.rule("X6")
async def test_two_programs_never_work_in_one_session(side: Side) -> None:
    turn = side.turn([Run("sleep 0.3"), Say("first")])

    async def second(step: object) -> None:
        refused = [step async for step in side.runtime.run(turn, allow)]
        assert [type(step) for step in refused] == [Ended]
        assert (refused[0].outcome, "already" in refused[0].text) == (Outcome.failed, True)

    steps = await play_until(side, turn, allow, ToolStarted, second)
    assert steps[-1].text == "first"


@pytest.mark.rule("X4", "J2")
async def test_a_session_is_known_from_the_first_call_on_and_only_for_its_requests(side: Side) -> None:
    first = side.turn([Run("touch a.txt"), Say("one")])
    seen = []

    async def look(action: Action) -> Verdict:
        seen.append(side.runtime.has_session(first))
        return Allow()

    assert not side.runtime.has_session(first)
    await play(side, first, look)
    assert seen == [True]
    later = side.turn([Say("two")], session=first.session)
    assert not side.runtime.has_session(later)
    await play(side, later)
    assert side.runtime.has_session(later)


@pytest.mark.rule("R4")
async def test_a_session_goes_on_with_the_next_request(side: Side, work: Path) -> None:
    first = side.turn([Run("echo one >> log.txt"), Say("one")])
    second = side.turn([Run("echo two >> log.txt"), Say("two")], session=first.session)

    assert (await play(side, first))[-1].text == "one"
    assert (await play(side, second))[-1].text == "two"
    assert (work / "log.txt").read_text() == "one\ntwo\n"


async def test_an_interrupt_without_a_turn_does_nothing(side: Side) -> None:
    turn = side.turn([Say("fine")])

    await side.runtime.interrupt(turn)

    assert (await play(side, turn))[-1].text == "fine"


async def test_a_directory_that_is_gone_is_a_sentence(strict_side: Side, work: Path) -> None:
    turn = strict_side.turn([Run("true")])
    work.rmdir()

    steps = [step async for step in strict_side.runtime.run(turn, allow)]

    assert steps[-1].outcome in (Outcome.failed, Outcome.done)
    assert any("No such file" in str(step) for step in steps)


async def test_check_gives_a_version(strict_side: Side) -> None:
    assert (await strict_side.runtime.check())[-1].isdigit()
