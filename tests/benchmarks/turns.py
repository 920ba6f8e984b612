"""What the gate costs: a turn of fifty tool calls, against the same turn by the bare SDK with the same local model.

Each turn is measured at the model, from its first question to its last: fifty calls lie between them, and neither
the start of a program nor its end. The contestants take turns, so that a loaded machine is loaded for all.
"""

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from itertools import count
from pathlib import Path
from statistics import median

import psutil
from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, HookMatcher

from daemon.claude import ClaudeRuntime
from daemon.policy import Outcome, Rules, judge
from daemon.runtime import Action, Allow, Deny, Ended, Turn, Verdict
from tests import needs
from tests.benchmarks.children.daemon import running_daemon
from tests.benchmarks.children.process import Child
from tests.benchmarks.children.relay import running_child
from tests.benchmarks.harness import Report, Taken
from tests.emulators.anthropic import AnthropicEmulator, Text, ToolUse, serve_anthropic
from tests.house import House, build, open_store

CALLS = 50
GOAL = 5.0
PATIENCE_SECONDS = 120.0
ROUNDS = 15
QUICK_ROUNDS = 1
COMMAND = "echo one line of output"

COUNTS = ("syncs", "transactions", "calls", "starts")
Counted = dict[str, float]

_numbers = count(1)


class Stage:
    """The program, the model and a folder, for turns that are all the same."""

    def __init__(self, program: Path, model: AnthropicEmulator, folder: Path) -> None:
        self._program, self._model, self._folder = program, model, folder
        self.counted: list[Counted] = []

    async def bare(self) -> Taken:
        """The SDK alone, with the tool allowed beforehand."""
        return await self._measure(lambda prompt, folder: self._by_sdk(prompt, folder, hooked=False))

    async def hooked(self) -> Taken:
        """The SDK with a hook that allows at once: what asking costs the program itself."""
        return await self._measure(lambda prompt, folder: self._by_sdk(prompt, folder, hooked=True))

    async def runtime(self) -> Taken:
        """Our runtime, with the policy as its gate."""
        return await self._measure(self._by_runtime)

    async def daemon(self) -> Taken:
        """All of it: relay, daemon, journal, policy, timeline."""
        return await self._measure(self._by_daemon)

    async def _measure(self, turn: Callable[[str, Path], Awaitable[None]]) -> Taken:
        number = next(_numbers)
        calls = [ToolUse("Bash", {"command": COMMAND}) for _ in range(CALLS)]
        marker = self._model.script(f"turn{number}", *calls, Text("done"))
        self._model.requests.clear()
        self._model.headers.clear()
        self._model.times.clear()
        folder = self._folder / str(number)
        for name in ("work", "home"):
            (folder / name).mkdir(parents=True)
        await turn(f"please play {marker}", folder)
        assert len(self._model.times) == CALLS + 1, len(self._model.times)
        return Taken(CALLS, self._model.times[-1] - self._model.times[0])

    def _environment(self, folder: Path) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(folder / "home"),
            "ANTHROPIC_BASE_URL": self._model.url,
            "ANTHROPIC_API_KEY": "sk-ant-dummy",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }

    async def _by_sdk(self, prompt: str, folder: Path, hooked: bool) -> None:
        async def let(*_: object) -> Mapping[str, object]:
            return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}

        matcher = HookMatcher(hooks=[let])  # type: ignore[list-item]
        options = ClaudeAgentOptions(
            cli_path=self._program,
            cwd=folder / "work",
            env=self._environment(folder),
            setting_sources=[],
            allowed_tools=["Bash"],
            hooks={"PreToolUse": [matcher]} if hooked else None,
        )
        async with ClaudeSDKClient(options) as client:
            await client.query(prompt)
            async for _ in client.receive_response():
                pass

    async def _by_runtime(self, prompt: str, folder: Path) -> None:
        runtime = ClaudeRuntime(folder / "state", self._program)
        rules = Rules(directory=str(folder / "work"))

        async def gate(action: Action) -> Verdict:
            judgement = judge(action, rules)
            return Allow() if judgement.outcome is Outcome.allow else Deny(judgement.reason)

        environment = self._environment(folder)
        turn = Turn("R1", prompt, folder / "work", runtime.new_session(), False, environment)
        async with aclosing(runtime.run(turn, gate)) as steps:
            async for step in steps:
                assert not isinstance(step, Ended) or step.text == "done", step

    async def _by_daemon(self, prompt: str, folder: Path) -> None:
        url = f"sqlite:///{folder}/relay.db"
        async with open_store(url) as store:
            house = await build(store, "", folder / "work", "claude")
        async with running_child(url) as (house.url, relay):
            told = {"relay": house.url, "token": house.tokens["machine"], "folder": str(folder)}
            told |= {"program": str(self._program), "environment": self._environment(folder)}
            async with running_daemon(told) as daemon:
                await self._ask(house, prompt, Meter(daemon, relay))
            await house.close()

    async def _ask(self, house: House, prompt: str, meter: "Meter") -> None:
        """Nobody else asks the relay while the calls are made."""
        request = await house.ask(None, prompt)
        await self._until(1)
        begin = await meter.read()
        await self._until(CALLS + 1)
        end = await meter.read()
        self.counted.append({name: (end[name] - begin[name]) / CALLS for name in end})
        await house.until(request.request, "done", 120)

    async def _until(self, questions: int) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(self._model.times) < questions:
                await asyncio.sleep(0.02)


class Meter:
    """What daemon and relay have used so far, without the programs that they start."""

    def __init__(self, daemon: Child, relay: Child) -> None:
        self._daemon, self._relay = daemon, relay

    async def read(self) -> Counted:
        """CPU milliseconds and counts."""
        await self._daemon.say({})
        counts: Counted = await self._daemon.hear()
        used = {"daemon": _milliseconds(self._daemon), "relay": _milliseconds(self._relay)}
        return dict.fromkeys(COUNTS, 0.0) | counts | used


def _milliseconds(child: Child) -> float:
    times = psutil.Process(child.process.pid).cpu_times()
    return float(times.user + times.system) * 1000


async def run(report: Report) -> None:
    """Fifty calls, four ways."""
    report.title(f"Tool calls of Claude Code: a turn of {CALLS}, milliseconds for each")
    program = needs.find_claude()
    if program is None:
        report.missing("turns: Claude Code is not on this machine")
        return
    with tempfile.TemporaryDirectory() as folder:
        async with serve_anthropic() as model:
            stage = Stage(program, model, Path(folder))
            await stage.bare()  # the program's file comes from the disk once
            rounds = QUICK_ROUNDS if report.quick else ROUNDS
            ways = {
                "bare": stage.bare,
                "hooked": stage.hooked,
                "runtime": stage.runtime,
                "daemon": stage.daemon,
            }
            found = await report.in_turns(rounds, ways)
    _tell(report, found)
    _tell_counts(report, stage.counted)


def _tell(report: Report, found: Mapping[str, list[Taken]]) -> None:
    words = {
        "bare": "bare SDK, tool allowed beforehand",
        "hooked": "bare SDK with a hook that allows at once",
        "runtime": "our runtime and policy",
        "daemon": "relay, daemon, policy, timeline",
    }
    for name, what in words.items():
        report.say(f"{_each(found[name]):6.2f} ms  {what}; {_more(found, name):+.2f} ms against the bare SDK")
    report.at_most(
        "our runtime and policy, more than the bare SDK for each call", _more(found, "runtime"), GOAL, "ms"
    )
    report.at_most(
        "through daemon and relay, more than the bare SDK for each call", _more(found, "daemon"), GOAL, "ms"
    )


def _tell_counts(report: Report, counted: Sequence[Counted]) -> None:
    """What is not wall time says something on a loaded machine too."""
    middle = {name: median(one[name] for one in counted) for name in ("daemon", "relay", *COUNTS)}
    report.say(
        f"for each call: {middle['daemon']:.2f} ms of CPU in the daemon, {middle['relay']:.2f} ms in the relay"
    )
    report.say(
        f"and in the daemon {middle['syncs']:.2f} waits for the disk, {middle['transactions']:.2f} transactions, "
        f"{middle['calls']:.2f} calls to the relay, {middle['starts']:.2f} programs started"
    )


def _each(taken: list[Taken]) -> float:
    return median(one.seconds / one.operations for one in taken) * 1000


def _more(found: Mapping[str, list[Taken]], name: str) -> float:
    """The median of the differences, round by round."""
    pairs = zip(found[name], found["bare"], strict=True)
    return median((one.seconds - bare.seconds) / one.operations for one, bare in pairs) * 1000
