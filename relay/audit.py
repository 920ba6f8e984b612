"""The audit chain: reading it, and checking it from its first row (U1, U4)."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from relay.store.sql import Row, Sql, table
from relay.store.tables import AgentRow, MachineRow, PersonRow
from relay.store.tables import AuditRow as AuditTable
from relay.store.tx import GENESIS, Tx, chain
from relay.wire.audit import AuditPage, AuditRow, AuditState

audit, people = table(AuditTable), table(PersonRow)
agents, machines = table(AgentRow), table(MachineRow)

CHECK_PAGE = 5_000
NEWEST = 2**62
LOOKED_AT, CHUNK = 5_000, 500
"""Rows that one filtered page looks at, and how many at a time."""

_PAGE = (
    select(audit)
    .where(audit.c.owner == bindparam("the_owner"), audit.c.number < bindparam("the_before"))
    .order_by(audit.c.number.desc())
    .limit(bindparam("the_limit"))
)
_ALL, _OF_REQUEST = Sql(_PAGE), Sql(_PAGE.where(audit.c.request == bindparam("the_request")))
_OF_PERSON = Sql(_PAGE.where(audit.c.who == bindparam("the_who")))
_AT = Sql(
    select(audit.c.at).where(
        audit.c.owner == bindparam("the_owner"), audit.c.number == bindparam("the_number")
    )
)
_PERSON = Sql(select(people.c.name).where(people.c.id == bindparam("the_id")))
_MACHINE = Sql(select(machines.c.name).where(machines.c.id == bindparam("the_id")))
_AGENT = Sql(select(agents.c.handle.label("name")).where(agents.c.id == bindparam("the_id")))
_FORWARD = Sql(
    select(audit)
    .where(audit.c.owner == bindparam("the_owner"), audit.c.number > bindparam("the_after"))
    .order_by(audit.c.number)
    .limit(CHECK_PAGE)
)


@dataclass(frozen=True)
class Wanted:
    """Which rows of a log are wanted: by whom, which act, on which request, from when and until when."""

    who: str | None = None
    act: str | None = None
    request: str | None = None
    since: int = 0
    until: int = 0

    def is_met(self, row: Row) -> bool:
        """Whether a row is one of them."""
        if (self.who and row.who != self.who) or (self.request and row.request != self.request):
            return False
        return self.act is None or str(json.loads(row.body)["act"]) == self.act


def page(
    tx: Tx, owner: str, before: int | None, limit: int, request: str | None, only: str | None = None
) -> AuditPage:
    """A page of an owner's log, newest first; ``only`` keeps the rows of one person (U4)."""
    values = {"the_owner": owner, "the_before": before or NEWEST, "the_limit": limit}
    if only is not None:
        rows = tx.all(_OF_PERSON, the_who=only, **values)
    elif request is not None:
        rows = tx.all(_OF_REQUEST, the_request=request, **values)
    else:
        rows = tx.all(_ALL, **values)
    return AuditPage(rows=_named(tx, rows), before=rows[-1].number if len(rows) == limit else None)


def search(tx: Tx, owner: str, before: int | None, limit: int, wanted: Wanted) -> AuditPage:
    """The same, only of what is wanted. It looks at so many rows and no more: there may be more further down."""
    at = min(before or NEWEST, _first_at(tx, owner, wanted.until) if wanted.until else NEWEST)
    found: list[Row] = []
    for row in _down(tx, owner, at):
        at = row.number
        if wanted.since and row.at < wanted.since:
            return AuditPage(rows=_named(tx, found), before=None)
        if wanted.is_met(row):
            found.append(row)
        if len(found) == limit:
            break
    return AuditPage(rows=_named(tx, found), before=at if 1 < at < NEWEST else None)


def _down(tx: Tx, owner: str, before: int) -> Iterator[Row]:
    for _ in range(LOOKED_AT // CHUNK):
        rows = tx.all(_ALL, the_owner=owner, the_before=before, the_limit=CHUNK)
        yield from rows
        if len(rows) < CHUNK:
            return
        before = rows[-1].number


def _first_at(tx: Tx, owner: str, time: int) -> int:
    """The number of the first row that is not before a time: numbers have no gaps and times do not go back."""
    low, high = 1, tx.head(owner)[0] + 1
    while low < high:
        middle = (low + high) // 2
        row = tx.one(_AT, the_owner=owner, the_number=middle)
        low, high = (middle + 1, high) if row is not None and row.at < time else (low, middle)
    return low


def _named(tx: Tx, rows: Sequence[Row]) -> list[AuditRow]:
    """The rows with the names of people and agents, each looked up once."""
    names = {who: _name_of(tx, who) for who in {row.who for row in rows}}
    views = [_view(row) for row in rows]
    handles = {agent: _one(tx, _AGENT, agent) for agent in {view.agent for view in views} if agent}
    return [
        view.model_copy(update={"who_name": names[view.who], "handle": handles.get(view.agent or "")})
        for view in views
    ]


def _name_of(tx: Tx, who: str) -> str | None:
    """A person's name, an agent's handle or a machine's name; nothing for the clock and the relay."""
    kind, _, name = who.partition(":")
    if kind == "agent" and (handle := _one(tx, _AGENT, name)):
        return f"@{handle}"
    return _one(tx, _MACHINE, name) if kind == "machine" else _one(tx, _PERSON, who)


def _one(tx: Tx, sql: Sql, name: str) -> str | None:
    row = tx.one(sql, the_id=name)
    return row.name if row else None


def _view(row: Row) -> AuditRow:
    body = json.loads(row.body)
    known = {name: body.pop(name) for name in ("act", "who", "account", "request", "agent", "result")}
    del body["number"], body["at"]
    return AuditRow(number=row.number, at=row.at, body=body, hash=row.hash, **known)


def rows_after(tx: Tx, owner: str, after: int) -> list[Row]:
    """The rows after a number, to be checked a page at a time: no check holds a database for long."""
    return tx.all(_FORWARD, the_owner=owner, the_after=after)


class Check:
    """Follows a chain row by row and remembers the first fault.

    ``kept`` are heads that were kept outside the database, number to hash: a cut tail or a chain that was
    rewritten as a whole is found by them.
    """

    def __init__(self, kept: dict[int, str] | None = None) -> None:
        self.number, self.hash = 0, GENESIS
        self.fault: str | None = None
        self._kept = dict(kept or {})

    def follow(self, rows: Sequence[Row]) -> None:
        """Go on with the next rows."""
        for row in rows:
            if self.fault is None:
                self.fault = self._fault_of(row)
                self.number, self.hash = row.number, row.hash

    def _fault_of(self, row: Row) -> str | None:
        if row.number != self.number + 1:
            return f"row {self.number + 1} is missing"
        if chain(self.hash, row.body) != row.hash:
            return f"row {row.number} was changed, or a row before it"
        if not _agrees(row):
            return f"row {row.number}: its columns do not say what its text says"
        kept = self._kept.pop(row.number, None)
        if kept is not None and kept != row.hash:
            return f"row {row.number} is not the one whose hash was kept outside the database"
        return None

    def state(self) -> AuditState:
        """What was found."""
        fault = self.fault
        if fault is None and any(number > self.number for number in self._kept):
            fault = f"rows after {self.number} are missing: the head kept outside is {max(self._kept)}"
        return AuditState(whole=fault is None, rows=self.number, head=self.hash, fault=fault)


def _agrees(row: Row) -> bool:
    body = json.loads(row.body)
    return (body["number"], body["at"], body["who"], body["request"]) == (
        row.number,
        row.at,
        row.who,
        row.request,
    )
