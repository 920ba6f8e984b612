"""What the daemon keeps of each Claude Code session: who runs it, and what it has cost so far.

Claude Code itself lets two programs resume one session, and one of the two histories is then lost.
"""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid5

from daemon.process import Stop, kill_leftover
from daemon.sessionfile import SessionFile
from daemon.sources import open_plain


@dataclass
class SessionRecord:
    """One session's file, held. ``spent`` is in US dollars; nothing where that is unknown."""

    session: str
    file: SessionFile
    pid: int | None = None
    started: float | None = None
    spent: float | None = None

    @classmethod
    def hold(cls, folder: Path, session: str, fresh: bool) -> "SessionRecord":
        """Take the session.

        Raises:
            SessionBusy: somebody else has it.
        """
        file = SessionFile(folder / f"{UUID(session)}.json")
        kept = file.load()
        record = cls(session, file, kept.get("pid"), kept.get("started"), kept.get("spent"))
        if fresh:
            record.spent = 0.0  # whatever was spent under this id belongs to a conversation that is gone
        return record

    def save(self) -> None:
        """Write down what changed."""
        self.file.save({"pid": self.pid, "started": self.started, "spent": self.spent})

    async def end_leftover(self) -> Stop:
        """End the program of a daemon that died, and whatever it started: it must not go on unwatched."""
        stop = await kill_leftover(self.pid if self.started else None, self.started, self.session)
        self.pid = self.started = None
        return stop

    def release(self) -> None:
        """Give the session back."""
        self.file.release()


def prompt_id_of(session: str, asks: str) -> str:
    """The id that a prompt is sent with: the first one of a request, or a further one that has a name."""
    return str(uuid5(UUID(session), asks))


def has_transcript(config: Path, session: str) -> bool:
    """Whether Claude Code has anything of this session."""
    return any(config.glob(f"projects/*/{UUID(session)}.jsonl"))


def is_recorded(config: Path, session: str, prompt_id: str) -> bool:
    """Whether Claude Code's transcript holds this prompt.

    Transcripts are ``projects/<directory>/<session>.jsonl`` in the configuration folder, one JSON object per
    line; a message that people sent has ``type`` "user" and the ``uuid`` that it was sent with.
    """
    for path in config.glob(f"projects/*/{UUID(session)}.jsonl"):
        with suppress(OSError), open_plain(path) as lines:
            if any(prompt_id.encode() in line and _is_prompt(line, prompt_id) for line in lines):
                return True
    return False


def _is_prompt(line: bytes, prompt: str) -> bool:
    try:
        entry = json.loads(line)
    except ValueError:
        return False
    return isinstance(entry, dict) and entry.get("type") == "user" and entry.get("uuid") == prompt
