"""Events of the Slack emulator, over Socket Mode and over HTTP, as the real slack-bolt hears them."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from slack_bolt.app.async_app import AsyncApp

from tests.emulators.bolt_app import HeardApp, connected, dialling, socket_handler, web_client
from tests.emulators.slack import SlackEmulator


@pytest.fixture
async def slack() -> AsyncIterator[SlackEmulator]:
    async with SlackEmulator(ack_timeout=2.0, retry_scale=0.001, rate_limits=False) as emulator:
        yield emulator


async def test_a_mention_reaches_the_app_as_two_events_with_ids_of_their_own(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        first = await slack.mention(ina, room, "fix the build")
        second = await slack.mention(ina, room, "again", order="mention_first")
        await slack.until(lambda: len(app.heard) == 4)
        await slack.settle()
    order = [d.event["type"] for m in (first, second) for d in slack.deliveries_of(m)]
    assert order == ["message", "app_mention", "app_mention", "message"]
    assert len({body["event_id"] for body in app.heard}) == 4
    assert app.events("app_mention")[0]["text"] == f"<@{slack.bot.id}> fix the build"
    assert "channel_type" not in app.events("app_mention")[0]
    assert all(d.acked and d.latency is not None and d.latency < 2.0 for d in slack.deliveries)


async def test_a_listener_that_fails_gets_the_event_again_with_its_attempt_and_reason(
    slack: SlackEmulator,
) -> None:
    slack.dispatcher.ack_timeout = 0.5
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        app.fail_first = 3
        message = await slack.say(ina, room, "hello")
        await slack.until(lambda: app.heard)
        await slack.settle()
    attempts = slack.deliveries_of(message)
    assert [d.attempt for d in attempts] == [0, 1, 2, 3]
    assert [d.outcome for d in attempts] == ["timeout", "timeout", "timeout", "acked"]
    assert len({d.event_id for d in attempts}) == 1
    assert app.retries == [("0", ""), ("1", "timeout"), ("2", "timeout"), ("3", "timeout")]


async def test_after_three_retries_an_event_is_lost(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    message = await slack.say(ina, room, "nobody is listening")
    await slack.settle()
    assert [d.outcome for d in slack.deliveries_of(message)] == ["no_connection"] * 4


async def test_a_refresh_brings_a_new_socket_and_the_events_go_on(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        await slack.refresh()
        await slack.until(lambda: len(slack.calls_of("apps.connections.open")) >= 2 and slack.connections)
        await slack.say(ina, room, "still there?")
        await slack.until(lambda: app.events("message"))
    assert len(set(slack.dials)) == len(slack.dials)


@pytest.mark.parametrize("abort", [False, True])
async def test_a_lost_socket_makes_the_unacknowledged_event_come_again(
    slack: SlackEmulator, abort: bool
) -> None:
    slack.dispatcher.ack_timeout, slack.dispatcher.retry_scale = 5, 0.01
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        app.fail_first = 1
        message = await slack.say(ina, room, "hello")
        await slack.until(lambda: app.retries)
        await slack.drop_connections(abort=abort)
        await slack.until(lambda: app.events("message"))
    assert slack.deliveries_of(message)[0].outcome == "closed"
    assert app.retries[-1][1] == "connection_failed"


async def test_a_ticket_is_good_for_one_dial_and_not_for_long(slack: SlackEmulator) -> None:
    client = web_client(slack)
    async with aiohttp.ClientSession(trust_env=False) as session:
        url = (await client.apps_connections_open(app_token=slack.app_token))["url"]
        async with session.ws_connect(url) as socket:
            hello = await socket.receive_json()
            assert (hello["type"], hello["num_connections"]) == ("hello", 1)
            with pytest.raises(aiohttp.WSServerHandshakeError) as again:
                await session.ws_connect(url)
        assert again.value.status == 408
        slack.socket_mode.ticket_lifetime = 0.0
        late = (await client.apps_connections_open(app_token=slack.app_token))["url"]
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(late)


async def test_the_sdk_dials_a_dead_ticket_for_ever_until_it_is_made_to_ask_for_another(
    slack: SlackEmulator,
) -> None:
    slack.socket_mode.ticket_lifetime = -1.0
    handler = socket_handler(slack, HeardApp(slack), ping_interval=0.05)
    async with dialling(handler):
        await slack.until(lambda: len(slack.dials) >= 3)
        assert len(set(slack.dials)) == len(slack.calls_of("apps.connections.open")) == 1
        slack.socket_mode.ticket_lifetime = 30.0
        handler.client.wss_uri = None
        await slack.until_connected()


async def test_several_sockets_share_the_events_and_one_too_many_is_sent_away(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    slack.socket_mode.most_connections = 2
    async with connected(slack) as one, connected(slack) as two:
        await slack.until_connected(2)
        for number in range(4):
            await slack.say(ina, room, f"message {number}")
        await slack.settle()
        assert (len(one.heard), len(two.heard)) == (2, 2)
        async with aiohttp.ClientSession(trust_env=False) as session:
            url = (await web_client(slack).apps_connections_open(app_token=slack.app_token))["url"]
            async with session.ws_connect(url) as third:
                assert (await third.receive_json())["reason"] == "too_many_websockets"


async def test_a_half_open_socket_answers_no_ping_and_the_client_notices(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        await slack.until(lambda: slack.connections[0].pings > 0)
        slack.freeze_connections()
        await slack.say(ina, room, "into the void")
        await slack.until(lambda: any(not c.frozen for c in slack.connections), timeout=5)
        await slack.until(lambda: len(slack.dials) > 1)
        await slack.say(ina, room, "again")
        await slack.until(lambda: app.events("message"), timeout=5)


async def test_an_acknowledgement_that_comes_late_does_not_count(slack: SlackEmulator) -> None:
    slack.dispatcher.ack_timeout = 0.5
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    client = web_client(slack)
    async with aiohttp.ClientSession(trust_env=False) as session:
        url = (await client.apps_connections_open(app_token=slack.app_token))["url"]
        async with session.ws_connect(url) as socket:
            await socket.receive_json()
            message = await slack.say(ina, room, "hello")
            envelope = await socket.receive_json()
            assert (envelope["type"], envelope["retry_attempt"], envelope["retry_reason"]) == (
                "events_api",
                0,
                "",
            )
            await slack.until(lambda: slack.deliveries_of(message)[0].outcome == "timeout")
            await socket.send_json({"envelope_id": envelope["envelope_id"]})
            again = await socket.receive_json()
            await socket.send_json({"envelope_id": again["envelope_id"]})
            await slack.settle()
    first, second = slack.deliveries_of(message)
    assert first.late_ack_at is not None
    assert again["payload"]["event_id"] == envelope["payload"]["event_id"]
    assert (second.attempt, second.acked) == (1, True)


async def test_edits_previews_and_deletions_come_as_hidden_events(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        message = await slack.say(ina, room, "first")
        await slack.unfurl(room, message.ts)
        await slack.edit(ina, room, message.ts, "second")
        await slack.delete(room, message.ts)
        await slack.until(lambda: len(app.heard) == 4)
    by_kind = {(e.get("subtype"), e.get("message", {}).get("text")): e for e in app.events("message")}
    assert by_kind["message_changed", "second"]["previous_message"]["text"] == "first"
    assert by_kind["message_changed", "first"]["previous_message"]["text"] == "first"
    assert by_kind["message_deleted", None]["deleted_ts"] == message.ts
    assert slack.message(room, message.ts) is None
    assert [m.text for m in slack.messages(room, deleted=True)] == ["second"]


async def test_events_can_be_doubled_dropped_held_and_reversed(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        slack.event_faults.copies = 2
        await slack.say(ina, room, "double")
        await slack.settle()
        slack.recover()
        slack.event_faults.drop_next = 1
        await slack.say(ina, room, "lost")
        slack.hold_events()
        for text in ("a", "b"):
            await slack.say(ina, room, text)
        slack.release_events(reverse=True)
        await slack.until(lambda: len(app.heard) == 4)
        again = await slack.replay(slack.deliveries[-1])
    assert [body["event"]["text"] for body in app.heard] == ["double", "double", "b", "a", "a"]
    assert app.heard[0]["event_id"] == app.heard[1]["event_id"]
    assert again.acked


async def test_the_apps_own_messages_come_back_and_bolt_drops_them(slack: SlackEmulator) -> None:
    room = slack.add_channel("room")
    async with connected(slack) as app:
        posted = await app.bolt.client.chat_postMessage(channel=room.id, text="mine")
        await app.bolt.client.chat_update(channel=room.id, ts=posted["ts"], text="mine too")
        await slack.settle()
    assert [d.outcome for d in slack.deliveries] == ["acked", "acked"]
    assert [d.event.get("subtype") for d in slack.deliveries] == [None, "message_changed"]
    assert app.heard == []


async def test_events_over_http_are_signed_and_come_again_until_2xx(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    app = AsyncApp(client=web_client(slack), signing_secret="shared", process_before_response=True)
    heard: list[list[str]] = []

    @app.event("message")
    async def hear(request: Any) -> None:
        heard.append(request.headers.get("x-slack-retry-num", ["0"]))
        if len(heard) == 1:
            raise RuntimeError("not now")

    runner = aiohttp.web.AppRunner(app.web_app(path="/slack/events"))
    await runner.setup()
    site = aiohttp.web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
    try:
        transport = await slack.use_http_events(url, "shared")
        assert await transport.challenge()
        message = await slack.say(ina, room, "hello")
        await slack.settle()
        assert [d.outcome for d in slack.deliveries_of(message)] == ["refused", "acked"]
        assert heard == [["0"], ["1"]]
        transport.signing_secret = "wrong"
        forged = await slack.say(ina, room, "forged")
        await slack.settle()
        assert [d.outcome for d in slack.deliveries_of(forged)] == ["refused"] * 4
    finally:
        await runner.cleanup()


async def test_an_outage_ends(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        await slack.outage()
        await slack.until(lambda: slack.calls_of("apps.connections.open", "http_503"))
        slack.recover()
        await slack.until_connected()
        await slack.say(ina, room, "back")
        await slack.until(lambda: app.events("message"))
