"""Two owners on one relay: a connector speaks for its own owner's installation and for no other (A2, R2)."""

import pytest

from relay.client import Refused
from relay.wire.base import Code
from relay.wire.places import Lease, Shown
from relay.wire.requests import Decide, Decision
from tests.house import House


async def installed(house: House) -> int:
    wish = Lease(platform="slack", tenant=house.tenant, holder="one")
    return (await house.client("slack").lease(wish)).fence


@pytest.mark.rule("A2", "R2")
async def test_a_connector_of_another_owner_does_not_speak_for_this_ones_people(
    house: House, neighbour: House
) -> None:
    await installed(house)
    olga = await house.link_owner()
    request = await house.ask(await house.member("sarah"))
    approve = Decide(version=1, decision=Decision.approve, key="stolen")
    with pytest.raises(Refused) as refused:
        await neighbour.client("slack").decide(olga, request.request, approve)
    assert refused.value.code is Code.not_yours
    assert (await house.view(request.request)).state == "pending"


@pytest.mark.rule("R2", "O13")
async def test_a_connector_of_another_owner_neither_takes_nor_reads_nor_settles_this_ones_places(
    house: House, neighbour: House
) -> None:
    fence = await installed(house)
    await house.ask(await house.member("sarah"))
    (place,) = (await house.client("slack").stale_places(house.tenant, fence, 0, 0)).places
    theirs = neighbour.client("slack")
    for attempt in (
        theirs.lease(Lease(platform="slack", tenant=house.tenant, holder="two")),
        theirs.stale_places(house.tenant, fence, 0, 0),
        theirs.shown(place.place, Shown(shown=place.wanted, fence=fence)),
    ):
        with pytest.raises(Refused):
            await attempt
    assert await theirs.thread(house.spot(thread=place.thread)) is None
    assert len((await house.client("slack").stale_places(house.tenant, fence, 0, 0)).places) == 1


@pytest.mark.rule("A2")
async def test_a_browser_account_is_of_one_owners_room_only(house: House, neighbour: House) -> None:
    olga = await house.link_owner(platform="web")
    request = await house.ask(await house.member("sarah"))
    approve = Decide(version=1, decision=Decision.approve, key="stolen")
    with pytest.raises(Refused) as refused:
        await neighbour.client("web").decide(olga, request.request, approve)
    assert refused.value.code is Code.unknown
    await house.client("web").decide(olga, request.request, approve)
