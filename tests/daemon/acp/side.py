"""The real agent program behind the Agent Client Protocol, in a real box, with a local model."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from daemon.acp import AcpRuntime, Patience
from daemon.runtime import Turn
from daemon.sandbox.box import BubblewrapBox
from tests.daemon.sandbox.world import World
from tests.daemon.sides import LIMITS, PATH
from tests.emulators.anthropic import AnthropicEmulator


@dataclass
class AcpSide:
    """One agent on one machine. ``agent`` is its program, ``claude`` the Claude Code that it runs in turn."""

    world: World
    agent: Path
    claude: Path
    model: AnthropicEmulator
    call_seconds: float = 20.0
    numbers: Any = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.runtime = self.make()

    def make(self) -> AcpRuntime:
        """The runtime, as a fresh daemon process finds it."""
        patience = Patience(call=self.call_seconds, farewell=1, force=LIMITS)
        return AcpRuntime(self.world.folder / "state", (self.agent.name,), self.environment, patience)

    @property
    def environment(self) -> dict[str, str]:
        """The agent's variables, as its owner has set them."""
        return {
            **self.world.environment,
            "PATH": f"{self.agent.parent}:{PATH}",
            "CLAUDE_CODE_EXECUTABLE": str(self.claude),
            "CLAUDE_CODE_MAX_RETRIES": "1",
            "ANTHROPIC_BASE_URL": self.model.url,
        }

    @asynccontextmanager
    async def box(self) -> AsyncIterator[BubblewrapBox]:
        """A fresh box, as each request has one."""
        sandbox = self.world.sandbox(readable=(self.claude,))
        async with sandbox.open(None, sandbox.spending()) as box:
            yield box

    def turn(self, box: BubblewrapBox | None, *answers: Any, session: str | None = None) -> Turn:
        """A turn with exactly these answers of the model."""
        number = next(self.numbers)
        marker = self.model.script(f"play{number}", *answers)
        known = session or self.runtime.new_session()
        options = {"mode": "default", "provider": "anthropic"}
        return Turn(
            f"R20260906-{number:02d}",
            f"please {marker}",
            self.world.work,
            known,
            session is not None,
            self.environment,
            options,
            box=box,
        )
