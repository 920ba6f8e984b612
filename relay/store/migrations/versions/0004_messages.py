"""Messages between agents, their receipts, what is held by hand, and the switches of automatic turns"""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Every column may be missing: a relay of the version before goes on beside a newer one (O14).
COLUMNS: dict[str, dict[str, Callable[[], sa.types.TypeEngine[Any]]]] = {
    "request": {"ready_at": sa.BigInteger},
    "room": {"automatic_turns": sa.Boolean},
    "room_agent": {"mode": sa.String},
    "session": {"generation": sa.Integer, "person_turn": sa.Integer},
}
READY = "state = 'running' AND ready_at IS NOT NULL"


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        for name, kind in columns.items():
            op.add_column(table, sa.Column(name, kind(), nullable=True))
    _index("ix_request_ready", "request", ["agent", "ready_at", "id"], READY)
    _message()
    _feed()
    _waiting()
    _hand()


def _message() -> None:
    op.create_table(
        "message",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("request", sa.String(), nullable=True),
        sa.Column("receiver", sa.String(), nullable=False),
        sa.Column("voice", sa.String(), nullable=False),
        sa.Column("task", sa.String(), nullable=True),
        sa.Column("about", sa.String(), nullable=True),
        sa.Column("filed", sa.String(), nullable=False),
        sa.Column("reply_to", sa.String(), nullable=True),
        sa.Column("child", sa.String(), nullable=True),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("stops", sa.Boolean(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=False),
        sa.Column("delivered_at", sa.BigInteger(), nullable=True),
        sa.Column("read_at", sa.BigInteger(), nullable=True),
        sa.Column("read_turn", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name=op.f("fk_message_room")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
    )
    _index("ix_message_key", "message", ["room", "sender", "key"], "key IS NOT NULL", unique=True)
    _index("ix_message_child", "message", ["child"], "child IS NOT NULL", unique=True)
    _index("ix_message_reply_to", "message", ["reply_to"], "reply_to IS NOT NULL")
    _index("ix_message_open", "message", ["receiver", "room", "id"], "read_at IS NULL")
    op.create_index("ix_message_inbox", "message", ["room", "receiver", "id"])


def _feed() -> None:
    op.create_table(
        "feed",
        sa.Column("machine", sa.String(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("machine", "seq", name=op.f("pk_feed")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "feed_head",
        sa.Column("machine", sa.String(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("machine", name=op.f("pk_feed_head")),
    )


def _waiting() -> None:
    op.create_table(
        "waiting",
        sa.Column("request", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("request", "subject", name=op.f("pk_waiting")),
    )
    op.create_index(op.f("ix_waiting_subject"), "waiting", ["subject"])
    op.create_index(op.f("ix_waiting_until"), "waiting", ["until"])


def _hand() -> None:
    op.create_table(
        "hand",
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("room", "agent", "person", "kind", name=op.f("pk_hand")),
    )


def _index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


def downgrade() -> None:
    for table in ("hand", "waiting", "feed_head", "feed", "message"):
        op.drop_table(table)
    op.drop_index("ix_request_ready", table_name="request")
    for table, columns in COLUMNS.items():
        with op.batch_alter_table(table) as batch_op:
            for name in reversed(columns):
                batch_op.drop_column(name)
