"""What every test may ask for, and what keeps tests away from the machine that they run on."""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import hypothesis
import pytest

from tests import needs
from tests.house import House, open_house
from tests.postgres import PostgresServer, run_postgres

# A shared machine is sometimes slow: a deadline per example would test the machine.
hypothesis.settings.register_profile("muti", deadline=None)
hypothesis.settings.load_profile("muti")


# What a shell starts in the background ignores Ctrl-C, and so would every program that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that is marked with a need runs only where the need is met (see `needs.require`)."""
    for mark in needs.NEEDS:
        if item.get_closest_marker(mark) is not None:
            needs.require(mark)


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Tests never read or write the owner's configuration, state or keyring."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in _variables_of_the_product():
            patch.delenv(name)
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            patch.setenv(name, str(folder / name.lower()))
        patch.setenv("MUTI_HOME", str(folder / "state"))
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        yield folder


def _variables_of_the_product() -> list[str]:
    return [name for name in os.environ if name.startswith("MUTI_") and not name.startswith("MUTI_TEST_")]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One real PostgreSQL server for each test process, started when first asked for."""
    with run_postgres(needs.require("postgres")) as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of a fresh, empty PostgreSQL database."""
    name = postgres_server.create_database()
    yield postgres_server.url(name)
    postgres_server.drop_database(name)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh, empty database: each test that asks for it runs once on either kind."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path / 'relay.db'}"


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The path of a Chromium browser."""
    return needs.require("browser")


@pytest.fixture(scope="session")
def claude_program() -> Path:
    """The path of the real Claude Code program."""
    return needs.require("claude")


@pytest.fixture(scope="session")
def codex_program() -> Path:
    """The path of the real Codex program."""
    return needs.require("codex")


@pytest.fixture
async def running_relay(tmp_path: Path) -> AsyncIterator[House]:
    """A relay with one furnished house (see `tests.house`), on SQLite."""
    async with open_house(f"sqlite:///{tmp_path}/relay.db", _directory(tmp_path)) as house:
        yield house


@pytest.fixture
async def house(database_url: str, tmp_path: Path) -> AsyncIterator[House]:
    """The same, once on SQLite and once on PostgreSQL."""
    async with open_house(database_url, _directory(tmp_path)) as furnished:
        yield furnished


def _directory(tmp_path: Path) -> Path:
    directory = tmp_path / "project"
    directory.mkdir()
    return directory
