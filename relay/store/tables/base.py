"""What all tables share. Times are whole microseconds since 1970 UTC: no zone, no rounding, one order."""

from sqlalchemy import BigInteger, Column, Text
from sqlmodel import Field, SQLModel

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = NAMING


def instant(*, index: bool = False) -> int:
    """A column for a time that is always there."""
    return Field(sa_type=BigInteger, index=index)  # type: ignore[no-any-return]


def maybe_instant() -> int | None:
    """A column for a time that may be missing."""
    return Field(default=None, sa_type=BigInteger)  # type: ignore[no-any-return]


def text(default: str | None = None) -> str:
    """A column for long text, JSON included: JSON is kept as text that we wrote ourselves."""
    if default is None:
        return Field(sa_column=Column(Text, nullable=False))  # type: ignore[no-any-return]
    return Field(default=default, sa_column=Column(Text, nullable=False))  # type: ignore[no-any-return]


def maybe_text() -> str | None:
    """A column for long text that may be missing."""
    return Field(default=None, sa_column=Column(Text, nullable=True))  # type: ignore[no-any-return]
