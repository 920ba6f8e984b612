"""The one decision point between an agent's tool call and its effect (P2): policy, owner, lease, cancel.

Every call of every runtime comes through `Gatekeeper.decide`, before it happens and with its exact input.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from daemon.consent import Consent
from daemon.contact import Lease, Running
from daemon.delegated import within
from daemon.effects import Effects
from daemon.outside import Leave
from daemon.policy import Judgement, Outcome, Rules, judge
from daemon.process import finish
from daemon.pushes import mentions_push
from daemon.reach import Reach, reach_of
from daemon.report import Reporter
from daemon.repository import Unreadable
from daemon.runtime import Action, Allow, Deny, Done, Halt, ToolEnded, ToolStarted, Turn, Verdict
from daemon.staying import stays_inside
from relay.client import Refused
from relay.wire.executions import State
from relay.wire.machines import ReportKind

PATIENCE_SECONDS = 30.0
"""How long a cancel waits for what the daemon itself is carrying out, before that is broken off (X2)."""

BROKEN_OFF = "A person has stopped this to tell you something; it was not done. You will read it in a moment."

MIXED = (
    "In the sandbox, removing or overwriting files of the working directory is a call of its own. "
    "Do the rest in other calls."
)

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
        self._boxed: Turn | None = None
        self._stored = False

    def enter(self, turn: Turn) -> None:
        """A turn begins. In a box, what is approved is carried out by the daemon, outside (P7)."""
        self._boxed = turn if turn.box is not None else None

    async def decide(self, action: Action) -> Verdict:
        """What happens to a tool call. May take hours; a cancel ends the wait."""
        asking = asyncio.ensure_future(self._decide(action))
        stopping = asyncio.ensure_future(self._running.stopping.wait())
        broken = asyncio.ensure_future(self._running.broken.wait())
        tasks: set[asyncio.Future[Any]] = {asking, stopping, broken}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._let_end(action, asking)
            for task in tasks:
                task.cancel()
            await finish(asyncio.wait(tasks))
        return self._verdict(asking)

    async def _let_end(self, action: Action, asking: "asyncio.Future[Verdict]") -> None:
        """What the daemon itself has begun has a better place to stop at than its middle, whoever wants it to stop."""
        if action.call in self._consent.acting:
            await finish(asyncio.wait({asking}, timeout=PATIENCE_SECONDS))

    def _verdict(self, asking: "asyncio.Future[Verdict]") -> Verdict:
        """What came of it. A request that is being stopped goes no further, but what was done here was done."""
        if not self._running.stopping.is_set():
            return Deny(BROKEN_OFF) if asking.cancelled() else asking.result()
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
        await self._running.free_to_act()
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
        """By the owner's policy, and by what the work was delegated for as that is now."""
        return within(self._running.claim.authority, action, judge(action, self._rules), self._rules)

    def _leave(self, action: Action) -> Leave | None:
        """How far what the daemon carries out itself may reach; nothing where the agent's own call does it.

        Raises:
            Unreadable: it is to be asked for in another way; the message says how.
        """
        turn = self._boxed
        if turn is None or judge(action, self._rules).outcome is Outcome.allow:
            return None
        if stays_inside(action, self._rules):
            return None
        if mentions_push(str(action.input.get("command", ""))):
            return Leave(turn.session)
        match reach_of(action, self._rules):
            case Reach.directory:
                return Leave(turn.session, turn.box, turn.environment)
            case Reach.both:
                raise Unreadable(MIXED)
            case Reach.elsewhere:
                return Leave(turn.session)

    async def _ask_owner(self, action: Action) -> Verdict:
        # What was said before the question stands before it.
        await self._reporter.delivered(self._running.claim.request)
        await (
            self._running.free_to_act()
        )  # the answer may have said that it was moved, or that its budget is spent
        try:
            return await self._consent.obtain(
                action, lambda: self._judge(action), lambda: self._leave(action)
            )
        except Refused as refusal:
            # The request has ended, or is in other hands: nothing of it may happen here any more.
            self._running.stop(refusal.problem.detail)
            return Halt(refusal.problem.detail)
