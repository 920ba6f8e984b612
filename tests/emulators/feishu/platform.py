"""Everything that exists on the emulated platform, found by id, chat and thread; and waiting for changes of it."""

import asyncio
import itertools
import secrets
from collections import defaultdict

from tests.emulators.feishu.clock import Clock
from tests.emulators.feishu.state import (
    Call,
    CallbackToken,
    CardEntity,
    Chat,
    Member,
    Message,
    StoredFile,
    Tenant,
    Toast,
    digest,
)


class Platform:
    """Everything that exists, and waiting for changes of it."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.tenant = Tenant("736588c9260f175e", "Home")
        self.members: dict[str, Member] = {}
        self.chats: dict[str, Chat] = {}
        self.messages: dict[str, Message] = {}
        self.entities: dict[str, CardEntity] = {}
        self.files: dict[str, StoredFile] = {}
        self.tokens: dict[str, CallbackToken] = {}
        self.toasts: list[Toast] = []
        self.calls: list[Call] = []
        self.uuids: dict[tuple[str, str], tuple[float, str]] = {}
        self._by_chat: dict[str, list[Message]] = defaultdict(list)
        self._by_thread: dict[str, list[Message]] = defaultdict(list)
        self._counters: dict[str, itertools.count[int]] = defaultdict(lambda: itertools.count(1))
        self._waiting: set[asyncio.Event] = set()

    def now(self) -> float:
        return self.clock.now()

    def new_id(self, prefix: str) -> str:
        """A fresh id such as om_…; unique, and not to be guessed from the one before."""
        return prefix + digest(prefix, str(next(self._counters[prefix])), secrets.token_hex(8))

    def number(self, name: str) -> int:
        """The next number of a series of its own."""
        return next(self._counters[name])

    def keep(self, message: Message) -> None:
        """A new message stands in its chat and its thread."""
        self.messages[message.id] = message
        if message.upper_id:
            return
        self._by_chat[message.chat].append(message)
        if message.thread_id:
            self._by_thread[message.thread_id].append(message)

    def open_thread(self, root: Message) -> None:
        """A message that stands already becomes the root of a thread."""
        root.thread_id = self.new_id("omt_")
        self._by_thread[root.thread_id].append(root)

    def in_chat(self, chat: str) -> list[Message]:
        """All messages of a chat in order, those that are gone included."""
        return list(self._by_chat.get(chat, ()))

    def in_thread(self, thread_id: str) -> list[Message]:
        """The root of a thread and its replies, in order."""
        return list(self._by_thread.get(thread_id, ()))

    def root_of(self, thread_id: str) -> Message:
        return self._by_thread[thread_id][0]

    def direct_chat(self, one: Member, other: Member) -> Chat:
        """The direct chat of two members, opened at first use."""
        pair = {one.key, other.key}
        for chat in self.chats.values():
            if chat.kind == "p2p" and chat.members == pair:
                return chat
        chat = Chat(self.new_id("oc_"), "", "p2p", one.key, self.now(), members=pair)
        self.chats[chat.id] = chat
        return chat

    def changed(self) -> None:
        """Wakes everyone who waits for a change."""
        for event in self._waiting:
            event.set()

    async def wait_for_change(self, timeout: float) -> None:
        """Returns after the next change or after ``timeout`` real seconds, whichever comes first."""
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            async with asyncio.timeout(timeout):
                await event.wait()
        except TimeoutError:
            return
        finally:
            self._waiting.discard(event)
