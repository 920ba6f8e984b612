"""im.v1 of the Feishu emulator: to whom, for how long and what may be written; mentions, forwards, edits."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.emulators.feishu import Chat, FeishuEmulator, ImpossibleGesture, Member
from tests.emulators.plain_feishu_app import PlainApp, button, card, plain_app

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


async def test_people_who_cannot_be_written_to(feishu: FeishuEmulator, app: PlainApp, mina: Member) -> None:
    direct = feishu.direct_chat(mina)
    codes = []
    for name in ("available", "resigned", "muted_bot"):
        setattr(mina, name, not getattr(mina, name))
        codes.append((await app.send(direct, {"text": "x"})).code)
        setattr(mina, name, not getattr(mina, name))
    assert codes == [230013, 230013, 230053]
    stranger = feishu.add_user("Stranger", tenant=feishu.add_tenant("Elsewhere"))
    assert (await app.send(feishu.direct_chat(stranger), {"text": "x"})).code == 230038
    with pytest.raises(ImpossibleGesture):
        feishu.add_chat("Shared", [mina, stranger])
    feishu.app.shared_outside = True
    shared = feishu.add_chat("Shared", [mina, stranger])
    said = await feishu.say(shared, stranger, "hi", mention=True)
    payload = feishu.deliveries_of(said)[0].payload
    assert payload["event"]["sender"]["tenant_key"] != payload["header"]["tenant_key"]


async def test_updates_end_after_fourteen_days_and_edits_after_twenty(
    feishu: FeishuEmulator, app: PlainApp, chat: Chat
) -> None:
    feishu.limits.off()
    sent = await app.send(chat, card(button({"n": 1})), "interactive")
    text = await app.send(chat, {"text": "0"})
    path = f"im/v1/messages/{text.data['message_id']}"
    codes = [
        (await app.call("PUT", path, {"msg_type": "text", "content": json.dumps({"text": str(n)})})).code
        for n in range(21)
    ]
    assert codes == [0] * 20 + [230072]
    feishu.clock.advance(14 * DAY + 1)
    app.forget_token()
    assert (await app.patch(sent.data["message_id"], card())).code == 230031
    assert (await app.patch(text.data["message_id"], card())).code == 230001
    with pytest.raises(ImpossibleGesture):
        await feishu.tap(sent.data["message_id"], next(iter(chat.members - {feishu.app.app_id})))


@pytest.mark.parametrize(
    ("msg_type", "content", "code"),
    [
        ("text", {"text": ""}, 230001),
        ("text", {"text": "x", "more": 1}, 230001),
        ("text", {"text": '<at user_id="ou_nobody">x</at>'}, 230001),
        ("text", {"text": "x" * 150 * 1024}, 230025),
        ("post", {"zh_cn": {"title": "x", "content": [[{"tag": "blink"}]]}}, 230001),
        (
            "post",
            {"zh_cn": {"content": [[{"tag": "md", "text": "x"}, {"tag": "text", "text": "y"}]]}},
            230001,
        ),
        ("post", {"content": [[]]}, 230001),
        ("post", {"zh_cn": {"content": [[{"tag": "text", "text": "长" * 11_000}]]}}, 230025),
        ("image", {"image_key": "img_of_nobody"}, 230017),
        ("sticker", {"file_key": "x"}, 230001),
        ("interactive", {"type": "template", "data": {"template_id": "x"}}, 230099),
    ],
)
async def test_a_wrong_content_is_refused(
    app: PlainApp, chat: Chat, msg_type: str, content: dict[str, Any], code: int
) -> None:
    assert (await app.send(chat, content, msg_type)).code == code


async def test_mentions_are_keys_with_names_and_notify(
    feishu: FeishuEmulator, app: PlainApp, mina: Member, chat: Chat
) -> None:
    at = f'<at user_id="{mina.open_id(feishu.app.app_id)}"></at>'
    sent = await app.send(chat, {"text": f"{at} look"})
    assert json.loads(sent.data["body"]["content"]) == {"text": "@_user_1 look"}
    assert sent.data["mentions"][0]["name"] == "Mina"
    assert feishu.visible_text(sent.data["message_id"]) == "@Mina look"
    assert [m.id for m in feishu.notifications(mina)] == [sent.data["message_id"]]
    post = {
        "zh_cn": {
            "title": "T",
            "content": [[{"tag": "md", "text": f"**b** {at}"}]],
        }
    }
    shown = await app.send(chat, post, "post")
    assert json.loads(shown.data["body"]["content"])["content"][0][0]["tag"] == "text"


async def test_a_merged_forward_is_read_by_its_id(
    feishu: FeishuEmulator, app: PlainApp, mina: Member
) -> None:
    direct = feishu.direct_chat(mina)
    parts = [await feishu.say(direct, mina, word) for word in ("one", "two")]
    whole = await feishu.forward(direct, mina, parts)
    items = (await app.call("GET", f"im/v1/messages/{whole.id}")).data["items"]
    assert [item["msg_type"] for item in items] == ["merge_forward", "text", "text"]
    assert {item["upper_message_id"] for item in items[1:]} == {whole.id}
    assert (
        await app.call("GET", f"im/v1/messages/{items[1]['message_id']}/resources/x", type="file")
    ).code == 234043


async def test_an_edit_of_a_person_is_silent_and_a_recall_is_not(
    feishu: FeishuEmulator, mina: Member, chat: Chat
) -> None:
    said = await feishu.say(chat, mina, "@muti fix", mention=True)
    await feishu.edit(said, "@muti fix it")
    assert len(feishu.deliveries_of(said)) == 1
    await feishu.recall(said)
    assert [d.type for d in feishu.deliveries_of(said)][-1] == "im.message.recalled_v1"
    assert feishu.messages(chat) == []
