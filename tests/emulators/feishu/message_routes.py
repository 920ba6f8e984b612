"""im.v1: sending messages and replying to them."""

from tests.emulators.feishu.contents import Prepared, find_member, prepare
from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.messages import find_message, make_message, speak
from tests.emulators.feishu.payloads import message_json
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import boolean, choice, may, need, text
from tests.emulators.feishu.state import Chat, Json, Member, Message

SEND = ("im:message", "im:message:send_as_bot", "im:message:send")
UUID_SECONDS = 3600.0
_WHERE = {
    "receive_id_type": need(choice("open_id", "union_id", "user_id", "email", "chat_id")),
}
_NEW = {"msg_type": need(text(minimum=1)), "content": need(text(minimum=1)), "uuid": may(text(50))}


@route(
    "POST",
    "/open-apis/im/v1/messages",
    "message.create",
    *SEND,
    query=_WHERE,
    body={"receive_id": need(text(minimum=1)), **_NEW},
)
def create(call: Arguments) -> Json:
    """A message at the root of a chat; in a topic group it opens a topic."""
    chat = _receiver(call)
    speak(call.service, call.app, chat)
    known = _known(call)
    if known is not None:
        return message_json(known, call.app, call.service.platform)
    prepared = _content(call, chat)
    call.service.limits.count_chat(chat.id, call.service.platform.now())
    message = make_message(call.service, chat, call.app.bot, str(call.body["msg_type"]), prepared)
    return _sent(call, message)


@route(
    "POST",
    "/open-apis/im/v1/messages/{message_id}/reply",
    "message.reply",
    *SEND,
    body={**_NEW, "reply_in_thread": may(boolean)},
)
def reply(call: Arguments) -> Json:
    """A reply: in a thread it stays there, elsewhere it quotes, and reply_in_thread makes a thread of it."""
    target = find_message(call.service, call.path["message_id"])
    chat = call.service.platform.chats[target.chat]
    speak(call.service, call.app, chat)
    known = _known(call)
    if known is not None:
        return message_json(known, call.app, call.service.platform)
    _repliable(call, chat, target)
    prepared = _content(call, chat)
    call.service.limits.count_chat(chat.id, call.service.platform.now())
    message = make_message(
        call.service,
        chat,
        call.app.bot,
        str(call.body["msg_type"]),
        prepared,
        target=target,
        in_thread=bool(call.body.get("reply_in_thread")),
    )
    return _sent(call, message)


def _receiver(call: Arguments) -> Chat:
    receive_id, kind = str(call.body["receive_id"]), str(call.query["receive_id_type"])
    if kind == "chat_id":
        chat = call.service.platform.chats.get(receive_id)
        if chat is None:
            raise FeishuRefusal(230034, "The receive_id is invalid.")
        return chat
    return call.service.platform.direct_chat(call.app.bot, _person(call, kind, receive_id))


def _person(call: Arguments, kind: str, receive_id: str) -> Member:
    """The person of an id of that type; an open_id of another app is told apart from one of nobody."""
    member = find_member(call.service, call.app, receive_id)
    if member is not None and not member.is_bot and member.id_of(kind, call.app.app_id) == receive_id:
        return member
    others = [app for app in call.service.apps.values() if app is not call.app]
    if kind == "open_id" and any(find_member(call.service, app, receive_id) for app in others):
        raise FeishuRefusal(99992361, "open_id cross app")
    raise FeishuRefusal(230034, "The receive_id is invalid.")


def _repliable(call: Arguments, chat: Chat, target: Message) -> None:
    if target.recalled_at is not None:
        raise FeishuRefusal(230011, "The message is recalled.")
    if target.deleted_at is not None:
        raise FeishuRefusal(230110, "Action unavailable as the message has been deleted.")
    if target.upper_id:
        raise FeishuRefusal(230054, "This operation is not supported for this message type.")
    if call.body.get("reply_in_thread") and chat.forbids_threads and not target.thread_id:
        raise FeishuRefusal(
            230071, "The group to which the message belongs does not support reply in thread."
        )
    if chat.is_topical and target.thread_id and call.service.platform.root_of(target.thread_id).gone:
        raise FeishuRefusal(230019, "The topic does NOT exist.")


def _content(call: Arguments, chat: Chat) -> Prepared:
    kind = str(call.body["msg_type"])
    if kind == "interactive" and chat.refuses_cards:
        raise FeishuRefusal(230054, "This type of message is unavailable in the connection group.")
    return prepare(call.service, call.app, kind, str(call.body["content"]), call.size)


def _known(call: Arguments) -> Message | None:
    """The message that this uuid has made within the last hour."""
    uuid = call.body.get("uuid")
    if not uuid:
        return None
    at, message_id = call.service.platform.uuids.get((call.app.app_id, uuid), (0.0, ""))
    if call.service.platform.now() - at > UUID_SECONDS:
        return None
    return call.service.platform.messages[message_id]


def _sent(call: Arguments, message: Message) -> Json:
    uuid = call.body.get("uuid")
    if uuid:
        call.service.platform.uuids[call.app.app_id, uuid] = message.created, message.id
    call.service.publish_message(message)
    call.service.platform.changed()
    return message_json(message, call.app, call.service.platform)
