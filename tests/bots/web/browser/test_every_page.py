"""Every page, on a phone and on a desk, light and dark: the checker of accessibility finds nothing, nothing is wider
than the screen, and the keyboard reaches everything in the order in which it is read.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from relay.wire.people import Role
from tests import needs
from tests.bots.web.scene import PHONE, Machine, Room, fits, open_page
from tests.bots.web.stage import pages_of, set_stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LOOKS: dict[str, dict[str, Any]] = {
    "phone, light": {**PHONE, "color_scheme": "light"},
    "desk, dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
}
OTHER_WAY: dict[str, dict[str, Any]] = {
    "phone, dark": {**PHONE, "color_scheme": "dark"},
    "desk, light": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
}
FINDINGS = """async () => {
    const found = await axe.run(document, { resultTypes: ["violations"] });
    return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""


async def findings(page: Page) -> list[str]:
    """What the checker finds, and whether the page is wider than the screen."""
    script: Path = needs.require("axe")
    # The content policy keeps scripts of others out: the checker comes in by the browser's own door.
    await page.evaluate(script.read_text())
    found: list[str] = await page.evaluate(FINDINGS)
    return found if await fits(page) else [*found, "wider than the screen"]


@pytest.mark.axe
@pytest.mark.rule("W1")
@pytest.mark.parametrize("locale", ["en-GB", "ko-KR"])
async def test_no_page_has_a_fault_that_a_machine_can_find(
    room: Room, machine: Machine, browser: Browser, locale: str
) -> None:
    stage = await set_stage(room, machine)
    pages = pages_of(room, stage)
    looks, few = (LOOKS, False) if locale == "en-GB" else (OTHER_WAY, True)
    found: dict[str, list[str]] = {}
    for name, look in looks.items():
        owner = await open_page(browser, await room.owner_link(), locale=locale, **look)
        for page, path in pages.items():
            if few and page not in ("room", "people"):
                continue
            await owner.goto(room.url + path)
            if page in ("room", "request"):
                await expect(owner.locator("#live.on")).to_be_visible()
            found[f"{page}, {name}"] = await findings(owner)
        await owner.goto(f"{room.url}{room.path}/people")
        await owner.locator("form.inline button").click()
        found[f"invite, {name}"] = await findings(owner)
    assert {page: said for page, said in found.items() if said} == {}


@pytest.mark.axe
@pytest.mark.rule("W1", "R5")
async def test_the_doors_and_what_is_open_have_no_fault_either(
    room: Room, machine: Machine, browser: Browser
) -> None:
    await set_stage(room, machine)
    found: dict[str, list[str]] = {}
    door = await (await browser.new_context(**PHONE)).new_page()
    for kind, address in (
        ("code", f"{room.url}/join"),
        ("join", await room.invite_link(Role.watcher)),
        ("stranger", f"{room.url}{room.path}"),
    ):
        await door.goto(address)
        found[kind] = await findings(door)
    watcher = await open_page(browser, await room.invite_link(Role.watcher), "Wanda", **PHONE)
    found["watching"] = await findings(watcher)
    await watcher.locator(".menu summary").click()
    found["menu"] = await findings(watcher)
    owner = await open_page(browser, await room.owner_link())
    await expect(owner.locator("#live.on")).to_be_visible()
    await owner.locator("#prompt").fill("@c")
    await expect(owner.locator("#suggestions li")).to_have_count(1)
    found["suggestions"] = await findings(owner)
    await owner.locator("main").focus()
    await owner.keyboard.press("?")
    await expect(owner.locator("#keys")).to_be_visible()
    found["keys"] = await findings(owner)
    await owner.keyboard.press("Escape")
    await owner.evaluate(
        "document.querySelectorAll('#requests details').forEach((one) => { one.open = true; })"
    )
    found["all open"] = await findings(owner)
    assert {page: said for page, said in found.items() if said} == {}


ORDER = """() => {
    const shown = (one) => one.checkVisibility() && !one.closest("[inert]");
    const all = [...document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex='0']")];
    return all.filter(shown).map((one) => one.outerHTML.slice(0, 90));
}"""
NAMELESS = """() => [...document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, textarea")]
    .filter((one) => one.checkVisibility())
    .filter((one) => !(one.getAttribute("aria-label") || one.labels?.[0]?.textContent.trim() || one.textContent.trim() || one.title))
    .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.rule("W1")
async def test_the_keyboard_reaches_everything_in_the_order_of_reading_and_all_of_it_has_a_name(
    room: Room, machine: Machine, browser: Browser
) -> None:
    stage = await set_stage(room, machine)
    owner = await open_page(browser, await room.owner_link(), viewport={"width": 1280, "height": 900})
    for path in (room.path, f"{room.path}/people", f"{room.path}/{stage.done}"):
        await owner.goto(room.url + path)
        if path != f"{room.path}/people":
            await expect(owner.locator("#live.on")).to_be_visible()
        assert await owner.evaluate(NAMELESS) == []
        expected = await owner.evaluate(ORDER)
        reached = []
        for _ in expected:
            await owner.keyboard.press("Tab")
            reached.append(await owner.evaluate("document.activeElement.outerHTML.slice(0, 90)"))
        assert reached == expected
    assert reached[0].startswith('<a class="skip"')
    await owner.goto(room.url + room.path)
    labels = await owner.locator("#sheet button").evaluate_all("all => all.map((one) => one.value)")
    assert labels in (["deny", "approve"], ["no", "yes"])
