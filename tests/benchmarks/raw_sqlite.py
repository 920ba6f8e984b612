"""The floor of the SQLite benchmark: one whole approval at a time, by hand, on the standard library alone.

The same statements in the same order leave the same rows as the relay's verb does; `store_sqlite` checks it.
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path

from tests.benchmarks.stage import Pending

APPROVE = """
UPDATE request SET state='approved', seq=seq+1, changed_at=?, queued_at=?, decided_by=?, decided_at=?, decided_key=?,
 decision='once', reason=NULL
WHERE id=? AND state='pending' AND owner=? AND version=1 AND deadline>?
RETURNING id, owner, day, number, room, agent, version, seq"""
EVENT = "INSERT INTO event (request, seq, kind, at, actor, body) VALUES (?,?,?,?,?,?)"
HEAD = "SELECT number, hash FROM head WHERE owner=?"
AUDIT = "INSERT INTO audit (owner, number, at, who, request, body, hash) VALUES (?,?,?,?,?,?,?)"
MOVE_HEAD = "UPDATE head SET number=?, hash=?, at=? WHERE owner=?"
PLACE = "UPDATE place SET wanted=?, changed_at=? WHERE subject=? AND wanted<? RETURNING platform, tenant"

ROWS = {
    "event": "SELECT request, seq, kind, actor, body FROM event ORDER BY 1, 2",
    "audit": "SELECT owner, number, who, request FROM audit ORDER BY 1, 2",
    "place": "SELECT subject, wanted, shown FROM place ORDER BY 1",
    "request": "SELECT id, state, seq, decided_by, decided_key, decision, reason FROM request ORDER BY 1",
}
"""What both sides must leave, but for times and hashes."""

encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


def connect(database: Path) -> sqlite3.Connection:
    """A connection that waits for the disk at each commit."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode=wal").fetchall()
    connection.execute("PRAGMA synchronous=full")
    connection.execute("PRAGMA foreign_keys=on")
    return connection


def approve_all(connection: sqlite3.Connection, work: Iterable[Pending]) -> None:
    """Approve one request after another, each in a commit of its own."""
    cursor = connection.cursor()
    for pending in work:
        cursor.execute("BEGIN IMMEDIATE")
        _approve(cursor, pending.owner, pending.request)
        cursor.execute("COMMIT")


def _approve(cursor: sqlite3.Cursor, owner: str, request: str) -> None:
    now = time.time_ns() // 1000
    key = f"tap:{request}"
    found = cursor.execute(APPROVE, (now, now, owner, now, key, request, owner, now)).fetchall()
    _, _, day, number, _, agent, version, seq = found[0]
    public = f"R{day}-{number:02d}"
    cursor.execute(
        EVENT, (request, seq, "approved", now, owner, encode({"decision": "once", "version": version}))
    )
    last, before = cursor.execute(HEAD, (owner,)).fetchall()[0]
    body = encode(
        {
            "number": last + 1, "at": now, "act": "approved", "who": owner, "account": "token", "request": request,
            "agent": agent, "result": "ok", "public_id": public, "decision": "once", "version": version,
        }
    )  # fmt: skip
    hashed = hashlib.sha256((before + body).encode()).hexdigest()
    cursor.execute(AUDIT, (owner, last + 1, now, owner, request, body, hashed))
    cursor.execute(MOVE_HEAD, (last + 1, hashed, now, owner))
    cursor.execute(PLACE, (seq, now, request, seq)).fetchall()
