"""Machines: what the owner's daemon says and hears. It claims, reports, asks before risky actions, and renews."""

from enum import StrEnum
from typing import Any

from pydantic import Field

from relay.machine import State
from relay.wire.base import Instant, Key, Name, Number, Seconds, Seen, Wire
from relay.wire.coordination import AuthorityView, Colleague
from relay.wire.executions import Effect, Fact, Meter
from relay.wire.executions import State as ExecutionState
from relay.wire.requests import ActionState, Attachment, Quoted

LEASE_SECONDS = 60.0
"""How long a claim holds without renewal, unless the relay's answer says otherwise."""

REPORT_BATCH = 200
"""Reports in one call."""


class NewMachine(Wire):
    """A machine to register."""

    name: Name


class MachineToken(Seen):
    """The machine's token, shown once."""

    machine: str
    token: str


class MachineView(Seen):
    """A machine, as its owner sees it."""

    machine: str
    name: str
    last_contact_at: Instant | None
    revoked_at: Instant | None
    version: str | None = Field(default=None, description="Of its daemon, as it said at its last start.")
    agents: list[str]


class MachineList(Seen):
    """The machines of one owner."""

    machines: list[MachineView]


class Stop(Wire):
    """Cancel what is queued for a machine or a person (R9); with neither, for every machine of the owner.

    ``now`` also stops what is running, at its next safe point.
    """

    key: Key
    machine: Key | None = None
    person: Key | None = None
    now: bool = False


class Stopped(Seen):
    """What a stop cancelled, and what goes on."""

    cancelled: list[str]
    running: list[str]


class DeclaredAgent(Wire):
    """An agent that lives on this machine. The directory is absolute, links resolved (R8).

    ``sandbox`` says whether its program is kept in one (P7); nothing, where that does not matter.
    """

    handle: Name
    runtime: Name
    directory: Name
    approval_ttl: Seconds | None = None
    sandbox: bool | None = None
    budget: dict[Meter, Number] = Field(
        default={}, description="What one request may use; a meter that is missing has no limit."
    )


class Hello(Wire):
    """A daemon process starts. ``process`` is new at every start; the older one's epoch dies (N2)."""

    process: Key
    version: Name
    agents: list[DeclaredAgent] = []


class Welcome(Seen):
    """What the daemon needs to work. ``running`` are the requests that this machine has in hand."""

    machine: str
    name: str
    owner: str
    epoch: int
    lease_seconds: Seconds
    agents: dict[str, str] = Field(description="Handle to agent id.")
    running: list[str]


class Offer(Seen):
    """A request that is first in its agent's queue. Taking it is `Start`."""

    request: str
    public_id: str
    agent: str


class Flag(Seen):
    """What a daemon must know of a request that it runs."""

    request: str
    state: State
    cancel: bool
    cancel_by: str | None = None
    lease_until: Instant
    delegation: str | None = Field(default=None, description="What its work is done under now (D9).")
    authority: AuthorityView | None = Field(default=None, description="What that allows, where it is news.")
    waits_for: str | None = Field(
        default=None,
        description="The action that asks the owner for more budget; no tool call before its answer.",
    )


class ActionAnswer(Seen):
    """A decided action."""

    action: str
    request: str
    digest: str
    state: ActionState
    answer: str | None = None
    execution: ExecutionState | None = Field(
        default=None, description="What became of it, once it was allowed (E1)."
    )


class Poll(Wire):
    """The daemon is alive, has ``running`` in hand, and waits for news.

    Renews the leases of ``running``. ``knows`` names what it has heard of already: requests whose cancel flag
    it saw, actions whose answer it has. ``busy`` are agents that it would not start now.
    """

    epoch: int
    wait: Seconds = Field(default=25, le=30)
    running: list[Key] = Field(default=[], max_length=500)
    knows: list[Key] = Field(default=[], max_length=2000)
    busy: list[Key] = Field(default=[], max_length=500)
    under: dict[Key, Key] = Field(
        default={},
        max_length=500,
        description="By request, the delegation that it is known to be done under.",
    )


class Work(Seen):
    """The answer of a poll: at once if there is news, else when there is, or when the wait is over."""

    offers: list[Offer]
    flags: list[Flag]
    answers: list[ActionAnswer]
    revoked: bool = False


class Start(Wire):
    """Take an offered request, or take up again one that runs (X4)."""

    epoch: int
    key: Key


class Claim(Seen):
    """All that is needed to run a request."""

    request: str
    public_id: str
    agent: str
    handle: str
    room: str
    room_name: str
    asker: str
    asker_name: str
    owner_name: str
    prompt: str
    attachments: list[Attachment]
    quoted: list[Quoted]
    references: list[Quoted] = Field(description="Requests of this room that the prompt names (Q5).")
    session: str | None = Field(description="The session of this agent in this room, if there is one (R4).")
    fence: int
    lease_until: Instant
    reported: int = Field(description="The last report that the relay has.")
    plan: list[tuple[str, str]] = Field(
        default=[], description="The plan as the room sees it: text and state."
    )
    cancel: bool
    effects: list[Effect] = Field(
        default=[],
        description="Started actions without a known outcome, and those that the owner settled (E3).",
    )
    delegation: str | None = Field(default=None, description="What it is done under (D4).")
    authority: AuthorityView | None = Field(
        default=None, description="What that allows, over its whole chain."
    )
    parent: str | None = Field(
        default=None, description="The request that asked for this one, if one did (D5)."
    )
    agents: list[Colleague] = Field(default=[], description="The other agents of its room.")


class ReportKind(StrEnum):
    """What a daemon can report, and with which body.

    session: session · said, notice: text · tool_started: call, tool, title · tool_ended: the same, failed,
    exit_code, and of what a command printed its tail · file: call, path, added, removed, created, deleted, binary,
    renamed_from, mode · progress:
    percent, text · plan: steps as pairs of text and state · gap: since, until · refused: call, tool, reason ·
    outcome: of a started action: action, call, outcome (done, failed, cancelled, unknown), exit_code, used ·
    dropped: count · waiting: the turn has ended and the request yields (X1): for (messages and requests whose answer
    it waits for), seconds, text, usage, cost_usd, consumed · done, failed, stopped: text, usage, cost_usd, and of done
    consumed, where it is proven that
    the model had all that was asked before it (J2). What was cut says so: left_out,
    lines_left_out, characters_left_out. The relay adds happened_at.
    """

    session = "session"
    said = "said"
    tool_started = "tool_started"
    tool_ended = "tool_ended"
    file = "file"
    progress = "progress"
    plan = "plan"
    notice = "notice"
    gap = "gap"
    artifact = "artifact"
    refused = "refused"
    outcome = "outcome"
    dropped = "dropped"
    waiting = "waiting"
    done = "done"
    failed = "failed"
    stopped = "stopped"


ENDS = frozenset({ReportKind.done, ReportKind.failed, ReportKind.stopped})
LAST = ENDS | {ReportKind.waiting}
"""Behind these nothing is reported until the request is taken again."""


class Report(Wire):
    """One thing that happened, numbered from 1 per request by the daemon's journal (T3)."""

    number: int = Field(ge=1)
    kind: ReportKind
    at: Instant
    body: dict[str, Any] = {}


class Reports(Wire):
    """Reports in order, with the fencing number of the claim."""

    fence: int
    reports: list[Report] = Field(max_length=REPORT_BATCH)
    delegation: Key | None = Field(
        default=None, description="What it was done under, as far as is known (D10)."
    )


class Reported(Seen):
    """``expected`` is the number that the relay wants next; what came before it is stored."""

    expected: int
    flag: Flag
    audit_head: str = Field(
        description="The owner's chain as number:hash, to be kept outside the database (U1)."
    )


class AskAction(Wire):
    """An action that pauses for the owner (P3). Asking again with the same call and digest is one card."""

    fence: int
    call: Key
    digest: Key
    kind: Name
    tool: Name
    shown: str = Field(max_length=200_000)
    whole: bool
    directory: Name
    reason: str = Field(max_length=2000)
    facts: list[Fact] = Field(default=[], max_length=50, description="What else the digest is of.")
    delegation: Key | None = Field(
        default=None, description="What it is done under, as far as is known (D9)."
    )


class UseAction(Wire):
    """An allowed action is used now, once. ``reserve`` is debited with its start: one tool call at least (E1)."""

    fence: int
    digest: Key
    reserve: dict[Meter, Number] = {}
    delegation: Key | None = Field(
        default=None, description="What it is done under, as far as is known (D9)."
    )
