"""The pictures of the README, taken from the running demo: `python -m tests.deploy.pictures`, with Chromium.

The tap is a real one; a folder as argument gets the pictures of every step, to be looked at.
"""

import asyncio
import json
import os
import signal
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Page, async_playwright

from tests.needs import find_chromium

README_PICTURES = {"waiting-desk.png": "room.png", "waiting-phone.png": "phone.png"}
FOLDER = Path(__file__).parents[2] / "deploy" / "pictures"
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}


async def main(folder: Path) -> None:
    """Start the demo, and take the pictures of its steps."""
    demo = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "deploy.muti", "demo", "--no-browser", "--json"),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "LOGNAME": "Olga"},
    )
    assert demo.stdout is not None
    try:
        link = json.loads(await demo.stdout.readline())["owner_link"]
        await take(link, folder)
    finally:
        demo.send_signal(signal.SIGINT)
        await demo.wait()


async def take(link: str, folder: Path) -> None:
    """Open the owner's link, look at the room before the tap and after it, at a desk and on a phone."""
    folder.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium())
        context = await browser.new_context(viewport=DESK, locale="en-GB")
        page = await context.new_page()
        await page.goto(link)
        await page.wait_for_url("**/rooms/**")
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


def replace_pictures() -> None:
    """Take them anew for the README."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))
        FOLDER.mkdir(exist_ok=True)
        for taken, kept in README_PICTURES.items():
            (FOLDER / kept).write_bytes((Path(folder) / taken).read_bytes())


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(main(Path(sys.argv[1])))
    else:
        replace_pictures()
