"""The Slack connector as a process of its own that the soak may kill: it hurries, and is the same otherwise."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import structlog

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.bots.slack.soak_child", "bots.slack.bot"])


@dataclass(frozen=True)
class Orders:
    """What the connector needs to know."""

    relay_url: str
    token: str
    bot_token: str
    app_token: str
    api_url: str
    folder: Path
    log: Path


class Connector:
    """One connector, alive or dead."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._process: ForkServerProcess | None = None
        self.kills = 0

    def start(self) -> None:
        self._process = _CONTEXT.Process(target=_main, args=(self._orders,), daemon=True)
        self._process.start()

    async def kill(self) -> None:
        """End it as a power cut does."""
        process, self._process = self._process, None
        if process is not None and process.pid is not None:
            self.kills += 1
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
            await asyncio.to_thread(process.join, 10)
            process.close()


def _main(orders: Orders) -> None:
    output = os.open(orders.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    logging.basicConfig(level=logging.WARNING, force=True)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    asyncio.run(_run(orders))


async def _run(orders: Orders) -> None:
    from bots import lease
    from bots.pace import Allowance
    from bots.slack import connector, history, search, socket, teller
    from bots.slack.bot import SlackBot, SlackSettings
    from relay.client import RelayClient

    # A process that was killed gives nothing back: its successor waits for the end of its lease.
    lease.LEASE_SECONDS, lease.RENEW_SECONDS, lease.MARGIN_SECONDS = 4.0, 0.8, 0.8
    brisk = Allowance(100_000, 10.0)
    for name in ("POSTS", "POSTS_BURST", "POSTS_STRICT", "EDITS", "EDITS_OF_ONE", "EDITS_OF_ONE_STRICT"):
        setattr(connector, name, brisk)
    connector.EDITS_SMOOTH = search.READS = teller.WORDS = brisk
    search.LOOK_BACK_SECONDS = 2.0  # the clocks here are one
    history.EVERY_SECONDS, history.OVERLAP_SECONDS, history.ROOTS_SECONDS = 1.5, 3.0, 600.0
    socket.OPENS_A_MINUTE, socket.LONGEST_PAUSE, socket.PING_SECONDS = 10_000, 0.5, 1.0
    settings = SlackSettings(orders.bot_token, orders.app_token, orders.folder, orders.api_url)
    async with RelayClient(orders.relay_url, orders.token) as client:
        await SlackBot(client, settings).run()
