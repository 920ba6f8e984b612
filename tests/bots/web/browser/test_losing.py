"""A connection that breaks, a tap whose answer is lost, two who decide at once, and very much to show."""

import asyncio
import time
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route, expect

from relay.wire.machines import ReportKind
from relay.wire.requests import Ask
from tests.bots.web.scene import PHONE, Machine, Room, ask, open_page

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

EVENTS, CHANGES = "**/events?*", "**/changes?*"


async def cut(route: Route) -> None:
    await route.abort()


async def asked_by_gil(room: Room, prompt: str = "please") -> str:
    gil = await room.house.member("gil")
    asked = await room.house.client("slack").ask(gil, Ask(spot=room.house.spot(), prompt=prompt))
    assert asked.request is not None
    return asked.request.request


@pytest.mark.rule("W1")
async def test_where_no_stream_comes_through_the_page_asks_and_is_live_all_the_same(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    await owner.route(EVENTS, cut)
    await owner.reload()
    await expect(owner.locator("#live")).to_have_text("Live (every few seconds)")
    request = await asked_by_gil(room)
    await owner.locator("#sheet").get_by_role("button", name="Approve").tap()
    await expect(owner.locator(".request .badge")).to_have_text("Approved")
    assert await machine.take() == request
    await machine.report(request, ReportKind.done, text="done")
    await expect(owner.locator(".request .badge")).to_have_text("Done")


@pytest.mark.rule("A3", "L4")
@pytest.mark.parametrize("arrives", [True, False])
async def test_a_tap_whose_answer_is_lost_rests_until_it_is_known_how_things_stand(
    room: Room, browser: Browser, arrives: bool
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    request = await asked_by_gil(room)
    approve = owner.locator(".request").get_by_role("button", name="Approve, request")
    await expect(approve).to_be_enabled()

    async def lose(route: Route) -> None:
        if arrives:
            await route.fetch()
        await route.abort()

    await owner.route("**/decision", lose)
    for path in (EVENTS, CHANGES, "**/card?*"):
        await owner.route(path, cut)
    await approve.tap()
    await expect(owner.locator(".request [data-trouble]")).to_contain_text("No answer came")
    for path in (EVENTS, CHANGES):
        await owner.unroute(path)
    if not arrives:  # else the stream tells of it
        await expect(owner.locator("#live.on")).to_be_visible()
        await expect(owner.locator("#ask button.yes")).to_be_enabled()
        await expect(approve).to_be_disabled()  # live, but what became of the tap is not known yet
    for path in ("**/card?*", "**/decision"):
        await owner.unroute(path)
    if arrives:
        await expect(owner.locator(".request .badge")).to_have_text("Approved")
        return
    await expect(approve).to_be_enabled()
    await approve.tap()
    await expect(owner.locator(".request .badge")).to_have_text("Approved")
    view = await room.house.view(request)
    assert [event.kind for event in view.events].count("approved") == 1


@pytest.mark.rule("A3", "L5")
async def test_of_two_tabs_that_decide_at_once_one_counts_and_the_other_is_told(
    room: Room, browser: Browser
) -> None:
    first = await open_page(browser, await room.owner_link())
    second = await first.context.new_page()
    request = await asked_by_gil(room)
    await second.goto(room.url + room.path)
    taps = []
    for page, name in ((first, "Approve, request"), (second, "Deny, request")):
        button = page.locator("#sheet").get_by_role("button", name=name)
        await expect(button).to_be_enabled()
        taps.append(button.dispatch_event("click"))
    await asyncio.gather(*taps)
    for page in (first, second):
        await expect(page.locator(".request .badge")).to_have_text(["Approved"]) if (
            await decided(room, request) == "approved"
        ) else await expect(page.locator(".request .badge")).to_have_text(["Cancelled"])
        await expect(page.locator("#sheet")).to_be_hidden()


async def decided(room: Room, request: str) -> str:
    while (view := await room.house.view(request)).state == "pending":
        await asyncio.sleep(0.02)
    return str(view.state)


LONG_TASKS = """() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
    }).observe({ type: "longtask" });
}"""


@pytest.mark.slow
@pytest.mark.rule("W1", "T4")
async def test_ten_thousand_rows_are_paged_and_sixty_changes_a_second_are_drawn_together(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link())
    await ask(owner, "talk without end")
    request = await machine.take()
    said: list[tuple[ReportKind, dict[str, Any]]] = [
        (ReportKind.said, {"text": f"word {number}"}) for number in range(10_000)
    ]
    for start in range(0, 10_000, 200):
        await machine.report_all(request, said[start : start + 200])
    view = await room.house.view(request)
    await owner.goto(f"{room.url}{room.path}/{view.public_id}")
    await expect(owner.locator("#live.on")).to_be_visible()
    assert await owner.locator(".row").count() <= 100
    for shown in (200, 300):
        await owner.locator("a.earlier").evaluate("(link) => link.click()")
        await expect(owner.locator(".row")).to_have_count(shown)
    await owner.evaluate(LONG_TASKS)
    drawn = await count_pictures(owner)
    begun = time.monotonic()
    for number in range(120):
        await machine.report(request, ReportKind.said, text=f"more {number}")
    took = time.monotonic() - begun
    await expect(owner.locator(".row.said .what").last).to_have_text("more 119")
    await expect(owner.locator(".row")).to_have_count(420)
    assert await owner.evaluate("window.pictures") - drawn <= took * 20 + 5


async def count_pictures(page: Page) -> int:
    """Count how often the timeline's summary is drawn anew."""
    await page.evaluate(
        """() => {
            window.pictures = 0;
            const summary = document.querySelector(".steps summary");
            new MutationObserver(() => { window.pictures += 1; }).observe(summary, { childList: true });
        }"""
    )
    return 0
