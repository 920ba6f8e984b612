"""What runs services on this system, and how it is told."""

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from deploy.failures import Failure
from deploy.service.unit import LABEL, NAME, Service, launchd_agent, systemd_unit

LOG_LINES = 200


class NotManaged(Failure):
    """The system's service manager did not do what it was told."""


class Manager(Protocol):
    """The service manager of one account. ``advice`` is what its owner should know beside."""

    file: Path
    advice: tuple[str, ...]

    def text(self, service: Service) -> str:
        """What the file of the service says."""
        ...

    async def install(self, service: Service) -> None:
        """Write the file, and start the service now and at every login."""
        ...

    async def uninstall(self) -> None:
        """Stop the service, and remove its file."""
        ...

    async def start(self) -> None:
        """Start it."""
        ...

    async def stop(self) -> None:
        """Stop it until it is started again, or until the next login."""
        ...

    async def restart(self) -> None:
        """Stop it, then start it."""
        ...

    async def state(self) -> str:
        """What the system says of it, in one word; ``running`` is the good one."""
        ...

    def log_command(self, follow: bool) -> list[str]:
        """The program that shows what the service has said."""
        ...


@dataclass
class Systemd:
    """A user unit."""

    file: Path
    advice: tuple[str, ...] = ("`loginctl enable-linger` keeps it running while you are logged out.",)

    def text(self, service: Service) -> str:
        """What the file of the service says."""
        return systemd_unit(service)

    async def install(self, service: Service) -> None:
        """Write the unit and start it."""
        _write(self.file, self.text(service))
        await _systemctl("daemon-reload")
        await _systemctl("enable", NAME)
        await _systemctl("restart", NAME)

    async def uninstall(self) -> None:
        """Stop the unit and remove it."""
        await _systemctl("disable", "--now", NAME)
        self.file.unlink(missing_ok=True)
        await _systemctl("daemon-reload")

    async def start(self) -> None:
        """Start the unit."""
        await _systemctl("start", NAME)

    async def stop(self) -> None:
        """Stop the unit."""
        await _systemctl("stop", NAME)

    async def restart(self) -> None:
        """Stop the unit, then start it."""
        await _systemctl("restart", NAME)

    async def state(self) -> str:
        """``ActiveState`` by systemctl(1), in which running is called active."""
        code, said = await _say(["systemctl", "--user", "is-active", NAME])
        word = said.strip().splitlines()[-1] if said.strip() else f"unknown (exit code {code})"
        return "running" if word == "active" else word

    def log_command(self, follow: bool) -> list[str]:
        """journalctl(1)."""
        return [
            "journalctl", "--user", "--unit", NAME, "--lines", str(LOG_LINES), "--no-pager",
            *(["--follow"] if follow else []),
        ]  # fmt: skip


@dataclass
class Launchd:
    """A launch agent in the account's own domain."""

    file: Path
    log: Path
    advice: tuple[str, ...] = ()

    @property
    def _target(self) -> str:
        return f"gui/{os.getuid()}/{LABEL}"

    def text(self, service: Service) -> str:
        """What the file of the service says."""
        return launchd_agent(service)

    async def install(self, service: Service) -> None:
        """Write the property list and load it, which starts it."""
        self.log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        await _say(["launchctl", "bootout", self._target])  # an older one; that there is none is no fault
        _write(self.file, self.text(service))
        await self.start()

    async def uninstall(self) -> None:
        """Unload it and remove its file."""
        await self.stop()
        self.file.unlink(missing_ok=True)

    async def start(self) -> None:
        """Load it, which starts it."""
        await _must(["launchctl", "bootstrap", f"gui/{os.getuid()}", str(self.file)])

    async def stop(self) -> None:
        """Unload it, which stops it."""
        await _must(["launchctl", "bootout", self._target])

    async def restart(self) -> None:
        """Kill it and start it."""
        await _must(["launchctl", "kickstart", "-k", self._target])

    async def state(self) -> str:
        """``state`` by launchctl(1)."""
        code, said = await _say(["launchctl", "print", self._target])
        words = [line.partition("=")[2].strip() for line in said.splitlines() if "state =" in line]
        return words[0] if words and not code else "not loaded"

    def log_command(self, follow: bool) -> list[str]:
        """tail(1) on the file that the agent writes."""
        return ["tail", "-n", str(LOG_LINES), *(["-F"] if follow else []), str(self.log)]


def find_manager(home: Path, state: Path, platform: str = sys.platform) -> Manager:
    """The service manager of this system, for an account with this home folder.

    Raises:
        Failure: muti makes no service here.
    """
    if platform == "darwin":
        return Launchd(home / "Library" / "LaunchAgents" / f"{LABEL}.plist", state / "logs" / "daemon.log")
    if platform == "linux":
        config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
        return Systemd(config / "systemd" / "user" / f"{NAME}.service")
    raise Failure(
        f"muti makes no service on {platform}. Let the system start `muti daemon run` when you log in.",
        "unsupported",
    )


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


async def _systemctl(*words: str) -> None:
    await _must(["systemctl", "--user", *words])


async def _must(command: Sequence[str]) -> None:
    code, said = await _say(command)
    if code:
        shown = " ".join(command)
        detail = said.strip() or f"exit code {code}"
        raise NotManaged(f"`{shown}` failed: {detail}. Look at `muti daemon logs`.", "service")


async def _say(command: Sequence[str]) -> tuple[int, str]:
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
    except FileNotFoundError as missing:
        remedy = "let the system start `muti daemon run` when you log in"
        raise NotManaged(f"There is no {command[0]} on this system; {remedy}.", "service") from missing
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode(errors="replace")
