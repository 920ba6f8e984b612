"""Messages in their places: found by id, made among replies and threads, shown anew; and who may write where."""

import re
from typing import TYPE_CHECKING

from tests.emulators.feishu.contents import Prepared
from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.state import Chat, Json, Member, Message

if TYPE_CHECKING:
    from tests.emulators.feishu.apps import App
    from tests.emulators.feishu.service import Service

_MESSAGE_ID = re.compile(r"om_[0-9a-z_]+")


def find_message(service: "Service", message_id: str) -> Message:
    """The message of that id; raises FeishuRefusal for something that is no id, or of no message."""
    if not _MESSAGE_ID.fullmatch(message_id):
        raise FeishuRefusal(
            99992354, f"The request you send is not a valid {{open_message_id}}: {message_id}"
        )
    message = service.platform.messages.get(message_id)
    if message is None:
        raise FeishuRefusal(231003, "The message is not found.")
    return message


def make_message(
    service: "Service",
    chat: Chat,
    sender: Member,
    kind: str,
    prepared: Prepared,
    *,
    target: Message | None = None,
    in_thread: bool = False,
) -> Message:
    """A new message in its place among the replies and threads of a chat."""
    platform = service.platform
    message = Message(platform.new_id("om_"), chat.id, sender.key, kind, prepared.content, platform.now())
    message.mentions, message.mentions_all = prepared.mentions, prepared.mentions_all
    message.card = prepared.card
    if prepared.entity is not None:
        prepared.entity.sent, message.card_id = message.id, prepared.entity.id
    if target is not None:
        place_reply(service, chat, message, target, in_thread)
    elif chat.is_topical:
        message.thread_id = platform.new_id("omt_")
    message.remember(message.created)
    platform.keep(message)
    return message


def place_reply(service: "Service", chat: Chat, message: Message, target: Message, in_thread: bool) -> None:
    """Root, parent and thread of a reply: within a thread both are its root."""
    if (in_thread or chat.is_topical) and not target.thread_id:
        service.platform.open_thread(target)
    if target.thread_id:
        root = service.platform.root_of(target.thread_id)
        message.thread_id, message.root_id, message.parent_id = target.thread_id, root.id, root.id
    else:
        message.root_id, message.parent_id = target.root_id or target.id, target.id


def show_card(service: "Service", message: Message, card: Json | None) -> None:
    """Everybody sees this card in the message from now on."""
    message.card = card
    message.remember(service.platform.now())
    service.platform.changed()


def speak(service: "Service", app: "App", chat: Chat) -> None:
    """Raises FeishuRefusal unless the app's bot may write into that chat."""
    service.standing(app, chat)
    if chat.muted:
        raise FeishuRefusal(230035, "Send Message Permission deny.")
    if chat.kind != "p2p":
        return
    other = service.platform.members[next(key for key in chat.members if key != app.bot.key)]
    if other.tenant.key != service.platform.tenant.key and not app.shared_outside:
        raise FeishuRefusal(230038, "Cross tenant p2p chat operate forbid.")
    if other.resigned or not other.available:
        raise FeishuRefusal(230013, "Bot has NO availability to this user.")
    if other.muted_bot:
        raise FeishuRefusal(230053, "The user has stopped the bot from sending messages.")
