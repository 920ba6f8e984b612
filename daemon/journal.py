"""The daemon's durable queue (J): what was accepted, what must still be said, and which effects are in the air.

Everything is written down before it is said or done. How it comes to the disk, and when, is in
`daemon.transactions`.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from daemon.inputs import Inputs
from daemon.records import (
    Execution,
    ExecutionKnown,
    JournalClosed,
    JournalFull,
    JournalUnclear,
    Phase,
    Report,
    Work,
    WorkUnknown,
)
from daemon.storage import JournalDamaged, JournalHeld

__all__ = [
    "Execution",
    "ExecutionKnown",
    "Journal",
    "JournalClosed",
    "JournalDamaged",
    "JournalFull",
    "JournalHeld",
    "JournalUnclear",
    "Phase",
    "Report",
    "Work",
    "WorkUnknown",
]
MOST_UNSENT = 100_000
"""Reports that may wait to be sent; enough for a day without network of a busy agent."""


class Journal(Inputs):
    """The open journal. Every method is one small transaction, and returns when it is on the disk.

    But for `append`, `mark_sent`, `note_calls` and `spend`: they return when no death of the process can undo them,
    and are on the disk with the next transaction of another kind, or after `secure`.
    """

    def __init__(self, folder: Path, *, machine: str = "", most_unsent: int = MOST_UNSENT) -> None:
        """Open the journal in a folder, made if it is not there; ``machine`` names this one to a second daemon.

        Raises:
            JournalHeld: another process has it open.
            JournalDamaged: its file cannot be trusted.
        """
        super().__init__(folder, machine)
        self._most_unsent = most_unsent
        try:
            self._waiting = int(self._read("SELECT count(*) FROM report")[0][0])
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def accept(self, request: str, fence: int, claim: Any, reported: int | None = None) -> None:
        """Take work on, or take it on again under a newer fence number; the same twice is harmless.

        ``reported`` is the last report that the relay has: what is to be said goes on behind it, also where
        this journal is a new one.

        Raises:
            WorkUnknown: the journal has it under a newer number.
        """
        with self._writing() as database:
            changed = database.execute(
                "INSERT INTO work (request, fence, claim, phase) VALUES (?, ?, ?, 'accepted') ON CONFLICT (request) "
                "DO UPDATE SET fence = excluded.fence, claim = excluded.claim WHERE excluded.fence >= fence",
                (request, fence, json.dumps(claim)),
            )
            if changed.rowcount != 1:
                raise WorkUnknown(f"{request} is held under a newer number than {fence}.")
            sent = 0 if reported is None else self._agree_on_numbers(database, request, reported)
        self._waiting -= sent

    def _agree_on_numbers(self, database: sqlite3.Connection, request: str, reported: int) -> int:
        """Drop the reports that the relay has, and number the others on from there; how many it had."""
        sent = database.execute(
            "DELETE FROM report WHERE request = ? AND n <= ?", (request, reported)
        ).rowcount
        kept, first = database.execute(
            "SELECT count(*), min(n) FROM report WHERE request = ?", (request,)
        ).fetchone()
        if kept and first > reported + 1:
            down = "UPDATE report SET n = n - ? WHERE request = ?"
            database.execute(down, (first - reported - 1, request))
        database.execute("UPDATE work SET last_report = ? WHERE request = ?", (reported + kept, request))
        return sent

    def send_prompt(self, request: str, session: str) -> None:
        """Note, before it happens, that the prompt is being sent into a session (X4, X8)."""
        self._advance(request, "phase = 'prompt_sent', session = ?", (session,))

    def session_ready(self, request: str, session: str, process: int | None, started: float | None) -> None:
        """Note that the session can be resumed, and which process has it; ``started`` in epoch seconds."""
        fields = "phase = 'session_ready', session = ?, process = ?, process_started = ?"
        self._advance(request, fields, (session, process, started))

    def rest(self, request: str, bodies: Sequence[Any]) -> None:
        """Note that the request waits for an answer and no process of it is left, and what is to be said of it (X1)."""
        with self._writing() as database:
            self._append(database, request, bodies)
            database.execute(
                "UPDATE work SET phase = 'waiting', process = NULL, process_started = NULL WHERE request = ?",
                (request,),
            )
        self._waiting += len(bodies)

    def rests(self, request: str) -> bool:
        """Whether a request waits for an answer."""
        return bool(self._read("SELECT 1 FROM work WHERE request = ? AND phase = 'waiting'", (request,)))

    def end(self, request: str) -> None:
        """Note that the work is over; its reports stay until they are sent."""
        self._advance(request, "phase = 'ended', process = NULL, process_started = NULL", ())

    def forget(self, request: str) -> bool:
        """Remove ended work whose reports are all sent; whether it was removed. Unknown effects keep it."""
        with self._writing() as database:
            busy = database.execute(
                "SELECT 1 FROM work WHERE request = :r AND phase != 'ended' UNION ALL SELECT 1 FROM report WHERE "
                "request = :r UNION ALL SELECT 1 FROM execution WHERE request = :r AND phase != 'ended' LIMIT 1",
                {"r": request},
            ).fetchone()
            if busy:
                return False
            database.execute("DELETE FROM evidence WHERE request = ?", (request,))
            database.execute("DELETE FROM wait WHERE request = ?", (request,))
            database.execute("DELETE FROM execution WHERE request = ?", (request,))
            return database.execute("DELETE FROM work WHERE request = ?", (request,)).rowcount == 1

    def works(self) -> list[Work]:
        """All work, in the order in which it was accepted."""
        rows = self._read(
            "SELECT request, fence, claim, phase, session, process, process_started FROM work ORDER BY position"
        )
        return [Work(row[0], row[1], json.loads(row[2]), Phase(row[3]), *row[4:]) for row in rows]

    def append(self, request: str, bodies: Sequence[Any]) -> list[int]:
        """Write reports down, all or none; their numbers, counted from 1. Before they are said: `secure`.

        Raises:
            JournalFull: there is no room; nothing was written and nothing dropped (J7).
            WorkUnknown: no such request.
        """
        with self._writing(durable=False) as database:
            numbers = self._append(database, request, bodies)
        self._waiting += len(bodies)
        return numbers

    def _append(self, database: sqlite3.Connection, request: str, bodies: Sequence[Any]) -> list[int]:
        row = database.execute("SELECT last_report FROM work WHERE request = ?", (request,)).fetchone()
        if row is None:
            raise WorkUnknown(f"The journal has no request {request}.")
        if self._waiting + len(bodies) > self._most_unsent:
            raise JournalFull(f"{self._waiting} reports wait to be sent; no room for {len(bodies)} more.")
        numbers = list(range(row[0] + 1, row[0] + 1 + len(bodies)))
        database.executemany(
            "INSERT INTO report (request, n, body) VALUES (?, ?, ?)",
            [(request, n, json.dumps(body)) for n, body in zip(numbers, bodies, strict=True)],
        )
        database.execute(
            "UPDATE work SET last_report = last_report + ? WHERE request = ?", (len(bodies), request)
        )
        return numbers

    def unsent(self, limit: int, request: str | None = None) -> list[Report]:
        """Reports that the relay has not confirmed, oldest first, of all requests or of one."""
        where = "" if request is None else "WHERE request = ? "
        given: tuple[Any, ...] = (limit,) if request is None else (request, limit)
        rows = self._read(f"SELECT request, n, body FROM report {where}ORDER BY position LIMIT ?", given)  # noqa: S608
        return [Report(row[0], row[1], json.loads(row[2])) for row in rows]

    def mark_sent(self, request: str, up_to: int) -> None:
        """The relay confirmed the reports of a request up to and including this number; to say them again is harmless."""
        with self._writing(durable=False) as database:
            sent = database.execute(
                "DELETE FROM report WHERE request = ? AND n <= ?", (request, up_to)
            ).rowcount
        self._waiting -= sent

    def newest(self, request: str) -> int:
        """The number of the last report that was written for a request."""
        return sum(row[0] for row in self._read("SELECT last_report FROM work WHERE request = ?", (request,)))

    def note_calls(self, request: str, calls: Iterable[str]) -> None:
        """The last of these tool calls is about to begin: a program that dies may not have written that down itself."""
        with self._writing(durable=False) as database:
            kept = json.dumps(list(calls))
            database.execute("UPDATE work SET last_calls = ? WHERE request = ?", (kept, request))

    def last_calls(self, request: str) -> list[str]:
        """The last tool calls of a request that were begun, oldest first."""
        rows = self._read("SELECT last_calls FROM work WHERE request = ?", (request,))
        return [str(call) for row in rows for call in json.loads(row[0])]

    def spend(self, request: str, tokens: int) -> None:
        """The model has used up so many tokens more for a request."""
        with self._writing(durable=False) as database:
            database.execute("UPDATE work SET spent = spent + ? WHERE request = ?", (tokens, request))

    def spent(self, request: str) -> int:
        """How many tokens the model has used up for a request, in all runs of the daemon."""
        return sum(row[0] for row in self._read("SELECT spent FROM work WHERE request = ?", (request,)))

    def note_evidence(self, request: str, given: str) -> None:
        """The model has consumed an input: on disk before its receipt is sent (J1)."""
        with self._writing() as database:
            self._require(database, request)
            database.execute(
                "INSERT OR IGNORE INTO evidence (request, input) VALUES (?, ?)", (request, given)
            )

    def evidence(self, request: str) -> frozenset[str]:
        """The inputs that the model has consumed; they are not fed again."""
        return frozenset(
            row[0] for row in self._read("SELECT input FROM evidence WHERE request = ?", (request,))
        )

    def start_execution(self, request: str, call: str, digest: str, action: str = "") -> None:
        """Note that an effect is about to happen; ``action`` is the relay's name of it.

        Raises:
            ExecutionKnown: it was started before, whatever came of it (X7).
        """
        with self._writing() as database:
            self._require(database, request)
            added = database.execute(
                "INSERT OR IGNORE INTO execution (request, call, digest, phase, action) VALUES (?, ?, ?, 'started', ?)",
                (request, call, digest, action),
            )
            if added.rowcount != 1:
                raise ExecutionKnown(
                    f"The call {call} of {request} was already started; it is not started again."
                )

    def end_execution(self, request: str, call: str, outcome: Any, bodies: Sequence[Any] = ()) -> bool:
        """Note what came of an effect, and in the same breath what is to be said of it; whether that was news."""
        with self._writing() as database:
            changed = database.execute(
                "UPDATE execution SET phase = 'ended', outcome = ? WHERE request = ? AND call = ? AND phase = 'started'",
                (json.dumps(outcome), request, call),
            )
            told = bodies if changed.rowcount == 1 else ()
            if told:
                self._append(database, request, told)
        self._waiting += len(told)
        return changed.rowcount == 1

    def executions(self, request: str) -> list[Execution]:
        """The effects of a request. Found at start-up without an outcome, one is unknown."""
        rows = self._read(
            "SELECT call, digest, phase, outcome, action FROM execution WHERE request = ? ORDER BY rowid",
            (request,),
        )
        return [
            Execution(
                request,
                row[0],
                row[1],
                row[2] == "ended",
                None if row[3] is None else json.loads(row[3]),
                row[4],
            )
            for row in rows
        ]

    def _advance(self, request: str, fields: str, values: tuple[Any, ...]) -> None:
        with self._writing() as database:
            self._require(database, request)
            database.execute(f"UPDATE work SET {fields} WHERE request = ?", (*values, request))  # noqa: S608

    def _require(self, database: sqlite3.Connection, request: str) -> None:
        if database.execute("SELECT 1 FROM work WHERE request = ?", (request,)).fetchone() is None:
            raise WorkUnknown(f"The journal has no request {request}.")
