"""The edge to the SDK: its models for what comes, its builders for what goes, and nothing is lost between."""

import copy
import json
import time
from typing import Any

import pytest

from bots.feishu import calls
from bots.feishu.edge import MODELS, encode_answer, hear, read_event
from bots.feishu.outgoing import outgoing
from bots.feishu.parse import Changed, Commented, Heard, Recalled, Tap
from bots.feishu.parse import hear as hear_plain
from bots.feishu.past import as_events
from bots.feishu.sdk import BaseRequest, P2CardActionTriggerResponse
from bots.feishu.taps import toast
from tests.bots.feishu.test_parse import BOT, HOME, event, message

pytestmark = pytest.mark.rule("F1")

PERSON = {"union_id": "on_1", "open_id": "ou_1", "user_id": "u1", "tenant_key": "tenant"}
CONTEXT = {"open_message_id": "om_1", "open_chat_id": "oc_1"}
VALUE = {"act": "approve", "request": "R1", "version": 1}


def tap(**more: Any) -> dict[str, Any]:
    """A tap with its form filled in."""
    action = {"tag": "button", "value": VALUE, "form_value": {"why": "因为"}}
    return event("card.action.trigger", {
        "operator": PERSON, "token": "c-1", "action": action, "context": CONTEXT, "host": "im_message", **more,
    })  # fmt: skip


EVENTS: list[tuple[dict[str, Any], type]] = [
    (message(user_agent="Lark LarkLocale/zh_CN", thread_id="omt_1", root_id="om_0"), Heard),
    (tap(), Tap),
    (event("im.message.recalled_v1", {"message_id": "om_1", "chat_id": "oc_1"}), Recalled),
    (event("task.task.comment_updated_v1", {"task_id": "t", "comment_id": "1", "obj_type": 1}), Commented),
    (event("im.chat.member.bot.added_v1", {"chat_id": "oc_1", "name": "后端"}), Changed),
    (event("im.chat.member.bot.deleted_v1", {"chat_id": "oc_1", "name": "后端"}), Changed),
    (event("im.chat.disbanded_v1", {"chat_id": "oc_1", "name": "后端"}), Changed),
]


@pytest.mark.parametrize(("body", "kind"), EVENTS)
def test_the_model_of_each_event_holds_all_that_is_read_of_it(body: dict[str, Any], kind: type) -> None:
    before = copy.deepcopy(body)
    found = read_event(body)
    assert found is not body  # the SDK has a model of it, and took it
    assert "new" not in read_event({**body, "new": 1})
    assert isinstance(hear(body, BOT), kind)
    assert hear(body, BOT) == hear_plain(body, BOT)
    assert body == before


@pytest.mark.rule("C9")
def test_what_is_found_in_a_chat_has_the_shape_of_an_event() -> None:
    """Feishu's lists name people in another way than its events."""
    mention = {"key": "@_user_1", "id": BOT, "id_type": "open_id", "name": "muti", "tenant_key": "tenant"}
    item = {
        "message_id": "om_1",
        "chat_id": "oc_1",
        "msg_type": "text",
        "create_time": "2000",
        "update_time": "9000",
        "updated": True,
        "sender": {"id": "ou_1", "id_type": "open_id", "sender_type": "user", "tenant_key": "tenant"},
        "body": {"content": "{}"},
        "mentions": [mention],
    }
    found = list(as_events(item, "group", HOME, 1.0))
    assert [read_event(one) is one for one in found] == [False, False]
    assert [one.kind for e in found if isinstance(one := hear(e, BOT), Heard)] == ["ask", "edit"]


def test_each_kind_that_is_read_has_a_model() -> None:
    read = {str(body["header"]["event_type"]) for body, _ in EVENTS}
    assert read | {"im.message.updated"} == MODELS.keys()


@pytest.mark.parametrize("body", [
    tap(action={"tag": "button", "value": json.dumps(VALUE)}),
    tap(action={"tag": "button", "value": VALUE}, operator={"operator_id": PERSON, "tenant_key": "tenant"}),
    tap(action={"tag": "button", "value": VALUE}, operator={"user_id": PERSON, "tenant_key": "tenant"}),
    tap(action={"tag": "button", "value": VALUE}, context=None, **CONTEXT),
])  # fmt: skip
def test_a_tap_in_another_shape_is_the_same_tap(body: dict[str, Any]) -> None:
    assert read_event(body) is not body
    heard = hear(body, BOT)
    assert isinstance(heard, Tap)
    assert (heard.ids.union, heard.ids.open, heard.value, heard.key) == ("on_1", "ou_1", VALUE, "c-1")


@pytest.mark.parametrize("body", [
    tap(action={"tag": "button", "value": "no JSON"}),
    message(mentions=[{"key": "@_user_1", "id": BOT, "id_type": "open_id"}]),
    message(mentions="nobody", chat_type="p2p"),
    {**message(), "__dict__": 5},
    event("im.message.reaction.created_v1", {"message_id": "om_1"}),
    event("never.heard.of_v9", {}),
    {"header": 5}, {}, {"schema": "2.0", "header": {"event_type": ["x"]}, "event": None},
])  # fmt: skip
def test_what_the_sdk_has_no_place_for_is_handed_on_as_it_came(body: dict[str, Any]) -> None:
    assert read_event(body) is body
    assert hear(body, BOT) == hear_plain(body, BOT)


def test_reading_an_event_takes_next_to_nothing_of_the_loop() -> None:
    """In time of the processor, since the machine may be busy; 200 events are read at the most at once."""
    bodies = [body for body, _ in EVENTS] * 29
    hear(bodies[0], BOT)
    began = time.thread_time()
    for body in bodies:
        hear(body, BOT)
    assert (time.thread_time() - began) / len(bodies) < 0.002


def test_a_tap_is_answered_with_the_sdks_own_answer() -> None:
    said = toast("success", "toast.approve")
    assert isinstance(said, P2CardActionTriggerResponse)
    told = json.loads(encode_answer(said))
    assert told["toast"]["type"] == "success"
    assert told["toast"]["i18n"]["zh_cn"] in encode_answer(said)  # letters stay letters
    assert set(told) == {"toast"}
    assert encode_answer(None) == "{}"


# -- what goes


def body_of(request: BaseRequest) -> Any:
    sent = outgoing(request)
    assert sent.body is not None
    assert "\\u" not in sent.body.decode()
    assert len(sent.body) == len(json.dumps(json.loads(sent.body), ensure_ascii=False).encode())
    return json.loads(sent.body)


def test_a_request_says_what_it_was_given_and_no_more() -> None:
    sent = outgoing(calls.create_message("chat_id", "oc_1", "text", '{"text":"测试"}', "key"))
    assert (sent.method, sent.path) == ("POST", "/open-apis/im/v1/messages")
    assert sent.params == [("receive_id_type", "chat_id")]
    keyless = calls.create_message("chat_id", "oc_1", "text", '{"text":"测试"}', "")
    assert body_of(keyless) == {"receive_id": "oc_1", "msg_type": "text", "content": '{"text":"测试"}'}
    above = calls.reply_message("om_1", "text", "{}", "k", in_thread=False)
    assert body_of(above) == {"msg_type": "text", "content": "{}", "uuid": "k"}
    assert body_of(calls.reply_message("om_1", "text", "{}", "", in_thread=True))["reply_in_thread"] is True
    assert body_of(calls.add_reaction("om_1", "Get")) == {"reaction_type": {"emoji_type": "Get"}}


def test_a_task_keeps_everything_inside_it() -> None:
    task = {
        "summary": "R1",
        "extra": "{}",
        "origin": {"platform_i18n_name": {"en_us": "muti"}, "href": {"url": "u", "title": "名"}},
    }
    assert body_of(calls.create_task(task)) == task
    changed = {"summary": "R1 done", "completed_at": "0"}
    fields = ["completed_at", "summary"]
    assert body_of(calls.patch_task("guid", changed)) == {"task": changed, "update_fields": fields}
    members = [{"id": "on_1", "type": "user", "role": "follower"}]
    assert body_of(calls.add_task_members("guid", members)) == {"members": members}


def test_an_id_from_outside_stays_one_part_of_the_path() -> None:
    sent = outgoing(calls.get_resource("om_1/../../om_2?x=1", ":message_id", "image"))
    assert sent.path == "/open-apis/im/v1/messages/om_1%2F..%2F..%2Fom_2%3Fx%3D1/resources/%3Amessage_id"
    assert (sent.params, sent.body) == ([("type", "image")], None)


def test_a_request_may_be_looked_at_twice_and_a_file_goes_as_a_form() -> None:
    request = calls.list_messages("chat", "oc_1", "next", start=5, whole_cards=True)
    assert outgoing(request) == outgoing(request)
    assert dict(outgoing(request).params)["page_token"] == "next"
    sent = outgoing(calls.create_file("名.txt", b"\xff"))
    assert (sent.fields, sent.files) == ({"file_type": "stream", "file_name": "名.txt"}, {"file": b"\xff"})
    assert sent.body is None
    assert "page_token" not in dict(outgoing(calls.list_chats("")).params)


def test_a_request_that_is_not_the_apps_to_make_is_not_made() -> None:
    with pytest.raises(ValueError, match="tenant token"):
        outgoing(BaseRequest())
