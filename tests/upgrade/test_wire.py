"""An older daemon or connector with a newer relay, and the reverse: they work, or say which to upgrade (O14)."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

from relay.client import Refused, RelayClient, Unreachable
from relay.http.openapi import description
from relay.wire import routes
from relay.wire.base import VERSION_HEADER, Code, Wire
from relay.wire.executions import Meter
from relay.wire.machines import DeclaredAgent, Hello, Poll
from relay.wire.people import Who
from tests.house import House
from tests.upgrade.shapes import KEPT, shapes_of
from tests.upgrade.test_upgrade import VERSIONS

pytestmark = pytest.mark.rule("O14")

NOW = shapes_of(description())


@pytest.fixture(params=VERSIONS)
def then(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What crossed the network in an earlier version."""
    return json.loads((KEPT / f"{request.param}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def reach(shapes: dict[str, Any], first: list[str]) -> set[str]:
    """The models that can be inside of some models, these included."""
    found: set[str] = set()
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [inner for models in shapes["models"][name]["fields"].values() for inner in models]
    return found


def spoken(shapes: dict[str, Any], which: str) -> set[str]:
    """All that is in the bodies, or in the replies."""
    return reach(shapes, [route[which] for route in shapes["routes"].values() if route[which]])


def both(then: dict[str, Any], which: str) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The models that both versions have there: name, as it was, as it is."""
    for name in sorted(spoken(then, which) & spoken(NOW, which)):
        yield name, then["models"][name], NOW["models"][name]


def test_every_call_of_an_earlier_version_is_still_answered(then: dict[str, Any]) -> None:
    for name, route in then["routes"].items():
        assert NOW["routes"].get(name, {}).get("call") == route["call"], f"{name} is gone"
        assert NOW["routes"][name]["body"] == route["body"], name


def test_what_an_earlier_version_says_is_understood(then: dict[str, Any]) -> None:
    for name, old, new in both(then, "body"):
        assert set(old["fields"]) <= set(new["fields"]), f"{name}: a field that is still sent is refused"
        assert set(new["required"]) <= set(old["required"]), f"{name}: a field that is not sent is asked for"
        assert set(old["words"]) <= set(new["words"]), f"{name}: a word that is still said is refused"


def test_what_an_earlier_version_is_told_has_all_that_it_needs(then: dict[str, Any]) -> None:
    for name, old, new in both(then, "reply"):
        assert set(old["required"]) <= set(new["required"]), (
            f"{name}: a field that was always there may be missing"
        )


def test_what_this_version_must_be_told_an_earlier_relay_says(then: dict[str, Any]) -> None:
    for name, old, new in both(then, "reply"):
        missing = set(new["required"]) - set(old["required"])
        assert not missing, f"{name}: {missing} came later, so it needs a default"


def test_what_a_default_means_never_changes(then: dict[str, Any]) -> None:
    """Defaults are not sent: the other side fills in its own."""
    for name, old, new in both(then, "body"):
        common = old["defaults"].keys() & new["defaults"].keys()
        assert {one: old["defaults"][one] for one in common} == {
            one: new["defaults"][one] for one in common
        }, name
        assert set(old["defaults"]) <= set(new["defaults"]), (
            f"{name}: a default that is not sent is asked for"
        )


def test_a_field_that_came_later_can_be_left_out(then: dict[str, Any]) -> None:
    for name, old, new in both(then, "body"):
        assert set(new["required"]) <= set(old["fields"]), f"{name}: what came later needs a default"


# -- how it is said -----------------------------------------------------------------------------------------------


@asynccontextmanager
async def earlier_relay(status: int, answer: dict[str, Any] | str) -> AsyncIterator[tuple[str, list[Any]]]:
    """Answers every call in an earlier relay's words; gives its address and the bodies that it got."""
    heard: list[Any] = []

    async def respond(request: web.Request) -> web.Response:
        heard.append(json.loads(await request.read() or b"null"))
        if isinstance(answer, str):
            return web.Response(status=status, text=answer)
        return web.json_response(answer, status=status)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", respond)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        host, port = runner.addresses[0][:2]
        yield f"http://{host}:{port}", heard
    finally:
        await runner.cleanup()


WELCOME = {
    "machine": "m", "name": "laptop", "owner": "o", "epoch": 1, "lease_seconds": 60, "agents": {}, "running": [],
}  # fmt: skip
"""As 0.1.0 says it."""


def declared(**more: Any) -> Hello:
    agent = DeclaredAgent(handle="claude", runtime="claude", directory="/project", **more)
    return Hello(process="p", version="9", agents=[agent])


async def test_a_new_daemon_tells_an_older_relay_only_what_differs_from_the_default() -> None:
    async with earlier_relay(200, WELCOME) as (url, heard), RelayClient(url, "t") as client:
        await client.hello(declared(sandbox=None, budget={}))
        await client.hello(declared(sandbox=True, budget={Meter.tokens: 5}))
    known = {"handle", "runtime", "directory"}
    assert set(heard[0]["agents"][0]) == known, "0.1.0 knows no more"
    assert set(heard[1]["agents"][0]) == known | {"sandbox", "budget"}


async def test_an_older_relay_that_does_not_know_a_field_is_named_as_the_one_to_upgrade() -> None:
    refusal = {"code": "bad_request", "detail": "agents.0.sandbox: Extra inputs are not permitted."}
    async with earlier_relay(400, refusal) as (url, _), RelayClient(url, "t") as client:
        with pytest.raises(Refused, match=r"'sandbox'.*[Uu]pgrade the relay") as refused:
            await client.hello(declared(sandbox=True))
    assert refused.value.code is Code.upgrade


async def test_an_older_relay_that_does_not_know_a_call_is_named_too() -> None:
    async with earlier_relay(404, "404: Not Found") as (url, _), RelayClient(url, "t", attempts=1) as client:
        with pytest.raises(Unreachable, match="or it is older than this program: upgrade the relay"):
            await client.hello(declared())


async def test_this_relay_tells_a_newer_program_that_the_relay_is_the_older_one(running_relay: House) -> None:
    house = running_relay
    newer = {"epoch": 1, "wait": 0, "mood": "good"}
    async with web_session(house.url, house.tokens["machine"]) as session:
        async with session.post("/v1/machine/poll", json=newer, headers={VERSION_HEADER: "1"}) as answer:
            assert answer.status == 426
            problem = await answer.json()
        assert problem["code"] == "upgrade"
        assert "'mood'" in problem["detail"]
        assert "Upgrade the relay" in problem["detail"]
        async with session.post("/v1/machine/poll", json=newer) as answer:
            assert (await answer.json())["code"] == "bad_request", "somebody's own program"


@asynccontextmanager
async def web_session(url: str, token: str) -> AsyncIterator[Any]:
    import aiohttp

    async with aiohttp.ClientSession(url, headers={"Authorization": f"Bearer {token}"}) as session:
        yield session


def test_every_body_leaves_out_its_defaults_and_reads_back_the_same() -> None:
    said: list[Wire] = [
        declared(),
        declared(sandbox=False),
        Poll(epoch=1),
        Poll(epoch=1, wait=3, running=["a"]),
    ]
    for one in said:
        assert type(one).model_validate_json(one.said()) == one
    assert Poll(epoch=1).said() == '{"epoch":1}'
    assert routes.HELLO.body is Hello
    assert Who.model_fields["language"].default == "en"
