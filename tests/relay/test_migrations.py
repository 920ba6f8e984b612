"""Migrations give exactly the tables that the program wants, on either database, however many relays run them."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from relay.store import tables
from relay.store.migrate import is_current, migrate
from tests.house import open_store


@pytest.mark.rule("O14")
async def test_an_upgrade_from_nothing_equals_the_tables_of_the_program(database_url: str) -> None:
    await asyncio.to_thread(migrate, database_url)
    assert tables.RequestRow.metadata is SQLModel.metadata
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://"))
    try:
        with engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, SQLModel.metadata) == []
    finally:
        engine.dispose()


@pytest.mark.rule("O14")
async def test_running_them_again_changes_nothing(relay_url: str) -> None:
    await asyncio.to_thread(migrate, relay_url)
    async with open_store(relay_url) as store:
        assert await store.read(is_current)


@pytest.mark.postgres
@pytest.mark.rule("O14", "O13")
async def test_relays_that_start_together_migrate_one_after_another(postgres_url: str) -> None:
    await asyncio.gather(*(asyncio.to_thread(migrate, postgres_url) for _ in range(3)))
    async with open_store(postgres_url) as store:
        assert await store.read(is_current)
