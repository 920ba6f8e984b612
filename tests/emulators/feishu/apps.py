"""An app as the developer console knows it: its secret, its scopes, what it hears, whether it is switched on."""

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.emulators.feishu.state import Json, Member

if TYPE_CHECKING:
    from tests.emulators.feishu.delivery import Dispatcher

DEFAULT_SCOPES = frozenset(
    {
        "application:application:self_manage",
        "cardkit:card:write",
        "contact:contact.base:readonly",
        "contact:user.base:readonly",
        "contact:user.id:readonly",
        "im:chat:readonly",
        "im:message",
        "im:message.group_at_msg:readonly",
        "im:message.p2p_msg:readonly",
        "im:message.reactions:read",
        "im:message.reactions:write_only",
        "im:message:readonly",
        "im:message:recall",
        "im:message:send_as_bot",
        "im:message:update",
        "im:resource",
        "task:comment:read",
        "task:comment:write",
        "task:task:read",
        "task:task:write",
    }
)
"""What the app has unless a test changes it: not im:message.group_msg, which is sensitive, and without which an app
neither hears what does not mention it nor reads any message of a group."""

DEFAULT_EVENTS = frozenset(
    {
        "im.message.receive_v1",
        "im.message.recalled_v1",
        "im.message.reaction.created_v1",
        "im.message.reaction.deleted_v1",
        "im.chat.access_event.bot_p2p_chat_entered_v1",
        "im.chat.disbanded_v1",
        "im.chat.member.bot.added_v1",
        "im.chat.member.bot.deleted_v1",
        "im.chat.member.user.added_v1",
        "im.chat.member.user.deleted_v1",
        "im.chat.updated_v1",
        "task.task.comment_updated_v1",
        "task.task.updated_v1",
    }
)
TOKEN_SECONDS = 7200
FRESH_BELOW_SECONDS = 1800
"""A tenant token lives two hours; a new one is given only when less than half an hour is left."""


@dataclass
class Token:
    """A tenant access token."""

    value: str
    expires: float
    invalid: bool = False


@dataclass
class App:
    """One self-built app. ``status``: 2 enabled, 1 switched off by the tenant."""

    app_id: str
    secret: str
    bot: Member
    dispatcher: "Dispatcher"
    scopes: set[str] = field(default_factory=lambda: set(DEFAULT_SCOPES))
    events: set[str] = field(default_factory=lambda: set(DEFAULT_EVENTS))
    callbacks: set[str] = field(default_factory=lambda: {"card.action.trigger"})
    status: int = 2
    bot_enabled: bool = True
    shared_outside: bool = False
    tokens: list[Token] = field(default_factory=list)
    versions: list[Json] = field(default_factory=list)
    verification_token: str = "verification-dummy"
    encrypt_key: str = ""

    def publish_version(self, now: float, *, status: int = 1) -> Json:
        """A version with the scopes and events of now; ``status``: 1 published, 3 under review, 4 a draft."""
        number = len(self.versions) + 1
        version: Json = {
            "app_id": self.app_id,
            "version": f"1.0.{number}",
            "version_id": f"oav_dummy{number:06d}",
            "app_name": self.bot.name,
            "scopes": sorted(self.scopes),
            "events": sorted(self.events),
            "status": status,
            "create_time": str(int(now)),
            "publish_time": str(int(now)) if status == 1 else "",
            "ability": {"bot": {"card_request_url": ""}} if self.bot_enabled else {},
        }
        self.versions.append(version)
        return version

    def issue_token(self, now: float) -> Token:
        """The newest token, or a fresh one where that has less than half an hour to live."""
        living = [t for t in self.tokens if not t.invalid and t.expires - now >= FRESH_BELOW_SECONDS]
        if living:
            return living[-1]
        token = Token(f"t-dummy{secrets.token_hex(12)}", now + TOKEN_SECONDS)
        self.tokens.append(token)
        return token

    def owns(self, token: str, now: float) -> bool:
        """Whether that token is one of this app's and still good."""
        return any(t.value == token and not t.invalid and now < t.expires for t in self.tokens)

    def hears(self, event_type: str) -> bool:
        return self.status == 2 and event_type in self.events
