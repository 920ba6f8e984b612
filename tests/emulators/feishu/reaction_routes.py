"""im.v1: emojis on messages."""

from typing import TYPE_CHECKING

from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.messages import find_message
from tests.emulators.feishu.payloads import ids_of
from tests.emulators.feishu.reading_routes import pages
from tests.emulators.feishu.routes import Arguments, route
from tests.emulators.feishu.schema import choice, digits, may, need, record, text
from tests.emulators.feishu.state import Json, Member, Message

if TYPE_CHECKING:
    from tests.emulators.feishu.service import Service

WRITE = ("im:message", "im:message.reactions:write_only")
READ = ("im:message", "im:message:readonly", "im:message.reactions:read")
EMOJIS = frozenset(
    [
        "OK",
        "THUMBSUP",
        "THANKS",
        "MUSCLE",
        "FINGERHEART",
        "APPLAUSE",
        "FISTBUMP",
        "JIAYI",
        "DONE",
        "SMILE",
        "BLUSH",
        "LAUGH",
        "SMIRK",
        "LOL",
        "FACEPALM",
        "LOVE",
        "THINKING",
        "SWEAT",
        "CRY",
        "SOB",
        "HEART",
        "BROKENHEART",
        "EYES",
        "Get",
        "LGTM",
        "OnIt",
        "OneSecond",
        "CheckMark",
        "CrossMark",
        "Yes",
        "No",
        "Typing",
        "Alarm",
        "MeMeMe",
        "Hundred",
        "Fire",
        "Party",
        "PARTY",
        "SKULL",
        "SHOCKED",
        "ERROR",
        "CLAP",
        "PRAISE",
        "GLANCE",
        "WAIT",
        "Pin",
        "BombX",
        "HIGHFIVE",
    ]
)
"""Some of emoji_type of emojis-introduce; all others are refused."""


@route(
    "POST",
    "/open-apis/im/v1/messages/{message_id}/reactions",
    "reaction.create",
    *WRITE,
    body={"reaction_type": need(record({"emoji_type": need(text(minimum=1))}))},
)
def create(call: Arguments) -> Json:
    """Puts an emoji on a message; the same one of the same app is there once."""
    message = _reachable(call)
    emoji = str(call.body["reaction_type"]["emoji_type"])
    if emoji not in EMOJIS:
        raise FeishuRefusal(231001, "reaction type is invalid.")
    return _shown(call, add_reaction(call.service, message, call.app.bot, emoji))


@route("DELETE", "/open-apis/im/v1/messages/{message_id}/reactions/{reaction_id}", "reaction.delete", *WRITE)
def delete(call: Arguments) -> Json:
    """Takes an own emoji away."""
    message = _reachable(call)
    found = next((r for r in message.reactions if r["id"] == call.path["reaction_id"]), None)
    if found is None:
        raise FeishuRefusal(231011, "The request has an invalid reaction_id.")
    if found["operator"] != call.app.bot.key:
        raise FeishuRefusal(231007, "The operator has no permission to delete this reaction.")
    remove_reaction(call.service, message, found)
    return _shown(call, found)


@route(
    "GET",
    "/open-apis/im/v1/messages/{message_id}/reactions",
    "reaction.list",
    *READ,
    query={
        "reaction_type": may(text()),
        "page_token": may(text()),
        "page_size": may(digits(1, 50)),
        "user_id_type": may(choice("open_id", "union_id", "user_id")),
    },
)
def reactions(call: Arguments) -> Json:
    """The emojis on a message, by page."""
    message = _reachable(call)
    wanted = call.query.get("reaction_type")
    found = [_shown(call, r) for r in message.reactions if wanted in (None, r["emoji"])]
    return pages(found, int(call.query.get("page_size", "20")), call.query.get("page_token"))


def add_reaction(service: "Service", message: Message, member: Member, emoji: str) -> Json:
    """The new reaction, or the one that is there already; apps in the chat hear of it."""
    for known in message.reactions:
        if (known["operator"], known["emoji"]) == (member.key, emoji):
            return known
    found = {
        "id": service.platform.new_id("ZCaCIjUBVVWSrm5L-"),
        "operator": member.key,
        "emoji": emoji,
        "at": service.platform.clock.milliseconds(),
    }
    message.reactions.append(found)
    _tell(service, message, member, found, "im.message.reaction.created_v1")
    return found


def remove_reaction(service: "Service", message: Message, found: Json) -> None:
    message.reactions.remove(found)
    member = service.platform.members[str(found["operator"])]
    _tell(service, message, member, found, "im.message.reaction.deleted_v1")


def _tell(service: "Service", message: Message, member: Member, found: Json, event_type: str) -> None:
    chat = service.platform.chats[message.chat]
    for app in service.apps.values():
        if app.bot.key not in chat.members or not app.hears(event_type):
            continue
        event: Json = {
            "message_id": message.id,
            "reaction_type": {"emoji_type": found["emoji"]},
            "operator_type": "app" if member.is_bot else "user",
            "action_time": str(found["at"]),
        }
        event |= {"app_id": member.key} if member.is_bot else {"user_id": ids_of(member, app)}
        service.push(app, event_type, event)
    service.platform.changed()


def _reachable(call: Arguments) -> Message:
    message = find_message(call.service, call.path["message_id"])
    chat = call.service.platform.chats[message.chat]
    if message.recalled_at is not None:
        raise FeishuRefusal(231003, "The message is not found, maybe not exist or deleted.")
    if message.deleted_at is not None:
        raise FeishuRefusal(230110, "Action unavailable as the message has been deleted.")
    if chat.dissolved:
        raise FeishuRefusal(232009, "Your request specifies a chat which has already been dissolved.")
    if call.app.bot.key not in chat.members:
        raise FeishuRefusal(231002, "The operator has no permission to react on the specific message.")
    return message


def _shown(call: Arguments, found: Json) -> Json:
    member = call.service.platform.members[str(found["operator"])]
    kind = call.query.get("user_id_type", "open_id")
    shown_id = member.key if member.is_bot else member.id_of(kind, call.app.app_id)
    return {
        "reaction_id": found["id"],
        "operator": {"operator_id": shown_id, "operator_type": "app" if member.is_bot else "user"},
        "action_time": str(found["at"]),
        "reaction_type": {"emoji_type": found["emoji"]},
    }
