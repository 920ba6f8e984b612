"""One request, from its claim to its last report (X1-X8)."""

import asyncio
import contextlib
import logging
import shutil
import time
from typing import Any

from daemon.contact import Lease, Running
from daemon.gate import Gatekeeper
from daemon.journal import Journal
from daemon.options import AgentOptions, DaemonOptions, rules_for
from daemon.process import describe_stop, kill_leftover
from daemon.records import Work
from daemon.redact import Redactor
from daemon.report import Reporter
from daemon.runtime import Ended, Notice, Outcome, RuntimeUnfit, SessionReady, Step, ToolEnded, Turn
from daemon.tell import Flood, Redact, harmless, tell
from daemon.turns import Turns
from relay.client import Refused, RelayClient
from relay.wire.machines import Claim, ReportKind

log = logging.getLogger(__name__)

MOST_TOLD = 2_000
"""Steps of one request that are told one by one; the rest is counted (T4)."""

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
        redactor: Redactor,
    ) -> None:
        self._options, self._agent = options, agent
        self._journal, self._reporter, self._running = journal, reporter, running
        self._redact = redact = redacting(redactor)
        self._files = options.files / running.claim.request
        self._flood = Flood(MOST_TOLD)
        self._turns = Turns(agent, self._files, client, journal, running, redact)
        rules = rules_for(options, agent, self._files)
        self._gate = Gatekeeper(client, journal, reporter, lease, running, rules, redact, self._report)

    @property
    def _claim(self) -> Claim:
        return self._running.claim

    async def run(self, before: Work | None) -> None:
        """To the end. ``before`` is what an earlier daemon process knew of this request (X4)."""
        if before is not None:
            await self._take_stock(before)
        if not self._agent.directory.is_dir():
            self._end(Ended(Outcome.failed, f"The working directory {self._agent.directory} is not there."))
            return
        try:
            turn = await self._turns.first(before)
        except Refused as refusal:
            self._end(Ended(Outcome.failed, f"What was asked could not be taken: {refusal.problem.detail}"))
            return
        self._end(turn if isinstance(turn, Ended) else await self._live(turn))

    async def _take_stock(self, before: Work) -> None:
        """End what a daemon that died has left running, and say which effects were in the air (X7)."""
        stop = await kill_leftover(before.process, before.process_started, before.session)
        if sentence := describe_stop(stop):
            self._note(Notice(f"Left over from before: {sentence}"))
        for one in self._journal.executions(self._claim.request):
            if not one.ended:
                self._note(
                    Notice(
                        f"An approved action ({one.call}) was under way when the machine stopped. "
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
            turn = self._turns.resumed(turn.session)
        return Ended(Outcome.failed, f"The agent's program died {LIVES} times: {end.text}")

    async def _play(self, turn: Turn) -> Ended:
        """Run a turn to its end; a cancel stops it between two calls, or ends its processes (X2)."""
        steps = self._agent.runtime.run(turn, self._gate.decide)
        stopper = asyncio.create_task(self._stop_when_told(turn))
        try:
            async with contextlib.aclosing(steps), asyncio.timeout(None) as limit:
                self._limit = limit
                async for step in steps:
                    if isinstance(step, Ended):
                        return step
                    self._note(step)
            return Ended(Outcome.lost, "The program ended without a word.")
        except TimeoutError:
            return Ended(Outcome.stopped, "The agent did not stop by itself and was ended.")
        except RuntimeUnfit as unfit:
            return Ended(Outcome.failed, str(unfit))
        finally:
            stopper.cancel()
            await asyncio.gather(stopper, return_exceptions=True)

    async def _stop_when_told(self, turn: Turn) -> None:
        await self._running.stopping.wait()
        deadline = asyncio.get_running_loop().time() + self._options.stop_seconds
        self._limit.reschedule(deadline)
        await self._agent.runtime.interrupt(turn)

    def _note(self, step: Step) -> None:
        if isinstance(step, SessionReady):
            process = step.process if step.started is not None else None
            self._journal.session_ready(self._claim.request, step.session, process, step.started)
        if isinstance(step, ToolEnded):
            self._gate.ended(step)
        if self._flood.lets(step):
            self._report(*tell(step, self._redact))

    def _end(self, end: Ended) -> None:
        """The last report, and with it the end of the work in the journal."""
        if self._flood.dropped:
            self._report(ReportKind.dropped, {"count": self._flood.dropped})
        if end.outcome is Outcome.lost:
            end = Ended(Outcome.failed, end.text, end.usage, end.cost_usd)
        if end.outcome is Outcome.stopped and self._running.reason:
            end = Ended(end.outcome, end.text or self._running.reason, end.usage, end.cost_usd)
        end_work(self._journal, self._claim.request, end, self._redact)
        self._reporter.wake()
        shutil.rmtree(self._files, ignore_errors=True)

    def _report(self, kind: ReportKind, body: dict[str, Any]) -> None:
        write_down(self._journal, self._claim.request, kind, body)
        self._reporter.wake()


def redacting(redactor: Redactor) -> Redact:
    """The one step that every text for the relay passes (S3), made fit for every database (T6)."""
    return lambda text: redactor.redact(harmless(text))


def end_work(journal: Journal, request: str, end: Ended, redact: Redact) -> None:
    """The last report of a request, and the end of its work; effects without an outcome stay so for ever."""
    write_down(journal, request, *tell(end, redact))
    settle_unknown(journal, request)
    journal.end(request)


def settle_unknown(journal: Journal, request: str) -> None:
    """The timeline has told that these outcomes are unknown (X7); the journal need not keep them."""
    for one in journal.executions(request):
        if not one.ended:
            journal.end_execution(request, one.call, {"unknown": True})


def write_down(journal: Journal, request: str, kind: ReportKind, body: dict[str, Any]) -> None:
    """On disk before it is said (J6)."""
    journal.append(request, [{"kind": kind, "at": time.time_ns() // 1000, "body": body}])
