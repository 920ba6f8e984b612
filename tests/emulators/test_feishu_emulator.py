"""Deliveries of the Feishu emulator: acknowledgement, redelivery, callbacks, connections, webhooks."""

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from tests.emulators.feishu import FeishuEmulator
from tests.emulators.feishu.frames import encode
from tests.emulators.feishu.webhook import Webhook, signature
from tests.emulators.plain_feishu_app import PlainApp, acknowledgement, button, card, plain_app

HOURS = 3600.0


@pytest.fixture
async def feishu() -> AsyncIterator[FeishuEmulator]:
    async with FeishuEmulator() as emulator:
        yield emulator


@pytest.fixture
async def app(feishu: FeishuEmulator) -> AsyncIterator[PlainApp]:
    async with plain_app(feishu) as found:
        yield found


async def test_an_event_that_is_not_acknowledged_comes_again_four_times(
    feishu: FeishuEmulator, app: PlainApp
) -> None:
    mina = feishu.add_user("Mina")
    chat = feishu.add_chat("Backend", [mina])
    app.answer = lambda payload: None
    async with app.connected():
        said = await feishu.say(chat, mina, "hello", mention=True)
        for attempt, pause in enumerate((15.0, 300.0, HOURS, 6 * HOURS, 24 * HOURS), start=1):
            await feishu.until(lambda n=attempt: len(feishu.deliveries_of(said)) == min(n, 5))
            feishu.clock.advance(4.0)
            await feishu.until(lambda: feishu.deliveries_of(said)[-1].outcome == "timeout")
            feishu.clock.advance(pause - 5.0)
            await asyncio.sleep(0.02)
            assert len(feishu.deliveries_of(said)) == min(attempt, 5)
            feishu.clock.advance(5.0)
        await feishu.settle()
    tries = feishu.deliveries_of(said)
    assert [d.attempt for d in tries] == [0, 1, 2, 3, 4]
    assert len({d.payload["header"]["event_id"] for d in tries}) == 1
    pauses = [(after.sent_at or 0) - before.ended_at for before, after in pairwise(tries)]
    assert [round(pause) for pause in pauses] == [15, 300, 3600, 21600]


async def test_an_answer_with_another_code_counts_as_none(feishu: FeishuEmulator, app: PlainApp) -> None:
    mina = feishu.add_user("Mina")
    async with app.connected() as socket:
        app.answer = lambda payload: None
        said = await feishu.say(feishu.add_chat("Backend", [mina]), mina, "hello", mention=True)
        await feishu.until(lambda: app.heard)
        await socket.send_bytes(encode(acknowledgement(app.frames[-1], {}, code=500)))
        await feishu.until(lambda: feishu.deliveries_of(said)[0].outcome == "refused")
        app.answer = lambda payload: {}
        feishu.clock.advance(15.0)
        await feishu.settle()
    assert [d.outcome for d in feishu.deliveries_of(said)] == ["refused", "acked"]


async def test_a_tap_is_told_once_and_waits_three_seconds(feishu: FeishuEmulator, app: PlainApp) -> None:
    mina = feishu.add_user("Mina")
    sent = await app.send(feishu.add_chat("Backend", [mina]), card(button({"n": 1})), "interactive")
    message_id = sent.data["message_id"]
    async with app.connected():
        app.answer = lambda payload: None
        tapping = asyncio.create_task(feishu.tap(message_id, mina, {"n": 1}))
        await feishu.until(lambda: app.heard)
        locked = await app.patch(message_id, card(title="too early"))
        feishu.clock.advance(3.0)
        tapped = await tapping
        feishu.clock.advance(8 * HOURS)
        await feishu.settle()
    assert (tapped.outcome, tapped.error) == ("timeout", 200341)
    assert len(app.heard) == 1
    assert (locked.code, "card action is lock" in locked.message) == (230099, True)
    assert feishu.toasts_of(mina)[-1].error == 200341


@pytest.mark.parametrize("as_card", [False, True])
async def test_the_answer_to_a_tap_is_a_toast_in_the_persons_language_and_a_card(
    feishu: FeishuEmulator, app: PlainApp, as_card: bool
) -> None:
    feishu.event_faults.as_card = as_card
    mina = feishu.add_user("Mina", locale="en_us")
    sent = await app.send(feishu.add_chat("Backend", [mina]), card(button({"n": 1})), "interactive")
    toast = {"type": "success", "content": "已批准", "i18n": {"en_us": "Approved"}}
    app.answer = lambda payload: {"toast": toast, "card": {"type": "raw", "data": card(title="Approved")}}
    async with app.connected():
        tapped = await feishu.tap(sent.data["message_id"], mina, label="Approve")
    event = app.heard[0]["event"]
    assert app.frames[0].header("type") == ("card" if as_card else "event")
    assert event["context"] == {
        "open_message_id": sent.data["message_id"],
        "open_chat_id": sent.data["chat_id"],
    }
    assert "thread_id" not in json.dumps(event)
    assert len(app.heard[0]["header"]["create_time"]) == 16
    assert (tapped.answer["toast"], feishu.toasts_of(mina)[-1].text) == (toast, "Approved")
    assert feishu.title(sent.data["message_id"]) == "Approved"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ({"toast": {"type": "loud", "content": "x"}}, 200672),
        ({"text": "x"}, 200672),
        (
            {"card": {"type": "raw", "data": {"schema": "2.0", "body": {"elements": [{"tag": "blink"}]}}}},
            200673,
        ),
    ],
)
async def test_a_wrong_answer_to_a_tap_is_an_error_on_the_screen(
    feishu: FeishuEmulator, app: PlainApp, answer: dict[str, Any], error: int
) -> None:
    mina = feishu.add_user("Mina")
    sent = await app.send(feishu.add_chat("Backend", [mina]), card(button({"n": 1})), "interactive")
    app.answer = lambda payload: answer
    async with app.connected():
        await feishu.tap(sent.data["message_id"], mina)
    assert feishu.toasts_of(mina)[-1].error == error
    assert len(feishu.buttons(sent.data["message_id"])) == 1


async def test_a_callback_that_is_not_subscribed_is_an_error_on_the_screen(
    feishu: FeishuEmulator, app: PlainApp
) -> None:
    mina = feishu.add_user("Mina")
    sent = await app.send(feishu.add_chat("Backend", [mina]), card(button({"n": 1})), "interactive")
    feishu.app.callbacks.clear()
    async with app.connected():
        await feishu.tap(sent.data["message_id"], mina)
    assert (app.heard, feishu.toasts_of(mina)[-1].error) == ([], 200340)


async def test_two_connections_share_the_events_and_neither_gets_all(
    feishu: FeishuEmulator, app: PlainApp
) -> None:
    mina = feishu.add_user("Mina")
    chat = feishu.add_chat("Backend", [mina])
    async with plain_app(feishu) as other, app.connected(), other.connected():
        for number in range(20):
            await feishu.say(chat, mina, str(number), mention=True)
        await feishu.settle()
    assert app.heard
    assert other.heard
    assert len(app.heard) + len(other.heard) == 20


async def test_pings_are_answered_with_the_configuration_until_they_are_not(
    feishu: FeishuEmulator, app: PlainApp
) -> None:
    async with app.connected() as socket:
        await app.ping(socket)
        await feishu.until(lambda: app.frames)
        assert json.loads(app.frames[0].payload) == feishu.connection.configuration
        feishu.stop_pongs()
        await app.ping(socket)
        await feishu.until(lambda: feishu.connections[0].pings == 2)
        await socket.send_str("hello")
        await feishu.until(lambda: feishu.broken_frames)
    assert len(app.frames) == 1


async def test_split_payloads_come_in_parts_of_any_order(feishu: FeishuEmulator, app: PlainApp) -> None:
    mina = feishu.add_user("Mina")
    feishu.event_faults.parts, feishu.event_faults.shuffle_parts = 5, True
    async with app.connected():
        said = await feishu.say(feishu.add_chat("Backend", [mina]), mina, "长" * 500, mention=True)
        await feishu.settle()
    assert sorted(frame.header("seq") for frame in app.frames) == list("01234")
    assert feishu.deliveries_of(said)[0].acked


async def test_a_ticket_is_good_for_one_dial_and_handshakes_can_be_refused(
    feishu: FeishuEmulator, app: PlainApp
) -> None:
    url = (await app.endpoint())["data"]["URL"]
    feishu.refuse_handshakes(403, "forbidden")
    async with aiohttp.ClientSession(trust_env=False) as session:
        for expected in ("403", "514"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(url)
            assert refused.value.headers is not None
            assert refused.value.headers["handshake-status"] == expected


async def test_the_bootstrap_says_why_it_refuses(feishu: FeishuEmulator, app: PlainApp) -> None:
    assert (await app.endpoint(secret=""))["code"] == 1000040344
    assert (await app.endpoint(secret="wrong"))["code"] == 514
    feishu.connection.most_connections = 1
    async with app.connected():
        assert (await app.endpoint())["code"] == 1000040350
    feishu.switch_off()
    assert (await app.endpoint())["code"] == 403


class Receiver:
    """A web server of an app: keeps what came, answers as told."""

    def __init__(self) -> None:
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.status, self.answer = 200, "{}"

    async def receive(self, request: web.Request) -> web.Response:
        self.requests.append((dict(request.headers), await request.read()))
        return web.Response(status=self.status, text=self.answer)


@pytest.fixture(name="receiver")
async def running_receiver(feishu: FeishuEmulator) -> AsyncIterator[tuple[Receiver, Webhook]]:
    receiver = Receiver()
    application = web.Application()
    application.add_routes([web.post("/hook", receiver.receive)])
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    yield receiver, await feishu.use_webhook(f"http://127.0.0.1:{port}/hook", encrypt_key="test key")
    await runner.cleanup()


async def test_webhooks_are_sealed_signed_and_sent_again(
    feishu: FeishuEmulator, receiver: tuple[Receiver, Webhook]
) -> None:
    server, webhook = receiver
    mina = feishu.add_user("Mina")
    server.status = 500
    said = await feishu.say(feishu.add_chat("Backend", [mina]), mina, "secret", mention=True)
    await feishu.until(lambda: feishu.deliveries_of(said)[0].outcome == "refused")
    server.status = 200
    feishu.clock.advance(15.0)
    await feishu.settle()
    assert [d.outcome for d in feishu.deliveries_of(said)] == ["refused", "acked"]
    headers, body = server.requests[-1]
    stamp, nonce = headers["X-Lark-Request-Timestamp"], headers["X-Lark-Request-Nonce"]
    assert headers["X-Lark-Signature"] == signature(stamp, nonce, "test key", body)
    assert json.loads(body).keys() == {"encrypt"}
    assert webhook.last is not None
    assert (await webhook.post(*webhook.last))[0] == 200


async def test_the_challenge_wants_its_own_word_back(receiver: tuple[Receiver, Webhook]) -> None:
    server, webhook = receiver
    assert not await webhook.challenge()
    assert "X-Lark-Signature" not in server.requests[-1][0]
