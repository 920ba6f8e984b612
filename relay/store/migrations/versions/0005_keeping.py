"""What is kept for how long, and what was erased"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES: dict[str, tuple[str, list[str], str | None]] = {
    "ix_request_asker": ("request", ["asker", "id"], None),
    "ix_request_kept": ("request", ["ended_at"], "ended_at IS NOT NULL AND erased_at IS NULL"),
    "ix_join_card_kept": ("join_card", ["deadline"], "state <> 'waiting'"),
    "ix_blob_created_at": ("blob", ["created_at"], None),
    "ix_invite_expires_at": ("invite", ["expires_at"], None),
    "ix_link_expires_at": ("link", ["expires_at"], None),
    "ix_message_request": ("message", ["request"], "request IS NOT NULL"),
    "ix_message_task": ("message", ["task"], "task IS NOT NULL"),
    "ix_message_sender": ("message", ["sender"], None),
}


def upgrade() -> None:
    # All may be missing: a relay of the version before goes on beside a newer one (O14).
    op.add_column("request", sa.Column("salt", sa.String(), nullable=True))
    op.add_column("request", sa.Column("erased_at", sa.BigInteger(), nullable=True))
    op.add_column("head", sa.Column("asks_until", sa.BigInteger(), nullable=True))
    for name, (table, columns, where) in INDEXES.items():
        condition = sa.text(where) if where else None
        op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


def downgrade() -> None:
    for name, (table, _, _) in reversed(INDEXES.items()):
        op.drop_index(name, table_name=table)
    with op.batch_alter_table("head") as batch_op:
        batch_op.drop_column("asks_until")
    with op.batch_alter_table("request") as batch_op:
        batch_op.drop_column("erased_at")
        batch_op.drop_column("salt")
