"""What the room is told of one request's steps: the plan carried on, floods bounded, everything redacted (T1, T4, V1)."""

from collections.abc import Callable, Sequence
from typing import Any

from daemon.plans import Steps, carry_on
from daemon.runtime import Plan, Step
from daemon.tell import Flood, Redact, tell
from relay.wire.machines import ReportKind

Report = Callable[[ReportKind, dict[str, Any]], None]


class Teller:
    """Tells the steps of one request, in order. ``plan`` is the one that the room sees already."""

    def __init__(self, report: Report, redact: Redact, most: int, plan: Steps) -> None:
        self._report, self._redact = report, redact
        self._flood, self._plan = Flood(most), plan

    def tell(self, step: Step) -> Sequence[str]:
        """Tell a step; of a plan, the steps that were to reopen and did not (V1)."""
        refused: Sequence[str] = ()
        if isinstance(step, Plan):
            self._plan, refused = carry_on(self._plan, step.steps)
            step = Plan(self._plan)
        if self._flood.lets(step):
            self._report(*tell(step, self._redact))
        return refused

    def end(self) -> None:
        """Say how much was not told."""
        if self._flood.dropped:
            self._report(ReportKind.dropped, {"count": self._flood.dropped})
