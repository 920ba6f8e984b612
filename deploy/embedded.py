"""One process for one person on one machine: the relay, the browser room, the connectors and the daemon (O2)."""

import asyncio
import logging
import signal
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from config.settings import Settings
from deploy.agents import daemon_options
from deploy.server import listen, open_house, public_url, serving
from deploy.setup import House
from deploy.tokens import MACHINE, PERSON
from relay.client import RelayClient
from relay.wire.people import NewLink

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0


@dataclass(frozen=True)
class Standing:
    """What stands once everything has started. ``url`` is for programs here, ``public_url`` for people."""

    url: str
    public_url: str
    house: House

    async def owner_link(self) -> str:
        """A fresh one-time link that makes a browser the owner's (O4); good for ten minutes."""
        async with RelayClient(self.url, self.house.tokens[PERSON]) as client:
            code = await client.new_link(None, NewLink(direct=True))
        return f"{self.public_url}/owner/{code.code}"


Ready = Callable[[Standing], Awaitable[None]]


async def run_embedded(
    settings: Settings,
    ready: Ready,
    stopping: asyncio.Event,
    *,
    listener: socket.socket | None = None,
    connectors: bool = True,
    daemon: bool = True,
) -> None:
    """Everything in this process, until ``stopping`` is set; then what can be finished is (O15).

    ``ready`` is told once, when the server answers.

    Raises:
        deploy.server.Taken: the address is in use.
        relay.store.tx.Refuse: see `deploy.setup.set_up`.
        daemon.app.TakenOver, daemon.app.NotWelcome, daemon.journal.JournalHeld: see `daemon.app.run_daemon`.
    """
    with listener or listen(*settings.relay.address) as ear:
        async with open_house(settings) as (store, house), serving(settings, store, house, ear) as url:
            standing = Standing(url, public_url(settings, ear), house)
            await _run_beside(_parts(settings, standing, connectors, daemon), standing, ready, stopping)


async def _run_beside(
    parts: list[Callable[[], Awaitable[None]]], standing: Standing, ready: Ready, stopping: asyncio.Event
) -> None:
    """Daemon and connectors end before the server that they report to."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_await(part())) for part in parts]
            await ready(standing)
            await stopping.wait()
            for task in tasks:
                task.cancel()
    except BaseExceptionGroup as broken:
        raise broken.exceptions[0] from broken


async def _await(part: Awaitable[None]) -> None:
    await part


def _parts(
    settings: Settings, standing: Standing, connectors: bool, daemon: bool
) -> list[Callable[[], Awaitable[None]]]:
    parts: list[Callable[[], Awaitable[None]]] = []
    if daemon and settings.agents:
        parts.append(lambda: _run_daemon(settings, standing))
    if connectors:
        parts += chats_of(settings, standing.url, standing.house.tokens[PERSON])
    return parts


def chats_of(settings: Settings, url: str, person: str) -> list[Callable[[], Awaitable[None]]]:
    """The configured chat connectors, each of them kept up.

    Raises:
        Exception: the configuration lacks a secret, which is no fault to start anew from; each says which.
    """
    found: list[Callable[[], Awaitable[None]]] = []
    if settings.slack is not None:
        from deploy.slack.bot import run_slack, slack_settings

        slack_settings(settings)
        found.append(lambda: keep_up("slack", lambda: run_slack(settings, url, person)))
    if settings.feishu is not None:
        from deploy.feishu.bot import feishu_settings, run_feishu

        feishu_settings(settings)
        found.append(lambda: keep_up("feishu", lambda: run_feishu(settings, url, person)))
    return found


async def _run_daemon(settings: Settings, standing: Standing) -> None:
    from daemon.app import run_daemon

    configured = settings.daemon.token
    token = configured.get_secret_value() if configured else standing.house.tokens[MACHINE]
    await run_daemon(daemon_options(settings, standing.url, token))


async def keep_up(name: str, start: Callable[[], Awaitable[None]]) -> None:
    """Run a connector for ever: a fault in it is no reason for the others to stop."""
    pause = FIRST_PAUSE
    while True:
        began = asyncio.get_running_loop().time()
        try:
            await start()
        except Exception:
            log.exception("%s broke off and starts anew", name)
        if asyncio.get_running_loop().time() - began > LONGEST_PAUSE:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)


def stop_on_signals() -> asyncio.Event:
    """An event that the first SIGTERM or SIGINT sets; the second ends the process at once."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop(number: int) -> None:
        stopping.set()
        loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop, number)
    return stopping


async def until(work: Awaitable[None]) -> None:
    """Run something until a signal says stop; then it is cancelled, and ends in order."""
    task = asyncio.ensure_future(work)
    stopping = asyncio.ensure_future(stop_on_signals().wait())
    await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not task.done():
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return
    await task
