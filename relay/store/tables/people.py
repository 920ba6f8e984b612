"""People, their accounts, rooms, members, invites and the chats that a room hears."""

from sqlmodel import Field, SQLModel

from relay.store.tables.base import instant, maybe_instant


class PersonRow(SQLModel, table=True):
    """Somebody. An owner is a person who has rooms; the person's id is then the owner's."""

    __tablename__ = "person"
    id: str = Field(primary_key=True)
    name: str
    language: str
    created_at: int = instant()


class AccountRow(SQLModel, table=True):
    """One identity on one platform, and whose it is."""

    __tablename__ = "account"
    platform: str = Field(primary_key=True)
    tenant: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    person: str = Field(index=True, foreign_key="person.id")
    name: str
    language: str
    outside: bool
    linked_at: int = instant()


class LinkRow(SQLModel, table=True):
    """A one-time code that joins an account to a person (R7)."""

    __tablename__ = "link"
    code_hash: str = Field(primary_key=True)
    person: str = Field(foreign_key="person.id")
    direct: bool
    issued_to: str
    expires_at: int = instant(index=True)
    platform: str | None = None
    tenant: str | None = None
    subject: str | None = None
    name: str | None = None
    confirmed_at: int | None = maybe_instant()


class RoomRow(SQLModel, table=True):
    """The boundary: people, agents and a timeline."""

    __tablename__ = "room"
    id: str = Field(primary_key=True)
    owner: str = Field(index=True, foreign_key="person.id")
    name: str
    default_agent: str | None = None
    approval_ttl: int | None = None
    hears_outsiders: bool
    created_at: int = instant()
    automatic_turns: bool | None = None
    agents_ask: bool | None = None


class BindingRow(SQLModel, table=True):
    """A chat that a room hears."""

    __tablename__ = "binding"
    platform: str = Field(primary_key=True)
    tenant: str = Field(primary_key=True)
    channel: str = Field(primary_key=True)
    room: str = Field(index=True, foreign_key="room.id")


class MemberRow(SQLModel, table=True):
    """Somebody's place in a room."""

    __tablename__ = "member"
    room: str = Field(primary_key=True, foreign_key="room.id")
    person: str = Field(primary_key=True, foreign_key="person.id", index=True)
    role: str
    joined_at: int = instant()
    removed_at: int | None = maybe_instant()


class InviteRow(SQLModel, table=True):
    """An invitation; its token stands here only as a hash (R5)."""

    __tablename__ = "invite"
    id: str = Field(primary_key=True)
    room: str = Field(index=True, foreign_key="room.id")
    role: str
    token_hash: str = Field(unique=True)
    uses_left: int
    expires_at: int = instant(index=True)
    revoked_at: int | None = maybe_instant()
    created_at: int = instant()


class CredentialRow(SQLModel, table=True):
    """A token of a person or of a connector, as its hash (S5)."""

    __tablename__ = "credential"
    token_hash: str = Field(primary_key=True)
    kind: str
    person: str | None = Field(default=None, foreign_key="person.id")
    platform: str | None = None
    name: str
    created_at: int = instant()
    revoked_at: int | None = maybe_instant()
