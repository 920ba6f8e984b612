"""Claude Code as a runtime."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from daemon.claude.command import check_login, config_folder, find_program, read_version
from daemon.claude.conversation import Conversation, Patience
from daemon.claude.record import SessionBusy, SessionRecord, has_transcript, is_recorded, prompt_id_of
from daemon.process import describe_stop
from daemon.runtime import Ended, Gate, Notice, Outcome, RuntimeUnfit, Step, Turn


class ClaudeRuntime:
    """Runs Claude Code, the one that comes with claude-agent-sdk or another.

    ``state`` is a private folder for what is kept of each session. ``environment`` is what `check` may use to
    see whether somebody is logged in. Of a turn's options it takes ``model``, ``instructions`` (added to the
    program's own), and ``mcp_config`` (the path of a file with servers for this turn).
    """

    def __init__(
        self,
        state: Path,
        program: Path | None = None,
        environment: Mapping[str, str] | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._state = state
        self._program = program
        self._environment = environment
        self._patience = patience or Patience()
        self._conversations: dict[str, Conversation] = {}

    def new_session(self) -> str:
        """A session id, which Claude Code takes from us as it is."""
        return str(uuid4())

    def has_session(self, turn: Turn) -> bool:
        """Whether Claude Code's transcript holds the first prompt of this request."""
        return is_recorded(
            config_folder(turn.environment), turn.session, prompt_id_of(turn.session, turn.request)
        )

    async def check(self) -> str:
        """The version of the program; see `daemon.runtime.Runtime.check`."""
        program = self._find()
        version = await read_version(program)
        if self._environment is not None:
            await check_login(program, self._environment)
        return version

    async def run(self, turn: Turn, gate: Gate) -> AsyncGenerator[Step, None]:
        """One turn; see `daemon.runtime.Runtime.run`.

        Raises:
            RuntimeUnfit: there is no Claude Code on this machine.
        """
        program = self._find()
        if turn.resume and not has_transcript(config_folder(turn.environment), turn.session):
            # Claude Code removes what is old, and would refuse to go on in what it does not have.
            yield Notice("The earlier conversation is not on this machine; a new one begins.")
            turn = replace(turn, resume=False)
        try:
            record = SessionRecord.hold(self._state, turn.session, fresh=not turn.resume)
        except SessionBusy as problem:
            yield Ended(Outcome.failed, str(problem))
            return
        try:
            if sentence := describe_stop(await record.end_leftover()):
                yield Notice(f"Left over from before: {sentence}")
            conversation = Conversation(program, turn, gate, record, self._patience)
            self._conversations[turn.session] = conversation
            try:
                async with aclosing(conversation.steps()) as steps:
                    async for step in steps:
                        yield step
            finally:
                await conversation.close()
                del self._conversations[turn.session]
        finally:
            record.release()

    async def interrupt(self, turn: Turn) -> None:
        """Stop the running turn; see `daemon.runtime.Runtime.interrupt`."""
        conversation = self._conversations.get(turn.session)
        if conversation is not None:
            conversation.stop()

    def _find(self) -> Path:
        program = self._program or find_program()
        if program is None:
            raise RuntimeUnfit(
                "Claude Code is not on this machine: install it, then run `claude` and /login."
            )
        return program
