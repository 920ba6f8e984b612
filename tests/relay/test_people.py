"""Coming and going: invites, join cards, links, grants, members, machines."""

import asyncio

import pytest

from relay.machine import State
from relay.wire.base import Code
from relay.wire.machines import DeclaredAgent, Hello, NewMachine, Stop
from relay.wire.people import (
    AcceptInvite,
    ConfirmLink,
    DecideJoin,
    JoinDecision,
    JoinView,
    NewInvite,
    NewLink,
    NewRoom,
    RedeemLink,
    Role,
    Who,
)
from relay.wire.requests import Ask, Decision
from tests.house import House
from tests.relay.players import Daemon, refused, running

# -- invites --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R5")
async def test_an_invitation_lets_one_person_in_and_keeps_its_token_nowhere(house: House) -> None:
    owner, slack = house.client("owner"), house.client("slack")
    invite = await owner.invite(None, house.room, NewInvite())
    assert invite.token is not None
    accept = AcceptInvite(token=invite.token, name="Sarah")
    assert (await slack.accept(house.who("sarah"), accept)).my_role is Role.member
    assert (await slack.accept(house.who("sarah"), accept)).room == house.room  # the same person again
    assert (await refused(slack.accept(house.who("tom"), accept))).code is Code.used
    listed = (await owner.invites(None, house.room)).invites
    assert [(one.uses_left, one.token) for one in listed] == [(0, None)]


@pytest.mark.rule("R5")
async def test_of_many_who_follow_one_invitation_at_once_one_comes_in(house: House) -> None:
    invite = await house.client("owner").invite(None, house.room, NewInvite())
    assert invite.token is not None
    accept, slack = AcceptInvite(token=invite.token, name="X"), house.client("slack")
    calls = [slack.accept(house.who(f"p{number}"), accept) for number in range(8)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(not isinstance(answer, Exception) for answer in answers) == 1
    assert len((await house.client("owner").room(None, house.room)).members) == 2


@pytest.mark.rule("R5")
async def test_revoked_expired_used_and_unknown_invitations_are_one_answer(house: House) -> None:
    owner, slack, tom = house.client("owner"), house.client("slack"), house.who("tom")
    tokens = ["muti_invite_never-made"]
    for new in (NewInvite(), NewInvite(lifetime=0), NewInvite()):
        invite = await owner.invite(None, house.room, new)
        assert invite.token is not None
        tokens.append(invite.token)
    await owner.revoke_invite(None, house.room, invite.invite)
    await slack.accept(house.who("sarah"), AcceptInvite(token=tokens[1], name="Sarah"))
    answers = [await refused(slack.accept(tom, AcceptInvite(token=token, name="Tom"))) for token in tokens]
    assert answers == [answers[0]] * 4


@pytest.mark.rule("R5", "U2")
async def test_only_the_owner_invites_and_it_is_on_the_record(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    assert (await refused(slack.invite(sarah, house.room, NewInvite()))).code is Code.owner_only
    assert (await refused(slack.invites(sarah, house.room))).code is Code.owner_only
    acts = [row.act for row in (await house.client("owner").audit_page(None)).rows]
    assert acts[:2] == ["joined", "invited"]


# -- join cards -----------------------------------------------------------------------------------------------------


async def stranger_asks(house: House, name: str = "tom", message: str | None = None) -> JoinView:
    asked = await house.client("slack").ask(
        house.who(name), Ask(spot=house.spot(message), prompt="let me in")
    )
    assert asked.request is None
    assert asked.join is not None
    return asked.join


@pytest.mark.rule("R5", "R6")
@pytest.mark.parametrize(
    ("decision", "state"),
    [(JoinDecision.admit_and_approve, State.approved), (JoinDecision.admit, State.pending)],
)
async def test_an_admitted_stranger_is_a_member_and_the_ask_goes_on(
    house: House, decision: JoinDecision, state: State
) -> None:
    card, slack = await stranger_asks(house, message="5.5"), house.client("slack")
    said = DecideJoin(decision=decision, key="tap")
    answers = [await house.client("owner").decide_join(None, card.join, said) for _ in range(2)]
    assert answers[0] == answers[1]
    assert (answers[0].state, answers[0].decided_by) == ("admitted", "Olga")
    assert answers[0].request is not None
    view = await house.view(answers[0].request)
    assert (view.state, view.prompt, view.asker_name) == (state, "let me in", "Tom")
    again = await slack.ask(house.who("tom"), Ask(spot=house.spot("5.5"), prompt="let me in"))
    assert again.request is not None
    assert again.request.request == view.request
    assert (await slack.room(house.who("tom"), house.room)).my_role is Role.member


@pytest.mark.rule("R5")
async def test_a_refused_stranger_stays_outside_and_nothing_runs(house: House) -> None:
    card, owner = await stranger_asks(house), house.client("owner")
    refusal = DecideJoin(decision=JoinDecision.refuse, key="tap")
    assert (await owner.decide_join(None, card.join, refusal)).state == "refused"
    late = await refused(owner.decide_join(None, card.join, DecideJoin(decision=JoinDecision.admit, key="x")))
    assert (late.code, late.state) == (Code.late, "refused")
    assert (await refused(house.client("slack").room(house.who("tom"), house.room))).code is Code.unknown
    assert (await owner.requests_of(None, house.room)).requests == []


@pytest.mark.rule("R5", "A2")
async def test_only_the_owner_decides_a_join_card(house: House) -> None:
    card, sarah = await stranger_asks(house), await house.member("sarah")
    said = DecideJoin(decision=JoinDecision.admit, key="tap")
    for who in (sarah, house.who("tom")):
        assert (await refused(house.client("slack").decide_join(who, card.join, said))).code is Code.unknown


@pytest.mark.rule("R5", "C5")
async def test_the_same_ask_of_a_stranger_is_one_card_and_five_may_wait(house: House) -> None:
    cards = [await stranger_asks(house, message="1.1") for _ in range(3)]
    assert len({card.join for card in cards}) == 1
    for number in range(4):
        await stranger_asks(house, message=f"2.{number}")
    asked = Ask(spot=house.spot("3.1"), prompt="and another")
    problem = await refused(house.client("slack").ask(house.who("tom"), asked))
    assert problem.code is Code.busy


# -- links ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R7")
async def test_an_account_is_joined_by_a_code_from_the_new_one_confirmed_where_it_was_issued(
    house: House,
) -> None:
    sarah, slack, web = await house.member("sarah"), house.client("slack"), house.client("web")
    browser = house.who("sarah" + house.tenant, "web")
    code = (await slack.new_link(sarah, NewLink())).code
    assert not (await web.redeem_link(browser, RedeemLink(code=code.lower()))).confirmed
    assert (await web.rooms(browser)).rooms == []
    other = house.who("tom")
    assert (await refused(slack.confirm_link(other, ConfirmLink(code=code)))).code is Code.unknown
    assert (await refused(web.confirm_link(browser, ConfirmLink(code=code)))).code is Code.unknown
    assert (await slack.confirm_link(sarah, ConfirmLink(code=code))).confirmed
    assert [room.room for room in (await web.rooms(browser)).rooms] == [house.room]


@pytest.mark.rule("R7")
async def test_a_code_is_good_once_and_a_name_joins_nothing(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    code = (await slack.new_link(sarah, NewLink())).code
    namesake = Who(account=house.who("namesake").account, name="Sarah")
    assert (await slack.rooms(namesake)).rooms == []
    await slack.redeem_link(house.who("first"), RedeemLink(code=code))
    assert (await refused(slack.redeem_link(house.who("second"), RedeemLink(code=code)))).code is Code.unknown
    assert (
        await refused(slack.redeem_link(house.who("second"), RedeemLink(code="AAAA")))
    ).code is Code.unknown


@pytest.mark.rule("R7")
async def test_a_connector_makes_no_code_that_needs_no_second_step(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    code = (await slack.new_link(sarah, NewLink(direct=True))).code
    assert not (await slack.redeem_link(house.who("other"), RedeemLink(code=code))).confirmed


@pytest.mark.rule("R1", "R7")
async def test_an_account_of_another_owner_brings_no_second_owner_into_a_room(
    house: House, neighbour: House
) -> None:
    nora = await neighbour.link_owner("nora")
    code = (await house.client("owner").new_link(None, NewLink(direct=True))).code
    await neighbour.client("slack").redeem_link(nora, RedeemLink(code=code))
    room = await neighbour.client("owner").room(None, neighbour.room)
    assert [member.role for member in room.members].count(Role.owner) == 1


# -- grants ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A6", "L3")
async def test_allow_always_is_one_person_on_one_agent_in_one_room(house: House) -> None:
    sarah, tom, owner = await house.member("sarah"), await house.member("tom"), house.client("owner")
    await house.approve(await house.ask(sarah), Decision.always)
    allowed = await house.ask(sarah)
    assert (allowed.state, allowed.decision) == (State.approved, "grant")
    assert (await house.ask(tom)).state is State.pending
    await Daemon(house).start(DeclaredAgent(handle="other", runtime="scripted", directory="/o"))
    elsewhere = (await owner.new_room(None, NewRoom(name="Else", agents=["claude", "other"]))).room
    invite = await owner.invite(None, elsewhere, NewInvite())
    assert invite.token is not None
    await house.client("slack").accept(sarah, AcceptInvite(token=invite.token, name="Sarah"))
    asked = await house.client("slack").ask(sarah, Ask(spot=house.spot(), prompt="hi", room=elsewhere))
    assert asked.request is not None
    assert asked.request.state is State.pending
    (grant,) = (await owner.grants(None)).grants
    assert (grant.person_name, grant.handle, grant.room_name, grant.uses) == ("Sarah", "claude", "Backend", 1)


@pytest.mark.rule("A6")
async def test_revoking_a_grant_cancels_what_it_has_queued_and_spares_what_runs(house: House) -> None:
    sarah, tom, daemon = await house.member("sarah"), await house.member("tom"), Daemon(house)
    await daemon.start()
    first = await house.ask(sarah)
    await house.approve(first, Decision.always)
    await daemon.take(first.request)
    queued, toms = await house.ask(sarah), await house.ask(tom)
    await house.approve(toms)
    (grant,) = (await house.client("owner").grants(None)).grants
    await house.client("owner").revoke_grant(None, grant.grant)
    states = [(await house.view(one.request)).state for one in (first, queued, toms)]
    assert states == [State.running, State.cancelled, State.approved]
    assert (await house.ask(sarah)).state is State.pending
    assert (await refused(house.client("owner").revoke_grant(None, grant.grant))).code is Code.unknown


@pytest.mark.rule("A6", "L4")
async def test_saying_always_twice_is_one_grant(house: House) -> None:
    sarah = await house.member("sarah")
    requests = [await house.ask(sarah), await house.ask(sarah)]
    for request in requests:
        await house.approve(request, Decision.always)
    assert len((await house.client("owner").grants(None)).grants) == 1


# -- going ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R9", "A6")
async def test_a_removed_member_is_out_at_once_and_what_runs_ends_by_itself(house: House) -> None:
    sarah, slack, daemon = await house.member("sarah"), house.client("slack"), Daemon(house)
    await daemon.start()
    runs = await house.ask(sarah)
    await house.approve(runs, Decision.always)
    await daemon.take(runs.request)
    queued, pending = await house.ask(sarah), runs
    await house.client("owner").remove(None, house.room, runs.asker)
    assert (await house.view(queued.request)).state is State.cancelled
    assert (await house.view(pending.request)).state is State.running
    for call in (
        slack.request(sarah, runs.request),
        slack.room(sarah, house.room),
        slack.cancel(sarah, runs.request, "c"),
    ):
        assert (await refused(call)).code is Code.unknown
    await daemon.finish(runs.request)
    assert (await house.view(runs.request)).state is State.done
    await house.member("sarah")
    assert (await house.ask(sarah)).state is State.pending


@pytest.mark.rule("R9", "R1")
async def test_the_owner_cannot_be_removed(house: House) -> None:
    problem = await refused(house.client("owner").remove(None, house.room, house.owner))
    assert problem.code is Code.unknown


@pytest.mark.rule("R9")
async def test_stop_cancels_all_that_is_queued_and_says_what_still_runs(house: House) -> None:
    daemon, first = await running(house)
    queued = await house.ask(None)
    pending = await house.ask(await house.member("sarah"))
    stopped = await house.client("owner").stop(None, Stop(key="stop"))
    assert (sorted(stopped.cancelled), stopped.running) == (
        sorted([queued.public_id, pending.public_id]),
        [first],
    )
    assert not (await house.view(first)).stopping
    await house.client("owner").stop(None, Stop(key="stop-2", now=True))
    assert (await house.view(first)).stopping
    assert [flag.cancel for flag in (await daemon.poll(first)).flags] == [True]


@pytest.mark.rule("R9", "R10")
async def test_a_revoked_machine_finishes_what_it_runs_and_gets_nothing_else(house: House) -> None:
    daemon, first = await running(house)
    queued = await house.ask(None)
    action = await daemon.ask(first)
    await house.client("owner").revoke_machine(None, house.machine)
    assert (await house.view(queued.request)).state is State.cancelled
    later = await house.ask(None)
    work = await daemon.poll(first)
    assert (work.offers, work.revoked) == ([], True)
    assert (await refused(daemon.take(later.request))).code is Code.unauthorized
    assert (await daemon.poll(first)).answers == []
    assert action.state == "pending"
    await daemon.finish(first)
    assert (await house.view(first)).state is State.done


@pytest.mark.rule("R10", "U2")
async def test_a_revoked_machine_declares_no_agents_and_the_revocation_is_on_the_record(house: House) -> None:
    daemon = Daemon(house)
    await house.client("owner").revoke_machine(None, house.machine)
    agent = DeclaredAgent(handle="late", runtime="scripted", directory="/late")
    welcome = await daemon.client.hello(Hello(process="second", version="1", agents=[agent]))
    assert "late" not in welcome.agents
    assert "machine revoked" in [row.act for row in (await house.client("owner").audit_page(None)).rows]


@pytest.mark.rule("R12")
async def test_every_agent_has_a_handle_an_avatar_a_presence_and_an_inbox(house: House) -> None:
    owner, daemon = house.client("owner"), Daemon(house)
    (agent,) = (await owner.room(None, house.room)).agents
    assert (agent.handle, agent.avatar, agent.present, agent.busy, agent.waiting) == (
        "claude",
        "C",
        False,
        False,
        0,
    )
    await daemon.start()
    requests = [await house.ask(None), await house.ask(None), await house.ask(await house.member("sarah"))]
    await daemon.take(requests[0].request)
    (agent,) = (await owner.room(None, house.room)).agents
    assert (agent.present, agent.busy, agent.waiting) == (True, True, 2)


@pytest.mark.rule("R12", "R2")
async def test_another_room_sees_of_a_shared_agent_only_that_it_is_busy(house: House) -> None:
    await running(house, "a secret")
    await house.ask(None, "another secret")
    elsewhere = await house.client("owner").new_room(None, NewRoom(name="Else", agents=["claude"]))
    (agent,) = elsewhere.agents
    assert (agent.busy, agent.waiting) == (True, 0)
    assert "secret" not in elsewhere.model_dump_json()


async def test_a_machine_is_registered_by_somebody_who_is_known(house: House) -> None:
    made = await house.client("owner").new_machine(None, NewMachine(name="desk"))
    assert made.token.startswith("muti_machine_")
    stranger = house.who("stranger")
    assert (
        await refused(house.client("slack").new_machine(stranger, NewMachine(name="x")))
    ).code is Code.unknown
    assert (await refused(house.client("slack").new_room(stranger, NewRoom(name="x")))).code is Code.unknown
