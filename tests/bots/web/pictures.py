"""Every page of the browser room as pictures, to be looked at: ``python -m tests.bots.web.pictures FOLDER [WORD]``.

Three languages, a phone and a desk, light and dark; with a word only pages whose name holds it. Needs Chromium.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from relay.wire.people import Role
from tests.bots.web.scene import DESK, PHONE, Room, open_page, serve_room
from tests.bots.web.stage import CONSOLE_PAGES, Stage, pages_of, set_stage
from tests.house import open_house
from tests.needs import find_chromium

LOOKS = {
    "en-phone": {**PHONE, "locale": "en-GB"},
    "en-desk": {**DESK, "locale": "en-GB"},
    "zh-phone": {**PHONE, "locale": "zh-CN"},
    "zh-desk": {**DESK, "locale": "zh-CN", "color_scheme": "dark"},
    "ko-phone": {**PHONE, "locale": "ko-KR", "color_scheme": "dark"},
    "ko-desk": {**DESK, "locale": "ko-KR"},
}


async def draw(folder: Path, word: str) -> None:
    """Draw them."""
    with tempfile.TemporaryDirectory() as home:
        project = Path(home) / "project"
        project.mkdir()
        async with (
            open_house(f"sqlite:///{home}/relay.db", project) as house,
            async_playwright() as playwright,
        ):
            browser = await playwright.chromium.launch(
                executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
            )
            async for room in serve_room(house):
                machine = room.machine()
                await machine.wake()
                stage = await set_stage(room, machine)
                for name, look in LOOKS.items():
                    await draw_all(browser, room, stage, folder, name, dict(look), word)
            await browser.close()


async def draw_all(
    browser: Browser, room: Room, stage: Stage, folder: Path, name: str, look: dict[str, object], word: str
) -> None:
    """All pages in one look."""
    owner = await open_owner(browser, await room.owner_link(), look)
    for page, path in {**pages_of(room, stage), **CONSOLE_PAGES}.items():
        if word in page:
            await owner.goto(room.url + path)
            await shoot(owner, folder / f"{page}.{name}.png", page == "room")
            if page in ("room", "request"):
                await owner.screenshot(path=folder / f"{page}.{name}.whole.png", full_page=True)
    if word in "invite":
        await owner.goto(f"{room.url}{room.path}/people")
        await owner.locator("form.inline button").click()
        await shoot(owner, folder / f"invite.{name}.png", False)
    await owner.context.close()
    context = await browser.new_context(**look)
    door = await context.new_page()
    for kind, path in (("code", f"{room.url}/join"), ("join", await room.invite_link(Role.watcher))):
        await door.goto(path)
        if word in kind:
            await shoot(door, folder / f"{kind}.{name}.png", False)
    await door.locator("#name").fill("Wanda")
    await door.locator("form:has(#name) button").click()
    await door.wait_for_url("**/rooms/**")
    if word in "watching":
        await shoot(door, folder / f"watching.{name}.png", True)
    await context.close()


async def open_owner(browser: Browser, link: str, look: dict[str, object]) -> Page:
    """The owner's page in one look."""
    return await open_page(browser, link, **look)


async def shoot(page: Page, path: Path, live: bool) -> None:
    """One picture, once the page is live."""
    if live:
        await page.locator("#live.on").wait_for()
    await page.wait_for_timeout(150)
    await page.screenshot(path=path)


if __name__ == "__main__":
    where = Path(sys.argv[1])
    where.mkdir(parents=True, exist_ok=True)
    asyncio.run(draw(where, sys.argv[2] if len(sys.argv) > 2 else ""))
