"""What the emulated platform remembers: organisations, people, apps, chats, messages, cards and files."""

import hashlib
from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]
ChatKind = Literal["p2p", "group", "topic"]
MessageForm = Literal["chat", "thread"]
SenderType = Literal["user", "app"]


def digest(*parts: str) -> str:
    """A stable made-up id of 32 hex digits."""
    return hashlib.md5("|".join(parts).encode(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True)
class Tenant:
    """An organisation; its key is in every event."""

    key: str
    name: str


@dataclass
class Member:
    """Someone who can stand in a chat: a person, or the bot of an app.

    ``key`` is the emulator's own name for them; what the interface shows are the ids below.
    """

    key: str
    name: str
    tenant: Tenant
    locale: str = "zh_cn"
    is_bot: bool = False
    available: bool = True
    resigned: bool = False
    muted_bot: bool = False
    hides_open_id: bool = False

    @property
    def user_id(self) -> str:
        return "" if self.is_bot else digest("user", self.key)[:8]

    @property
    def union_id(self) -> str:
        """The same for every app of one developer; there is one developer here."""
        return "on_" + digest("union", self.key)

    def open_id(self, app_id: str) -> str:
        """Another one for every app."""
        return "ou_" + digest("open", app_id, self.key)

    def id_of(self, kind: str, app_id: str) -> str:
        """The id of that type (open_id, union_id, user_id)."""
        return {"open_id": self.open_id(app_id), "union_id": self.union_id, "user_id": self.user_id}[kind]


@dataclass
class Chat:
    """A conversation. ``form`` is group_message_type; ``forbids_threads`` refuses reply_in_thread."""

    id: str
    name: str
    kind: ChatKind
    owner: str
    created: float
    form: MessageForm = "chat"
    members: set[str] = field(default_factory=set)
    external: bool = False
    dissolved: bool = False
    muted: bool = False
    forbids_threads: bool = False
    refuses_cards: bool = False

    @property
    def is_topical(self) -> bool:
        """Whether every message stands in a thread."""
        return self.kind == "topic" or self.form == "thread"


@dataclass(frozen=True)
class Mention:
    """One @ of a message; ``member`` is None for @all."""

    key: str
    member: Member


@dataclass(frozen=True)
class Revision:
    """What a message showed from ``at`` on."""

    at: float
    content: str
    card: Json | None


@dataclass
class Message:
    """A message with all its revisions. ``content`` is the JSON text as readers get it; ``pending`` counts open taps."""

    id: str
    chat: str
    sender: str
    kind: str
    content: str
    created: float
    mentions: list[Mention] = field(default_factory=list)
    mentions_all: bool = False
    root_id: str = ""
    parent_id: str = ""
    thread_id: str = ""
    upper_id: str = ""
    card: Json | None = None
    card_id: str = ""
    updated: float = 0.0
    edits: int = 0
    recalled_at: float | None = None
    deleted_at: float | None = None
    pending: int = 0
    children: list[str] = field(default_factory=list)
    reactions: list[Json] = field(default_factory=list)
    revisions: list[Revision] = field(default_factory=list)

    @property
    def gone(self) -> bool:
        return self.recalled_at is not None or self.deleted_at is not None

    @property
    def is_reply(self) -> bool:
        return bool(self.root_id)

    def remember(self, at: float) -> None:
        """Adds the present content to the revisions."""
        self.updated = at
        self.revisions.append(Revision(at, self.content, self.card))


@dataclass
class CardEntity:
    """A CardKit entity; ``streaming_since`` is None while streaming is off."""

    id: str
    app_id: str
    card: Json
    created: float
    sequence: int = 0
    sent: str = ""
    streaming_since: float | None = None
    timed_out: bool = False
    uuids: set[str] = field(default_factory=set)


@dataclass
class StoredFile:
    """An uploaded or sent file; ``app_id`` is "" for a person's."""

    key: str
    name: str
    kind: str
    data: bytes
    app_id: str = ""


@dataclass
class CallbackToken:
    """The ``c-…`` of a tap: what may update its card later."""

    message: str
    app_id: str
    issued: float
    uses: int = 0


@dataclass
class Toast:
    """What flashed up on one person's screen after a tap; an ``error`` is the client's own text with its code."""

    user: str
    message: str
    kind: str
    text: str
    at: float
    i18n: dict[str, str] = field(default_factory=dict)
    error: int = 0


@dataclass
class Call:
    """One call of the interface; ``name`` is method and path template, ``code`` None while it runs or when lost."""

    name: str
    at: float
    app_id: str = ""
    path: dict[str, str] = field(default_factory=dict)
    query: Json = field(default_factory=dict)
    body: Json = field(default_factory=dict)
    code: int | None = None
    status: int = 0
    seconds: float = 0.0
    size: int = 0
