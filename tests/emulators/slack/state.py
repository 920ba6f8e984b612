"""What the emulated workspace remembers: teams, people, channels, messages, files and views."""

import asyncio
import itertools
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]
ChannelKind = Literal["public", "private", "im", "mpim"]


@dataclass
class Team:
    """A workspace; ``id`` starts with T."""

    id: str
    name: str
    domain: str


@dataclass
class User:
    """A person or a bot user; ``locale`` is what users.info gives with include_locale."""

    id: str
    name: str
    real_name: str
    team_id: str
    locale: str = "en-US"
    tz: str = "Europe/Berlin"
    bot_id: str | None = None
    app_id: str | None = None
    deleted: bool = False
    is_admin: bool = False

    @property
    def is_bot(self) -> bool:
        return self.bot_id is not None


@dataclass
class Channel:
    """A conversation; ``peer`` is the person on the other side of a direct message with the bot."""

    id: str
    name: str
    kind: ChannelKind
    creator: str
    created: int
    members: set[str] = field(default_factory=set)
    archived: bool = False
    peer: str | None = None
    shared_with: set[str] = field(default_factory=set)

    @property
    def channel_type(self) -> str:
        """The ``channel_type`` of message events."""
        return {"public": "channel", "private": "group", "im": "im", "mpim": "mpim"}[self.kind]


@dataclass
class Revision:
    """What a message showed from ``at`` on, by the emulator's monotonic clock in seconds."""

    at: float
    text: str
    blocks: list[Json]
    metadata: Json | None


@dataclass
class Message:
    """A message with all its revisions; a deleted one stays here with ``deleted_at`` set."""

    channel: str
    ts: str
    user: str
    text: str
    at: float
    team: str
    blocks: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    files: list[Json] = field(default_factory=list)
    thread_ts: str | None = None
    broadcast: bool = False
    subtype: str | None = None
    bot_id: str | None = None
    app_id: str | None = None
    username: str | None = None
    metadata: Json | None = None
    client_msg_id: str | None = None
    edited: Json | None = None
    reactions: dict[str, list[str]] = field(default_factory=dict)
    revisions: list[Revision] = field(default_factory=list)
    deleted_at: float | None = None

    @property
    def is_reply(self) -> bool:
        return self.thread_ts is not None and self.thread_ts != self.ts

    @property
    def deleted(self) -> bool:
        return self.deleted_at is not None

    def remember(self, at: float) -> None:
        """Adds the present content to the revisions."""
        self.revisions.append(Revision(at, self.text, list(self.blocks), self.metadata))


@dataclass
class Ephemeral:
    """A message that one person sees until the next reload."""

    channel: str
    ts: str
    user: str
    text: str
    at: float
    blocks: list[Json] = field(default_factory=list)
    thread_ts: str | None = None


@dataclass
class StoredFile:
    """An uploaded file; ``data`` is None until the upload URL got its bytes."""

    id: str
    name: str
    length: int
    user: str
    ticket: str
    title: str = ""
    mimetype: str = "application/octet-stream"
    data: bytes | None = None
    complete: bool = False
    channels: set[str] = field(default_factory=set)


@dataclass
class View:
    """A modal or a Home tab as ``user`` sees it; ``closed`` once it is gone from the screen."""

    id: str
    user: str
    hash: str
    content: Json
    at: float
    root_id: str
    previous_id: str | None = None
    closed: bool = False


@dataclass
class Call:
    """One Web API call; ``outcome`` is "ok", an error name, or what a fault did to it."""

    method: str
    args: Json
    at: float
    outcome: str = "running"
    status: int = 0
    seconds: float = 0.0
    reply: Json = field(default_factory=dict)


class Workspace:
    """The state of one team and of the teams connected to it, with the emulator's two clocks."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._last_ts = 0
        self._waiting: set[asyncio.Event] = set()
        self.started = time.monotonic()
        self.team = Team("T0HOME", "Home", "home")
        self.teams: dict[str, Team] = {self.team.id: self.team}
        # Set it to an id that starts with E to make the home team part of an Enterprise organisation.
        self.enterprise_id: str | None = None
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = defaultdict(dict)
        self._replies: dict[tuple[str, str], list[Message]] = defaultdict(list)
        self.ephemerals: list[Ephemeral] = []
        self.files: dict[str, StoredFile] = {}
        self.views: dict[str, View] = {}
        self.homes: dict[str, View] = {}
        self.thread_titles: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.thread_statuses: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.suggested_prompts: dict[tuple[str, str | None], list[Json]] = {}
        self.calls: list[Call] = []

    def now(self) -> float:
        """Seconds since the emulator began, monotonic; every ``at`` is on this clock."""
        return time.monotonic() - self.started

    def next_id(self, prefix: str) -> str:
        return f"{prefix}{next(self._numbers):09d}"

    def next_ts(self) -> str:
        """A message timestamp: epoch seconds with six digits, never twice the same."""
        self._last_ts = max(self._last_ts + 1, time.time_ns() // 1000)
        return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    def find(self, channel: str, ts: str) -> Message | None:
        """The message that stands at (channel, ts) now; None once it is deleted."""
        message = self.messages[channel].get(ts)
        return None if message is None or message.deleted else message

    def living(self, channel: str) -> list[Message]:
        """The messages of a channel that are not deleted, oldest first."""
        return sorted((m for m in self.messages[channel].values() if not m.deleted), key=lambda m: m.ts)

    def thread(self, channel: str, ts: str) -> list[Message]:
        """The root (where it still stands) and its replies, oldest first."""
        root = self.find(channel, ts)
        return [*([root] if root else []), *self._living_replies(channel, ts)]

    def replies(self, root: Message) -> list[Message]:
        return self._living_replies(root.channel, root.ts)

    def _living_replies(self, channel: str, ts: str) -> list[Message]:
        return [reply for reply in self._replies.get((channel, ts), []) if not reply.deleted]

    def add_message(self, message: Message) -> Message:
        """Stores a message with its first revision; a first reply makes its root a thread."""
        message.remember(message.at)
        self.messages[message.channel][message.ts] = message
        if message.is_reply and message.thread_ts:
            self._replies[message.channel, message.thread_ts].append(message)
        root = self.find(message.channel, message.thread_ts) if message.thread_ts else None
        if root is not None:
            root.thread_ts = root.ts
        self.changed()
        return message

    def direct_channel(self, bot: User, person: User) -> Channel:
        """The direct message of the bot with a person, opened at first use."""
        for channel in self.channels.values():
            if channel.kind == "im" and channel.peer == person.id:
                return channel
        channel = Channel(
            id=self.next_id("D"),
            name="",
            kind="im",
            creator=bot.id,
            created=int(time.time()),
            members={bot.id, person.id},
            peer=person.id,
        )
        self.channels[channel.id] = channel
        return channel

    def channel_named(self, name: str) -> Channel | None:
        bare = name.removeprefix("#")
        return next((c for c in self.channels.values() if c.kind != "im" and c.name == bare), None)

    def visible_users(self, bot: User) -> Iterable[User]:
        """The home team, and strangers that share a channel with the bot."""
        near: set[str] = set()
        for channel in self.channels.values():
            if bot.id in channel.members:
                near |= channel.members
        return (u for u in self.users.values() if u.team_id == self.team.id or u.id in near)

    def changed(self) -> None:
        """Wakes everyone who waits for a change."""
        for event in self._waiting:
            event.set()

    async def wait_for_change(self, timeout: float) -> None:
        """Returns after the next change or after ``timeout`` seconds, whichever comes first."""
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            await asyncio.wait_for(event.wait(), timeout)
        except TimeoutError:
            return
        finally:
            self._waiting.discard(event)
