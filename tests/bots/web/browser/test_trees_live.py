"""In a real browser: the tree's counts are live, fit a phone, and a draft is told while it stands there."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.bots.web.scene import PHONE, Room, fits, open_page
from tests.bots.web.test_trees import _hands, family
from tests.relay.players import said

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def drafts(room: Room, count: int) -> None:
    """Wait until so many people write."""
    async with asyncio.timeout(20):
        while await room.house.store.read(_hands, room.house.room) != count:
            await asyncio.sleep(0.05)


@pytest.mark.rule("V2", "H3")
async def test_a_draft_is_told_while_it_stands_and_the_tree_follows_the_work(
    room: Room, browser: Browser
) -> None:
    daemon, root, child = await family(room)
    page: Any = await open_page(browser, await room.owner_link(), **PHONE)
    await page.goto(room.url + room.path)
    await page.locator("#prompt").fill("wait, I am")
    await drafts(room, 1)
    await page.locator("#prompt").fill("")
    await drafts(room, 0)
    await page.goto(f"{room.url}{room.path}/tree/{root}")
    running = page.locator(".tree-counts dd").nth(1)
    await expect(running).to_have_text("1")
    assert await fits(page)
    await daemon.report(child, said(1, "done", text="ok"))
    await expect(running).to_have_text("0", timeout=20_000)
    assert page.faults == []
