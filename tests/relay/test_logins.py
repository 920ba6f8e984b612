"""Tokens for command lines on other computers, and agents that come to a room and leave it."""

import pytest

from relay.client import Refused, RelayClient
from relay.wire import routes
from relay.wire.people import NewLogin, NewRoom, Seat
from tests.house import House


@pytest.mark.rule("S5", "A2")
async def test_only_a_persons_own_token_makes_a_login(house: House) -> None:
    who = await house.link_owner()
    with pytest.raises(Refused) as refused:
        await house.client("slack").call(routes.NEW_LOGIN, NewLogin(name="desk"), who=who)
    assert refused.value.code == "not_yours"
    made = await house.client("owner").new_login(NewLogin(name="desk"))
    async with RelayClient(house.url, made.token) as desk:
        assert [room.name for room in (await desk.rooms(None)).rooms]
        await desk.sign_out(None)
    async with RelayClient(house.url, made.token) as desk:
        with pytest.raises(Refused) as refused:
            await desk.rooms(None)
    assert refused.value.code == "unauthorized"


async def test_the_token_of_the_set_up_is_not_let_go_by_a_logout(house: House) -> None:
    owner = house.client("owner")
    with pytest.raises(Refused):
        await owner.sign_out(None)
    await owner.sign_out(None, everywhere=True)
    assert (await owner.rooms(None)).rooms


@pytest.mark.rule("R2", "R5")
async def test_only_a_rooms_owner_moves_its_agents(house: House) -> None:
    sarah = await house.member("sarah")
    for call in (
        house.client("slack").put_in(sarah, house.room, Seat(agent="claude")),
        house.client("slack").take_out(sarah, house.room, "claude"),
    ):
        with pytest.raises(Refused) as refused:
            await call
        assert refused.value.code == "owner_only"


async def test_a_default_agent_that_left_is_nobodys_default(house: House) -> None:
    owner = house.client("owner")
    room = (await owner.new_room(None, NewRoom(name="Lab", agents=["claude"], default_agent="claude"))).room
    await owner.take_out(None, room, "CLAUDE")
    assert (await owner.room(None, room)).agents == []
    await owner.put_in(None, room, Seat(agent="Claude"))
    assert [agent.handle for agent in (await owner.room(None, room)).agents] == ["claude"]
