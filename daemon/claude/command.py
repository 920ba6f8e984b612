"""How Claude Code is called: the program, its arguments, its environment, its version.

The arguments are those that claude-agent-sdk gives (``_internal/transport/subprocess_cli.py``), less what
would read settings, servers or instructions from the working directory: the directory may be hostile.
"""

import asyncio
import importlib.util
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from claude_agent_sdk import __version__ as sdk_version

from daemon.claude.parse import MODE
from daemon.claude.tools import announcement
from daemon.process import Limits, spawn
from daemon.runtime import Needs, RuntimeUnfit, Turn

# The oldest version whose gate was measured to hold: `onFailure` of hooks and verbatim prompts included.
MINIMUM = (2, 1, 332)

ANSWER_SECONDS = 20.0

# Names the folder of the program's login and transcripts.
CONFIG_DIR = "CLAUDE_CONFIG_DIR"

# Whose interface the model speaks: what a box has to offer.
PROVIDER = "anthropic"

# What acts later, elsewhere or without the gate, and what waits for a person at a terminal.
DISALLOWED = (
    "AskUserQuestion",
    "CronCreate",
    "CronDelete",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Monitor",
    "PushNotification",
    "RemoteTrigger",
    "ScheduleWakeup",
    "SendMessage",
    "TaskStop",
    "Workflow",
)

USUAL = {
    # The older of its two planning tools, whose every call holds the whole plan.
    "CLAUDE_CODE_ENABLE_TASKS": "0",
    "CLAUDE_CODE_ENABLE_TODO_TOOLS": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
}

FIXED = {
    # A background task would start a turn of its own after the result.
    "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1",
    # A deferred call would run again on resume before the gate is registered.
    "CLAUDE_CODE_DISABLE_DEFERRED_TOOL_RESUME": "1",
    "CLAUDE_CODE_ENTRYPOINT": "sdk-py",
    "CLAUDE_AGENT_SDK_VERSION": sdk_version,
}


def find_program() -> Path | None:
    """The Claude Code that comes with claude-agent-sdk, whose version is known to fit, else the owner's own.

    Both use the owner's login: it is in the configuration folder, not in the program.
    """
    package = importlib.util.find_spec("claude_agent_sdk")
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "_bundled" / "claude"
        if bundled.is_file():
            return bundled
    own = shutil.which("claude")
    return Path(own) if own is not None else None


def build_command(program: Path, turn: Turn) -> list[str]:
    """The command line of one turn. Nothing secret is in it: everybody on the machine can read it."""
    known = f"--resume={turn.session}" if turn.resume else f"--session-id={turn.session}"
    command = [
        str(program),
        "--output-format=stream-json",
        "--input-format=stream-json",
        "--verbose",
        f"--permission-mode={MODE}",
        "--permission-prompt-tool=stdio",
        "--setting-sources=",
        "--strict-mcp-config",
        f"--disallowedTools={','.join(DISALLOWED)}",
        known,
    ]
    named = {"model": "--model", "instructions": "--append-system-prompt"}
    command += [f"{flag}={turn.options[name]}" for name, flag in named.items() if turn.options.get(name)]
    servers = _servers(turn)
    return [*command, "--mcp-config", *servers] if servers else command


def _servers(turn: Turn) -> list[str]:
    own = turn.options.get("mcp_config")
    return [*([str(own)] if own else []), *([announcement()] if turn.tools is not None else [])]


def build_environment(turn: Turn) -> dict[str, str]:
    """The whole environment of the program: what the turn gives, and the switches of Claude Code (S6)."""
    return {**USUAL, **turn.environment, **FIXED, "PWD": str(turn.directory)}


def enter_box(program: Path, turn: Turn) -> tuple[list[str], dict[str, str]]:
    """The command and the environment of one turn, inside its box if it has one (P7).

    Raises:
        RuntimeUnfit: the box cannot show the program what it needs.
    """
    command, environment = build_command(program.resolve(), turn), build_environment(turn)
    if turn.box is None:
        return command, environment
    return turn.box.enter(command, environment, needs_of(program, turn))


def needs_of(program: Path, turn: Turn) -> Needs:
    """What Claude Code must see: itself, the file of MCP servers, and the folder of its records."""
    servers = turn.options.get("mcp_config")
    seen = (program.resolve(), *([Path(str(servers))] if servers else []))
    return Needs(programs=seen, state=(config_folder(turn.environment),), provider=PROVIDER)


def config_folder(environment: Mapping[str, str]) -> Path:
    """Where Claude Code keeps its login and its transcripts."""
    own = environment.get(CONFIG_DIR)
    return Path(own) if own else Path(environment.get("HOME") or "~").expanduser() / ".claude"


async def read_version(program: Path) -> str:
    """The version of the program.

    Raises:
        RuntimeUnfit: it does not start, or is too old to be held by the gate.
    """
    code, output = await _ask(program, {}, "--version")
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", output)
    if code or found is None:
        raise RuntimeUnfit(f"{program} --version failed with exit code {code}: install Claude Code anew.")
    if tuple(map(int, found.groups())) < MINIMUM:
        oldest = ".".join(map(str, MINIMUM))
        raise RuntimeUnfit(
            f"Claude Code {found[0]} is too old to ask before each action: run `claude update` (needs {oldest})."
        )
    return found[0]


async def check_login(program: Path, environment: Mapping[str, str]) -> None:
    """See that Claude Code can reach a model in the name of somebody, without asking the network.

    Raises:
        RuntimeUnfit: nobody is logged in.
    """
    _, output = await _ask(program, environment, "auth", "status")
    try:
        logged_in = json.loads(output)["loggedIn"]
    except (ValueError, KeyError, TypeError) as problem:
        raise RuntimeUnfit(f"`{program} auth status` gave no answer: install Claude Code anew.") from problem
    if not logged_in:
        raise RuntimeUnfit("Claude Code is not logged in: run `claude` on this machine and type /login.")


async def _ask(program: Path, environment: Mapping[str, str], *arguments: str) -> tuple[int, str]:
    mark = f"check-{uuid4()}"  # its own: what is stopped by a mark is everything on this machine that has it
    try:
        child = await spawn([str(program), *arguments], Path.cwd(), {**USUAL, **environment}, mark)
    except OSError as problem:
        raise RuntimeUnfit(
            f"{program} does not start ({problem.strerror}): install Claude Code."
        ) from problem
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            output = [line async for line in child.lines()]
            return await child.wait(), b"\n".join(output).decode(errors="replace")
    except TimeoutError as problem:
        raise RuntimeUnfit(f"{program} does not answer: install Claude Code anew.") from problem
    finally:
        await child.stop(Limits(0, 0, 5))
