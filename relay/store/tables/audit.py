"""The hash chain of each owner, and its head."""

from sqlalchemy import BigInteger, Index
from sqlmodel import Field, SQLModel

from relay.store.tables.base import instant, maybe_instant
from relay.store.tables.base import text as long_text


class AuditRow(SQLModel, table=True):
    """One row. ``hash`` is of the hash before it and of ``body`` as it stands here."""

    __tablename__ = "audit"
    __table_args__ = (Index("ix_audit_request", "owner", "request", "number"), {"sqlite_with_rowid": False})
    owner: str = Field(primary_key=True)
    number: int = Field(primary_key=True, sa_type=BigInteger)
    at: int = instant()
    who: str
    request: str | None = None
    body: str = long_text()
    hash: str


class HeadRow(SQLModel, table=True):
    """The newest row of a chain. In PostgreSQL, locking it is what makes an owner's verbs one at a time.

    ``asks_until``: after a restore nothing of this owner's starts unasked until then (O16).
    """

    __tablename__ = "head"
    owner: str = Field(primary_key=True)
    number: int = Field(sa_type=BigInteger)
    hash: str
    at: int = instant()
    asks_until: int | None = maybe_instant()
