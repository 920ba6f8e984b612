"""Bringing a database to the newest schema, one process at a time (O14)."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import Engine

from relay.store.engine import make_private
from relay.store.tx import Tx

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x6D757469
"""The advisory lock that keeps two relays from migrating at once (PostgreSQL manual, 13.3.5)."""


def newest() -> str:
    """The revision that this program wants."""
    head = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    assert head is not None
    return head


def migrate(url: str) -> None:
    """Bring the database at ``url`` to the newest schema."""
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            _locked_upgrade(connection)
    finally:
        engine.dispose()


def is_current(tx: Tx) -> bool:
    """Whether the database has the schema that this program wants."""
    return [row[0] for row in tx.raw("SELECT version_num FROM alembic_version")] == [newest()]


def _engine(url: str) -> Engine:
    if url.startswith("sqlite"):
        make_private(Path(url.removeprefix("sqlite:///")))
        return create_engine(url)
    return create_engine(
        url.replace("postgres://", "postgresql://").replace("postgresql://", "postgresql+psycopg://", 1)
    )


def _locked_upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
        connection.commit()
    else:
        # A parent table that is made anew under enforced keys would take its children with it.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.commit()
    try:
        command.upgrade(config, "head")
        connection.commit()
    finally:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})
            connection.commit()
