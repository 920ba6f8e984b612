"""The emulator in front of two SDKs that nobody here wrote: lark_oapi and the official Node SDK."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from tests.emulators.feishu import Chat, FeishuEmulator, Member
from tests.emulators.feishu_peer import FeishuPeer, running_peer
from tests.emulators.plain_feishu_app import button
from tests.emulators.plain_feishu_app import card as whole_card

pytestmark = pytest.mark.asyncio(loop_scope="module")
PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


@dataclass
class Scene:
    feishu: FeishuEmulator
    peer: FeishuPeer
    mina: Member

    def chat(self, **options: Any) -> Chat:
        return self.feishu.add_chat("Backend", [self.mina], **options)

    async def reply(
        self, message_id: str, content: dict[str, Any], msg_type: str = "text", **more: Any
    ) -> dict[str, Any]:
        body = {"msg_type": msg_type, "content": json.dumps(content, ensure_ascii=False), **more}
        return await self.peer.call("im.v1.message.reply", path={"message_id": message_id}, body=body)

    async def send(
        self, chat: Chat, content: dict[str, Any], msg_type: str = "text", **more: Any
    ) -> dict[str, Any]:
        body = {
            "receive_id": chat.id,
            "msg_type": msg_type,
            "content": json.dumps(content, ensure_ascii=False),
            **more,
        }
        return await self.peer.call("im.v1.message.create", params={"receive_id_type": "chat_id"}, body=body)


@pytest_asyncio.fixture(
    scope="module",
    loop_scope="module",
    params=["lark_oapi", pytest.param("node", marks=pytest.mark.feishu_node)],
    name="scene",
)
async def running_scene(request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    async with FeishuEmulator(ack_seconds=10.0, rate_limits=False) as feishu:
        feishu.app.scopes.add("im:message.group_msg")
        async with running_peer(request.param, feishu) as peer:
            yield Scene(feishu, peer, feishu.add_user("Mina"))


def card(*values: dict[str, Any], title: str = "R20260906-07 Fix the build") -> dict[str, Any]:
    """A card with some words and a button for each value."""
    return whole_card({"tag": "markdown", "content": "**what**"}, *map(button, values), title=title)


async def test_a_mention_is_heard_and_answered_in_a_thread(scene: Scene) -> None:
    chat = scene.chat()
    said = await scene.feishu.say(chat, scene.mina, "fix the build", mention=True)
    heard = await scene.feishu.until(
        lambda: [
            e for e in scene.peer.heard("im.message.receive_v1") if e["message"]["message_id"] == said.id
        ]
    )
    assert heard[0]["sender"]["sender_id"]["union_id"] == scene.mina.union_id
    assert json.loads(heard[0]["message"]["content"]) == {"text": "@_user_1 fix the build"}
    replied = await scene.reply(said.id, {"text": "on it"}, reply_in_thread=True, uuid="one")
    again = await scene.reply(said.id, {"text": "on it"}, reply_in_thread=True, uuid="one")
    assert (replied["code"], again["code"]) == (0, 0)
    assert replied["data"]["message_id"] == again["data"]["message_id"]
    assert replied["data"]["root_id"] == said.id
    assert replied["data"]["thread_id"].startswith("omt_")
    assert [scene.feishu.visible_text(m) for m in scene.feishu.thread(said)] == [
        "@muti fix the build",
        "on it",
    ]
    await scene.feishu.settle()
    assert all(d.acked for d in scene.feishu.deliveries_of(said))


async def test_a_tap_shows_the_toast_and_the_card_of_its_answer(scene: Scene) -> None:
    sent = await scene.send(scene.chat(), card({"do": "approve"}), "interactive")
    decided = card(title="R20260906-07 Approved")
    await scene.peer.answer(
        {
            "toast": {"type": "success", "content": "Approved", "i18n": {"zh_cn": "已批准"}},
            "card": {"type": "raw", "data": decided},
        }
    )
    tapped = await scene.feishu.tap(sent["data"]["message_id"], scene.mina, {"do": "approve"})
    assert (tapped.outcome, tapped.code) == ("acked", 200)
    assert scene.peer.heard("card.action.trigger")[-1]["action"]["value"] == {"do": "approve"}
    assert scene.feishu.toasts_of(scene.mina)[-1].text == "已批准"
    assert scene.feishu.title(sent["data"]["message_id"]) == "R20260906-07 Approved"
    assert scene.feishu.buttons(sent["data"]["message_id"]) == []


async def test_cards_are_patched_and_texts_edited_and_recalled(scene: Scene) -> None:
    chat = scene.chat()
    sent = await scene.send(chat, card({"n": 1}), "interactive")
    path = {"message_id": sent["data"]["message_id"]}
    body = {"content": json.dumps(card(title="Done"))}
    assert (await scene.peer.call("im.v1.message.patch", path=path, body=body))["code"] == 0
    assert scene.feishu.title(path["message_id"]) == "Done"
    text = await scene.send(chat, {"text": "old"})
    path = {"message_id": text["data"]["message_id"]}
    edited = await scene.peer.call(
        "im.v1.message.update", path=path, body={"msg_type": "text", "content": '{"text":"new"}'}
    )
    assert (edited["code"], edited["data"]["updated"]) == (0, True)
    assert (await scene.peer.call("im.v1.message.delete", path=path))["code"] == 0
    assert (await scene.reply(path["message_id"], {"text": "late"}))["code"] == 230011


async def test_history_is_read_page_by_page(scene: Scene) -> None:
    chat = scene.chat()
    root = await scene.feishu.say(chat, scene.mina, "root")
    for number in range(3):
        await scene.reply(root.id, {"text": f"reply {number}"}, reply_in_thread=True)
    params: dict[str, Any] = {"container_id_type": "thread", "container_id": root.thread_id, "page_size": 3}
    first = await scene.peer.call("im.v1.message.list", params=params)
    rest = await scene.peer.call(
        "im.v1.message.list", params={**params, "page_token": first["data"]["page_token"]}
    )
    texts = [json.loads(m["body"]["content"])["text"] for m in first["data"]["items"] + rest["data"]["items"]]
    assert texts == ["root", "reply 0", "reply 1", "reply 2"]
    whole = await scene.peer.call(
        "im.v1.message.list", params={"container_id_type": "chat", "container_id": chat.id}
    )
    assert [m["message_id"] for m in whole["data"]["items"]] == [root.id]
    one = await scene.peer.call("im.v1.message.get", path={"message_id": root.id})
    assert one["data"]["items"][0]["thread_id"] == root.thread_id


async def test_files_go_up_and_come_down(scene: Scene) -> None:
    chat = scene.chat()
    data = base64.b64encode(b"hello").decode()
    body = {"file_type": "stream", "file_name": "报告.txt", "base64:file": data}
    up = await scene.peer.call("im.v1.file.create", body=body)
    sent = await scene.send(chat, {"file_key": up["data"]["file_key"]}, "file")
    assert scene.feishu.visible_text(sent["data"]["message_id"]) == "报告.txt"
    given = await scene.feishu.send_file(chat, scene.mina, ("shot.png", PNG))
    key = json.loads(given.content)["image_key"]
    down = await scene.peer.call(
        "im.v1.message_resource.get",
        path={"message_id": given.id, "file_key": key},
        params={"type": "image"},
        download=True,
    )
    assert base64.b64decode(down["data"]["base64"]) == PNG


async def test_a_card_entity_streams_and_its_sequence_is_kept(scene: Scene) -> None:
    streaming = card()
    streaming["config"] = {"streaming_mode": True}
    streaming["body"]["elements"][0]["element_id"] = "words"
    made = await scene.peer.call(
        "cardkit.v1.card.create", body={"type": "card_json", "data": json.dumps(streaming)}
    )
    sent = await scene.send(
        scene.chat(), {"type": "card", "data": {"card_id": made["data"]["card_id"]}}, "interactive"
    )
    path = {"card_id": made["data"]["card_id"], "element_id": "words"}
    codes = []
    for sequence, words in ((1, "a"), (2, "a b"), (2, "a b c"), (5, "a b c d"), (4, "x")):
        body = {"content": words, "sequence": sequence}
        codes.append((await scene.peer.call("cardkit.v1.card_element.content", path=path, body=body))["code"])
    assert codes == [0, 0, 300317, 0, 300317]
    closing = {"settings": '{"config":{"streaming_mode":false}}', "sequence": 6}
    closed = await scene.peer.call(
        "cardkit.v1.card.settings", path={"card_id": path["card_id"]}, body=closing
    )
    assert closed["code"] == 0
    late = await scene.peer.call(
        "cardkit.v1.card_element.content", path=path, body={"content": "y", "sequence": 7}
    )
    assert late["code"] == 300309
    assert "a b c d" in scene.feishu.visible_text(sent["data"]["message_id"])


async def test_a_card_is_updated_later_by_the_token_of_its_tap(scene: Scene) -> None:
    sent = await scene.send(scene.chat(), card({"n": 1}), "interactive")
    await scene.peer.answer({"toast": {"type": "info", "content": "wait"}})
    await scene.feishu.tap(sent["data"]["message_id"], scene.mina, {"n": 1})
    token = scene.peer.heard("card.action.trigger")[-1]["token"]
    body = {"token": token, "card": card(title="Later")}
    codes = [
        (await scene.peer.raw("POST", "/open-apis/interactive/v1/card/update", body))["code"]
        for _ in range(3)
    ]
    assert codes == [0, 0, 300040]
    assert scene.feishu.title(sent["data"]["message_id"]) == "Later"


async def test_the_bot_its_chats_people_reactions_and_tasks(scene: Scene) -> None:
    chat = scene.chat()
    info = await scene.peer.raw("GET", "/open-apis/bot/v3/info")
    bot = info["data"]["bot"] if "bot" in (info.get("data") or {}) else info["bot"]
    assert bot["open_id"] == scene.feishu.app.bot.open_id(scene.feishu.app.app_id)
    found = await scene.peer.call("im.v1.chat.get", path={"chat_id": chat.id})
    assert (found["data"]["name"], found["data"]["chat_mode"]) == ("Backend", "group")
    people = await scene.peer.call(
        "im.v1.chat_members.get", path={"chat_id": chat.id}, params={"member_id_type": "union_id"}
    )
    assert [p["member_id"] for p in people["data"]["items"]] == [scene.mina.union_id]
    user = await scene.peer.call(
        "contact.v3.user.get", path={"user_id": scene.mina.union_id}, params={"user_id_type": "union_id"}
    )
    assert user["data"]["user"]["name"] == "Mina"
    said = await scene.feishu.say(chat, scene.mina, "hello")
    emoji = {"reaction_type": {"emoji_type": "OnIt"}}
    reacted = await scene.peer.call("im.v1.message_reaction.create", path={"message_id": said.id}, body=emoji)
    assert (reacted["code"], scene.feishu.reactions(said)) == (0, [(scene.feishu.app.app_id, "OnIt")])
    task = {"summary": "R20260906-07 Fix", "client_token": "token-of-ten"}
    one = await scene.peer.call("task.v2.task.create", body=task)
    two = await scene.peer.call("task.v2.task.create", body=task)
    assert one["data"]["task"]["guid"] == two["data"]["task"]["guid"]


async def test_chats_that_change_are_told(scene: Scene) -> None:
    chat = scene.chat(apps=[])
    await scene.feishu.add_bot(chat, scene.feishu.app, scene.mina)
    await scene.feishu.rename(chat, "Frontend", scene.mina)
    said = await scene.feishu.say(chat, scene.mina, "oops")
    await scene.feishu.recall(said)
    await scene.feishu.react(await scene.feishu.say(chat, scene.mina, "ok"), scene.mina, "THUMBSUP")
    await scene.feishu.dissolve(chat, scene.mina)
    await scene.feishu.settle()
    for name in ("member.bot.added_v1", "updated_v1", "disbanded_v1"):
        assert scene.peer.heard(f"im.chat.{name}")[-1]["chat_id"] == chat.id
    assert scene.peer.heard("im.message.recalled_v1")[-1]["message_id"] == said.id
    assert scene.peer.heard("im.message.reaction.created_v1")


async def test_split_payloads_are_put_together(scene: Scene) -> None:
    scene.feishu.event_faults.parts = 4
    try:
        said = await scene.feishu.say(scene.chat(), scene.mina, "长" * 3000, mention=True)
        await scene.feishu.settle()
    finally:
        scene.feishu.event_faults.parts = 1
    assert scene.peer.heard("im.message.receive_v1")[-1]["message"]["message_id"] == said.id
    assert [d.outcome for d in scene.feishu.deliveries_of(said)] == ["acked"]


async def test_after_a_lost_connection_the_program_comes_back(scene: Scene) -> None:
    await scene.feishu.drop_connections(abort=True)
    await scene.feishu.until_connected(timeout=20)
    said = await scene.feishu.say(scene.chat(), scene.mina, "still there?", mention=True)
    await scene.feishu.until(lambda: scene.feishu.deliveries_of(said)[-1].acked)
    assert scene.feishu.broken_frames == []


# The Node SDK registers over https alone.
@pytest.mark.parametrize("scene", ["lark_oapi"], indirect=True)
async def test_an_app_is_made_by_scanning_a_code(scene: Scene) -> None:
    scene.feishu.service.registrations.interval = 0.05
    addons = {
        "scopes": {"tenant": ["im:message:send_as_bot"]},
        "callbacks": {"items": ["card.action.trigger"]},
    }
    registering = asyncio.create_task(scene.peer.register(addons))
    code = await scene.feishu.until(lambda: scene.peer.heard("code")[-1])
    scene.feishu.scan_from_lark(code["url"])
    await scene.feishu.until(lambda: {"status": "domain_switched"} in scene.peer.heard("status"))
    app = scene.feishu.scan(code["url"], scene.mina, name="mine")
    made = await registering
    assert made["data"]["client_id"] == app.app_id
    assert made["data"]["client_secret"] == app.secret
    assert scene.feishu.scanned[-1]["addons"]


async def test_an_expired_token_is_refused_by_its_code(scene: Scene) -> None:
    chat = scene.chat()
    assert (await scene.send(chat, {"text": "before"}))["code"] == 0
    scene.feishu.invalidate_tokens()
    try:
        assert (await scene.send(chat, {"text": "after"}))["code"] == 99991663
    finally:
        for token in scene.feishu.app.tokens:
            token.invalid = False
