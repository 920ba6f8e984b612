"""The runtimes as the contract's tests see them: the same deeds, asked for in each one's own way."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import psutil

from daemon.claude import ClaudeRuntime, Patience
from daemon.codex import CodexRuntime
from daemon.codex import Patience as CodexPatience
from daemon.process import Family, Limits
from daemon.runtime import Action, Allow, Ended, Gate, Runtime, SessionReady, Step, Turn, Verdict
from daemon.scripted import ScriptedRuntime
from tests.emulators import openai
from tests.emulators.anthropic import AnthropicEmulator, Sleep, Text, ToolUse
from tests.emulators.openai import OpenAIEmulator

LIMITS = Limits(1, 1, 5)
# Of the models that the program knows, one that gets its patch tool and calls its tools one by one.
CODEX_MODEL = "gpt-5.5"
PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True)
class Run:
    """A command."""

    command: str


@dataclass(frozen=True)
class Write:
    """A file."""

    name: str
    content: str


@dataclass(frozen=True)
class Edit:
    """A change in a file that was written before."""

    name: str
    old: str
    new: str


@dataclass(frozen=True)
class Say:
    """A word on the way, or the last one."""

    text: str


@dataclass(frozen=True)
class Think:
    """A pause of the model in the middle of its answer, in seconds, before what it does next."""

    seconds: float


@dataclass(frozen=True)
class Together:
    """Calls that the model makes at once, in one message; an agent without a model makes them in turn."""

    deeds: tuple["Run | Write | Edit", ...]


@dataclass(frozen=True)
class Use:
    """A tool that the daemon offers, by the name that it has in the toolbox."""

    tool: str
    input: Mapping[str, Any]


Deed = Run | Write | Edit | Say | Think | Together | Use


class Side(Protocol):
    """One runtime, set up in folders of its own."""

    runtime: Runtime
    folder: Path

    @property
    def tells_exit_codes(self) -> bool:
        """Whether the runtime hears with which code a command has ended."""
        ...

    def be_patient(self, seconds: float) -> None:
        """How long a call may take when the turn is to stop."""
        ...

    def turn(self, deeds: Sequence[Deed], session: str | None = None, **options: Any) -> Turn:
        """A turn that does the deeds one after another and ends with the last `Say`."""
        ...


@dataclass
class ScriptedSide:
    """The scripted agent."""

    folder: Path
    runtime: ScriptedRuntime = field(init=False)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    tells_exit_codes: bool = True

    def __post_init__(self) -> None:
        self.be_patient(20.0)

    def be_patient(self, seconds: float) -> None:
        """How long a call may take when the turn is to stop."""
        self.runtime = ScriptedRuntime(self.folder / "state", patience=seconds, limits=LIMITS)

    def turn(self, deeds: Sequence[Deed], session: str | None = None, **options: Any) -> Turn:
        """The deeds as a script in the prompt."""
        moves = [self._move(deed) for deed in one_by_one(deeds)]
        if deeds and isinstance(deeds[-1], Say):
            moves[-1] = {"done": deeds[-1].text}
        prompt = f"please play {json.dumps(moves)} now"
        return make_turn(self, prompt, session, {"PATH": PATH}, next(self.numbers), **options)

    def _move(self, deed: Deed) -> dict[str, Any]:
        match deed:
            case Think(seconds):
                return {"wait": seconds}
            case Use(tool, given):
                return {"tool": f"mcp__muti__{tool}", "input": dict(given)}
            case Run(command):
                return {"run": command}
            case Write(name, content):
                return {"write": name, "content": content}
            case Edit(name, old, new):
                return {"edit": name, "old": old, "new": new}
            case Say(text):
                return {"say": text}
        raise AssertionError(deed)


@dataclass
class ClaudeSide:
    """The real Claude Code, with a local model that makes it do the deeds."""

    folder: Path
    program: Path
    model: AnthropicEmulator
    runtime: ClaudeRuntime = field(init=False)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    tells_exit_codes: bool = True

    def __post_init__(self) -> None:
        self.be_patient(20.0)

    def be_patient(self, seconds: float) -> None:
        """How long a call may take when the turn is to stop."""
        patience = Patience(call=seconds, force=LIMITS)
        self.runtime = ClaudeRuntime(
            self.folder / "state", self.program, self.environment(), patience=patience
        )

    def environment(self) -> dict[str, str]:
        """What the program needs and nothing else."""
        (self.folder / "home").mkdir(exist_ok=True)
        return {
            "PATH": PATH,
            "HOME": str(self.folder / "home"),
            "ANTHROPIC_BASE_URL": self.model.url,
            "ANTHROPIC_API_KEY": "sk-ant-dummy",
            "CLAUDE_CODE_MAX_RETRIES": "2",
        }

    def turn(self, deeds: Sequence[Deed], session: str | None = None, **options: Any) -> Turn:
        """The deeds as answers of the model."""
        number = next(self.numbers)
        marker = self.model.script(f"play{number}", *answers_of(deeds, self.folder / "work"))
        return make_turn(self, f"please play {marker}", session, self.environment(), number, **options)

    def steps_turn(self, *answers: Any, prompt: str = "please", session: str | None = None) -> Turn:
        """A turn with exactly these answers of the model."""
        number = next(self.numbers)
        marker = self.model.script(f"play{number}", *answers)
        return make_turn(self, f"{prompt} {marker}", session, self.environment(), number)


@dataclass
class CodexSide:
    """The real Codex, with a local model that makes it do the deeds."""

    folder: Path
    program: Path
    model: OpenAIEmulator
    runtime: CodexRuntime = field(init=False)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    tells_exit_codes: bool = True

    def __post_init__(self) -> None:
        self.be_patient(20.0)

    def be_patient(self, seconds: float) -> None:
        """How long a call may take when the turn is to stop."""
        patience = CodexPatience(call=seconds, force=LIMITS)
        self.runtime = CodexRuntime(
            self.folder / "state", self.program, self.environment(), patience=patience
        )

    def environment(self) -> dict[str, str]:
        """What the program needs and nothing else."""
        (self.folder / "home").mkdir(exist_ok=True)
        return {
            "PATH": PATH,
            "HOME": str(self.folder / "home"),
            "OPENAI_BASE_URL": f"{self.model.url}/v1",
            "OPENAI_API_KEY": "sk-dummy",
        }

    def turn(self, deeds: Sequence[Deed], session: str | None = None, **options: Any) -> Turn:
        """The deeds as answers of the model."""
        return self.steps_turn(*self._answers(deeds), prompt="please play", session=session, **options)

    def steps_turn(
        self, *answers: Any, prompt: str = "please", session: str | None = None, **options: Any
    ) -> Turn:
        """A turn with exactly these answers of the model."""
        number = next(self.numbers)
        marker = self.model.script(f"play{number}", *answers)
        options.setdefault("model", CODEX_MODEL)
        return make_turn(self, f"{prompt} {marker}", session, self.environment(), number, **options)

    def _answers(self, deeds: Sequence[Deed]) -> list[list[openai.Item]]:
        answers: list[list[openai.Item]] = [[]]
        for deed in deeds:
            answers[-1] += [self._item(one) for one in one_by_one([deed])]
            if not isinstance(deed, Say | Think):
                answers.append([])
        return [answer for answer in answers if answer]

    def _item(self, deed: Deed) -> openai.Item:
        match deed:
            case Think(seconds):
                return openai.Sleep(seconds)
            case Use(tool, given):
                return openai.Call(tool, given)
            case Run(command):
                return openai.Call("exec_command", {"cmd": command, "yield_time_ms": 30_000})
            case Write(name, content):
                return openai.Custom("apply_patch", patch(f"*** Add File: {name}", content, "+"))
            case Edit(name, old, new):
                lines = [*(f"-{line}" for line in old.split("\n")), *(f"+{line}" for line in new.split("\n"))]
                return openai.Custom("apply_patch", patch(f"*** Update File: {name}\n@@", "\n".join(lines)))
            case Say(text):
                return openai.Text(text)
        raise AssertionError(deed)


def answers_of(deeds: Sequence[Deed], work: Path) -> list[list[Text | ToolUse | Sleep]]:
    """The deeds as answers of Anthropic's model, which calls the tools of Claude Code in ``work``."""
    answers: list[list[Text | ToolUse | Sleep]] = [[]]
    for deed in deeds:
        answers[-1] += [_item_of(one, work) for one in one_by_one([deed])]
        if not isinstance(deed, Say | Think):
            answers.append([])
    return [answer for answer in answers if answer]


def _item_of(deed: Deed, work: Path) -> Text | ToolUse | Sleep:
    match deed:
        case Think(seconds):
            return Sleep(seconds)
        case Use(tool, given):
            return ToolUse(f"mcp__muti__{tool}", given)
        case Run(command):
            return ToolUse("Bash", {"command": command})
        case Write(name, content):
            return ToolUse("Write", {"file_path": str(work / name), "content": content})
        case Edit(name, old, new):
            given = {"old_string": old, "new_string": new}
            return ToolUse("Edit", {"file_path": str(work / name), **given})
        case Say(text):
            return Text(text)
    raise AssertionError(deed)


def patch(head: str, body: str, sign: str = "") -> str:
    """A patch of one file, as Codex's own tool takes it."""
    lines = body.removesuffix("\n").split("\n")
    return "\n".join(["*** Begin Patch", head, *(sign + line for line in lines), "*** End Patch", ""])


def one_by_one(deeds: Sequence[Deed]) -> list[Deed]:
    """The deeds without what holds them together."""
    return [one for deed in deeds for one in (deed.deeds if isinstance(deed, Together) else (deed,))]


def make_turn(
    side: Side, prompt: str, session: str | None, environment: dict[str, str], number: int, **options: Any
) -> Turn:
    """A turn of a side; of ``options``, what is not a part of the turn itself is for the runtime."""
    work = options.pop("directory", side.folder / "work")
    work.mkdir(exist_ok=True)
    request = options.pop("request", f"R20260906-{number:02d}")
    seams = {name: options.pop(name, None) for name in ("box", "tools")}
    known = session or side.runtime.new_session()
    return Turn(request, prompt, work, known, session is not None, environment, options, **seams)


async def allow(action: Action) -> Verdict:
    """A gate that lets everything through."""
    return Allow()


class AskedGate:
    """A gate that remembers what it was asked, and answers by a rule."""

    def __init__(self, rule: Callable[[Action], Awaitable[Verdict]] = allow) -> None:
        self.actions: list[Action] = []
        self._rule = rule

    async def __call__(self, action: Action) -> Verdict:
        self.actions.append(action)
        return await self._rule(action)


async def play(side: Side, turn: Turn, gate: Gate = allow) -> list[Step]:
    """The whole turn; checks what holds for every turn."""
    steps = []
    async with aclosing(side.runtime.run(turn, gate)) as running:
        async for step in running:
            steps.append(step)
    assert isinstance(steps[-1], Ended), steps
    assert sum(isinstance(step, Ended) for step in steps) == 1
    assert leftover(turn) == set()
    return steps


async def play_until(
    side: Side, turn: Turn, gate: Gate, kind: type[Step], then: Callable[[Step], Any]
) -> list[Step]:
    """The whole turn; ``then`` is called, and awaited if need be, at the first step of a kind."""
    steps: list[Step] = []
    async with aclosing(side.runtime.run(turn, gate)) as running:
        async for step in running:
            if isinstance(step, kind) and not any(isinstance(known, kind) for known in steps):
                result = then(step)
                if asyncio.iscoroutine(result):
                    await result
            steps.append(step)
    return steps


def of(kind: type, steps: Sequence[Step]) -> list[Any]:
    """The steps of one kind."""
    return [step for step in steps if isinstance(step, kind)]


def ready(steps: Sequence[Step]) -> SessionReady:
    """The step that says that the program is up."""
    return of(SessionReady, steps)[0]


def leftover(turn: Turn) -> set[psutil.Process]:
    """Every process that still belongs to the turn's session."""
    return Family(mark=turn.session).members()


def commands(turn: Turn) -> list[str]:
    """The names of the programs that run for the turn."""
    names = []
    for process in leftover(turn):
        with suppress(psutil.NoSuchProcess):
            names.append(process.name())
    return names


async def until(condition: Callable[[], Any], seconds: float = 30.0) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
