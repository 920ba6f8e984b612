"""After a crash, a sleep or a cancel: the same id goes on with one gap, or it stops at a safe point."""

import asyncio

import pytest

from relay.machine import State
from relay.wire.base import Code
from relay.wire.machines import Start
from tests.house import House
from tests.relay.players import Daemon, expire_lease, refused, running, said, wait_for_silence


@pytest.mark.rule("X4")
async def test_a_new_process_goes_on_under_the_same_id_with_one_gap(house: House) -> None:
    old, request = await running(house)
    await old.report(request, said(1, "session", session="s-1"), said(2, "said", text="half way"))
    new = Daemon(house, process="second")
    await new.start()
    claims = [await new.take_up(request) for _ in range(2)]
    assert {(claim.session, claim.reported, claim.fence) for claim in claims} == {("s-1", 2, 2)}
    await new.report(request, said(3, "said", text="the rest"), said(4, "done"))
    events = (await house.view(request)).events
    assert [event.kind for event in events] == [
        "asked",
        "approved",
        "started",
        "session",
        "said",
        "gap",
        "said",
        "done",
    ]
    gap = next(event for event in events if event.kind == "gap").body
    assert gap["until"] > gap["since"]


@pytest.mark.rule("X4", "L6")
async def test_a_machine_that_was_silent_for_a_while_leaves_one_gap_with_its_length(house: House) -> None:
    daemon, request = await running(house)
    await expire_lease(house, request)
    await wait_for_silence(house, request)
    since = (await house.view(request)).interrupted_since
    for _ in range(3):
        await daemon.poll(request)
    view = await house.view(request)
    gaps = [event.body for event in view.events if event.kind == "gap"]
    assert len(gaps) == 1
    assert (view.interrupted_since, gaps[0]["since"]) == (None, since)


@pytest.mark.rule("X4")
async def test_resume_reaches_for_the_machine_and_changes_nothing(house: House) -> None:
    sarah, slack, daemon = await house.member("sarah"), house.client("slack"), Daemon(house)
    await daemon.start()
    request = await house.ask(sarah)
    assert (await refused(slack.resume(sarah, request.request, "r"))).state == "pending"
    await house.approve(request)
    await daemon.take(request.request)
    before = (await house.view(request.request)).seq
    assert (await slack.resume(sarah, request.request, "r")).state is State.running
    assert (await house.view(request.request)).seq == before


@pytest.mark.rule("X2")
async def test_cancelling_what_runs_sets_a_flag_and_it_is_cancelled_when_the_machine_says_so(
    house: House,
) -> None:
    daemon, request = await running(house)
    poll = asyncio.create_task(daemon.poll(request, wait=20))
    await asyncio.sleep(0.05)
    owner = house.client("owner")
    assert [(await owner.cancel(None, request, "c")).state for _ in range(2)] == [State.running] * 2
    async with asyncio.timeout(5):
        (flag,) = (await poll).flags
    assert (flag.cancel, flag.cancel_by, flag.state) == (True, house.owner, State.running)
    assert (await house.view(request)).stopping
    assert (await daemon.poll(request, knows=(request,))).flags == []
    await daemon.report(request, said(1, "stopped", text="interrupted"))
    view = await house.view(request)
    assert (view.state, view.stopping, view.ended_by_name) == (State.cancelled, False, "Olga")
    assert [event.kind for event in view.events].count("stopping") == 1


@pytest.mark.rule("X2", "L5")
async def test_work_that_was_finished_before_the_stop_reached_it_is_done(house: House) -> None:
    daemon, request = await running(house)
    await house.client("owner").cancel(None, request, "c")
    await daemon.finish(request)
    assert (await house.view(request)).state is State.done
    assert (await refused(house.client("owner").cancel(None, request, "another"))).state == "done"


@pytest.mark.rule("X2")
async def test_a_stop_that_nobody_asked_for_is_a_failure(house: House) -> None:
    daemon, request = await running(house)
    await daemon.report(request, said(1, "stopped"))
    view = await house.view(request)
    assert view.state is State.failed
    assert view.result == "the agent stopped although nobody asked it to"


@pytest.mark.rule("X8", "R4")
async def test_the_session_is_stored_with_the_request_before_the_first_tool_call(house: House) -> None:
    daemon, request = await running(house)
    await daemon.report(request, said(1, "session", session="s-1"))
    second = Daemon(house, process="second")
    await second.start()
    assert (await second.take_up(request)).session == "s-1"
    assert (await refused(second.client.start(request, Start(epoch=1, key="x")))).code is Code.fenced
