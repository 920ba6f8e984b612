"""Requests, their timelines, the approvals of their actions, join cards, and what is attached."""

from sqlalchemy import BigInteger, Column, Index, LargeBinary, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from relay.store.tables.base import instant, maybe_instant, maybe_text
from relay.store.tables.base import text as long_text


def _partial(name: str, where: str, *columns: str, unique: bool = False) -> Index:
    predicate = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=predicate, postgresql_where=predicate)


class CounterRow(SQLModel, table=True):
    """The last number given on one owner's day (Q1). ``day`` is written 20260906."""

    __tablename__ = "counter"
    owner: str = Field(primary_key=True)
    day: int = Field(primary_key=True)
    number: int


class RequestRow(SQLModel, table=True):
    """One unit of asked-for work.

    ``version`` counts what was asked (A3), ``seq`` the timeline, ``fence`` is the machine's epoch at the
    claim (N2), ``reported`` the last report number (T3), ``origin`` where it was asked, once for ever (C5).
    ``ready_at`` is since when a request that has yielded may take its turn again (X1).
    ``delegation`` is what its work is done under now, with the ``lineage`` of that (D4).
    ``salt`` goes into the digests by which the audit log holds its texts; ``erased_at`` is when these went (O16).
    """

    __tablename__ = "request"
    __table_args__ = (
        UniqueConstraint("owner", "day", "number"),
        Index("ix_request_room_id", "room", "id"),
        Index("ix_request_room_changed_at", "room", "changed_at"),
        _partial("ix_request_open", "ended_at IS NULL", "owner", "asker"),
        _partial("ix_request_room_open", "ended_at IS NULL", "room", "id"),
        _partial("ix_request_room_ended", "ended_at IS NOT NULL", "room", "state", "id"),
        Index("ix_request_asker", "asker", "id"),
        _partial("ix_request_kept", "ended_at IS NOT NULL AND erased_at IS NULL", "ended_at"),
        _partial("ix_request_due", "state = 'pending'", "deadline"),
        _partial("ix_request_queue", "state = 'approved'", "agent", "queued_at", "id"),
        _partial("ix_request_lease", "state = 'running' AND interrupted_at IS NULL", "lease_until"),
        _partial("ix_request_running", "state = 'running'", "agent"),
        _partial("ix_request_ready", "state = 'running' AND ready_at IS NOT NULL", "agent", "ready_at", "id"),
        _partial("ix_request_one_each", "state = 'running' AND yielded_at IS NULL", "agent", unique=True),
    )
    id: str = Field(primary_key=True)
    owner: str = Field(foreign_key="person.id")
    day: int
    number: int
    room: str = Field(foreign_key="room.id")
    agent: str = Field(foreign_key="agent.id")
    asker: str = Field(foreign_key="person.id")
    asker_account: str
    outside: bool
    origin: str = Field(unique=True)
    spot: str | None = maybe_text()
    retry_of: str | None = Field(default=None, index=True)
    prompt: str = long_text()
    attachments: str = long_text("[]")
    quoted: str = long_text("[]")
    version: int
    seq: int
    state: str
    asked_at: int = instant()
    changed_at: int = instant()
    deadline: int | None = maybe_instant()
    queued_at: int | None = maybe_instant()
    decided_by: str | None = None
    decided_at: int | None = maybe_instant()
    decided_key: str | None = None
    decision: str | None = None
    reason: str | None = maybe_text()
    started_at: int | None = maybe_instant()
    ended_at: int | None = maybe_instant()
    ended_by: str | None = None
    machine: str | None = None
    fence: int | None = None
    lease_until: int | None = maybe_instant()
    interrupted_at: int | None = maybe_instant()
    yielded_at: int | None = maybe_instant()
    ready_at: int | None = maybe_instant()
    reported: int = 0
    cancel_at: int | None = maybe_instant()
    cancel_by: str | None = None
    session: str | None = None
    percent: int | None = None
    progress: str | None = maybe_text()
    plan: str = long_text("[]")
    files: str = long_text("[]")
    result: str | None = maybe_text()
    meters: str | None = maybe_text()
    delegation: str | None = None
    lineage: str | None = None
    salt: str | None = None
    erased_at: int | None = maybe_instant()


class EventRow(SQLModel, table=True):
    """One row of a timeline."""

    __tablename__ = "event"
    __table_args__ = ({"sqlite_with_rowid": False},)
    request: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    kind: str
    at: int = instant()
    actor: str
    body: str = long_text()


class ActionRow(SQLModel, table=True):
    """The approval of one exact action (P3), and its one execution (E1).

    ``used_at`` is when its start was recorded, ``reserved`` what was debited then (JSON, by meter). ``outcome`` is
    missing while it runs, and in rows of a version that kept none. ``looked`` is the request that looks (E3).
    ``delegation`` is the one at whose authority it started (D10); ``meter`` is there in the relay's own question
    whether a request may use more of it.
    """

    __tablename__ = "action"
    __table_args__ = (
        UniqueConstraint("request", "call", "digest"),
        _partial("ix_action_due", "state = 'pending'", "deadline"),
        _partial("ix_action_unknown", "outcome = 'unknown'", "owner"),
        _partial("ix_action_open", "state = 'pending'", "owner"),
    )
    id: str = Field(primary_key=True)
    owner: str
    request: str = Field(index=True, foreign_key="request.id")
    call: str
    digest: str
    kind: str
    tool: str
    shown: str = long_text()
    whole: bool
    directory: str
    reason: str = long_text()
    state: str
    asked_at: int = instant()
    deadline: int = instant()
    decided_at: int | None = maybe_instant()
    decided_by: str | None = None
    decided_key: str | None = None
    answer: str | None = maybe_text()
    used_at: int | None = maybe_instant()
    facts: str | None = maybe_text()
    reserved: str | None = maybe_text()
    outcome: str | None = None
    exit_code: int | None = None
    outcome_at: int | None = maybe_instant()
    settled_at: int | None = maybe_instant()
    settled_by: str | None = None
    settled_key: str | None = None
    evidence: str | None = maybe_text()
    looked: str | None = None
    delegation: str | None = None
    meter: str | None = None


class JoinRow(SQLModel, table=True):
    """A join card: somebody asked who is no member yet (R5). ``ask`` is what they asked, kept for admission."""

    __tablename__ = "join_card"
    __table_args__ = (
        _partial("ix_join_card_due", "state = 'waiting'", "deadline"),
        _partial("ix_join_card_kept", "state <> 'waiting'", "deadline"),
        _partial("ix_join_card_open", "state = 'waiting'", "owner"),
    )
    id: str = Field(primary_key=True)
    owner: str = Field(index=True)
    room: str = Field(foreign_key="room.id")
    platform: str
    tenant: str
    subject: str
    name: str
    language: str
    outside: bool
    origin: str = Field(unique=True)
    ask: str = long_text()
    state: str
    asked_at: int = instant()
    deadline: int = instant()
    decided_at: int | None = maybe_instant()
    decided_by: str | None = None
    request: str | None = None


class BlobRow(SQLModel, table=True):
    """The bytes of an attachment, until an approved request's machine takes them (S7)."""

    __tablename__ = "blob"
    id: str = Field(primary_key=True)
    by: str
    size: int
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    created_at: int = instant(index=True)
    request: str | None = Field(default=None, index=True)


class PlaceRow(SQLModel, table=True):
    """Where a request or a join card is shown: the version it shows, and the one it should show."""

    __tablename__ = "place"
    __table_args__ = (
        _partial("ix_place_stale", "wanted > shown AND dead IS NULL", "platform", "tenant", "changed_at"),
        Index("ix_place_thread", "platform", "tenant", "channel", "thread"),
        UniqueConstraint("subject", "platform", "tenant", "channel", "role"),
    )
    id: str = Field(primary_key=True)
    owner: str
    subject: str = Field(description="The id of the request or of the join card.")
    platform: str
    tenant: str
    role: str
    channel: str
    thread: str | None = None
    message: str | None = None
    direct: bool
    language: str
    wanted: int
    shown: int
    refs: str = long_text("{}")
    made_at: int = instant()
    changed_at: int = Field(sa_column=Column(BigInteger, nullable=False))
    dead: str | None = maybe_text()


class LeaseRow(SQLModel, table=True):
    """Whose an installation is, for good, and which connector process is its active one (O13).

    ``renewed_at`` is when that one last said that it is there, ``heard_at`` when somebody last spoke through it.
    """

    __tablename__ = "lease"
    platform: str = Field(primary_key=True)
    tenant: str = Field(primary_key=True)
    owner: str = Field(index=True)
    holder: str
    fence: int
    until: int = instant()
    since: int = instant()
    renewed_at: int | None = maybe_instant()
    heard_at: int | None = maybe_instant()
