"""Where browsers of an owner want to be notified, and what was told there."""

from sqlalchemy import Column, Index, Text
from sqlmodel import Field, SQLModel

from relay.store.tables.base import instant, maybe_instant


class SubscriptionRow(SQLModel, table=True):
    """One browser's push subscription. It holds only as long as the account that made it is the person's."""

    __tablename__ = "subscription"
    __table_args__ = (Index("ix_subscription_owner", "owner", "platform"),)
    id: str = Field(primary_key=True)
    owner: str = Field(description="Whose connector tells it.")
    person: str = Field(foreign_key="person.id", index=True)
    platform: str
    tenant: str
    subject: str
    endpoint: str = Field(sa_column=Column(Text, nullable=False, unique=True))
    p256dh: str
    auth: str
    language: str
    created_at: int = instant()


class NoticeRow(SQLModel, table=True):
    """One thing at one subscription: taken until ``next_at``, and told once (``told_at``)."""

    __tablename__ = "notice"
    subscription: str = Field(primary_key=True, foreign_key="subscription.id")
    subject: str = Field(primary_key=True)
    attempts: int
    next_at: int = instant()
    told_at: int | None = maybe_instant()
