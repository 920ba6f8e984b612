"""An agent of the Agent Client Protocol, ready to be asked."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from daemon.process import Limits
from tests import needs
from tests.daemon.acp.side import AcpSide
from tests.daemon.sandbox.world import users, world_of
from tests.emulators.anthropic import serve_anthropic


@pytest.fixture
async def side(claude_program: Path) -> AsyncIterator[AcpSide]:
    needs.require("sandbox")
    with world_of(users()[0]) as world:
        async with serve_anthropic() as model:
            yield AcpSide(world, needs.require("acp"), claude_program, model)
            assert (model.broken, model.unknown) == ([], [])
        for child in world.children:
            await child.stop(Limits(0, 0, 5))
