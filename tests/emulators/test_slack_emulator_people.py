"""What people do in the Slack emulator, and what a test sees of it."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.emulators.bolt_app import CARD, Json, connected, refusal, web_client
from tests.emulators.slack import ImpossibleGesture, SlackEmulator, decode, encode


@pytest.fixture
async def slack() -> AsyncIterator[SlackEmulator]:
    async with SlackEmulator(ack_timeout=2.0, retry_scale=0.001, rate_limits=False) as emulator:
        yield emulator


@pytest.fixture
def client(slack: SlackEmulator) -> AsyncWebClient:
    return web_client(slack)


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


async def test_a_tap_carries_what_the_app_needs_and_is_never_sent_again(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        card = await app.bolt.client.chat_postMessage(channel=room.id, text="May I?", blocks=CARD)
        tap = await slack.tap(ina, room, card["ts"], "approve", block_id="decide", value="R1")
        body = app.heard[-1]
        assert tap.acked
        assert body["actions"][0]["value"] == "R1"
        assert body["user"] == {"id": ina.id, "username": "ina", "name": "ina", "team_id": slack.team.id}
        assert body["container"]["message_ts"] == card["ts"]
        assert body["message"]["blocks"][1]["block_id"] == "decide"
        await app.bolt.client.chat_update(channel=room.id, ts=card["ts"], text="Approved", blocks=CARD[:1])
        with pytest.raises(ImpossibleGesture):
            await slack.tap(ina, room, card["ts"], "approve")
        assert (await slack.tap(ina, room, card["ts"], "approve", stale=True)).acked
    missed = await slack.tap(ina, room, card["ts"], "approve", stale=True)
    assert missed.outcome == "no_connection"
    assert sum(d.kind == "interactive" for d in slack.deliveries) == 3


async def test_a_wrong_value_and_a_person_from_outside_cannot_tap(
    slack: SlackEmulator, client: AsyncWebClient
) -> None:
    ina, bob = slack.add_user("ina"), slack.add_user("bob")
    room = slack.add_channel("room", private=True, members=[ina])
    card = await client.chat_postMessage(channel=room.id, text="May I?", blocks=CARD)
    with pytest.raises(ImpossibleGesture):
        await slack.tap(ina, room, card["ts"], "approve", value="R2")
    with pytest.raises(ImpossibleGesture):
        await slack.tap(bob, room, card["ts"], "approve")


async def test_the_history_of_a_message_keeps_every_revision(
    slack: SlackEmulator, client: AsyncWebClient
) -> None:
    room = slack.add_channel("room")
    posted = await client.chat_postMessage(channel=room.id, text="a &lt;b&gt; <!here>", blocks=CARD)
    message = slack.message(room, posted["ts"])
    assert message is not None
    assert slack.visible_text(message) == "May I?\n[Approve]"
    assert slack.actions(message) == ["approve"]
    assert slack.pings(message) == {"here"}
    await client.chat_update(channel=room.id, ts=posted["ts"], text="new", blocks=[])
    assert slack.visible_text(message) == "new"
    assert [r.text for r in message.revisions] == ["a &lt;b&gt; <!here>", "new"]
    assert message.revisions[1].at > message.revisions[0].at


async def test_people_and_strangers(slack: SlackEmulator, client: AsyncWebClient) -> None:
    minji = slack.add_user("minji", real_name="Kim Minji", locale="ko-KR", tz="Asia/Seoul")
    guest_team = slack.add_team("Guests")
    guest = slack.add_user("gus", team=guest_team)
    unseen = slack.add_user("una", team=guest_team)
    shared = slack.add_channel("shared", members=[minji, guest], shared_with=[guest_team])
    found = (await client.users_info(user=minji.id, include_locale=True))["user"]
    assert (found["locale"], found["tz"], found["tz_offset"], found["real_name"]) == (
        "ko-KR",
        "Asia/Seoul",
        32400,
        "Kim Minji",
    )
    assert (await client.users_info(user=guest.id))["user"]["is_stranger"] is True
    await refusal(client.users_info(user=unseen.id), "user_not_visible")
    assert (await client.conversations_info(channel=shared.id))["channel"]["is_ext_shared"] is True
    async with connected(slack) as app:
        await slack.mention(guest, shared, "let me in")
        await slack.until(lambda: len(app.heard) == 2)
    assert app.heard[0]["team_id"] == guest_team.id
    assert app.heard[0]["authorizations"][0]["team_id"] == slack.team.id
    assert app.heard[0]["event"]["user_team"] == guest_team.id
    members = await client.conversations_members(channel=shared.id, limit=2)
    rest = await client.conversations_members(
        channel=shared.id, cursor=members["response_metadata"]["next_cursor"]
    )
    assert sorted(members["members"] + rest["members"]) == sorted([minji.id, guest.id, slack.bot.id])
    assert (await client.team_info(team=guest_team.id))["team"]["name"] == "Guests"
    assert (await client.bots_info(bot=slack.bot.bot_id))["bot"]["user_id"] == slack.bot.id


async def test_an_enterprise_is_named_in_events_taps_and_auth(slack: SlackEmulator) -> None:
    slack.enterprise_id = "E0ORG"
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        await slack.say(ina, room, "hello")
        card = await app.bolt.client.chat_postMessage(channel=room.id, text="May I?", blocks=CARD)
        await slack.tap(ina, room, card["ts"], "approve")
        assert (await app.bolt.client.auth_test())["enterprise_id"] == "E0ORG"
    assert app.heard[0]["authorizations"][0]["enterprise_id"] == "E0ORG"
    assert app.heard[-1]["enterprise"]["id"] == "E0ORG"


async def test_direct_messages(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    async with connected(slack) as app:
        opened = await app.bolt.client.conversations_open(users=ina.id)
        await slack.dm(ina, "hi", also_mention=True)
        await slack.until(lambda: len(app.heard) == 2)
        answer = await app.bolt.client.chat_postMessage(channel=ina.id, text="hello")
    assert opened["channel"]["id"] == slack.dm_channel(ina).id == answer["channel"]
    assert app.events("message")[0]["channel_type"] == "im"
    assert len(app.events("app_mention")) == 1


async def test_modals_open_once_per_trigger_and_show_their_errors(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    field = {"type": "plain_text_input", "action_id": "text"}
    view = {
        "type": "modal",
        "title": _plain("Deny"),
        "submit": _plain("Send"),
        "callback_id": "deny",
        "blocks": [{"type": "input", "block_id": "why", "label": _plain("Why?"), "element": field}],
    }
    async with connected(slack) as app:
        client = app.bolt.client
        card = await client.chat_postMessage(channel=room.id, text="May I?", blocks=CARD)
        await slack.tap(ina, room, card["ts"], "approve")
        trigger = app.heard[-1]["trigger_id"]
        await refusal(
            client.views_open(trigger_id=trigger, view={**view, "title": _plain("x" * 25)}),
            "invalid_arguments",
        )
        await client.views_open(trigger_id=trigger, view=view)
        await refusal(client.views_open(trigger_id=trigger, view=view), "exchanged_trigger_id")
        shown = slack.views_of(ina)[0]
        delivery = await slack.submit_view(ina, shown.id, {"why": {"text": "no"}})
        assert delivery.response["errors"] == {"why": "too short"}
        state = app.heard[-1]["view"]["state"]["values"]
        assert state == {"why": {"text": {"type": "plain_text_input", "value": "no"}}}
        assert slack.views_of(ina) == [shown]
        await refusal(client.views_update(view_id=shown.id, hash="old", view=view), "hash_conflict")
        await client.views_publish(user_id=ina.id, view={"type": "home", "blocks": CARD})
        home = slack.home_of(ina)
        assert home is not None
        assert (await slack.tap_view(ina, home.id, "approve")).acked
        slack.service.settings.trigger_lifetime = 0.0
        await refusal(
            client.views_open(trigger_id=app.heard[-1]["trigger_id"], view=view), "expired_trigger_id"
        )


async def test_slash_commands_and_response_urls(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    async with connected(slack) as app:
        await slack.slash(ina, room, "/muti", "help")
        assert app.heard[-1]["text"] == "help"
        assert slack.ephemerals_of(ina, room)[0].text == "hello"
        card = await app.bolt.client.chat_postMessage(channel=room.id, text="May I?", blocks=CARD)
        await slack.tap(ina, room, card["ts"], "approve")
        url = app.heard[-1]["response_url"]
    async with aiohttp.ClientSession(trust_env=False) as session:
        statuses = []
        for _ in range(6):
            async with session.post(url, json={"replace_original": True, "text": "done"}) as reply:
                statuses.append(reply.status)
    assert statuses == [200] * 5 + [404]
    assert slack.visible_text(slack.roots(room)[0]) == "done"


async def test_files_go_up_in_three_steps_and_down_only_with_the_token(
    slack: SlackEmulator, client: AsyncWebClient
) -> None:
    ina = slack.add_user("ina")
    room = slack.add_channel("room", members=[ina])
    root = await client.chat_postMessage(channel=room.id, text="root")
    await client.files_upload_v2(
        filename="report.txt",
        content="long text",
        channel=room.id,
        thread_ts=root["ts"],
        initial_comment="rest",
    )
    shared = slack.thread(room, root["ts"])[-1]
    assert (shared.files[0]["name"], slack.files[0].data) == ("report.txt", b"long text")
    asked = await slack.say(ina, room, "see this", files=[("a.png", b"\x89PNG", "image/png")])
    url = asked.files[0]["url_private"]
    assert (await client.files_info(file=asked.files[0]["id"]))["file"]["url_private"] == url
    async with aiohttp.ClientSession(trust_env=False) as session:
        async with session.get(url, headers={"Authorization": f"Bearer {slack.bot_token}"}) as reply:
            assert (reply.status, await reply.read()) == (200, b"\x89PNG")
        async with session.get(url) as reply:
            assert (reply.status, reply.content_type) == (200, "text/html")


async def test_assistant_threads(slack: SlackEmulator) -> None:
    ina = slack.add_user("ina")
    async with connected(slack) as app:
        root = await slack.start_assistant_thread(ina)
        await slack.until(lambda: app.events("assistant_thread_started"))
        client = app.bolt.client
        await client.assistant_threads_setTitle(
            channel_id=root.channel, thread_ts=root.ts, title="R20260906-07"
        )
        await client.assistant_threads_setStatus(
            channel_id=root.channel, thread_ts=root.ts, status="is thinking"
        )
        await client.assistant_threads_setSuggestedPrompts(
            channel_id=root.channel, thread_ts=root.ts, prompts=[{"title": "Status", "message": "status"}]
        )
        room = slack.add_channel("room")
        posted = await client.chat_postMessage(channel=room.id, text="x")
        await refusal(
            client.assistant_threads_setTitle(channel_id=room.id, thread_ts=posted["ts"], title="x"),
            "channel_not_found",
        )
        question = await slack.dm(ina, "hello", thread_ts=root.ts)
    assert slack.titles_of(root.channel, root.ts) == ["R20260906-07"]
    assert slack.statuses_of(root.channel, root.ts) == ["is thinking"]
    assert question.thread_ts == root.ts


def test_typed_text_is_encoded_as_slack_does_it() -> None:
    assert encode("a < b && c") == "a &lt; b &amp;&amp; c"
    assert decode(encode("&lt; stays")) == "&lt; stays"


async def test_waiting_in_vain_says_what_was_called(slack: SlackEmulator, client: AsyncWebClient) -> None:
    await client.auth_test()
    with pytest.raises(AssertionError, match=r"auth\.test ok"):
        await slack.until(lambda: slack.calls_of("chat.postMessage"), timeout=0.1)
