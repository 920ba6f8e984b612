"""What an owner has to know at a glance, over all rooms and machines."""

from relay.wire.base import Instant, Seen
from relay.wire.machines import MachineView
from relay.wire.people import JoinView
from relay.wire.requests import RequestView


class ChatView(Seen):
    """A connector's installation, and the last proofs that it works: a proof has a time, "connected" has none.

    Without ``renewed_at`` an older relay has written the lease.
    """

    platform: str
    tenant: str
    renewed_at: Instant | None
    heard_at: Instant | None


class DayView(Seen):
    """One day of UTC in numbers; each counts requests that were asked on that day."""

    day: int
    asked: int
    by_state: dict[str, int]
    median_decision: float | None
    """Seconds from an ask to the owner's decision, of the newest hundred that were decided."""


class Overview(Seen):
    """Newest first; each list is cut at its limit, the counts are not.

    ``needs`` have something that waits for the owner: the request itself, an action, an unknown outcome.
    ``now`` is the database's time, so reading this is the proof that relay and database work; ``written_at`` is
    when it last kept something of this owner's.
    """

    owner: str
    needs: list[RequestView]
    needs_count: int
    joins: list[JoinView]
    joins_count: int
    running: list[RequestView]
    running_count: int
    queued: list[RequestView]
    queued_count: int
    machines: list[MachineView]
    chats: list[ChatView]
    today: DayView
    now: Instant
    written_at: Instant | None
