"""Whoever is not the owner, by the owner's own act, tries to decide in the owner's place."""

from collections.abc import Awaitable, Callable

import pytest

from relay.client import Refused
from relay.machine import State
from relay.wire.base import Code
from relay.wire.machines import NewMachine
from relay.wire.people import (
    ConfirmLink,
    DecideJoin,
    JoinDecision,
    NewInvite,
    NewLink,
    RedeemLink,
    Who,
)
from relay.wire.requests import Ask, Decide, Decision
from tests.house import House


async def _refusal(call: Awaitable[object]) -> Code:
    with pytest.raises(Refused) as refused:
        await call
    return refused.value.code


@pytest.mark.rule("A2", "R5")
async def test_an_app_in_the_owners_name_admits_nobody_and_starts_nothing(running_relay: House) -> None:
    house, slack = running_relay, running_relay.client("slack")
    app = (await house.link_owner()).model_copy(update={"bot": True})
    card = await slack.ask(house.who("sam"), Ask(spot=house.spot(), prompt="let me in"))
    assert card.join is not None
    taken = DecideJoin(decision=JoinDecision.admit_and_approve, key="tap")
    assert await _refusal(slack.decide_join(app, card.join.join, taken)) is Code.bot
    sarah = await house.member("sarah")
    denied = await house.ask(sarah)
    await house.approve(denied, Decision.deny)
    assert await _refusal(slack.retry(app, denied.request, "again")) is Code.bot
    requests = (await house.client("owner").requests_of(None, house.room)).requests
    assert [one.request for one in requests] == [denied.request]


_HOUSEKEEPING: dict[str, Callable[[House, Who], Awaitable[object]]] = {
    "invite": lambda house, app: house.client("slack").invite(app, house.room, NewInvite()),
    "link": lambda house, app: house.client("slack").new_link(app, NewLink()),
    "machine": lambda house, app: house.client("slack").new_machine(app, NewMachine(name="mine")),
}


@pytest.mark.rule("A2")
@pytest.mark.parametrize("act", _HOUSEKEEPING)
async def test_an_app_in_the_owners_name_gets_no_key_of_the_house(running_relay: House, act: str) -> None:
    app = (await running_relay.link_owner()).model_copy(update={"bot": True})
    assert await _refusal(_HOUSEKEEPING[act](running_relay, app)) is Code.bot


@pytest.mark.rule("A2", "R7")
async def test_the_owners_account_cannot_be_talked_over_by_a_members_code(running_relay: House) -> None:
    house, slack = running_relay, running_relay.client("slack")
    olga, sarah = await house.link_owner(), await house.member("sarah")
    code = (await slack.new_link(sarah, NewLink())).code
    assert await _refusal(slack.redeem_link(olga, RedeemLink(code=code))) is Code.not_yours
    assert await _refusal(slack.confirm_link(sarah, ConfirmLink(code=code))) is Code.unknown
    asked = await house.ask(sarah)
    await slack.decide(olga, asked.request, Decide(version=1, decision=Decision.approve, key="tap"))
    assert (await house.view(asked.request)).state is State.approved


@pytest.mark.rule("A2", "R7")
async def test_nor_when_it_became_the_owners_between_the_two_steps(running_relay: House) -> None:
    house, slack = running_relay, running_relay.client("slack")
    sarah, account = await house.member("sarah"), house.who("olga")
    code = (await slack.new_link(sarah, NewLink())).code
    await slack.redeem_link(account, RedeemLink(code=code))
    await house.link_owner("olga")
    assert await _refusal(slack.confirm_link(sarah, ConfirmLink(code=code))) is Code.not_yours
    assert (await slack.room(account, house.room)).me == house.owner
