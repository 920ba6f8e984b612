"""One turn with one running agent."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from acp import PROTOCOL_VERSION, RequestError, connect_to_agent, text_block
from acp.schema import (
    AllowedOutcome,
    ClientCapabilities,
    DeniedOutcome,
    Implementation,
    PermissionOption,
    RequestPermissionResponse,
    ToolCallUpdate,
)

from daemon.acp.link import ChildLink
from daemon.acp.parse import Reader
from daemon.acp.record import SessionRecord
from daemon.process import Child, Limits, Stop, describe_stop, finish, spawn
from daemon.runtime import Allow, Deny, Done, Ended, Gate, Halt, Notice, Outcome, SessionReady, Step, Turn

STOPPING = "This request is being stopped."
BROKEN_OFF = "The running call did not end in time and was broken off."
NEW = "The earlier conversation cannot be taken up by this agent; a new one begins."


FOREIGN = "It speaks version {} of the Agent Client Protocol, and muti version {}: install one that fits."


class ForeignVersion(Exception):
    """The agent's program speaks another version of the protocol."""


@dataclass(frozen=True)
class Patience:
    """How long the program may take for what, in seconds.

    ``start`` is for the program to be ready, ``call`` for the tool call that runs when the turn is to stop,
    ``answer`` for the program to obey, ``farewell`` for it to leave, ``force`` for each kind of force after that.
    """

    start: float = 60.0
    call: float = 60.0
    answer: float = 10.0
    farewell: float = 5.0
    force: Limits = field(default_factory=Limits)


class Conversation:
    """A turn from the start of the program to its end. It is also what the program talks to (``acp.Client``)."""

    def __init__(
        self,
        command: Sequence[str],
        environment: dict[str, str],
        turn: Turn,
        gate: Gate,
        record: SessionRecord,
        patience: Patience,
        mode: str | None,
    ) -> None:
        self._command, self._environment, self._turn = command, environment, turn
        self._ask, self._record, self._patience, self._mode = gate, record, patience, mode
        self._steps: asyncio.Queue[Step | Exception] = asyncio.Queue()
        self._reader = Reader((turn.directory, turn.directory.resolve()))
        self._spent_before = record.kept.spent if turn.resume else 0.0
        self._child: Child | None = None
        self._link: Any = None
        self._session = ""
        self._replaying = True
        self._stopping = asyncio.Event()
        self._asking: set[str] = set()
        self._running: set[str] = set()
        self._between_calls = asyncio.Event()
        self._between_calls.set()
        self._results: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._over = asyncio.Event()
        self._stop: Stop | None = None
        self._broke_off = False

    # -- the turn -------------------------------------------------------------------------------------------------

    async def steps(self) -> AsyncGenerator[Step, None]:
        """The steps of the turn; the program is gone when the last one is given."""
        try:
            async with asyncio.timeout(self._patience.start):
                notice = await self._connect()
        except Exception as problem:
            outcome = await self._outcome_of_start()
            words = self._explain(problem)
            await self.close()
            yield Ended(outcome, f"The agent did not start: {words}")
            return
        if notice is not None:
            yield Notice(notice)
        yield SessionReady(self._turn.session, self._record.kept.pid, self._record.kept.started)
        self._begin(self._play())
        while not isinstance(step := await self._next(), Ended):
            yield step
        told_to_stop = self._stopping.is_set()
        stop = await self.close()
        if told_to_stop and (sentence := describe_stop(stop) or (BROKEN_OFF if self._broke_off else None)):
            yield Notice(sentence)
        yield step

    async def _outcome_of_start(self) -> Outcome:
        """A program that somebody killed may start the next time; one that gave up will not."""
        if self._stopping.is_set():
            return Outcome.stopped
        killed = self._child is not None and await self._child.was_killed()
        return Outcome.lost if killed else Outcome.failed

    def stop(self) -> None:
        """Bring the turn to its end, at the next point between two calls if it comes in time."""
        if not self._stopping.is_set():
            self._stopping.set()
            self._begin(self._bring_to_stop())

    async def close(self) -> Stop:
        """End the program and everything below it. Never interrupted half way."""
        return await finish(self._close())

    async def _connect(self) -> str | None:
        """Start the program and open the conversation; a sentence where it could not be taken up."""
        self._child = await spawn(
            self._command, self._turn.directory, self._environment, mark=self._turn.session
        )
        kept = self._record.kept
        kept.pid, kept.started = self._child.pid, self._child.started
        self._record.save()
        self._link = connect_to_agent(self, ChildLink(self._child))
        said = await self._link.initialize(
            PROTOCOL_VERSION, ClientCapabilities(), Implementation(name="muti", version="1")
        )
        if said.protocol_version != PROTOCOL_VERSION:
            raise ForeignVersion(FOREIGN.format(said.protocol_version, PROTOCOL_VERSION))
        known = kept.agent_session if self._turn.resume else None
        can_load = bool(said.agent_capabilities and said.agent_capabilities.load_session)
        if known is not None and can_load and await self._load(known):
            notice = None
        else:
            notice = NEW if self._turn.resume else None
            self._spent_before = 0.0
            opened = await self._link.new_session(cwd=str(self._turn.directory), mcp_servers=[])
            kept.agent_session = opened.session_id
            kept.requests.clear()
        self._session = str(kept.agent_session)
        self._record.save()
        if self._mode is not None:
            await self._link.set_session_mode(session_id=self._session, mode_id=self._mode)
        self._replaying = False
        return notice

    async def _load(self, session: str) -> bool:
        with suppress(RequestError):
            await self._link.load_session(cwd=str(self._turn.directory), session_id=session, mcp_servers=[])
            return True
        return False

    async def _play(self) -> None:
        """The prompt, and after it the results of what the daemon did itself: this protocol shows them no sooner."""
        prompt = self._turn.prompt
        try:
            while True:
                said = await self._link.prompt(session_id=self._session, prompt=[text_block(prompt)])
                if not self._results or self._stopping.is_set() or said.stop_reason != "end_turn":
                    break
                self._put(self._reader.pause())
                prompt = "\n\n".join(self._results)
                self._results.clear()
            steps = list(self._reader.end(said, self._spent_before))
        except Exception as problem:
            ended = Outcome.stopped if self._stopping.is_set() else self._outcome_of(problem)
            steps = [Ended(ended, f"The agent ended in the middle: {self._explain(problem)}")]
        self._over.set()
        for step in steps:
            self._steps.put_nowait(step)

    def _outcome_of(self, problem: Exception) -> Outcome:
        """An answer that says no is a failure; a program that is gone may have left something in the air."""
        return Outcome.failed if isinstance(problem, RequestError) else Outcome.lost

    async def _next(self) -> Step:
        step = await self._steps.get()
        if isinstance(step, Exception):
            raise step
        return step

    # -- what the program says and asks (acp.Client) -----------------------------------------------------------------

    def on_connect(self, conn: Any) -> None:
        """The connection stands."""

    async def session_update(self, session_id: str, update: Any, **more: Any) -> None:
        """Something happened. What is replayed while a conversation is taken up happened before."""
        if self._replaying or session_id != self._session:
            return
        self._took_in()
        for step in self._reader.read(update):
            self._steps.put_nowait(step)
        call = getattr(update, "tool_call_id", None)
        if call is not None and getattr(update, "status", None) in ("completed", "failed"):
            self._running.discard(call)
            if not self._running:
                self._between_calls.set()

    async def request_permission(
        self, session_id: str, tool_call: ToolCallUpdate, options: list[PermissionOption], **more: Any
    ) -> RequestPermissionResponse:
        """The agent asks before a tool call. Whatever goes wrong here is a no."""
        if self._replaying or session_id != self._session or self._stopping.is_set():
            return _answer(None)
        self._took_in()
        action = self._reader.ask(tool_call, self._turn.directory)
        try:
            verdict = await self._verdict_on(action)
        except Exception as problem:
            self._reader.refuse(action)
            self._steps.put_nowait(problem)
            return _answer(None)
        match verdict:
            case Allow():
                self._running.add(action.call)
                self._between_calls.clear()
                self._put(self._reader.start(action))
                return _answer(_option(options, "allow_once"))
            case Done():
                self._put(self._reader.carried_out(action, verdict))
                self._results.append(_result(action.call, verdict))
                return _answer(_option(options, "reject_once"))
            case Deny():
                self._reader.refuse(action)
                return _answer(_option(options, "reject_once"))
            case Halt():
                self._reader.refuse(action)
                self.stop()
                return _answer(None)

    async def _verdict_on(self, action: Any) -> Allow | Deny | Halt | Done:
        """The gate's verdict; a turn that is stopped meanwhile takes its question back."""
        asking = asyncio.ensure_future(self._ask(action))
        stopping = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({asking, stopping}, return_when=asyncio.FIRST_COMPLETED)
            return Halt(STOPPING) if self._stopping.is_set() else asking.result()
        finally:
            for task in (asking, stopping):
                task.cancel()
            await asyncio.gather(asking, stopping, return_exceptions=True)

    def __getattr__(self, name: str) -> Any:
        """Files and terminals of ours are not offered, so nobody may ask for them."""
        if name.startswith("_"):
            raise AttributeError(name)

        async def refuse(*given: Any, **named: Any) -> Any:
            raise RequestError.method_not_found(name)

        return refuse

    def _put(self, steps: Any) -> None:
        for step in steps:
            self._steps.put_nowait(step)

    def _took_in(self) -> None:
        """The agent has said something of this turn: its prompt was taken in (X4)."""
        if self._turn.asks not in self._record.kept.requests:
            self._record.kept.requests.append(self._turn.asks)
            self._record.save()

    # -- the end --------------------------------------------------------------------------------------------------------

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _bring_to_stop(self) -> None:
        try:
            async with asyncio.timeout(self._patience.call):
                await self._between_calls.wait()
        except TimeoutError:
            self._broke_off = True
        try:
            async with asyncio.timeout(self._patience.answer):
                await self._link.cancel(session_id=self._session)
            async with asyncio.timeout(self._patience.answer):
                await self._over.wait()
        except Exception:
            # No answer, or no connection yet: what does not obey is ended by force.
            self._steps.put_nowait(Ended(Outcome.stopped, ""))

    async def _close(self) -> Stop:
        if self._stop is None:
            self._stopping.set()
            self._stop = Stop()
            if self._child is not None:
                grace = self._patience.farewell if self._over.is_set() else 0.0
                self._stop = await self._child.stop(self._patience.force, grace)
            if self._link is not None:
                await self._link.close()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            kept = self._record.kept
            kept.pid = kept.started = None
            kept.spent = self._reader.spent if self._reader.spent is not None else kept.spent
            self._record.save()
        return self._stop

    def _explain(self, problem: Exception) -> str:
        if isinstance(problem, RequestError):
            return str(problem)
        if self._child is not None and self._child.errors:
            return self._child.errors
        return str(problem) or "it does not answer."


def _answer(option: str | None) -> RequestPermissionResponse:
    if option is None:
        return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))
    return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=option))


def _option(options: Sequence[PermissionOption], kind: str) -> str | None:
    """The option of exactly this kind: never one that would hold for later calls too."""
    return next((option.option_id for option in options if option.kind == kind), None)


def _result(call: str, done: Done) -> str:
    return (
        f"The call {call} that was turned down was carried out outside, once, after the owner's approval. "
        f"Do not repeat it. Exit code {done.exit_code}. Its output:\n{done.output}"
    )
