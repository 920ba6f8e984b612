"""The inside of the emulated service, shared by the Web API and by what people do."""

import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tests.emulators.slack.delivery import Dispatcher
from tests.emulators.slack.errors import SlackRefusal
from tests.emulators.slack.faults import Faults
from tests.emulators.slack.limits import RateLimits
from tests.emulators.slack.payloads import (
    APP_ID,
    event_callback,
    mention_event,
    message_event,
    message_json,
)
from tests.emulators.slack.socket_mode import SocketMode
from tests.emulators.slack.state import Channel, Json, Message, User, Workspace

ALL_SCOPES = frozenset(
    {
        "app_mentions:read",
        "assistant:write",
        "channels:history",
        "channels:join",
        "channels:read",
        "chat:write",
        "commands",
        "files:read",
        "files:write",
        "groups:history",
        "groups:read",
        "im:history",
        "im:read",
        "im:write",
        "mpim:history",
        "mpim:read",
        "reactions:read",
        "reactions:write",
        "team:read",
        "users:read",
    }
)
# What an event needs to be sent at all (docs.slack.dev, the page of each event).
EVENT_SCOPES = {
    "app_mention": "app_mentions:read",
    "message.channel": "channels:history",
    "message.group": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
    "assistant_thread_started": "assistant:write",
    "assistant_thread_context_changed": "assistant:write",
    "channel_archive": "channels:read",
    "channel_left": "channels:read",
    "channel_unarchive": "channels:read",
    "group_archive": "groups:read",
    "group_left": "groups:read",
    "group_unarchive": "groups:read",
    "member_joined_channel": "channels:read",
    "reaction_added": "reactions:read",
    "reaction_removed": "reactions:read",
}
FEATURES = frozenset({"interactivity", "home_tab", "messages_tab", "slash", "shortcut"})
"""What an app's configuration can switch on beside its scopes and events."""

RESPONSE_URL_USES = 5
RESPONSE_URL_SECONDS = 1800.0


@dataclass
class Trigger:
    """A trigger_id: good for one view, for a few seconds."""

    user: str
    at: float
    used: bool = False


@dataclass
class ResponseUrl:
    """Where an app may answer a gesture: five times within half an hour."""

    channel: str
    user: str
    ts: str | None
    thread_ts: str | None
    at: float
    uses: int = 0


@dataclass
class Settings:
    """Times in seconds. ``retry_scale`` multiplies the pauses before retries of events."""

    ack_timeout: float = 3.0
    retry_scale: float = 1.0
    ticket_lifetime: float = 30.0
    trigger_lifetime: float = 3.0
    rate_limits: bool = True


class Service:
    """One workspace with one installed app: tokens, scopes, events, triggers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.workspace = Workspace()
        self.faults = Faults(self.workspace.now)
        self.limits = RateLimits(settings.rate_limits)
        self.socket_mode = SocketMode(self.workspace, settings.ticket_lifetime)
        self.dispatcher = Dispatcher(
            self.workspace, self.socket_mode, settings.ack_timeout, settings.retry_scale
        )
        self.base_url = ""
        self.scopes = set(ALL_SCOPES)
        self.app_scopes = {"connections:write"}
        self.muted_events: set[str] = set()
        self.features = set(FEATURES)
        self.terse_replies = False
        """Whether the answer to a post leaves out in which thread it stands, as it does elsewhere than at Slack."""
        self.echo_own_messages = True
        self.declared: Literal["agent", "assistant", "plain"] = "assistant"
        self.bot_token = "xoxb-dummy-bot"
        self.app_token = "xapp-1-dummy-app"
        self.revoked_tokens: set[str] = set()
        self.triggers: dict[str, Trigger] = {}
        self.response_urls: dict[str, ResponseUrl] = {}
        self.bot = User("U0BOT", "muti", "muti", self.workspace.team.id, bot_id="B0BOT", app_id=APP_ID)
        self.workspace.users[self.bot.id] = self.bot

    def publish(
        self, event: Json, *, name: str = "", author: User | None = None, shared: bool = False
    ) -> None:
        """Sends an event if the app is subscribed to it, has its scope and is still installed.

        The outer team_id of what a stranger does in a shared channel is the stranger's team.
        """
        name = name or str(event["type"])
        needed = EVENT_SCOPES.get(name)
        if name in self.muted_events or (needed and needed not in self.scopes):
            return
        if self.bot_token in self.revoked_tokens and name not in ("tokens_revoked", "app_uninstalled"):
            return
        outer = author.team_id if author is not None and shared else self.workspace.team.id
        self.dispatcher.send_event(
            event_callback(event, self.workspace, self.bot, outer_team=outer, shared=shared)
        )

    def publish_in(self, channel: Channel, event: Json, author: User, name: str = "") -> None:
        """``publish`` for what happens in a channel: only if the bot is in it."""
        if self.bot.id in channel.members:
            name = name or f"message.{channel.channel_type}"
            self.publish(event, name=name, author=author, shared=bool(channel.shared_with))

    def publish_message(self, message: Message) -> None:
        """The ``message`` event of a new message."""
        channel, author = self.workspace.channels[message.channel], self.workspace.users[message.user]
        if author.id != self.bot.id or self.echo_own_messages:
            self.publish_in(channel, message_event(message, channel, self.workspace), author)

    def publish_mention(self, message: Message) -> None:
        """The ``app_mention`` event of a message that names the bot."""
        channel, author = self.workspace.channels[message.channel], self.workspace.users[message.user]
        self.publish_in(channel, mention_event(message, channel, self.workspace), author, "app_mention")

    def publish_change(self, message: Message, previous: Json) -> None:
        """The hidden ``message_changed`` event; it also comes when only the picture changed."""
        self._publish_hidden(
            message, {"subtype": "message_changed", "previous_message": previous}, with_new=True
        )

    def publish_deletion(self, message: Message, previous: Json) -> None:
        """The hidden ``message_deleted`` event."""
        gone = {"subtype": "message_deleted", "previous_message": previous, "deleted_ts": message.ts}
        self._publish_hidden(message, gone, with_new=False)

    def _publish_hidden(self, message: Message, body: Json, *, with_new: bool) -> None:
        channel, author = self.workspace.channels[message.channel], self.workspace.users[message.user]
        if author.id == self.bot.id and not self.echo_own_messages:
            return
        ts = self.workspace.next_ts()
        event: Json = {
            "type": "message",
            "hidden": True,
            "channel": channel.id,
            "channel_type": channel.channel_type,
            "ts": ts,
            "event_ts": ts,
            **body,
        }
        if with_new:
            event["message"] = message_json(message, self.workspace)
        self.publish_in(channel, event, author)

    def remove_message(self, message: Message) -> None:
        """Deletes a message and tells the app."""
        previous = message_json(message, self.workspace)
        message.deleted_at = self.workspace.now()
        self.publish_deletion(message, previous)
        self.workspace.changed()

    def new_message(self, channel: Channel, author: User, text: str) -> Message:
        """A message that is not stored yet."""
        return Message(
            channel=channel.id,
            ts=self.workspace.next_ts(),
            user=author.id,
            text=text,
            at=self.workspace.now(),
            team=author.team_id,
            bot_id=author.bot_id,
            app_id=author.app_id,
        )

    def require_scope(self, choices: Iterable[str]) -> None:
        """Raises SlackRefusal ``missing_scope`` unless the bot token has one of ``choices``."""
        wanted = list(choices)
        if wanted and not self.scopes.intersection(wanted):
            provided = ",".join(sorted(self.scopes))
            raise SlackRefusal("missing_scope", needed=",".join(wanted), provided=provided)

    def channel_for_bot(self, channel_id: str, *, must_be_member: bool = True) -> Channel:
        """A conversation the bot may use.

        Raises SlackRefusal ``channel_not_found`` (also for private ones it is not in) or ``not_in_channel``.
        """
        channel = self.workspace.channels.get(channel_id)
        if channel is None:
            raise SlackRefusal("channel_not_found")
        if self.bot.id not in channel.members:
            if channel.kind != "public":
                raise SlackRefusal("channel_not_found")
            if must_be_member:
                raise SlackRefusal("not_in_channel")
        return channel

    def message_for_bot(self, channel: Channel, ts: str) -> Message:
        """Raises SlackRefusal ``message_not_found``."""
        message = self.workspace.find(channel.id, ts)
        if message is None:
            raise SlackRefusal("message_not_found")
        return message

    def new_trigger(self, user: User) -> str:
        trigger_id = f"{time.time_ns()}.{secrets.token_hex(6)}"
        self.triggers[trigger_id] = Trigger(user.id, self.workspace.now())
        return trigger_id

    def use_trigger(self, trigger_id: str) -> Trigger:
        """Raises SlackRefusal ``invalid_``, ``expired_`` or ``exchanged_trigger_id``."""
        trigger = self.triggers.get(trigger_id)
        if trigger is None:
            raise SlackRefusal("invalid_trigger_id")
        if trigger.used:
            raise SlackRefusal("exchanged_trigger_id")
        if self.workspace.now() - trigger.at > self.settings.trigger_lifetime:
            raise SlackRefusal("expired_trigger_id")
        trigger.used = True
        return trigger

    def new_response_url(self, channel: str, user: str, ts: str | None, thread_ts: str | None) -> str:
        """A local URL that stands for hooks.slack.com."""
        key = secrets.token_hex(12)
        self.response_urls[key] = ResponseUrl(channel, user, ts, thread_ts, self.workspace.now())
        return f"{self.base_url}/response/{key}"
