"""Requests: asking, deciding, and how one looks."""

from enum import StrEnum
from typing import Any

from pydantic import Field

from relay.machine import State
from relay.wire.base import Instant, Key, Name, Number, Seconds, Seen, Wire
from relay.wire.coordination import TaskRef
from relay.wire.executions import Fact, MeterView
from relay.wire.executions import State as ExecutionState
from relay.wire.people import JoinView


class Spot(Wire):
    """Where something was said. ``thread`` is the platform's thread; ``message`` the platform's message id.

    ``shows`` says that the connector wants this place brought up to date by the places feed; a page that
    follows the room's stream does not.
    """

    platform: Name
    tenant: str = Field(max_length=200)
    channel: Name
    thread: str | None = Field(default=None, max_length=200)
    message: Key
    direct: bool = False
    shows: bool = True


class Attachment(Wire):
    """A file of an ask, kept by the relay until an approved request's machine takes it (S7)."""

    blob: Key
    name: Name
    media_type: str = Field(max_length=200)
    size: int = Field(ge=0)


EARLIER = "earlier in the thread"
"""So begins the origin of a message that stands above the ask in its thread; the asker did not point at it."""


class Quoted(Wire):
    """Something else that the asker pointed at or that stands above the ask: data, with its origin (C8)."""

    origin: str = Field(max_length=500)
    author: str = Field(max_length=200)
    text: str = Field(max_length=20_000)


class Ask(Wire):
    """A mention or a message for an agent.

    ``spot`` makes it one request for ever, whatever is delivered twice (C5). ``room`` is given by those who
    ask from inside a room (browser, command line); a chat is found by its binding.
    """

    spot: Spot
    prompt: str
    agent: Name | None = None
    room: Key | None = None
    attachments: list[Attachment] = Field(default=[], max_length=20)
    quoted: list[Quoted] = Field(default=[], max_length=50)


class Blob(Seen):
    """Stored bytes."""

    blob: str
    size: int


class Waiting(StrEnum):
    """What an open request waits for (C4)."""

    owner = "owner"
    queue = "queue"
    machine = "machine"
    action = "action"
    nothing = "nothing"


class ActionState(StrEnum):
    """Where the approval of one exact action stands (P3, P4)."""

    pending = "pending"
    allowed = "allowed"
    denied = "denied"
    expired = "expired"
    lapsed = "lapsed"  # its request ended, or its agent went away


class ActionView(Seen):
    """One action that pauses for the owner."""

    action: str
    digest: str
    kind: str
    tool: str
    shown: str = Field(description="The exact input, redacted.")
    whole: bool = Field(
        description="Whether `shown` is all of it; if not, it cannot be approved from a card."
    )
    directory: str
    reason: str
    state: ActionState
    asked_at: Instant
    deadline: Instant
    decided_at: Instant | None = None
    decided_by: str | None = None
    answer: str | None = None
    facts: list[Fact] = Field(
        default=[], description="What else was approved with it: branch, remote, digests."
    )
    execution: ExecutionState = ExecutionState.prepared
    exit_code: int | None = None
    settled_at: Instant | None = None
    evidence: str | None = None
    looking: str | None = Field(default=None, description="The public id of the request that looks (E3).")
    meter: str | None = Field(default=None, description="The relay's own question for more of this meter.")


class FileView(Seen):
    """One file that the request changed so far."""

    path: str
    added: int
    removed: int
    created: bool = False
    deleted: bool = False
    binary: bool = False
    renamed_from: str | None = None


class EventView(Seen):
    """One row of a timeline. Sequences begin at 1 and have no gaps (T2)."""

    seq: int
    kind: str
    at: Instant
    actor: str
    actor_name: str | None = None
    body: dict[str, Any]


class RequestView(Seen):
    """A request, with everything that a card, a thread, a page or a sentence needs.

    ``version`` is the version of what was asked: a decision names it (A3). ``seq`` counts the timeline and is
    the version of the picture.
    """

    request: str
    public_id: str
    version: int
    seq: int
    state: State
    room: str
    room_name: str
    owner: str
    owner_name: str
    asker: str
    asker_name: str
    asker_account: str
    outside: bool
    agent: str
    handle: str
    runtime: str
    sandbox: bool | None = Field(
        default=None, description="False where its program is kept in none, which every card shows (P7)."
    )
    machine_name: str
    directory: str
    prompt: str
    attachments: list[Attachment]
    asked_at: Instant
    deadline: Instant | None
    retry_of: str | None
    origin: Spot | None
    waiting: Waiting
    ahead: int = Field(description="Requests of this room before it in its agent's queue.")
    away_since: Instant | None = Field(description="Since when its machine has not been heard from.")
    interrupted_since: Instant | None
    stopping: bool
    decided_by: str | None
    decided_by_name: str | None
    decided_at: Instant | None
    decision: str | None = Field(description="own, grant, once, always or denied")
    reason: str | None
    ended_by_name: str | None
    started_at: Instant | None
    ended_at: Instant | None
    percent: int | None
    progress: str | None
    plan: list[tuple[str, str]]
    result: str | None
    files: list[FileView]
    actions: list[ActionView]
    events: list[EventView] = Field(default=[], description="The last few; the rest by the timeline.")
    meters: list[MeterView] = Field(default=[], description="What it has used, holds, and may use (E1, E5).")
    parent: TaskRef | None = Field(default=None, description="The request that it stands below (D5, D11).")
    children: list[TaskRef] = Field(default=[], description="The requests right below it, oldest first.")
    delegation: str | None = Field(default=None, description="What its work is done under (D4).")


class Asked(Seen):
    """What became of an ask: a request, or a join card for the owner (R5)."""

    request: RequestView | None = None
    join: JoinView | None = None
    repeated: bool = False


class Decision(StrEnum):
    """The owner's three answers (A1)."""

    approve = "approve"
    always = "always"
    deny = "deny"


class Decide(Wire):
    """A decision on the exact version that was shown."""

    version: Number
    decision: Decision
    reason: str | None = Field(default=None, max_length=2000)
    key: Key


class DecideAction(Wire):
    """A decision on one exact action."""

    digest: Key
    allow: bool
    reason: str | None = Field(default=None, max_length=2000)
    key: Key


class Decided(Seen):
    """What a command led to."""

    request: str
    public_id: str
    state: State
    version: int
    seq: int


class Act(Wire):
    """A command that needs no more than its key: cancel, retry, resume."""

    key: Key


class Close(Wire):
    """The owner gives a machine up (L6): the request failed, its outcome unknown."""

    key: Key
    reason: str = Field(default="", max_length=2000)


class Edit(Wire):
    """The asker changed the ask (C9). Found by where it was asked."""

    spot: Spot
    prompt: str
    key: Key


class Timeline(Seen):
    """A page of a timeline."""

    request: str
    events: list[EventView]
    seq: int = Field(description="The newest sequence that exists.")


class RequestList(Seen):
    """A page of a room's requests, newest first."""

    requests: list[RequestView]
    more: str | None = None


class Sweep(Seen):
    """What one pass over what is due did."""

    expired: int
    lapsed: int
    interrupted: int
    took: Seconds
