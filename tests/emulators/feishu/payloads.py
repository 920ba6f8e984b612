"""What events, callbacks and answers look like (schema 2.0 of events; im.v1 messages)."""

import json
import secrets
from typing import TYPE_CHECKING

from tests.emulators.feishu.platform import Platform
from tests.emulators.feishu.state import Chat, Json, Member, Message, digest

if TYPE_CHECKING:
    from tests.emulators.feishu.apps import App


def envelope(app: "App", platform: Platform, event_type: str, event: Json, *, micros: bool = False) -> Json:
    """Schema 2.0 around an event; callbacks tell their time in microseconds."""
    created = platform.clock.milliseconds() * (1000 if micros else 1)
    return {
        "schema": "2.0",
        "header": {
            "event_id": secrets.token_hex(16),
            "event_type": event_type,
            "create_time": str(created),
            "token": app.verification_token,
            "app_id": app.app_id,
            "tenant_key": platform.tenant.key,
        },
        "event": event,
    }


def ids_of(member: Member, app: "App") -> Json:
    """The ids of a person or bot; user_id only with contact:user.employee_id:readonly."""
    sees = "contact:user.employee_id:readonly" in app.scopes and not member.is_bot
    user_id = member.user_id if sees else ("" if member.is_bot else None)
    found: Json = {"open_id": member.open_id(app.app_id), "union_id": member.union_id, "user_id": user_id}
    if member.hides_open_id:
        found |= {"open_id": "", "user_id": member.user_id}
    return found


def message_event(message: Message, app: "App", platform: Platform, *, omit: frozenset[str]) -> Json:
    """The event im.message.receive_v1; ``omit`` names what the platform leaves out this time."""
    sender, chat = platform.members[message.sender], platform.chats[message.chat]
    body: Json = {
        "message_id": message.id,
        "root_id": message.root_id,
        "parent_id": message.parent_id,
        "create_time": _milliseconds(message.created),
        "update_time": _milliseconds(message.updated),
        "chat_id": chat.id,
        "thread_id": message.thread_id,
        "chat_type": "p2p" if chat.kind == "p2p" else "group",
        "message_type": message.kind,
        "content": message.content,
        "mentions": [_event_mention(m.key, m.member, app) for m in message.mentions],
    }
    if "im:user_agent:read" in app.scopes and not sender.is_bot:
        body["user_agent"] = f"Mozilla/5.0 (Macintosh) Lark/7.30.0 LarkLocale/{sender.locale}"
    kept = {key: value for key, value in body.items() if value not in ("", []) and key not in omit}
    return {
        "sender": {
            "sender_id": ids_of(sender, app),
            "sender_type": "bot" if sender.is_bot else "user",
            "tenant_key": sender.tenant.key,
        },
        "message": kept,
    }


def _event_mention(key: str, member: Member, app: "App") -> Json:
    return {
        "key": key,
        "id": ids_of(member, app),
        "mentioned_type": "bot" if member.is_bot else "user",
        "name": member.name,
        "tenant_key": member.tenant.key,
    }


def message_json(message: Message, app: "App", platform: Platform, *, id_type: str = "open_id") -> Json:
    """A message as im.v1 answers show it; what is empty is left out."""
    sender = platform.members[message.sender]
    found: Json = {
        "message_id": message.id,
        "root_id": message.root_id,
        "parent_id": message.parent_id,
        "thread_id": message.thread_id,
        "msg_type": message.kind,
        "create_time": _milliseconds(message.created),
        "update_time": _milliseconds(message.updated),
        "deleted": message.gone,
        "updated": len(message.revisions) > 1,
        "chat_id": message.chat,
        "sender": _sender(sender, app, id_type),
        "body": {"content": "This message was recalled" if message.gone else message.content},
        "mentions": [_mention(m.key, m.member, app, id_type) for m in message.mentions],
        "upper_message_id": message.upper_id,
    }
    return {key: value for key, value in found.items() if value not in ("", [])}


def _sender(member: Member, app: "App", id_type: str) -> Json:
    if member.is_bot:
        return {"id": member.key, "id_type": "app_id", "sender_type": "app", "tenant_key": member.tenant.key}
    return {
        "id": member.id_of(id_type, app.app_id),
        "id_type": id_type,
        "sender_type": "user",
        "tenant_key": member.tenant.key,
    }


def _mention(key: str, member: Member, app: "App", id_type: str) -> Json:
    return {
        "key": key,
        "id": member.open_id(app.app_id) if member.is_bot else member.id_of(id_type, app.app_id),
        "id_type": "open_id" if member.is_bot else id_type,
        "name": member.name,
        "tenant_key": member.tenant.key,
    }


def tap_event(  # the fields that card-callback-communication describes; there is no thread id among them
    message: Message, person: Member, app: "App", token: str, action: Json
) -> Json:
    """The callback card.action.trigger."""
    operator: Json = {"tenant_key": person.tenant.key, "union_id": person.union_id}
    if not person.hides_open_id:
        operator["open_id"] = person.open_id(app.app_id)
    if person.hides_open_id or "contact:user.employee_id:readonly" in app.scopes:
        operator["user_id"] = person.user_id
    return {
        "operator": operator,
        "token": token,
        "action": action,
        "host": "im_message",
        "context": {"open_message_id": message.id, "open_chat_id": message.chat},
    }


def chat_json(chat: Chat, app: "App", platform: Platform, id_type: str) -> Json:
    """A group as the list of chats shows it; the owner is not named where it is a bot."""
    owner = platform.members[chat.owner]
    found: Json = {
        "avatar": f"https://example.invalid/{digest('avatar', chat.id)}.png",
        "name": chat.name,
        "description": "",
        "external": chat.external,
        "tenant_key": platform.tenant.key,
        "chat_status": "dissolved" if chat.dissolved else "normal",
    }
    if not owner.is_bot and chat.kind != "p2p":
        found |= {"owner_id": owner.id_of(id_type, app.app_id), "owner_id_type": id_type}
    return found


def dumps(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _milliseconds(at: float) -> str:
    return str(int(at * 1000))
