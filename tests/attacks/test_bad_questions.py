"""Questions to the relay that make no sense are answered as such, not with "try again"."""

import aiohttp
import pytest

from tests.house import House


@pytest.mark.parametrize("state", ["banana", "%F0%9F", "%00", "DONE", ""])
async def test_a_state_that_there_is_not(running_relay: House, state: str) -> None:
    url = f"{running_relay.url}/v1/rooms/{running_relay.room}/requests?state={state}"
    headers = {"Authorization": f"Bearer {running_relay.tokens['owner']}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.get(url) as answer:
        assert answer.status == 400
        assert "pending" in (await answer.json())["detail"]
