"""The Web API of the Slack emulator: what it refuses, its limits and its faults, by the real client."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from tests.emulators.bolt_app import BUTTON, CARD, Json, refusal, web_client
from tests.emulators.slack import SlackEmulator


@pytest.fixture
async def slack() -> AsyncIterator[SlackEmulator]:
    async with SlackEmulator(ack_timeout=2.0, retry_scale=0.001, rate_limits=False) as emulator:
        yield emulator


@pytest.fixture
def client(slack: SlackEmulator) -> AsyncWebClient:
    return web_client(slack)


def _button(**changes: Any) -> Json:
    return {"type": "actions", "elements": [{**BUTTON, **changes}]}


def _confirm(**changes: Any) -> Json:
    words = {"title": "Sure?", "text": "Really?", "confirm": "Yes", "deny": "No"} | changes
    return {name: {"type": "plain_text", "text": text} for name, text in words.items()}


def _section(text: str) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


REFUSED_BLOCKS = {
    "51 blocks": [{"type": "divider"}] * 51,
    "long section": [_section("x" * 3001)],
    "empty section": [_section("")],
    "long header": [{"type": "header", "text": _plain("x" * 151)}],
    "mrkdwn header": [{"type": "header", "text": {"type": "mrkdwn", "text": "x"}}],
    "long button": [_button(text=_plain("x" * 76))],
    "long value": [_button(value="x" * 2001)],
    "disabled button": [_button(disabled=True)],
    "odd style": [_button(style="secondary")],
    "26 actions": [{"type": "actions", "elements": [{**BUTTON, "action_id": f"a{n}"} for n in range(26)]}],
    "11 in context": [{"type": "context", "elements": [_plain("x")] * 11}],
    "long confirm title": [_button(confirm=_confirm(title="x" * 101))],
    "long confirm text": [_button(confirm=_confirm(text="x" * 301))],
    "long confirm button": [_button(confirm=_confirm(confirm="x" * 31))],
    "unknown block": [{"type": "banner"}],
    "unknown element": [{"type": "actions", "elements": [{"type": "slider"}]}],
    "same block id": [{"type": "divider", "block_id": "a"}, {"type": "divider", "block_id": "a"}],
    "same action id": [{"type": "actions", "elements": [BUTTON, BUTTON]}],
    "much markdown": [{"type": "markdown", "text": "x" * 6001}] * 2,
}


async def test_an_update_without_blocks_keeps_them(slack: SlackEmulator, client: AsyncWebClient) -> None:
    room = slack.add_channel("room")
    posted = await client.chat_postMessage(channel=room.id, text="May I?", blocks=CARD)
    await client.chat_update(channel=room.id, ts=posted["ts"], text="Approved")
    message = slack.message(room, posted["ts"])
    assert message is not None
    assert slack.actions(message) == ["approve"]


async def test_a_real_rate_limit_answers_429_and_the_sdk_waits_for_it(slack: SlackEmulator) -> None:
    room = slack.add_channel("room")
    slack.limits.enabled = True
    client = web_client(slack)
    await client.chat_postMessage(channel=room.id, text="one")
    with pytest.raises(SlackApiError) as caught:
        await client.chat_postMessage(channel=room.id, text="two")
    assert caught.value.response.status_code == 429
    assert caught.value.response.headers["Retry-After"] == "1"
    client.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=2))
    await client.chat_postMessage(channel=room.id, text="three")
    assert [c.outcome for c in slack.calls_of("chat.postMessage")] == [
        "ok",
        "ratelimited",
        "ratelimited",
        "ok",
    ]
    assert [m.text for m in slack.messages(room)] == ["one", "three"]
    slack.limits.set("chat.update", 1, 60)
    ts = slack.messages(room)[0].ts
    await client.chat_update(channel=room.id, ts=ts, text="x")
    client.retry_handlers.clear()
    assert (await refusal(client.chat_update(channel=room.id, ts=ts, text="y"), "ratelimited"))["ok"] is False


async def test_faults_of_calls(slack: SlackEmulator, client: AsyncWebClient) -> None:
    room = slack.add_channel("room")
    slack.faults.lose_reply("chat.postMessage")
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await client.chat_postMessage(channel=room.id, text="committed")
    slack.faults.lose_request("chat.postMessage")
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await client.chat_postMessage(channel=room.id, text="never arrived")
    slack.faults.http_error("*", 503)
    with pytest.raises(SlackApiError) as caught:
        await client.chat_postMessage(channel=room.id, text="page")
    assert caught.value.response.status_code == 503
    slack.faults.rate_limit("chat.postMessage", 0.2)
    await refusal(client.chat_postMessage(channel=room.id, text="limited"), "ratelimited")
    await asyncio.sleep(0.25)
    slack.faults.error("chat.postMessage", "fatal_error", when=lambda args: args["text"] == "b")
    await client.chat_postMessage(channel=room.id, text="a")
    await refusal(client.chat_postMessage(channel=room.id, text="b"), "fatal_error")
    assert [m.text for m in slack.messages(room)] == ["committed", "a"]
    outcomes = [c.outcome for c in slack.calls_of("chat.postMessage")]
    assert outcomes == ["lost_reply", "lost_request", "http_503", "ratelimited", "ok", "fatal_error"]


async def test_the_default_retry_of_the_sdk_posts_twice_after_a_lost_reply(slack: SlackEmulator) -> None:
    room = slack.add_channel("room")
    client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
    client.proxy = None
    slack.faults.lose_reply("chat.postMessage")
    await client.chat_postMessage(channel=room.id, text="twice")
    assert len(slack.messages(room)) == 2


async def test_tokens_and_scopes(slack: SlackEmulator, client: AsyncWebClient) -> None:
    room = slack.add_channel("room")
    ok = await client.auth_test()
    assert "chat:write" in ok.headers["x-oauth-scopes"]
    assert ok["bot_id"] == slack.bot.bot_id
    await refusal(web_client(slack, "xoxb-other").auth_test(), "invalid_auth")
    await refusal(client.apps_connections_open(app_token=slack.bot_token), "not_allowed_token_type")
    await refusal(
        web_client(slack, slack.app_token).chat_postMessage(channel=room.id, text="x"),
        "not_allowed_token_type",
    )
    slack.remove_scope("chat:write")
    body = await refusal(client.chat_postMessage(channel=room.id, text="x"), "missing_scope")
    assert body["needed"] == "chat:write"
    assert "users:read" in body["provided"]
    slack.revoke_token()
    await refusal(client.auth_test(), "token_revoked")
    await refusal(client.api_call("chat.nonsense"), "unknown_method")


async def test_channels_that_the_bot_may_not_use(slack: SlackEmulator, client: AsyncWebClient) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    hidden = slack.add_channel("hidden", private=True, members=[ina], with_bot=False)
    elsewhere = slack.add_channel("elsewhere", members=[ina], with_bot=False)
    await refusal(client.chat_postMessage(channel=hidden.id, text="x"), "channel_not_found")
    await refusal(client.conversations_info(channel=hidden.id), "channel_not_found")
    await refusal(client.chat_postMessage(channel=elsewhere.id, text="x"), "not_in_channel")
    await client.conversations_join(channel=elsewhere.id)
    posted = await client.chat_postMessage(channel="#elsewhere", text="x")
    await slack.kick(slack.bot, elsewhere)
    await refusal(client.chat_update(channel=elsewhere.id, ts=posted["ts"], text="y"), "not_in_channel")
    await slack.archive(room)
    await refusal(client.chat_postMessage(channel=room.id, text="x"), "is_archived")
    await slack.unarchive(room)
    theirs = await slack.say(ina, room, "mine")
    await refusal(client.chat_update(channel=room.id, ts=theirs.ts, text="x"), "cant_update_message")
    await refusal(client.chat_delete(channel=room.id, ts=theirs.ts), "cant_delete_message")
    await refusal(client.chat_update(channel=room.id, ts="1.000000", text="x"), "message_not_found")


async def test_a_post_into_a_deleted_thread_lands_at_the_root_of_the_channel(
    slack: SlackEmulator, client: AsyncWebClient
) -> None:
    room = slack.add_channel("room")
    root = await client.chat_postMessage(channel=room.id, text="root")
    reply = await client.chat_postMessage(channel=room.id, text="reply", thread_ts=root["ts"])
    assert reply["message"]["thread_ts"] == root["ts"]
    await refusal(
        client.chat_postMessage(channel=room.id, text="x", thread_ts=reply["ts"]), "cannot_reply_to_message"
    )
    replies = await client.conversations_replies(channel=room.id, ts=root["ts"])
    assert [m["text"] for m in replies["messages"]] == ["root", "reply"]
    assert replies["messages"][0]["reply_count"] == 1
    await slack.delete_thread(room, root["ts"])
    stray = await client.chat_postMessage(channel=room.id, text="stray", thread_ts=root["ts"])
    assert "thread_ts" not in stray["message"]
    assert [m.text for m in slack.roots(room)] == ["stray"]
    await refusal(client.conversations_replies(channel=room.id, ts=root["ts"]), "thread_not_found")


async def test_metadata_comes_back_only_when_asked_for(slack: SlackEmulator, client: AsyncWebClient) -> None:
    room = slack.add_channel("room")
    metadata = {"event_type": "muti", "event_payload": {"id": "R20260906-07"}}
    posted = await client.chat_postMessage(channel=room.id, text="card", metadata=metadata)
    await client.chat_update(channel=room.id, ts=posted["ts"], text="card 2")
    plain = await client.conversations_history(channel=room.id)
    full = await client.conversations_history(channel=room.id, include_all_metadata=True)
    assert "metadata" not in plain["messages"][0]
    assert full["messages"][0]["metadata"] == metadata
    await refusal(
        client.chat_postMessage(channel=room.id, text="x", metadata={"event_type": 1, "event_payload": {}}),
        "invalid_metadata_format",
    )


@pytest.mark.parametrize("blocks", REFUSED_BLOCKS.values(), ids=REFUSED_BLOCKS.keys())
async def test_blocks_that_slack_refuses(
    slack: SlackEmulator, client: AsyncWebClient, blocks: list[Json]
) -> None:
    room = slack.add_channel("room")
    body = await refusal(client.chat_postMessage(channel=room.id, text="x", blocks=blocks), "invalid_blocks")
    assert body["response_metadata"]["messages"][0].startswith("[ERROR]")
    assert slack.messages(room) == []


async def test_blocks_at_the_limit_are_accepted(slack: SlackEmulator, client: AsyncWebClient) -> None:
    room = slack.add_channel("room")
    buttons = [{**BUTTON, "action_id": f"a{n}"} for n in range(25)]
    words = _confirm(title="x" * 100, text="x" * 300, confirm="x" * 30)
    blocks = [
        _section("x" * 3000),
        {"type": "header", "text": _plain("x" * 150)},
        _button(text=_plain("x" * 75), value="x" * 2000, confirm=words, style="primary"),
        {"type": "actions", "elements": buttons},
        {"type": "context", "elements": [_plain("x")] * 10},
        {"type": "markdown", "text": "x" * 12_000},
        *[{"type": "divider"}] * 44,
    ]
    assert (await client.chat_postMessage(channel=room.id, text="x", blocks=blocks))["ok"]


async def test_text_limits(slack: SlackEmulator, client: AsyncWebClient) -> None:
    room = slack.add_channel("room")
    posted = await client.chat_postMessage(channel=room.id, text="x" * 40_001)
    assert len(slack.messages(room)[0].text) == 40_000
    assert posted["warning"] == "message_truncated"
    await client.chat_update(channel=room.id, ts=posted["ts"], text="x" * 4000)
    await refusal(client.chat_update(channel=room.id, ts=posted["ts"], text="x" * 4001), "msg_too_long")
    await refusal(client.api_call("chat.postMessage", json={"channel": room.id, "text": " "}), "no_text")
    await refusal(client.chat_postMessage(channel=room.id, text="x", blocks="{"), "invalid_blocks_format")


async def test_the_bot_lists_what_it_can_see(slack: SlackEmulator, client: AsyncWebClient) -> None:
    ina = slack.add_user("ina")
    room, other = slack.add_channel("room", members=[ina]), slack.add_channel("other", with_bot=False)
    private = slack.add_channel("private", private=True)
    slack.add_channel("hidden", private=True, with_bot=False)
    seen = await client.conversations_list(types="public_channel,private_channel")
    assert {c["id"] for c in seen["channels"]} == {room.id, other.id, private.id}
    mine = await client.users_conversations(types="public_channel,private_channel")
    assert {c["id"] for c in mine["channels"]} == {room.id, private.id}


async def test_ephemeral_messages_reactions_and_permalinks(
    slack: SlackEmulator, client: AsyncWebClient
) -> None:
    ina, bob = slack.add_user("ina"), slack.add_user("bob")
    room = slack.add_channel("room", members=[ina])
    await client.chat_postEphemeral(channel=room.id, user=ina.id, text="psst")
    await refusal(client.chat_postEphemeral(channel=room.id, user=bob.id, text="psst"), "user_not_in_channel")
    assert [e.text for e in slack.ephemerals_of(ina)] == ["psst"]
    message = await slack.say(ina, room, "hello")
    await client.reactions_add(channel=room.id, timestamp=message.ts, name="eyes")
    await refusal(client.reactions_add(channel=room.id, timestamp=message.ts, name="eyes"), "already_reacted")
    await client.reactions_remove(channel=room.id, timestamp=message.ts, name="eyes")
    await refusal(client.reactions_remove(channel=room.id, timestamp=message.ts, name="eyes"), "no_reaction")
    reply = await client.chat_postMessage(channel=room.id, text="x", thread_ts=message.ts)
    link = (await client.chat_getPermalink(channel=room.id, message_ts=reply["ts"]))["permalink"]
    assert link.endswith(f"?thread_ts={message.ts}&cid={room.id}")
