"""Tasks, delegations and their budgets"""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Every column may be missing: a relay of the version before goes on beside a newer one (O14).
COLUMNS: dict[str, dict[str, Callable[[], sa.types.TypeEngine[Any]]]] = {
    "action": {"delegation": sa.String, "meter": sa.String},
    "request": {"delegation": sa.String, "lineage": sa.String},
    "room": {"agents_ask": sa.Boolean},
    "standing_grant": {"allowance": sa.Text},
}


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        for name, kind in columns.items():
            op.add_column(table, sa.Column(name, kind(), nullable=True))
    _task()
    _delegation()
    op.create_table(
        "move",
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "key", name=op.f("pk_move")),
    )


def _task() -> None:
    op.create_table(
        "task",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("parent", sa.String(), nullable=True),
        sa.Column("root", sa.String(), nullable=False),
        sa.Column("delegation", sa.String(), nullable=False),
        sa.Column("wish", sa.String(), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("assigned_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["id"], ["request.id"], name=op.f("fk_task_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_task")),
    )
    _index("ix_task_open", "task", ["agent", "room", "assigned_at"], "state = 'open'")
    _index("ix_task_parent", "task", ["parent"], "parent IS NOT NULL")


def _delegation() -> None:
    op.create_table(
        "delegation",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("task", sa.String(), nullable=True),
        sa.Column("parent", sa.String(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("lineage", sa.String(), nullable=False),
        sa.Column("meters", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("successor", sa.String(), nullable=True),
        sa.Column("standing", sa.String(), nullable=True),
        sa.Column("day", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delegation")),
    )
    _index("ix_delegation_parent", "delegation", ["parent"], "state = 'live' AND parent IS NOT NULL")
    _index("ix_delegation_due", "delegation", ["expires_at"], "state = 'live' AND expires_at IS NOT NULL")
    _index("ix_delegation_day", "delegation", ["standing", "day"], "standing IS NOT NULL", unique=True)
    op.create_index("ix_delegation_task", "delegation", ["task", "made_at"])


def _index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    predicate = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=predicate, postgresql_where=predicate)


def downgrade() -> None:
    for name in ("move", "delegation", "task"):
        op.drop_table(name)
    for table, columns in COLUMNS.items():
        with op.batch_alter_table(table) as batch_op:
            for name in reversed(columns):
                batch_op.drop_column(name)
