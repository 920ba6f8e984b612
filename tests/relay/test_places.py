"""Places to bring up to date: the feed of a connector, its lease, and what it says of what it has shown."""

import asyncio

import pytest

from relay.wire.base import Code
from relay.wire.machines import Stop
from relay.wire.people import Binding
from relay.wire.places import Dead, Lease, Leased, PlaceRole, PlaceView, Shown
from relay.wire.requests import Ask
from tests.house import House
from tests.relay.players import Daemon, refused, said


async def lease(house: House, holder: str = "one", seconds: float = 15) -> Leased:
    wish = Lease(platform="slack", tenant=house.tenant, holder=holder, seconds=seconds)
    return await house.client("slack").lease(wish)


async def feed(
    house: House, cursor: int = 0, *, fence: int = 1, wait: float = 0
) -> tuple[list[PlaceView], int]:
    page = await house.client("slack").stale_places(house.tenant, fence, cursor, wait)
    return page.places, page.cursor


async def show(house: House, place: PlaceView, fence: int = 1, **refs: str) -> None:
    await house.client("slack").shown(place.place, Shown(shown=place.wanted, refs=refs, fence=fence))


@pytest.mark.rule("C1", "C3", "C11")
async def test_a_request_is_shown_where_it_was_asked_where_the_owner_decides_and_in_the_rooms_other_chats(
    house: House,
) -> None:
    await lease(house)
    olga, sarah = await house.link_owner(), await house.member("sarah")
    other = Binding(platform="slack", tenant=f"{house.tenant}-two", channel="C2")
    await house.client("owner").bind(None, house.room, other)
    same = Binding(platform="slack", tenant=house.tenant, channel="C3")
    await house.client("owner").bind(None, house.room, same)
    request = await house.ask(sarah, message="1.5")
    places, _ = await feed(house)
    assert {(place.role, place.channel, place.thread) for place in places} == {
        (PlaceRole.asked, "C1", "1.5"),
        (PlaceRole.owner, olga.account.subject, None),
    }
    wish = Lease(platform="slack", tenant=other.tenant, holder="one")
    there = await house.client("slack").lease(wish)
    (mirror,) = (await house.client("slack").stale_places(other.tenant, there.fence, 0, 0)).places
    assert (mirror.role, mirror.channel) == (PlaceRole.mirror, "C2")
    assert {place.request.public_id for place in places if place.request} == {request.public_id}
    found = await house.client("slack").thread(house.spot(thread="1.5"))
    assert found is not None
    assert found.request == request.request


@pytest.mark.rule("C11", "C3")
async def test_a_decision_in_one_place_makes_all_places_out_of_date(house: House) -> None:
    await lease(house)
    await house.link_owner()
    request = await house.ask(await house.member("sarah"))
    places, cursor = await feed(house)
    for place in places:
        await show(house, place)
    assert (await feed(house))[0] == []
    await house.approve(request)
    again, _ = await feed(house, cursor)
    assert {place.place for place in again} == {place.place for place in places}
    assert {place.wanted for place in again} == {2}


@pytest.mark.rule("C6")
async def test_many_events_are_one_place_that_shows_the_newest(house: House) -> None:
    await lease(house)
    request = await house.ask(await house.link_owner())
    (first,), cursor = await feed(house)
    await show(house, first, card="m1")
    daemon = Daemon(house)
    await daemon.start()
    await daemon.take(request.request)
    for number in range(1, 31):
        await daemon.report(request.request, said(number, "said", text=str(number)))
    await daemon.finish(request.request, 31)
    mine = [place for place in (await feed(house, cursor))[0] if place.place == first.place]
    assert len(mine) == 1
    assert mine[0].request is not None
    assert (mine[0].request.state, mine[0].refs, mine[0].wanted) == (
        "done",
        {"card": "m1"},
        mine[0].request.seq,
    )


@pytest.mark.rule("C5")
async def test_what_was_shown_is_kept_part_by_part_and_never_goes_back(house: House) -> None:
    await lease(house)
    request = await house.ask(await house.member("sarah"))
    (place,), _ = await feed(house)
    await show(house, place, root="r", card="c1")
    await house.approve(request)
    await house.client("slack").shown(place.place, Shown(shown=0, refs={"card": "c2"}, fence=1))
    ((again,), _) = await feed(house)
    assert (again.shown, again.refs) == (place.wanted, {"root": "r", "card": "c2"})
    await house.client("slack").shown(place.place, Shown(shown=2**40, fence=1))
    assert (await feed(house))[0] == []
    await house.client("owner").cancel(None, request.request, "c")
    assert len((await feed(house))[0]) == 1


async def test_a_waiting_connector_hears_of_a_change_at_once(house: House) -> None:
    await lease(house)
    waiting = asyncio.create_task(feed(house, wait=20))
    await asyncio.sleep(0.1)
    await house.ask(await house.member("sarah"))
    async with asyncio.timeout(5):
        assert len((await waiting)[0]) == 1


@pytest.mark.rule("C6", "C4")
async def test_more_places_than_a_page_holds_all_come_although_none_is_shown_yet(house: House) -> None:
    """They changed in one commit, and the platform's rate limit lets none of them be posted for now."""
    await lease(house)
    sarah = await house.member("sarah")
    asked = {(await house.ask(sarah)).request for _ in range(130)}
    seen, cursor = await everything(house, 0)
    assert seen == asked
    await house.client("owner").stop(None, Stop(key="stop"))
    assert (await everything(house, cursor))[0] == asked


async def everything(house: House, cursor: int) -> tuple[set[str], int]:
    """What the feed gives until it has nothing new."""
    seen: set[str] = set()
    for _ in range(5):
        places, cursor = await feed(house, cursor)
        if not places:
            break
        seen |= {place.request.request for place in places if place.request}
    return seen, cursor


# -- the active one ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("O13")
async def test_one_process_is_the_active_one_and_another_takes_over_when_it_falls_silent(
    house: House,
) -> None:
    first = await lease(house, "one", seconds=0.4)
    assert (first.held, first.fence) == (True, 1)
    second = await lease(house, "two")
    assert (second.held, second.holder, second.fence) == (False, "one", 0)
    renewed = await lease(house, "one", seconds=0.4)
    assert (renewed.fence, renewed.since) == (1, first.since)
    await asyncio.sleep(0.45)
    third = await lease(house, "two")
    assert (third.held, third.fence) == (True, 2)
    assert third.since > first.since
    assert not (await lease(house, "one")).held


@pytest.mark.rule("O13", "C5")
async def test_a_process_that_was_replaced_reads_and_says_nothing_any_more(house: House) -> None:
    await lease(house, "one", seconds=0)
    await house.ask(await house.member("sarah"))
    (place,), _ = await feed(house)
    await lease(house, "two")
    slack = house.client("slack")
    for call in (
        feed(house),
        slack.shown(place.place, Shown(shown=1, fence=1)),
        slack.dead(place.place, Dead(reason="gone", fence=1)),
    ):
        assert (await refused(call)).code is Code.fenced
    ((again,), _) = await feed(house, fence=2)
    assert (again.place, again.shown, again.refs) == (place.place, 0, {})


@pytest.mark.rule("O13")
async def test_of_many_that_want_the_lease_at_once_one_has_it(house: House) -> None:
    answers = await asyncio.gather(*(lease(house, f"process-{number}") for number in range(12)))
    assert sum(answer.held for answer in answers) == 1
    assert {answer.holder for answer in answers} == {next(answer.holder for answer in answers if answer.held)}


@pytest.mark.rule("C10")
async def test_a_dead_place_is_out_of_the_feed_and_on_the_record_once(house: House) -> None:
    await lease(house)
    request = await house.ask(await house.member("sarah"))
    (place,), _ = await feed(house)
    for _ in range(2):
        await house.client("slack").dead(place.place, Dead(reason="channel_not_found", fence=1))
    await house.approve(request)
    assert (await feed(house))[0] == []
    rows = (await house.client("owner").audit_page(None, request=request.request)).rows
    assert [(row.act, row.result) for row in rows if row.act == "place lost"] == [
        ("place lost", "channel_not_found")
    ]


@pytest.mark.rule("C5", "R5")
async def test_a_join_card_has_places_too(house: House) -> None:
    await lease(house)
    olga = await house.link_owner()
    await house.client("slack").ask(house.who("tom"), Ask(spot=house.spot(), prompt="let me in"))
    places, _ = await feed(house)
    assert {(place.role, place.channel) for place in places} == {
        (PlaceRole.asked, "C1"),
        (PlaceRole.owner, olga.account.subject),
    }
    assert {place.join.name for place in places if place.join} == {"Tom"}
