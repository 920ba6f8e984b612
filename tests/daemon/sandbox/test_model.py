"""The model is reached through a socket of the daemon, which adds the key and counts what is spent (P7, S1)."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import psutil
import pytest
from aiohttp import web
from yarl import URL

from daemon.runtime import Needs, RuntimeUnfit
from daemon.sandbox.model import Spending, serving_model
from daemon.sandbox.providers import ANTHROPIC, Upstream
from tests.daemon.sandbox.world import PYTHON, REAL_KEY, World, finish
from tests.emulators.anthropic import AnthropicEmulator, Cut, Sleep, Text, serve_anthropic

pytestmark = pytest.mark.rule("P7")

PLACEHOLDER = "placeholder-for-anthropic-api-key"


def prompt(text: str, **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": text}], **more}


@pytest.fixture
async def model() -> AsyncIterator[AnthropicEmulator]:
    async with serve_anthropic() as running:
        yield running


@asynccontextmanager
async def door(
    folder: Path, address: str, spending: Spending | None = None
) -> AsyncIterator[aiohttp.ClientSession]:
    """A client of a door to this model."""
    socket = folder / "model.sock"
    async with serving_model(socket, spending or Spending()) as serving:
        serving.upstream = Upstream(ANTHROPIC, address, ANTHROPIC.given({"ANTHROPIC_API_KEY": REAL_KEY}))
        connector = aiohttp.UnixConnector(path=str(socket))
        async with aiohttp.ClientSession(URL("http://model"), connector=connector) as client:
            yield client


async def test_the_real_key_is_added_outside(tmp_path: Path, model: AnthropicEmulator) -> None:
    headers = {
        "x-api-key": PLACEHOLDER,
        "Authorization": "Bearer x",
        "Cookie": "a=b",
        "anthropic-version": "1",
    }
    async with (
        door(tmp_path, model.url) as client,
        client.post("/v1/messages?beta=true", json=prompt("hi"), headers=headers) as answer,
    ):
        assert answer.status == 200
        assert (await answer.json())["content"][0]["text"] == "Hello."

    sent = {name.lower(): value for name, value in model.headers[0].items()}
    assert (sent["x-api-key"], sent["anthropic-version"]) == (REAL_KEY, "1")
    assert {"authorization", "cookie"} & sent.keys() == set()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/v1/messages"),
        ("POST", "/v1/files"),
        ("POST", "/v1/messages/batches"),
        ("POST", "/v1/organizations/api_keys"),
        ("DELETE", "/v1/messages"),
        ("POST", "/v1//messages"),
        ("POST", "/v1/%6dessages"),
    ],
)
async def test_nothing_else_is_passed_on(
    tmp_path: Path, model: AnthropicEmulator, method: str, path: str
) -> None:
    url = URL(f"http://model{path}", encoded=True)
    async with (
        door(tmp_path, model.url) as client,
        client.request(method, url, json=prompt("hi")) as answer,
    ):
        assert answer.status == 403
        assert "calls of its model" in (await answer.json())["error"]["message"]

    assert model.requests == model.unknown == []


async def test_an_answer_is_passed_on_as_it_comes(tmp_path: Path, model: AnthropicEmulator) -> None:
    marker = model.script("slow", [Text("first"), Sleep(60), Text("second")])
    async with (
        door(tmp_path, model.url) as client,
        client.post("/v1/messages", json=prompt(marker, stream=True)) as answer,
    ):
        assert answer.content_type == "text/event-stream"
        seen = b""
        async with asyncio.timeout(20):
            while b"first" not in seen:
                seen += await answer.content.readany()


async def test_half_an_answer_does_not_look_like_a_whole_one(
    tmp_path: Path, model: AnthropicEmulator
) -> None:
    marker = model.script("cut", [Text("first"), Cut()])
    async with door(tmp_path, model.url) as client:
        with pytest.raises(aiohttp.ClientError):
            async with client.post("/v1/messages", json=prompt(marker, stream=True)) as answer:
                await answer.read()


async def test_a_budget_that_is_used_up_ends_the_calls_with_a_sentence(
    tmp_path: Path, model: AnthropicEmulator
) -> None:
    spending = Spending(budget=30)
    statuses = []
    async with door(tmp_path, model.url, spending) as client:
        for stream in (True, False, True):
            async with client.post("/v1/messages", json=prompt("hi", stream=stream)) as answer:
                statuses.append(answer.status)
                said = await answer.text()

    assert statuses == [200, 200, 403] or statuses == [200, 403, 403]
    assert json.loads(said)["error"] == {
        "type": "permission_error",
        "message": "The budget of this request is used up: 30 tokens (model_budget).",
    }
    assert (spending.calls, len(model.requests)) == (statuses.count(200),) * 2
    assert spending.tokens >= 30


async def test_a_model_that_does_not_answer_is_an_error_of_the_model(tmp_path: Path) -> None:
    async with (
        door(tmp_path, "http://127.0.0.1:1") as client,
        client.post("/v1/messages", json=prompt("hi")) as answer,
    ):
        assert answer.status == 502


async def test_a_redirect_does_not_carry_the_key_elsewhere(tmp_path: Path) -> None:
    async def elsewhere(request: web.Request) -> web.Response:
        return web.Response(status=307, headers={"Location": "http://127.0.0.1:1/steal"})

    application = web.Application()
    application.router.add_post("/v1/messages", elsewhere)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    async with (
        door(tmp_path, f"http://{host}:{port}") as client,
        client.post("/v1/messages", json=prompt("hi"), allow_redirects=False) as answer,
    ):
        assert answer.status == 307
    await runner.cleanup()


CALL = f"""{PYTHON} - <<'EOF'
import json, os, urllib.request
ask = urllib.request.Request(
    os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages",
    json.dumps({{"model": "m", "messages": [{{"role": "user", "content": "hi"}}]}}).encode(),
    {{"x-api-key": os.environ["ANTHROPIC_API_KEY"]}},
)
print(json.load(urllib.request.urlopen(ask))["content"][0]["text"], os.environ["ANTHROPIC_API_KEY"])
EOF"""


async def test_a_program_in_a_box_reaches_its_model_and_has_no_key(
    world: World, model: AnthropicEmulator
) -> None:
    variables = {**world.environment, "ANTHROPIC_BASE_URL": model.url}
    async with world.box() as box:
        command, inside = box.enter(["/bin/sh", "-c", CALL], variables, Needs((), provider="anthropic"))
        code, said, errors = await finish(await world.start_as_user(command, inside))

    assert (code, said) == (0, f"Hello. {PLACEHOLDER}\n"), errors
    assert model.headers[0]["x-api-key"] == REAL_KEY


@pytest.mark.rule("S1")
async def test_the_daemon_opens_no_port_and_its_sockets_are_for_its_owner_only(own_world: World) -> None:
    before = listening()
    sandbox = own_world.sandbox(hosts=("example.org",))
    async with own_world.box(sandbox) as box:
        assert listening() == before
        sockets = [path for path in box.private.iterdir() if path.is_socket()]
        assert len(sockets) == 2
        assert box.private.stat().st_mode & 0o777 == 0o700
        assert all(len(os.fsencode(path)) <= 107 for path in sockets)


def listening() -> set[Any]:
    """The ports that this process listens on."""
    return {one.laddr for one in psutil.Process().net_connections("inet") if one.status == psutil.CONN_LISTEN}


async def test_an_address_in_the_arguments_becomes_the_one_that_holds_inside(own_world: World) -> None:
    variables = {"OPENAI_API_KEY": REAL_KEY, "OPENAI_BASE_URL": "https://models.example/v1"}
    async with own_world.box() as box:
        words = ["codex", "-c", 'base_url="https://models.example/v1"']
        command, inside = box.enter(words, variables, Needs((), provider="openai"))

    assert command[-1] == 'base_url="http://127.0.0.1:8787/v1"'
    assert inside["OPENAI_BASE_URL"] == "http://127.0.0.1:8787/v1"
    assert REAL_KEY not in inside.values()


async def test_without_a_key_a_program_is_not_started(own_world: World) -> None:
    async with own_world.box() as box:
        with pytest.raises(RuntimeUnfit, match="claude setup-token"):
            box.enter(["/bin/true"], {"HOME": str(own_world.home)}, Needs((), provider="anthropic"))
        with pytest.raises(RuntimeUnfit, match="cannot offer a model of nobody"):
            box.enter(["/bin/true"], {}, Needs((), provider="nobody"))


async def test_the_owners_own_login_is_used_outside_while_it_is_good(own_world: World) -> None:
    login = own_world.home / ".claude/.credentials.json"
    login.write_text(json.dumps({"claudeAiOauth": {"accessToken": "sk-ant-oat-x", "expiresAt": 2**53}}))
    async with own_world.box() as box:
        variables = {"HOME": str(own_world.home)}
        _, inside = box.enter(["/bin/true"], variables, Needs((), provider="anthropic"))
        assert inside["CLAUDE_CODE_OAUTH_TOKEN"] == "placeholder-for-claude-code-oauth-token"
        assert box.door.upstream is not None
        assert box.door.upstream.authorized({}) == {"Authorization": "Bearer sk-ant-oat-x"}

        login.write_text(json.dumps({"claudeAiOauth": {"accessToken": "sk-ant-oat-x", "expiresAt": 1}}))
        with pytest.raises(RuntimeUnfit, match="there is no key"):
            box.enter(["/bin/true"], variables, Needs((), provider="anthropic"))
