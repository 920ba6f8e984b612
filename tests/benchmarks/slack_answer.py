"""Mention → final answer of somebody with a standing permission, by the real Claude Code and a model that answers at once.

Beside it, in turns, the program alone: started with the same ask, until it says its result.
"""

import asyncio
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, ResultMessage

from daemon.claude.command import FIXED, USUAL
from tests import needs
from tests.benchmarks.harness import Report
from tests.emulators.anthropic import AnthropicEmulator, Text, serve_anthropic
from tests.emulators.slack import Message
from tests.plays.stage import PATH, Stage, open_stage

WAIT = 60.0
QUIET = 4.0
"""Seconds between two asks: Slack allows few posts a channel in a moment, and the connector keeps to it."""


async def run(report: Report) -> None:
    """The whole way and the program alone, in turns."""
    rounds = 2 if report.quick else 9
    program = needs.find_claude()
    assert program is not None
    with TemporaryDirectory(prefix="muti-bench-") as name:
        folder = Path(name)
        (folder / "home").mkdir()
        async with serve_anthropic() as model:
            words = f"say hello {model.script('hello', Text('Hello.'))}"
            environment = _environment(folder, model)
            alone = _Alone(program, folder, environment, words)
            async with open_stage(
                folder, f"sqlite:///{folder}/relay.db",
                runtime="claude", program=program, environment=environment,
            ) as stage:  # fmt: skip
                await stage.start()
                await _grant(stage, words)
                await alone.once()
                whole, bare = [], []
                for _ in range(rounds):
                    report.calibrate()
                    bare.append(await alone.once())
                    whole.append(await _answer(stage, words))
    report.say(
        f"mention → final answer {median(whole):.2f} s; the program alone {median(bare):.2f} s, its start in it"
    )
    beyond = median(one - other for one, other in zip(whole, bare, strict=True))
    report.at_most("mention → final answer, beyond the program itself", beyond, 0.26, "s")


def _environment(folder: Path, model: AnthropicEmulator) -> dict[str, str]:
    return {
        "PATH": PATH,
        "HOME": str(folder / "home"),
        "ANTHROPIC_BASE_URL": model.url,
        "ANTHROPIC_API_KEY": "sk-ant-dummy",
    }


async def _grant(stage: Stage, words: str) -> None:
    """The first ask is approved for always."""
    await stage.slack.mention(stage.asker, stage.channel, words)
    direct = stage.slack.dm_channel(stage.owner)
    card = await stage.slack.until(lambda: stage.slack.from_bot(direct)[0], WAIT)
    await stage.slack.until(lambda: "muti:always" in stage.slack.actions(card), WAIT)
    await stage.slack.tap(stage.owner, direct, card.ts, "muti:always")
    await stage.ended(WAIT)


async def _answer(stage: Stage, words: str) -> float:
    """Seconds from a mention to the final message of its thread."""
    asked = await stage.slack.mention(stage.asker, stage.channel, words)

    def final() -> list[Message]:
        return [
            one
            for one, part in zip(stage.slack.from_bot(stage.channel), stage.parts(), strict=True)
            if part == "final" and one.at > asked.at
        ]

    found = await stage.slack.until(final, WAIT)
    await asyncio.sleep(QUIET)
    return found[0].at - asked.at


class _Alone:
    """The program by itself, in a session of its own that goes on as a room's does."""

    def __init__(self, program: Path, folder: Path, environment: dict[str, str], words: str) -> None:
        self._program, self._environment = program, {**environment, **USUAL, **FIXED}
        self._folder, self._words = folder, words
        self._session: str | None = None

    async def once(self) -> float:
        """Seconds from its start to its result, by the SDK as its documentation shows."""
        options = ClaudeAgentOptions(
            cli_path=self._program, cwd=self._folder, env=self._environment, setting_sources=[],
            resume=self._session,
        )  # fmt: skip
        began = time.perf_counter()
        async with ClaudeSDKClient(options) as client:
            await client.query(self._words)
            async for said in client.receive_response():
                if isinstance(said, ResultMessage):
                    self._session = said.session_id
                    return time.perf_counter() - began
        raise AssertionError("Claude Code ended without a result")
