"""Slack over signed HTTP requests: what is not Slack's is refused, and what is Slack's is kept before it is answered."""

import asyncio
import json
import time
import urllib.parse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from bots.inbox import Inbox
from bots.slack.bot import SlackBot
from bots.slack.http import FORM, read_body
from bots.slack.signature import WINDOW_SECONDS, is_from_slack, sign
from relay.client import RelayClient
from relay.machine import State
from tests.bots.slack.conftest import Stage
from tests.emulators.slack.http_events import HttpEvents, signed_headers

SECRET = "dummy-signing-secret"
DEAD = "http://127.0.0.1:9"


@asynccontextmanager
async def hearing(stage: Stage, url: str | None = None, folder: str = "bot") -> AsyncIterator[HttpEvents]:
    """A bot that hears over HTTP, and Slack sending there."""
    client = RelayClient(url or stage.house.url, stage.house.tokens["slack"])
    stage.house.clients.append(client)
    wanted = replace(stage.settings(folder), app_token="", signing_secret=SECRET, listen=("127.0.0.1", 0))
    bot = SlackBot(client, wanted)
    task = asyncio.create_task(bot.run())
    try:
        await asyncio.wait_for(bot.connected.wait(), 20)
        yield await stage.slack.use_http_events(bot.url, SECRET)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def sent(url: str, body: str, headers: dict[str, str]) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession(trust_env=False) as session,
        session.post(url, data=body.encode(), headers=headers) as answer,
    ):
        return answer.status, await answer.text()


def mention_of(stage: Stage, text: str, ts: str) -> str:
    event = {"type": "app_mention", "user": stage.asker.id, "channel": stage.channel.id, "ts": ts}
    said = {**event, "text": f"<@{stage.slack.bot.id}> {text}", "team": stage.slack.team.id}
    return json.dumps({"type": "event_callback", "event_id": "Ev1", "event": said})


@pytest.mark.rule("K1", "C2", "C3")
async def test_the_main_job_works_over_http_with_buttons_and_commands(stage: Stage) -> None:
    async with hearing(stage) as transport:
        assert await transport.challenge()
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask, 20)
        tapped = await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:approve")
        assert tapped.acked
        request = (await stage.requests())[0]
        await stage.house.until(request.request, State.approved)
        assert stage.slack.calls_of("apps.connections.open") == []
        odd = await stage.slack.slash(stage.asker, stage.channel, "/other", "a payload")
        assert odd.acked
        await stage.slack.settle(20)
        assert len(await stage.requests()) == 1
        # The bot's own edits come back as events too, also now.
        await stage.slack.until(lambda: all(delivery.acked for delivery in stage.slack.deliveries), 20)


@pytest.mark.rule("K1", "A2")
async def test_a_request_that_slack_did_not_sign_now_is_refused_before_it_is_looked_at(stage: Stage) -> None:
    async with hearing(stage) as transport:
        body, now = mention_of(stage, "forged", "5.1"), int(time.time())
        good = {**signed_headers(SECRET, body), "Content-Type": "application/json"}
        bad: list[dict[str, str]] = [
            {"Content-Type": "application/json"},
            {**good, "X-Slack-Signature": "v0=" + "0" * 64},
            {**good, "X-Slack-Signature": ""},
            {**good, **signed_headers("another secret", body)},
            {**good, **signed_headers(SECRET, body, now - WINDOW_SECONDS - 5)},
            {**good, **signed_headers(SECRET, body, now + WINDOW_SECONDS + 5)},
            {**good, "X-Slack-Request-Timestamp": "soon"},
            {**good, "X-Slack-Request-Timestamp": str(now - 1)},
        ]
        for headers in bad:
            assert (await sent(transport.url, body, headers))[0] == 401
        assert (await sent(transport.url, body + " ", good))[0] == 401
        assert (await sent(transport.url.removesuffix("/events"), body, good))[0] == 404
        challenge = json.dumps({"type": "url_verification", "challenge": "echo"})
        assert (await sent(transport.url, challenge, {"Content-Type": "application/json"}))[0] == 401
        assert await stage.requests() == []


@pytest.mark.rule("K1", "C5")
async def test_a_copy_of_a_signed_request_does_nothing_again(stage: Stage) -> None:
    async with hearing(stage) as transport:
        body = mention_of(stage, "run", f"{time.time():.6f}")
        headers = {**signed_headers(SECRET, body), "Content-Type": "application/json"}
        for number in range(4):
            again = (
                {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": "http_timeout"} if number else {}
            )
            assert (await sent(transport.url, body, {**headers, **again}))[0] == 200
        await stage.slack.until(lambda: stage.parts(stage.channel).count("anchor") == 1, 20)
        assert len(await stage.requests()) == 1


@pytest.mark.rule("K1")
async def test_signed_nonsense_is_answered_and_harms_nothing(stage: Stage) -> None:
    async with hearing(stage) as transport:
        bodies = [
            "",
            "[]",
            "nonsense",
            "{",
            '"text"',
            "\x00",
            "[" * 5000,
            "payload=%7B",
            "payload=[]",
            "a=b",
            "{}",
        ]
        for kind in ("application/json", FORM, "text/plain"):
            for body in bodies:
                status, _ = await sent(
                    transport.url, body, {**signed_headers(SECRET, body), "Content-Type": kind}
                )
                assert status in (200, 400)
        ask = await stage.slack.mention(stage.asker, stage.channel, "still here")
        await stage.anchor(ask, 20)


@pytest.mark.rule("K1", "C5")
async def test_what_cannot_be_kept_is_an_error_and_slack_sends_it_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hearing(stage):
        kept, full = Inbox.put, [True]

        def broken(inbox: Inbox, body: str) -> Any:
            if full:
                full.pop()
                raise OSError("disk is full")
            return kept(inbox, body)

        monkeypatch.setattr(Inbox, "put", broken)
        ask = await stage.slack.mention(stage.asker, stage.channel, "run", order="mention_only")
        await stage.anchor(ask, 20)
        await stage.slack.settle(20)
        outcomes = [delivery.outcome for delivery in stage.slack.deliveries_of(ask)]
        assert (outcomes[0], outcomes[-1]) == ("refused", "acked")
        assert len(await stage.requests()) == 1


@pytest.mark.rule("K1", "C4", "C5")
async def test_an_event_is_acknowledged_in_time_while_the_relay_is_away(stage: Stage) -> None:
    async with hearing(stage, DEAD):
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.slack.settle(20)
        assert all(one.acked and (one.latency or 9) < 3.0 for one in stage.slack.deliveries_of(ask))
    async with hearing(stage):
        await stage.anchor(ask, 20)
        assert len(await stage.requests()) == 1


@pytest.mark.rule("K1", "C5")
async def test_an_event_that_comes_hours_late_is_an_ask_like_any_other(stage: Stage) -> None:
    """Delayed Events: Slack goes on for a day after its first three repetitions."""
    stage.slack.dispatcher.delayed_events = True
    stage.slack.dispatcher.retry_scale = 0.0001
    await stage.slack.use_http_events(DEAD, SECRET)
    ask = await stage.slack.mention(stage.asker, stage.channel, "run", order="mention_only")
    await stage.slack.until(lambda: len(stage.slack.deliveries_of(ask)) > 4, 20)
    async with hearing(stage):
        await stage.anchor(ask, 20)
        await stage.slack.settle(20)
        assert stage.slack.deliveries_of(ask)[-1].acked
        assert len(await stage.requests()) == 1


@pytest.mark.rule("K1")
def test_the_signature_is_of_this_body_at_this_time() -> None:
    def good(secret: str = "s", moment: str = "1000", at: float = 1000.0, body: bytes = b"x") -> bool:
        return is_from_slack(secret, moment, sign("s", "1000", b"x"), body, at)

    assert good()
    assert good(at=1000.0 + WINDOW_SECONDS)
    assert not good(at=1001.0 + WINDOW_SECONDS)
    assert not good(body=b"y")
    assert not good(secret="t")
    assert not is_from_slack("", "1000", sign("", "1000", b"x"), b"x", 1000.0)
    assert not good(moment="1" * 400)
    assert not good(moment="١٠٠٠")
    assert not is_from_slack("s", "1000", "v0=\ud800é", b"x", 1000.0)


@pytest.mark.rule("K1", "C8")
@pytest.mark.parametrize("text", ["fix the payload", "payload", "a&b=c", "修复 payload 登录"])
def test_a_slash_commands_text_arrives_whole(text: str) -> None:
    body = urllib.parse.urlencode({"command": "/muti", "text": text, "trigger_id": "t"})
    said = read_body(body.encode(), FORM)
    assert said is not None
    assert said["text"] == text
