"""Feishu over HTTP: sealed, signed, marked, lately; and nothing else."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bots.feishu.bot import FeishuBot
from bots.feishu.signature import WINDOW_SECONDS
from relay.machine import State
from tests.bots.feishu.conftest import Stage
from tests.emulators.feishu.webhook import Webhook

pytestmark = pytest.mark.rule("F1")

KEY = "dummy-encrypt-key"


@pytest.fixture
async def door(stage: Stage) -> AsyncIterator[Webhook]:
    """A bot that is heard over HTTP, and Feishu's side of it."""
    token = stage.feishu.app.verification_token
    settings = replace(stage.settings(), encrypt_key=KEY, verification_token=token, listen=("127.0.0.1", 0))
    async with stage.running_bot(settings=settings) as bot:
        yield await webhook_of(stage, bot)


async def webhook_of(stage: Stage, bot: FeishuBot) -> Webhook:
    return await stage.feishu.use_webhook(bot.url, encrypt_key=KEY)


async def test_asks_and_taps_come_over_http(stage: Stage, door: Webhook) -> None:
    assert await door.challenge()
    await stage.ask()
    tapped = await stage.tap()
    assert tapped.answer["toast"]["content"] == "Approved."
    await stage.state(State.approved)
    await stage.quiet()
    assert all(delivery.acked for delivery in stage.feishu.deliveries)
    assert not stage.feishu.connections


async def ask(stage: Stage) -> dict[str, object]:
    """The payload of an ask that was not sent."""
    stage.feishu.hold_events()
    await stage.feishu.say(stage.chat, stage.asker, "run", mention=True)
    (payload,) = stage.feishu.event_faults.held or []
    stage.feishu.event_faults.held = None
    return dict(payload)


@pytest.mark.parametrize("header", ["X-Lark-Signature", "X-Lark-Request-Nonce", "X-Lark-Request-Timestamp"])
async def test_a_request_without_or_with_another_header_is_refused(
    stage: Stage, door: Webhook, header: str
) -> None:
    headers, body = door.request(await ask(stage))
    lacking = {name: value for name, value in headers.items() if name != header}
    for bent in (lacking, {**headers, header: "0"}, {**headers, header: "é"}):
        status, text = await door.post(
            {name: value.encode().decode("latin-1") for name, value in bent.items()}, body
        )
        assert status == 401
        assert "Traceback" not in text
    assert await stage.requests() == []
    assert (await door.post({name.lower(): value for name, value in headers.items()}, body))[0] == 200
    await stage.request()


async def test_an_old_request_and_a_copy_are_refused(stage: Stage, door: Webhook) -> None:
    payload = await ask(stage)
    assert (await door.post(*door.request(payload, age=WINDOW_SECONDS + 5)))[0] == 401
    assert (await door.post(*door.request(payload, age=-WINDOW_SECONDS - 5)))[0] == 401
    genuine = door.request(payload)
    assert (await door.post(*genuine))[0] == 200
    assert (await door.post(*genuine))[0] == 401
    assert (await door.post(*door.request(payload)))[0] == 200  # Feishu's own repetition
    await stage.request()
    await stage.quiet()
    assert len(await stage.requests()) == 1


async def test_what_is_not_sealed_or_has_another_token_is_refused(stage: Stage, door: Webhook) -> None:
    payload = await ask(stage)
    stage.feishu.app.encrypt_key = ""
    plain = json.dumps(payload).encode()
    headers, _ = door.request(payload)
    stage.feishu.app.encrypt_key = KEY
    assert (await door.post(headers, plain))[0] == 401
    signed, _ = door.request(payload)
    assert (await door.post(signed, plain))[0] == 401
    header = payload["header"]
    assert isinstance(header, dict)
    for token in ("another", "", None):
        forged = {**payload, "header": {**header, "token": token}}
        assert (await door.post(*door.request(forged)))[0] == 401
    stage.feishu.app.encrypt_key = "another-key"
    assert (await door.post(*door.request(payload)))[0] == 401
    for body in (b"", b"{", b"[]", b'"x"', b'{"encrypt": 5}', b"\xff\xfe"):
        assert (await door.post(headers, body))[0] == 401
    assert await stage.requests() == []


async def test_a_challenge_is_answered_to_feishu_only_and_as_it_is(stage: Stage, door: Webhook) -> None:
    word = 'a","x":"y'
    challenge = {"challenge": word, "token": stage.feishu.app.verification_token, "type": "url_verification"}
    status, text = await door.post(*door.request(challenge))
    assert (status, json.loads(text)) == (200, {"challenge": word})
    assert (await door.post(*door.request({**challenge, "token": "another"})))[0] == 401
    assert (await door.post({"Content-Type": "application/json"}, json.dumps(challenge).encode()))[0] == 401


async def test_a_copy_of_a_request_that_failed_is_let_in(
    stage: Stage, door: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether Feishu signs a repetition anew is not known: what was not kept may come as it was."""
    genuine = door.request(await ask(stage))
    with monkeypatch.context() as patch:
        patch.setattr("bots.feishu.hearing.Hearing._keep", None)
        assert (await door.post(*genuine))[0] == 500
    assert (await door.post(*genuine))[0] == 200
    await stage.request()
