"""Ways to use more than was granted."""

from collections.abc import AsyncIterator

import pytest

from relay.wire.base import Code
from relay.wire.machines import ActionAnswer
from tests.house import open_store
from tests.relay.coordination.kin import Kin, kin_of
from tests.relay.coordination.test_spent_budgets import limited, use


@pytest.fixture
async def kin(database_url: str) -> AsyncIterator[Kin]:
    """An owner with agents."""
    async with open_store(database_url) as store:
        yield await kin_of(store)


@pytest.mark.rule("E1", "D10")
async def test_a_start_that_says_it_uses_no_tool_call_is_debited_one(kin: Kin) -> None:
    request = await limited(kin, tool_calls=1)
    assert isinstance(await use(kin, request, "first", tool_calls=0), ActionAnswer)
    assert (await use(kin, request, "second", tool_calls=0)).code is Code.spent
