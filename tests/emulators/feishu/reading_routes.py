"""im.v1: reading single messages and the history of chats and threads."""

from collections.abc import Sequence

from tests.emulators.feishu.errors import FeishuRefusal, invalid_parameter
from tests.emulators.feishu.messages import find_message
from tests.emulators.feishu.payloads import dumps, message_json
from tests.emulators.feishu.reading import card_reading
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import choice, digits, may, need, text
from tests.emulators.feishu.state import Json, Message

READ = ("im:message", "im:message:readonly")
HISTORY = ("im:message", "im:message:readonly", "im:message.history:readonly")
ID_TYPE = may(choice("open_id", "union_id", "user_id"))
CARD_TYPE = may(choice("raw_card_content", "user_card_content"))


@route(
    "GET",
    "/open-apis/im/v1/messages/{message_id}",
    "message.get",
    *READ,
    query={"user_id_type": ID_TYPE, "card_msg_content_type": CARD_TYPE},
)
def get(call: Arguments) -> Json:
    """One message; of a merged forward also the messages in it."""
    message = find_message(call.service, call.path["message_id"])
    call.service.may_read(call.app, call.service.platform.chats[message.chat])
    if message.deleted_at is not None:
        raise FeishuRefusal(230110, "Action unavailable as the message has been deleted.")
    inner = [call.service.platform.messages[child] for child in message.children]
    shown = [_shown(call, m) for m in (message, *inner)]
    if message.gone:
        shown[0]["body"] = {}
    return {"items": shown}


@route(
    "GET",
    "/open-apis/im/v1/messages",
    "message.list",
    *HISTORY,
    query={
        "container_id_type": need(choice("chat", "thread")),
        "container_id": need(text(minimum=1)),
        "start_time": may(digits()),
        "end_time": may(digits()),
        "sort_type": may(choice("ByCreateTimeAsc", "ByCreateTimeDesc")),
        "page_size": may(digits(1, 50)),
        "page_token": may(text()),
        "card_msg_content_type": CARD_TYPE,
    },
)
def history(call: Arguments) -> Json:
    """A page of a chat or a thread. A chat shows of each thread only its root; a thread knows no range of time."""
    found = _in_thread(call) if call.query["container_id_type"] == "thread" else _in_chat(call)
    if call.query.get("sort_type") == "ByCreateTimeDesc":
        found.reverse()
    start, end = _page(call, len(found))
    answer: Json = {"has_more": end < len(found), "items": [_shown(call, m) for m in found[start:end]]}
    if answer["has_more"]:
        answer["page_token"] = f"page-{call.query['container_id']}-{call.query.get('sort_type')}-{end}"
    return answer


def _in_thread(call: Arguments) -> list[Message]:
    if "start_time" in call.query or "end_time" in call.query:
        raise invalid_parameter("start_time and end_time are not supported for the container thread")
    found = call.service.platform.in_thread(str(call.query["container_id"]))
    if not found:
        raise invalid_parameter("container_id is invalid")
    call.service.may_read(call.app, call.service.platform.chats[found[0].chat])
    return [m for m in found if m.deleted_at is None]


def _in_chat(call: Arguments) -> list[Message]:
    chat = call.service.platform.chats.get(str(call.query["container_id"]))
    if chat is None:
        raise invalid_parameter("container_id is invalid")
    call.service.may_read(call.app, chat)
    first = float(call.query.get("start_time", 0))
    last = float(call.query.get("end_time", 10**12))
    return [
        m
        for m in call.service.platform.in_chat(chat.id)
        if _stands_in_chat(call, m) and m.deleted_at is None and first <= int(m.created) <= last
    ]


def _stands_in_chat(call: Arguments, message: Message) -> bool:
    """Whether it is in no thread, or the first of its thread; that one may quote another message all the same."""
    return not message.thread_id or call.service.platform.in_thread(message.thread_id)[0] is message


def _page(call: Arguments, total: int) -> tuple[int, int]:
    size, token = int(call.query.get("page_size", "20")), call.query.get("page_token")
    if token is None:
        return 0, min(size, total)
    begun = f"page-{call.query['container_id']}-{call.query.get('sort_type')}-"
    if not token.startswith(begun):
        raise invalid_parameter("page_token is invalid, or the order was changed on the way")
    start = int(token.removeprefix(begun))
    return start, min(start + size, total)


def _shown(call: Arguments, message: Message) -> Json:
    found = message_json(
        message, call.app, call.service.platform, id_type=call.query.get("user_id_type", "open_id")
    )
    if message.card is not None and not message.gone:
        kind = call.query.get("card_msg_content_type")
        content = {"json_card": dumps(message.card)} if kind else card_reading(message.card)
        found["body"] = {"content": dumps(content)}
    return found


def pages(items: Sequence[Json], size: int, token: str | None, total_name: str = "") -> Json:
    """A page of a list whose page tokens are places in it."""
    start = int(token.removeprefix("place-")) if token and token.startswith("place-") else 0
    if token and not token.startswith("place-"):
        raise FeishuRefusal(232001, "Your request contains an invalid request parameter, ext=page_token")
    page: Json = {"items": list(items[start : start + size]), "has_more": start + size < len(items)}
    if page["has_more"]:
        page["page_token"] = f"place-{start + size}"
    if total_name:
        page[total_name] = len(items)
    return page
