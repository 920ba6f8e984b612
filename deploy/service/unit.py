"""What the service is, and its files as text. Pure.

The forms are those of systemd.unit(5), systemd.service(5), systemd.exec(5) and launchd.plist(5).
"""

import plistlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

NAME = "muti-daemon"
LABEL = "chat.muti.daemon"

STOP_SECONDS = 120
"""How long a stop may take: the daemon drains, and ends the processes of its agents (O15)."""

RESTART_SECONDS = 10


@dataclass(frozen=True)
class Service:
    """A program that runs as long as its owner's account does. Every path in it is absolute.

    ``environment`` is all that it sees beside what the system gives to every service; nothing secret is in it,
    since others may read the files that are made of it.
    """

    command: Sequence[str]
    directory: Path
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)


def systemd_unit(service: Service) -> str:
    """The text of a systemd user unit."""
    command = " ".join(_quote(word, dollar="$$") for word in service.command)
    variables = [
        f"Environment={_quote(f'{name}={text}')}" for name, text in sorted(service.environment.items())
    ]
    lines = [
        "[Unit]",
        "Description=muti daemon: runs the coding agents of this computer",
        "",
        "[Service]",
        "Type=exec",
        f"ExecStart={command}",
        f"WorkingDirectory={str(service.directory).replace('%', '%%')}",
        *variables,
        "Restart=on-failure",
        f"RestartSec={RESTART_SECONDS}",
        "# Wrong use and a wrong configuration do not get better by trying again.",
        "RestartPreventExitStatus=2",
        "# The daemon itself ends what it started, in order; what is left after that is killed.",
        "KillMode=mixed",
        f"TimeoutStopSec={STOP_SECONDS}",
        "",
        "[Install]",
        "WantedBy=default.target",
        "",
    ]
    return "\n".join(lines)


def launchd_agent(service: Service) -> str:
    """The text of a launchd agent."""
    known = {
        "Label": LABEL,
        "ProgramArguments": list(service.command),
        "WorkingDirectory": str(service.directory),
        "EnvironmentVariables": dict(sorted(service.environment.items())),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": RESTART_SECONDS,
        "ExitTimeOut": STOP_SECONDS,
        # Otherwise the system slows down what nobody looks at, and with it the agents.
        "ProcessType": "Interactive",
        "StandardOutPath": str(service.log),
        "StandardErrorPath": str(service.log),
    }
    return plistlib.dumps(known, sort_keys=False).decode()


def _quote(word: str, dollar: str = "$") -> str:
    """A word as systemd reads it back: quotes and backslashes escaped, no specifier, no variable of its own."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", dollar)
    return f'"{plain}"'
