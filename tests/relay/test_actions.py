"""An action that pauses: asked for its exact input, decided by the owner, used once."""

import asyncio

import pytest

from relay.http.settings import RelayOptions
from relay.machine import State
from relay.wire.base import Code
from relay.wire.requests import ActionState, DecideAction, Waiting
from tests.house import House
from tests.relay.players import Daemon, refused, running, said


async def decide(
    house: House, request: str, action: str, allow: bool = True, *, digest: str = "digest-1", key: str = "tap"
) -> ActionState:
    said = DecideAction(digest=digest, allow=allow, reason="so it is", key=key)
    return (await house.client("owner").decide_action(None, request, action, said)).state


@pytest.mark.rule("P3", "P4")
async def test_the_request_stays_running_and_waits_and_the_machine_hears_the_answer(house: House) -> None:
    daemon, request = await running(house)
    queued = await house.ask(None)
    asked = await daemon.ask(request)
    view = await house.view(request)
    assert (view.state, view.waiting, asked.state) == (State.running, Waiting.action, ActionState.pending)
    (card,) = view.actions
    assert (card.kind, card.shown, card.directory, card.reason) == (
        "delete",
        "rm -r build",
        "/project",
        "it deletes",
    )
    assert (await refused(daemon.take(queued.request))).code is Code.not_first
    poll = asyncio.create_task(daemon.poll(request, wait=20))
    await asyncio.sleep(0.05)
    assert await decide(house, request, asked.action) is ActionState.allowed
    async with asyncio.timeout(5):
        (answer,) = (await poll).answers
    assert (answer.action, answer.state, answer.digest) == (asked.action, ActionState.allowed, "digest-1")
    assert (await daemon.poll(request, knows=(asked.action,))).answers == []


@pytest.mark.rule("P3")
async def test_an_allowed_action_is_used_once(house: House) -> None:
    daemon, request = await running(house)
    asked = await daemon.ask(request)
    assert (await refused(daemon.use(request, asked.action))).code is Code.used
    await decide(house, request, asked.action)
    await daemon.use(request, asked.action)
    again = await refused(daemon.use(request, asked.action))
    assert (again.code, again.state) == (Code.used, "allowed")
    assert again.at is not None
    acts = [row.act for row in (await house.client("owner").audit_page(None, request=request)).rows]
    assert acts[:3] == ["action used", "action_decided", "action_asked"]


@pytest.mark.rule("P3", "U2")
async def test_the_approval_is_for_that_exact_input(house: House) -> None:
    daemon, request = await running(house)
    asked = await daemon.ask(request)
    other = await refused(decide(house, request, asked.action, digest="digest-2"))
    assert other.code is Code.changed
    await decide(house, request, asked.action)
    assert (await refused(daemon.use(request, asked.action, "digest-2"))).code is Code.used
    changed = await daemon.ask(request, digest="digest-2")
    assert (changed.action != asked.action, changed.state) == (True, ActionState.pending)
    rows = (await house.client("owner").audit_page(None, request=request)).rows
    assert {row.body["digest"] for row in rows if row.act.startswith("action")} == {"digest-1", "digest-2"}


@pytest.mark.rule("P3", "C5")
async def test_asking_twice_for_the_same_call_is_one_card(house: House) -> None:
    daemon, request = await running(house)
    answers = await asyncio.gather(*(daemon.ask(request) for _ in range(5)))
    assert len({answer.action for answer in answers}) == 1
    await decide(house, request, answers[0].action)
    assert (await daemon.ask(request)).state is ActionState.allowed
    assert [event.kind for event in (await house.view(request)).events].count("action_asked") == 1


@pytest.mark.rule("P4")
async def test_a_denied_action_is_told_to_the_agent_and_the_request_goes_on(house: House) -> None:
    daemon, request = await running(house)
    asked = await daemon.ask(request)
    assert await decide(house, request, asked.action, allow=False) is ActionState.denied
    (answer,) = (await daemon.poll(request)).answers
    assert (answer.state, answer.answer) == (ActionState.denied, "so it is")
    assert (await refused(daemon.use(request, asked.action))).code is Code.used
    await daemon.finish(request)
    assert (await house.view(request)).state is State.done


@pytest.mark.rule("A2", "P3")
async def test_only_the_owner_decides_an_action(house: House) -> None:
    sarah, olga, slack = await house.member("sarah"), await house.link_owner(), house.client("slack")
    daemon, request = await running(house)
    asked = await daemon.ask(request)
    tap = DecideAction(digest="digest-1", allow=True, key="tap")
    for who, code in (
        (sarah, Code.owner_only),
        (olga.model_copy(update={"bot": True}), Code.owner_only),
        (house.who("stranger"), Code.unknown),
    ):
        assert (await refused(slack.decide_action(who, request, asked.action, tap))).code is code
    assert (await house.view(request)).actions[0].state is ActionState.pending
    results = [row.result for row in (await house.client("owner").audit_page(None, request=request)).rows]
    assert results[:2] == ["not the owner"] * 2


@pytest.mark.rule("L4", "L5")
async def test_the_same_tap_again_is_as_once_and_another_is_told_what_was_decided(house: House) -> None:
    daemon, request = await running(house)
    asked = await daemon.ask(request)
    assert [await decide(house, request, asked.action) for _ in range(3)] == [ActionState.allowed] * 3
    late = await refused(decide(house, request, asked.action, allow=False, key="other"))
    assert (late.code, late.state, late.by) == (Code.late, "allowed", "Olga")
    assert [event.kind for event in (await house.view(request)).events].count("action_decided") == 1


@pytest.mark.rule("P3")
async def test_an_approval_lapses_with_its_request(house: House) -> None:
    daemon, request = await running(house)
    waits, allowed = await daemon.ask(request, "call-1"), await daemon.ask(request, "call-2")
    await decide(house, request, allowed.action)
    await daemon.finish(request)
    states = {action.action: action.state for action in (await house.view(request)).actions}
    assert states == {waits.action: ActionState.lapsed, allowed.action: ActionState.allowed}
    assert (await refused(decide(house, request, waits.action))).state == "lapsed"
    assert (await refused(daemon.use(request, allowed.action))).code is Code.late


@pytest.mark.rule("P3", "P4", "B10")
async def test_what_waited_lapses_when_another_process_goes_on(house: House) -> None:
    old, request = await running(house)
    asked = await old.ask(request)
    new = Daemon(house, process="second")
    await new.start()
    await new.take_up(request)
    assert (await house.view(request)).actions[0].state is ActionState.lapsed
    assert (await refused(decide(house, request, asked.action))).state == "lapsed"


@pytest.mark.rule("P3")
async def test_what_does_not_fit_on_a_card_cannot_be_approved(house: House) -> None:
    daemon, request = await running(house)
    asked = await daemon.ask(request, whole=False)
    assert (await refused(decide(house, request, asked.action))).code is Code.bad_request
    assert (await house.view(request)).actions[0].state is ActionState.pending
    assert await decide(house, request, asked.action, allow=False, key="no") is ActionState.denied


class TestInTime:
    """With a time to live that can be waited for."""

    @pytest.fixture
    def options(self) -> RelayOptions:
        return RelayOptions(approval_ttl=0.4, sweep_seconds=0.1)

    @pytest.mark.rule("P4", "A4")
    async def test_no_answer_in_time_is_a_denial_marked_expired(self, house: House) -> None:
        daemon, request = await running(house)
        asked = await daemon.ask(request)
        async with asyncio.timeout(5):
            (answer,) = (await daemon.poll(request, wait=20)).answers
        assert (answer.action, answer.state) == (asked.action, ActionState.expired)
        late = await refused(decide(house, request, asked.action))
        assert (late.code, late.state) == (Code.late, "expired")
        assert (await refused(daemon.use(request, asked.action))).code is Code.used
        assert (await house.view(request)).state is State.running


class TestUnswept:
    """A deadline holds by itself: here nobody sweeps in time."""

    @pytest.fixture
    def options(self) -> RelayOptions:
        return RelayOptions(approval_ttl=0.2, sweep_seconds=600)

    @pytest.mark.rule("A4", "P4")
    async def test_a_tap_after_the_deadline_allows_nothing(self, house: House) -> None:
        daemon, request = await running(house)
        asked = await daemon.ask(request)
        await asyncio.sleep(0.25)
        assert (await refused(decide(house, request, asked.action))).state == "expired"
        assert (await refused(daemon.use(request, asked.action))).code is Code.used


async def test_an_action_of_a_request_that_does_not_run_is_refused(house: House) -> None:
    daemon = Daemon(house)
    await daemon.start()
    queued = await house.ask(None)
    assert (await refused(daemon.ask(queued.request))).state == "approved"
    assert (await refused(daemon.ask("nothing"))).code is Code.unknown
    await daemon.take(queued.request)
    await daemon.report(queued.request, said(1, "done"))
    assert (await refused(daemon.ask(queued.request))).state == "done"
