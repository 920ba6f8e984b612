"""Work between agents: asking another one, moving a task, and what a task may do (D)."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints

from relay.machine import State
from relay.wire.base import Instant, Key, Name, Number, Seconds, Seen, Wire
from relay.wire.executions import Meter, MeterView

MOST_LEVELS = 8
"""Levels that tasks may stand below a root, whatever anybody wishes."""

Words = Annotated[list[Name], Field(max_length=100)]
Prompt = Annotated[str, StringConstraints(min_length=1, max_length=100_000)]


class Narrowing(Wire):
    """Limits to set, on top of all that stand above; what is left out stays as it is there (D4).

    ``agents`` are handles, ``tools`` kinds of tool or of action, ``paths`` stand below the working directory,
    ``hosts`` may begin with ``*.``. ``lifetime`` is in seconds from now; ``depth`` counts the levels below.
    """

    agents: Words | None = None
    tools: Words | None = None
    paths: Words | None = None
    hosts: Words | None = None
    bans: Words = []
    conditions: Words = []
    budget: dict[Meter, Number] = {}
    lifetime: Seconds | None = None
    depth: int | None = Field(default=None, ge=0, le=MOST_LEVELS)


class AskAgent(Wire):
    """An agent asks another one of its room. ``delegation`` is the one that its daemon knows (D9)."""

    fence: int
    agent: Name
    prompt: Prompt
    narrowing: Narrowing = Narrowing()
    delegation: Key | None = None
    key: Key


class ChildAsked(Seen):
    """The child request that an ask became."""

    request: str
    public_id: str
    state: State
    agent: str
    handle: str
    repeated: bool = False


class AuthorityView(Seen):
    """What a task may do, over the whole of its chain. Without a list there is no limit of that kind."""

    agents: list[str] | None
    tools: list[str] | None
    paths: list[str] | None
    hosts: list[str] | None
    bans: list[str]
    conditions: list[str]
    expires_at: Instant | None
    depth: int = Field(description="Levels that may stand below it.")


class DelegationView(Seen):
    """The delegation of a task: its state, and what it allows."""

    delegation: str
    state: str
    authority: AuthorityView
    meters: list[MeterView]
    left: dict[Meter, int] = Field(description="What may still be authorised, where there is a limit.")
    lineage: str
    successor: str | None = None
    ended_at: Instant | None = None


class Colleague(Seen):
    """Another agent of a request's room."""

    agent: str
    handle: str


class TaskRef(Seen):
    """A request above or below another."""

    request: str
    public_id: str
    agent: str
    handle: str
    state: State


class Narrower(Seen):
    """One thing that a move makes narrower: of which request, what, and from what to what."""

    request: str
    public_id: str
    what: str
    before: str
    after: str


class Move(Wire):
    """Put a task under another parent (D6). ``key`` is the id of the operation.

    ``accepts_narrower`` says that the mover has seen in the preview what gets narrower (D7). ``preview`` changes
    nothing.
    """

    parent: Key
    accepts_narrower: bool = False
    preview: bool = False
    key: Key


class Moved(Seen):
    """What a move did, or would do."""

    request: str
    parent: str
    moved: int = Field(description="Tasks that moved, the task itself and all below it.")
    narrower: list[Narrower] = []
    delegation: str | None = Field(default=None, description="The new one; none in a preview.")


class Revoke(Wire):
    """End the delegation of a task, with all below it, at their next tool calls (D9)."""

    reason: str = Field(default="", max_length=2000)
    key: Key


class Stopping(StrEnum):
    """What a revocation did to a task."""

    stopped = "stopped"  # it was queued, and is cancelled
    stopping = "stopping"  # it stops at its next tool call
    beyond_reach = "beyond_reach"  # its machine is not heard from, or an outcome is not known


class Reached(Seen):
    """One task that a revocation has reached."""

    request: str
    public_id: str
    handle: str
    what: Stopping


class Revoked(Seen):
    """What stopped, and what could not."""

    request: str
    reached: list[Reached]


class RoomSwitch(Wire):
    """Whether the agents of a room may ask each other without asking the owner each time (D5)."""

    agents_ask: bool


class Allowance(Wire):
    """What one person may use of one agent in one room on one day of UTC without asking; nothing: no limit (A6)."""

    allowance: dict[Meter, Number]


class TaskTree(Seen):
    """A task with the ones right above and below it."""

    request: str
    root: str
    task: str
    session: str
    delegation: DelegationView | None
    parent: TaskRef | None
    children: list[TaskRef]
