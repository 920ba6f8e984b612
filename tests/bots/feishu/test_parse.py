"""Payloads become what was heard, or nothing; never an accident."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from bots.feishu.content import read_content
from bots.feishu.parse import Changed, Heard, Mention, Recalled, Tap, hear, keys_of, read_ids
from bots.feishu.past import as_events
from bots.feishu.people import Home
from bots.feishu.tongue import tongue_of, usual_tongue

BOT = "ou_bot"
HOME = Home("cli_dummy", "tenant", BOT, "muti", "https://open.feishu.cn")

ANYTHING = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(max_size=5),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
NAMES = (
    "sender", "message", "sender_id", "sender_type", "chat_type", "chat_id", "message_id", "content", "mentions",
    "operator", "action", "value", "context", "create_time", "user_agent", "form_value", "token",
)  # fmt: skip


def event(kind: str, inner: object) -> dict[str, object]:
    return {"schema": "2.0", "header": {"event_type": kind, "tenant_key": "t"}, "event": inner}


def message(**more: object) -> dict[str, object]:
    said = {
        "message_id": "om_1",
        "chat_id": "oc_1",
        "chat_type": "group",
        "message_type": "text",
        "content": json.dumps({"text": "@_user_1 hello"}),
        "create_time": "1700000000000",
        "mentions": [{"key": "@_user_1", "id": {"open_id": BOT}, "name": "muti", "tenant_key": "tenant"}],
    }
    sender = {
        "sender_id": {"union_id": "on_1", "open_id": "ou_1"},
        "sender_type": "user",
        "tenant_key": "tenant",
    }
    return event("im.message.receive_v1", {"sender": sender, "message": {**said, **more}})


@pytest.mark.rule("C5")
@settings(max_examples=60)
@given(
    some.sampled_from([
        "im.message.receive_v1", "im.message.recalled_v1", "card.action.trigger", "im.chat.disbanded_v1", "odd",
    ]),
    some.dictionaries(some.sampled_from(NAMES), ANYTHING | some.dictionaries(some.sampled_from(NAMES), ANYTHING)),
)  # fmt: skip
def test_no_payload_is_an_accident(kind: str, inner: dict[str, object]) -> None:
    heard = hear(event(kind, inner), BOT)
    assert heard is None or all(isinstance(key, str) for key in keys_of(heard))
    assert hear(json.loads(json.dumps(inner)), BOT) is None


@pytest.mark.rule("C8")
@settings(max_examples=60)
@given(some.sampled_from(["text", "post", "image", "file", "interactive", "todo", "new"]), ANYTHING)
def test_no_content_is_an_accident(form: str, content: object) -> None:
    said = read_content(form, json.dumps(content), ())
    assert isinstance(said.text, str)


@pytest.mark.rule("C8")
def test_marks_are_told_apart_and_only_whole_ones_are_names() -> None:
    names = [Mention(f"@_user_{n}", read_ids({"open_id": f"ou_{n}"}, ""), f"Name{n}") for n in (1, 10)]
    text = json.dumps({"text": "@_user_10 and @_user_1 and @_user_2, @_all"})
    assert read_content("text", text, names).text == "@Name10 and @Name1 and @_user_2, @all"
    assert read_content("text", text, names, "ou_10").text == "and @Name1 and @_user_2, @all"


@pytest.mark.rule("C2")
def test_a_message_for_us_is_heard_and_every_copy_has_the_same_key() -> None:
    heard = hear(message(), BOT)
    assert isinstance(heard, Heard)
    again = hear({**message(), "header": {"event_type": "im.message.receive_v1", "event_id": "another"}}, BOT)
    assert isinstance(again, Heard)
    assert keys_of(heard) == keys_of(again) == ["ask:om_1"]
    assert hear(message(mentions=[]), BOT) is None
    assert hear(message(), "ou_other_bot") is None
    assert hear(message(), "") is None


@pytest.mark.rule("C9")
def test_what_stands_in_a_chat_becomes_the_events_that_it_should_have_been() -> None:
    item = {
        "message_id": "om_1",
        "chat_id": "oc_1",
        "msg_type": "text",
        "create_time": "2000",
        "update_time": "9000",
        "updated": True,
        "sender": {"id": "ou_1", "id_type": "open_id", "sender_type": "user", "tenant_key": "tenant"},
        "body": {"content": json.dumps({"text": "@_user_1 hi"})},
        "mentions": [
            {"key": "@_user_1", "id": BOT, "id_type": "open_id", "name": "muti", "tenant_key": "tenant"}
        ],
    }
    ask, edit = [hear(one, BOT) for one in as_events(item, "group", HOME, 1.0)]
    assert isinstance(ask, Heard)
    assert isinstance(edit, Heard)
    assert (ask.kind, edit.kind, edit.edited) == ("ask", "edit", 9.0)
    assert ask.ids.open == "ou_1"
    assert [
        one.kind for e in as_events(item, "group", HOME, 5.0) if isinstance(one := hear(e, BOT), Heard)
    ] == ["edit"]
    assert list(as_events({**item, "sender": {"id": "cli_x", "sender_type": "app"}}, "group", HOME, 0)) == []
    (gone,) = as_events({**item, "deleted": True}, "group", HOME, 1.0)
    assert hear(gone, BOT) == Recalled("oc_1", "om_1")


@pytest.mark.rule("C10")
def test_changes_of_a_chat_are_heard() -> None:
    heard = hear(event("im.chat.member.bot.deleted_v1", {"chat_id": "oc_1", "name": "backend"}), BOT)
    assert heard == Changed("oc_1", "backend", "removed", "")


def test_a_tap_without_a_place_is_a_tap() -> None:
    heard = hear(
        event(
            "card.action.trigger", {"operator": {"union_id": "on_1"}, "action": {"value": "x"}, "token": "c"}
        ),
        BOT,
    )
    assert isinstance(heard, Tap)
    assert keys_of(heard) == ["tap:c"]


@pytest.mark.rule("C12")
@pytest.mark.parametrize(
    ("text", "tongue"),
    [
        ("run the tests", "en"), ("跑测试 run", "zh"), ("테스트 run", "ko"), ("`git status`", ""), ("42 ?", ""),
        ("zh_cn", "zh"), ("zh_hk", "zh"), ("ko_kr", "ko"), ("ja_jp", "en"), ("@Sarah 状态", "zh"),
    ],
)  # fmt: skip
def test_the_language_is_that_of_the_letters_or_of_the_client(text: str, tongue: str) -> None:
    assert tongue_of(text) == tongue


def test_who_wrote_nothing_yet_reads_what_most_do_there() -> None:
    assert usual_tongue("https://open.feishu.cn") == "zh"
    assert usual_tongue("https://open.larksuite.com") == "en"
