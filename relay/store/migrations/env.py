"""Alembic's entry: runs the migrations on the connection that `relay.store.migrate` opened."""

from alembic import context
from sqlmodel import SQLModel

from relay.store import tables

connection = context.config.attributes["connection"]
assert tables.RequestRow.metadata is SQLModel.metadata
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
