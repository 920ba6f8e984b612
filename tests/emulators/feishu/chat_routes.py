"""im.v1: chats and who is in them."""

from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.payloads import chat_json
from tests.emulators.feishu.reading_routes import pages
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import choice, digits, may, text
from tests.emulators.feishu.state import Chat, Json

READ = ("im:chat", "im:chat:readonly", "im:chat:read")
MEMBERS = ("im:chat", "im:chat:readonly", "im:chat.members:read", "im:chat.group_info:readonly")
ID_TYPE = may(choice("open_id", "union_id", "user_id"))
PAGED = {"page_token": may(text()), "page_size": may(digits(1, 100))}


@route(
    "GET",
    "/open-apis/im/v1/chats",
    "chat.list",
    *READ,
    query={"user_id_type": ID_TYPE, "sort_type": may(choice("ByCreateTimeAsc", "ByActiveTimeDesc")), **PAGED},
)
def chats(call: Arguments) -> Json:
    """The groups in which the bot stands; direct chats are not among them."""
    _check_bot(call)
    kind = call.query.get("user_id_type", "open_id")
    found = [
        {"chat_id": chat.id, **chat_json(chat, call.app, call.service.platform, kind)}
        for chat in call.service.platform.chats.values()
        if chat.kind != "p2p" and call.app.bot.key in chat.members and not chat.dissolved
    ]
    return pages(found, int(call.query.get("page_size", "20")), call.query.get("page_token"))


@route("GET", "/open-apis/im/v1/chats/{chat_id}", "chat.get", *READ, query={"user_id_type": ID_TYPE})
def chat_of(call: Arguments) -> Json:
    """One chat; a topic group has no group_message_type, a group outside which the bot stands has only few fields."""
    _check_bot(call)
    chat = _find(call)
    kind = call.query.get("user_id_type", "open_id")
    found = chat_json(chat, call.app, call.service.platform, kind)
    found |= {"chat_mode": chat.kind, "chat_type": "private", "chat_tag": "inner", "i18n_names": {}}
    people = [call.service.platform.members[key] for key in chat.members]
    found["user_count"] = str(sum(not member.is_bot for member in people))
    found["bot_count"] = str(sum(member.is_bot for member in people))
    if chat.kind == "group":
        found["group_message_type"] = chat.form
    if not found["name"]:
        del found["name"]
    return found


@route(
    "GET",
    "/open-apis/im/v1/chats/{chat_id}/members",
    "chat.members",
    *MEMBERS,
    query={"member_id_type": ID_TYPE, **PAGED},
)
def members(call: Arguments) -> Json:
    """The people in a chat; bots are left out."""
    _check_bot(call)
    chat = _find(call)
    if chat.dissolved:
        raise FeishuRefusal(232009, "Your request specifies a chat which has already been dissolved.")
    _check_inside(call, chat)
    kind = call.query.get("member_id_type", "open_id")
    people = [call.service.platform.members[key] for key in sorted(chat.members)]
    found = [
        {
            "member_id_type": kind,
            "member_id": person.id_of(kind, call.app.app_id),
            "name": person.name,
            "tenant_key": person.tenant.key,
        }
        for person in people
        if not person.is_bot
    ]
    return pages(found, int(call.query.get("page_size", "20")), call.query.get("page_token"), "member_total")


@route("GET", "/open-apis/im/v1/chats/{chat_id}/members/is_in_chat", "chat.is_in_chat", *MEMBERS)
def is_in_chat(call: Arguments) -> Json:
    """Whether the bot stands in a chat."""
    _check_bot(call)
    return {"is_in_chat": call.app.bot.key in _find(call).members}


def _check_bot(call: Arguments) -> None:
    if not call.app.bot_enabled:
        raise FeishuRefusal(232025, "Bot ability is not activated.")


def _find(call: Arguments) -> Chat:
    chat = call.service.platform.chats.get(call.path["chat_id"])
    if chat is None:
        raise FeishuRefusal(232006, "Your request specifies a chat_id which is invalid.")
    if chat.external and not call.app.shared_outside:
        raise FeishuRefusal(
            232033,
            "The operator or invited bots does NOT have the authority to manage external chats without the scope.",
        )
    return chat


def _check_inside(call: Arguments, chat: Chat) -> None:
    if call.app.bot.key not in chat.members:
        raise FeishuRefusal(232011, "Operator can NOT be out of the chat.")
