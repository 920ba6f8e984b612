"""The audit log, as its owner reads it."""

from typing import Any

from relay.wire.base import Instant, Seen


class AuditRow(Seen):
    """One row of an owner's chain. ``hash`` covers the row and the hash before it."""

    number: int
    at: Instant
    act: str
    who: str
    who_name: str | None = None
    account: str | None
    request: str | None
    agent: str | None
    handle: str | None = None
    result: str
    body: dict[str, Any]
    hash: str


class AuditPage(Seen):
    """Rows, newest first; ``before`` asks for the next page. With a filter a page may be short, or empty, and still
    have a next one: so many rows were looked at."""

    rows: list[AuditRow]
    before: int | None


class AuditState(Seen):
    """The chain, checked from its first row."""

    whole: bool
    rows: int
    head: str
    fault: str | None
