"""What was taken back after a back-up was made, and would be good again after a restore."""

import pytest

from relay.client import Refused, RelayClient
from relay.requests.restoring import restored
from relay.wire.people import NewLogin
from tests.house import House


@pytest.mark.rule("O16", "S5")
async def test_a_login_that_was_let_go_since_the_back_up_does_not_come_back_with_it(house: House) -> None:
    owner = house.client("owner")
    lost = await owner.new_login(NewLogin(name="a computer that was lost"))
    await house.store.write(house.owner, restored, house.owner, 1, "head")
    async with RelayClient(house.url, lost.token) as computer:
        with pytest.raises(Refused) as refused:
            await computer.rooms(None)
    assert refused.value.code == "unauthorized"
    assert (await owner.rooms(None)).rooms, "the token of the set-up stays"
