"""im.v1: updating cards, editing texts and recalling messages."""

from tests.emulators.feishu.contents import prepare
from tests.emulators.feishu.errors import FeishuRefusal, invalid_parameter, unusable_card
from tests.emulators.feishu.messages import find_message, show_card
from tests.emulators.feishu.payloads import message_json
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import choice, need, text
from tests.emulators.feishu.state import Json, Message

UPDATE = ("im:message", "im:message:send_as_bot", "im:message:update")
RECALL = ("im:message", "im:message:recall", "im:message:send_as_bot")
UPDATE_SECONDS = 14 * 86400.0
RECALL_SECONDS = 86400.0
MOST_EDITS = 20


@route(
    "PATCH",
    "/open-apis/im/v1/messages/{message_id}",
    "message.patch",
    *UPDATE,
    body={"content": need(text(minimum=1))},
)
def patch(call: Arguments) -> Json:
    """Another card in the place of the present one, for fourteen days, five times a second."""
    message = _own(
        call, FeishuRefusal(230027, "Lack of necessary permissions, ext=operator is not the sender")
    )
    now = call.service.platform.now()
    if message.kind != "interactive":
        raise invalid_parameter("This message is NOT a card.")
    if now - message.created > UPDATE_SECONDS:
        raise FeishuRefusal(230031, "Message can only be modified within 14 days after sending.")
    prepared = prepare(call.service, call.app, "interactive", str(call.body["content"]), call.size)
    if prepared.entity is not None:
        raise invalid_parameter("a card entity is updated by cardkit")
    if message.pending:
        raise unusable_card(11310, "card action is lock")
    call.service.limits.count_message(message.id, now)
    show_card(call.service, message, prepared.card)
    return {}


@route(
    "PUT",
    "/open-apis/im/v1/messages/{message_id}",
    "message.update",
    *UPDATE,
    body={"msg_type": need(choice("text", "post")), "content": need(text(minimum=1))},
)
def update(call: Arguments) -> Json:
    """Another text in the place of the present one, twenty times; people see that it was edited."""
    message = _own(call, FeishuRefusal(230071, "The operator is not the sender of the message."))
    if message.kind != call.body["msg_type"]:
        raise FeishuRefusal(230054, "This operation is not supported for this message type.")
    prepared = prepare(call.service, call.app, message.kind, str(call.body["content"]), call.size)
    if message.edits >= MOST_EDITS:
        raise FeishuRefusal(230072, "The message has reached the number of times it can be edited.")
    call.service.limits.count_message(message.id, call.service.platform.now())
    message.content, message.mentions = prepared.content, prepared.mentions
    message.mentions_all, message.edits = prepared.mentions_all, message.edits + 1
    message.remember(call.service.platform.now())
    return message_json(message, call.app, call.service.platform)


@route("DELETE", "/open-apis/im/v1/messages/{message_id}", "message.delete", *RECALL)
def delete(call: Arguments) -> Json:
    """Recalls an own message within a day."""
    message = find_message(call.service, call.path["message_id"])
    call.service.standing(call.app, call.service.platform.chats[message.chat])
    if message.deleted_at is not None:
        raise FeishuRefusal(230110, "Action unavailable as the message has been deleted.")
    if message.sender != call.app.bot.key:
        raise FeishuRefusal(230026, "No permission to recall this message.")
    if call.service.platform.now() - message.created > RECALL_SECONDS:
        raise FeishuRefusal(230009, "Message has expired when recall message.")
    message.recalled_at = message.recalled_at or call.service.platform.now()
    return {}


def _own(call: Arguments, not_own: FeishuRefusal) -> Message:
    """An own message that still stands; raises FeishuRefusal otherwise, ``not_own`` for another's."""
    message = find_message(call.service, call.path["message_id"])
    call.service.standing(call.app, call.service.platform.chats[message.chat])
    if message.recalled_at is not None:
        raise FeishuRefusal(230011, "The message is recalled.")
    if message.deleted_at is not None:
        raise FeishuRefusal(230110, "Action unavailable as the message has been deleted.")
    if message.sender != call.app.bot.key:
        raise not_own
    return message
