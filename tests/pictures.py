"""The pictures of README and GUIDE, all from the running program: ``python -m tests.pictures [NAME]``, with Chromium.

Room and console are the demo's, before the owner's tap. The cards are the golden examples of the connectors, drawn near to how
the platforms draw them. More of each, to be looked at: `tests.deploy.pictures`, `tests.bots.web.pictures`,
`tests.bots.slack.pictures`, `tests.bots.feishu.pictures`.
"""

import asyncio
import base64
import json
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from urllib.parse import urljoin

from playwright.async_api import Browser, Page, async_playwright

from tests.bots.feishu import pictures as feishu
from tests.bots.slack import pictures as slack
from tests.deploy import pictures as demo
from tests.needs import find_chromium

KEPT = Path(__file__).parent.parent / "deploy" / "pictures"
MOST_BYTES, MOST_BYTES_ALTOGETHER = 80_000, 400_000
Maker = Callable[[Browser, Path], Awaitable[None]]


async def _of_demo(size: dict[str, int], place: str, browser: Browser, path: Path) -> None:
    async with demo.running_demo() as link:
        page = await demo.enter(browser, link)
        if place:
            await page.goto(urljoin(page.url, place))
        await page.set_viewport_size(size)
        await page.get_by_role("button", name="Approve").first.wait_for()
        await page.wait_for_timeout(500)
        await _keep(page, path)
        await page.context.close()


async def _keep(page: Page, path: Path) -> None:
    """As WebP, which is a third of a PNG of the same page; Playwright itself writes none."""
    session = await page.context.new_cdp_session(page)
    taken = await session.send("Page.captureScreenshot", {"format": "webp", "quality": 85})
    path.write_bytes(base64.b64decode(taken["data"]))


async def _of_slack(name: str, width: int, height: int, browser: Browser, path: Path) -> None:
    await slack.shoot(browser, path, name, "en", width, height)


async def _of_feishu(name: str, browser: Browser, path: Path) -> None:
    card = json.loads((feishu.FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    await feishu.shoot(browser, path, card, "en", 600, unfolded=False)


PICTURES: dict[str, Maker] = {
    "room.webp": partial(_of_demo, demo.DESK, ""),
    "phone.webp": partial(_of_demo, demo.PHONE, ""),
    "console.webp": partial(_of_demo, demo.DESK, "/console"),
    "slack-card.png": partial(_of_slack, "pending.owner-card", 600, 0),
    "slack-action.png": partial(_of_slack, "paused.action-x1", 600, 0),
    "slack-phone.png": partial(_of_slack, "home-owner", 360, 760),
    "feishu-card.png": partial(_of_feishu, "pending.owner-card"),
}
"""Each picture, and what makes it."""


async def main(wanted: list[str]) -> None:
    """Take them anew, all or some."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for name in wanted or PICTURES:
            await PICTURES[name](browser, KEPT / name)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
