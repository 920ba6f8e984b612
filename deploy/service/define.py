"""Which service the configuration asks for, and what the agents see in it."""

import sys
from collections.abc import Mapping
from pathlib import Path

import deploy
from config.settings import Settings
from deploy.failures import Exit, Failure
from deploy.service.unit import Service

TAKEN = ("PATH", "LANG")
"""Of the shell that installs: the service itself would start with a bare PATH, and find no tools."""

GIVEN = ("HOME", "USER", "LOGNAME", "SHELL")
"""What systemd and launchd give to every service of an account (systemd.exec(5), launchd.plist(5))."""

OWN = ("MUTI_HOME", "MUTI_CONFIG", "MUTI_RELAY_URL")
"""Variables of ours that the command line of the service says as well as they do."""


def service_of(settings: Settings, relay: str | None, environ: Mapping[str, str]) -> Service:
    """`muti daemon run` as a service.

    Raises:
        Failure: something that the daemon needs is only in this shell.
    """
    if settings.source is None or not settings.agents:
        raise Failure("No agent is configured on this computer; `muti init` adds one.", "config")
    lost = sorted(name for name in environ if name.startswith("MUTI_") and name not in OWN)
    if lost:
        raise Failure(
            f"{', '.join(lost)} is set only in this shell, and the service would not have it. Write it into "
            f"{settings.source} and unset it here.",
            "config",
            Exit.usage,
        )
    address = relay or environ.get("MUTI_RELAY_URL")
    service = Service(
        command=(
            sys.executable,
            *("-m", "deploy.muti", "--config", str(settings.source)),
            *(("--relay", address) if address else ()),
            *("daemon", "run"),
        ),
        directory=Path(deploy.__file__).resolve().parents[1],
        log=settings.home / "logs" / "daemon.log",
        environment={"MUTI_HOME": str(settings.home), **_taken(environ)},
    )
    _refuse_line_breaks(service)
    return service


def seen_in_service(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment of which the service's agents get what they name."""
    return {name: environ[name] for name in (*TAKEN, *GIVEN) if name in environ}


def missing_for_agents(settings: Settings, environ: Mapping[str, str]) -> list[str]:
    """Sentences about variables that an agent takes from the shell, and that the service does not have."""
    seen = seen_in_service(environ)
    return [
        f"agent {agent.handle}: {name} is in this shell and not in the service; give it a value under agents.env."
        for agent in settings.agents
        for name, text in agent.env.items()
        if text is None and name in environ and name not in seen
    ]


def _taken(environ: Mapping[str, str]) -> dict[str, str]:
    return {name: environ[name] for name in TAKEN if environ.get(name)}


def _refuse_line_breaks(service: Service) -> None:
    """Each line of a unit is a setting of its own: no path may begin one."""
    words = [*service.command, str(service.directory), str(service.log), *service.environment.values()]
    for word in words:
        if any(ord(character) < ord(" ") for character in word):
            raise Failure(f"{word!r} holds a line break or another control character; rename it.", "config")
