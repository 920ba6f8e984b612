"""What all benchmarks share: rounds that take turns, medians, ratios beside a floor of the same run, goals.

The machine is never quiet. So a figure of ours is never shown alone where there is something to hold it
against: both run in the same process tree, one round each in turn, and the ratio is the median of the ratios
of the rounds.
"""

import gc
import hashlib
import os
import resource
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

CALIBRATION = b"x" * 4_000_000


@dataclass(frozen=True)
class Taken:
    """One round: operations, wall seconds for all of them, CPU seconds of this process, seconds of each one."""

    operations: int
    seconds: float
    cpu: float = 0.0
    each: tuple[float, ...] = ()

    @property
    def rate(self) -> float:
        """Operations a second."""
        return self.operations / self.seconds

    @property
    def cost(self) -> float:
        """CPU microseconds of one operation."""
        return self.cpu / self.operations * 1e6


Round = Callable[[], Awaitable[Taken]]


def processor_seconds() -> float:
    """CPU time of this process, threads included."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def timed(operations: int, work: Callable[[], Awaitable[object]]) -> Taken:
    """How long some work takes that is ``operations`` in number."""
    gc.collect()
    cpu, began = processor_seconds(), time.perf_counter()
    await work()
    return Taken(operations, time.perf_counter() - began, processor_seconds() - cpu)


def percentile(values: Sequence[float], part: float) -> float:
    """The value that ``part`` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def paired(mine: Sequence[float], others: Sequence[float]) -> float:
    """The median of the ratios, round by round."""
    return median(one / other for one, other in zip(mine, others, strict=True))


@dataclass
class Report:
    """What was found. Prints as it goes, so that a long run can be watched."""

    quick: bool = False
    goals: list[tuple[bool, str]] = field(default_factory=list)
    noise: list[float] = field(default_factory=list)

    def title(self, words: str) -> None:
        """A new subject."""
        print(f"\n{words}", flush=True)

    def say(self, words: str) -> None:
        """A figure, or what has to be known about one."""
        print(f"  {words}", flush=True)

    def at_least(self, what: str, value: float, limit: float, unit: str = "x") -> None:
        """A goal: not less than the limit."""
        self._goal(value >= limit, f"{what}: {value:.3g} {unit}, goal ≥ {limit:g} {unit}")

    def at_most(self, what: str, value: float, limit: float, unit: str = "x") -> None:
        """A goal: not more than the limit."""
        self._goal(value <= limit, f"{what}: {value:.3g} {unit}, goal ≤ {limit:g} {unit}")

    def missing(self, what: str) -> None:
        """A goal that could not be measured."""
        self._goal(False, f"{what}: not measured")

    def _goal(self, reached: bool, words: str) -> None:
        self.goals.append((reached, words))
        print(f"  {'reached    ' if reached else 'NOT reached'}  {words}", flush=True)

    def calibrate(self) -> None:
        """Time a fixed piece of work: how far these times lie apart is the noise of the machine."""
        began = time.perf_counter()
        hashlib.sha256(CALIBRATION).digest()
        self.noise.append(time.perf_counter() - began)

    async def in_turns(self, rounds: int, contestants: Mapping[str, Round]) -> dict[str, list[Taken]]:
        """A round of each, again and again, each time beginning with another one."""
        names = list(contestants)
        found: dict[str, list[Taken]] = {name: [] for name in names}
        for number in range(rounds):
            shift = number % len(names)
            for name in names[shift:] + names[:shift]:
                self.calibrate()
                found[name].append(await contestants[name]())
        return found

    def end(self) -> None:
        """All goals in one view, and how far the machine can be believed."""
        reached = sum(fine for fine, _ in self.goals)
        print(f"\n{reached} of {len(self.goals)} goals reached.")
        for fine, words in self.goals:
            print(f"  {'reached    ' if fine else 'NOT reached'}  {words}")
        print(f"\n{self._noise()}")

    def _noise(self) -> str:
        load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
        machine = f"{os.cpu_count()} processors, load {load}"
        if not self.noise:
            return f"Machine: {machine}."
        middle = median(self.noise)
        return (
            f"Machine: {machine}. The same fixed work took between {min(self.noise) / middle:.2f} and "
            f"{max(self.noise) / middle:.2f} times its median: ratios nearer to a goal than that are chance."
        )
