"""A random walk of tool calls behind a gate that counts: no effect without a decision, and none twice.

    python -m tests.daemon.soak [--calls 10000] [--seed 1] [runtime ...]

The short form of it is `tests/daemon/test_soak.py`.
"""

import argparse
import asyncio
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from daemon.runtime import Action, Allow, Deny, Done, Ended, Outcome, SessionReady, Turn, Verdict
from tests import needs
from tests.daemon.sides import (
    ClaudeSide,
    CodexSide,
    Deed,
    Run,
    Say,
    ScriptedSide,
    Side,
    Together,
    Write,
    leftover,
)
from tests.emulators.anthropic import serve_anthropic
from tests.emulators.openai import serve_openai

TOKEN = re.compile(r"n(\d+)n")
EFFECTS = "effects.txt"
TURNS_OF_A_SESSION = 3


@dataclass
class Tally:
    """What happened on a walk. ``wrong`` holds a sentence for each effect that must not be."""

    asked: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    effects: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        verdicts = ", ".join(f"{number} {name}" for name, number in sorted(self.verdicts.items()))
        ends = ", ".join(f"{number} {name}" for name, number in sorted(self.ends.items()))
        return (
            f"{self.asked} calls ({verdicts}), {self.effects} effects, turns: {ends}; {len(self.wrong)} wrong"
        )


class Walk:
    """Turns of random calls on one side. ``trouble`` is how likely a call is to meet a stop or a kill."""

    def __init__(self, side: Side, seed: int, trouble: float = 0.01) -> None:
        self.tally = Tally()
        self._side, self._chance, self._trouble = side, random.Random(seed), trouble
        self._numbers = count(1)
        self._decided: dict[int, str] = {}
        self._process: int | None = None
        self._turn: Turn | None = None

    async def turn(self, calls: int, session: str | None) -> str | None:
        """One turn; gives the session that the next one may go on with."""
        turn = self._turn = self._side.turn([*self._deeds(calls), Say("done")], session=session)
        end = await self._play(turn)
        self.tally.ends[end.outcome] += 1
        self._compare(turn.directory, whole=end.outcome is Outcome.done)
        return turn.session

    def _deeds(self, calls: int) -> list[Deed]:
        deeds: list[Deed] = []
        while calls > 0:
            together = min(calls, self._chance.choice((1, 1, 1, 1, 2, 3)))
            parts = tuple(self._deed() for _ in range(together))
            deeds.append(Together(parts) if together > 1 else parts[0])
            calls -= together
        return deeds

    def _deed(self) -> Run | Write:
        token = f"n{next(self._numbers)}n"
        kinds: tuple[Callable[[], Run | Write], ...] = (
            lambda: Run(f"echo {token} >> {EFFECTS}"),
            lambda: Run(f"echo {token} >> {EFFECTS}; exit 3"),
            lambda: Run(
                f"(echo {token} >> {EFFECTS} &); until grep -qs {token} {EFFECTS}; do sleep 0.01; done"
            ),
            lambda: Run(f"sh -c 'echo {token}' | tee -a {EFFECTS}"),
            lambda: Write(f"{token}.txt", f"{token}\n"),
        )
        return self._chance.choice(kinds)()

    async def _play(self, turn: Turn) -> Ended:
        async with aclosing(self._side.runtime.run(turn, self._decide)) as steps:
            async for step in steps:
                if isinstance(step, SessionReady):
                    self._process = step.process
                if isinstance(step, Ended):
                    end = step
        assert leftover(turn) == set()
        return end

    async def _decide(self, action: Action) -> Verdict:
        found = TOKEN.search(str(action.input))
        assert found is not None, action
        number = int(found[1])
        if number in self._decided:
            self.tally.wrong.append(f"{number} was asked about twice")
        await asyncio.sleep(self._chance.choice((0, 0, 0.001)))
        verdict = self._verdict(action)
        self._decided[number] = name = type(verdict).__name__
        self.tally.asked += 1
        self.tally.verdicts[name] += 1
        if self._chance.random() < self._trouble:
            await self._make_trouble()
        return verdict

    def _verdict(self, action: Action) -> Verdict:
        luck = self._chance.random()
        if luck < 0.06 and action.tool == "Bash":
            return Done("it was done outside\n", self._chance.choice((0, 1)))
        return Allow() if luck < 0.7 else Deny("not this one")

    async def _make_trouble(self) -> None:
        if self._process is None or self._chance.random() < 0.5:
            assert self._turn is not None
            await self._side.runtime.interrupt(self._turn)
        else:
            with suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)

    def _compare(self, work: Path, whole: bool) -> None:
        """Hold the effects of a turn against the decisions, and clear the table."""
        seen = Counter(int(found) for found in TOKEN.findall(_read(work / EFFECTS)))
        seen.update(int(found) for path in work.glob("n*n.txt") for found in TOKEN.findall(path.name))
        for number in sorted(seen.keys() | self._decided.keys()):
            self._judge(number, self._decided.get(number, "never asked about"), seen[number], whole)
        self.tally.effects += seen.total()
        self._decided.clear()
        for path in work.iterdir():
            path.unlink()

    def _judge(self, number: int, verdict: str, effects: int, whole: bool) -> None:
        right = {1} if whole else {0, 1}
        if effects not in (right if verdict == "Allow" else {0}):
            self.tally.wrong.append(f"{number} ({verdict}) had {effects} effects")


def _read(path: Path) -> str:
    return path.read_text() if path.exists() else ""


async def walk(side: Side, calls: int, seed: int, of_a_turn: int, trouble: float = 0.01) -> Tally:
    """A walk of at least so many calls that were asked about."""
    one, session, turns = Walk(side, seed, trouble), None, 0
    while one.tally.asked < calls:
        session = await one.turn(min(of_a_turn, calls - one.tally.asked), session)
        turns += 1
        if turns % TURNS_OF_A_SESSION == 0:
            session = None
        if model := getattr(side, "model", None):
            model.requests.clear()
            model.headers.clear()
    return one.tally


@asynccontextmanager
async def opened(name: str, folder: Path) -> AsyncIterator[Side]:
    """A runtime by its name. A new one joins here."""
    if name == "scripted":
        yield ScriptedSide(folder)
    elif name == "codex":
        async with serve_openai() as responses:
            yield CodexSide(folder, _found(needs.find_codex(), "Codex"), responses)
    else:
        async with serve_anthropic() as model:
            yield ClaudeSide(folder, _found(needs.find_claude(), "Claude Code"), model)


def _found(program: Path | None, name: str) -> Path:
    assert program is not None, f"{name} is not on this machine"
    return program


async def run(name: str, calls: int, seed: int) -> bool:
    """The long form on one runtime; prints what came of it."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with opened(name, Path(folder)) as side:
            tally = await walk(side, calls, seed, of_a_turn=100)
    print(f"{name}: {tally}, seed {seed}, {time.monotonic() - began:.0f} s", flush=True)
    for sentence in tally.wrong:
        print(f"  {sentence}")
    return not tally.wrong


def main() -> int:
    """From the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.daemon.soak", description=__doc__)
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("runtimes", nargs="*", default=["scripted", "claude", "codex"])
    given = parser.parse_args()
    results = [asyncio.run(run(name, given.calls, given.seed)) for name in given.runtimes]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
