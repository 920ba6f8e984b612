"""An agent of the Agent Client Protocol as a runtime."""

import re
import shutil
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from pathlib import Path
from uuid import UUID, uuid4

from daemon.acp.conversation import Conversation, Patience
from daemon.acp.record import SessionRecord, read
from daemon.process import describe_stop
from daemon.runtime import Ended, Gate, Needs, Notice, Outcome, RuntimeUnfit, Step, Turn
from daemon.sessionfile import SessionBusy

NO_BOX = (
    "An agent of the Agent Client Protocol decides itself what it asks before, so it runs only in the sandbox: "
    "use it where muti has one (Linux), and install bubblewrap."
)


class AcpRuntime:
    """Runs a program that speaks the Agent Client Protocol on its standard input and output.

    ``state`` is a private folder for what is kept of each session, and for the program's own home in it: nothing of
    the owner's is there. ``command`` is the program with its arguments. Of a turn's options it takes ``mode``, the mode
    of the protocol in which the agent asks before it acts, and ``provider``, whose model it uses (anthropic, openai).
    """

    def __init__(
        self,
        state: Path,
        command: tuple[str, ...],
        environment: Mapping[str, str],
        patience: Patience | None = None,
    ) -> None:
        self._state, self._command = state, command
        self._environment = environment
        self._patience = patience or Patience()
        self._conversations: dict[str, Conversation] = {}

    def new_session(self) -> str:
        """A reference of our own, since the agent names its session only when it runs."""
        return str(uuid4())

    def has_session(self, turn: Turn) -> bool:
        """Whether the agent has said anything in answer to this request."""
        return turn.asks in read(self._sessions, turn.session).requests

    async def check(self) -> str:
        """What stands for the version: the protocol has none that is told before a session.

        Raises:
            RuntimeUnfit: there is no such program.
        """
        return f"{self._find().name} (weaker gate)"

    async def run(self, turn: Turn, gate: Gate) -> AsyncGenerator[Step, None]:
        """One turn; see `daemon.runtime.Runtime.run`.

        Raises:
            RuntimeUnfit: there is no such program, or no box to run it in.
        """
        program = self._find()
        command, environment = self._enter(program, turn)
        try:
            record = SessionRecord.hold(self._sessions, turn.session)
        except SessionBusy as problem:
            yield Ended(Outcome.failed, str(problem))
            return
        try:
            if sentence := describe_stop(await record.end_leftover()):
                yield Notice(f"Left over from before: {sentence}")
            mode = turn.options.get("mode")
            conversation = Conversation(
                command, environment, turn, gate, record, self._patience, str(mode) if mode else None
            )
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

    @property
    def _sessions(self) -> Path:
        return self._state / "sessions"

    def _enter(self, program: Path, turn: Turn) -> tuple[list[str], dict[str, str]]:
        """The command line inside the box, with a home that holds the agent's own records and nothing else."""
        if turn.box is None:
            raise RuntimeUnfit(NO_BOX)
        home = (
            self._state / "homes" / str(UUID(turn.session))
        )  # a room's conversation is that room's alone (R3)
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        environment = {**turn.environment, "PWD": str(turn.directory)}
        provider = turn.options.get("provider")
        needs = Needs((_package(program),), (home,), provider=str(provider) if provider else None)
        # The box has an empty home of its own, which is gone with it.
        command = ["/usr/bin/env", f"HOME={home}", str(program.resolve()), *self._command[1:]]
        return turn.box.enter(command, environment, needs)

    def _find(self) -> Path:
        name = self._command[0] if self._command else ""
        found = shutil.which(name, path=self._environment.get("PATH"))
        if found is None:
            raise RuntimeUnfit(
                f"There is no program {name!r} on this machine: correct the agent's option program."
            )
        return Path(found)


def _package(program: Path) -> Path:
    """What the program is made of: its own file, or the folder of packages that npm has put it into."""
    whole = program.resolve()
    inside = re.match(r"(.*?/node_modules)/", str(whole))
    return Path(inside[1]) if inside else whole
