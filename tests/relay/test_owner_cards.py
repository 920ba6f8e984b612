"""The owner's card comes wherever the owner can decide, also where that became possible after the ask."""

import pytest

from relay.wire.people import ConfirmLink, NewLink, RedeemLink, Who
from relay.wire.places import PlaceRole
from tests.house import House
from tests.relay.players import Daemon
from tests.relay.test_places import feed, lease


async def cards(house: House, fence: int = 1) -> list[tuple[str, str | None]]:
    """Where the owner's cards stand, and of which request."""
    places, _ = await feed(house, fence=fence)
    owners = [place for place in places if place.role is PlaceRole.owner]
    return [(place.channel, place.request.public_id if place.request else None) for place in owners]


@pytest.mark.rule("C3", "C11")
async def test_what_was_asked_before_a_connector_first_ran_has_its_card_when_it_does(house: House) -> None:
    olga = await house.link_owner()
    request = await house.ask(await house.member("sarah"))
    decided = await house.ask(await house.member("mina"))
    await house.approve(decided)
    await lease(house)
    assert await cards(house) == [(olga.account.subject, request.public_id)]
    again = await lease(house, "one")
    assert await cards(house, again.fence) == [(olga.account.subject, request.public_id)]


@pytest.mark.rule("C3", "R7")
async def test_what_was_asked_before_the_owner_was_known_in_a_chat_has_its_card_there_afterwards(
    house: House,
) -> None:
    await lease(house)
    request = await house.ask(await house.member("sarah"))
    assert await cards(house) == []
    olga = await house.link_owner()
    assert await cards(house) == [(olga.account.subject, request.public_id)]


@pytest.mark.rule("C3", "R7")
async def test_a_confirmed_account_of_the_owner_gets_the_cards_too(house: House) -> None:
    await lease(house)
    request = await house.ask(await house.member("sarah"))
    who: Who = house.who("olga")
    code = (await house.client("owner").new_link(None, NewLink())).code
    await house.client("slack").redeem_link(who, RedeemLink(code=code))
    assert await cards(house) == []
    await house.client("owner").confirm_link(None, ConfirmLink(code=code))
    assert await cards(house) == [(who.account.subject, request.public_id)]


@pytest.mark.rule("C3", "P3")
async def test_an_action_that_waits_has_its_card_in_a_chat_that_came_later(house: House) -> None:
    olga = await house.link_owner()
    request = await house.ask(olga)
    daemon = Daemon(house)
    await daemon.start()
    await daemon.take(request.request)
    await daemon.ask(request.request)
    await lease(house)
    assert await cards(house) == [(olga.account.subject, request.public_id)]
