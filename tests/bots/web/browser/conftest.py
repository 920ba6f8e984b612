"""A browser that all these tests share, which takes one event loop for all of them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.bots.web.scene import Machine, Room, serve_room
from tests.house import open_house

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: Path) -> AsyncIterator[Browser]:
    """A real browser."""
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path, browser: Browser) -> AsyncIterator[Room]:
    """A browser room of its own before a relay of its own."""
    (tmp_path / "project").mkdir()
    async with open_house(f"sqlite:///{tmp_path}/relay.db", tmp_path / "project") as house:
        async for served in serve_room(house):
            yield served
    for context in browser.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def machine(room: Room) -> Machine:
    """The owner's machine, present."""
    made = room.machine()
    await made.wake()
    return made
