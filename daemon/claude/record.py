"""What the daemon keeps of each Claude Code session: who runs it, and what it has cost so far.

Claude Code itself lets two programs resume one session, and one of the two histories is then lost.
"""

import fcntl
import json
import os
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid5

from daemon.process import Stop, kill_leftover


class SessionBusy(Exception):
    """Another program works in this session already."""


@dataclass
class SessionRecord:
    """One session's file, locked for as long as the record is held; the lock dies with its holder."""

    session: str
    descriptor: int
    pid: int | None = None
    started: float | None = None
    spent: float | None = None

    @classmethod
    def hold(cls, folder: Path, session: str, fresh: bool) -> "SessionRecord":
        """Take the session.

        Raises:
            SessionBusy: somebody else has it.
        """
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / f"{UUID(session)}.json"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            os.close(descriptor)
            raise SessionBusy("Another program works in this session already.") from problem
        record = cls(session, descriptor, spent=0.0 if fresh else None)
        record._load()
        return record

    def _load(self) -> None:
        try:
            kept = json.loads(os.pread(self.descriptor, 4096, 0))
            self.pid, self.started, self.spent = kept["pid"], kept["started"], kept["spent"]
        except (ValueError, KeyError, TypeError):
            return

    def save(self) -> None:
        """Write down what changed."""
        kept = {"pid": self.pid, "started": self.started, "spent": self.spent}
        # In place, since the lock is on this very file; half a file reads as an empty one.
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, json.dumps(kept).encode(), 0)

    async def end_leftover(self) -> Stop:
        """End the program of a daemon that died, and whatever it started: it must not go on unwatched."""
        stop = await kill_leftover(self.pid if self.started else None, self.started, self.session)
        self.pid = self.started = None
        return stop

    def release(self) -> None:
        """Give the session back."""
        os.close(self.descriptor)


def prompt_id_of(session: str, request: str) -> str:
    """The id that the first prompt of a request is sent with."""
    return str(uuid5(UUID(session), request))


def has_transcript(config: Path, session: str) -> bool:
    """Whether Claude Code has anything of this session."""
    return any(config.glob(f"projects/*/{UUID(session)}.jsonl"))


def is_recorded(config: Path, session: str, prompt_id: str) -> bool:
    """Whether Claude Code's transcript holds this prompt.

    Transcripts are ``projects/<directory>/<session>.jsonl`` in the configuration folder, one JSON object per
    line; a message that people sent has ``type`` "user" and the ``uuid`` that it was sent with.
    """
    for path in config.glob(f"projects/*/{UUID(session)}.jsonl"):
        with path.open("rb") as lines:
            if any(prompt_id.encode() in line and _is_prompt(line, prompt_id) for line in lines):
                return True
    return False


def _is_prompt(line: bytes, prompt: str) -> bool:
    try:
        entry = json.loads(line)
    except ValueError:
        return False
    return isinstance(entry, dict) and entry.get("type") == "user" and entry.get("uuid") == prompt
