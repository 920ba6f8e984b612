"""Slack over HTTP: `muti slack check` tries the signature, the public address and the clock, and names what is wrong."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession, web
from pydantic import SecretStr
from slack_bolt.async_app import AsyncApp

from bots.slack.http import PATH, Door
from deploy.findings import Finding, Status
from deploy.slack.address import judge_clock
from deploy.slack.manifest import scopes
from deploy.slack.tries import try_slack
from tests.deploy.test_slack import settings_for
from tests.emulators.slack import SlackEmulator

SECRET = "dummy-signing-secret"
NOON = "Wed, 21 Oct 2026 12:00:00 GMT"
NOON_SECONDS = 1792584000.0


@asynccontextmanager
async def listening() -> AsyncIterator[Door]:
    """The connector's own door, as `muti up` opens it."""
    door = Door(AsyncApp(token="xoxb-dummy"), SECRET, ("127.0.0.1", 0))
    task = asyncio.create_task(door.listen())
    try:
        async with asyncio.timeout(20):
            await door.connected.wait()
        yield door
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def proxy(target: str, change: Callable[[bytes], bytes] = bytes) -> AsyncIterator[str]:
    """A reverse proxy in front of it, which may change what it passes on."""

    async def pass_on(request: web.Request) -> web.Response:
        headers = {
            name: value for name, value in request.headers.items() if name.startswith(("X-", "Content-T"))
        }
        async with ClientSession() as session:
            body = change(await request.read())
            async with session.post(target, data=body, headers=headers) as answer:
                return web.Response(status=answer.status, body=await answer.read())

    application = web.Application()
    application.add_routes([web.post(PATH, pass_on)])
    runner = web.AppRunner(application)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}{PATH}"
    finally:
        await runner.cleanup()


async def tried(folder: Path, door: str, url: str | None, secret: str = SECRET) -> dict[str, Finding]:
    """What the check finds where Slack is heard over HTTP at the address of ``door``."""
    async with SlackEmulator() as slack:
        slack.service.scopes = scopes()
        settings = settings_for(slack, folder)
        assert settings.slack is not None
        changes = {
            "events": "http",
            "listen": door.removeprefix("http://").removesuffix(PATH),
            "request_url": url,
            "signing_secret": SecretStr(secret),
            "app_token": None,
        }
        wanted = settings.slack.model_copy(update=changes)
        found = await try_slack(settings.model_copy(update={"slack": wanted}))
    return {one.name: one for one in found}


@pytest.mark.rule("O7", "K1")
async def test_what_is_signed_rightly_is_taken_here_and_at_the_public_address(tmp_path: Path) -> None:
    async with listening() as door, proxy(door.url) as public:
        found = await tried(tmp_path, door.url, public)
    assert {one.status for one in found.values()} == {Status.ok}
    assert {"slack.clock", "slack.signature", "slack.request_url"} < found.keys()
    assert "slack.socket" not in found


@pytest.mark.rule("O7", "K1")
async def test_another_signing_secret_is_named(tmp_path: Path) -> None:
    async with listening() as door:
        found = await tried(tmp_path, door.url, door.url, "another-secret")
    assert found["slack.signature"].status is Status.fail
    assert "Signing Secret".lower() in found["slack.signature"].remedy
    assert "another-secret" not in str(found)


@pytest.mark.rule("O7", "K1")
async def test_a_proxy_that_changes_the_body_is_named(tmp_path: Path) -> None:
    async with listening() as door, proxy(door.url, lambda body: body + b" ") as public:
        found = await tried(tmp_path, door.url, public)
    assert found["slack.signature"].status is Status.ok
    assert found["slack.request_url"].status is Status.fail
    assert "unchanged" in found["slack.request_url"].remedy


@pytest.mark.rule("O7", "K1")
@pytest.mark.parametrize(
    ("url", "status", "evidence"),
    [
        (None, Status.warn, "not set"),
        ("http://muti.example.org/slack/events", Status.fail, "is not an https:// address"),
        ("https://muti.example.org/", Status.fail, "ends with /slack/events"),
        ("http://127.0.0.1:9/slack/events", Status.fail, "no answer"),
    ],
)
async def test_an_address_that_cannot_be_slacks_is_named_and_silence_here_is_no_fault(
    tmp_path: Path, url: str | None, status: Status, evidence: str
) -> None:
    found = await tried(tmp_path, "http://127.0.0.1:9", url)
    assert found["slack.request_url"].status is status
    assert evidence in found["slack.request_url"].evidence
    assert found["slack.signature"].status is Status.skip


@pytest.mark.rule("O7")
@pytest.mark.parametrize(
    ("skew", "status", "said"),
    [
        (0.0, Status.ok, "0 s"),
        (-59.0, Status.ok, "59 s behind"),
        (61.0, Status.warn, "61 s ahead of"),
        (301.0, Status.fail, "every request would be refused"),
        (-301.0, Status.fail, "behind"),
    ],
)
def test_a_clock_that_slacks_signatures_would_fail_on_is_named(
    skew: float, status: Status, said: str
) -> None:
    found = judge_clock(NOON, NOON_SECONDS + skew)
    assert found.status is status
    assert said in found.evidence


def test_an_answer_without_a_date_says_nothing_of_the_clock() -> None:
    assert judge_clock("", NOON_SECONDS).status is Status.skip
