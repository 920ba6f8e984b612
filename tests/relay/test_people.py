"""Coming in: invites, join cards, links between accounts."""

import asyncio

import pytest

from relay.machine import State
from relay.wire.base import Code
from relay.wire.people import (
    AcceptInvite,
    ConfirmLink,
    DecideJoin,
    JoinDecision,
    JoinView,
    NewInvite,
    NewLink,
    RedeemLink,
    Role,
    Who,
)
from relay.wire.requests import Ask
from tests.house import House
from tests.relay.players import refused

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
