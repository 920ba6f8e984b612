"""What the plays of the relay ask for. A migrated database is made once and copied; houses get a team of their own."""

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from relay.http.settings import RelayOptions
from relay.store.migrate import migrate
from relay.store.store import Store
from tests.house import House, build, open_store, serve
from tests.postgres import PostgresServer


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database with the newest schema."""
    path = tmp_path_factory.mktemp("migrated") / "relay.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def shared_postgres(postgres_server: PostgresServer) -> Iterator[str]:
    """One migrated PostgreSQL database for many tests: their owners keep them apart, as in real life."""
    name = postgres_server.create_database()
    url = postgres_server.url(name)
    migrate(url)
    yield url
    postgres_server.drop_database(name)


@pytest.fixture
def sqlite_url(migrated_file: Path, tmp_path: Path) -> str:
    """A fresh, migrated SQLite database."""
    return f"sqlite:///{shutil.copy(migrated_file, tmp_path / 'relay.db')}"


@pytest.fixture(params=["sqlite", "postgres"])
def relay_url(request: pytest.FixtureRequest) -> str:
    """A migrated database of either kind; in PostgreSQL other tests' owners live in it too."""
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "shared_postgres"))


@pytest.fixture
def options() -> RelayOptions:
    """How the relay is set; a test module that needs another setting overrides this."""
    return RelayOptions()


@pytest.fixture
async def store(relay_url: str) -> AsyncIterator[Store]:
    """An open store on either database."""
    async with open_store(relay_url) as opened:
        yield opened


@pytest.fixture
async def house(store: Store, options: RelayOptions, tmp_path: Path) -> AsyncIterator[House]:
    """A relay with one furnished house, once on SQLite and once on PostgreSQL."""
    async with furnished(store, options, tmp_path) as one:
        yield one


@pytest.fixture
async def running_relay(sqlite_url: str, options: RelayOptions, tmp_path: Path) -> AsyncIterator[House]:
    """A relay with one furnished house, on SQLite."""
    async with open_store(sqlite_url) as opened, furnished(opened, options, tmp_path) as one:
        yield one


@pytest.fixture
async def neighbour(house: House, tmp_path: Path) -> AsyncIterator[House]:
    """Another owner's house on the same relay."""
    other = await build(house.store, house.url, tmp_path / "elsewhere", tenant=a_team())
    yield other
    await other.close()


@asynccontextmanager
async def furnished(store: Store, options: RelayOptions, folder: Path) -> AsyncIterator[House]:
    """Serve a store and furnish a house on it."""
    async with serve(store, options) as url:
        house = await build(store, url, folder / "project", tenant=a_team())
        try:
            yield house
        finally:
            await house.close()


def a_team() -> str:
    """A Slack team that nobody else has."""
    return f"T{uuid4().hex[:10].upper()}"
