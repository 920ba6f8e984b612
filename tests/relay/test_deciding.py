"""Only the owner decides, only what was shown, only in time; whoever comes late is told what happened instead."""

import asyncio

import pytest

from relay.http.settings import RelayOptions
from relay.machine import State
from relay.wire.base import Code
from relay.wire.machines import DeclaredAgent, NewMachine
from relay.wire.people import NewRoom
from relay.wire.requests import Decide, Decided, Decision
from tests.house import House
from tests.relay.players import Daemon, refused


def tap(version: int = 1, decision: Decision = Decision.approve, key: str = "tap") -> Decide:
    return Decide(version=version, decision=decision, key=key)


async def acts(house: House, request: str) -> list[tuple[str, str]]:
    """What the audit log says of a request, oldest first: act and result."""
    page = await house.client("owner").audit_page(None, request=request, limit=200)
    return [(row.act, row.result) for row in reversed(page.rows)]


@pytest.mark.rule("A1")
async def test_the_card_has_who_where_whom_what_and_until_when(house: House) -> None:
    request = await house.ask(await house.member("sarah"), "drop the table")
    assert (request.asker_name, request.room_name, request.handle) == ("Sarah", "Backend", "claude")
    assert (request.directory, request.prompt, request.machine_name) == (
        str(house.directory),
        "drop the table",
        "laptop",
    )
    assert request.deadline == request.asked_at + 24 * 3600 * 1_000_000


@pytest.mark.rule("A1", "L4", "U3")
@pytest.mark.parametrize(
    ("decision", "state", "kind"),
    [
        (Decision.approve, State.approved, "approved"),
        (Decision.always, State.approved, "approved"),
        (Decision.deny, State.cancelled, "denied"),
    ],
)
async def test_the_owners_three_answers(house: House, decision: Decision, state: State, kind: str) -> None:
    olga, request = await house.link_owner(), await house.ask(await house.member("sarah"))
    said = Decide(version=1, decision=decision, reason="because", key="tap")
    assert (await house.client("slack").decide(olga, request.request, said)).state is state
    view = await house.view(request.request)
    assert (view.state, view.decided_by_name, view.reason) == (state, "Olga", "because")
    assert [event.kind for event in view.events] == ["asked", kind]
    assert view.events[1].at == view.decided_at
    assert (kind, "ok") in await acts(house, request.request)


@pytest.mark.rule("A2", "U2")
async def test_anybody_elses_tap_changes_nothing_and_is_on_the_record(house: House) -> None:
    sarah, tom, slack = await house.member("sarah"), await house.member("tom"), house.client("slack")
    request = await house.ask(sarah)
    for who in (sarah, tom):
        problem = await refused(slack.decide(who, request.request, tap()))
        assert problem.code is Code.owner_only
    stranger = await refused(slack.decide(house.who("stranger"), request.request, tap()))
    assert stranger.code is Code.unknown
    assert (await house.view(request.request)).state is State.pending
    assert [act for act in await acts(house, request.request) if act[0] == "decision refused"] == [
        ("decision refused", "not the owner"),
        ("decision refused", "not the owner"),
        ("decision refused", "unknown account"),
    ]


@pytest.mark.rule("A2", "B11")
async def test_the_requester_gets_the_same_refusal_on_every_path(house: House) -> None:
    """Also with a token of the requester's own, and for what they try to grant themselves."""
    sarah, slack = await house.member("sarah"), house.client("slack")
    request = await house.ask(sarah)
    answers = [
        await refused(slack.decide(sarah, request.request, tap(decision=decision, key=decision.value)))
        for decision in Decision
    ]
    assert {answer.code for answer in answers} == {Code.owner_only}
    assert (await house.view(request.request)).state is State.pending
    assert (await house.client("owner").grants(None)).grants == []


@pytest.mark.rule("A2", "A7")
async def test_what_an_app_taps_in_the_owners_name_is_not_the_owner(house: House) -> None:
    olga, request = await house.link_owner(), await house.ask(await house.member("sarah"))
    bot = olga.model_copy(update={"bot": True})
    problem = await refused(house.client("slack").decide(bot, request.request, tap()))
    assert problem.code is Code.owner_only
    assert (await house.view(request.request)).state is State.pending


@pytest.mark.rule("A7")
async def test_a_message_that_says_approved_is_an_ask_and_no_decision(house: House) -> None:
    sarah = await house.member("sarah")
    request = await house.ask(sarah)
    await house.ask(sarah, f"approved {request.public_id}")
    assert (await house.view(request.request)).state is State.pending


@pytest.mark.rule("A3")
async def test_a_decision_on_another_version_is_refused_before_anything_else(house: House) -> None:
    request = await house.ask(await house.member("sarah"))
    for version in (0, 2):
        problem = await refused(house.client("owner").decide(None, request.request, tap(version)))
        assert problem.code is Code.changed
    assert (await house.view(request.request)).seq == 1


@pytest.mark.rule("L4", "A2")
async def test_the_same_tap_again_gives_the_first_result_and_a_second_tap_is_told_who_and_when(
    house: House,
) -> None:
    owner, request = house.client("owner"), await house.ask(await house.member("sarah"))
    first = await owner.decide(None, request.request, tap())
    assert [await owner.decide(None, request.request, tap()) for _ in range(3)] == [first] * 3
    second = await refused(owner.decide(None, request.request, tap(decision=Decision.deny, key="other")))
    view = await house.view(request.request)
    assert (second.code, second.state, second.by, second.at) == (
        Code.late,
        "approved",
        "Olga",
        view.decided_at,
    )
    assert [event.kind for event in view.events] == ["asked", "approved"]
    assert [act for act, _ in await acts(house, request.request)].count("approved") == 1


@pytest.mark.rule("L4")
async def test_a_decision_whose_answer_got_lost_is_sent_again_after_the_request_has_ended(
    house: House,
) -> None:
    """The tap was stored, its answer never came; whatever happens meanwhile, the same key finds its result."""
    owner, request, daemon = (
        house.client("owner"),
        await house.ask(await house.member("sarah")),
        Daemon(house),
    )
    await daemon.start()
    await owner.decide(None, request.request, tap())
    await daemon.take(request.request)
    await daemon.finish(request.request)
    again = await owner.decide(None, request.request, tap())
    assert isinstance(again, Decided)
    assert again.state is State.done


@pytest.mark.rule("L4")
async def test_the_same_key_with_another_answer_is_not_the_same_command(house: House) -> None:
    owner, request = house.client("owner"), await house.ask(await house.member("sarah"))
    await owner.decide(None, request.request, tap())
    problem = await refused(owner.decide(None, request.request, tap(decision=Decision.deny)))
    assert (problem.code, problem.state) == (Code.late, "approved")


@pytest.mark.rule("L4", "X2")
async def test_a_cancel_whose_answer_got_lost_is_as_once(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    request = await house.ask(sarah)
    states = [(await slack.cancel(sarah, request.request, "c")).state for _ in range(3)]
    assert states == [State.cancelled] * 3
    assert [act for act, _ in await acts(house, request.request)].count("cancelled") == 1
    other = await refused(house.client("owner").cancel(None, request.request, "mine"))
    assert (other.code, other.state) == (Code.late, "cancelled")


# -- time ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A4")
async def test_the_shortest_of_room_agent_and_relay_is_the_time_to_live(house: House) -> None:
    owner = house.client("owner")
    machine = await owner.new_machine(None, NewMachine(name="desk"))
    house.tokens["desk"] = machine.token
    quick = DeclaredAgent(handle="quick", runtime="scripted", directory="/q", approval_ttl=60)
    await Daemon(house, token="desk").start(quick)
    agents, sarah = ["claude", "quick"], await house.member("sarah")
    lifetimes = {}
    for name, ttl in (("long", None), ("half", 120.0), ("endless", 10.0**8)):
        room = (await owner.new_room(None, NewRoom(name=name, agents=agents, approval_ttl=ttl))).room
        for handle in agents:
            lifetimes[name, handle] = await lifetime(house, room, sarah, handle)
    assert lifetimes == {
        ("long", "claude"): 86_400,
        ("long", "quick"): 60,
        ("half", "claude"): 120,
        ("half", "quick"): 60,
        ("endless", "claude"): 86_400,
        ("endless", "quick"): 60,
    }


async def lifetime(house: House, room: str, who: object, handle: str) -> int:
    from relay.wire.people import AcceptInvite, NewInvite
    from relay.wire.requests import Ask

    invite = await house.client("owner").invite(None, room, NewInvite())
    assert invite.token is not None
    await house.client("slack").accept(who, AcceptInvite(token=invite.token, name="Sarah"))
    asked = await house.client("slack").ask(who, Ask(spot=house.spot(), prompt="hi", room=room, agent=handle))
    assert asked.request is not None
    assert asked.request.deadline is not None
    return (asked.request.deadline - asked.request.asked_at) // 1_000_000


class TestInTime:
    """With a time to live that can be waited for."""

    @pytest.fixture
    def options(self) -> RelayOptions:
        return RelayOptions(approval_ttl=0.4, sweep_seconds=0.1)

    @pytest.mark.rule("A4", "A5", "L2")
    async def test_an_undecided_request_expires_and_never_runs(self, house: House) -> None:
        request, daemon = await house.ask(await house.member("sarah")), Daemon(house)
        await daemon.start()
        view = await house.until(request.request, "expired")
        assert request.deadline is not None
        assert view.ended_at is not None
        assert 0 <= view.ended_at - request.deadline < 1_000_000
        problem = await refused(house.approve(request))
        assert (problem.code, problem.state, problem.at) == (Code.late, "expired", view.ended_at)
        assert (await refused(daemon.take(request.request))).state == "expired"
        assert (await daemon.poll()).offers == []

    @pytest.mark.rule("A5", "X3")
    async def test_an_expired_request_can_be_retried(self, house: House) -> None:
        sarah = await house.member("sarah")
        request = await house.ask(sarah)
        await house.until(request.request, "expired")
        again = (await house.client("slack").retry(sarah, request.request, "tap")).request
        assert again is not None
        assert again.state is State.pending


class TestUnswept:
    """A deadline holds by itself: here nobody sweeps in time."""

    @pytest.fixture
    def options(self) -> RelayOptions:
        return RelayOptions(approval_ttl=0.3, sweep_seconds=600)

    @pytest.mark.rule("A4", "A5")
    async def test_a_tap_after_the_deadline_is_told_that_it_expired(self, house: House) -> None:
        request = await house.ask(await house.member("sarah"))
        await asyncio.sleep(0.35)
        problem = await refused(house.approve(request))
        assert (problem.code, problem.state) == (Code.late, "expired")
        assert (await house.view(request.request)).state is State.pending
