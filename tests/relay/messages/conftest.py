"""A room with three agents of one machine, on each database."""

from collections.abc import AsyncIterator

import pytest

from relay.store.store import Store
from tests.house import open_store
from tests.relay.messages.play import Play
from tests.relay.scene import set_scene


@pytest.fixture
async def play(store: Store) -> Play:
    """Who may say what to whom is tried here."""
    return Play(await set_scene(store, agents=2))


@pytest.fixture
async def sqlite_store_play(sqlite_url: str) -> AsyncIterator[Play]:
    """The same, on SQLite only, for plays that make many scenes."""
    async with open_store(sqlite_url) as store:
        yield Play(await set_scene(store))
