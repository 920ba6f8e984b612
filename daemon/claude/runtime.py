"""Claude Code as a runtime."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

from daemon.claude.command import CONFIG_DIR, check_login, config_folder, find_program, read_version
from daemon.claude.conversation import Conversation, Patience
from daemon.claude.parse import BrokenContract
from daemon.claude.record import SessionRecord, has_transcript, is_recorded, prompt_id_of
from daemon.process import describe_stop
from daemon.runtime import Ended, Gate, Notice, Outcome, RuntimeUnfit, Step, Turn
from daemon.sessionfile import SessionBusy


class ClaudeRuntime:
    """Runs Claude Code, the one that comes with claude-agent-sdk or ``program``, the owner's own.

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
        self._unfit: BrokenContract | None = None

    def new_session(self) -> str:
        """A session id, which Claude Code takes from us as it is."""
        return str(uuid4())

    def has_session(self, turn: Turn) -> bool:
        """Whether Claude Code's transcript holds the first prompt of this request."""
        turn = self._settle(turn)
        return is_recorded(
            config_folder(turn.environment), turn.session, prompt_id_of(turn.session, turn.asks)
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
            RuntimeUnfit: there is no Claude Code on this machine, or it was seen to act without asking.
        """
        program, turn = self._find(), self._settle(turn)
        if turn.box is not None:
            config_folder(turn.environment).mkdir(parents=True, exist_ok=True, mode=0o700)
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
            async with aclosing(self._converse(program, turn, gate, record)) as steps:
                async for step in steps:
                    yield step
        except BrokenContract as breach:
            self._unfit = breach
            raise
        finally:
            record.release()

    async def _converse(
        self, program: Path, turn: Turn, gate: Gate, record: SessionRecord
    ) -> AsyncGenerator[Step, None]:
        conversation = Conversation(program, turn, gate, record, self._patience)
        self._conversations[turn.session] = conversation
        try:
            async with aclosing(conversation.steps()) as steps:
                async for step in steps:
                    yield step
        finally:
            await conversation.close()
            del self._conversations[turn.session]

    async def interrupt(self, turn: Turn) -> None:
        """Stop the running turn; see `daemon.runtime.Runtime.interrupt`."""
        conversation = self._conversations.get(turn.session)
        if conversation is not None:
            conversation.stop()

    def _settle(self, turn: Turn) -> Turn:
        """The turn with records of its own where it runs in a box: the owner's hold a login and much else."""
        if turn.box is None or turn.environment.get(CONFIG_DIR):
            return turn
        own = self._state / "boxed" / str(UUID(turn.session))
        return replace(turn, environment={**turn.environment, CONFIG_DIR: str(own)})

    def _find(self) -> Path:
        if self._unfit is not None:
            raise self._unfit
        program = self._program or find_program()
        if program is None:
            raise RuntimeUnfit(
                "Claude Code is not on this machine: install it, then run `claude` and /login."
            )
        return program
