"""What the daemon keeps of each conversation: the agent's own name for it, who runs it, and what it took in."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from daemon.process import Stop, kill_leftover
from daemon.sessionfile import SessionFile, peek


@dataclass
class Kept:
    """What is on disk. ``requests`` are those of which the agent has said something: their prompts were taken in."""

    agent_session: str | None = None
    pid: int | None = None
    started: float | None = None
    spent: float | None = None
    requests: list[str] = field(default_factory=list)


@dataclass
class SessionRecord:
    """One session's file, held."""

    session: str
    file: SessionFile
    kept: Kept

    @classmethod
    def hold(cls, folder: Path, session: str) -> "SessionRecord":
        """Take the session.

        Raises:
            SessionBusy: somebody else has it.
        """
        file = SessionFile(path_of(folder, session))
        return cls(session, file, _kept(file.load()))

    def save(self) -> None:
        """Write down what changed."""
        self.file.save(asdict(self.kept))

    async def end_leftover(self) -> Stop:
        """End the program of a daemon that died, and whatever it started: it must not go on unwatched."""
        kept = self.kept
        stop = await kill_leftover(kept.pid if kept.started else None, kept.started, self.session)
        kept.pid = kept.started = None
        return stop

    def release(self) -> None:
        """Give the session back."""
        self.file.release()


def path_of(folder: Path, session: str) -> Path:
    """The file of a session."""
    return folder / f"{UUID(session)}.json"


def read(folder: Path, session: str) -> Kept:
    """What is kept of a session, without taking it."""
    return _kept(peek(path_of(folder, session)))


def _kept(known: Mapping[str, Any]) -> Kept:
    try:
        return Kept(**known)
    except TypeError:
        return Kept()
