"""What the daemon keeps of each Codex session: its thread, who runs it, and what it has used so far.

Codex names a thread itself, when it makes it; our own reference is chosen before, and leads to it (X8).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from daemon.codex.shapes import part
from daemon.process import Stop, kill_leftover
from daemon.sessionfile import SessionFile, peek

FILE = "record.json"


@dataclass
class SessionRecord:
    """One session's file, held.

    ``running`` says that a turn was begun and its end was not seen: the program died in the middle of it.
    ``used`` are the tokens of the thread so far, by Codex's names.
    """

    session: str
    file: SessionFile
    thread: str | None = None
    pid: int | None = None
    started: float | None = None
    running: bool = False
    used: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def hold(cls, folder: Path, session: str) -> "SessionRecord":
        """Take the session. ``folder`` is its own.

        Raises:
            SessionBusy: somebody else has it.
        """
        record = cls(session, SessionFile(folder / FILE))
        record._take(record.file.load())
        return record

    def _take(self, kept: Mapping[str, Any]) -> None:
        self.thread, self.running = kept.get("thread"), bool(kept.get("running"))
        self.pid, self.started = kept.get("pid"), kept.get("started")
        self.used = part(kept, "used")

    def save(self) -> None:
        """Write down what changed."""
        names = ("thread", "pid", "started", "running", "used")
        self.file.save({name: getattr(self, name) for name in names})

    async def end_leftover(self) -> Stop:
        """End the program of a daemon that died, and whatever it started: it must not go on unwatched."""
        stop = await kill_leftover(self.pid if self.started else None, self.started, self.session)
        self.pid = self.started = None
        return stop

    def release(self) -> None:
        """Give the session back."""
        self.file.release()


def session_folder(state: Path, session: str) -> Path:
    """Where everything of a session is."""
    return state / str(UUID(session))


def thread_of(folder: Path) -> str | None:
    """The thread that a session leads to, whoever holds it."""
    thread = peek(folder / FILE).get("thread")
    return thread if isinstance(thread, str) else None


def prompt_id_of(session: str, asks: str) -> str:
    """The id that a prompt is sent with: the first one of a request, or a further one that has a name."""
    return str(uuid5(UUID(session), asks))
