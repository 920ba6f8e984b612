"""Where a session stands in its script, on disk, so that a killed daemon goes on without repeating anything."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from daemon.scripted.script import Move, read_moves


@dataclass
class Place:
    """One session: its script and the next move.

    ``begun`` says that the next move was begun and its outcome is not recorded, ``asking`` that the script
    waits for an answer. ``left`` are requests that wait while another one is played, with where they stand.
    """

    path: Path
    request: str = ""
    requests: list[str] = field(default_factory=list)
    moves: tuple[Move, ...] = ()
    position: int = 0
    begun: bool = False
    asking: bool = False
    calls: int = 0
    left: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path, session: str) -> "Place":
        """The place of a session; an unknown session stands before everything."""
        path = folder / f"{UUID(session)}.json"
        if not path.exists():
            return cls(path)
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cls(path, **{**kept, "moves": read_moves(kept["moves"])})

    def save(self) -> None:
        """Write the place down, whole or not at all, before anything that depends on it happens."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept = {name: value for name, value in vars(self).items() if name != "path"}
        kept["moves"] = [move.table() for move in self.moves]
        draft = self.path.with_suffix(".new")
        with draft.open("w", encoding="utf-8") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return self.position >= len(self.moves)

    def start(self, request: str, moves: tuple[Move, ...]) -> None:
        """Begin a script for a request; one that waits for an answer is left where it stands."""
        if self.asking and not self.finished:
            self.left[self.request] = [[move.table() for move in self.moves], self.position]
        self.moves, self.position, self.begun = moves, 0, False
        self.go_on(request)

    def return_to(self, request: str) -> bool:
        """Go on with a request that was left; whether there is one."""
        if request not in self.left:
            return False
        moves, self.position = self.left.pop(request)
        self.moves, self.begun = read_moves(moves), False
        self.go_on(request)
        return True

    def go_on(self, request: str) -> None:
        """Take in a prompt of the request that begins nothing new."""
        self.request, self.asking = request, False
        self.take(request)

    def take(self, prompt: str) -> None:
        """Write down that a prompt was taken in, by its name."""
        if prompt not in self.requests:
            self.requests.append(prompt)
        self.save()

    def begin(self) -> None:
        """The next move takes effect from now on."""
        self.begun = True
        self.save()

    def advance(self, asking: bool = False) -> None:
        """The move is over."""
        self.position += 1
        self.begun, self.asking = False, asking
        self.save()

    def number_call(self) -> str:
        """An id for a tool call, never given twice in the session."""
        self.calls += 1
        return f"call_{self.path.stem[:8]}_{self.calls:04d}"
