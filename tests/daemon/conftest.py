"""A furnished house with a daemon that is not running yet, and every runtime by itself."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.daemon.acp.side import AcpSide, open_acp
from tests.daemon.scene import Scene
from tests.daemon.sides import ClaudeSide, CodexSide, ScriptedSide, Side
from tests.emulators.anthropic import AnthropicEmulator, serve_anthropic
from tests.emulators.openai import OpenAIEmulator, serve_openai
from tests.house import House
from tests.needs import require

# What the contract is tried on. A new runtime joins here and in `open_side`.
STRICT_PROGRAMS = [
    pytest.param("claude", marks=pytest.mark.claude),
    pytest.param("codex", marks=pytest.mark.codex),
]
ACP = pytest.param("acp", marks=[pytest.mark.acp, pytest.mark.claude, pytest.mark.sandbox])
PROGRAMS = [*STRICT_PROGRAMS, ACP]


@pytest.fixture
def scene(running_relay: House, tmp_path: Path) -> Scene:
    """The house, and a daemon for its machine in folders of its own."""
    return Scene(running_relay, tmp_path)


@pytest.fixture
async def model() -> AsyncIterator[AnthropicEmulator]:
    """A model that speaks Anthropic's protocol; its histories were all whole."""
    async with serve_anthropic() as running:
        yield running
        assert running.broken == []
        assert running.unknown == []


@pytest.fixture
async def responses() -> AsyncIterator[OpenAIEmulator]:
    """A model that speaks OpenAI's protocol; its histories were all whole."""
    async with serve_openai() as running:
        yield running
        assert running.broken == []
        assert running.unknown == []


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """The agent's directory, which the first turn makes."""
    return tmp_path / "work"


@pytest.fixture(params=["scripted", *PROGRAMS])
def side(request: pytest.FixtureRequest, tmp_path: Path) -> Side:
    """Each runtime."""
    return open_side(request.param, request, tmp_path)


@pytest.fixture(params=["scripted", *STRICT_PROGRAMS])
def strict_side(request: pytest.FixtureRequest, tmp_path: Path) -> Side:
    """Each runtime that asks about everything; `tests.daemon.acp.weaker` says what the other one is spared, and why."""
    return open_side(request.param, request, tmp_path)


@pytest.fixture(params=PROGRAMS)
def program_side(request: pytest.FixtureRequest, tmp_path: Path) -> Side:
    """Each runtime whose agent is a program of its own, which can be killed."""
    return open_side(request.param, request, tmp_path)


@pytest.fixture(params=STRICT_PROGRAMS)
def strict_program_side(request: pytest.FixtureRequest, tmp_path: Path) -> Side:
    """The same, of those that are programs of their own."""
    return open_side(request.param, request, tmp_path)


@pytest.fixture
async def acp_side(claude_program: Path, tmp_path: Path, model: AnthropicEmulator) -> AsyncIterator[AcpSide]:
    """An agent of the Agent Client Protocol, which has to be in a box."""
    async with open_acp(tmp_path, require("acp"), claude_program, model) as opened:
        yield opened


def open_side(name: str, request: pytest.FixtureRequest, folder: Path) -> Side:
    """A runtime by its name, with the local model that it needs."""
    if name == "scripted":
        return ScriptedSide(folder)
    if name == "acp":
        opened: Side = request.getfixturevalue("acp_side")
        return opened
    if name == "codex":
        own = request.getfixturevalue("codex_program")
        return CodexSide(folder, own, request.getfixturevalue("responses"))
    program = request.getfixturevalue("claude_program")
    return ClaudeSide(folder, program, request.getfixturevalue("model"))
