"""An agent of the Agent Client Protocol on the machine of an owner with secrets, ready to be asked."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests import needs
from tests.daemon.acp.side import AcpSide, variables
from tests.daemon.sandbox.world import REAL_KEY, World, users, world_of
from tests.emulators.anthropic import AnthropicEmulator


@pytest.fixture
def world() -> Iterator[World]:
    """The machine of an owner."""
    with world_of(users()[0]) as made:
        yield made


@pytest.fixture
async def side(world: World, claude_program: Path, model: AnthropicEmulator) -> AsyncIterator[AcpSide]:
    """The agent in a box there."""
    agent = needs.require("acp")
    own = variables(agent, claude_program, model, world.home)
    environment = {**own, "ANTHROPIC_API_KEY": REAL_KEY}
    sandbox = world.sandbox(readable=(claude_program,))
    async with sandbox.open(None, sandbox.spending()) as box:
        yield AcpSide(world.folder, world.work, model, environment, box)
