"""A relay process on a database that is migrated already, as `deploy.server` runs one, without the browser room."""

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from relay.http.app import relay_app
from relay.store.store import Store
from tests.benchmarks.children.process import Child, started, tell

BACKLOG = 4096


@asynccontextmanager
async def running(database_url: str) -> AsyncIterator[str]:
    """A relay of its own process; gives its URL."""
    async with running_child(database_url) as (url, _):
        yield url


@asynccontextmanager
async def running_child(database_url: str) -> AsyncIterator[tuple[str, Child]]:
    """The same, with the process."""
    async with started("relay", database_url) as child:
        yield await child.hear(), child


async def serve(app: web.Application, *, cancel: bool = True) -> None:
    """Serve until SIGTERM, on a free port that is said first."""
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    runner = web.AppRunner(app, handler_cancellation=cancel, access_log=None, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=BACKLOG).start()
    host, port = runner.addresses[0][:2]
    tell(f"http://{host}:{port}")
    await ended.wait()
    await runner.cleanup()


async def _main(database_url: str) -> None:
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # on a busy machine it tells of every late tick
    store = Store(database_url)
    await store.open()
    await serve(relay_app(store))
    await store.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
