"""The Socket Mode connection survives what Slack and the network do to it."""

import asyncio

import pytest

from bots.slack import socket
from tests.bots.slack.conftest import Stage


async def hears(stage: Stage, text: str, timeout: float = 5.0) -> None:
    """A mention now becomes one request."""
    ask = await stage.slack.mention(stage.asker, stage.channel, text)
    await stage.anchor(ask, timeout)
    await stage.slack.settle()
    assert [one.prompt for one in await stage.requests()].count(text) == 1


@pytest.mark.rule("C5")
@pytest.mark.parametrize("abort", [False, True])
async def test_a_lost_connection_is_replaced_at_once(stage: Stage, abort: bool) -> None:
    async with stage.running_bot():
        await stage.slack.drop_connections(abort=abort)
        await stage.slack.until_connected(timeout=2)
        await hears(stage, "after the cut")


@pytest.mark.rule("C5")
async def test_a_refresh_loses_and_doubles_nothing(stage: Stage) -> None:
    async with stage.running_bot():
        asks = []
        for number in range(6):
            asks.append(await stage.slack.mention(stage.asker, stage.channel, f"ask {number}"))
            if number % 2:
                await stage.slack.refresh(warning_lead=0.02)
        await stage.slack.settle(20)
        async with asyncio.timeout(10):
            while len(requests := await stage.requests()) < 6:
                await asyncio.sleep(0.05)
        assert sorted(one.prompt for one in requests) == [f"ask {number}" for number in range(6)]


@pytest.mark.rule("C5")
async def test_a_dead_address_is_never_dialled_twice(stage: Stage) -> None:
    async with stage.running_bot():
        stage.slack.socket_mode.ticket_lifetime = -1
        await stage.slack.drop_connections()
        await stage.slack.until(lambda: len(stage.slack.dials) >= 4)
        stage.slack.socket_mode.ticket_lifetime = 30
        await stage.slack.until_connected(timeout=8)
        assert len(set(stage.slack.dials)) == len(stage.slack.dials)
        await hears(stage, "after dead addresses")


@pytest.mark.rule("C5")
async def test_too_many_connections_are_no_reason_to_storm(stage: Stage) -> None:
    async with stage.running_bot():
        stage.slack.socket_mode.most_connections = 0
        await stage.slack.disconnect("too_many_websockets")
        await asyncio.sleep(3)
        assert len(stage.slack.calls_of("apps.connections.open")) <= 5
        stage.slack.socket_mode.most_connections = 10
        await stage.slack.until_connected(timeout=15)
        await hears(stage, "after the crowd")


@pytest.mark.rule("C10")
async def test_a_link_that_is_switched_off_is_tried_again_with_patience(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.slack.disable_link()
        await asyncio.sleep(3)
        assert 1 <= len(stage.slack.calls_of("apps.connections.open", "socket_mode_not_enabled")) <= 5
        stage.slack.enable_link()
        await stage.slack.until_connected(timeout=15)
        await hears(stage, "after it was switched on")


@pytest.mark.rule("C5")
async def test_a_connection_that_answers_nothing_is_left(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "PING_SECONDS", 0.3)
    async with stage.running_bot():
        stage.slack.freeze_connections()
        await stage.slack.until(lambda: any(not one.frozen for one in stage.slack.connections), timeout=5)
        await hears(stage, "after the freeze")


@pytest.mark.rule("C5")
async def test_a_connection_that_greets_nobody_or_is_silent_too_long_is_left(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "HELLO_SECONDS", 0.3)
    monkeypatch.setattr("tests.emulators.slack.socket_mode._hello", lambda number: {"type": "warmup"})
    task = asyncio.create_task(stage.bot().run())
    await stage.slack.until(lambda: len(stage.slack.dials) >= 2)
    monkeypatch.undo()
    await hears(stage, "after the deaf one", 15)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.rule("C10")
async def test_the_owner_is_told_once_that_socket_mode_was_switched_off(stage: Stage) -> None:
    direct = stage.slack.dm_channel(stage.owner)

    def told() -> int:
        return sum("Socket Mode was switched off" in m.text for m in stage.slack.from_bot(direct))

    async with stage.running_bot():
        await hears(stage, "before")
        await stage.part(direct, "card")
        await stage.slack.disable_link()
        await stage.slack.until(lambda: told() == 1, 20)
        stage.slack.service.socket_mode.link_enabled = True
        await stage.slack.until_connected(timeout=30)
        await stage.slack.disable_link()
        await stage.slack.until(lambda: told() == 2, 20)


@pytest.mark.rule("C5")
async def test_patience_that_slack_asks_for_before_a_connection_is_given(stage: Stage) -> None:
    stage.slack.faults.rate_limit("apps.connections.open", 1.5)
    task = asyncio.create_task(stage.bot().run())
    await stage.slack.until_connected(timeout=8)
    assert len(stage.slack.calls_of("apps.connections.open")) <= 3
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.rule("C10")
async def test_an_outage_of_slack_is_waited_for_also_at_the_start(stage: Stage) -> None:
    await stage.slack.outage()
    task = asyncio.create_task(stage.bot().run())
    await asyncio.sleep(0.8)
    stage.slack.recover()
    await stage.slack.until_connected(timeout=8)
    await hears(stage, "after the outage")
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.rule("S1", "K1")
async def test_a_proxy_of_the_environment_sees_nothing(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with stage.running_bot():
        await hears(stage, "not through the proxy")
