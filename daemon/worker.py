"""One request, from its claim to its last report (X1-X8)."""

import asyncio
import contextlib
import logging
import shutil
from collections import deque
from dataclasses import replace
from typing import Any

from daemon.changes import Changes
from daemon.consent import Consent
from daemon.contact import Lease, Running, first_of, until_answered
from daemon.delegated import lets_host
from daemon.effects import Effects
from daemon.ending import end_leftovers, end_work, redacting, rest_work, write_down
from daemon.following import Following, Next
from daemon.gate import Gatekeeper
from daemon.handing import Desk, Secrets
from daemon.journal import Journal
from daemon.mail import Mail
from daemon.options import AgentOptions, DaemonOptions, rules_for
from daemon.outside import Outside
from daemon.process import describe_stop
from daemon.records import Phase, Work
from daemon.report import Reporter
from daemon.runtime import (
    Action,
    Allow,
    Done,
    Ended,
    Notice,
    Outcome,
    RuntimeUnfit,
    Said,
    SessionReady,
    Step,
    ToolEnded,
    ToolStarted,
    Turn,
    Verdict,
)
from daemon.sandbox import Sandbox, Spending, in_box
from daemon.talking import Talk
from daemon.telling import Teller
from daemon.titles import title_of
from daemon.tools import RequestTools
from daemon.turns import Turns
from daemon.used import Used
from relay.client import Refused, RelayClient
from relay.wire.machines import Claim, ReportKind

log = logging.getLogger(__name__)

MOST_TOLD = 2_000
"""Steps of one request that are told one by one; the rest is counted (T4)."""

LAST_CALLS = 3
"""Of a request that are kept: what a program may not have written down when it dies is its last moment."""

LIVES = 5
"""How often a program that dies in the middle is started again within one run of the daemon."""


class Worker:
    """Runs one request on one agent. Everything is in the journal before it is done or said."""

    def __init__(
        self,
        options: DaemonOptions,
        agent: AgentOptions,
        client: RelayClient,
        journal: Journal,
        reporter: Reporter,
        lease: Lease,
        running: Running,
        known: Secrets,
        mail: Mail,
    ) -> None:
        self._options, self._agent, self._client = options, agent, client
        self._journal, self._reporter, self._running = journal, reporter, running
        self._mail, self._rests = mail, False
        self._open, self._stopped = dict[str, str](), list[str]()
        self._following = Following(journal, running, lambda: mail.may_begin(running.claim))
        self._redact = redact = redacting(known)
        self._files = options.files / running.claim.request
        self._teller = Teller(self._report, redact, MOST_TOLD, tuple(running.claim.plan))
        self._changes = Changes(
            options.home / "changes" / running.claim.request, agent.directory, self._teller.tell
        )
        self._desk = Desk((agent.directory, *options.artifact_directories), known, self._deliver)
        self._talk = Talk(client, journal, running, redact)
        tools = RequestTools(self._desk, running, self._teller.tell, self._report, redact, self._talk)
        self._effects = Effects(journal, running.claim)
        self._calls = deque(journal.last_calls(running.claim.request), LAST_CALLS)
        self._turns = Turns(agent, self._files, client, journal, running, redact, self._effects, tools)
        rules = rules_for(options, agent, self._files)
        outside = Outside(options.home, agent.directory, redact)
        consent = Consent(client, lease, running, self._effects, outside, redact)
        self._gate = Gatekeeper(reporter, lease, running, rules, redact, self._report, self._effects, consent)

    @property
    def _claim(self) -> Claim:
        return self._running.claim

    async def run(self, before: Work | None) -> None:
        """To the end. ``before`` is what an earlier daemon process knew of this request (X4)."""
        if before is not None:
            await self._end_leftovers(before)
        self._take_stock()
        if not self._agent.directory.is_dir():
            self._end(Ended(Outcome.failed, f"The working directory {self._agent.directory} is not there."))
            return
        self._end(await self._kept_in(before))

    async def _kept_in(self, before: Work | None) -> Ended:
        """All of its turns, in one box if the agent has a sandbox (P7)."""
        sandbox = self._agent.sandbox
        spending = self._account(sandbox) if sandbox is not None else None
        try:
            async with in_box(sandbox, self._files, self._note, spending, self._lets_host) as box:
                self._turns.box = box
                end = await self._work(before)
        except RuntimeUnfit as unfit:
            return Ended(Outcome.failed, str(unfit))
        over = spending.describe() if spending is not None and end.outcome is Outcome.failed else None
        # The program only knows that its model said no.
        return replace(end, text=over) if over is not None else end

    def _lets_host(self, host: str) -> bool:
        """By what the work is delegated for at this moment (D4)."""
        return lets_host(self._claim.authority, host)

    def _account(self, sandbox: Sandbox) -> Spending:
        """What the request has spent of its model's budget, and goes on to spend; an earlier process may have begun."""
        request = self._claim.request
        return sandbox.spending(
            self._journal.spent(request), lambda tokens: self._journal.spend(request, tokens)
        )

    async def _work(self, before: Work | None) -> Ended:
        try:
            await self._talk.complete()
            if before is not None and before.phase is Phase.waiting:
                await self._mail.catch_up()
            turn = await self._turns.first(before)
        except Refused as refusal:
            return Ended(Outcome.failed, f"What was asked could not be taken: {refusal.problem.detail}")
        return turn if isinstance(turn, Ended) else await self._turn_by_turn(turn)

    async def _turn_by_turn(self, turn: Turn) -> Ended:
        """A turn, and others that follow on it; the last one's end, with what all of them have used."""
        used = Used()
        while True:
            end = used.after(await self._live(turn))
            if not self._running.stopping.is_set():
                await self._talk.complete()
            following = await self._following.after(end)
            if following is not Next.turn:
                self._rests = following is Next.rest
                return end
            if end.text:
                self._note(Said(end.text))
            self._effects.leave(lost=False)
            turn = self._turns.following(self._broken_off())

    def _broken_off(self) -> list[str] | None:
        """The calls that a person has stopped, told to the room (H5); nothing where nobody has."""
        if not self._running.broken.is_set():
            return None
        who = ", ".join(dict.fromkeys(self._running.breakers))
        self._running.broken.clear()
        self._running.breakers.clear()
        stopped, self._stopped = self._stopped, []
        self._note(Notice(f"Stopped by a message of {who}: {'; '.join(stopped) or 'no call was running'}."))
        return stopped

    async def _end_leftovers(self, before: Work) -> None:
        """End what a daemon that died has left running."""
        stop = await end_leftovers(before)
        if sentence := describe_stop(stop):
            self._note(Notice(f"Left over from before: {sentence}"))

    def _take_stock(self) -> None:
        """Say which effects were in the air when an earlier process ended (X7)."""
        for shown in self._effects.take_stock():
            self._note(
                Notice(
                    f"An approved action ({shown}) was under way when the machine stopped. "
                    "Whether it took effect is not known; it is not done again."
                )
            )

    async def _live(self, turn: Turn) -> Ended:
        """The turn, and its session again where the program died in the middle."""
        for _ in range(LIVES):
            end = await self._play(turn)
            if end.outcome is not Outcome.lost or self._running.stopping.is_set():
                return end
            self._note(Notice(end.text))
            self._effects.leave(lost=True)
            following = await self._turns.after_loss(turn, began=self._began)
            if isinstance(following, Ended):
                return following
            turn = following
        return Ended(Outcome.failed, f"The agent's program died {LIVES} times: {end.text}")

    async def _play(self, turn: Turn) -> Ended:
        """Run a turn to its end; a cancel stops it between two calls, or ends its processes (X2)."""
        self._began = False
        self._open.clear()
        self._following.feeds(turn.fed)
        self._talk.feeds(turn.fed)
        self._gate.enter(turn)
        await self._changes.begin()
        steps = self._agent.runtime.run(turn, self._decide)
        stopper = asyncio.create_task(self._stop_when_told(turn))
        try:
            async with contextlib.aclosing(steps), asyncio.timeout(None) as limit:
                self._limit = limit
                async for step in steps:
                    if isinstance(step, Ended):
                        await self._changes.settled()
                        return self._taken_in(turn, step)
                    self._note(step)
            return Ended(Outcome.lost, "The program ended without a word.")
        except TimeoutError:
            return Ended(Outcome.stopped, "The agent did not stop by itself and was ended.")
        except RuntimeUnfit as unfit:
            return Ended(Outcome.failed, str(unfit))
        finally:
            stopper.cancel()
            await asyncio.gather(stopper, self._changes.stop(), return_exceptions=True)

    def _taken_in(self, turn: Turn, end: Ended) -> Ended:
        """The end of a turn, with the proof of what the model has had; on disk before anybody hears of it (J1)."""
        end = replace(end, consumed=self._is_consumed(turn, end))
        if end.consumed and turn.fed:
            self._journal.consumed(turn.asks, turn.fed)
            self._mail.receipts()
        return end

    def _is_consumed(self, turn: Turn, end: Ended) -> bool:
        """A turn that broke off proves nothing, nor do words that only look like what was asked (J2)."""
        return end.outcome is Outcome.done and self._agent.runtime.has_session(turn)

    async def _decide(self, action: Action) -> Verdict:
        """The gate's verdict, when the traces of what happened before are taken."""
        await self._changes.settled()
        verdict = await self._gate.decide(action)
        if isinstance(verdict, Allow | Done):
            self._calls.append(title_of(action.tool, action.input, action.directory))
            self._journal.note_calls(self._claim.request, self._calls)
        return verdict

    async def _stop_when_told(self, turn: Turn) -> None:
        await first_of(self._running.stopping, self._running.broken)
        self._stopped = list(self._open.values())
        deadline = asyncio.get_running_loop().time() + self._options.stop_seconds
        self._limit.reschedule(deadline)
        await self._agent.runtime.interrupt(turn)

    def _note(self, step: Step) -> None:
        if isinstance(step, SessionReady):
            self._began = True
            process = step.process if step.started is not None else None
            self._journal.session_ready(self._claim.request, step.session, process, step.started)
        if isinstance(step, ToolStarted):
            self._open[step.call] = step.title
            self._gate.started(step)
        if isinstance(step, ToolEnded):
            self._open.pop(step.call, None)
            self._gate.ended(step)
        self._teller.tell(step)
        self._changes.noted(step)

    async def _deliver(self, digest: str, data: bytes) -> None:
        claim = self._claim
        await until_answered(lambda: self._client.put_artifact(claim.request, digest, claim.fence, data))

    def _end(self, end: Ended) -> None:
        """The last report, and with it the end of the work in the journal."""
        self._effects.leave(lost=end.outcome is Outcome.lost)
        self._teller.end()
        if end.outcome is Outcome.lost:
            end = Ended(Outcome.failed, end.text, end.usage, end.cost_usd)
        if end.outcome is Outcome.stopped and self._running.reason:
            end = Ended(end.outcome, end.text or self._running.reason, end.usage, end.cost_usd)
        if self._rests:
            rest_work(self._journal, self._claim.request, end, self._redact)
            self._reporter.wake()
            return
        end_work(self._journal, self._claim.request, end, self._redact)
        self._reporter.wake()
        self._changes.end()
        shutil.rmtree(self._files, ignore_errors=True)

    def _report(self, kind: ReportKind, body: dict[str, Any]) -> None:
        write_down(self._journal, self._claim.request, kind, body)
        self._reporter.tell(kind)
