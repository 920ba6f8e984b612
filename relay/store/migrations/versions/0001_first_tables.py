"""First tables"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("request", sa.String(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "number", name=op.f("pk_audit")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index("ix_audit_request", ["owner", "request", "number"], unique=False)

    op.create_table(
        "blob",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("request", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blob")),
    )
    with op.batch_alter_table("blob", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_blob_request"), ["request"], unique=False)

    op.create_table(
        "counter",
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "day", name=op.f("pk_counter")),
    )
    op.create_table(
        "event",
        sa.Column("request", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("request", "seq", name=op.f("pk_event")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "head",
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner", name=op.f("pk_head")),
    )
    op.create_table(
        "lease",
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "tenant", name=op.f("pk_lease")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )
    op.create_table(
        "place",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("thread", sa.String(), nullable=True),
        sa.Column("message", sa.String(), nullable=True),
        sa.Column("direct", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("refs", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("dead", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_place")),
        sa.UniqueConstraint(
            "subject",
            "platform",
            "tenant",
            "channel",
            "role",
            name=op.f("uq_place_subject_platform_tenant_channel_role"),
        ),
    )
    with op.batch_alter_table("place", schema=None) as batch_op:
        batch_op.create_index(
            "ix_place_stale",
            ["platform", "tenant", "changed_at"],
            unique=False,
            sqlite_where=sa.text("wanted > shown AND dead IS NULL"),
            postgresql_where=sa.text("wanted > shown AND dead IS NULL"),
        )
        batch_op.create_index("ix_place_thread", ["platform", "tenant", "channel", "thread"], unique=False)

    op.create_table(
        "account",
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("outside", sa.Boolean(), nullable=False),
        sa.Column("linked_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_account_person")),
        sa.PrimaryKeyConstraint("platform", "tenant", "subject", name=op.f("pk_account")),
    )
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_account_person"), ["person"], unique=False)

    op.create_table(
        "credential",
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("platform", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_credential_person")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_credential")),
    )
    op.create_table(
        "link",
        sa.Column("code_hash", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("direct", sa.Boolean(), nullable=False),
        sa.Column("issued_to", sa.String(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("platform", sa.String(), nullable=True),
        sa.Column("tenant", sa.String(), nullable=True),
        sa.Column("subject", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_link_person")),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_link")),
    )
    op.create_table(
        "machine",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("process", sa.String(), nullable=True),
        sa.Column("version", sa.String(), nullable=True),
        sa.Column("last_contact_at", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.Column("finish_until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["owner"], ["person.id"], name=op.f("fk_machine_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_machine")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_machine_token_hash")),
    )
    with op.batch_alter_table("machine", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_machine_owner"), ["owner"], unique=False)

    op.create_table(
        "room",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("default_agent", sa.String(), nullable=True),
        sa.Column("approval_ttl", sa.Integer(), nullable=True),
        sa.Column("hears_outsiders", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["person.id"], name=op.f("fk_room_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_room")),
    )
    with op.batch_alter_table("room", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_room_owner"), ["owner"], unique=False)

    op.create_table(
        "agent",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("machine", sa.String(), nullable=False),
        sa.Column("handle", sa.String(), nullable=False),
        sa.Column("runtime", sa.String(), nullable=False),
        sa.Column("directory", sa.String(), nullable=False),
        sa.Column("avatar", sa.String(), nullable=False),
        sa.Column("approval_ttl", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["machine"], ["machine.id"], name=op.f("fk_agent_machine")),
        sa.ForeignKeyConstraint(["owner"], ["person.id"], name=op.f("fk_agent_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent")),
        sa.UniqueConstraint("owner", "handle", name=op.f("uq_agent_owner_handle")),
    )
    with op.batch_alter_table("agent", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_agent_machine"), ["machine"], unique=False)

    op.create_table(
        "binding",
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name=op.f("fk_binding_room")),
        sa.PrimaryKeyConstraint("platform", "tenant", "channel", name=op.f("pk_binding")),
    )
    with op.batch_alter_table("binding", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_binding_room"), ["room"], unique=False)

    op.create_table(
        "invite",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("uses_left", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name=op.f("fk_invite_room")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invite")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invite_token_hash")),
    )
    with op.batch_alter_table("invite", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invite_room"), ["room"], unique=False)

    op.create_table(
        "join_card",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("outside", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("ask", sa.Text(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=False),
        sa.Column("decided_at", sa.BigInteger(), nullable=True),
        sa.Column("decided_by", sa.String(), nullable=True),
        sa.Column("request", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name=op.f("fk_join_card_room")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_join_card")),
        sa.UniqueConstraint("origin", name=op.f("uq_join_card_origin")),
    )
    with op.batch_alter_table("join_card", schema=None) as batch_op:
        batch_op.create_index(
            "ix_join_card_due",
            ["deadline"],
            unique=False,
            sqlite_where=sa.text("state = 'waiting'"),
            postgresql_where=sa.text("state = 'waiting'"),
        )
        batch_op.create_index(batch_op.f("ix_join_card_owner"), ["owner"], unique=False)

    op.create_table(
        "member",
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_member_person")),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name=op.f("fk_member_room")),
        sa.PrimaryKeyConstraint("room", "person", name=op.f("pk_member")),
    )
    with op.batch_alter_table("member", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_member_person"), ["person"], unique=False)

    op.create_table(
        "request",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("asker", sa.String(), nullable=False),
        sa.Column("asker_account", sa.String(), nullable=False),
        sa.Column("outside", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("spot", sa.Text(), nullable=True),
        sa.Column("retry_of", sa.String(), nullable=True),
        sa.Column("prompt", sa.Text(), nullable=False),
        sa.Column("attachments", sa.Text(), nullable=False),
        sa.Column("quoted", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("queued_at", sa.BigInteger(), nullable=True),
        sa.Column("decided_by", sa.String(), nullable=True),
        sa.Column("decided_at", sa.BigInteger(), nullable=True),
        sa.Column("decided_key", sa.String(), nullable=True),
        sa.Column("decision", sa.String(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_by", sa.String(), nullable=True),
        sa.Column("machine", sa.String(), nullable=True),
        sa.Column("fence", sa.Integer(), nullable=True),
        sa.Column("lease_until", sa.BigInteger(), nullable=True),
        sa.Column("interrupted_at", sa.BigInteger(), nullable=True),
        sa.Column("yielded_at", sa.BigInteger(), nullable=True),
        sa.Column("reported", sa.Integer(), nullable=False),
        sa.Column("cancel_at", sa.BigInteger(), nullable=True),
        sa.Column("cancel_by", sa.String(), nullable=True),
        sa.Column("session", sa.String(), nullable=True),
        sa.Column("percent", sa.Integer(), nullable=True),
        sa.Column("progress", sa.Text(), nullable=True),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("files", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["agent"], ["agent.id"], name=op.f("fk_request_agent")),
        sa.ForeignKeyConstraint(["asker"], ["person.id"], name=op.f("fk_request_asker")),
        sa.ForeignKeyConstraint(["owner"], ["person.id"], name=op.f("fk_request_owner")),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name=op.f("fk_request_room")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_request")),
        sa.UniqueConstraint("origin", name=op.f("uq_request_origin")),
        sa.UniqueConstraint("owner", "day", "number", name=op.f("uq_request_owner_day_number")),
    )
    with op.batch_alter_table("request", schema=None) as batch_op:
        batch_op.create_index(
            "ix_request_due",
            ["deadline"],
            unique=False,
            sqlite_where=sa.text("state = 'pending'"),
            postgresql_where=sa.text("state = 'pending'"),
        )
        batch_op.create_index(
            "ix_request_lease",
            ["lease_until"],
            unique=False,
            sqlite_where=sa.text("state = 'running' AND interrupted_at IS NULL"),
            postgresql_where=sa.text("state = 'running' AND interrupted_at IS NULL"),
        )
        batch_op.create_index(
            "ix_request_one_each",
            ["agent"],
            unique=True,
            sqlite_where=sa.text("state = 'running' AND yielded_at IS NULL"),
            postgresql_where=sa.text("state = 'running' AND yielded_at IS NULL"),
        )
        batch_op.create_index(
            "ix_request_open",
            ["owner", "asker"],
            unique=False,
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        )
        batch_op.create_index(
            "ix_request_queue",
            ["agent", "queued_at", "id"],
            unique=False,
            sqlite_where=sa.text("state = 'approved'"),
            postgresql_where=sa.text("state = 'approved'"),
        )
        batch_op.create_index(batch_op.f("ix_request_retry_of"), ["retry_of"], unique=False)
        batch_op.create_index("ix_request_room_changed_at", ["room", "changed_at"], unique=False)
        batch_op.create_index(
            "ix_request_room_ended",
            ["room", "state", "id"],
            unique=False,
            sqlite_where=sa.text("ended_at IS NOT NULL"),
            postgresql_where=sa.text("ended_at IS NOT NULL"),
        )
        batch_op.create_index("ix_request_room_id", ["room", "id"], unique=False)
        batch_op.create_index(
            "ix_request_room_open",
            ["room", "id"],
            unique=False,
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        )
        batch_op.create_index(
            "ix_request_running",
            ["agent"],
            unique=False,
            sqlite_where=sa.text("state = 'running'"),
            postgresql_where=sa.text("state = 'running'"),
        )

    op.create_table(
        "room_agent",
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["agent"], ["agent.id"], name=op.f("fk_room_agent_agent")),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name=op.f("fk_room_agent_room")),
        sa.PrimaryKeyConstraint("room", "agent", name=op.f("pk_room_agent")),
    )
    with op.batch_alter_table("room_agent", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_room_agent_agent"), ["agent"], unique=False)

    op.create_table(
        "session",
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["agent"], ["agent.id"], name=op.f("fk_session_agent")),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name=op.f("fk_session_room")),
        sa.PrimaryKeyConstraint("agent", "room", name=op.f("pk_session")),
    )
    op.create_table(
        "standing_grant",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["agent"], ["agent.id"], name=op.f("fk_standing_grant_agent")),
        sa.ForeignKeyConstraint(["owner"], ["person.id"], name=op.f("fk_standing_grant_owner")),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_standing_grant_person")),
        sa.ForeignKeyConstraint(["room"], ["room.id"], name=op.f("fk_standing_grant_room")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standing_grant")),
    )
    with op.batch_alter_table("standing_grant", schema=None) as batch_op:
        batch_op.create_index(
            "ix_standing_grant_live",
            ["room", "agent", "person"],
            unique=True,
            sqlite_where=sa.text("revoked_at IS NULL"),
            postgresql_where=sa.text("revoked_at IS NULL"),
        )
        batch_op.create_index(batch_op.f("ix_standing_grant_owner"), ["owner"], unique=False)

    op.create_table(
        "action",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("request", sa.String(), nullable=False),
        sa.Column("call", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("tool", sa.String(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("directory", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=False),
        sa.Column("decided_at", sa.BigInteger(), nullable=True),
        sa.Column("decided_by", sa.String(), nullable=True),
        sa.Column("decided_key", sa.String(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["request"], ["request.id"], name=op.f("fk_action_request")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_action")),
        sa.UniqueConstraint("request", "call", "digest", name=op.f("uq_action_request_call_digest")),
    )
    with op.batch_alter_table("action", schema=None) as batch_op:
        batch_op.create_index(
            "ix_action_due",
            ["deadline"],
            unique=False,
            sqlite_where=sa.text("state = 'pending'"),
            postgresql_where=sa.text("state = 'pending'"),
        )
        batch_op.create_index(batch_op.f("ix_action_request"), ["request"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("action", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_action_request"))
        batch_op.drop_index(
            "ix_action_due",
            sqlite_where=sa.text("state = 'pending'"),
            postgresql_where=sa.text("state = 'pending'"),
        )

    op.drop_table("action")
    with op.batch_alter_table("standing_grant", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_standing_grant_owner"))
        batch_op.drop_index(
            "ix_standing_grant_live",
            sqlite_where=sa.text("revoked_at IS NULL"),
            postgresql_where=sa.text("revoked_at IS NULL"),
        )

    op.drop_table("standing_grant")
    op.drop_table("session")
    with op.batch_alter_table("room_agent", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_room_agent_agent"))

    op.drop_table("room_agent")
    with op.batch_alter_table("request", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_request_running",
            sqlite_where=sa.text("state = 'running'"),
            postgresql_where=sa.text("state = 'running'"),
        )
        batch_op.drop_index(
            "ix_request_room_open",
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        )
        batch_op.drop_index("ix_request_room_id")
        batch_op.drop_index(
            "ix_request_room_ended",
            sqlite_where=sa.text("ended_at IS NOT NULL"),
            postgresql_where=sa.text("ended_at IS NOT NULL"),
        )
        batch_op.drop_index("ix_request_room_changed_at")
        batch_op.drop_index(batch_op.f("ix_request_retry_of"))
        batch_op.drop_index(
            "ix_request_queue",
            sqlite_where=sa.text("state = 'approved'"),
            postgresql_where=sa.text("state = 'approved'"),
        )
        batch_op.drop_index(
            "ix_request_open",
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        )
        batch_op.drop_index(
            "ix_request_one_each",
            sqlite_where=sa.text("state = 'running' AND yielded_at IS NULL"),
            postgresql_where=sa.text("state = 'running' AND yielded_at IS NULL"),
        )
        batch_op.drop_index(
            "ix_request_lease",
            sqlite_where=sa.text("state = 'running' AND interrupted_at IS NULL"),
            postgresql_where=sa.text("state = 'running' AND interrupted_at IS NULL"),
        )
        batch_op.drop_index(
            "ix_request_due",
            sqlite_where=sa.text("state = 'pending'"),
            postgresql_where=sa.text("state = 'pending'"),
        )

    op.drop_table("request")
    with op.batch_alter_table("member", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_member_person"))

    op.drop_table("member")
    with op.batch_alter_table("join_card", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_join_card_owner"))
        batch_op.drop_index(
            "ix_join_card_due",
            sqlite_where=sa.text("state = 'waiting'"),
            postgresql_where=sa.text("state = 'waiting'"),
        )

    op.drop_table("join_card")
    with op.batch_alter_table("invite", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_invite_room"))

    op.drop_table("invite")
    with op.batch_alter_table("binding", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_binding_room"))

    op.drop_table("binding")
    with op.batch_alter_table("agent", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_agent_machine"))

    op.drop_table("agent")
    with op.batch_alter_table("room", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_room_owner"))

    op.drop_table("room")
    with op.batch_alter_table("machine", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_machine_owner"))

    op.drop_table("machine")
    op.drop_table("link")
    op.drop_table("credential")
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_account_person"))

    op.drop_table("account")
    with op.batch_alter_table("place", schema=None) as batch_op:
        batch_op.drop_index("ix_place_thread")
        batch_op.drop_index(
            "ix_place_stale",
            sqlite_where=sa.text("wanted > shown AND dead IS NULL"),
            postgresql_where=sa.text("wanted > shown AND dead IS NULL"),
        )

    op.drop_table("place")
    op.drop_table("person")
    op.drop_table("lease")
    op.drop_table("head")
    op.drop_table("event")
    op.drop_table("counter")
    with op.batch_alter_table("blob", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_blob_request"))

    op.drop_table("blob")
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.drop_index("ix_audit_request")

    op.drop_table("audit")
