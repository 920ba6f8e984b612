"""What one person has an interest in, over all rooms: what waits for them, what runs, what they have allowed."""

from dataclasses import dataclass, field

from relay.client import RelayClient
from relay.machine import State
from relay.wire.executions import State as Execution
from relay.wire.machines import MachineView
from relay.wire.people import GrantView, Role, RoomView, Who
from relay.wire.requests import ActionState, ActionView, RequestView

ROOMS_AT_MOST = 40
"""A direct message is a room too: of an owner's many, the first so many are looked at."""

EACH_AT_MOST = 20


@dataclass(frozen=True)
class Board:
    """One person's picture, made anew each time from what the relay says.

    ``me`` is the person, None if nobody knows them; ``own`` is what they have asked, newest first. ``settle`` is
    what began and nobody knows the outcome of, in requests that run and in the newest of those that ended (E3).
    """

    me: str | None = None
    is_owner: bool = False
    decide: list[RequestView] = field(default_factory=list)
    acts: list[tuple[RequestView, ActionView]] = field(default_factory=list)
    runs: list[RequestView] = field(default_factory=list)
    queue: list[RequestView] = field(default_factory=list)
    grants: list[GrantView] = field(default_factory=list)
    machines: list[MachineView] = field(default_factory=list)
    own: list[RequestView] = field(default_factory=list)
    settle: list[tuple[RequestView, ActionView]] = field(default_factory=list)


async def read_board(client: RelayClient, who: Who) -> Board:
    """The board of a person, as that person may see it.

    Raises:
        relay.client.Refused: not this person, or not through this connector.
        relay.client.Unreachable: the relay does not answer.
    """
    rooms = (await client.rooms(who)).rooms[:ROOMS_AT_MOST]
    if not rooms:
        return Board()
    owned = [room for room in rooms if room.my_role is Role.owner]
    seen = await _in(client, who, rooms, None)
    own = [view for view in reversed(seen) if view.asker == rooms[0].me][:EACH_AT_MOST]
    if not owned:
        return Board(me=rooms[0].me, own=own)
    pending = await _in(client, who, owned, State.pending)
    running = await _in(client, who, owned, State.running)
    grants = [grant for grant in (await client.grants(who)).grants if grant.revoked_at is None]
    machines = [one for one in (await client.my_machines(who)).machines if one.revoked_at is None]
    return Board(
        me=rooms[0].me,
        is_owner=True,
        decide=pending,
        acts=[(view, action) for view in running for action in view.actions if _waits(action)],
        runs=running,
        queue=await _in(client, who, owned, State.approved),
        grants=grants,
        machines=machines,
        own=own,
        settle=_unsettled([view for view in seen if view.owner == rooms[0].me], running),
    )


async def _in(client: RelayClient, who: Who, rooms: list[RoomView], state: State | None) -> list[RequestView]:
    """The oldest first: they have waited longest."""
    pages = [await client.requests_of(who, room.room, limit=EACH_AT_MOST, state=state) for room in rooms]
    return sorted((view for page in pages for view in page.requests), key=lambda view: view.asked_at)


def _unsettled(ended: list[RequestView], running: list[RequestView]) -> list[tuple[RequestView, ActionView]]:
    each = {view.request: view for view in [*ended, *running]}
    return [
        (view, action)
        for view in each.values()
        for action in view.actions
        if action.execution is Execution.unknown
    ]


def _waits(action: ActionView) -> bool:
    return action.state is ActionState.pending
