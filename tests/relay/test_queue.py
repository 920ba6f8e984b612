"""Each agent works on one request at a time, in the order of approval, under a lease with a fencing number."""

import asyncio

import pytest

from relay.machine import State
from relay.requests import queue
from relay.wire.base import Code
from relay.wire.machines import DeclaredAgent
from relay.wire.people import NewRoom
from relay.wire.requests import Ask, Close, RequestView, Waiting
from tests.house import House
from tests.relay.players import Daemon, expire_lease, refused, running, said, wait_for_silence


async def two_agents(house: House, directories: tuple[str, str]) -> tuple[Daemon, list[RequestView]]:
    """A room with two agents on one machine, and an approved request for each."""
    daemon = Daemon(house)
    declared = [
        DeclaredAgent(handle=handle, runtime="scripted", directory=directory)
        for handle, directory in zip(("one", "two"), directories, strict=True)
    ]
    await daemon.start(*declared)
    owner = house.client("owner")
    room = (await owner.new_room(None, NewRoom(name="Two", agents=["one", "two"]))).room
    asked = []
    for handle in ("one", "two"):
        spot = house.spot().model_copy(update={"platform": "cli"})
        answer = await owner.ask(None, Ask(spot=spot, prompt="hi", room=room, agent=handle))
        assert answer.request is not None
        asked.append(answer.request)
    return daemon, asked


@pytest.mark.rule("X1", "C4")
async def test_requests_of_one_agent_run_one_after_another_in_the_order_of_approval(house: House) -> None:
    sarah, daemon = await house.member("sarah"), Daemon(house)
    await daemon.start()
    first, second, third = [await house.ask(sarah, text) for text in ("a", "b", "c")]
    for request in (second, third, first):
        await house.approve(request)
    ran = []
    for _ in range(3):
        (offer,) = (await daemon.poll()).offers
        waiting = [
            request for request in (first, second, third) if request.request not in (*ran, offer.request)
        ]
        if waiting:
            assert (await refused(daemon.take(waiting[-1].request))).code is Code.not_first
        await daemon.take(offer.request)
        assert (await daemon.poll(offer.request)).offers == []
        await daemon.finish(offer.request)
        ran.append(offer.request)
    assert ran == [second.request, third.request, first.request]


@pytest.mark.rule("C4")
async def test_a_queued_request_says_how_many_are_before_it_and_what_it_waits_for(house: House) -> None:
    away = await house.ask(None)
    assert (away.waiting, away.ahead) == (Waiting.machine, 0)
    assert away.away_since is not None
    daemon = Daemon(house)
    await daemon.start()
    await daemon.take(away.request)
    queued = [await house.ask(None) for _ in range(2)]
    assert [(view.waiting, view.ahead) for view in queued] == [(Waiting.queue, 1), (Waiting.queue, 2)]
    await daemon.finish(away.request)
    assert (await house.view(queued[0].request)).waiting is Waiting.nothing


@pytest.mark.rule("X1")
async def test_two_agents_in_different_directories_run_in_parallel(house: House) -> None:
    daemon, asked = await two_agents(house, ("/project/one", "/project/one-more"))
    assert {offer.request for offer in (await daemon.poll()).offers} == {one.request for one in asked}
    for request in asked:
        await daemon.take(request.request)


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    "directories",
    [("/project", "/project"), ("/project", "/project/web"), ("/project/web", "/project")],
    ids=str,
)
async def test_agents_in_the_same_or_nested_directories_never_run_at_once(
    house: House, directories: tuple[str, str]
) -> None:
    daemon, (first, second) = await two_agents(house, directories)
    (offer,) = (await daemon.poll()).offers
    await daemon.take(offer.request)
    other = second if offer.request == first.request else first
    assert (await daemon.poll(offer.request)).offers == []
    assert (await refused(daemon.take(other.request))).code is Code.not_first
    await daemon.finish(offer.request)
    assert [one.request for one in (await daemon.poll()).offers] == [other.request]


@pytest.mark.rule("X5", "N3")
async def test_requests_wait_while_the_machine_is_away_and_run_in_order_when_it_returns(house: House) -> None:
    asked = [await house.ask(None, text) for text in ("a", "b")]
    assert {(await house.view(one.request)).state for one in asked} == {State.approved}
    daemon = Daemon(house)
    await daemon.start()
    for request in asked:
        assert [offer.request for offer in (await daemon.poll()).offers] == [request.request]
        await daemon.take(request.request)
        await daemon.finish(request.request)


@pytest.mark.rule("X1")
async def test_a_waiting_daemon_hears_of_an_approval_at_once(house: House) -> None:
    sarah, daemon = await house.member("sarah"), Daemon(house)
    await daemon.start()
    request = await house.ask(sarah)
    poll = asyncio.create_task(daemon.poll(wait=20))
    await asyncio.sleep(0.1)
    await house.approve(request)
    async with asyncio.timeout(5):
        assert [offer.request for offer in (await poll).offers] == [request.request]


# -- leases and fences ----------------------------------------------------------------------------------------------


@pytest.mark.rule("N2", "B17")
async def test_the_same_process_taking_again_has_the_same_claim_and_another_is_refused(house: House) -> None:
    first = Daemon(house)
    await first.start()
    request = (await house.ask(None)).request
    claims = [await first.take(request) for _ in range(2)]
    assert claims[0] == claims[1]
    assert [event.kind for event in (await house.view(request)).events].count("started") == 1
    second = Daemon(house, process="second")
    await second.start()
    assert (await refused(second.take(request))).code is Code.fenced
    assert (await refused(first.take(request))).code is Code.fenced
    assert (await house.view(request)).state is State.running


@pytest.mark.rule("N2", "N1")
async def test_an_old_process_changes_nothing_any_more(house: House) -> None:
    old, request = await running(house)
    new = Daemon(house, process="second")
    assert (await new.start()).running == [request]
    await new.take_up(request)
    before = await house.view(request)
    for call in (
        old.poll(request),
        old.report(request, said(1, "said", text="hello")),
        old.finish(request),
        old.ask(request),
        old.take_up(request),
    ):
        assert (await refused(call)).code is Code.fenced
    after = await house.view(request)
    assert (after.seq, after.state) == (before.seq, State.running)
    await new.finish(request)


@pytest.mark.rule("N2")
async def test_the_same_process_saying_hello_again_keeps_its_number(house: House) -> None:
    daemon = Daemon(house)
    assert (await daemon.start()).epoch == (await daemon.start()).epoch == 1
    assert (await Daemon(house, process="second").start()).epoch == 2


@pytest.mark.rule("N1")
async def test_a_poll_renews_the_leases_of_what_runs(house: House) -> None:
    daemon, request = await running(house)
    await expire_lease(house, request)
    flag = (await daemon.report(request, said(1, "said", text="x"))).flag
    await daemon.poll(request)
    renewed = (await daemon.report(request, said(2, "said", text="y"))).flag
    assert renewed.lease_until - flag.lease_until >= queue.LEASE


@pytest.mark.rule("L6", "N2", "B20")
async def test_silence_is_no_failure_and_no_success(house: House) -> None:
    _, request = await running(house)
    await expire_lease(house, request)
    async with asyncio.timeout(5):
        while (view := await house.view(request)).interrupted_since is None:
            await asyncio.sleep(0.02)
    assert view.state is State.running
    assert [event.kind for event in view.events][-1] == "interrupted"


@pytest.mark.rule("L6", "B28")
@pytest.mark.parametrize("interrupted", [True, False], ids=["silence first", "done first"])
async def test_a_committed_end_wins_over_silence_in_either_order(house: House, interrupted: bool) -> None:
    daemon, request = await running(house)
    await expire_lease(house, request)
    if interrupted:
        await wait_for_silence(house, request)
    await daemon.finish(request)
    await asyncio.sleep(0.6)  # two sweeps
    view = await house.view(request)
    assert (view.state, view.interrupted_since) == (State.done, None)
    assert [event.kind for event in view.events][-1] == "done"


@pytest.mark.rule("L6", "N2")
async def test_the_owner_gives_a_silent_machine_up_and_the_queue_moves_on(house: House) -> None:
    daemon, request = await running(house)
    owner, waits = house.client("owner"), await house.ask(None)
    early = await refused(owner.close_request(None, request, Close(key="close")))
    assert (early.code, early.state) == (Code.late, "running")
    await expire_lease(house, request)
    sarah = await house.member("sarah")
    assert (
        await refused(house.client("slack").close_request(sarah, request, Close(key="x")))
    ).code is Code.owner_only
    closed = [await owner.close_request(None, request, Close(key="close")) for _ in range(2)]
    assert [one.state for one in closed] == [State.failed] * 2
    view = await house.view(request)
    assert view.result is not None
    assert "unknown" in view.result
    assert (await refused(daemon.finish(request))).state == "failed"
    assert (await house.view(request)).state is State.failed
    assert [offer.request for offer in (await daemon.poll()).offers] == [waits.request]


@pytest.mark.rule("N2", "B25")
async def test_a_relay_that_does_not_know_the_machine_says_so(house: House) -> None:
    house.tokens["gone"] = "muti_machine_not-registered"
    assert (await refused(Daemon(house, token="gone").start())).code is Code.unauthorized
