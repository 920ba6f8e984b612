"""One request, from its claim to its last report (X1-X8)."""

import asyncio
import contextlib
import logging
import shutil
import time
from pathlib import Path
from typing import Any

from daemon.contact import Lease, Running
from daemon.gate import Gatekeeper
from daemon.journal import Journal
from daemon.options import AgentOptions, DaemonOptions, rules_for
from daemon.process import started_at
from daemon.prompt import first_prompt, going_on
from daemon.records import Phase, Work
from daemon.redact import Redactor
from daemon.report import Reporter
from daemon.runtime import Ended, Outcome, SessionReady, Step, ToolEnded, Turn
from daemon.tell import Flood, tell
from relay.client import RelayClient, Unreachable
from relay.wire.machines import ActionAnswer, AskAction, Claim, ReportKind
from relay.wire.requests import ActionState

log = logging.getLogger(__name__)

LIVES = 5
"""How often a program that dies in the middle is started again within one run of the daemon."""

RETRY_SECONDS = 2.0


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
        self._options, self._agent, self._client = options, agent, client
        self._journal, self._reporter, self._running = journal, reporter, running
        self._redact = redactor.redact
        self._flood = Flood()
        rules = rules_for(options, agent)
        self._gate = Gatekeeper(client, journal, reporter, lease, running, rules, self._redact, self._report)

    @property
    def _claim(self) -> Claim:
        return self._running.claim

    async def run(self, before: Work | None) -> None:
        """To the end. ``before`` is what an earlier daemon process knew of this request (X4)."""
        if not self._agent.directory.is_dir():
            self._end(Ended(Outcome.failed, f"The working directory {self._agent.directory} is not there."))
            return
        turn = await self._first_turn(before)
        if turn is None:
            return
        for _ in range(LIVES):
            end = await self._play(turn)
            if end.outcome is not Outcome.lost or self._running.stopping.is_set():
                break
            self._report(ReportKind.notice, {"text": self._redact(end.text)})
            turn = self._resumed(turn.session)
        self._end(end)

    def give_up(self, why: str) -> None:
        """End the request without having begun it."""
        self._end(Ended(Outcome.failed, why))

    # -- which turn ---------------------------------------------------------------------------------------------

    async def _first_turn(self, before: Work | None) -> Turn | None:
        """The prompt if it was never sent, else the session; the owner is asked where that is not clear."""
        if before is None or before.phase is Phase.accepted or before.session is None:
            return await self._fresh()
        resumed = self._resumed(before.session)
        if before.phase is Phase.session_ready or self._agent.runtime.has_session(resumed):
            return resumed
        return await self._ask_whether_to_send(before)

    async def _fresh(self) -> Turn:
        claim = self._claim
        known = claim.session
        session = known or self._agent.runtime.new_session()
        turn = self._turn(first_prompt(claim, await self._take_files()), session, resume=known is not None)
        self._journal.send_prompt(claim.request, session)
        return turn

    def _resumed(self, session: str) -> Turn:
        unknown = [
            execution.call
            for execution in self._journal.executions(self._claim.request)
            if not execution.ended
        ]
        return self._turn(going_on(self._claim, unknown), session, resume=True)

    def _turn(self, prompt: str, session: str, *, resume: bool) -> Turn:
        agent = self._agent
        return Turn(
            request=self._claim.request,
            prompt=prompt,
            directory=agent.directory,
            session=session,
            resume=resume,
            environment=agent.environment,
            options=agent.options,
        )

    async def _ask_whether_to_send(self, before: Work) -> Turn | None:
        """The prompt may or may not have reached the program before the crash: the owner decides (X4)."""
        request = self._claim.request
        asked = await self._until_answered(
            AskAction(
                fence=self._claim.fence,
                call=f"send:{before.session}",
                digest=f"send:{before.session}",
                kind="unclear",
                tool="prompt",
                shown=self._redact(self._claim.prompt)[:50_000],
                whole=len(self._claim.prompt) <= 50_000,
                directory=str(self._agent.directory)[:200],
                reason="The machine crashed while this was being given to the agent. "
                "It is not known whether the agent has begun. Give it to the agent again?",
            )
        )
        answer = asked
        if asked.state is ActionState.pending:
            waiting = self._running.wait_for(asked.action)
            stopping = asyncio.ensure_future(self._running.stopping.wait())
            both: set[asyncio.Future[Any]] = {waiting, stopping}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if self._running.stopping.is_set():
                self._end(Ended(Outcome.stopped, self._running.reason))
                return None
            answer = waiting.result()
        if answer.state is ActionState.allowed:
            return await self._fresh()
        self._journal.send_prompt(request, before.session or "")
        text = "It is not known whether the agent had begun, and the owner did not let it begin again."
        self._end(Ended(Outcome.failed, text))
        return None

    async def _until_answered(self, ask: AskAction) -> ActionAnswer:
        while True:
            try:
                return await self._client.ask_action(self._claim.request, ask)
            except Unreachable:
                await asyncio.sleep(RETRY_SECONDS)

    async def _take_files(self) -> list[Path]:
        """The attachments, outside the repository, under names of ours (S7)."""
        folder = self._options.files / self._claim.request
        files = []
        for number, attachment in enumerate(self._claim.attachments):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = folder / f"file-{number + 1}{_ending(attachment.name)}"
            path.write_bytes(await self._bytes_of(number))
            files.append(path)
        return files

    async def _bytes_of(self, number: int) -> bytes:
        while True:
            try:
                return await self._client.take_attachment(self._claim.request, number)
            except Unreachable:
                await asyncio.sleep(RETRY_SECONDS)

    # -- one turn -----------------------------------------------------------------------------------------------

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
            started = started_at(step.process) if step.process is not None else None
            self._journal.session_ready(self._claim.request, step.session, step.process, started)
        if isinstance(step, ToolEnded):
            self._gate.ended(step)
        if self._flood.lets(step):
            self._report(*tell(step, self._redact))

    def _end(self, end: Ended) -> None:
        """The last report, and with it the end of the work in the journal."""
        if self._flood.dropped:
            self._report(ReportKind.dropped, {"count": self._flood.dropped})
        if end.outcome is Outcome.lost:
            end = Ended(Outcome.failed, f"The agent's program died {LIVES} times: {end.text}")
        if end.outcome is Outcome.stopped and self._running.reason:
            end = Ended(end.outcome, end.text or self._running.reason, end.usage, end.cost_usd)
        self._report(*tell(end, self._redact))
        self._journal.end(self._claim.request)
        shutil.rmtree(self._options.files / self._claim.request, ignore_errors=True)

    def _report(self, kind: ReportKind, body: dict[str, Any]) -> None:
        self._journal.append(self._claim.request, [{"kind": kind, "at": _now(), "body": body}])
        self._reporter.wake()


def _now() -> int:
    return time.time_ns() // 1000


def _ending(name: str) -> str:
    """The ending of a file's name if it is a plain one: agents read files by it."""
    ending = Path(name).suffix
    return ending if ending[1:].isalnum() and ending.isascii() and len(ending) <= 10 else ""
