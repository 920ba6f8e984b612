"""Tasks, the delegations that they are done under, and the moves of tasks (D)."""

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from relay.store.tables.base import instant, maybe_instant
from relay.store.tables.base import text as long_text


def _partial(name: str, where: str, *columns: str, unique: bool = False) -> Index:
    predicate = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=predicate, postgresql_where=predicate)


class TaskRow(SQLModel, table=True):
    """The work of one request; its id is the request's (D1).

    Its session is that of ``agent`` in ``room``. ``person`` is who stands at the root, on whose behalf it is
    done; ``parent`` and ``root`` are tasks, and are those of the newest move; ``delegation`` is the newest.
    ``assigned_at`` says when it was given to its session last; ``wish`` is the hash of what the asking agent
    said, so that the same key with other words is found out; what is tried again keeps it.
    """

    __tablename__ = "task"
    __table_args__ = (
        _partial("ix_task_open", "state = 'open'", "agent", "room", "assigned_at"),
        _partial("ix_task_parent", "parent IS NOT NULL", "parent"),
    )
    id: str = Field(primary_key=True, foreign_key="request.id")
    owner: str
    room: str
    agent: str
    person: str
    state: str
    parent: str | None = None
    root: str
    delegation: str
    wish: str | None = None
    opened_at: int = instant()
    assigned_at: int = instant()
    ended_at: int | None = maybe_instant()


class DelegationRow(SQLModel, table=True):
    """What a task may do and use (D4). What it says never changes; only its state and its meters do.

    ``terms`` is what this row adds to the limits of those above it (JSON); ``lineage`` is the hash of that and
    of the parent's lineage. ``meters`` is by meter what was granted, is held, was spent (JSON). One without a
    task is the allowance of a standing permission (``standing``) on one ``day`` of UTC, written 20260906.
    """

    __tablename__ = "delegation"
    __table_args__ = (
        _partial("ix_delegation_parent", "state = 'live' AND parent IS NOT NULL", "parent"),
        _partial("ix_delegation_due", "state = 'live' AND expires_at IS NOT NULL", "expires_at"),
        _partial("ix_delegation_day", "standing IS NOT NULL", "standing", "day", unique=True),
        Index("ix_delegation_task", "task", "made_at"),
    )
    id: str = Field(primary_key=True)
    owner: str
    task: str | None = None
    parent: str | None = None
    state: str
    terms: str = long_text()
    lineage: str
    meters: str = long_text("{}")
    expires_at: int | None = maybe_instant()
    made_at: int = instant()
    ended_at: int | None = maybe_instant()
    successor: str | None = None
    standing: str | None = None
    day: int | None = None


class MoveRow(SQLModel, table=True):
    """A move of a task under another parent, by the key of the operation: the same again gives the same (D6)."""

    __tablename__ = "move"
    owner: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    digest: str
    answer: str = long_text()
    at: int = instant()
