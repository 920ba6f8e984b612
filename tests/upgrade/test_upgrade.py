"""Databases of every released version, with data in them, still work (O14)."""

import asyncio
import sqlite3
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import func, select

from relay import audit
from relay.requests import ask, views
from relay.rooms.people import Speaker
from relay.store import tables
from relay.store.migrate import is_current, migrate
from relay.store.sql import Sql, table
from relay.store.store import Store
from relay.store.tx import Tx
from relay.wire.requests import Ask, Spot
from tests.house import open_store

KEPT = sorted(Path(__file__).parent.glob("kept/*.sql"))
VERSIONS = ("0.1.0", "0.2.0", "0.3.0")
ALL_TABLES = [table(getattr(tables, name)) for name in tables.__all__]


def restore(kept: Path, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The kept database, running again; its address."""
    text = kept.read_text(encoding="utf-8")
    if ".sqlite." in kept.name:
        path = tmp_path / "relay.db"
        database = sqlite3.connect(path)
        database.executescript(text)
        database.close()
        return f"sqlite:///{path}"
    url: str = request.getfixturevalue("postgres_url")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(text.encode())
    return url


def test_each_version_is_kept_of_both_kinds() -> None:
    names = {kept.name for kept in KEPT}
    assert {f"{version}.{kind}.sql" for version in VERSIONS for kind in ("sqlite", "postgresql")} == names


@pytest.mark.rule("O14")
@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
async def test_a_kept_database_is_migrated_and_goes_on(
    kept: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = restore(kept, tmp_path, request)
    before = await asyncio.to_thread(_counts_of, url)
    async with open_store(url) as store:
        assert await store.read(is_current)
        after = await store.read(_counts)
        assert {name: after[name] for name in before} == before
        assert all(after[name] for name in before), after
        await _goes_on(store)


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
async def test_migrating_twice_changes_nothing(
    kept: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = restore(kept, tmp_path, request)
    await asyncio.to_thread(migrate, url)
    once = await asyncio.to_thread(_counts_of, url)
    await asyncio.to_thread(migrate, url)
    assert await asyncio.to_thread(_counts_of, url) == once


def _counts(tx: Tx) -> dict[str, int]:
    return {
        one.name: tx.one(Sql(select(func.count().label("count")).select_from(one))).count
        for one in ALL_TABLES
    }


def _counts_of(url: str) -> dict[str, int]:
    """Row counts before this version has touched the database: only tables that it has."""
    if url.startswith("sqlite"):
        database = sqlite3.connect(url.removeprefix("sqlite:///"))
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
        database.close()
    else:
        with psycopg.connect(url) as connection:
            query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            names = [row[0] for row in connection.execute(query)]
            found = {
                name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names
            }
    return {one.name: found[one.name] for one in ALL_TABLES if one.name in found}


async def _goes_on(store: Store) -> None:
    """The chain holds, every request can be looked at, and the owner asks the next one."""
    room = table(tables.RoomRow)
    owned = await store.read(lambda tx: tx.one(Sql(select(room.c.id, room.c.owner).order_by(room.c.id))))
    check = audit.Check()
    check.follow(await store.read(audit.rows_after, owned.owner, 0))
    assert check.state().whole, check.state()
    seen = await store.read(views.listed, owned.id, owned.owner, None, 200, None)
    assert len({view.state for view in seen}) == 7
    spot = Spot(platform="cli", tenant="", channel="here", message="next", shows=False)
    asked = Ask(spot=spot, prompt="after the upgrade", room=owned.id)
    outcome = await store.write(owned.owner, ask.ask, Speaker(person=owned.owner), asked, owned.id, 3600.0)
    view = await store.read(views.one, outcome.request)
    assert view is not None
    assert view.public_id not in {one.public_id for one in seen}
