"""Which turn a request begins or goes on with: decided by the journal and by the program's own records (X4)."""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from daemon.contact import Running, until_answered
from daemon.effects import Effects
from daemon.inputs import Input
from daemon.journal import Journal
from daemon.options import AgentOptions
from daemon.prompt import first_prompt, going_on, next_prompt
from daemon.records import Phase, Work
from daemon.runtime import Box, Ended, Outcome, Toolbox, Turn
from daemon.tell import Redact
from relay.client import Refused, RelayClient
from relay.wire.machines import ActionAnswer, AskAction, Claim
from relay.wire.messages import MessageView
from relay.wire.requests import ActionState

SHOWN_CHARACTERS = 150_000


class Turns:
    """Makes the turns of one request. ``files`` is its own folder for what was attached (S7), ``box`` its sandbox."""

    def __init__(
        self,
        agent: AgentOptions,
        files: Path,
        client: RelayClient,
        journal: Journal,
        running: Running,
        redact: Redact,
        effects: Effects,
        tools: Toolbox | None = None,
    ) -> None:
        self._agent, self._files = agent, files
        self._client, self._journal, self._running = client, journal, running
        self._redact, self._effects, self._tools = redact, effects, tools
        self.box: Box | None = None

    @property
    def _claim(self) -> Claim:
        return self._running.claim

    async def first(self, before: Work | None) -> Turn | Ended:
        """The prompt if it was surely never sent, else the session; the owner is asked where that is not clear.

        ``before`` is what an earlier daemon process knew; without it the relay's word is all there is.
        """
        session = (before and before.session) or (self._claim.session if self._claim.reported else None)
        if session is None:
            return await self.fresh(None)
        if before is not None and before.phase is Phase.waiting:
            return self.following()
        resumed = self.resumed(session)
        if self._has_begun(resumed):
            return resumed
        if before is not None and before.phase in (Phase.accepted, Phase.prompt_sent):
            # A prompt is sent only after the journal says that the program is ready, so this one never was.
            return await self.fresh(session)
        return await self._ask_whether_to_send(session)

    async def fresh(self, chosen: str | None) -> Turn:
        """The request from its beginning, in the room's session if there is one (R4), else in the one chosen before."""
        known = self._claim.session
        session = known or chosen or self._agent.runtime.new_session()
        files = await self._take_files()
        inputs = self._inputs()
        prompt = first_prompt(self._claim, files, secrets.token_hex(8), _seen(inputs))
        turn = self._turn(prompt, session, inputs, resume=known is not None)
        self._journal.send_prompt(self._claim.request, session)
        return turn

    async def after_loss(self, turn: Turn, *, began: bool) -> Turn | Ended:
        """What follows on a turn whose program died. ``began`` says that it was up, so that its prompt was sent."""
        resumed = self.resumed(turn.session)
        if self._has_begun(resumed):
            return resumed
        return await self._ask_whether_to_send(turn.session) if began else turn

    def resumed(self, session: str) -> Turn:
        """The request in the middle; the agent is told which effects were in the air, and which are settled (X7)."""
        inputs = self._inputs()
        told = going_on(
            self._claim,
            self._effects.unknown(),
            self._effects.settled(),
            self._journal.last_calls(self._claim.request),
            _seen(inputs),
            secrets.token_hex(8),
        )
        return self._turn(told, session, inputs, resume=True, further=bool(inputs))

    def following(self, stopped: Sequence[str] | None = None) -> Turn:
        """The next turn of the request, with all that has come meanwhile; ``stopped`` are calls a person has stopped.

        What it waited for and what has no answer is told as well: it is waited for no longer.
        """
        request = self._claim.request
        inputs = self._inputs()
        answered = {one.seen.get("reply_to") or one.seen.get("child") for one in inputs}
        waits = self._journal.waits(request) if stopped is None else {}
        unanswered = [what for subject, what in waits.items() if subject not in answered]
        self._journal.wait_no_more(request, list(waits))
        known = self._effects.unknown(), self._effects.settled()
        told = next_prompt(self._claim, secrets.token_hex(8), _seen(inputs), unanswered, stopped, *known)
        return self._turn(told, self._session(), inputs, resume=True, further=True)

    def _session(self) -> str:
        [kept] = [work.session for work in self._journal.works() if work.request == self._claim.request]
        session = kept or self._claim.session
        assert session is not None, "a turn that follows on another has a session"
        return session

    def _has_begun(self, turn: Turn) -> bool:
        """Whether the program took in the first prompt of the request, whatever it is told next (X4)."""
        return self._agent.runtime.has_session(replace(turn, key=""))

    def _inputs(self) -> list[Input]:
        """The messages that wait for this agent in this room, and in no other (R3)."""
        return self._journal.waiting(self._claim.agent, self._claim.room)

    def _turn(
        self, prompt: str, session: str, inputs: Sequence[Input], *, resume: bool, further: bool = False
    ) -> Turn:
        agent = self._agent
        return Turn(
            request=self._claim.request,
            prompt=prompt,
            directory=agent.directory,
            session=session,
            resume=resume,
            environment=agent.environment,
            options=agent.options,
            box=self.box,
            tools=self._tools,
            key=f"{self._claim.request}:{secrets.token_hex(8)}" if further else "",
            fed=tuple(one.message for one in inputs),
        )

    async def _ask_whether_to_send(self, session: str) -> Turn | Ended:
        """The prompt may or may not have reached the program before the crash: the owner decides (X4)."""
        ask = self._unclear(session)
        try:
            answer = await self._running.under(
                lambda under: self._client.ask_action(
                    self._claim.request, ask.model_copy(update={"delegation": under})
                )
            )
            if answer.state is ActionState.pending:
                answer = await self._answer(answer)
            if answer.state is ActionState.allowed:
                return await self.fresh(session)
        except Refused as refusal:
            self._running.stop(refusal.problem.detail)
        if self._running.stopping.is_set():
            return Ended(Outcome.stopped, self._running.reason)
        text = "It is not known whether the agent had begun, and the owner did not let it begin again."
        return Ended(Outcome.failed, text)

    def _unclear(self, session: str) -> AskAction:
        prompt = self._redact(self._claim.prompt)
        name = f"send:{session}:{self._claim.fence}"
        return AskAction(
            fence=self._claim.fence,
            call=name,
            digest=name,
            kind="unclear",
            tool="prompt",
            shown=prompt[:SHOWN_CHARACTERS],
            whole=len(prompt) <= SHOWN_CHARACTERS,
            directory=str(self._agent.directory)[:200],
            reason="The machine crashed while this was being given to the agent. "
            "It is not known whether the agent has begun. Give it to the agent again?",
        )

    async def _answer(self, asked: ActionAnswer) -> ActionAnswer:
        waiting = self._running.wait_for(asked.action)
        stopping = asyncio.ensure_future(self._running.stopping.wait())
        both: set[asyncio.Future[Any]] = {waiting, stopping}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        return waiting.result() if waiting.done() else asked

    async def _take_files(self) -> list[Path]:
        """The attachments, outside the repository, under names of ours (S7)."""
        files = []
        for number, attachment in enumerate(self._claim.attachments):
            self._files.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = self._files / f"file-{number + 1}{_ending(attachment.name)}"
            path.write_bytes(await self._bytes_of(number))
            files.append(path)
        return files

    async def _bytes_of(self, number: int) -> bytes:
        return await until_answered(lambda: self._client.take_attachment(self._claim.request, number))


def _seen(inputs: Sequence[Input]) -> list[MessageView]:
    return [MessageView.model_validate(one.seen) for one in inputs]


def _ending(name: str) -> str:
    """The ending of a file's name if it is a plain one: agents read files by it."""
    ending = Path(name).suffix
    return ending if ending[1:].isalnum() and ending.isascii() and len(ending) <= 10 else ""
