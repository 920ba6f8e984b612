"""What a test can see: messages, calls, deliveries, and waiting for them."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tests.emulators.slack.blocks import interactive_elements
from tests.emulators.slack.delivery import Delivery
from tests.emulators.slack.payloads import names_of
from tests.emulators.slack.people import Driver
from tests.emulators.slack.socket_mode import Connection
from tests.emulators.slack.state import Call, Channel, Ephemeral, Json, Message, StoredFile, User, View
from tests.emulators.slack.text import mrkdwn_texts, pings_of, read, visible_blocks

Found = TypeVar("Found")
# Conditions may also watch things outside the emulator, so they are looked at this often anyway.
GLANCE = 0.05


class Observation(Driver):
    """Read-only views of everything that was recorded."""

    @property
    def calls(self) -> list[Call]:
        """Every Web API call, oldest first."""
        return self.service.workspace.calls

    @property
    def deliveries(self) -> list[Delivery]:
        """Every attempt to deliver an event or a gesture, oldest first."""
        return self.service.dispatcher.log

    @property
    def ephemerals(self) -> list[Ephemeral]:
        return self.service.workspace.ephemerals

    @property
    def connections(self) -> list[Connection]:
        """The open sockets of the app."""
        return self.service.socket_mode.connections

    @property
    def dials(self) -> list[str]:
        """The ticket of every attempt to open a socket, refused ones included."""
        return self.service.socket_mode.dials

    @property
    def files(self) -> list[StoredFile]:
        return list(self.service.workspace.files.values())

    def now(self) -> float:
        """The clock of every ``at``: seconds since the emulator began."""
        return self.service.workspace.now()

    def calls_of(self, method: str, outcome: str | None = None) -> list[Call]:
        """The calls of one method, of one outcome if given."""
        return [c for c in self.calls if c.method == method and outcome in (None, c.outcome)]

    def messages(self, channel: Channel | str, *, deleted: bool = False) -> list[Message]:
        """The messages of a channel with all replies, oldest first; with ``deleted`` also those that are gone."""
        place = self.channel(channel).id
        if not deleted:
            return self.service.workspace.living(place)
        return sorted(self.service.workspace.messages[place].values(), key=lambda m: m.ts)

    def roots(self, channel: Channel | str) -> list[Message]:
        """The messages at a channel's root."""
        return [m for m in self.messages(channel) if not m.is_reply]

    def from_bot(self, channel: Channel | str) -> list[Message]:
        return [m for m in self.messages(channel) if m.user == self.service.bot.id]

    def message(self, channel: Channel | str, ts: str) -> Message | None:
        return self.service.workspace.find(self.channel(channel).id, ts)

    def thread(self, channel: Channel | str, ts: str) -> list[Message]:
        """A root and its replies, oldest first; of a deleted root only the replies."""
        return self.service.workspace.thread(self.channel(channel).id, ts)

    def ephemerals_of(self, user: User | str, channel: Channel | str | None = None) -> list[Ephemeral]:
        person = self.user(user).id
        place = self.channel(channel).id if channel is not None else None
        return [e for e in self.ephemerals if e.user == person and place in (None, e.channel)]

    def views_of(self, user: User | str) -> list[View]:
        """The open modals of a person, the top one last."""
        return [
            v for v in self.service.workspace.views.values() if v.user == self.user(user).id and not v.closed
        ]

    def home_of(self, user: User | str) -> View | None:
        return self.service.workspace.homes.get(self.user(user).id)

    def titles_of(self, channel: Channel | str, thread_ts: str) -> list[str]:
        """Every title an assistant thread was given, the present one last."""
        return self.service.workspace.thread_titles[self.channel(channel).id, thread_ts]

    def statuses_of(self, channel: Channel | str, thread_ts: str) -> list[str]:
        return self.service.workspace.thread_statuses[self.channel(channel).id, thread_ts]

    def deliveries_of(self, message: Message, event_type: str | None = None) -> list[Delivery]:
        """The attempts to deliver the events of one new message."""
        return [
            d
            for d in self.deliveries
            if d.event.get("ts") == message.ts
            and d.event.get("channel") == message.channel
            and event_type in (None, d.event.get("type"))
        ]

    def visible_text(self, shown: Message | Ephemeral | View) -> str:
        """What people read: the blocks if there are any, else the text; buttons as [label], names for ids."""
        names = names_of(self.service.workspace)
        if isinstance(shown, View):
            return visible_blocks(shown.content["blocks"], names)
        attachments = shown.attachments if isinstance(shown, Message) else []
        parts = [visible_blocks(shown.blocks, names) if shown.blocks else read(shown.text, names)]
        parts += [read(str(a.get("text") or a.get("fallback") or ""), names) for a in attachments]
        parts += [f"({file['name']})" for file in shown.files] if isinstance(shown, Message) else []
        return "\n".join(part for part in parts if part)

    def pings(self, shown: Message | Ephemeral) -> set[str]:
        """Whom a message notifies: user ids, subteam ids, "here", "channel", "everyone"."""
        texts = [shown.text, *mrkdwn_texts(shown.blocks)]
        return set().union(*(pings_of(text) for text in texts))

    def buttons(self, shown: Message | Ephemeral | View) -> list[Json]:
        """The interactive elements on the screen, in order."""
        blocks = shown.content["blocks"] if isinstance(shown, View) else shown.blocks
        return list(interactive_elements(blocks))

    def actions(self, shown: Message | Ephemeral | View) -> list[str]:
        """The action_ids on the screen, in order."""
        return [str(element.get("action_id")) for element in self.buttons(shown)]

    def replies_after(self, message: Message) -> list[Message]:
        """What the bot said in the same channel after a message, oldest first."""
        return [m for m in self.from_bot(message.channel) if m.at >= message.at and m.ts > message.ts]

    async def until(self, condition: Callable[[], Found], timeout: float = 5.0) -> Found:
        """Waits until ``condition`` gives something true and returns it.

        A LookupError or an ImpossibleGesture inside counts as not yet. Raises AssertionError after
        ``timeout`` seconds, with the last calls.
        """
        end = asyncio.get_running_loop().time() + timeout
        while True:
            found = _try(condition)
            left = end - asyncio.get_running_loop().time()
            if found:
                return found
            if left <= 0:
                raise AssertionError(f"nothing came within {timeout} s; {self._recent()}")
            await self.service.workspace.wait_for_change(min(GLANCE, left))

    async def until_connected(self, count: int = 1, timeout: float = 5.0) -> None:
        """Waits until the app has ``count`` open sockets."""
        await self.until(lambda: len(self.connections) >= count, timeout)

    def _recent(self) -> str:
        calls = [f"{c.at:.2f} {c.method} {c.outcome}" for c in self.calls[-12:]]
        events = [f"{d.event.get('type', d.kind)} #{d.attempt} {d.outcome}" for d in self.deliveries[-8:]]
        return f"last calls: {calls}; last deliveries: {events}"


def _try(condition: Callable[[], Found]) -> Found | None:
    try:
        return condition()
    except (LookupError, AssertionError):
        return None
