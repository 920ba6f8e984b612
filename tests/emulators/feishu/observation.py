"""What a test can see: messages, cards, toasts, calls, deliveries, and waiting for them."""

import asyncio
import json
from collections.abc import Callable
from typing import TypeVar

from tests.emulators.feishu.delivery import Delivery
from tests.emulators.feishu.gestures import callback_value
from tests.emulators.feishu.long_connection import Connection
from tests.emulators.feishu.people import Driver
from tests.emulators.feishu.reading import (
    card_buttons,
    card_lines,
    card_summary,
    card_title,
    localized,
    mentions_of,
)
from tests.emulators.feishu.state import Call, Chat, Json, Member, Message, Toast

Found = TypeVar("Found")
# Conditions may also watch things outside the emulator, so they are looked at this often anyway.
GLANCE = 0.05


class Observation(Driver):
    """Read-only views of everything that was recorded."""

    @property
    def calls(self) -> list[Call]:
        """Every call of the interface, oldest first."""
        return self.service.platform.calls

    @property
    def deliveries(self) -> list[Delivery]:
        """Every attempt to deliver an event or a callback, to any app, oldest first."""
        return self.service.deliveries

    @property
    def connections(self) -> list[Connection]:
        """The open long connections of all apps."""
        return [c for link in self.service.connections.values() for c in link.connections]

    @property
    def dials(self) -> list[str]:
        """The ticket of every attempt to open a long connection, refused ones included."""
        return [ticket for link in self.service.connections.values() for ticket in link.dials]

    @property
    def broken_frames(self) -> list[str]:
        """What apps sent over long connections that no client should send."""
        return [fault for link in self.service.connections.values() for fault in link.broken]

    @property
    def toasts(self) -> list[Toast]:
        """What flashed up after taps, oldest first."""
        return self.service.platform.toasts

    def now(self) -> float:
        """The emulator's clock, in seconds since 1970."""
        return self.service.platform.now()

    def calls_of(self, name: str, code: int | None = None) -> list[Call]:
        """The calls of one name, with one answer if given."""
        return [c for c in self.calls if c.name == name and code in (None, c.code)]

    def messages(self, where: Chat | str, *, gone: bool = False) -> list[Message]:
        """The messages of a chat with those in threads, oldest first; with ``gone`` also recalled and deleted ones."""
        return [m for m in self.service.platform.in_chat(self.chat(where).id) if gone or not m.gone]

    def main(self, where: Chat | str) -> list[Message]:
        """What stands in the chat itself: roots of threads, and what is in no thread."""
        return [m for m in self.messages(where) if not (m.thread_id and m.root_id)]

    def from_bot(self, where: Chat | str) -> list[Message]:
        """What the apps' bots wrote there."""
        return [m for m in self.messages(where) if self.user(m.sender).is_bot]

    def thread(self, what: Message | str) -> list[Message]:
        """The thread in which a message stands: root and replies, oldest first; just the message without one."""
        message = self.found(what)
        if not message.thread_id:
            return [message]
        return [m for m in self.service.platform.in_thread(message.thread_id) if not m.gone]

    def replies(self, what: Message | str) -> list[Message]:
        """What is said in the thread of a message or quotes it, oldest first, without itself."""
        message = self.found(what)
        return [
            m
            for m in self.messages(message.chat)
            if m.id != message.id and message.id in (m.root_id, m.parent_id)
        ]

    def title(self, what: Message | str, locale: str = "zh_cn") -> str:
        """The title of a card or rich text."""
        message = self.found(what)
        return card_title(message.card, locale) if message.card else str(_content(message).get("title", ""))

    def preview(self, what: Message | str, locale: str = "zh_cn") -> str:
        """What the list of chats shows of a message."""
        message = self.found(what)
        return card_summary(message.card, locale) if message.card else self.visible_text(message)

    def visible_text(self, what: Message | str, locale: str = "zh_cn") -> str:
        """What people read: a card in their language with buttons as [label], a text with names for its mentions."""
        message = self.found(what)
        if message.card is not None:
            return "\n".join(card_lines(message.card, locale))
        content = _content(message)
        if message.kind == "post":
            lines = [
                "".join(str(n.get("text") or n.get("user_name") or "") for n in line)
                for line in content["content"]
            ]
            return self._named(message, "\n".join([str(content.get("title", "")), *lines]).strip())
        return self._named(message, str(content.get("text") or content.get("file_name") or ""))

    def buttons(self, what: Message | str) -> list[Json]:
        """The live elements on a card that can be pressed or filled in."""
        card = self.found(what).card or {}
        return [button for button in card_buttons(card) if not button.get("disabled")]

    def labels(self, what: Message | str, locale: str = "zh_cn") -> list[str]:
        return [localized(button.get("text"), locale) for button in self.buttons(what)]

    def values(self, what: Message | str) -> list[Json]:
        """What the live buttons of a card would send."""
        return [value for button in self.buttons(what) if (value := callback_value(button)) is not None]

    def toasts_of(self, who: Member | str) -> list[Toast]:
        return [toast for toast in self.toasts if toast.user == self.user(who).key]

    def notified(self, what: Message | str) -> set[str]:
        """Whom a message mentions: keys of members, or "all". A card is not changed into a mention by an update."""
        message = self.found(what)
        found = {m.member.key for m in message.mentions} | ({"all"} if message.mentions_all else set())
        first = message.revisions[0].card if message.revisions else None
        for some_id in mentions_of(first or {}):
            found |= {"all"} if some_id == "all" else self._keys(message, some_id)
        return found

    def notifications(self, who: Member | str) -> list[Message]:
        """What rang on a person's phone: direct messages, mentions, and replies in threads in which they wrote."""
        person = self.user(who)
        found = []
        for message in self.service.platform.messages.values():
            chat = self.service.platform.chats[message.chat]
            if message.sender == person.key or person.key not in chat.members or message.upper_id:
                continue
            named = self.notified(message) & {person.key, "all"}
            if (
                chat.kind == "p2p"
                or named
                or (message.thread_id and self._wrote_in(person, message.thread_id))
            ):
                found.append(message)
        return found

    def deliveries_of(self, message: Message) -> list[Delivery]:
        """The attempts to deliver the events of one message."""
        return [d for d in self.deliveries if d.kind == "event" and d.message_id == message.id]

    async def until(self, condition: Callable[[], Found], timeout: float = 5.0) -> Found:
        """Waits until ``condition`` gives something true and returns it.

        A LookupError or AssertionError inside counts as not yet. Raises AssertionError after ``timeout`` real
        seconds, with the last calls.
        """
        end = asyncio.get_running_loop().time() + timeout
        while True:
            found = _try(condition)
            left = end - asyncio.get_running_loop().time()
            if found:
                return found
            if left <= 0:
                raise AssertionError(f"nothing came within {timeout} s; {self._recent()}")
            await self.service.platform.wait_for_change(min(GLANCE, left))

    async def until_connected(self, count: int = 1, timeout: float = 10.0) -> None:
        """Waits until there are ``count`` open long connections."""
        await self.until(lambda: len(self.connections) >= count, timeout)

    def _named(self, message: Message, words: str) -> str:
        for known in reversed(message.mentions):
            words = words.replace(known.key, f"@{known.member.name}")
        return words.replace("@_all", "@all")

    def _keys(self, message: Message, some_id: str) -> set[str]:
        return {
            member.key
            for member in self.service.platform.members.values()
            if some_id in (member.open_id(message.sender), member.union_id, member.user_id)
        }

    def _wrote_in(self, person: Member, thread_id: str) -> bool:
        return any(m.sender == person.key for m in self.service.platform.in_thread(thread_id))

    def _recent(self) -> str:
        calls = [f"{c.name} {c.code}" for c in self.calls[-12:]]
        sent = [f"{d.type} #{d.attempt} {d.outcome}" for d in self.deliveries[-8:]]
        return f"last calls: {calls}; last deliveries: {sent}"


def _content(message: Message) -> Json:
    try:
        found = json.loads(message.content)
    except ValueError:
        return {"text": message.content}
    return found if isinstance(found, dict) else {}


def _try(condition: Callable[[], Found]) -> Found | None:
    try:
        return condition()
    except (LookupError, AssertionError):
        return None
