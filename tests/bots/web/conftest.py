"""The browser room's fixtures: a room before a real relay, browsers with and without pictures."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.bots.web.scene import Room, Surfer, serve_room
from tests.house import House


@pytest.fixture
async def room(running_relay: House) -> AsyncIterator[Room]:
    """A browser room on a real socket, before a real relay."""
    async for served in serve_room(running_relay):
        yield served


@pytest.fixture
async def surf(room: Room) -> AsyncIterator[Any]:
    """Makes surfers; closes them afterwards."""
    made: list[Surfer] = []

    def make(language: str = "en") -> Surfer:
        made.append(Surfer(room, language))
        return made[-1]

    yield make
    for surfer in made:
        await surfer.close()
