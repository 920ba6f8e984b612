"""The browser room: how soon its first page is of use, what it weighs, and how smooth ten thousand rows stay."""

import asyncio
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.async_api import Browser, Page, async_playwright, expect

from relay.wire.machines import ReportKind
from relay.wire.requests import Ask
from tests.benchmarks.harness import Report, percentile
from tests.bots.web.scene import DESK, PHONE, Room, ask, open_page, serve_room
from tests.house import open_house
from tests.needs import find_chromium

ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
USEFUL = "#sheet button.yes:not([aria-disabled='true'])"
LONG_TASKS = """() => {
    window.tasks = [];
    const watch = (list) => list.getEntries().forEach((one) => window.tasks.push(one.duration));
    new PerformanceObserver(watch).observe({ type: "longtask" });
}"""
WEIGHT = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


async def run(report: Report) -> None:
    """In a real browser, whose profile is new each time."""
    with TemporaryDirectory(prefix="muti-bench-") as folder:
        project = Path(folder) / "project"
        project.mkdir()
        async with (
            open_house(f"sqlite:///{folder}/relay.db", project) as house,
            async_playwright() as playwright,
        ):
            browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
            async for room in serve_room(house):
                await _first_page(report, room, browser)
                await _many_rows(report, room, browser)
            await browser.close()


async def _first_page(report: Report, room: Room, browser: Browser) -> None:
    report.title("Browser room: a phone's first page, from the address to a button that may be pressed")
    gil = await room.house.member("gil")
    for number in range(20):
        spot = room.house.spot()
        await room.house.client("slack").ask(gil, Ask(spot=spot, prompt=f"request number {number}"))
    took, weights = [], []
    for _ in range(3 if report.quick else 10):
        page = await open_page(browser, await room.owner_link(), **PHONE)
        state = await page.context.storage_state()
        await page.context.close()
        context = await browser.new_context(**PHONE, storage_state=state)
        fresh = await context.new_page()
        report.calibrate()
        began = time.perf_counter()
        await fresh.goto(room.url + room.path, wait_until="commit")
        await fresh.locator(USEFUL).wait_for()
        took.append(time.perf_counter() - began)
        weights.append(await fresh.evaluate(WEIGHT))
        await context.close()
    report.say(f"p50 {median(took) * 1e3:.0f} ms  p90 {percentile(took, 0.9) * 1e3:.0f} ms")
    report.at_most("the first page is of use, p50", median(took), 1, "s")
    report.at_most("what it weighs", max(weights) / 1000, 150, "kB")


async def _many_rows(report: Report, room: Room, browser: Browser) -> None:
    report.title("Browser room: ten thousand rows on the page, sixty changes a second")
    rows = 2_000 if report.quick else 10_000
    machine = room.machine()
    await machine.wake()
    owner = await open_page(browser, await room.owner_link(), **DESK)
    await ask(owner, "talk without end")
    request = await machine.take()
    said = [(ReportKind.said, {"text": f"word {number}"}) for number in range(rows)]
    for start in range(0, rows, 200):
        await machine.report_all(request, said[start : start + 200])
    await owner.goto(f"{room.url}{room.path}/{(await room.house.view(request)).public_id}")
    began = time.perf_counter()
    await _read_to_the_beginning(owner)
    report.say(f"{rows} rows were fetched in {time.perf_counter() - began:.1f} s")
    await owner.evaluate(LONG_TASKS)
    began = time.perf_counter()
    for number in range(300):
        await machine.report(request, ReportKind.said, text=f"more {number}")
        await asyncio.sleep(max(0.0, began + number / 60 - time.perf_counter()))
    await expect(owner.locator(".row.said .what").last).to_have_text("more 299")
    took = time.perf_counter() - began
    tasks = await owner.evaluate("window.tasks")
    report.say(f"{300 / took:.0f} changes a second, {len(tasks)} tasks of more than 50 ms")
    report.at_most("the longest task", max(tasks, default=0), 200, "ms")
    report.at_most("of the time in tasks of more than 50 ms", sum(tasks) / took / 10, 50, "%")


async def _read_to_the_beginning(page: Page) -> None:
    while await page.locator("a.earlier").count():
        before = await page.locator(".row").count()
        await page.locator("a.earlier").evaluate("(link) => link.click()")
        await page.wait_for_function(
            "(count) => document.querySelectorAll('.row').length > count || !document.querySelector('a.earlier')",
            arg=before,
        )
