"""The real programs work in a box: they edit, run and commit, and go on in a new box (P7)."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from daemon.runtime import Ended, Outcome, Step, ToolEnded, Turn
from daemon.sandbox.box import BubblewrapBox
from tests.daemon.sandbox.world import REAL_KEY, SECRETS, World, git
from tests.daemon.sides import ClaudeSide, CodexSide, Run, Say, Write, leftover, of, play

pytestmark = pytest.mark.rule("P7", "S6")

LOOK = (
    "env; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; cat ~/.ssh/id_ed25519; ls -a ~; find / -name muti -prune"
)


class Boxed:
    """A side whose turns run in boxes of one world."""

    def __init__(self, side: Any, world: World) -> None:
        self.side, self.world = side, world

    @asynccontextmanager
    async def box(self) -> AsyncIterator[BubblewrapBox]:
        """A fresh box, as each request has one."""
        sandbox = self.world.sandbox()
        async with sandbox.open(None, sandbox.spending()) as box:
            yield box

    def turn(self, box: BubblewrapBox, deeds: Sequence[Any], session: str | None = None) -> Turn:
        """A turn in a box; the agent's variables are those that its owner has set."""
        turn = self.side.turn(deeds, session)
        key = "ANTHROPIC_API_KEY" if isinstance(self.side, ClaudeSide) else "OPENAI_API_KEY"
        environment = {**turn.environment, "HOME": str(self.world.home), key: REAL_KEY}
        return replace(turn, directory=self.world.work, environment=environment, box=box)


@pytest.fixture(
    params=[pytest.param("claude", marks=pytest.mark.claude), pytest.param("codex", marks=pytest.mark.codex)]
)
def boxed(request: pytest.FixtureRequest, own_world: World) -> Boxed:
    """Each real program; what the daemon keeps of it lies with the product's state."""
    folder = own_world.folder / "side"
    folder.mkdir(mode=0o755)
    (folder / "work").symlink_to(own_world.work)
    if request.param == "claude":
        side: Any = ClaudeSide(
            folder, request.getfixturevalue("claude_program"), request.getfixturevalue("model")
        )
    else:
        side = CodexSide(
            folder, request.getfixturevalue("codex_program"), request.getfixturevalue("responses")
        )
    return Boxed(side, own_world)


def outputs(steps: Sequence[Step]) -> list[str]:
    """What the tools printed."""
    return [step.output for step in of(ToolEnded, steps)]


async def test_a_turn_in_a_box_edits_runs_and_commits_and_sees_no_key(boxed: Boxed) -> None:
    work = boxed.world.work
    async with boxed.box() as box:
        deeds = [
            Write(str(work / "new.txt"), "hello\n"),
            Run("git add new.txt && git commit -qm agent"),
            Run(LOOK),
            Say("did it"),
        ]
        turn = boxed.turn(box, deeds)
        steps = await play(boxed.side, turn)

    assert (steps[-1].outcome, steps[-1].text) == (Outcome.done, "did it"), steps
    assert (work / "new.txt").read_text() == "hello\n"
    assert git(work, "log", "--format=%s").split() == ["agent", "first"]
    seen = "\n".join(outputs(steps))
    assert "placeholder-for-" in seen
    assert [text for text in (REAL_KEY, SECRETS[".ssh/id_ed25519"]) if text in seen] == []
    assert any(REAL_KEY in json.dumps(headers) for headers in boxed.side.model.headers)
    assert leftover(turn) == set()


async def test_a_session_goes_on_in_a_new_box(boxed: Boxed) -> None:
    async with boxed.box() as box:
        turn = boxed.turn(box, [Run("echo one > first.txt"), Say("one")])
        steps = await play(boxed.side, turn)
        assert steps[-1].text == "one", steps
        session = next(step.session for step in steps if hasattr(step, "session"))
    async with boxed.box() as box:
        turn = boxed.turn(box, [Run("cat first.txt"), Say("two")], session)
        steps = await play(boxed.side, turn)

    assert steps[-1].text == "two", steps
    assert outputs(steps)[0].strip().endswith("one")
    assert "echo one > first.txt" in json.dumps(boxed.side.model.requests[-1])


async def test_a_program_without_its_model_ends_with_an_error(boxed: Boxed) -> None:
    async with boxed.box() as box:
        turn = boxed.turn(box, [Say("never")])
        box.door._spending.budget = 0
        ended = (await play(boxed.side, turn))[-1]

    assert isinstance(ended, Ended)
    assert ended.outcome is Outcome.failed
    assert boxed.side.model.requests == []
