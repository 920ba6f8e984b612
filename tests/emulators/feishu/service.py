"""The inside of the emulated platform, shared by the interface and by what people do."""

from dataclasses import dataclass

from tests.emulators.feishu.apps import App
from tests.emulators.feishu.delivery import Delivery, Dispatcher
from tests.emulators.feishu.errors import FeishuRefusal
from tests.emulators.feishu.faults import EventFaults, Faults
from tests.emulators.feishu.limits import RateLimits
from tests.emulators.feishu.long_connection import LongConnection
from tests.emulators.feishu.payloads import envelope, message_event
from tests.emulators.feishu.platform import Platform
from tests.emulators.feishu.registration import Registrations
from tests.emulators.feishu.state import Chat, Json, Member, Message
from tests.emulators.feishu.tasks import Tasks

GROUP_SCOPE = "im:message.group_msg"
MENTION_SCOPES = frozenset({"im:message.group_at_msg", "im:message.group_at_msg:readonly"})
BOT_MENTION_SCOPE = "im:message.group_at_msg.include_bot:readonly"
DIRECT_SCOPES = frozenset({"im:message.p2p_msg", "im:message.p2p_msg:readonly"})
RECALL_SCOPES = frozenset({"im:message", "im:message:readonly"})


@dataclass
class Settings:
    """``ack_seconds``: how long an app has to acknowledge an event or to answer a tap."""

    ack_seconds: float = 3.0
    rate_limits: bool = True


class Service:
    """One organisation with its apps, and what reaches them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.platform = Platform()
        self.faults = Faults(self.platform.now)
        self.limits = RateLimits(settings.rate_limits)
        self.apps: dict[str, App] = {}
        self.connections: dict[str, LongConnection] = {}
        self.deliveries: list[Delivery] = []
        self.tasks = Tasks(self.platform)
        self.registrations = Registrations(self.platform)
        self.omitted: set[str] = set()
        """Fields that message events lack although the message has them (thread_id, root_id, parent_id)."""
        self.base_url = ""

    def add_app(self, app_id: str, secret: str, name: str) -> App:
        """Another self-built app with a bot, heard over the long connection."""
        bot = Member(app_id, name, self.platform.tenant, is_bot=True)
        faults = EventFaults()
        connection = LongConnection(self.platform, app_id, faults)
        dispatcher = Dispatcher(self.platform, connection, self.deliveries, faults)
        dispatcher.seconds = self.settings.ack_seconds
        app = App(app_id, secret, bot, dispatcher)
        app.publish_version(self.platform.now())
        self.platform.members[app_id] = bot
        self.apps[app_id], self.connections[app_id] = app, connection
        return app

    def make_app(self, name: str) -> App:
        """An app with an id and a secret of its own."""
        number = self.platform.number("app")
        return self.add_app(f"cli_a{number:015d}", f"dummy-secret-{number}", name)

    def app_of_token(self, token: str) -> App | None:
        now = self.platform.now()
        return next((app for app in self.apps.values() if app.owns(token, now)), None)

    def publish(self, chat: Chat, event_type: str, event: Json) -> None:
        """Sends the same event to every app whose bot is in the chat and which hears that type."""
        for app in self.apps.values():
            if app.bot.key in chat.members and app.hears(event_type):
                self.push(app, event_type, event)

    def push(self, app: App, event_type: str, event: Json) -> None:
        app.dispatcher.send_event(envelope(app, self.platform, event_type, event))

    def publish_message(self, message: Message) -> None:
        """The event of a new message, to each app that may hear it."""
        for app in self.apps.values():
            if app.hears("im.message.receive_v1") and self._may_hear(app, message):
                event = message_event(message, app, self.platform, omit=frozenset(self.omitted))
                self.push(app, "im.message.receive_v1", event)

    def publish_recall(self, message: Message, kind: str) -> None:
        event = {
            "message_id": message.id,
            "chat_id": message.chat,
            "recall_time": str(self.platform.clock.milliseconds()),
            "recall_type": kind,
        }
        chat = self.platform.chats[message.chat]
        for app in self.apps.values():
            if (
                app.bot.key in chat.members
                and app.hears("im.message.recalled_v1")
                and app.scopes & RECALL_SCOPES
            ):
                self.push(app, "im.message.recalled_v1", event)

    def may_read(self, app: App, chat: Chat) -> None:
        """Raises FeishuRefusal unless the app may read messages of that chat."""
        self.standing(app, chat)
        if chat.kind != "p2p" and GROUP_SCOPE not in app.scopes:
            raise FeishuRefusal(230027, f"Lack of necessary permissions, ext=need scope: {GROUP_SCOPE}")

    def standing(self, app: App, chat: Chat) -> None:
        """Raises FeishuRefusal unless the app's bot works and stands in a living chat."""
        if not app.bot_enabled:
            raise FeishuRefusal(230006, "Bot ability is not activated.")
        if chat.dissolved:
            raise FeishuRefusal(232009, "Your request specifies a chat which has already been dissolved.")
        if app.bot.key not in chat.members:
            raise FeishuRefusal(230002, "The bot can not be outside the group.")
        if chat.external and not app.shared_outside:
            raise FeishuRefusal(230027, "Lack of necessary permissions, ext=the bot is not shared outside")

    def _may_hear(self, app: App, message: Message) -> bool:
        chat, sender = self.platform.chats[message.chat], self.platform.members[message.sender]
        if app.bot.key not in chat.members or message.sender == app.bot.key or not app.bot_enabled:
            return False
        if chat.kind == "p2p":
            return not sender.is_bot and bool(app.scopes & DIRECT_SCOPES)
        mentioned = message.mentions_all or any(m.member.key == app.bot.key for m in message.mentions)
        if sender.is_bot:
            return mentioned and BOT_MENTION_SCOPE in app.scopes
        if GROUP_SCOPE in app.scopes:
            return True
        return mentioned and bool(app.scopes & (MENTION_SCOPES | {BOT_MENTION_SCOPE}))
