"""The one decision point between an agent's tool call and its effect (P2): policy, owner, lease, cancel.

Every call of every runtime comes through `Gatekeeper.decide`, before it happens and with its exact input.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from daemon.consent import Consent
from daemon.contact import Lease, Running
from daemon.effects import Effects
from daemon.policy import Judgement, Outcome, Rules, judge
from daemon.process import finish
from daemon.report import Reporter
from daemon.runtime import Action, Allow, Deny, Done, Halt, ToolEnded, ToolStarted, Turn, Verdict
from daemon.staying import stays_inside
from relay.client import Refused
from relay.wire.executions import State
from relay.wire.machines import ReportKind

PATIENCE_SECONDS = 30.0
"""How long a cancel waits for what the daemon itself is carrying out, before that is broken off (X2)."""

Report = Callable[[ReportKind, dict[str, Any]], None]


class Gatekeeper:
    """Decides for one request. ``report`` writes to the journal; ``redact`` hides secrets from it."""

    def __init__(
        self,
        reporter: Reporter,
        lease: Lease,
        running: Running,
        rules: Rules,
        redact: Callable[[str], str],
        report: Report,
        effects: Effects,
        consent: Consent,
    ) -> None:
        self._reporter, self._lease, self._running, self._rules = reporter, lease, running, rules
        self._redact, self._report = redact, report
        self._effects, self._consent = effects, consent
        self._judged: dict[str, Judgement] = {}
        self._mark: str | None = None
        self._stored = False

    def enter(self, turn: Turn) -> None:
        """A turn begins. In a box, what is approved is carried out by the daemon, outside (P7)."""
        self._mark = turn.session if turn.box is not None else None

    async def decide(self, action: Action) -> Verdict:
        """What happens to a tool call. May take hours; a cancel ends the wait."""
        asking = asyncio.ensure_future(self._decide(action))
        stopping = asyncio.ensure_future(self._running.stopping.wait())
        try:
            await asyncio.wait({asking, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._let_end(action, asking)
            for task in (asking, stopping):
                task.cancel()
            await finish(asyncio.wait({asking, stopping}))
        return self._verdict(asking)

    async def _let_end(self, action: Action, asking: "asyncio.Future[Verdict]") -> None:
        """What the daemon itself has begun has a better place to stop at than its middle, whoever wants it to stop."""
        if action.call in self._consent.acting:
            await finish(asyncio.wait({asking}, timeout=PATIENCE_SECONDS))

    def _verdict(self, asking: "asyncio.Future[Verdict]") -> Verdict:
        """What came of it. A request that is being stopped goes no further, but what was done here was done."""
        if not self._running.stopping.is_set():
            return asking.result()
        done = not asking.cancelled() and asking.exception() is None and isinstance(asking.result(), Done)
        return asking.result() if done else Halt(self._running.reason)

    def started(self, step: ToolStarted) -> None:
        """The agent's program has begun a call."""
        self._effects.seen(step.call)

    def ended(self, step: ToolEnded) -> None:
        """A call came back: what it made is the request's own (P1), and its outcome is known (X7)."""
        judgement = self._judged.pop(step.call, None)
        if judgement is not None and not step.failed:
            self._rules = replace(
                self._rules,
                created_paths=(*self._rules.created_paths, *judgement.creates),
                changed_paths=(*self._rules.changed_paths, *judgement.writes),
            )
        self._effects.end(step.call, State.failed if step.failed else State.done, step.exit_code)

    async def _decide(self, action: Action) -> Verdict:
        if not self._stored:
            await self._reporter.delivered(
                self._running.claim.request
            )  # the session, before the first call (X8)
            self._stored = True
        await self._lease.held()
        judgement = self._judge(action)
        self._judged[action.call] = judgement
        match judgement.outcome:
            case Outcome.allow:
                return Allow()
            case Outcome.refuse:
                self._report(
                    ReportKind.refused,
                    {"call": action.call, "tool": action.tool, "reason": self._redact(judgement.reason)},
                )
                return Deny(f"Refused: {judgement.reason}")
            case Outcome.pause:
                return await self._ask_owner(action)

    def _judge(self, action: Action) -> Judgement:
        return judge(action, self._rules)

    def _mark_outside(self, action: Action) -> str | None:
        """The mark of what is carried out outside; nothing where the agent's own call does it."""
        return None if self._mark is None or stays_inside(action, self._rules) else self._mark

    async def _ask_owner(self, action: Action) -> Verdict:
        # What was said before the question stands before it.
        await self._reporter.delivered(self._running.claim.request)
        try:
            return await self._consent.obtain(
                action, lambda: self._judge(action), lambda: self._mark_outside(action)
            )
        except Refused as refusal:
            # The request has ended, or is in other hands: nothing of it may happen here any more.
            self._running.stop(refusal.problem.detail)
            return Halt(refusal.problem.detail)
