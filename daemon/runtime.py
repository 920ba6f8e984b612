"""The port behind which every coding agent stands: run a turn, ask before each action, stop, resume.

A runtime is a folder in ``daemon/``. It starts the agent's program, turns what the program says into
`Step` values, and asks the `Gate` before every tool call. It knows nothing of the relay, of redaction or of
the rules: the worker does.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True)
class Needs:
    """What an agent's program must be able to reach in a box: all else on the machine is out of its sight.

    ``programs`` are files or folders that it reads and starts, ``state`` the folders that it writes besides the
    working directory (its transcripts; private to one agent), ``fixed`` files below them that it must not change.
    ``provider`` names the model's interface, so that the box can offer it without the key.
    """

    programs: tuple[Path, ...]
    state: tuple[Path, ...] = ()
    fixed: tuple[Path, ...] = ()
    provider: str | None = None


class Box(Protocol):
    """A sandbox around one agent's whole program (P7)."""

    def enter(
        self, command: Sequence[str], environment: Mapping[str, str], needs: Needs
    ) -> tuple[list[str], dict[str, str]]:
        """The command and the environment with which the program starts inside; paths are the same there.

        Raises:
            RuntimeUnfit: something that it needs cannot be shown safely; the message says what.
        """
        ...


@dataclass(frozen=True)
class Tool:
    """A tool that the daemon offers to an agent. ``schema`` is the JSON schema of its arguments."""

    name: str
    description: str
    schema: Mapping[str, Any]


class Toolbox(Protocol):
    """The tools of one request; what they do is bound to it, whatever the agent says (S6)."""

    def all(self) -> Sequence[Tool]:
        """Every tool that there is."""
        ...

    async def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """Use one: what the agent is told, and whether that is an error. It raises nothing."""
        ...


@dataclass(frozen=True)
class Turn:
    """One prompt for one agent, in one session.

    ``box`` is the sandbox that the program starts in, ``tools`` what the daemon offers to the agent.
    ``session`` is the runtime's own reference of the conversation (X8): made by `Runtime.new_session` for a
    first turn, or the one that an earlier turn reported. ``resume`` says that the session exists already. ``key``
    names a further prompt of the request, so that it can be proven of this one that it was taken in (J2); ``fed`` are
    the messages that stand in the prompt, whole.
    ``environment`` is everything that the child may see (S6); nothing is added from the daemon's own.
    """

    request: str
    prompt: str
    directory: Path
    session: str
    resume: bool
    environment: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)
    box: Box | None = None
    tools: Toolbox | None = None
    key: str = ""
    fed: tuple[str, ...] = ()

    @property
    def asks(self) -> str:
        """What this prompt is known by in the program's own records: the request, or one prompt more of it."""
        return self.key or self.request


@dataclass(frozen=True)
class Action:
    """One tool call, before its effect: exactly the input that the tool will get."""

    call: str
    tool: str
    input: Mapping[str, Any]
    directory: Path
    agent: str | None = None


@dataclass(frozen=True)
class Allow:
    """The action may happen, once, with exactly this input."""


@dataclass(frozen=True)
class Deny:
    """The action does not happen; the agent is told why and goes on."""

    reason: str


@dataclass(frozen=True)
class Halt:
    """The action does not happen and the turn ends: the request was cancelled or its lease is gone."""

    reason: str


@dataclass(frozen=True)
class Done:
    """The daemon has carried out the action itself, outside the box, once: this is what came of it (P7).

    The agent sees it as the output of its own call; the call itself has no further effect.
    """

    output: str
    exit_code: int


Verdict = Allow | Deny | Halt | Done
Gate = Callable[[Action], Awaitable[Verdict]]


@dataclass(frozen=True)
class SessionReady:
    """The program is up and the session can be resumed under this reference.

    The prompt is sent only when the next step is asked for, so that this can be written down first (X8).
    ``process`` and ``started`` (seconds since 1970) are what `daemon.process.kill_leftover` needs.
    """

    session: str
    process: int | None
    started: float | None = None


@dataclass(frozen=True)
class Said:
    """The agent said something to people, on the way. What it says last is in `Ended`, and only there."""

    text: str


@dataclass(frozen=True)
class ToolStarted:
    """A tool call passed the gate and is running."""

    call: str
    tool: str
    title: str


@dataclass(frozen=True)
class ToolEnded:
    """A tool call came back. ``output`` is what the tool printed, whole; the worker cuts and redacts it."""

    call: str
    tool: str
    title: str
    output: str
    failed: bool
    exit_code: int | None = None


@dataclass(frozen=True)
class FileChanged:
    """A file was changed: path below the directory, lines added and removed (T1).

    A binary file has no lines. ``mode`` is the new one, as git writes it (100755 is executable), where it changed.
    ``patch`` has the hunks of a unified diff, where the runtime knows them; it says no more of what happened.
    """

    call: str
    path: str
    added: int
    removed: int
    created: bool = False
    deleted: bool = False
    binary: bool = False
    renamed_from: str | None = None
    mode: str | None = None
    patch: str = field(default="", compare=False)


@dataclass(frozen=True)
class Progress:
    """How far the agent says it is, in percent, with one line of text."""

    percent: int | None
    text: str


@dataclass(frozen=True)
class Plan:
    """The agent's list of steps: (text, state), state one of pending, in_progress, completed, cancelled."""

    steps: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Notice:
    """Something about the program itself that the room should know, such as a model that is overloaded."""

    text: str


class Outcome(StrEnum):
    """How a turn ended.

    ``lost`` means that the program died in the middle: the session can be resumed, and whether a tool call
    that was running took effect is unknown (X4, X7).
    """

    done = "done"
    failed = "failed"
    stopped = "stopped"
    lost = "lost"


@dataclass(frozen=True)
class Ended:
    """The last step of every turn. ``text`` is the final answer, or the sentence of the error.

    ``consumed`` is set by the worker: the turn completed, and the program's own records hold what was asked (J2).
    """

    outcome: Outcome
    text: str
    usage: Mapping[str, int] = field(default_factory=dict)
    cost_usd: float | None = None
    consumed: bool = False


Step = SessionReady | Said | ToolStarted | ToolEnded | FileChanged | Progress | Plan | Notice | Ended


class RuntimeUnfit(Exception):
    """The agent's program is missing, is not logged in, or is a version that breaks the contract."""


class Runtime(Protocol):
    """A coding agent's program."""

    def new_session(self) -> str:
        """A fresh session reference, chosen before the program starts so that a crash cannot lose it."""
        ...

    def has_session(self, turn: Turn) -> bool:
        """Whether the program's own records show that it took in the prompt that ``turn.asks`` names (X4, J2)."""
        ...

    async def check(self) -> str:
        """The program's version.

        Raises:
            RuntimeUnfit: the program cannot be used; the message says what to do.
        """
        ...

    def run(self, turn: Turn, gate: Gate) -> AsyncGenerator[Step, None]:
        """One turn, as steps; the last is always `Ended`.

        The gate is asked before each tool call and may take hours. Closing the iterator early, or cancelling
        the task that reads it, stops the program and every process below it before control comes back (X2).
        Read it inside ``contextlib.aclosing``: an iterator that is merely dropped is closed some time later.
        """
        ...

    async def interrupt(self, turn: Turn) -> None:
        """Stop the running turn at the next point between two tool calls; it ends with `Outcome.stopped`.

        A call that does not end within a limit is broken off, and a program that does not answer is ended by
        force; a `Notice` before `Ended` says which was needed and what may be left behind (X2). Returns at
        once; without a running turn it does nothing.
        """
        ...
