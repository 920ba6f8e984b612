"""The running demo as pictures, to be looked at: ``python -m tests.deploy.pictures FOLDER``, with Chromium.

The tap is a real one; each step is taken at a desk and on a phone. Those of the README: `tests.pictures`.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from tests.needs import find_chromium

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}


@asynccontextmanager
async def running_demo() -> AsyncIterator[str]:
    """The demo; gives the owner's one-time link."""
    demo = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "deploy.muti", "demo", "--no-browser", "--json"),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "LOGNAME": "Olga"},
    )
    assert demo.stdout is not None
    try:
        yield str(json.loads(await demo.stdout.readline())["owner_link"])
    finally:
        demo.send_signal(signal.SIGINT)
        await demo.wait()


async def enter(browser: Browser, link: str) -> Page:
    """The room, as it opens for its owner."""
    page = await (await browser.new_context(viewport=DESK, locale="en-GB")).new_page()
    await page.goto(link)
    await page.wait_for_url("**/rooms/**")
    return page


async def main(folder: Path) -> None:
    """The room before the tap and after it."""
    folder.mkdir(parents=True, exist_ok=True)
    async with running_demo() as link, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium())
        page = await enter(browser, link)
        await shoot(page, folder, "waiting")
        await page.get_by_role("button", name="Approve").first.click()
        await page.get_by_text("The changelog has its entry").first.wait_for(timeout=30_000)
        await shoot(page, folder, "done")
        await browser.close()


async def shoot(page: Page, folder: Path, name: str) -> None:
    """One step, at both sizes."""
    for size, view in (("desk", DESK), ("phone", PHONE)):
        await page.set_viewport_size(view)
        await page.wait_for_timeout(500)
        await page.screenshot(path=folder / f"{name}-{size}.png")
    await page.set_viewport_size(DESK)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
