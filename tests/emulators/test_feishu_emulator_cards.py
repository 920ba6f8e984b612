"""Cards of the Feishu emulator: what is refused, card entities, delayed updates."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.emulators.feishu import Chat, FeishuEmulator, ImpossibleGesture, Member, card_complaint
from tests.emulators.plain_feishu_app import PlainApp, Reply, button, card, plain_app

DAY = 86400.0
PLAIN = {"tag": "plain_text", "content": "x"}
MARKDOWN = {"tag": "markdown", "content": "x"}
COLUMN = {"name": "a", "data_type": "text"}
TABLE = {"tag": "table", "columns": [COLUMN], "rows": [{"a": "1"}]}
FORM = {"tag": "form", "name": "f", "elements": [button({}, name="b", form_action_type="submit")]}


def panel(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"tag": "collapsible_panel", "header": {"title": PLAIN}, "elements": list(elements)}


def columns(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"tag": "column_set", "columns": [{"tag": "column", "elements": list(elements)}]}


@pytest.fixture
async def feishu() -> AsyncIterator[FeishuEmulator]:
    async with FeishuEmulator(rate_limits=False) as emulator:
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


@pytest.mark.parametrize(
    "element",
    [
        MARKDOWN,
        {
            **MARKDOWN,
            "i18n_content": {"en_us": "x", "ko_kr": "엑스"},
            "text_size": "notation",
            "element_id": "a1",
        },
        {"tag": "div", "text": {**PLAIN, "text_color": "grey", "lines": 2}},
        {"tag": "hr", "margin": "0px 0px -4px 0px"},
        button({"n": 1}, type="primary_filled", width="fill", confirm={"title": PLAIN, "text": PLAIN}),
        columns(button({}), MARKDOWN),
        panel(MARKDOWN, columns(MARKDOWN)),
        TABLE,
        FORM,
    ],
)
def test_a_right_element_is_taken(element: dict[str, Any]) -> None:
    assert card_complaint(card(element, config={"update_multi": True, "summary": {"content": "x"}})) == ""


@pytest.mark.parametrize(
    ("element", "code"),
    [
        ({"tag": "blink"}, 200621),
        ({**MARKDOWN, "colour": "red"}, 200621),
        ({"tag": "markdown"}, 200621),
        ({"tag": "markdown", "content": 7}, 200621),
        ({**MARKDOWN, "i18n_content": {"kr": "x"}}, 200621),
        ({**MARKDOWN, "element_id": "1a"}, 200621),
        ({**MARKDOWN, "margin": "12"}, 200621),
        ({"tag": "action", "actions": []}, 200861),
        ({"tag": "note", "elements": []}, 200861),
        ({"tag": "button", "text": PLAIN, "value": {"n": 1}}, 200621),
        ({"tag": "button", "text": PLAIN, "behaviors": [{"type": "callback", "value": "n"}]}, 200621),
        ({"tag": "button", "text": PLAIN, "behaviors": [{"type": "call"}]}, 200621),
        (button({}, type="loud"), 200621),
        (button({}, label="x" * 101), 200621),
        ({"tag": "div", "text": {"content": "x"}}, 200621),
        ({**TABLE, "rows": [{"b": "1"}]}, 200621),
        ({**TABLE, "page_size": 11}, 200621),
        (panel(TABLE), 200621),
        (columns(FORM), 200621),
        ({**FORM, "elements": [button({})]}, 200621),
        (panel(panel(panel(panel(panel(panel(MARKDOWN)))))), 200621),
        ({"tag": "markdown", "content": "\n\n".join(["|a|b|\n|-|-|\n|1|2|"] * 5)}, 11310),
        ({"tag": "img", "img_key": "img_of_nobody", "alt": PLAIN}, 200570),
        ({"tag": "markdown", "content": "<at id=ou_nobody></at>"}, 100290),
    ],
)
async def test_a_wrong_element_is_refused_by_its_code(
    app: PlainApp, chat: Chat, element: dict[str, Any], code: int
) -> None:
    reply = await app.send(chat, card(element), "interactive")
    assert (reply.status, reply.code) == (400, 230099)
    assert f"ErrCode: {code};" in reply.message


@pytest.mark.parametrize(
    ("whole", "code"),
    [
        (card(*[MARKDOWN] * 200), 11310),
        (card(*[TABLE] * 6), 11310),
        (card({**MARKDOWN, "element_id": "a"}, {**MARKDOWN, "element_id": "a"}), 300301),
        (card(MARKDOWN, elements=[]), 200621),
        (card(MARKDOWN, config={"wide_screen_mode": True}), 200621),
        (card(MARKDOWN, config={"update_multi": False}), 300302),
        ({**card(MARKDOWN), "schema": "1.0"}, 200621),
        ({**card(MARKDOWN), "header": {"title": PLAIN, "template": "pink"}}, 200621),
        ({**card(MARKDOWN), "header": {"subtitle": PLAIN}}, 200621),
    ],
)
async def test_a_wrong_card_is_refused_by_its_code(
    app: PlainApp, chat: Chat, whole: dict[str, Any], code: int
) -> None:
    reply = await app.send(chat, whole, "interactive")
    assert (reply.code, f"ErrCode: {code};" in reply.message) == (230099, True)


async def test_the_size_is_that_of_the_encoded_request(app: PlainApp, chat: Chat) -> None:
    fits = card({"tag": "markdown", "content": "a" * 29_000})
    assert (await app.send(chat, fits, "interactive")).code == 0
    chinese = card({"tag": "markdown", "content": "长" * 6_000})
    assert card_complaint(chinese) == ""
    assert (await app.send(chat, chinese, "interactive")).code == 230025
    assert card_complaint(card({"tag": "markdown", "content": "a" * 31_000})) != ""


async def test_only_what_stands_on_a_card_can_be_pressed(
    feishu: FeishuEmulator, app: PlainApp, mina: Member, chat: Chat
) -> None:
    sent = await app.send(chat, card(button({"n": 1}), button({"n": 2}, disabled=True)), "interactive")
    message_id = sent.data["message_id"]
    async with app.connected():
        with pytest.raises(ImpossibleGesture):
            await feishu.tap(message_id, mina, {"n": 2})
        await app.patch(message_id, card(button({"n": 3})))
        with pytest.raises(ImpossibleGesture):
            await feishu.tap(message_id, mina, {"n": 1})
        assert (await feishu.tap(message_id, mina, {"n": 1}, stale=True)).acked


async def entity(app: PlainApp, chat: Chat, *, streaming: bool = True) -> str:
    """The id of a card entity that was sent."""
    shown = card({**MARKDOWN, "element_id": "words"}, config={"streaming_mode": streaming})
    made = await app.call("POST", "cardkit/v1/cards", {"type": "card_json", "data": json.dumps(shown)})
    await app.send(chat, {"type": "card", "data": {"card_id": made.data["card_id"]}}, "interactive")
    return str(made.data["card_id"])


async def stream(app: PlainApp, card_id: str, words: str, sequence: int, **more: Any) -> Reply:
    path = f"cardkit/v1/cards/{card_id}/elements/words/content"
    return await app.call("PUT", path, {"content": words, "sequence": sequence, **more})


async def test_an_entity_is_sent_once_and_by_its_own_app(
    feishu: FeishuEmulator, app: PlainApp, mina: Member, chat: Chat
) -> None:
    card_id = await entity(app, chat)
    content = {"type": "card", "data": {"card_id": card_id}}
    assert "has been sent" in (await app.send(chat, content, "interactive")).message
    other = feishu.add_app("other")
    await feishu.add_bot(chat, other, mina)
    async with plain_app(feishu, other) as second:
        assert (await stream(second, card_id, "x", 1)).code == 300311
    message_id = feishu.messages(chat)[0].id
    body = {"content": json.dumps(content)}
    assert (await app.call("PATCH", f"im/v1/messages/{message_id}", body)).code != 0


async def test_streaming_ends_after_ten_minutes_and_is_opened_again(
    feishu: FeishuEmulator, app: PlainApp, chat: Chat
) -> None:
    card_id = await entity(app, chat)
    assert (await stream(app, card_id, "one", 1, uuid="u1")).code == 0
    assert (await stream(app, card_id, "two", 2, uuid="u1")).code == 200770
    feishu.clock.advance(601)
    assert (await stream(app, card_id, "two", 3)).code == 200850
    settings = {"settings": '{"config":{"streaming_mode":true}}', "sequence": 3}
    assert (await app.call("PATCH", f"cardkit/v1/cards/{card_id}/settings", settings)).code == 0
    assert (await stream(app, card_id, "two", 4)).code == 0
    assert feishu.visible_text(feishu.messages(chat)[0]) == "R20260906-07\ntwo"
    feishu.clock.advance(14 * DAY)
    app.forget_token()
    assert (await stream(app, card_id, "three", 5)).code == 200750


async def test_outside_streaming_an_entity_takes_ten_operations_a_second(
    feishu: FeishuEmulator, app: PlainApp, chat: Chat
) -> None:
    feishu.limits.on()
    card_id = await entity(app, chat, streaming=False)
    codes = [(await stream(app, card_id, "x", number)).code for number in range(1, 12)]
    assert codes == [300309] * 10 + [99991400]


async def test_elements_come_go_and_change(feishu: FeishuEmulator, app: PlainApp, chat: Chat) -> None:
    card_id = await entity(app, chat)
    path = f"cardkit/v1/cards/{card_id}/elements"
    new = json.dumps([{**MARKDOWN, "content": "new", "element_id": "new"}])
    steps = [
        await app.call("POST", path, {"type": "append", "elements": new, "sequence": 1}),
        await app.call("PATCH", f"{path}/new", {"partial_element": '{"content":"newer"}', "sequence": 2}),
        await app.call(
            "PUT",
            f"{path}/words",
            {"element": json.dumps({"tag": "hr", "element_id": "line"}), "sequence": 3},
        ),
        await app.call("DELETE", f"{path}/words", {"sequence": 4}),
        await app.call("DELETE", f"{path}/line", {"sequence": 5}),
    ]
    assert [step.code for step in steps] == [0, 0, 0, 300314, 0]
    assert feishu.visible_text(feishu.messages(chat)[0]) == "R20260906-07\nnewer"


async def test_while_a_card_streams_the_card_of_a_taps_answer_is_not_shown(
    feishu: FeishuEmulator, app: PlainApp, mina: Member, chat: Chat
) -> None:
    shown = card(button({"n": 1}), {**MARKDOWN, "element_id": "words"}, config={"streaming_mode": True})
    made = await app.call("POST", "cardkit/v1/cards", {"type": "card_json", "data": json.dumps(shown)})
    sent = await app.send(chat, {"type": "card", "data": {"card_id": made.data["card_id"]}}, "interactive")
    app.answer = lambda payload: {"card": {"type": "raw", "data": card(title="Decided")}}
    async with app.connected():
        await feishu.tap(sent.data["message_id"], mina)
    assert feishu.title(sent.data["message_id"]) == "R20260906-07"


async def test_a_delayed_update_before_the_answer_is_taken_back(
    feishu: FeishuEmulator, app: PlainApp, mina: Member, chat: Chat
) -> None:
    message_id = (await app.send(chat, card(button({"n": 1})), "interactive")).data["message_id"]
    app.answer = lambda payload: None
    async with app.connected() as socket:
        tapping = asyncio.create_task(feishu.tap(message_id, mina))
        await feishu.until(lambda: app.heard)
        body = {"token": app.heard[0]["event"]["token"], "card": card(title="Decided")}
        assert (await app.call("POST", "interactive/v1/card/update", body)).code == 0
        assert feishu.title(message_id) == "Decided"
        await app.acknowledge(socket)
        await tapping
        assert feishu.title(message_id) == "R20260906-07"
        assert (await app.call("POST", "interactive/v1/card/update", body)).code == 0
        assert feishu.title(message_id) == "Decided"
        assert (await app.call("POST", "interactive/v1/card/update", body)).code == 300040
        assert (await app.call("POST", "interactive/v1/card/update", {**body, "token": "x"})).code == 300020
        feishu.clock.advance(1801)
        assert (await app.call("POST", "interactive/v1/card/update", body)).code == 300030
