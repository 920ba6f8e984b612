"""`muti demo`: everything in one process, in a folder that is gone afterwards."""

import asyncio
import shutil
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path

from deploy.demo.house import ROOM, demo_settings, furnish, play
from deploy.demo.sample import Sample
from deploy.embedded import Standing, run_embedded
from deploy.server import Taken, listen
from deploy.setup import login_name
from deploy.tokens import PERSON

PORT = 8787

Show = Callable[[str, Standing], None]


async def run_demo(show: Show, stopping: asyncio.Event) -> None:
    """The demo, until ``stopping`` is set. ``show`` is told the owner's one-time link when the page is ready.

    Raises:
        deploy.demo.house.NoGit: there is no git.
    """
    folder = await asyncio.to_thread(_make_folder)
    try:
        await asyncio.to_thread(furnish, folder)
        ear = free_listener()
        settings = demo_settings(folder, ear.getsockname()[1], login_name())

        async def ready(standing: Standing) -> None:
            await _prepare(standing, folder)
            show(await standing.owner_link(), standing)

        await run_embedded(settings, ready, stopping, listener=ear)
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _make_folder() -> Path:
    """Links resolved: agents are held to the folder's real name (R8)."""
    return Path(tempfile.mkdtemp(prefix="muti-demo-")).resolve()


def free_listener() -> socket.socket:
    """The usual port, else any that is free."""
    try:
        return listen("127.0.0.1", PORT)
    except Taken:
        return listen("127.0.0.1", 0)


async def _prepare(standing: Standing, folder: Path) -> None:
    tokens = standing.house.tokens
    sample = Sample(standing.url, tokens[PERSON], tokens["web"], standing.house.rooms[ROOM])
    try:
        await sample.finish_one()
        play(folder, "waiting")
        await sample.ask_one()
    finally:
        await sample.close()
