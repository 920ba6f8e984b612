"""One turn with one running Codex."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

from daemon.codex.actions import Calls
from daemon.codex.approvals import Approvals
from daemon.codex.gate import ToolGate
from daemon.codex.parse import ActedUnasked, Reader
from daemon.codex.program import Program
from daemon.codex.record import SessionRecord, prompt_id_of
from daemon.codex.shapes import part
from daemon.codex.transcript import Transcript, is_recorded
from daemon.codex.wire import Declined, WireClosed
from daemon.process import Limits, Stop, describe_stop, finish
from daemon.runtime import (
    Action,
    Allow,
    Deny,
    Done,
    Ended,
    Gate,
    Notice,
    Outcome,
    SessionReady,
    Step,
    ToolEnded,
    Turn,
    Verdict,
)

RECORD_TRIES = 200
RECORD_PAUSE = 0.05

# The program's own history says of a turn that died with it that the user broke it off, on purpose.
AFTER_DEATH = (
    "[The program that you ran in was ended in the middle of the last turn, by a crash or a restart. Nobody aborted "
    'or interrupted anything, whatever the history says: where it says "aborted", whether the call took effect is '
    "not known, and no question that was open was answered. Look before you do such a thing again.]"
)


@dataclass(frozen=True)
class Patience:
    """How long the program may take for what, in seconds.

    ``call`` is for the tool call that runs when the turn is to stop, ``answer`` for the program to obey,
    ``farewell`` for it to write its records and leave, ``force`` for each kind of force after that.
    """

    call: float = 60.0
    answer: float = 10.0
    farewell: float = 5.0
    force: Limits = field(default_factory=Limits)


class Conversation:
    """A turn from the start of the program to its end.

    Raises:
        RuntimeUnfit: the program does not keep what the gate needs, or its box cannot hold it.
        ActedUnasked: it made a call without asking.
    """

    def __init__(
        self, turn: Turn, gate: Gate, record: SessionRecord, program: Program, patience: Patience
    ) -> None:
        self._turn, self._record, self._program, self._patience = turn, record, program, patience
        self._ask = gate
        self._steps: asyncio.Queue[Step | Exception] = asyncio.Queue()
        self._reader = Reader((turn.directory, turn.directory.resolve()), record.used)
        self._transcript = Transcript(program.home.folder)
        tools = [tool.name for tool in turn.tools.all()] if turn.tools is not None else []
        self._calls = Calls(turn.directory, tools, self._transcript.arguments, lambda: record.thread)
        heard = (self._allow, self._reader.refuse, self._steps.put_nowait, self.stop)
        self._gate = ToolGate(self._ask_when_recorded, self._calls, program.home.questions, *heard)
        self._prompt_id = self._choose_prompt_id()
        self._turn_id: str | None = None
        self._between_calls = asyncio.Event()
        self._between_calls.set()
        self._over = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        # Whether the program itself said that the turn is over; only then is it given time to leave.
        self._left_well = False
        self._halted = False
        self._recorded = False
        self._stopped: Stop | None = None

    async def steps(self) -> AsyncGenerator[Step, None]:
        """The steps of the turn; the program is gone when the last one is given."""
        try:
            await self._open()
        except (OSError, ValueError, KeyError, Declined, WireClosed, TimeoutError) as problem:
            outcome = await self._outcome_of_start()
            sentence = (
                f"Codex did not start: {problem or 'it does not answer.'} {self._program.errors}".strip()
            )
            await self.close()
            yield Ended(outcome, sentence)
            return
        if self._turn.resume and not self._program.resumed:
            yield Notice("The earlier conversation is not on this machine; a new one begins.")
        yield SessionReady(self._turn.session, self._record.pid, self._record.started)
        await self._send_prompt()
        while not isinstance(step := await self._next(), Ended):
            yield step
        # A program that we give up ourselves is ended by force as a matter of course.
        worth_telling = self._left_well or self._halted
        stop = await self.close()
        if worth_telling and (told := describe_stop(stop)):
            yield Notice(told)
        yield step

    async def _outcome_of_start(self) -> Outcome:
        """A program that somebody killed may start the next time; one that gave up will not."""
        if self._gate.closed:
            return Outcome.stopped
        return Outcome.lost if await self._program.was_killed() else Outcome.failed

    def stop(self) -> None:
        """Bring the turn to its end, at the next point between two calls if it comes in time."""
        if not self._gate.closed:
            self._gate.closed = self._halted = True
            self._begin(self._bring_to_stop())

    async def close(self) -> Stop:
        """End the program and everything below it. Never interrupted half way."""
        return await finish(self._close())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open(self) -> None:
        await self._program.start(self._noted, self._asked, self._gate.before_tool)
        self._record.pid, self._record.started = self._program.child.pid, self._program.child.started
        self._record.save()
        self._approvals = Approvals(self._program.wire, self._gate, self._turn.tools, self._steer)
        self._begin(self._read())
        thread = await self._program.open_thread(self._record.thread)
        self._transcript.follow(thread)
        self._record.thread = thread
        self._record.save()

    async def _send_prompt(self) -> None:
        if self._gate.closed:
            self._steps.put_nowait(Ended(Outcome.stopped, ""))
            return
        texts = [AFTER_DEATH] if self._record.running and self._program.resumed else []
        self._record.running = True
        self._record.save()
        given = [{"type": "text", "text": text} for text in (*texts, self._turn.prompt)]
        asked = {"threadId": self._record.thread, "clientUserMessageId": self._prompt_id, "input": given}
        try:
            answer = await self._program.wire.call("turn/start", asked)
            self._turn_id = str(part(answer, "turn").get("id"))
        except (Declined, TimeoutError) as problem:
            self._steps.put_nowait(Ended(Outcome.failed, f"Codex did not take the prompt: {problem}"))
        except WireClosed:
            pass  # a program that is gone is told by the reader

    def _choose_prompt_id(self) -> str:
        """The request's own id for its first prompt, a fresh one for all that follow."""
        known = prompt_id_of(self._turn.session, self._turn.asks)
        return str(uuid4()) if is_recorded(self._program.home.folder, self._record.thread, known) else known

    async def _ask_when_recorded(self, action: Action) -> Verdict:
        """Ask, but not before a crash could prove that the prompt was taken in."""
        for _ in range(RECORD_TRIES):
            self._recorded = self._recorded or self._transcript.has_prompt(self._prompt_id)
            if self._recorded:
                return await self._ask(action)
            await asyncio.sleep(RECORD_PAUSE)
        return Deny("Codex does not record its session, so nothing may happen in it.")

    async def _next(self) -> Step:
        step = await self._steps.get()
        if isinstance(step, Exception):
            raise step
        return step

    async def _read(self) -> None:
        problem: Exception | None = None
        try:
            await self._program.wire.read()
        except ActedUnasked as breach:
            self._steps.put_nowait(breach)
            return
        except Exception as raised:
            problem = raised
        self._over.set()
        for step in (*self._reader.flush(), *self._reader.close_calls()):
            self._steps.put_nowait(step)
        sentence = f"Codex ended in the middle: {problem or await self._program.last_words()}"
        self._steps.put_nowait(Ended(Outcome.stopped if self._gate.closed else Outcome.lost, sentence))

    def _noted(self, method: str, params: Mapping[str, Any]) -> None:
        if params.get("threadId") not in (None, self._record.thread):
            return  # of another thread
        if method == "item/started":
            self._calls.see(part(params, "item"))
        if method == "turn/completed":
            self._left_well, self._record.running = True, False
        for step in self._reader.read(method, params):
            self._take(step)
        if not self._reader.open_calls:
            self._between_calls.set()

    def _take(self, step: Step) -> None:
        if isinstance(step, ToolEnded):
            self._gate.forget(step.call)
            self._calls.forget(step.call)
        elif isinstance(step, Ended):
            self._over.set()
            if self._gate.closed and step.outcome is Outcome.failed:
                step = replace(step, outcome=Outcome.stopped)
        self._steps.put_nowait(step)

    def _asked(self, number: int | str, method: str, params: Mapping[str, Any]) -> None:
        self._begin(self._answer(number, method, params))

    async def _answer(self, number: int | str, method: str, params: Mapping[str, Any]) -> None:
        try:
            await self._approvals.answer(number, method, params)
        except WireClosed:
            pass  # a program that is gone is told by the reader
        except Exception as problem:
            self._steps.put_nowait(problem)

    async def _steer(self, text: str) -> None:
        asked = {"threadId": self._record.thread, "expectedTurnId": self._turn_id}
        with suppress(Declined, TimeoutError):  # the turn has ended meanwhile
            await self._program.wire.call("turn/steer", {**asked, "input": [{"type": "text", "text": text}]})

    def _allow(self, action: Action, verdict: Allow | Done) -> None:
        self._between_calls.clear()
        for step in self._reader.start(action, verdict if isinstance(verdict, Done) else None):
            self._steps.put_nowait(step)

    async def _bring_to_stop(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience.call):
                await self._between_calls.wait()
        self._program.withdraw_questions()
        try:
            await self._program.interrupt(self._turn_id, self._patience.answer)
            async with asyncio.timeout(self._patience.answer):
                await self._over.wait()
        except (Declined, WireClosed, TimeoutError):
            # No answer, or no turn yet: what does not obey is ended by force.
            await self._program.end(self._patience.force, 0.0)

    async def _close(self) -> Stop:
        if self._stopped is None:
            self._gate.closed = True
            grace = self._patience.farewell if self._left_well else 0.0
            self._record.used = dict(self._reader.total)
            # What was stopped on purpose may be called so.
            self._record.running = self._record.running and not self._halted
            self._stopped = await self._program.end(self._patience.force, grace)
            await self._cancel_tasks()
            self._record.pid = self._record.started = None
            self._record.save()
        return self._stopped

    async def _cancel_tasks(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
