"""Work seen from above: a tree of tasks with what can be checked of each, and rooms of which somebody sees only that (V)."""

from pydantic import Field

from relay.machine import State
from relay.wire.base import Instant, Seen

MOST_NODES = 1_000
"""Tasks in one answer; of a larger tree the levels from the top down."""

MOST_COMMANDS = 100
"""Tasks of one answer whose last command is told, the newest levels first left out."""

TAIL_CHARACTERS = 2_000


class Counts(Seen):
    """What stands below a task, the task itself not mixed in (V2). ``running`` is told from running sessions."""

    all: int = 0
    open: int = 0
    running: int = 0
    blocked: int = 0
    done: int = 0


class Command(Seen):
    """The last command of a task that said how it ended: of a test run, if there was one."""

    title: str
    exit_code: int | None
    failed: bool
    tail: str
    at: Instant


class Evidence(Seen):
    """What can be checked beside a report that something is done (V5). It claims nothing about the work's worth."""

    ran: bool = Field(description="Whether a run started at all.")
    files: int
    added: int
    removed: int
    command: Command | None = None


class Node(Seen):
    """One task of a tree. ``blocked`` says what an open one waits for: owner, action, answer, machine."""

    request: str
    public_id: str
    agent: str
    handle: str
    parent: str | None
    level: int
    on_behalf_of: str
    state: State
    task: str
    session: str
    runs: bool = Field(description="Whether its session works on it at this moment.")
    blocked: str | None
    percent: int | None
    plan: list[tuple[str, str]]
    below: Counts | None = Field(description="In a tree.")
    contradiction: bool = Field(
        description="It has ended, and something below it has not (V3); told in a tree."
    )
    asked_at: Instant
    ended_at: Instant | None
    evidence: Evidence | None = Field(
        default=None, description="Of one that has ended, for those who may read its conversation."
    )


class Tree(Seen):
    """A task and all below it, parents before their children. ``cut`` says that there is more than is told."""

    nodes: list[Node]
    cut: bool = False
    act: bool = Field(default=False, description="Whether the one who looks may move and revoke it.")
    read: bool = Field(default=False, description="Whether the one who looks may read its conversation.")


class StateList(Seen):
    """A page of a room's requests as states and steps, newest first, without what was said (V4)."""

    room: str
    nodes: list[Node]
    more: str | None = None
