"""Probes of the agents: the program, its login and its sandbox, as the daemon sees them where it is a service."""

import asyncio
import plistlib
import shlex
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

from config.settings import AgentSettings, Settings
from daemon.runtime import RuntimeUnfit
from deploy.agents import NotBuilt, runtime_of, sandbox_of
from deploy.findings import PROBE_SECONDS, Finding, Status, timed
from deploy.service.define import seen_in_service
from deploy.service.system import Manager

ASK_SECONDS = 10.0


async def environment_of(manager: Manager, environ: Mapping[str, str]) -> dict[str, str]:
    """The environment that the service has: what the system gives it, and what its file says.

    The system is asked by a command of its own that it runs (systemd-run(1)); where it cannot be, the variables that
    every service gets are taken from this shell (systemd.exec(5), launchd.plist(5)).
    """
    written = written_in(manager.file)
    given = await _ask_system() if manager.file.suffix == ".service" else {}
    return {**(given or seen_in_service({**environ, "PATH": written.get("PATH", "")})), **written}


def written_in(file: Path) -> dict[str, str]:
    """The variables that the file of a service sets."""
    if file.suffix == ".plist":
        found = plistlib.loads(file.read_bytes()).get("EnvironmentVariables", {})
        return {str(name): str(text) for name, text in found.items()}
    lines = file.read_text(encoding="utf-8").splitlines()
    given = [line.removeprefix("Environment=") for line in lines if line.startswith("Environment=")]
    pairs = [word.replace("%%", "%").partition("=") for line in given for word in shlex.split(line)]
    return {name: text for name, _, text in pairs}


async def _ask_system() -> dict[str, str]:
    program = shutil.which("systemd-run")
    if program is None:
        return {}
    process = await asyncio.create_subprocess_exec(
        *(program, "--user", "--pipe", "--wait", "--quiet", "--collect", "env", "-0"),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(ASK_SECONDS):
            said = (await process.communicate())[0].decode(errors="replace")
    except TimeoutError:
        process.kill()
        return {}
    pairs = [pair.partition("=") for pair in said.split("\0") if "=" in pair]
    return {} if process.returncode else {name: text for name, _, text in pairs}


async def try_agent(
    settings: Settings, agent: AgentSettings, environ: Mapping[str, str], whose: str
) -> list[Finding]:
    """The program with its login, then its sandbox. ``whose`` says in whose environment they are tried."""
    if not agent.directory.is_dir():
        remedy = "make it, or correct agents.directory"
        return [Finding(f"agent.{agent.handle}", Status.fail, f"{agent.directory} is no folder", remedy)]
    given = agent.environment(environ)
    program = await timed(f"agent.{agent.handle}", _program(settings, agent, given, whose))
    return [program, await timed(f"sandbox.{agent.handle}", _sandbox(settings, agent, given))]


async def _program(settings: Settings, agent: AgentSettings, given: Mapping[str, str], whose: str) -> Finding:
    name = f"agent.{agent.handle}"
    try:
        runtime = runtime_of(agent, settings.home / "daemon" / "runtimes", given)
        version = await runtime.check()
    except (RuntimeUnfit, NotBuilt) as unfit:
        return Finding(name, Status.fail, f"{unfit}{whose}", _remedy(agent, given))
    except ModuleNotFoundError as error:
        remedy = f"pip install 'muti[{agent.runtime}]'"
        return Finding(name, Status.fail, f"{error.name} is not installed", remedy)
    return Finding(name, Status.ok, f"{agent.runtime} {version}, in {agent.directory}{whose}")


LOGINS = {
    "claude": "log in with `claude`, or put CLAUDE_CODE_OAUTH_TOKEN (from `claude setup-token`) under agents.env",
    "codex": "put OPENAI_API_KEY under agents.env, or name the file of `codex login` by options.login",
}


def _remedy(agent: AgentSettings, given: Mapping[str, str]) -> str:
    """What helps when a program does not do: to find it, or to log in."""
    path = given.get("PATH", "none")
    login = LOGINS.get(agent.runtime, "log in with the program itself")
    return f"its PATH is {path}: name the program by options.program if it is elsewhere; {login}"


async def _sandbox(settings: Settings, agent: AgentSettings, given: Mapping[str, str]) -> Finding:
    name = f"sandbox.{agent.handle}"
    try:
        sandbox = sandbox_of(settings, agent, dict(given))
        if sandbox is None:
            off = agent.sandbox == "off"
            said = "switched off by its owner; every card says so" if off else "this runtime has none here"
            return Finding(name, Status.warn if off else Status.skip, said, 'sandbox = "on"' if off else "")
        began = time.monotonic()
        await sandbox.check()
    except RuntimeUnfit as unfit:
        remedy = 'install bubblewrap, or write sandbox = "off" for this agent, which every card then shows'
        return Finding(name, Status.fail, str(unfit), remedy)
    took = time.monotonic() - began
    said = f"starts in {took:.1f} s and holds: no keys, no network, no files outside"
    slow = took > PROBE_SECONDS / 2
    return Finding(
        name, Status.warn if slow else Status.ok, said, "the folder may be very large" if slow else ""
    )
