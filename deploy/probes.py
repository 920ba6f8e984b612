"""What `muti doctor` looks at. Every line is something that was tried; what was not tried is a skip (O7)."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path

from config.settings import AgentSettings, Settings
from deploy.doctor import agents, database, home, machine, relay
from deploy.doctor.relay import Reached
from deploy.failures import Failure
from deploy.findings import Finding, Status, timed, timed_together
from deploy.reach import door_of, is_elsewhere
from deploy.service.system import Manager, find_manager

Progress = Callable[[str], None]


async def examine(
    settings: Settings, url: str, environ: Mapping[str, str], progress: Progress = lambda _: None
) -> list[Finding]:
    """All probes, one after the other, each with a limit of time. ``progress`` is told what is tried next."""
    public_url = None if is_elsewhere(settings, url) else settings.relay.public_url
    where = Reached(url, door_of(settings, url, environ), public_url)
    manager = manager_of(settings)
    found: list[Finding] = []
    async for name, probe in _probes(settings, where, environ, manager):
        progress(name)
        found += await probe
    if not settings.agents:
        found.append(Finding("agents", Status.skip, "no agent is configured on this computer", "`muti init`"))
    return [*found, *await _chats(settings, progress)]


async def _probes(
    settings: Settings, where: Reached, environ: Mapping[str, str], manager: Manager | None
) -> AsyncIterator[tuple[str, Awaitable[list[Finding]]]]:
    yield "state", _one("state", home.try_state(settings.home))
    yield "disk", _one("disk", home.try_disk(settings.home))
    yield "git", _one("git", home.try_git(environ.get("PATH")))
    yield "keyring", _one("keyring", home.try_keyring(settings))
    yield "modes", _one("modes", home.try_modes(settings))
    yield "relay", _relay(settings, where)
    yield "clock", _one("clock", relay.try_clock(where))
    yield "token", _one("token", relay.try_token(where))
    yield "public_url", _one("public_url", relay.try_public_url(where))
    yield "events", _one("events", relay.try_stream(where))
    if manager is not None:
        yield "service", _one("service", machine.try_service(manager))
        yield "linger", _one("linger", machine.try_linger(manager))
    yield "machines", timed_together(machine.try_machines(where))
    seen, whose = await _seen(manager, environ)
    for agent in settings.agents:
        yield f"agent {agent.handle}", _agent(settings, agent, seen, whose)


async def _one(name: str, probe: Awaitable[Finding]) -> list[Finding]:
    return [await timed(name, probe)]


async def _agent(
    settings: Settings, agent: AgentSettings, seen: Mapping[str, str], whose: str
) -> list[Finding]:
    return await agents.try_agent(settings, agent, seen, whose)


async def _relay(settings: Settings, where: Reached) -> list[Finding]:
    """The relay's own word; the database directly, where it is this computer's and the relay is silent."""
    found = await relay.try_relay(where)
    silent = found[0].status is Status.fail and len(found) == 1
    if silent and settings.daemon.relay_url is None and not is_elsewhere(settings, where.url):
        found += await database.try_database(settings)
    return found


async def _seen(manager: Manager | None, environ: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    if manager is None or not manager.file.exists():
        return environ, ""
    return await agents.environment_of(manager, environ), ", as the service sees it"


def manager_of(settings: Settings) -> Manager | None:
    """What runs services here; nothing, where muti makes none."""
    try:
        return find_manager(Path.home(), settings.home)
    except Failure:
        return None


async def _chats(settings: Settings, progress: Progress) -> list[Finding]:
    """Their packages are extras, and slow to import: each only where it is used."""
    progress("slack")
    found = await timed_together(_or_missing("slack", settings.slack is not None, lambda: _slack(settings)))
    found.append(Finding("slack.tap", Status.skip, "needs a person to tap: muti slack check"))
    progress("feishu")
    found += await timed_together(
        _or_missing("feishu", settings.feishu is not None, lambda: _feishu(settings))
    )
    return [*found, Finding("feishu.tap", Status.skip, "needs a person to tap: muti feishu check")]


async def _slack(settings: Settings) -> list[Finding]:
    from deploy.slack.tries import try_slack

    return await try_slack(settings)


async def _feishu(settings: Settings) -> list[Finding]:
    from deploy.feishu.doctor import try_feishu

    return await try_feishu(settings)


async def _or_missing(name: str, used: bool, probe: Callable[[], Awaitable[list[Finding]]]) -> list[Finding]:
    label = "slack.bot" if name == "slack" else name
    if not used:
        return [Finding(label, Status.skip, "not configured")]
    try:
        return await probe()
    except ModuleNotFoundError as missing:
        return [
            Finding(label, Status.fail, f"{missing.name} is not installed", f"pip install 'muti[{name}]'")
        ]
