"""The durable queue of inputs: messages for this machine's agents, from their arrival to the relay's word that they were read (J).

An input and the place in the relay's feed that it came from are written in one transaction, so that none is missed
and none is taken in twice. It waits until a turn that had it whole in its prompt is complete and proven; that is
written down before the relay is told. Between the model's completion and that record a crash feeds it again (J3).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from daemon.transactions import Transactions

MOST_INPUTS = 10_000
"""Inputs that nobody has read; the relay keeps what finds no place here (J7)."""

FED_INPUTS = 20
FED_CHARACTERS = 100_000
"""What one turn is fed at most; the rest waits for the next."""


INTENT = "asking:"
"""What the subject of a wait begins with, before the relay has given it a name."""


class InputsFull(Exception):
    """Too many messages wait for the agents of this machine; nothing was dropped, and none is taken until some are read."""


class Known(StrEnum):
    """What the relay has to be told of an input."""

    delivered = "delivered"
    read = "read"


@dataclass(frozen=True)
class Input:
    """One message. ``seen`` is how the relay shows it (JSON)."""

    message: str
    agent: str
    room: str
    seen: Any

    @property
    def body(self) -> str:
        """What was written."""
        return str(self.seen["body"])


@dataclass(frozen=True)
class Unsaid:
    """A receipt that the relay has not confirmed."""

    message: str
    state: Known
    turn: str | None


class Inputs(Transactions):
    """The part of the journal that holds inputs; every method is one small transaction."""

    most_inputs = MOST_INPUTS

    def cursor(self) -> int | None:
        """How far the relay's feed was read; nothing if it never was."""
        rows = self._read("SELECT after FROM feed")
        return int(rows[0][0]) if rows else None

    def take_in(self, inputs: Sequence[Input], after: int | None) -> int:
        """Write inputs down, and with them how far the feed was read; how many were new.

        Raises:
            InputsFull: there is no room; nothing was written and the feed stays where it was (J7).
        """
        with self._writing() as database:
            before = database.execute("SELECT count(*) FROM input WHERE turn IS NULL").fetchone()[0]
            database.executemany(
                "INSERT OR IGNORE INTO input (message, agent, room, seen) VALUES (?, ?, ?, ?)",
                [(one.message, one.agent, one.room, json.dumps(one.seen)) for one in inputs],
            )
            now = database.execute("SELECT count(*) FROM input WHERE turn IS NULL").fetchone()[0]
            if now > max(before, self.most_inputs):
                raise InputsFull(InputsFull.__doc__)
            if after is not None:
                database.execute(
                    "INSERT INTO feed (only, after) VALUES (0, ?) ON CONFLICT (only) DO UPDATE SET after = excluded.after",
                    (after,),
                )
        return int(now - before)

    def waiting(self, agent: str, room: str) -> list[Input]:
        """What a session has not read, oldest first; as much as one turn is fed (R3: of this room only)."""
        rows = self._read(
            "SELECT message, agent, room, seen FROM input WHERE agent = ? AND room = ? AND turn IS NULL "
            "ORDER BY position LIMIT ?",
            (agent, room, FED_INPUTS),
        )
        found: list[Input] = []
        for row in rows:
            one = Input(row[0], row[1], row[2], json.loads(row[3]))
            if found and sum(len(other.body) for other in [*found, one]) > FED_CHARACTERS:
                break
            found.append(one)
        return found

    def sessions(self) -> list[tuple[str, str]]:
        """The sessions, by agent and room, for which something waits."""
        rows = self._read(
            "SELECT agent, room FROM input WHERE turn IS NULL GROUP BY agent, room ORDER BY min(position)"
        )
        return [(row[0], row[1]) for row in rows]

    def consumed(self, turn: str, messages: Sequence[str]) -> None:
        """A turn that had these whole in its prompt is complete; on disk when this returns (J1, J2)."""
        with self._writing() as database:
            database.executemany(
                "UPDATE input SET turn = ? WHERE message = ? AND turn IS NULL",
                [(turn, message) for message in messages],
            )

    def unsaid(self, limit: int) -> list[Unsaid]:
        """Receipts that the relay has not confirmed, oldest first."""
        rows = self._read(
            "SELECT message, turn FROM input WHERE turn IS NOT NULL OR delivered = 0 ORDER BY position LIMIT ?",
            (limit,),
        )
        return [Unsaid(row[0], Known.read if row[1] else Known.delivered, row[1]) for row in rows]

    def confirmed(self, message: str, state: Known) -> None:
        """The relay has this receipt, whoever gave it: what is read is done with."""
        with self._writing(durable=False) as database:
            if state is Known.read:
                database.execute("DELETE FROM input WHERE message = ?", (message,))
            else:
                database.execute("UPDATE input SET delivered = 1 WHERE message = ?", (message,))

    # -- what a request waits for -----------------------------------------------------------------------------------

    def waits(self, request: str) -> dict[str, str]:
        """What a request waits for, by id, with what it is about."""
        rows = self._read("SELECT subject, what FROM wait WHERE request = ? ORDER BY rowid", (request,))
        return {row[0]: row[1] for row in rows if not row[0].startswith(INTENT)}

    def intend(self, request: str, key: str, wish: Any) -> None:
        """What an agent is about to ask, before the relay hears of it: a crash in between loses no question (X1)."""
        with self._writing() as database:
            database.execute(
                "INSERT OR IGNORE INTO wait (request, subject, what) VALUES (?, ?, ?)",
                (request, INTENT + key, json.dumps(wish)),
            )

    def intents(self, request: str) -> dict[str, Any]:
        """What was about to be asked and is not known to have been, by its key."""
        rows = self._read("SELECT subject, what FROM wait WHERE request = ? ORDER BY rowid", (request,))
        return {row[0].removeprefix(INTENT): json.loads(row[1]) for row in rows if row[0].startswith(INTENT)}

    def asked(self, request: str, key: str, subject: str | None, what: str = "") -> None:
        """What became of an intent: a question under way by its id, in the same breath waited for; or nothing."""
        with self._writing() as database:
            database.execute("DELETE FROM wait WHERE request = ? AND subject = ?", (request, INTENT + key))
            if subject is not None:
                database.execute(
                    "INSERT OR IGNORE INTO wait (request, subject, what) VALUES (?, ?, ?)",
                    (request, subject, what),
                )

    def wait_no_more(self, request: str, subjects: Sequence[str]) -> None:
        """An answer was read, or will not come."""
        with self._writing() as database:
            database.executemany(
                "DELETE FROM wait WHERE request = ? AND subject = ?",
                [(request, subject) for subject in subjects],
            )
