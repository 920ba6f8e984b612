"""Delivery of events and callbacks to an app: acknowledgements, redelivery, duplicates, order."""

import asyncio
import contextlib
import random
import secrets
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tests.emulators.feishu.faults import EventFaults
from tests.emulators.feishu.platform import Platform
from tests.emulators.feishu.state import Json

Kind = Literal["event", "callback"]
Outcome = Literal["pending", "acked", "refused", "timeout", "no_connection", "closed"]

REDELIVERY_SECONDS = (15.0, 300.0, 3600.0, 6 * 3600.0)
"""After which pauses an event that was not acknowledged comes again (uUTNz4SN1MjL1UzM); callbacks never do."""
ACKNOWLEDGE_SECONDS = 3.0


@dataclass
class Delivery:
    """One attempt to hand a payload to the app; times are on the emulator's clock.

    ``frame_id`` is the message_id header of the frames. ``answer`` is what came back: for a callback the toast
    and card, decoded. ``error`` is the number that the person sees when a callback has failed.
    """

    frame_id: str
    kind: Kind
    payload: Json
    attempt: int = 0
    sent_at: float | None = None
    acked_at: float | None = None
    ended_at: float = 0.0
    late_ack_at: float | None = None
    code: int | None = None
    answer: Json = field(default_factory=dict)
    connection: int | None = None
    outcome: Outcome = "pending"
    error: int = 0

    @property
    def acked(self) -> bool:
        return self.outcome == "acked"

    @property
    def latency(self) -> float | None:
        """Seconds from the first frame to the acknowledgement; None without one in time."""
        return None if self.sent_at is None or self.acked_at is None else self.acked_at - self.sent_at

    @property
    def type(self) -> str:
        return str(self.payload["header"]["event_type"])

    @property
    def event(self) -> Json:
        found: Json = self.payload["event"]
        return found

    @property
    def message_id(self) -> str:
        """The id of the message that the event is about; "" for others."""
        message = self.event.get("message")
        return str((message or self.event).get("message_id", ""))


class Transport(Protocol):
    """The long connection or the webhook: puts one delivery through and sets its outcome."""

    async def deliver(self, delivery: Delivery, seconds: float) -> None: ...


class Dispatcher:
    """Sends payloads to one app and keeps every attempt in ``log``.

    ``redelivery`` are the pauses before an event comes again; ``seconds`` is the time to acknowledge.
    """

    def __init__(
        self, platform: Platform, transport: Transport, log: list[Delivery], faults: EventFaults
    ) -> None:
        self.transport = transport
        self.redelivery = REDELIVERY_SECONDS
        self.seconds = ACKNOWLEDGE_SECONDS
        self.faults = faults
        self.log = log
        self._platform = platform
        self._tasks: set[asyncio.Task[None]] = set()

    def send_event(self, payload: Json) -> None:
        """Sends an event in the background, as the faults in force say."""
        if self.faults.drop_next > 0:
            self.faults.drop_next -= 1
        elif self.faults.held is not None:
            self.faults.held.append(payload)
        else:
            for copy in range(self.faults.copies):
                self.spawn(self._until_acked(payload if copy == 0 else renamed(payload)))

    def release(self, *, reverse: bool = False, shuffle: random.Random | None = None) -> None:
        """Sends what was held, in order, backwards or shuffled, and stops holding."""
        held, self.faults.held = list(self.faults.held or []), None
        if shuffle is not None:
            shuffle.shuffle(held)
        for payload in reversed(held) if reverse else held:
            self.send_event(payload)

    async def call_back(self, payload: Json) -> Delivery:
        """Sends a callback once and waits for its fate."""
        return await self._attempt(Delivery(new_frame_id(), "callback", payload))

    async def replay(self, delivery: Delivery) -> Delivery:
        """Sends the very same payload once more, under the same frame id, and waits for its fate."""
        again = Delivery(delivery.frame_id, delivery.kind, delivery.payload, delivery.attempt + 1)
        return await self._attempt(again)

    async def settle(self, timeout: float) -> None:
        """Waits until no delivery is under way or due to come again; raises TimeoutError (real seconds)."""
        async with asyncio.timeout(timeout):
            while self._tasks:
                await asyncio.wait(set(self._tasks), return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs ``work`` in the background until the emulator closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _until_acked(self, payload: Json) -> None:
        await self._platform.clock.sleep(self.faults.delay)
        frame_id = new_frame_id()
        delivery = await self._attempt(Delivery(frame_id, "event", payload))
        for attempt, pause in enumerate(self.redelivery, start=1):
            if delivery.acked:
                return
            await self._platform.clock.sleep_until(delivery.ended_at + pause)
            delivery = await self._attempt(Delivery(frame_id, "event", payload, attempt))

    async def _attempt(self, delivery: Delivery) -> Delivery:
        self.log.append(delivery)
        self._platform.changed()
        await self.transport.deliver(delivery, self.seconds)
        delivery.ended_at = self._platform.now()
        self._platform.changed()
        return delivery


def new_frame_id() -> str:
    return secrets.token_hex(16)


def renamed(payload: Json) -> Json:
    """The same happening under another event_id, as a duplicate push has it."""
    return {**payload, "header": {**payload["header"], "event_id": secrets.token_hex(16)}}
