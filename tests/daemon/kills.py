"""The daemon, its agent's program, or both, killed at a moment that nobody chose; and what holds all the same.

    python -m tests.daemon.kills --runtime claude --count 500 --seed 1

plays the long form on a relay of its own and prints what came of it.
"""

import argparse
import asyncio
import random
import shutil
import signal
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from relay.store.migrate import migrate
from relay.wire.requests import RequestView
from tests.daemon.scene import Scene, of
from tests.daemon.sides import CODEX_MODEL, ClaudeSide, CodexSide, Run, Say, ScriptedSide, Side, Write
from tests.emulators.anthropic import serve_anthropic
from tests.emulators.openai import serve_openai
from tests.faults.children import Child, DaemonPart
from tests.house import open_house
from tests.needs import require

VICTIMS = ("daemon", "program", "both")
FINAL = frozenset({"done", "failed", "cancelled", "expired"})
PATIENCE = 90.0
"""Seconds for a request to come to its end after a kill, on a machine that is busy with other tests."""


@dataclass
class Tally:
    """What came of the kills. ``resumed`` are the seconds from a new daemon to the end of the request."""

    ends: Counter[str] = field(default_factory=Counter)
    broken_off: int = 0
    resumed: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        ends = ", ".join(f"{count} {state}" for state, count in sorted(self.ends.items()))
        median = statistics.median(self.resumed) if self.resumed else 0.0
        return (
            f"{self.ends.total()} kills: {ends}; {len(self.resumed)} taken up by a new daemon, whose end came after "
            f"{median:.2f} s in the middle; {self.broken_off} commands broken off and not repeated; "
            "no effect twice, none stuck"
        )


@dataclass
class Play:
    """One house with one agent, asked again and again."""

    scene: Scene
    side: Side
    child: Child
    chance: random.Random
    span: float = 0.0

    async def once(self, number: int, victim: str | None) -> tuple[RequestView, float | None]:
        """One request; its end, and the seconds from a new daemon to it, if one had to go on with it."""
        deeds = [
            Run(f"echo {number} >> before"),
            Write(f"note-{number}.txt", "a note\n"),
            Run(f"echo {number} >> after"),
            Say(f"{number} is done"),
        ]
        request = await self.scene.house.ask(None, self.side.turn(deeds).prompt)
        if victim is None:
            return await self._final(request), None
        await asyncio.sleep(self.chance.uniform(0, self.span))
        await self._kill(victim)
        cut = (await self.scene.house.view(request.request)).state not in FINAL
        again = time.monotonic()
        view = await self._final(request)
        return view, time.monotonic() - again if cut and victim != "program" else None

    async def _kill(self, victim: str) -> None:
        programs = []
        with suppress(psutil.Error):
            programs = psutil.Process(self.child.pid).children(recursive=True)
        if victim != "program":
            self.child.kill(signal.SIGKILL)
        if victim != "daemon":
            for process in programs:
                with suppress(psutil.Error):
                    process.kill()
        if victim != "program":
            await self.child.died(20)
            self.child.start()

    async def _final(self, request: RequestView) -> RequestView:
        try:
            return await self._until_final(request)
        except TimeoutError:
            raise AssertionError(f"{request.public_id} is stuck. {self.child.words()[-4000:]}") from None

    async def _until_final(self, request: RequestView) -> RequestView:
        async with asyncio.timeout(PATIENCE):
            while (view := await self.scene.house.view(request.request)).state not in FINAL:
                for action in view.actions:
                    if action.state == "pending":
                        await self.scene.answer(request, action)
                await asyncio.sleep(0.03)
        return view


async def kill_often(play: Play, count: int) -> Tally:
    """So many requests, each with a kill at some moment of its life.

    Raises:
        AssertionError: an effect came twice, or a request did not come to an honest end.
    """
    tally = Tally()
    for number in (0, 1):  # the first one waits for the daemon too
        began = time.monotonic()
        view, _ = await play.once(number, None)
        assert (view.state, view.result) == ("done", f"{number} is done"), view
        play.span = time.monotonic() - began
    for number in range(2, count + 2):
        victim = play.chance.choice(VICTIMS)
        view, seconds = await play.once(number, victim)
        tally.ends[view.state] += 1
        tally.resumed += [seconds] if seconds is not None else []
        tally.broken_off += await _check(play, number, view, victim)
    return tally


async def _check(play: Play, number: int, view: RequestView, victim: str) -> int:
    """Nothing twice; what did not happen is known to have been broken off. How many commands those were."""
    events = await play.scene.timeline(view)
    told = " ".join(str(event.body) for event in events)
    kinds = [event.kind for event in events]
    assert view.state == "done" or "died" in told, (number, victim, view)
    for once in ("asked", "approved", "started", str(view.state)):
        assert kinds.count(once) == 1, (number, victim, kinds)
    sessions = {event.body["session"] for event in of("session", events)}
    assert len(sessions) <= 1, (number, victim, sessions)
    broken = 0
    for name in ("before", "after"):
        times = play.scene.lines(name).count(str(number))
        assert times <= 1, (number, victim, name)
        broken += times == 0
    return broken


@asynccontextmanager
async def open_play(name: str, scene: Scene, seed: int) -> AsyncIterator[Play]:
    """A daemon with a runtime, in the folder of a scene."""
    async with AsyncExitStack() as stack:
        side, program, options = await _side(name, scene.folder / "side", stack)
        (side.folder / "work").symlink_to(scene.work)
        environment = dict(side.turn([Say("")]).environment)
        part = DaemonPart(
            scene.house.url,
            scene.house.tokens["machine"],
            scene.folder,
            scene.work,
            environment,
            runtime=name,
            program=program,
            options=options,
        )
        child = Child(part, scene.folder / "daemon.log")
        stack.callback(child.close)
        child.start()
        yield Play(scene, side, child, random.Random(seed))


async def _side(name: str, folder: Path, stack: AsyncExitStack) -> tuple[Side, Path | None, dict[str, str]]:
    folder.mkdir()
    if name == "scripted":
        return ScriptedSide(folder), None, {}
    program = require(name)
    if name == "claude":
        return ClaudeSide(folder, program, await stack.enter_async_context(serve_anthropic())), program, {}
    model = await stack.enter_async_context(serve_openai())
    return CodexSide(folder, program, model), program, {"model": CODEX_MODEL}


async def _main(name: str, count: int, seed: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="kills-"))
    try:
        migrate(f"sqlite:///{folder}/relay.db")
        (folder / "project").mkdir()
        async with (
            open_house(f"sqlite:///{folder}/relay.db", folder / "project") as house,
            open_play(name, Scene(house, folder), seed) as play,
        ):
            print(f"{name}: {await kill_often(play, count)}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runtime", choices=("scripted", "claude", "codex"), default="scripted")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asyncio.run(_main(given.runtime, given.count, given.seed))
