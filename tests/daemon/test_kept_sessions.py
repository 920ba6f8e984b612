"""What a session that cannot be resumed, and a program that is left after a denial, leave behind: nothing that acts."""

import asyncio
import json
from contextlib import aclosing
from pathlib import Path

import pytest

from daemon.runtime import Action, Allow, Deny, Ended, Outcome, Verdict
from tests.daemon.sides import ClaudeSide, CodexSide, Run, Say, Side, allow, leftover, play, until


def transcripts(side: Side) -> list[Path]:
    """Where the program keeps what was said."""
    return sorted(path for path in side.folder.rglob("*.jsonl") if path.is_file())


@pytest.mark.rule("B35", "X4")
async def test_a_session_that_cannot_be_resumed_now_is_the_same_session_when_it_can(
    strict_program_side: Side,
) -> None:
    assert isinstance(strict_program_side, ClaudeSide | CodexSide)
    first = strict_program_side.turn([Say("I am here.")])
    assert (await play(strict_program_side, first))[-1].text == "I am here."
    kept = {path: path.read_bytes() for path in transcripts(strict_program_side)}
    assert kept
    for path in kept:
        path.chmod(0o000)
        path.write_bytes(b"\0 no transcript\n")

    broken = await play(strict_program_side, strict_program_side.turn([Say("lost")], session=first.session))
    assert broken[-1].outcome in (Outcome.failed, Outcome.done)

    for path, text in kept.items():
        path.write_bytes(text)
        path.chmod(0o600)
    again = await play(strict_program_side, strict_program_side.turn([Say("back")], session=first.session))
    assert (again[-1].outcome, again[-1].text) == (Outcome.done, "back")
    assert "I am here." in json.dumps(strict_program_side.model.requests[-1])


@pytest.mark.rule("B40", "P4", "X2")
async def test_after_a_denial_nothing_below_a_program_that_was_left_can_still_act(
    side: Side, work: Path
) -> None:
    begin = "(trap '' HUP INT TERM; while :; do sleep 0.2; touch late.txt; done) > /dev/null 2>&1 & touch begun.txt"

    denied = asyncio.Event()

    async def rule(action: Action) -> Verdict:
        if "denied" not in json.dumps(dict(action.input)):
            return Allow()
        denied.set()
        return Deny("no")

    turn = side.turn([Run(begin), Run("touch denied.txt"), Run("sleep 30"), Say("never")])
    async with aclosing(side.runtime.run(turn, rule)) as running:
        async for step in running:
            assert not isinstance(step, Ended)
            if denied.is_set():
                break
    assert (work / "begun.txt").exists()
    await until(lambda: not leftover(turn))
    (work / "late.txt").unlink(missing_ok=True)
    assert await play(side, side.turn([Say("fine")]), allow)
    assert not (work / "late.txt").exists()
    assert not (work / "denied.txt").exists()
