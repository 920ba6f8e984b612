"""A runtime without a model: it plays scripts, truly and in order, behind the same gate as any other."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from uuid import UUID, uuid4

from daemon.process import Limits
from daemon.runtime import Ended, Gate, Outcome, Step, Turn
from daemon.scripted.place import Place
from daemon.scripted.play import Play
from daemon.scripted.script import BadScript
from daemon.sessionfile import SessionBusy, SessionFile


class ScriptedRuntime:
    """Plays the script in the prompt, else the one in the file ``options["script"]``, else a short greeting.

    ``state`` is a private folder for the places of the sessions; ``patience`` is how long, in seconds, a
    running command may take when the turn is to stop.
    """

    def __init__(self, state: Path, patience: float = 60.0, limits: Limits | None = None) -> None:
        self._state = state
        self._patience = patience
        self._limits = limits or Limits()
        self._plays: dict[str, Play] = {}

    def new_session(self) -> str:
        """A fresh session."""
        return str(uuid4())

    def has_session(self, turn: Turn) -> bool:
        """Whether a prompt of this request was taken in."""
        return turn.asks in Place.load(self._state, turn.session).requests

    async def check(self) -> str:
        """The version. There is nothing that could be missing."""
        return "scripted 1"

    async def run(self, turn: Turn, gate: Gate) -> AsyncGenerator[Step, None]:
        """One turn; see `daemon.runtime.Runtime.run`."""
        try:
            lock = SessionFile(self._state / f"{UUID(turn.session)}.lock")
        except SessionBusy as problem:
            yield Ended(Outcome.failed, str(problem))
            return
        try:
            place = Place.load(self._state, turn.session)
            play = Play(turn, gate, place, self._patience, self._limits)
            self._plays[turn.session] = play
            try:
                async with aclosing(play.steps()) as steps:
                    async for step in steps:
                        yield step
            finally:
                play.close()
                del self._plays[turn.session]
        except (BadScript, OSError) as problem:
            yield Ended(Outcome.failed, f"This script cannot be played: {problem}")
        finally:
            lock.release()

    async def interrupt(self, turn: Turn) -> None:
        """Stop the running turn; see `daemon.runtime.Runtime.interrupt`."""
        play = self._plays.get(turn.session)
        if play is not None:
            play.stop()
