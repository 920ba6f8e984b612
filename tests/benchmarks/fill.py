"""A million requests in a minute: copies of one that the relay made, by one statement for each table."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import psycopg

BEGIN = 1_672_531_200_000_000
"""2023-01-01 UTC in microseconds; the requests follow, a thousand a day."""

GAP = 86_400_000
AT = f"({BEGIN} + i * {GAP})"
FAR = 4_000_000_000_000_000
"""A deadline that nobody here lives to see."""

FINISHED = {
    "state": "'done'", "seq": "2", "deadline": "NULL", "queued_at": AT, "decided_by": "owner", "decided_at": AT,
    "decided_key": "'tap:' || i", "decision": "'once'", "started_at": AT, "ended_at": AT, "ended_by": "agent",
    "fence": "1", "reported": "1", "result": "'done'",
}  # fmt: skip
OPEN = {"state": "'pending'", "seq": "1", "deadline": f"{FAR} + i"}


class Database(Protocol):
    """What both drivers' connections can do."""

    def execute(self, statement: Any, /) -> Any: ...


@dataclass(frozen=True)
class Words:
    """What the two databases say differently: the numbers 1 to n as ``i``, a hexadecimal time, a day."""

    series: str
    identity: str
    day: str


SQLITE = Words(
    "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {number}) SELECT i FROM n)",
    f"owner || printf('-%014x%08x', {AT}, i)",
    f"CAST(strftime('%Y%m%d', {AT} / 1000000, 'unixepoch') AS INTEGER)",
)
POSTGRES = Words(
    "(SELECT i::bigint FROM generate_series(1, {number}) AS n(i)) AS series",
    f"owner || '-' || lpad(to_hex({AT}), 14, '0') || lpad(to_hex(i), 8, '0')",
    f"to_char(to_timestamp({AT} / 1000000) AT TIME ZONE 'UTC', 'YYYYMMDD')::int",
)


@contextmanager
def filling(url: str) -> Iterator[tuple[Database, Words]]:
    """A connection for filling. On SQLite nobody else may have the file open."""
    if url.startswith("sqlite:"):
        with _sqlite(Path(url.removeprefix("sqlite:///"))) as connection:
            yield connection, SQLITE
        return
    with psycopg.connect(url, autocommit=True) as postgres:
        yield postgres, POSTGRES
        postgres.execute("VACUUM ANALYZE")
        postgres.execute("CHECKPOINT")


@contextmanager
def _sqlite(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=delete", "synchronous=off", "cache_size=-262144", "temp_store=memory"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    indexes = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql NOT NULL"
    ).fetchall()
    for name, _ in indexes:
        connection.execute(f"DROP INDEX {name}")
    yield connection
    for _, statement in indexes:
        connection.execute(statement)
    connection.execute("PRAGMA journal_mode=wal").fetchall()
    connection.close()


def fill(url: str, request: str, number: int, *, finished: bool) -> None:
    """Add ``number`` requests like ``request``: finished ones with all that they leave behind, or open ones."""
    with filling(url) as (connection, words):
        values = FINISHED if finished else OPEN
        also = {
            "id": words.identity, "day": words.day, "number": "i % 1000 + 1", "origin": "'fill:' || i",
            "asked_at": AT, "changed_at": AT,
        }  # fmt: skip
        _copies(connection, words, "request", f"id = '{request}'", number, {**also, **values})
        if finished:
            _history(connection, words, request, number)


def _history(connection: Database, words: Words, request: str, number: int) -> None:
    same = {"request": words.identity}
    source = "(SELECT e.*, r.owner FROM event e JOIN request r ON r.id = e.request)"
    for seq, kind in ((1, "asked"), (2, "done")):
        values = {**same, "seq": str(seq), "kind": f"'{kind}'", "at": AT}
        where = f"request = '{request}' AND seq = 1"
        _copies(connection, words, "event", where, number, values, source)
    place = {
        "id": words.identity, "subject": words.identity, "message": "'fill:' || i", "thread": "'fill:' || i",
        "wanted": "2", "shown": "2", "made_at": AT, "changed_at": AT,
    }  # fmt: skip
    _copies(connection, words, "place", f"subject = '{request}'", number, place)
    _tasks(connection, words, request, number)
    last = _head(connection, request)
    for step, act in ((0, "asked"), (1, "done")):
        place_in_chain = f"({last} + i * 2 - 1 + {step})"
        body = (
            f"""'{{"account":null,"act":"{act}","agent":null,"at":' || {AT} || ',"number":' || {place_in_chain}"""
            f""" || ',"request":"' || {words.identity} || '","result":"ok","who":"' || who || '"}}'"""
        )
        values = {**same, "number": place_in_chain, "at": AT, "body": body}
        where = f"number = 1 AND owner = (SELECT owner FROM request WHERE id = '{request}')"
        _copies(connection, words, "audit", where, number, values)
    owner = f"(SELECT owner FROM request WHERE id = '{request}')"
    connection.execute(f"UPDATE head SET number = {last + 2 * number} WHERE owner = {owner}")


def _tasks(connection: Database, words: Words, request: str, number: int) -> None:
    """The task of each request, completed, and its delegation, settled."""
    made = f"'d-' || {words.identity}"
    ended = {"ended_at": AT, "made_at": AT, "opened_at": AT, "assigned_at": AT}
    done = {**ended, "id": words.identity, "root": words.identity, "delegation": made, "state": "'completed'"}
    settled = {**ended, "id": made, "task": words.identity, "state": "'settled'"}
    _copies(connection, words, "delegation", f"task = '{request}'", number, settled)
    _copies(connection, words, "task", f"id = '{request}'", number, done)


def _head(connection: Database, request: str) -> int:
    query = f"SELECT number FROM head WHERE owner = (SELECT owner FROM request WHERE id = '{request}')"
    return int(connection.execute(query).fetchone()[0])


def _copies(
    connection: Database,
    words: Words,
    table: str,
    where: str,
    number: int,
    values: dict[str, str],
    source: str | None = None,
) -> None:
    """Rows like the one at ``where``, with ``values`` in place of its own."""
    cursor = connection.execute(f"SELECT * FROM {table} LIMIT 0")
    names = [column[0] for column in cursor.description]
    taken = ", ".join(values.get(name, name) for name in names)
    series = words.series.format(number=number)
    connection.execute(
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {taken} FROM {series}, "
        f"(SELECT * FROM {source or table} AS original WHERE {where}) AS template"
    )
