"""Executions: the outcome of a started action, its settlement, what a request may use; and agents in sandboxes"""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Every column may be missing: a relay of the version before goes on beside a newer one (O14).
COLUMNS: dict[str, dict[str, Callable[[], sa.types.TypeEngine[Any]]]] = {
    "action": {
        "facts": sa.Text,
        "reserved": sa.Text,
        "outcome": sa.String,
        "exit_code": sa.Integer,
        "outcome_at": sa.BigInteger,
        "settled_at": sa.BigInteger,
        "settled_by": sa.String,
        "settled_key": sa.String,
        "evidence": sa.Text,
        "looked": sa.String,
    },
    "agent": {"budget": sa.Text, "sandbox": sa.Boolean},
    "request": {"meters": sa.Text},
}


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        for name, kind in columns.items():
            op.add_column(table, sa.Column(name, kind(), nullable=True))
    unknown = sa.text("outcome = 'unknown'")
    op.create_index("ix_action_unknown", "action", ["owner"], sqlite_where=unknown, postgresql_where=unknown)


def downgrade() -> None:
    op.drop_index("ix_action_unknown", table_name="action")
    for table, columns in COLUMNS.items():
        with op.batch_alter_table(table) as batch_op:
            for name in reversed(columns):
                batch_op.drop_column(name)
