"""Seeing, reading and acting are three rights: an observer has the first, in the relay, on every route (V4, T2)."""

from typing import Any

import aiohttp
import pytest

from relay.wire.base import ACCOUNT_HEADER, Code
from relay.wire.people import AcceptInvite, NewInvite, Who
from relay.wire.routes import ROUTES, Audience
from tests.house import House
from tests.relay.calls import CASES
from tests.relay.everything import Names, fill
from tests.relay.players import refused, running, said
from tests.relay.test_isolation import filled, missing

SIGHT = {"room", "tree", "states"}
"""The calls that name something and that an observer may make."""


async def observer_of(house: House, subject: str = "wanda") -> Who:
    invite = await house.client("owner").invite(None, house.room, NewInvite(observes=True))
    assert invite.token is not None
    who = house.who(subject)
    await house.client("slack").accept(who, AcceptInvite(token=invite.token, name="Wanda"))
    return who


@pytest.mark.rule("V4", "T2")
async def test_an_observer_sees_states_and_steps_and_not_a_word(house: House) -> None:
    who = await observer_of(house)
    daemon, request = await running(house)
    steps = [["look", "completed"], ["mend", "in_progress"]]
    await daemon.report(request, said(1, "said", text="secret words"), said(2, "plan", steps=steps))
    slack = house.client("slack")
    states = await slack.states(who, house.room)
    expected = ("running", [tuple(one) for one in steps], None)
    assert [(node.state, node.plan, node.below) for node in states.nodes] == [expected]
    await daemon.report(request, said(3, "done", text="secret result"))
    tree = await slack.tree(who, request)
    assert (tree.read, tree.act, tree.nodes[0].state, tree.nodes[0].evidence) == (False, False, "done", None)
    assert "secret" not in tree.model_dump_json() + (await slack.states(who, house.room)).model_dump_json()


@pytest.mark.rule("V4", "T2", "R2")
async def test_to_an_observer_every_other_route_is_as_to_a_stranger(house: House) -> None:
    names = await fill(house)
    who = await observer_of(house)
    stranger = house.who("nobody-at-all")
    for name, case in CASES.items():
        if ROUTES[name].audience is not Audience.person or name in SIGHT | {"ask", "stop", "confirm_link"}:
            continue
        assert await _said(house, who, name, names) == await _said(
            house, stranger, name, missing(names, same_owner=True)
        ), name
        assert case is not None


async def _said(house: House, who: Who, name: str, names: Names) -> tuple[int, Any]:
    route, case = ROUTES[name], CASES[name]
    headers = {"Authorization": f"Bearer {house.tokens['slack']}", ACCOUNT_HEADER: who.model_dump_json()}
    query = {key: value.format(**names) for key, value in (case.query or {}).items()}
    body = filled(case.body, names) if case.body is not None else None
    async with (
        aiohttp.ClientSession() as session,
        session.request(
            route.method, house.url + route.path.format(**names), json=body, params=query, headers=headers
        ) as answer,
    ):
        return answer.status, await answer.read()


@pytest.mark.rule("V4", "R9")
async def test_an_observer_asks_by_a_join_card_and_is_removed_like_anybody(house: House) -> None:
    who = await observer_of(house)
    owner, slack = house.client("owner"), house.client("slack")
    assert (await slack.rooms(who)).rooms == []
    (room,) = (await slack.rooms(who, observed=True)).rooms
    assert (room.observes, room.my_role, room.members, room.agents) == (True, "watcher", [], [])
    seen = await owner.room(None, house.room)
    (observer,) = seen.observers
    assert observer.name == "Wanda" and observer.person not in {one.person for one in seen.members}
    await owner.remove(None, house.room, observer.person)
    assert (await refused(slack.states(who, house.room))).code is Code.unknown
    assert (await owner.room(None, house.room)).observers == []
    assert (await slack.rooms(who, observed=True)).rooms == []


@pytest.mark.rule("V4")
async def test_an_observer_who_is_invited_as_a_member_is_one_and_never_the_other_way(house: House) -> None:
    who = await observer_of(house)
    owner, slack = house.client("owner"), house.client("slack")
    invite = await owner.invite(None, house.room, NewInvite())
    assert invite.token is not None
    await slack.accept(who, AcceptInvite(token=invite.token, name="Wanda"))
    assert (await slack.room(who, house.room)).my_role == "member"
    await observer_of(house)
    assert (await slack.room(who, house.room)).observes is False
