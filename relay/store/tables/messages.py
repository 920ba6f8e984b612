"""Messages, what a machine has to hear of, what a request waits for, and who is just doing something by hand."""

from sqlalchemy import BigInteger, Index, text
from sqlmodel import Field, SQLModel

from relay.store.tables.base import instant, maybe_instant
from relay.store.tables.base import text as long_text


def _partial(name: str, where: str, *columns: str, unique: bool = False) -> Index:
    predicate = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=predicate, postgresql_where=predicate)


class MessageRow(SQLModel, table=True):
    """One message in one inbox. Sender and receiver are ``agent:`` and an agent's id, a person's id, or ``relay``.

    ``task`` is where it belongs for its receiver, ``about`` where a reply to it belongs (M1); ``filed`` says which
    rule found the task. ``request`` is what the sender ran under. ``child`` is the request whose end it tells.
    ``digest`` is of what the sender wrote, for its ``key`` (M4).
    """

    __tablename__ = "message"
    __table_args__ = (
        _partial("ix_message_key", "key IS NOT NULL", "room", "sender", "key", unique=True),
        _partial("ix_message_child", "child IS NOT NULL", "child", unique=True),
        _partial("ix_message_reply_to", "reply_to IS NOT NULL", "reply_to"),
        _partial("ix_message_open", "read_at IS NULL", "receiver", "room", "id"),
        Index("ix_message_inbox", "room", "receiver", "id"),
        _partial("ix_message_request", "request IS NOT NULL", "request"),
        _partial("ix_message_task", "task IS NOT NULL", "task"),
        Index("ix_message_sender", "sender"),
    )
    id: str = Field(primary_key=True)
    owner: str
    room: str = Field(foreign_key="room.id")
    sender: str
    request: str | None = None
    receiver: str
    voice: str
    task: str | None = None
    about: str | None = None
    filed: str
    reply_to: str | None = None
    child: str | None = None
    key: str | None = None
    digest: str
    body: str = long_text()
    stops: bool
    sent_at: int = instant()
    delivered_at: int | None = maybe_instant()
    read_at: int | None = maybe_instant()
    read_turn: str | None = None


class FeedRow(SQLModel, table=True):
    """One change that a machine has to hear of. ``seq`` is given in the owner's lane: no gap, no number twice."""

    __tablename__ = "feed"
    __table_args__ = ({"sqlite_with_rowid": False},)
    machine: str = Field(primary_key=True)
    seq: int = Field(primary_key=True, sa_type=BigInteger)
    kind: str
    subject: str
    body: str = long_text("{}")
    at: int = instant()


class FeedHeadRow(SQLModel, table=True):
    """The newest number of a machine's feed."""

    __tablename__ = "feed_head"
    machine: str = Field(primary_key=True)
    seq: int = Field(sa_type=BigInteger)


class WaitRow(SQLModel, table=True):
    """A request that has yielded waits for this: the answer to a message, or the end of a child (X1)."""

    __tablename__ = "waiting"
    request: str = Field(primary_key=True)
    subject: str = Field(primary_key=True, index=True)
    until: int = Field(sa_type=BigInteger, index=True)


class HandRow(SQLModel, table=True):
    """A person is just doing something by hand that holds an agent's automatic turns back (H2, H3)."""

    __tablename__ = "hand"
    room: str = Field(primary_key=True)
    agent: str = Field(primary_key=True)
    person: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    since: int = instant()
    seen_at: int = instant()
