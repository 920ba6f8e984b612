"""The real agent program behind the Agent Client Protocol, in a real box, with a local model."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from daemon.acp import AcpRuntime, Patience
from daemon.runtime import Box, Turn
from daemon.sandbox import Sandbox, SandboxOptions
from tests.daemon.sides import LIMITS, PATH, Deed, answers_of, make_turn
from tests.emulators.anthropic import AnthropicEmulator

OPTIONS = {"mode": "default", "provider": "anthropic"}
CLAUDE = "CLAUDE_CODE_EXECUTABLE"


@dataclass
class AcpSide:
    """One agent in the box ``box``, which works in ``work``. ``environment`` is what its owner has set."""

    folder: Path
    work: Path
    model: AnthropicEmulator
    environment: Mapping[str, str]
    box: Box | None = None
    runtime: AcpRuntime = field(init=False)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    tells_exit_codes: bool = False  # the protocol has no word for it

    def __post_init__(self) -> None:
        self.be_patient(20.0)

    def be_patient(self, seconds: float) -> None:
        """How long a call may take when the turn is to stop; the runtime is as a fresh daemon process finds it."""
        patience = Patience(call=seconds, farewell=1, force=LIMITS)
        self.runtime = AcpRuntime(self.folder / "state", ("claude-agent-acp",), self.environment, patience)

    def turn(self, deeds: Sequence[Deed], session: str | None = None, **options: Any) -> Turn:
        """The deeds as answers of the model."""
        return self.steps_turn(*answers_of(deeds, self.work), session=session, **options)

    def steps_turn(self, *answers: Any, session: str | None = None, **options: Any) -> Turn:
        """A turn with exactly these answers of the model."""
        number = next(self.numbers)
        marker = self.model.script(f"play{number}", *answers)
        given = {"box": self.box, "directory": self.work, **OPTIONS, **options}
        return make_turn(self, f"please play {marker}", session, dict(self.environment), number, **given)


def variables(agent: Path, claude: Path, model: AnthropicEmulator, home: Path) -> dict[str, str]:
    """What the owner of an agent sets: ``claude`` is the Claude Code that the program ``agent`` runs in turn."""
    return {
        "HOME": str(home),
        "PATH": f"{agent.parent}:{PATH}",
        CLAUDE: str(claude),
        "CLAUDE_CODE_MAX_RETRIES": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "ANTHROPIC_BASE_URL": model.url,
        "ANTHROPIC_API_KEY": "sk-ant-dummy",
    }


@asynccontextmanager
async def open_acp(
    folder: Path, agent: Path, claude: Path, model: AnthropicEmulator
) -> AsyncIterator[AcpSide]:
    """A side in a fresh folder, with its box open."""
    home, work = folder / "home", folder / "work"
    for path in (home, work):
        path.mkdir()
    environment = variables(agent, claude, model, home)
    sandbox = Sandbox(SandboxOptions(work, environment, readable=(claude,)))
    async with sandbox.open(None, sandbox.spending()) as box:
        yield AcpSide(folder, work, model, environment, box)
