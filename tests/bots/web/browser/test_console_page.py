"""The owner's console in a real browser: decided on a phone, true without a reload, nothing for a checker to find."""

import json
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.bots.web.browser.test_every_page import NAMELESS, ORDER, findings
from tests.bots.web.scene import DESK, PHONE, Machine, Room
from tests.bots.web.stage import set_stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGES = ("", "/permissions", "/people", "/machines", "/audit?act=asked", "/device")


async def open_console(browser: Browser, room: Room, **look: Any) -> Page:
    page = await (await browser.new_context(**{"locale": "en-GB", **look})).new_page()
    await page.goto(await room.owner_link())
    await page.wait_for_url("**/rooms**")
    await page.goto(f"{room.url}/console")
    return page


@pytest.mark.axe
@pytest.mark.rule("W1")
async def test_no_page_of_the_console_has_a_fault_that_a_machine_can_find(
    room: Room, machine: Machine, browser: Browser
) -> None:
    await set_stage(room, machine)
    found: dict[str, list[str]] = {}
    for name, look in (
        ("phone, dark", {**PHONE, "color_scheme": "dark", "locale": "ko-KR"}),
        ("desk, light", {**DESK, "color_scheme": "light"}),
    ):
        owner = await open_console(browser, room, **look)
        for path in PAGES if "phone" in name else PAGES[:1]:
            await owner.goto(f"{room.url}/console{path}")
            await owner.evaluate(
                "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
            )
            found[f"{path}, {name}"] = await findings(owner)
    assert {page: said for page, said in found.items() if said} == {}


@pytest.mark.rule("W1", "A1")
async def test_the_owner_decides_on_a_phone_and_the_page_stays_true_by_itself(
    room: Room, browser: Browser
) -> None:
    house = room.house
    owner = await open_console(browser, room, **PHONE)
    await expect(owner.get_by_text("Nothing waits for you.")).to_be_visible()
    asked = await house.ask(await house.member("sarah"), "tidy up, please")
    await expect(owner.locator(".needs .prompt")).to_have_text("tidy up, please")
    await owner.get_by_role("button", name=f"Approve, request {asked.public_id}").click()
    await expect(owner.get_by_text("Nothing waits for you.")).to_be_visible()
    assert owner.url == f"{room.url}/console"
    assert (await house.view(asked.request)).state == "approved"
    await expect(owner.locator(f"[data-key='{asked.public_id}']")).to_be_visible()
    await owner.get_by_role("button", name=f"Stop {asked.public_id}").click()
    await expect(owner.get_by_text("Nothing is queued.")).to_be_visible()
    assert (await house.view(asked.request)).state == "cancelled"


@pytest.mark.rule("W1", "A3")
async def test_nothing_is_decided_on_a_picture_that_is_old(room: Room, browser: Browser) -> None:
    await room.house.ask(await room.house.member("sarah"))
    owner = await open_console(browser, room)
    approve = owner.locator(".needs button.yes").first
    await expect(approve).not_to_have_attribute("aria-disabled", "true")
    await owner.context.set_offline(True)
    await expect(owner.locator("#old")).to_be_visible()
    await expect(approve).to_have_attribute("aria-disabled", "true")
    await approve.evaluate("one => one.click()")
    assert owner.url == f"{room.url}/console"
    await owner.context.set_offline(False)
    await expect(approve).to_have_attribute("aria-disabled", "false")


@pytest.mark.rule("W1")
async def test_the_keyboard_reaches_all_of_the_console(
    room: Room, machine: Machine, browser: Browser
) -> None:
    await set_stage(room, machine)
    owner = await open_console(browser, room, **DESK)
    assert await owner.evaluate(NAMELESS) == []
    expected = await owner.evaluate(ORDER)
    reached = []
    for _ in expected:
        await owner.keyboard.press("Tab")
        reached.append(await owner.evaluate("document.activeElement.outerHTML.slice(0, 90)"))
    assert reached == expected


@pytest.mark.rule("W1")
async def test_without_a_script_it_is_read_and_decided_all_the_same(room: Room, browser: Browser) -> None:
    asked = await room.house.ask(await room.house.member("sarah"))
    context = await browser.new_context(java_script_enabled=False, **PHONE)
    owner = await context.new_page()
    await owner.goto(await room.owner_link())
    await owner.locator("main button").first.click()
    await owner.goto(f"{room.url}/console")
    await owner.get_by_role("button", name=f"Approve, request {asked.public_id}").click()
    await expect(owner.get_by_text("Nothing waits for you.")).to_be_visible()


@pytest.mark.rule("W3", "S2")
async def test_the_worker_keeps_style_and_scripts_and_never_a_page(room: Room, browser: Browser) -> None:
    await room.house.ask(await room.house.member("sarah"), "a wish that is not kept")
    owner = await open_console(browser, room)
    await owner.evaluate("navigator.serviceWorker.ready")
    await owner.wait_for_function("navigator.serviceWorker.controller")
    await owner.goto(f"{room.url}/console/people")
    await owner.goto(f"{room.url}/console")
    kept = await owner.evaluate(
        "caches.open('muti-static').then((one) => one.keys()).then((all) => all.map((one) => new URL(one.url).pathname))"
    )
    assert any(path.endswith("/console.css") for path in kept)
    assert {path.split("/")[1] for path in kept} <= {"assets", "icons"}
    session = await owner.context.new_cdp_session(owner)
    await session.send("Page.enable")
    errors = (await session.send("Page.getInstallabilityErrors"))["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == [], json.dumps(
        errors
    )
