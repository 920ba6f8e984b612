"""The audit chain: reading it, and checking it from its first row (U1, U4)."""

import json
from collections.abc import Sequence

from sqlalchemy import bindparam, select

from relay.store.sql import Row, Sql, table
from relay.store.tables import AuditRow as AuditTable
from relay.store.tx import GENESIS, Tx, chain
from relay.wire.audit import AuditPage, AuditRow, AuditState

audit = table(AuditTable)

CHECK_PAGE = 5_000
NEWEST = 2**62

_PAGE = (
    select(audit)
    .where(audit.c.owner == bindparam("the_owner"), audit.c.number < bindparam("the_before"))
    .order_by(audit.c.number.desc())
    .limit(bindparam("the_limit"))
)
_ALL, _OF_REQUEST = Sql(_PAGE), Sql(_PAGE.where(audit.c.request == bindparam("the_request")))
_OF_PERSON = Sql(_PAGE.where(audit.c.who == bindparam("the_who")))
_FORWARD = Sql(
    select(audit)
    .where(audit.c.owner == bindparam("the_owner"), audit.c.number > bindparam("the_after"))
    .order_by(audit.c.number)
    .limit(CHECK_PAGE)
)


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
    return AuditPage(
        rows=[_view(row) for row in rows], before=rows[-1].number if len(rows) == limit else None
    )


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
