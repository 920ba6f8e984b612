"""One transaction, shared by the verbs of one batch.

A verb is a plain synchronous function over a `Tx`: it reads, decides and writes, and does no I/O of its own.
What every transition leaves behind (timeline, audit chain, places to bring up to date, wake-ups) is collected
and written once per batch; so a verb must not read back what it appended with `event`, `audit` or `touch`.
"""

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, Protocol

from sqlalchemy import bindparam, select, update

from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import AuditRow, EventRow, HeadRow, PlaceRow
from relay.wire.base import Problem

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode

GENESIS = "0" * 64
"""The hash before an owner's first audit row."""


def place_topic(platform: Any, tenant: Any) -> Any:
    """What a connector of an installation listens to; of two columns, the same in SQL."""
    return "place:" + platform + ":" + tenant


_INSERT_EVENT = inserting(EventRow)
_INSERT_AUDIT = inserting(AuditRow)
_INSERT_HEAD = inserting(HeadRow)
_heads, _places = table(HeadRow), table(PlaceRow)
_HEAD = Sql(select(_heads.c.number, _heads.c.hash).where(_heads.c.owner == bindparam("the_owner")))
moving_head = (
    update(_heads)
    .where(_heads.c.owner == bindparam("the_owner"))
    .values(number=bindparam("to_number"), hash=bindparam("to_hash"), at=bindparam("to_at"))
)
touching = (
    update(_places)
    .where(_places.c.subject == bindparam("the_subject"), _places.c.wanted < bindparam("to_wanted"))
    .values(wanted=bindparam("to_wanted"), changed_at=bindparam("to_at"))
    .returning(_places.c.platform, _places.c.tenant)
)
_MOVE_HEAD, _TOUCH = Sql(moving_head), Sql(touching)


def canonical(value: Any) -> str:
    """JSON with one spelling: sorted, no spaces, no escapes; what is hashed is this text."""
    return _encode(value)


class Refuse(Exception):
    """A verb refuses, before it has written anything."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


class Cursor(Protocol):
    """What both drivers' cursors can do."""

    @property
    def connection(self) -> Any: ...

    def execute(self, query: Any, params: Any = ...) -> Any: ...

    def executemany(self, query: Any, params: Any) -> Any: ...

    def fetchall(self) -> list[Any]: ...


Question = tuple[Sql, dict[str, Any]]
"""A statement that reads, and its values."""


class Tx:
    """One transaction on one connection. ``clock`` gives the database's time of its beginning."""

    def __init__(self, cursor: Cursor, dialect: str, clock: Callable[[], int]) -> None:
        self._clock = clock
        self.dirty = False
        self.wakes: set[str] = set()
        self._cursor, self._dialect = cursor, dialect
        self._events: list[dict[str, Any]] = []
        self._audits: list[dict[str, Any]] = []
        self._heads: dict[str, tuple[int, str]] = {}
        self._fresh_heads: set[str] = set()
        self._locked: set[str] = set()
        self._touched: dict[str, int] = {}

    @cached_property
    def now(self) -> int:
        """The time, in microseconds: the transaction's, moved on a little with each of its verbs."""
        return self._clock()

    # -- reading and writing at once ------------------------------------------------------------------------

    def all(self, sql: Sql, **values: Any) -> list[Row]:
        """All rows that the statement gives."""
        compiled = sql.compiled(self._dialect)
        self._cursor.execute(compiled.text, compiled.bind(values))
        rows = self._cursor.fetchall()
        if sql.writes and rows:
            self.dirty = True
        return [compiled.row(row) for row in rows]

    def one(self, sql: Sql, **values: Any) -> Row | None:
        """The first row, if there is one."""
        rows = self.all(sql, **values)
        return rows[0] if rows else None

    def together(self, questions: Sequence[Question]) -> list[list[Row]]:
        """What several questions give, where none depends on another's answer."""
        return [self.all(sql, **values) for sql, values in questions]

    def raw(self, words: str) -> list[Any]:
        """What a fixed statement gives; for the few that are about no table of ours."""
        self._cursor.execute(words)
        return list(self._cursor.fetchall())

    def run(self, sql: Sql, **values: Any) -> None:
        """Write, without looking at what comes back."""
        compiled = sql.compiled(self._dialect)
        self._cursor.execute(compiled.text, compiled.bind(values))
        self.dirty = True

    def many(self, sql: Sql, rows: Sequence[dict[str, Any]]) -> None:
        """Write the same statement for many rows."""
        if rows:
            compiled = sql.compiled(self._dialect)
            self._cursor.executemany(compiled.text, [compiled.bind(row) for row in rows])
            self.dirty = True

    # -- collected for the end of the batch -----------------------------------------------------------------

    def event(
        self, request: str, seq: int, kind: str, actor: str, body: dict[str, Any] | None = None
    ) -> None:
        """Append to a request's timeline; ``seq`` is what the request's row counts now."""
        self.dirty = True
        self._events.append(
            {
                "request": request,
                "seq": seq,
                "kind": kind,
                "at": self.now,
                "actor": actor,
                "body": canonical(body or {}),
            }
        )

    def audit(
        self,
        owner: str,
        act: str,
        who: str,
        *,
        account: str | None = None,
        request: str | None = None,
        agent: str | None = None,
        result: str = "ok",
        **more: Any,
    ) -> None:
        """Append to the owner's chain (U1, U2)."""
        self.dirty = True
        number, before = self.head(owner)
        number += 1
        body = canonical(
            {
                "number": number,
                "at": self.now,
                "act": act,
                "who": who,
                "account": account,
                "request": request,
                "agent": agent,
                "result": result,
                **more,
            }
        )
        chained = chain(before, body)
        self._heads[owner] = number, chained
        self._audits.append(
            {
                "owner": owner,
                "number": number,
                "at": self.now,
                "who": who,
                "request": request,
                "body": body,
                "hash": chained,
            }
        )

    def head(self, owner: str) -> tuple[int, str]:
        """Number and hash of the newest audit row, those of this batch included."""
        found = self._heads.get(owner)
        if found is None:
            row = self.one(_HEAD, the_owner=owner)
            if row is None:
                self._fresh_heads.add(owner)
            found = self._heads[owner] = (row.number, row.hash) if row else (0, GENESIS)
        return found

    def know_head(self, owner: str, number: int, newest: str) -> None:
        """The store has read and locked this head already; it keeps the owner's newest time."""
        self._heads[owner] = number, newest
        self._locked.add(owner)

    def touch(self, subject: str, version: int) -> None:
        """All places of a request or join card should show ``version``."""
        self.dirty = True
        self._touched[subject] = max(version, self._touched.get(subject, 0))

    def wake(self, *topics: str) -> None:
        """Wake who listens to these topics, once this is committed."""
        self.wakes.update(topics)

    def flush(self) -> None:
        """Write what was collected."""
        self._append()
        for subject, version in sorted(self._touched.items()):
            self._bring_to(subject, version)

    def _append(self) -> None:
        self.many(_INSERT_EVENT, self._events)
        self.many(_INSERT_AUDIT, self._audits)
        for owner in self._moved_heads():
            number, newest = self._heads[owner]
            self.run(_MOVE_HEAD, the_owner=owner, to_number=number, to_hash=newest, to_at=self.now)

    def _moved_heads(self) -> list[str]:
        """Whose heads have to be moved; those that are new are there from now on."""
        moved = {row["owner"] for row in self._audits} | (self._locked if self.dirty else set())
        for owner in sorted(moved & self._fresh_heads):
            self.run(_INSERT_HEAD, owner=owner, number=0, hash=GENESIS, at=self.now)
        return sorted(moved)

    def _bring_to(self, subject: str, version: int) -> None:
        for place in self.all(_TOUCH, the_subject=subject, to_wanted=version, to_at=self.now):
            self.wakes.add(place_topic(place.platform, place.tenant))


def chain(before: str, body: str) -> str:
    """The hash of an audit row: SHA-256 of the hash before it and its own text."""
    return sha256((before + body).encode()).hexdigest()
