"""What is not yours answers exactly like what is not there: every route, every kind of outsider (R2)."""

import json
import re
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from relay.wire.base import ACCOUNT_HEADER
from relay.wire.people import DecideJoin, JoinDecision, NewRoom, Who
from relay.wire.requests import Ask
from relay.wire.routes import ROUTES, Audience, Route
from tests.house import House
from tests.relay.calls import CASES, NO_NAME_IN, Case
from tests.relay.everything import Names, fill
from tests.relay.players import Daemon, running, said


def test_every_route_is_in_the_matrix() -> None:
    assert set(CASES) | NO_NAME_IN == set(ROUTES)
    assert not set(CASES) & NO_NAME_IN


@pytest.fixture
async def full(house: House) -> tuple[House, Names]:
    return house, await fill(house)


def missing(names: Names, *, same_owner: bool) -> Names:
    """Names of the same shape that nothing has."""
    changed = {}
    for kind, name in names.items():
        if re.fullmatch(r"[0-9a-f]{16}-[0-9a-f]{16,}", name):
            owner, _, rest = name.partition("-")
            changed[kind] = f"{owner if same_owner else '0' * 16}-{rest[:-8]}deadbeef"
        elif kind in ("tenant", "message", "person", "code"):
            changed[kind] = name[:-1] + ("0" if name[-1] != "0" else "9")
        else:
            changed[kind] = name
    return changed


@dataclass(frozen=True)
class Outsider:
    """Somebody who is not of the house: a token, and for connectors who speaks."""

    token: str
    who: Who | None = None


async def answer(
    house: House, outsider: Outsider, route: Route[Any], case: Case, names: Names
) -> tuple[int, bytes, str]:
    """Status, body and kind of an answer: all but the time of day."""
    headers = {"Authorization": f"Bearer {outsider.token}"}
    if outsider.who is not None:
        headers[ACCOUNT_HEADER] = outsider.who.model_dump_json()
    url = house.url + route.path.format(**names)
    query = {key: value.format(**names) for key, value in (case.query or {}).items()}
    body = filled(case.body, names) if case.body is not None else None
    async with (
        aiohttp.ClientSession() as session,
        session.request(route.method, url, json=body, params=query, headers=headers) as said,
    ):
        return said.status, await said.read(), said.headers["Content-Type"]


def filled(value: Any, names: Names) -> Any:
    if isinstance(value, dict):
        return {key: filled(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one, names) for one in value]
    return value.format(**names) if isinstance(value, str) else value


async def check(house: House, names: Names, outsiders: list[Outsider], audience: Audience) -> None:
    """Each route of an audience, said by each outsider: there or not, the answer is one."""
    for name, case in CASES.items():
        route = ROUTES[name]
        if route.audience is not audience:
            continue
        for outsider in outsiders:
            there = await answer(house, outsider, route, case, names)
            for same_owner in (True, False):
                not_there = await answer(house, outsider, route, case, missing(names, same_owner=same_owner))
                assert there == not_there, name
            assert b"secret" not in there[1]
            assert there[0] < 500, name


@pytest.mark.rule("R2", "R3")
async def test_an_outsider_learns_nothing_from_any_answer(
    full: tuple[House, Names], neighbour: House
) -> None:
    house, names = full
    nora = await neighbour.member("nora")
    outsiders = [
        Outsider(neighbour.tokens["owner"]),
        Outsider(neighbour.tokens["slack"], nora),
        Outsider(neighbour.tokens["slack"], neighbour.who("nobody")),
    ]
    before = (await house.view(names["request"])).model_dump(exclude={"lease_until"})
    await check(house, names, outsiders, Audience.person)
    assert (await house.view(names["request"])).model_dump(exclude={"lease_until"}) == before


@pytest.mark.rule("R2", "R10")
async def test_a_machine_learns_nothing_of_other_machines(
    full: tuple[House, Names], neighbour: House
) -> None:
    house, names = full
    await Daemon(neighbour).start()
    await check(house, names, [Outsider(neighbour.tokens["machine"])], Audience.machine)


@pytest.mark.rule("R2", "W2")
async def test_a_connector_learns_nothing_of_other_platforms(
    full: tuple[House, Names], neighbour: House
) -> None:
    house, names = full
    await check(
        house, names, [Outsider(house.tokens["web"]), Outsider(neighbour.tokens["web"])], Audience.connector
    )


@pytest.mark.rule("R2", "U2")
async def test_what_an_outsider_tried_does_not_tell_in_the_outsiders_own_log(
    full: tuple[House, Names], neighbour: House
) -> None:
    """The attempt is in the log of the house, and the one who tried cannot read it there."""
    house, names = full
    outsider, decide = Outsider(neighbour.tokens["owner"]), ROUTES["decide"]
    await answer(house, outsider, decide, CASES["decide"], names)
    await answer(house, outsider, decide, CASES["decide"], missing(names, same_owner=True))
    logs = [
        await answer(house, outsider, ROUTES["audit"], CASES["audit"], tried)
        for tried in (names, missing(names, same_owner=True))
    ]
    assert logs[0] == logs[1]
    page = await house.client("owner").audit_page(None, request=names["request"])
    assert page.rows[0].act == "decision refused"


@pytest.mark.rule("S5")
async def test_a_token_opens_only_its_own_kind_of_call(full: tuple[House, Names]) -> None:
    house, names = full
    wrong = {Audience.person: "machine", Audience.connector: "owner", Audience.machine: "owner"}
    for name, case in CASES.items():
        route = ROUTES[name]
        status, body, _ = await answer(
            house, Outsider(house.tokens[wrong[route.audience]]), route, case, names
        )
        assert (status, json.loads(body)["code"]) == (403, "not_yours"), name


@pytest.mark.rule("R3", "R4")
async def test_a_session_belongs_to_one_agent_in_one_room(house: House) -> None:
    daemon, first = await running(house)
    await daemon.report(first, said(1, "session", session="session-of-backend"), said(2, "done"))
    elsewhere = (await house.client("owner").new_room(None, NewRoom(name="Else", agents=["claude"]))).room
    spot = house.spot().model_copy(update={"platform": "cli"})
    other = (await house.client("owner").ask(None, Ask(spot=spot, prompt="hi", room=elsewhere))).request
    assert other is not None
    assert (await daemon.take(other.request)).session is None
    await daemon.report(other.request, said(1, "session", session="session-of-else"), said(2, "done"))
    again = await house.ask(None)
    assert (await daemon.take(again.request)).session == "session-of-backend"


async def test_the_owner_finds_all_of_it(full: tuple[House, Names]) -> None:
    """The names of the matrix are real: their owner gets another answer for them than for missing ones."""
    house, names = full
    owner = Outsider(house.tokens["owner"])
    for name in ("request", "timeline", "take_artifact", "room", "requests", "find", "invites", "audit"):
        there = await answer(house, owner, ROUTES[name], CASES[name], names)
        assert there[0] == 200, name
        assert there != await answer(
            house, owner, ROUTES[name], CASES[name], missing(names, same_owner=True)
        ), name
    said_no = DecideJoin(decision=JoinDecision.refuse, key="k")
    assert (await house.client("owner").decide_join(None, names["join"], said_no)).state == "refused"
