"""daemon: this computer's daemon, by hand or as a service of the owner's account (O6)."""

import logging
import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deploy.console import Console, command
from deploy.failures import Exit

if TYPE_CHECKING:
    from daemon.options import DaemonOptions
    from deploy.service.system import Manager

daemon_app = typer.Typer(no_args_is_help=True, help="This computer's daemon, which runs the agents.")


@daemon_app.command("run")
@command
async def run(ctx: typer.Context) -> None:
    """Run this computer's daemon: it pulls approved work from a relay and runs the agents."""
    from daemon.app import run_daemon
    from deploy.embedded import until
    from deploy.logs import start_logging

    console: Console = ctx.obj
    options = _options(console)
    start_logging(logging.INFO)
    await until(run_daemon(options))


@daemon_app.command("reconcile")
@command
async def reconcile(ctx: typer.Context) -> Exit | None:
    """Bring what this computer has written down together with the relay, without running anything; stop the daemon first."""
    from dataclasses import asdict

    from daemon.reconcile import reconcile as bring_together

    console: Console = ctx.obj
    _refuse_agents()
    found = await bring_together(_options(console))
    console.show(
        {"reconciled": asdict(found)},
        [
            f"{found.heard} changes of the relay were new here; {found.receipts} receipts were claimed.",
            f"{found.waiting} messages wait for the agents, {found.reports} reports for the relay.",
            f"{found.works} requests are in hand, {found.resting} of them wait for an answer.",
            *(
                [f"{found.elsewhere} requests run for the relay and are not known here."]
                if found.elsewhere
                else []
            ),
            *(
                [f"{found.unknown} effects have no known outcome; settle them in their room."]
                if found.unknown
                else []
            ),
            "Start the daemon: it goes on from here.",
        ],
    )
    return Exit.degraded if found.unknown or found.elsewhere else None


def _options(console: Console) -> "DaemonOptions":
    """What this computer's daemon is told."""
    from config.load import load_settings
    from deploy.agents import daemon_options
    from deploy.failures import Failure
    from deploy.reach import relay_url
    from deploy.tokens import MACHINE, TokenFolder

    settings = load_settings(console.config)
    if not settings.agents:
        raise Failure("No agent is configured on this computer; `muti init` adds one.", "config")
    given = settings.daemon.token
    token = given.get_secret_value() if given else TokenFolder(settings.home).read(MACHINE)
    if token is None:
        raise Failure(
            "This computer has no machine token: make one on the relay's with `muti machines add NAME`, and set "
            "daemon.token_file (or MUTI_DAEMON__TOKEN).",
            "unauthorized",
        )
    return daemon_options(settings, relay_url(console, settings), token)


@daemon_app.command("install")
@command
async def install(
    ctx: typer.Context,
    show: Annotated[
        bool, typer.Option("--print", help="Show the file of the service; write nothing.")
    ] = False,
) -> Exit | None:
    """Run the daemon now and at every login, as a service of your account, with the PATH of this shell."""
    from config.load import load_settings
    from deploy.service.define import missing_for_agents, service_of

    console: Console = ctx.obj
    _refuse_agents()
    settings = load_settings(console.config)
    service = service_of(settings, console.relay, os.environ)
    manager = _manager(console)
    if show:
        text = manager.text(service)
        console.show({"file": str(manager.file), "text": text}, text.rstrip("\n").splitlines())
        return None
    lacking = missing_for_agents(settings, os.environ)
    await manager.install(service)
    state = await manager.state()
    console.show(
        {"file": str(manager.file), "state": state, "lacking": lacking},
        [
            f"{manager.file} is written, and the service is {state}.",
            *lacking,
            "`muti doctor` says whether the agents are logged in as the service sees it, `muti daemon logs` what it does.",
            *manager.advice,
        ],
    )
    return Exit.degraded if lacking or state != "running" else None


@daemon_app.command("uninstall")
@command
async def uninstall(ctx: typer.Context) -> None:
    """Stop the service and remove its file. What the daemon has on disk stays."""
    manager = _installed(ctx.obj)
    await manager.uninstall()
    ctx.obj.show({"file": str(manager.file)}, f"The service is stopped and {manager.file} is removed.")


@daemon_app.command("start")
@command
async def start(ctx: typer.Context) -> Exit | None:
    """Start the service."""
    manager = _installed(ctx.obj)
    await manager.start()
    return await _show_state(ctx.obj, manager)


@daemon_app.command("stop")
@command
async def stop(ctx: typer.Context) -> None:
    """Stop the service. What runs is ended or handed back first, which may take two minutes."""
    manager = _installed(ctx.obj)
    await manager.stop()
    await _show_state(ctx.obj, manager)


@daemon_app.command("restart")
@command
async def restart(ctx: typer.Context) -> Exit | None:
    """Stop the service, then start it: what ran goes on under its id."""
    manager = _installed(ctx.obj)
    await manager.restart()
    return await _show_state(ctx.obj, manager)


@daemon_app.command("logs")
@command
async def logs(
    ctx: typer.Context,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on until Ctrl-C.")] = False,
) -> Exit:
    """Show what the service has said."""
    import asyncio

    from deploy.failures import Failure

    shown = _installed(ctx.obj).log_command(follow)
    try:
        process = await asyncio.create_subprocess_exec(*shown)
    except FileNotFoundError as missing:
        raise Failure(f"There is no {shown[0]} on this system; install it.", "service") from missing
    return Exit.failed if await process.wait() else Exit.done


@daemon_app.command("status")
@command
async def status(ctx: typer.Context) -> Exit:
    """Say what the service does here, and whether the daemons of your machines have been heard of lately."""
    from deploy.failures import Failure
    from relay.client import Unreachable

    console: Console = ctx.obj
    manager = _manager(console)
    service = None
    if manager.file.exists():
        service = {"file": str(manager.file), "state": await manager.state()}
    lines = [f"The service is {service['state']}." if service else "The daemon is no service here."]
    document: dict[str, Any] = {"service": service, "machines": None}
    try:
        document["machines"], told, good = await _machines(console)
        lines += told
    except (Failure, Unreachable) as problem:
        lines.append(f"Your machines are not known: {problem}")
        good = False
    console.show(document, lines)
    running = service is None or service["state"] == "running"
    return Exit.done if good and running else Exit.degraded


async def _machines(console: Console) -> tuple[list[dict[str, Any]], list[str], bool]:
    """The machines as the relay knows them, a line for each, and whether all are there."""
    from deploy.moments import ago, now
    from deploy.reach import calling
    from relay.rooms.agents import is_present

    async with calling(console) as caller:
        known = [one for one in (await caller.client.my_machines(None)).machines if one.revoked_at is None]
    present = [is_present(one.last_contact_at, now()) for one in known]
    pairs = list(zip(known, present, strict=True))
    lines = [
        f"{one.name}: {'present' if there else 'away'}, heard of {ago(one.last_contact_at)}"
        for one, there in pairs
    ]
    document = [{**one.model_dump(mode="json"), "present": there} for one, there in pairs]
    return document, lines or ["No machine is registered."], bool(present) and all(present)


def _manager(console: Console) -> "Manager":
    from pathlib import Path

    from config.load import load_settings
    from deploy.service.system import find_manager

    return find_manager(Path.home(), load_settings(console.config).home)


def _installed(console: Console) -> "Manager":
    from deploy.failures import Failure

    _refuse_agents()
    manager = _manager(console)
    if not manager.file.exists():
        raise Failure("The daemon is no service here yet: `muti daemon install` makes it one.", "service")
    return manager


def _refuse_agents() -> None:
    from deploy.reach import refuse_agents

    refuse_agents()


async def _show_state(console: Console, manager: "Manager") -> Exit | None:
    state = await manager.state()
    console.show({"state": state}, f"The service is {state}.")
    return None if state == "running" else Exit.degraded
