"""Machines, the agents that live on them, sessions, and standing permissions."""

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from relay.store.tables.base import instant, maybe_instant, maybe_text


class MachineRow(SQLModel, table=True):
    """A computer that runs the owner's daemon. ``epoch`` counts its daemon processes (N2)."""

    __tablename__ = "machine"
    id: str = Field(primary_key=True)
    owner: str = Field(index=True, foreign_key="person.id")
    name: str
    token_hash: str = Field(unique=True)
    epoch: int
    process: str | None = None
    version: str | None = None
    last_contact_at: int | None = maybe_instant()
    created_at: int = instant()
    revoked_at: int | None = maybe_instant()
    finish_until: int | None = maybe_instant()


class AgentRow(SQLModel, table=True):
    """A runtime pinned to one machine and one directory."""

    __tablename__ = "agent"
    __table_args__ = (UniqueConstraint("owner", "handle"),)
    id: str = Field(primary_key=True)
    owner: str = Field(foreign_key="person.id")
    machine: str = Field(index=True, foreign_key="machine.id")
    handle: str
    runtime: str
    directory: str
    avatar: str
    approval_ttl: int | None = None
    budget: str | None = maybe_text()
    sandbox: bool | None = None
    created_at: int = instant()


class RoomAgentRow(SQLModel, table=True):
    """Which agents a room has; ``mode`` is what messages of other agents may start there (H1)."""

    __tablename__ = "room_agent"
    room: str = Field(primary_key=True, foreign_key="room.id")
    agent: str = Field(primary_key=True, foreign_key="agent.id", index=True)
    mode: str | None = None


class SessionRow(SQLModel, table=True):
    """The one persistent session of an agent in a room (R4).

    ``generation`` counts its conversations, ``person_turn`` is the newest in which a person had a turn (H1, H4).
    """

    __tablename__ = "session"
    agent: str = Field(primary_key=True, foreign_key="agent.id")
    room: str = Field(primary_key=True, foreign_key="room.id")
    reference: str
    created_at: int = instant()
    generation: int | None = None
    person_turn: int | None = None


class GrantRow(SQLModel, table=True):
    """A standing "Allow always" (A6)."""

    __tablename__ = "standing_grant"
    __table_args__ = (
        Index(
            "ix_standing_grant_live",
            "room",
            "agent",
            "person",
            unique=True,
            sqlite_where=text("revoked_at IS NULL"),
            postgresql_where=text("revoked_at IS NULL"),
        ),
    )
    id: str = Field(primary_key=True)
    owner: str = Field(index=True, foreign_key="person.id")
    room: str = Field(foreign_key="room.id")
    agent: str = Field(foreign_key="agent.id")
    person: str = Field(foreign_key="person.id")
    created_at: int = instant()
    revoked_at: int | None = maybe_instant()
    uses: int
    allowance: str | None = maybe_text()
