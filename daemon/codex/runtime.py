"""Codex as a runtime."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from daemon.codex.command import check_login, find_program, read_version
from daemon.codex.contract import OwnSandbox, probe
from daemon.codex.conversation import Conversation, Patience
from daemon.codex.home import Home
from daemon.codex.parse import ActedUnasked
from daemon.codex.program import Program
from daemon.codex.record import SessionRecord, prompt_id_of, session_folder, thread_of
from daemon.codex.transcript import is_recorded
from daemon.process import describe_stop
from daemon.runtime import Ended, Gate, Notice, Outcome, RuntimeUnfit, Step, Turn
from daemon.sessionfile import SessionBusy

HOME = "home"


class CodexRuntime:
    """Runs Codex, the one that comes with openai-codex-cli-bin or another.

    ``state`` is a private folder; each session has one in it, which is the program's whole home. ``environment``
    is what `check` may use to see whether somebody is logged in, and ``login`` the owner's own login file, which
    is used where it lies and only if there is no key in the environment. Of a turn's options it takes ``model``,
    ``instructions`` (added to the program's own), and ``mcp_config`` (the path of a file with servers).
    """

    def __init__(
        self,
        state: Path,
        program: Path | None = None,
        environment: Mapping[str, str] | None = None,
        login: Path | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._state = state
        self._program = program
        self._environment = environment
        self._login = login
        self._patience = patience or Patience()
        self._conversations: dict[str, Conversation] = {}
        self._unfit: ActedUnasked | None = None
        self._sandbox = OwnSandbox()

    def new_session(self) -> str:
        """A reference of our own; the thread that it leads to is made by the program."""
        return str(uuid4())

    def has_session(self, turn: Turn) -> bool:
        """Whether Codex's transcript holds the first prompt of this request."""
        folder = session_folder(self._state, turn.session)
        known = prompt_id_of(turn.session, turn.asks)
        return is_recorded(folder / HOME, thread_of(folder), known)

    async def check(self) -> str:
        """The version of the program, which is tried first; see `daemon.runtime.Runtime.check`."""
        program = self._find()
        version = await read_version(program)
        if self._environment is not None:
            check_login(self._environment, self._login)
        with TemporaryDirectory(dir=_made(self._state), prefix="check-") as folder:
            await probe(program, Path(folder), self._patience.force)
        return version

    async def run(self, turn: Turn, gate: Gate) -> AsyncGenerator[Step, None]:
        """One turn; see `daemon.runtime.Runtime.run`.

        Raises:
            RuntimeUnfit: there is no Codex on this machine, or it does not keep what the gate needs, or was
                seen to act without asking.
        """
        program = self._find()
        folder = session_folder(self._state, turn.session)
        try:
            record = SessionRecord.hold(folder, turn.session)
        except SessionBusy as problem:
            yield Ended(Outcome.failed, str(problem))
            return
        try:
            if sentence := describe_stop(await record.end_leftover()):
                yield Notice(f"Left over from before: {sentence}")
            running = Program(program, turn, Home(folder.resolve() / HOME), self._login, self._sandbox)
            async with aclosing(self._converse(running, turn, gate, record)) as steps:
                async for step in steps:
                    yield step
        except ActedUnasked as breach:
            self._unfit = breach
            raise
        finally:
            record.release()

    async def _converse(
        self, program: Program, turn: Turn, gate: Gate, record: SessionRecord
    ) -> AsyncGenerator[Step, None]:
        conversation = Conversation(turn, gate, record, program, self._patience)
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

    def _find(self) -> Path:
        if self._unfit is not None:
            raise self._unfit
        program = self._program or find_program()
        if program is None:
            raise RuntimeUnfit("Codex is not on this machine: install it, or openai-codex-cli-bin.")
        return program


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder.resolve()
