"""The long connection survives what Feishu and the network do to it."""

import asyncio
import json

import pytest

from bots.feishu import socket
from tests.bots.feishu.conftest import Stage, until
from tests.emulators.feishu import FeishuEmulator, Tenant

pytestmark = pytest.mark.rule("F1")


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules, with seconds in the place of minutes."""
    for name, seconds in (("LONGEST_PAUSE", 0.3), ("BARRED_SECONDS", 0.3), ("DIAL_SECONDS", 0.5)):
        monkeypatch.setattr(socket, name, seconds)


async def hears(stage: Stage, text: str = "after it") -> None:
    """A mention now becomes one request."""
    await stage.ask(text)
    await stage.quiet()
    assert [one.prompt for one in await stage.requests()].count(text) == 1


@pytest.mark.rule("C5")
@pytest.mark.parametrize("abort", [False, True])
async def test_a_lost_connection_is_replaced_at_once(stage: Stage, abort: bool) -> None:
    async with stage.running_bot():
        await stage.feishu.drop_connections(abort=abort)
        await stage.feishu.until_connected()
        await hears(stage)


async def test_an_address_that_never_comes_is_not_waited_for(stage: Stage) -> None:
    async with stage.running_bot():
        stage.feishu.faults.hang("endpoint", times=3)
        await stage.feishu.drop_connections()
        await stage.feishu.until_connected()
        await hears(stage)


@pytest.mark.parametrize("code", [1, 1000040343, 1000040344, 1000040350, 403, 514])
async def test_no_refusal_while_reconnecting_ends_it(stage: Stage, code: int) -> None:
    async with stage.running_bot():
        stage.feishu.faults.error("endpoint", code, status=200, times=2)
        await stage.feishu.drop_connections()
        await stage.feishu.until_connected()
        assert not stage.feishu.broken_frames


async def test_no_failing_handshake_ends_it(stage: Stage) -> None:
    async with stage.running_bot():
        for status, error in ((403, 0), (514, 1000040350), (514, 1000040342), (500, 0)):
            stage.feishu.refuse_handshakes(status, error=error)
        stage.feishu.faults.http_error("endpoint", 502, times=1)
        await stage.feishu.drop_connections()
        await stage.feishu.until_connected()
        await hears(stage)


@pytest.mark.rule("C10")
async def test_the_owner_is_told_once_that_nobody_is_let_in(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.ask()
        await stage.card()
        fault = stage.feishu.faults.error("endpoint", 1000040350, status=200, times=None)
        await stage.feishu.drop_connections()
        direct = stage.feishu.direct_chat(stage.owner)

        def told() -> int:
            shown = [stage.feishu.visible_text(message) for message in stage.feishu.from_bot(direct)]
            return sum("too many connections" in text or "连接数过多" in text for text in shown)

        await until(told)
        await until(lambda: fault.hits >= 4)
        assert told() == 1
        fault.times = 0
        await stage.feishu.until_connected()
        await hears(stage)


async def test_a_connection_that_swallows_everything_is_left(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "HEARTBEAT_SECONDS", 0.5)
    async with stage.running_bot():
        (dead,) = stage.feishu.connections
        stage.feishu.freeze_connections()
        await until(lambda: any(one is not dead for one in stage.feishu.connections))
        await until(lambda: len(stage.feishu.connections) == 1)
        await hears(stage)


async def test_a_connection_without_pongs_is_left(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "PING_SECONDS", 0.3)
    monkeypatch.setattr(socket, "PONG_SECONDS", 0.3)
    async with stage.running_bot():
        (mute,) = stage.feishu.connections
        stage.feishu.stop_pongs()
        await until(lambda: stage.feishu.connections and mute not in stage.feishu.connections)


@pytest.mark.rule("C5")
async def test_a_payload_in_parts_is_one_payload_in_any_order_and_after_a_gap(stage: Stage) -> None:
    faults = stage.feishu.event_faults
    async with stage.running_bot():
        faults.parts, faults.shuffle_parts = 7, True
        said, _ = await stage.ask("in parts, 分成几部分")
        assert stage.feishu.deliveries_of(said)[0].acked
        again = await stage.feishu.replay(stage.feishu.deliveries_of(said)[0])
        assert again.acked
        await stage.quiet()
        assert [one.prompt for one in await stage.requests()] == ["in parts, 分成几部分"]


async def test_a_frame_of_some_megabytes_is_heard(stage: Stage) -> None:
    async with stage.running_bot():
        stage.feishu.hold_events()
        said = await stage.feishu.say(stage.chat, stage.asker, "large", mention=True)
        (payload,) = stage.feishu.event_faults.held or []
        payload["event"]["more"] = "x" * 3_000_000
        stage.feishu.release_events()
        await stage.request()
        assert stage.feishu.deliveries_of(said)[0].acked
        assert len(stage.feishu.dials) == 1


async def test_noise_between_the_frames_is_passed_over(stage: Stage) -> None:
    async with stage.running_bot():
        for noise in (b"", b"noise", b"\xff" * 50):
            await stage.feishu.connection.send_raw(noise)
        odd = {"header": {"event_type": "im.message.receive_v1"}, "event": [1]}
        stage.feishu.dispatcher.send_event(odd)
        await hears(stage)
        assert len(stage.feishu.dials) == 1
        assert not stage.feishu.broken_frames


@pytest.mark.rule("C10")
async def test_a_token_that_went_stale_is_fetched_anew_once(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.ask("one")
        await stage.settled()
        stage.feishu.invalidate_tokens()
        before = len(stage.feishu.calls_of("token.tenant"))
        await stage.ask("two")
        await stage.settled()
        assert len(stage.feishu.calls_of("token.tenant")) == before + 1


async def test_an_outage_of_everything_is_survived(stage: Stage, hasty: None) -> None:
    async with stage.running_bot():
        await stage.feishu.outage()
        await asyncio.sleep(1.0)
        stage.feishu.recover()
        await stage.feishu.until_connected()
        await hears(stage)


async def test_two_bots_in_one_process_hear_their_own(stage: Stage) -> None:
    async with FeishuEmulator() as other:
        other.service.platform.tenant = Tenant("another-tenant", "Another")
        person = other.add_user("Otto")
        chat = other.add_chat("elsewhere", [person])
        settings = stage.settings("other")
        elsewhere = type(settings)(settings.app_id, settings.app_secret, settings.folder, url=other.base_url)
        async with stage.running_bot(), stage.running_bot(settings=elsewhere):
            await other.say(chat, person, "unbound", mention=True)
            await stage.ask("bound")
            await other.settle()
            await stage.quiet()
            assert [one.prompt for one in await stage.requests()] == ["bound"]
            assert all(one.payload["header"]["tenant_key"] == "another-tenant" for one in other.deliveries)
            assert json.dumps(elsewhere.url) != json.dumps(settings.url)


async def test_an_app_that_is_in_no_chat_learns_from_the_first_message_where_it_is(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What tells it is not acknowledged, so it comes again once there is somebody to hear it."""
    stage.feishu.dispatcher.redelivery = (0.5, 0.5, 0.5, 0.5)
    stage.feishu.chat(stage.chat).members.discard(stage.feishu.app.bot.key)
    direct = stage.feishu.direct_chat(stage.asker)
    await stage.bind(direct)
    bot = stage.bot()
    task = asyncio.create_task(bot.run())
    try:
        await stage.feishu.until_connected()
        assert not bot.connected.is_set()
        said = await stage.feishu.say(direct, stage.asker, "hello")
        assert (await stage.request()).prompt == "hello"
        await stage.quiet()
        outcomes = [one.outcome for one in stage.feishu.deliveries_of(said)]
        assert (outcomes[0], outcomes[-1]) == ("refused", "acked")
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    async with stage.running_bot():  # now it is known
        assert len(await stage.requests()) == 1
