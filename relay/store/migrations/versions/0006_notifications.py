"""Where an owner's browsers want to be notified, and when each chat was last heard"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # Both may be missing: a relay of the version before goes on beside a newer one (O14).
    op.add_column("lease", sa.Column("renewed_at", sa.BigInteger(), nullable=True))
    op.add_column("lease", sa.Column("heard_at", sa.BigInteger(), nullable=True))
    op.create_index("ix_lease_owner", "lease", ["owner"])
    waits = sa.text("state = 'pending'")
    op.create_index("ix_action_open", "action", ["owner"], sqlite_where=waits, postgresql_where=waits)
    joins = sa.text("state = 'waiting'")
    op.create_index("ix_join_card_open", "join_card", ["owner"], sqlite_where=joins, postgresql_where=joins)
    _subscriptions()
    op.create_table(
        "notice",
        sa.Column("subscription", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=False),
        sa.Column("told_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["subscription"], ["subscription.id"], name=op.f("fk_notice_subscription")),
        sa.PrimaryKeyConstraint("subscription", "subject", name=op.f("pk_notice")),
    )


def _subscriptions() -> None:
    op.create_table(
        "subscription",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(), nullable=False),
        sa.Column("auth", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_subscription_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscription")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_subscription_endpoint")),
    )
    op.create_index("ix_subscription_owner", "subscription", ["owner", "platform"])
    op.create_index(op.f("ix_subscription_person"), "subscription", ["person"])


def downgrade() -> None:
    op.drop_table("notice")
    op.drop_table("subscription")
    op.drop_index("ix_join_card_open", table_name="join_card")
    op.drop_index("ix_action_open", table_name="action")
    op.drop_index("ix_lease_owner", table_name="lease")
    with op.batch_alter_table("lease") as batch_op:
        batch_op.drop_column("heard_at")
        batch_op.drop_column("renewed_at")
