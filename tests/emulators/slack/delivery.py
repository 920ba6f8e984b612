"""Delivery of events and gestures to the app: acknowledgements, retries, duplicates, order."""

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tests.emulators.slack.faults import EventFaults
from tests.emulators.slack.state import Json, Workspace

Kind = Literal["events_api", "interactive", "slash_commands"]
Outcome = Literal["pending", "acked", "timeout", "no_connection", "closed", "refused"]

# Near-immediately, after one minute, after five minutes (docs.slack.dev, apis/events-api).
RETRY_DELAYS = (0.2, 60.0, 300.0)
# Hourly for a day where "Delayed Events" is switched on (same page).
DELAYED_RETRY_DELAYS = (3600.0,) * 24


@dataclass
class Delivery:
    """One attempt to hand a payload to the app; times are on the emulator's clock."""

    envelope_id: str
    kind: Kind
    payload: Json
    attempt: int = 0
    reason: str = ""
    sent_at: float | None = None
    acked_at: float | None = None
    late_ack_at: float | None = None
    response: Json = field(default_factory=dict)
    connection: int | None = None
    outcome: Outcome = "pending"

    @property
    def acked(self) -> bool:
        return self.outcome == "acked"

    @property
    def latency(self) -> float | None:
        """Seconds from the frame to its acknowledgement; None without one in time."""
        return None if self.sent_at is None or self.acked_at is None else self.acked_at - self.sent_at

    @property
    def event(self) -> Json:
        """The inner event; empty for gestures."""
        found: Json = self.payload.get("event", {})
        return found

    @property
    def event_id(self) -> str:
        return str(self.payload.get("event_id", ""))


class Transport(Protocol):
    """Socket Mode or HTTP: puts one delivery through and sets its outcome."""

    async def deliver(self, delivery: Delivery, ack_timeout: float) -> None: ...


class Dispatcher:
    """Sends payloads out and keeps every attempt in ``log``.

    Events without an acknowledgement are sent again; gestures never are.
    """

    def __init__(
        self, workspace: Workspace, transport: Transport, ack_timeout: float, retry_scale: float
    ) -> None:
        self.transport = transport
        self.ack_timeout = ack_timeout
        self.retry_scale = retry_scale
        self.delayed_events = False
        self.faults = EventFaults()
        self.log: list[Delivery] = []
        self._workspace = workspace
        self._tasks: set[asyncio.Task[None]] = set()

    def send_event(self, callback: Json) -> None:
        """Sends an event in the background, as the faults in force say."""
        if self.faults.drop_next > 0:
            self.faults.drop_next -= 1
        elif self.faults.held is not None:
            self.faults.held.append(callback)
        else:
            for _ in range(self.faults.copies):
                self.spawn(self._until_acked(callback, self.faults.delay))

    def release(self, *, reverse: bool = False) -> None:
        """Sends what was held, in order or backwards, and stops holding."""
        held, self.faults.held = self.faults.held or [], None
        for callback in reversed(held) if reverse else held:
            self.send_event(callback)

    async def send_gesture(self, kind: Kind, payload: Json) -> Delivery:
        """Sends an interactive or slash-command payload once and waits for its fate."""
        return await self._attempt(Delivery(self._envelope_id(), kind, payload))

    async def replay(self, delivery: Delivery, attempt: int = 0) -> Delivery:
        """Sends the very same envelope once more, with this retry_attempt; waits for its fate."""
        again = Delivery(delivery.envelope_id, delivery.kind, delivery.payload, attempt, delivery.reason)
        return await self._attempt(again)

    async def settle(self, timeout: float) -> None:
        """Waits until no delivery is under way and no retry is due; raises TimeoutError."""
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

    async def _until_acked(self, callback: Json, delay: float) -> None:
        await asyncio.sleep(delay)
        delivery = await self._attempt(Delivery(self._envelope_id(), "events_api", callback))
        delays = RETRY_DELAYS + (DELAYED_RETRY_DELAYS if self.delayed_events else ())
        for attempt, pause in enumerate(delays, start=1):
            if delivery.acked or delivery.response.get("no_retry"):
                return
            await asyncio.sleep(pause * self.retry_scale)
            reason = {"timeout": "timeout", "refused": "http_error"}.get(
                delivery.outcome, "connection_failed"
            )
            delivery = await self._attempt(
                Delivery(self._envelope_id(), "events_api", callback, attempt, reason)
            )

    async def _attempt(self, delivery: Delivery) -> Delivery:
        self.log.append(delivery)
        await self.transport.deliver(delivery, self.ack_timeout)
        self._workspace.changed()
        return delivery

    def _envelope_id(self) -> str:
        return self._workspace.next_id("envelope-")
