"""im.v1 of the Feishu emulator: threads, uuids, limits, targets that are gone, what an app may hear and read."""

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.emulators.feishu import Chat, FeishuEmulator, Member
from tests.emulators.plain_feishu_app import PlainApp, card, plain_app

DAY = 86400.0


@pytest.fixture
async def feishu() -> AsyncIterator[FeishuEmulator]:
    async with FeishuEmulator() as emulator:
        yield emulator


@pytest.fixture
async def app(feishu: FeishuEmulator) -> AsyncIterator[PlainApp]:
    async with plain_app(feishu) as found:
        yield found


@pytest.fixture
def mina(feishu: FeishuEmulator) -> Member:
    return feishu.add_user("Mina")


@pytest.fixture
def chat(feishu: FeishuEmulator, mina: Member) -> Chat:
    return feishu.add_chat("Backend", [mina])


async def test_replies_quote_until_a_thread_is_made(
    feishu: FeishuEmulator, app: PlainApp, mina: Member, chat: Chat
) -> None:
    first = await feishu.say(chat, mina, "one")
    quote = await app.reply(first.id, {"text": "two"})
    deeper = await app.reply(quote.data["message_id"], {"text": "three"})
    assert (quote.data["root_id"], quote.data["parent_id"], "thread_id" in quote.data) == (
        first.id,
        first.id,
        False,
    )
    assert (deeper.data["root_id"], deeper.data["parent_id"]) == (first.id, quote.data["message_id"])
    opened = await app.reply(first.id, {"text": "four"}, reply_in_thread=True)
    within = await app.reply(opened.data["message_id"], {"text": "five"})
    assert within.data["thread_id"] == opened.data["thread_id"] == first.thread_id
    assert within.data["root_id"] == within.data["parent_id"] == first.id
    assert [feishu.visible_text(m) for m in feishu.main(chat)] == ["one", "two", "three"]


@pytest.mark.parametrize("options", [{"kind": "topic"}, {"form": "thread"}])
async def test_in_a_topic_group_everything_stands_in_a_topic(
    feishu: FeishuEmulator, app: PlainApp, mina: Member, options: dict[str, Any]
) -> None:
    topics = feishu.add_chat("Topics", [mina], **options)
    said = await feishu.say(topics, mina, "a topic", mention=True)
    event = feishu.deliveries_of(said)[0].event["message"]
    assert event["thread_id"].startswith("omt_")
    assert "root_id" not in event
    replied = await app.reply(said.id, {"text": "in it"})
    assert replied.data["thread_id"] == said.thread_id
    found = (await app.call("GET", f"im/v1/chats/{topics.id}")).data
    assert ("group_message_type" in found) == (options.get("form") == "thread")
    await feishu.recall(said)
    assert (await app.reply(replied.data["message_id"], {"text": "late"})).code == 230019


async def test_events_may_lack_what_the_message_has(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    direct = feishu.direct_chat(mina)
    first = await feishu.say(direct, mina, "hi")
    feishu.omitted.add("thread_id")
    second = await feishu.say(direct, mina, "in the thread", reply_to=first, in_thread=True)
    assert "thread_id" not in feishu.deliveries_of(second)[0].event["message"]
    read = (await app.call("GET", f"im/v1/messages/{second.id}")).data["items"][0]
    assert read["thread_id"] == second.thread_id


async def test_a_uuid_makes_one_message_within_an_hour(
    feishu: FeishuEmulator, app: PlainApp, chat: Chat
) -> None:
    first = await app.send(chat, {"text": "a"}, uuid="u")
    again = await app.send(chat, {"text": "b"}, uuid="u")
    assert first.data["message_id"] == again.data["message_id"]
    feishu.clock.advance(3601)
    assert (await app.send(chat, {"text": "c"}, uuid="u")).data["message_id"] != first.data["message_id"]
    assert (await app.send(chat, {"text": "d"}, uuid="u" * 51)).code == 99992402
    assert [feishu.visible_text(m) for m in feishu.messages(chat)] == ["a", "c"]


async def test_a_lost_answer_hides_a_message_that_stands(
    feishu: FeishuEmulator, app: PlainApp, chat: Chat
) -> None:
    feishu.faults.lose_reply("message.create")
    with pytest.raises(aiohttp.ClientError):
        await app.send(chat, {"text": "a"}, uuid="u")
    feishu.faults.http_error("message.create", 504)
    with pytest.raises(json.JSONDecodeError):
        await app.send(chat, {"text": "a"}, uuid="u")
    assert (await app.send(chat, {"text": "a"}, uuid="u")).code == 0
    assert len(feishu.messages(chat)) == 1


async def test_five_messages_a_second_for_a_chat_whoever_sends_them(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    other = feishu.add_app("other")
    shared = feishu.add_chat("Shared", [mina], apps=[feishu.app, other])
    async with plain_app(feishu, other) as second:
        codes = [
            (await one.send(shared, {"text": "x"})).code for one in (app, second, app, second, app, second)
        ]
        assert codes == [0, 0, 0, 0, 0, 230020]
        assert (await app.send(feishu.add_chat("Else", [mina]), {"text": "x"})).code == 0
        feishu.clock.advance(1.0)
        assert (await second.send(shared, {"text": "x"})).code == 0


async def test_five_updates_a_second_for_a_message_and_fifty_calls_for_an_app(
    feishu: FeishuEmulator, app: PlainApp, chat: Chat
) -> None:
    message_id = (await app.send(chat, card(), "interactive")).data["message_id"]
    codes = [(await app.patch(message_id, card(title=str(number)))).code for number in range(7)]
    assert codes == [0, 0, 0, 0, 0, 230020, 230020]
    replies = [await app.call("GET", "im/v1/chats") for _ in range(51)]
    assert {reply.code for reply in replies[:50]} == {0}
    limited = replies[50]
    assert (limited.status, limited.code) == (429, 99991400)
    assert int(limited.headers["x-ogw-ratelimit-reset"]) >= 1


async def test_tokens_live_two_hours_and_overlap_for_half_of_one(
    feishu: FeishuEmulator, app: PlainApp
) -> None:
    first = await app.fetch_token()
    feishu.clock.advance(5390)
    assert await app.fetch_token() == first
    feishu.clock.advance(20)
    second = await app.fetch_token()
    assert second != first
    assert {feishu.app.owns(token, feishu.now()) for token in (first, second)} == {True}
    feishu.clock.advance(1800)
    assert not feishu.app.owns(first, feishu.now())
    assert (await app.call("GET", "im/v1/chats")).code == 0
    feishu.invalidate_tokens()
    assert (await app.call("GET", "im/v1/chats")).code == 99991663
    feishu.switch_off()
    app.forget_token()
    with pytest.raises(KeyError):
        await app.fetch_token()


async def test_an_app_hears_only_what_its_scopes_let_it(
    feishu: FeishuEmulator, mina: Member, chat: Chat
) -> None:
    assert not feishu.deliveries_of(await feishu.say(chat, mina, "to nobody"))
    assert feishu.deliveries_of(await feishu.say(chat, mina, "to all", everyone=True))
    assert feishu.deliveries_of(await feishu.say(chat, mina, "to the bot", mention=True))
    other = feishu.add_app("other")
    await feishu.add_bot(chat, other, mina)
    from_bot = await feishu.bot_says(chat, other, "from a bot", mention=[feishu.app.bot])
    assert not feishu.deliveries_of(from_bot)
    feishu.app.scopes.add("im:message.group_at_msg.include_bot:readonly")
    from_bot = await feishu.bot_says(chat, other, "from a bot", mention=[feishu.app.bot])
    assert feishu.deliveries_of(from_bot)[0].event["sender"]["sender_type"] == "bot"
    feishu.app.scopes.discard("im:message.p2p_msg:readonly")
    assert not feishu.deliveries_of(await feishu.say(feishu.direct_chat(mina), mina, "direct"))


async def test_a_group_is_read_only_with_the_scope_for_it(
    feishu: FeishuEmulator, app: PlainApp, mina: Member, chat: Chat
) -> None:
    said = await feishu.say(chat, mina, "hello")
    refused = await app.call("GET", f"im/v1/messages/{said.id}")
    assert (refused.status, refused.code) == (400, 230027)
    feishu.app.scopes.add("im:message.group_msg")
    assert (await app.call("GET", f"im/v1/messages/{said.id}")).code == 0
    thread = await app.call(
        "GET", "im/v1/messages", container_id_type="thread", container_id=said.thread_id or "omt_none"
    )
    assert thread.code == 230001
    feishu.app.scopes.discard("im:message")
    feishu.app.scopes.discard("im:message.reactions:write_only")
    emoji = {"reaction_type": {"emoji_type": "OK"}}
    assert (await app.call("POST", f"im/v1/messages/{said.id}/reactions", emoji)).code == 99991672


async def test_open_ids_of_another_app_are_told_apart_from_those_of_nobody(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    other = feishu.add_app("other")
    foreign = {"receive_id": mina.open_id(other.app_id), "msg_type": "text", "content": '{"text":"x"}'}
    codes = [
        (
            await app.call("POST", "im/v1/messages", {**foreign, "receive_id": some_id}, receive_id_type=kind)
        ).code
        for some_id, kind in (
            (mina.open_id(other.app_id), "open_id"),
            ("ou_nobody", "open_id"),
            (mina.union_id, "union_id"),
            (mina.open_id(feishu.app.app_id), "open_id"),
        )
    ]
    assert codes == [99992361, 230034, 0, 0]


async def test_a_target_that_is_gone_is_refused_by_its_code(
    feishu: FeishuEmulator, app: PlainApp, mina: Member, chat: Chat
) -> None:
    said = await feishu.say(chat, mina, "hello")
    kept = await feishu.say(chat, mina, "kept")
    await feishu.recall(said)
    assert (await app.reply(said.id, {"text": "x"})).code == 230011
    assert (await app.reply("om_unknown", {"text": "x"})).code == 231003
    assert (await app.reply("nonsense", {"text": "x"})).code == 99992354
    await feishu.delete(kept)
    assert (await app.reply(kept.id, {"text": "x"})).code == 230110
    await feishu.remove_bot(chat, feishu.app, mina)
    assert (await app.send(chat, {"text": "x"})).code == 230002
    await feishu.dissolve(chat, mina)
    assert (await app.send(chat, {"text": "x"})).code == 232009
