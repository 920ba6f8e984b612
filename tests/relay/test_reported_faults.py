"""Sequences that users of comparable systems reported (see ``tests/reported_faults.md``), played at the relay."""

import asyncio

import pytest

from relay.client import Refused
from relay.machine import State
from relay.wire.machines import Hello, Start
from relay.wire.requests import Ask, Decision, Waiting
from tests.house import House

THREAD = "1.000100"


@pytest.mark.rule("B04", "R6")
async def test_who_may_not_ask_is_checked_also_in_a_thread_in_which_something_runs(house: House) -> None:
    await house.link_owner()
    sarah = await house.member("sarah")
    request = await house.ask(sarah, message=THREAD)
    await house.approve(request)
    epoch = await _start(house, request.request)
    before = await house.view(request.request)

    stranger = house.who("stranger")
    spot = house.spot("9.000100", thread=THREAD)
    asked = await house.client("slack").ask(stranger, Ask(spot=spot, prompt="stop that, do this"))

    assert asked.request is None
    assert asked.join is not None
    with pytest.raises(Refused):
        await house.client("slack").cancel(stranger, request.request, "stop")
    after = await house.view(request.request)
    assert (after.state, after.seq, after.stopping) == (State.running, before.seq, False)
    work = await house.client("machine").take_up(request.request, Start(epoch=epoch, key="again"))
    assert "stop that" not in work.prompt


@pytest.mark.rule("B12", "B21", "B23", "C4")
async def test_each_message_that_comes_while_something_runs_has_its_own_id_and_place_in_the_queue(
    house: House,
) -> None:
    sarah = await house.member("sarah")
    first = await house.ask(sarah, "first")
    await house.approve(first, Decision.always)
    await _start(house, first.request)

    waiting = await asyncio.gather(*(house.ask(sarah, f"message {n}") for n in range(3)))

    assert len({one.public_id for one in waiting}) == 3
    assert sorted(one.ahead for one in [await house.view(one.request) for one in waiting]) == [1, 2, 3]
    assert {one.waiting for one in waiting} <= {Waiting.queue}
    assert (await house.view(first.request)).state is State.running


@pytest.mark.rule("B30", "C1")
async def test_a_request_is_shown_in_the_thread_of_the_message_that_asked_and_its_place_never_changes(
    house: House,
) -> None:
    await house.link_owner()
    sarah = await house.member("sarah")
    request = await house.ask(sarah, message=THREAD)
    origin = (await house.view(request.request)).origin

    other = await house.ask(sarah, message="2.000100")
    await house.approve(request)
    await house.approve(other)
    await _start(house, request.request)

    assert (await house.view(request.request)).origin == origin
    found = await house.client("slack").thread(house.spot(thread=THREAD))
    assert found is not None
    assert found.request == request.request


async def _start(house: House, request: str) -> int:
    machine = house.client("machine")
    welcome = await machine.hello(Hello(process="one", version="1"))
    await machine.start(request, Start(epoch=welcome.epoch, key=request))
    return welcome.epoch
