"""One turn with one running Claude Code."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from claude_agent_sdk import (
    ClaudeAgentOptions,
    ClaudeSDKClient,
    ClaudeSDKError,
    Message,
    ProcessError,
    ResultError,
    ResultMessage,
)

from daemon.claude.command import config_folder, enter_box
from daemon.claude.gate import ToolGate
from daemon.claude.parse import BrokenContract, Reader, calls_ended
from daemon.claude.record import SessionRecord, is_recorded, prompt_id_of
from daemon.claude.tools import serve
from daemon.claude.transport import ChildTransport
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
    Turn,
    Verdict,
)

RECORD_TRIES = 200
RECORD_PAUSE = 0.05


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
        RuntimeUnfit: its box cannot hold it.
        BrokenContract: it made a call without asking.
    """

    def __init__(
        self, program: Path, turn: Turn, gate: Gate, record: SessionRecord, patience: Patience
    ) -> None:
        self._turn = turn
        self._record = record
        self._patience = patience
        self._steps: asyncio.Queue[Step | Exception] = asyncio.Queue()
        self._reader = Reader((turn.directory, turn.directory.resolve()), record.spent)
        self._ask = gate
        heard = (self._allow, self._refuse, self._steps.put_nowait, self.stop)
        self._gate = ToolGate(self._ask_when_recorded, turn.directory, *heard)
        self._transport = ChildTransport(*enter_box(program, turn), turn, patience.force)
        self._client = ClaudeSDKClient(self._options(), transport=self._transport)
        self._running: set[str] = set()
        self._between_calls = asyncio.Event()
        self._between_calls.set()
        self._over = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        # Whether the program itself said that the turn is over; only then is it given time to leave.
        self._left_well = False
        self._halted = False
        self._recorded = False
        self._prompt_id = self._choose_prompt_id()
        self._closed = False

    def _options(self) -> ClaudeAgentOptions:
        # The transport is ours, so of these only what the SDK itself does takes effect. Verbatim: an
        # "@/etc/passwd" in a chat message must not become a file that was read without a tool call.
        return ClaudeAgentOptions(
            can_use_tool=self._gate.may_use_tool,
            hooks={"PreToolUse": self._gate.matchers()},
            mcp_servers={**serve(self._turn.tools)} if self._turn.tools is not None else {},
            verbatim_prompts=True,
        )

    async def steps(self) -> AsyncGenerator[Step, None]:
        """The steps of the turn; the program is gone when the last one is given."""
        try:
            await self._client.connect()
        except Exception as problem:
            outcome = await self._outcome_of_start()
            await self.close()
            yield Ended(outcome, f"Claude Code did not start: {self._explain(problem)}")
            return
        self._remember()
        yield SessionReady(self._turn.session, self._record.pid, self._record.started)
        self._begin(self._read())
        await self._send_prompt()
        while not isinstance(step := await self._next(), Ended):
            yield step
        # A program that we give up ourselves is ended by force as a matter of course.
        worth_telling = self._left_well or self._halted
        stop = await self.close()
        if worth_telling and (sentence := describe_stop(stop)):
            yield Notice(sentence)
        yield step

    async def _outcome_of_start(self) -> Outcome:
        """A program that somebody killed may start the next time; one that gave up will not."""
        if self._gate.closed:
            return Outcome.stopped
        return Outcome.lost if await self._transport.was_killed() else Outcome.failed

    def stop(self) -> None:
        """Bring the turn to its end, at the next point between two calls if it comes in time."""
        if not self._gate.closed:
            self._gate.closed = self._halted = True
            self._begin(self._bring_to_stop())

    async def close(self) -> Stop:
        """End the program and everything below it. Never interrupted half way."""
        return await finish(self._close())

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _remember(self) -> None:
        child = self._transport.child
        self._record.pid, self._record.started = child.pid, child.started
        self._record.save()

    async def _send_prompt(self) -> None:
        if self._gate.closed:
            self._steps.put_nowait(Ended(Outcome.stopped, ""))
            return
        with suppress(ClaudeSDKError):  # a program that is gone is told by the reader
            await self._client.query(self._prompt())

    async def _prompt(self) -> AsyncIterator[dict[str, Any]]:
        message = {"role": "user", "content": self._turn.prompt}
        yield {"type": "user", "message": message, "parent_tool_use_id": None, "uuid": self._prompt_id}

    def _choose_prompt_id(self) -> str:
        """The request's own id for its first prompt, a fresh one for all that follow."""
        known = prompt_id_of(self._turn.session, self._turn.asks)
        return str(uuid4()) if self._is_recorded(known) else known

    def _is_recorded(self, prompt_id: str) -> bool:
        return is_recorded(config_folder(self._turn.environment), self._turn.session, prompt_id)

    async def _ask_when_recorded(self, action: Action) -> Verdict:
        """Ask, but not before a crash could prove that the prompt was taken in: the program writes late."""
        for _ in range(RECORD_TRIES):
            self._recorded = self._recorded or await asyncio.to_thread(self._is_recorded, self._prompt_id)
            if self._recorded:
                return await self._ask(action)
            await asyncio.sleep(RECORD_PAUSE)
        return Deny("Claude Code does not record its session, so nothing may happen in it.")

    async def _next(self) -> Step:
        step = await self._steps.get()
        if isinstance(step, Exception):
            raise step
        return step

    async def _read(self) -> None:
        problem: Exception | None = None
        try:
            async for message in self._client.receive_messages():
                self._left_well = isinstance(message, ResultMessage)
                for step in self._reader.read(message):
                    self._take(step)
                self._end_calls(message)
        except BrokenContract as breach:
            self._steps.put_nowait(breach)
            return
        except Exception as raised:
            problem = raised
        self._over.set()
        self._take_end(problem)

    def _take(self, step: Step) -> None:
        if isinstance(step, Ended):
            self._over.set()
            if self._gate.closed and step.outcome is Outcome.failed:
                step = replace(step, outcome=Outcome.stopped)
        self._steps.put_nowait(step)

    def _take_end(self, problem: Exception | None) -> None:
        for step in self._reader.flush():
            self._steps.put_nowait(step)
        sentence = f"Claude Code ended in the middle: {self._explain(problem)}"
        self._steps.put_nowait(Ended(Outcome.stopped if self._gate.closed else Outcome.lost, sentence))

    def _explain(self, problem: Exception | None) -> str:
        if isinstance(problem, ResultError):
            return "; ".join(problem.errors or ()) or str(problem)
        if isinstance(problem, ProcessError):
            code = problem.exit_code or 0
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            return f"{how}. {problem.stderr or ''}".strip()
        return str(problem or "it closed its output.")

    def _allow(self, action: Action, verdict: Allow | Done) -> None:
        self._running.add(action.call)
        self._between_calls.clear()
        for step in self._reader.start(action, verdict if isinstance(verdict, Done) else None):
            self._steps.put_nowait(step)

    def _refuse(self, action: Action) -> None:
        self._reader.refuse(action.call)

    def _end_calls(self, message: Message) -> None:
        for call in calls_ended(message):
            self._gate.forget(call)
            self._running.discard(call)
        if not self._running:
            self._between_calls.set()

    async def _bring_to_stop(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience.call):
                await self._between_calls.wait()
        try:
            async with asyncio.timeout(self._patience.answer):
                await self._client.interrupt()
            async with asyncio.timeout(self._patience.answer):
                await self._over.wait()
        except Exception:
            # No answer, or no connection yet: what does not obey is ended by force.
            await self._transport.close()

    async def _close(self) -> Stop:
        if not self._closed:
            self._closed = True
            self._gate.closed = True
            self._transport.grace = self._patience.farewell if self._left_well else 0.0
            self._record.spent = self._reader.total
            await self._transport.close()
            await self._client.disconnect()
            await self._cancel_tasks()
            self._record.pid = self._record.started = None
            self._record.save()
        return self._transport.stopped or Stop()

    async def _cancel_tasks(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
