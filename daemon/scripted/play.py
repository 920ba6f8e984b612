"""One turn of the scripted agent."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path

from daemon.process import Limits, describe_stop, finish, kill_leftover
from daemon.runtime import (
    Action,
    Allow,
    Deny,
    Done,
    Ended,
    Gate,
    Halt,
    Notice,
    Outcome,
    Plan,
    Progress,
    Said,
    SessionReady,
    Step,
    ToolEnded,
    ToolStarted,
    Turn,
    Verdict,
)
from daemon.scripted.actions import OFFERED, Call, Hand, Result, call_of
from daemon.scripted.place import Place
from daemon.scripted.script import DEMO, Move, find_script, parse_file
from daemon.titles import title_of

LAST = {"ask": Outcome.done, "done": Outcome.done, "fail": Outcome.failed, "lose": Outcome.lost}
SAID_AGAIN = (Outcome.done, Outcome.failed)


class Play:
    """Plays moves from the session's place on. `stop` ends it between two moves, or breaks off a long one."""

    def __init__(self, turn: Turn, gate: Gate, place: Place, patience: float, limits: Limits) -> None:
        self._turn = turn
        self._gate = gate
        self._place = place
        self._patience = patience
        self._hand = Hand(turn.directory, turn.environment, turn.session, limits)
        self._stopping = asyncio.Event()
        self._halted = ""
        self._forced = False
        self._breaking: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """Bring the turn to its end."""
        if not self._stopping.is_set():
            self._stopping.set()
            self._breaking = asyncio.get_running_loop().create_task(self._break_off())

    def close(self) -> None:
        """Forget the limit of a stop. The command itself ended before the iterator did."""
        if self._breaking is not None:
            self._breaking.cancel()

    async def steps(self) -> AsyncGenerator[Step, None]:
        """The steps of the turn."""
        yield SessionReady(self._turn.session, None)
        self._take_prompt()
        if self._place.begun:
            # The command of a daemon that died may run still.
            stop = await kill_leftover(None, None, self._turn.session)
            if sentence := describe_stop(stop):
                yield Notice(f"Left over from before: {sentence}")
            yield self._skip_unknown()
        while not self._place.finished and not self._stopping.is_set():
            move = self._place.moves[self._place.position]
            if move.verb in LAST:
                self._place.advance(asking=move.verb == "ask")
                yield Ended(LAST[move.verb], move.subject)
                return
            async for step in self._play(move):
                yield step
        if self._forced:
            yield Notice("The running command did not end in time and was broken off.")
        yield self._last_word()

    def _take_prompt(self) -> None:
        """Begin the turn's script, or go on: a known request never begins again, an answer follows a question."""
        turn, place = self._turn, self._place
        if turn.request in place.requests and turn.request == place.request:
            place.take(turn.asks)
            return
        if place.return_to(turn.request):
            place.take(turn.asks)
            return
        moves = find_script(turn.prompt)
        if moves is None and place.asking:
            place.go_on(turn.request)
        else:
            place.start(turn.request, moves or _script_of(turn))

    def _skip_unknown(self) -> Step:
        move = self._place.moves[self._place.position]
        self._place.advance()
        return Notice(f"Whether `{move.verb} {move.subject}` took effect is not known; it is not done again.")

    def _last_word(self) -> Ended:
        if self._stopping.is_set():
            return Ended(Outcome.stopped, self._halted)
        last = self._place.moves[-1] if self._place.moves else None
        if last is not None and LAST.get(last.verb) in SAID_AGAIN:
            # The daemon died after it was said and before it was written down (J3).
            return Ended(LAST[last.verb], last.subject)
        return Ended(Outcome.done, "Done.")

    async def _play(self, move: Move) -> AsyncGenerator[Step, None]:
        call = call_of(move, self._turn.directory)
        if call is not None:
            async for step in self._act(call):
                yield step
        elif move.verb == "wait":
            with suppress(TimeoutError):
                async with asyncio.timeout(move.subject):
                    await self._stopping.wait()
            self._place.advance()
        else:
            self._place.advance()
            yield _announce(move)

    async def _act(self, call: Call) -> AsyncGenerator[Step, None]:
        number = self._place.number_call()
        action = Action(number, call.tool, call.input, self._turn.directory)
        verdict = await self._ask(action)
        if isinstance(verdict, Halt):
            self._halted = verdict.reason
            self._stopping.set()
            return
        if isinstance(verdict, Deny):
            self._place.advance()
            yield Said(f"I was not allowed to do this: {verdict.reason}")
            return
        self._place.begin()
        title = title_of(call.tool, call.input, self._turn.directory)
        yield ToolStarted(number, call.tool, title)
        result = await self._make(number, call, verdict)
        self._place.advance()
        for step in _report(number, call, title, result):
            yield step

    async def _make(self, number: str, call: Call, verdict: Allow | Done) -> Result:
        if isinstance(verdict, Done):
            return Result(verdict.output, failed=verdict.exit_code != 0, exit_code=verdict.exit_code)
        if call.tool.startswith(OFFERED) and self._turn.tools is not None:
            text, failed = await self._turn.tools.call(call.tool.removeprefix(OFFERED), call.input)
            return Result(text, failed=failed)
        return await self._hand.make(number, call)

    async def _ask(self, action: Action) -> Verdict:
        """The gate's verdict; a turn that is stopped meanwhile takes its question back."""
        asking = asyncio.ensure_future(self._gate(action))
        stopping = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({asking, stopping}, return_when=asyncio.FIRST_COMPLETED)
            return Halt("") if self._stopping.is_set() else asking.result()
        finally:
            for task in (asking, stopping):
                task.cancel()
            await finish(asyncio.wait_for(asyncio.gather(asking, stopping, return_exceptions=True), None))

    async def _break_off(self) -> None:
        await asyncio.sleep(self._patience)
        self._forced = True
        await self._hand.stop()


def _announce(move: Move) -> Step:
    if move.verb == "progress":
        return Progress(max(0, min(100, move.subject)), move.more["text"])
    if move.verb == "plan":
        return Plan(tuple((str(text), state) for text, state in move.subject))
    return Said(move.subject)


def _report(number: str, call: Call, title: str, result: Result) -> list[Step]:
    ended = ToolEnded(number, call.tool, title, result.output, result.failed, result.exit_code)
    return [result.change, ended] if result.change else [ended]


def _script_of(turn: Turn) -> tuple[Move, ...]:
    file = turn.options.get("script")
    return parse_file(str(file), Path(str(file)).read_text(encoding="utf-8")) if file else DEMO
