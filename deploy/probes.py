"""What `muti doctor` looks at. Every line is something that was tried; what was not tried is a skip (O7)."""

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime

import aiohttp

from config.settings import AgentSettings, Settings
from daemon.runtime import RuntimeUnfit
from deploy.agents import NotBuilt, runtime_of, sandbox_of
from deploy.findings import Finding, Status
from deploy.moments import ago, now
from deploy.slack.tries import try_slack
from deploy.tokens import PERSON, TokenFolder
from relay.client import Refused, RelayClient, Unreachable
from relay.rooms.agents import is_present

PROBE_SECONDS = 20.0
SKEW_SECONDS = 30.0


Probe = Callable[[], Awaitable[Finding]]


async def examine(
    settings: Settings, url: str, environ: dict[str, str], service: dict[str, str] | None = None
) -> list[Finding]:
    """All probes, one after the other, each with a limit of time.

    ``service`` is what the daemon sees where it is a service; the agents are tried with that.
    """
    probes: list[tuple[str, Probe]] = [
        ("state", lambda: _state(settings)),
        ("git", _git),
        ("relay", lambda: _relay(url)),
        ("clock", lambda: _clock(url)),
        ("token", lambda: _token(settings, url, environ)),
        ("machines", lambda: _machines(settings, url, environ)),
        *(_agent_probe(settings, agent, environ, service) for agent in settings.agents),
    ]
    found = [await _timed(name, probe) for name, probe in probes]
    if not settings.agents:
        found.append(Finding("agents", Status.skip, "no agent is configured on this computer"))
    found += await try_slack(settings)
    unmade = "needs a person to tap: muti slack check"
    feishu = "not configured" if settings.feishu is None else "this version has no connector for it"
    return [*found, Finding("slack.tap", Status.skip, unmade), Finding("feishu", Status.skip, feishu)]


def _agent_probe(
    settings: Settings, agent: AgentSettings, environ: dict[str, str], service: dict[str, str] | None
) -> tuple[str, Probe]:
    seen, whose = (environ, "") if service is None else (service, ", as the service sees it")
    return f"agent.{agent.handle}", lambda: _agent(settings, agent, seen, whose)


async def _timed(name: str, probe: Probe) -> Finding:
    began = time.monotonic()
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            found = await probe()
    except TimeoutError:
        found = Finding(
            name, Status.fail, f"no answer within {PROBE_SECONDS:.0f} s", "try again; look at the logs"
        )
    took = int((time.monotonic() - began) * 1000)
    return Finding(found.name, found.status, found.evidence, found.remedy, took)


async def _state(settings: Settings) -> Finding:
    home = settings.home
    probe = home / ".probe"
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe.write_text("", encoding="utf-8")
        probe.unlink()
    except OSError as error:
        remedy = "make it writable for you, or name another by MUTI_HOME"
        return Finding("state", Status.fail, f"{home}: {error.strerror}", remedy)
    free = shutil.disk_usage(home).free // 1024**2
    if free < 1024:
        return Finding("state", Status.warn, f"{home}: {free} MB are free", "make room on this disk")
    return Finding("state", Status.ok, f"{home} can be written")


async def _git() -> Finding:
    found = shutil.which("git")
    if found is None:
        return Finding("git", Status.warn, "not on PATH", "install git: agents work in repositories")
    process = await asyncio.create_subprocess_exec(
        found, "--version", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    said, _ = await process.communicate()
    return Finding("git", Status.ok, f"{found}: {said.decode(errors='replace').strip()}")


async def _relay(url: str) -> Finding:
    try:
        async with aiohttp.ClientSession() as session, session.get(f"{url}/readyz") as answer:
            ready = await answer.json(content_type=None)
    except (aiohttp.ClientError, ValueError) as error:
        return Finding(
            "relay", Status.fail, f"{url}: {error}", "start it with `muti up`, or correct the address"
        )
    broken = [name for name, good in ready.items() if not good]
    if broken:
        remedy = "start the database and then the relay; the relay migrates when it starts"
        return Finding("relay", Status.fail, f"{url}: not ready: {', '.join(broken)}", remedy)
    return Finding("relay", Status.ok, f"{url}: {', '.join(ready)} are ready")


async def _clock(url: str) -> Finding:
    try:
        async with aiohttp.ClientSession() as session, session.get(f"{url}/healthz") as answer:
            theirs = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (aiohttp.ClientError, KeyError, ValueError):
        return Finding("clock", Status.skip, "the relay does not answer")
    skew = time.time() - theirs
    if abs(skew) > SKEW_SECONDS:
        return Finding("clock", Status.warn, f"{skew:+.0f} s from the relay's", "set both clocks by NTP")
    return Finding("clock", Status.ok, f"within {max(1.0, abs(skew)):.0f} s of the relay's")


def _person_token(settings: Settings, environ: dict[str, str]) -> str | None:
    return environ.get("MUTI_TOKEN") or TokenFolder(settings.home).read(PERSON)


async def _token(settings: Settings, url: str, environ: dict[str, str]) -> Finding:
    token = _person_token(settings, environ)
    if token is None:
        return Finding(
            "token", Status.fail, "no token of yours is here", "start `muti up` once, or set MUTI_TOKEN"
        )
    try:
        async with RelayClient(url, token, attempts=1) as client:
            rooms = (await client.rooms(None)).rooms
    except Unreachable:
        return Finding("token", Status.skip, "the relay does not answer")
    except Refused as refused:
        return Finding(
            "token", Status.fail, f"refused: {refused.code}", "start `muti up` on the relay's computer"
        )
    return Finding("token", Status.ok, f"accepted; rooms: {', '.join(room.name for room in rooms) or 'none'}")


async def _machines(settings: Settings, url: str, environ: dict[str, str]) -> Finding:
    token = _person_token(settings, environ)
    try:
        async with RelayClient(url, token or "", attempts=1) as client:
            machines = (await client.my_machines(None)).machines
    except (Unreachable, Refused):
        return Finding("machines", Status.skip, "the relay does not answer, or not to you")
    known = [machine for machine in machines if machine.revoked_at is None]
    away = [one for one in known if not is_present(one.last_contact_at, now())]
    said = "; ".join(f"{one.name} heard of {ago(one.last_contact_at)}" for one in known)
    if not known:
        return Finding("machines", Status.skip, "none is registered")
    if away:
        return Finding("machines", Status.warn, said, "start `muti up` or `muti daemon run` there")
    return Finding("machines", Status.ok, said)


async def _agent(settings: Settings, agent: AgentSettings, environ: dict[str, str], whose: str) -> Finding:
    name = f"agent.{agent.handle}"
    if not agent.directory.is_dir():
        return Finding(
            name, Status.fail, f"{agent.directory} is no folder", "make it, or correct agents.directory"
        )
    try:
        given = agent.environment(environ)
        runtime = runtime_of(agent, settings.home / "daemon" / "runtimes", given)
        version = await runtime.check()
        sandbox = sandbox_of(settings, agent, given)
        if sandbox is not None:
            await sandbox.check()
    except (RuntimeUnfit, NotBuilt) as unfit:
        return Finding(name, Status.fail, f"{unfit}{whose}", "see above")
    except ModuleNotFoundError as error:
        return Finding(
            name, Status.fail, f"{error.name} is not installed", f"pip install 'muti[{agent.runtime}]'"
        )
    kept = "in its sandbox" if sandbox is not None else "without a sandbox"
    return Finding(name, Status.ok, f"{agent.runtime} {version}, {kept}, in {agent.directory}{whose}")
