"""The phases of a turn in which somebody may stop it or something may die, reached for certain."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path

from daemon.runtime import Action, Allow, SessionReady, Step, ToolEnded, Turn, Verdict
from tests.daemon.sides import AskedGate, Deed, Run, Say, Side, Think, of, until

LONG = 300.0
"""Seconds that are never waited for."""

EFFECT = "echo x >> count.txt"
DEEDS: dict[str, Sequence[Deed]] = {
    "streaming": [Say("I begin."), Think(LONG), Run(EFFECT), Say("no")],
    "approval": [Run(EFFECT), Say("no")],
    "running": [Run(f"{EFFECT}; sleep {LONG:.0f}; touch ended"), Say("no")],
    "between": [Run(EFFECT), Think(LONG), Run(EFFECT), Say("no")],
}
EFFECTS = {"streaming": 0, "approval": 0, "running": 1, "between": 1}


@dataclass
class Phase:
    """A turn that gets into one phase and stays there. ``turn`` is being played while the phase is reached."""

    side: Side
    name: str
    steps: list[Step] = field(default_factory=list)
    withdrawn: bool = False

    def __post_init__(self) -> None:
        self.turn: Turn = self.side.turn(DEEDS[self.name])
        self.gate = AskedGate(self._decide)
        self._playing = asyncio.create_task(self._play())

    @property
    def work(self) -> Path:
        """The agent's directory."""
        return self.turn.directory

    async def reached(self) -> None:
        """Wait until the turn is where it stays."""
        await until(lambda: self._playing.done() or self._is_reached(), 60)
        assert not self._playing.done(), self.steps

    async def ended(self, seconds: float = 60) -> list[Step]:
        """The steps, when the turn is over."""
        async with asyncio.timeout(seconds):
            await self._playing
        return self.steps

    def cancel(self) -> None:
        """Stop reading the turn."""
        self._playing.cancel()

    def effects(self) -> int:
        """How often the effect took place."""
        path = self.work / "count.txt"
        return len(path.read_text().splitlines()) if path.exists() else 0

    def _is_reached(self) -> bool:
        match self.name:
            case "streaming":
                return bool(of(SessionReady, self.steps)) and heard(self.side) > 0
            case "approval":
                return bool(self.gate.actions)
            case "running":
                return self.effects() > 0
        return bool(of(ToolEnded, self.steps)) and heard(self.side) > 1

    async def _decide(self, action: Action) -> Verdict:
        if self.name != "approval":
            return Allow()
        try:
            await asyncio.sleep(LONG)
        except asyncio.CancelledError:
            self.withdrawn = True
            raise
        return Allow()

    async def _play(self) -> None:
        async with aclosing(self.side.runtime.run(self.turn, self.gate)) as running:
            async for step in running:
                self.steps.append(step)


def heard(side: Side) -> int:
    """How often the model of a side was asked; an agent without a model has always been."""
    model = getattr(side, "model", None)
    return len(model.requests) if model is not None else 99
