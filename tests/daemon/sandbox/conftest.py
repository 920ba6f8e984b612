"""Worlds for boxes."""

from collections.abc import AsyncIterator

import pytest

from daemon.process import Limits
from tests import needs
from tests.daemon.sandbox.world import World, users, world_of


@pytest.fixture
def bubblewrap() -> str:
    """The program; without it the test is skipped at home, and fails in CI."""
    return str(needs.require("sandbox"))


@pytest.fixture(params=users(), ids=lambda user: "root" if user == 0 else "ordinary")
async def world(request: pytest.FixtureRequest, bubblewrap: str) -> AsyncIterator[World]:
    """A machine, once for root and once for an ordinary user."""
    with world_of(request.param) as made:
        yield made
        for child in made.children:
            await child.stop(Limits(0, 0, 5))


@pytest.fixture
async def own_world(bubblewrap: str) -> AsyncIterator[World]:
    """A machine for whoever runs the tests."""
    with world_of(users()[0]) as made:
        yield made
        for child in made.children:
            await child.stop(Limits(0, 0, 5))
