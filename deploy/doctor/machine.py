"""Probes of the daemons: this computer's service, whether it outlives a logout, and what the relay has heard of each."""

import asyncio
import getpass
import shutil

from deploy.doctor.relay import Reached
from deploy.failures import Failure
from deploy.findings import Finding, Status
from deploy.moments import ago, now
from deploy.service.system import Manager, Systemd
from deploy.version import VERSION
from relay.client import Refused, RelayClient, Unreachable
from relay.rooms.agents import is_present
from relay.wire.machines import MachineView


async def try_service(manager: Manager) -> Finding:
    """Does the service of this computer's daemon run?"""
    logs = f"its log: `{' '.join(manager.log_command(follow=False))}`"
    if not manager.file.exists():
        said = "the daemon is no service here; in a terminal it logs to stderr"
        return Finding("service", Status.skip, said, "`muti daemon install` runs it at every login")
    try:
        state = await manager.state()
    except Failure as failure:
        return Finding("service", Status.fail, f"{failure} ({logs})", "start `muti daemon run` by hand")
    if state != "running":
        remedy = "`muti daemon start`, then `muti daemon logs` if it does not stay"
        return Finding("service", Status.fail, f"{manager.file.name} is {state}; {logs}", remedy)
    return Finding("service", Status.ok, f"{manager.file.name} is running; {logs}")


async def try_linger(manager: Manager) -> Finding:
    """Does the service go on when its owner logs out (loginctl(1))?"""
    if not isinstance(manager, Systemd) or not manager.file.exists():
        return Finding("linger", Status.skip, "there is no systemd service of the daemon here")
    program, user = shutil.which("loginctl"), getpass.getuser()
    if program is None:
        return Finding("linger", Status.skip, "there is no loginctl on this system")
    process = await asyncio.create_subprocess_exec(
        *(program, "show-user", user, "--property=Linger", "--value"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said = (await process.communicate())[0].decode(errors="replace").strip()
    if said == "yes":
        return Finding("linger", Status.ok, f"on: the daemon of {user} goes on after a logout")
    why = f"off: the daemon stops when {user} logs out" if said == "no" else said or "loginctl says nothing"
    return Finding("linger", Status.warn, why, f"loginctl enable-linger {user}")


async def try_machines(where: Reached) -> list[Finding]:
    """What the relay has heard of the owner's machines: when, and in which version."""
    try:
        async with RelayClient(where.url, where.token or "", attempts=1) as client:
            machines = (await client.my_machines(None)).machines
    except (Unreachable, Refused):
        return [Finding("machines", Status.skip, "the relay does not answer, or not to you")]
    known = [machine for machine in machines if machine.revoked_at is None]
    if not known:
        return [Finding("machines", Status.skip, "none is registered")]
    return [_contact(known), *_versions(known)]


def _contact(known: list[MachineView]) -> Finding:
    away = [one for one in known if not is_present(one.last_contact_at, now())]
    said = "; ".join(f"{one.name} heard of {ago(one.last_contact_at)}" for one in known)
    if away:
        names = ", ".join(one.name for one in away)
        remedy = (
            f"wake {names} up, and start `muti up` or `muti daemon run` there; what is asked meanwhile waits"
        )
        return Finding("machines", Status.warn, said, remedy)
    return Finding("machines", Status.ok, said)


def _versions(known: list[MachineView]) -> list[Finding]:
    started = [one for one in known if one.version is not None]
    if not started:
        return []
    said = "; ".join(f"{one.name} runs {one.version}" for one in started)
    if all(one.version == VERSION for one in started):
        return [Finding("versions", Status.ok, said)]
    return [
        Finding(
            "versions",
            Status.warn,
            f"{said}; this is {VERSION}",
            "bring all to one version; it works so, too",
        )
    ]
