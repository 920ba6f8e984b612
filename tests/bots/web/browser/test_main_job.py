"""The main job in a real browser: ask, decide, watch, cancel, ask again; with fingers, keys, and plain forms."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from relay.wire.machines import ReportKind
from tests.bots.web.scene import PHONE, Machine, Room, ask, fits, open_page

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.rule("W1", "C3", "C4", "T1", "T2", "P3")
async def test_a_guest_asks_the_owner_taps_and_both_watch_it_to_its_end(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    guest = await open_page(browser, await room.invite_link(), "Gil")
    await ask(guest, "fix the tests")
    card = guest.locator(".request")
    await expect(card.locator(".badge")).to_have_text("Waiting for approval")
    await expect(card).to_contain_text("Only Olga can decide.")
    await expect(guest.get_by_role("button", name="Approve")).to_have_count(0)

    sheet = owner.locator("#sheet")
    await expect(sheet).to_contain_text("fix the tests")
    await sheet.get_by_role("button", name="Approve").tap()
    request = await machine.take()
    await expect(card.locator(".badge")).to_have_text("Running")
    await expect(sheet).to_be_hidden()

    await machine.report(request, ReportKind.tool_started, call="c1", tool="Bash", title="pytest -q")
    await expect(card.locator(".row.going")).to_contain_text("pytest -q")
    ended = {"call": "c1", "tool": "Bash", "title": "pytest -q", "tail": "1 failed", "exit_code": 1}
    await machine.report(request, ReportKind.tool_ended, failed=True, **ended)
    await expect(card.locator(".row.tool")).to_have_count(1)
    await expect(card.locator(".row.tool.bad pre")).to_have_text("1 failed")
    await machine.report(request, ReportKind.file, call="c2", path="src/auth.py", added=12, removed=3)
    await expect(card.locator(".changed")).to_contain_text("src/auth.py +12 −3")
    await machine.report(request, ReportKind.progress, percent=60, text="testing")
    await expect(card.get_by_role("progressbar")).to_have_attribute("value", "60")

    await machine.ask_action(request, "git push origin main")
    await expect(sheet.locator(".brief")).to_have_text("git push origin main")
    await expect(card.locator(".action pre")).to_have_text("git push origin main")
    await sheet.get_by_role("button", name="Approve once").tap()
    assert await machine.answer(request) == "allowed"

    await machine.report(request, ReportKind.done, text="All **green**.")
    await expect(card.locator(".badge")).to_have_text("Done")
    await expect(card.locator(".result strong")).to_have_text("green")
    await expect(card.locator(".outcome")).to_contain_text("Approved by Olga")
    await expect(owner.locator(".request .outcome")).to_contain_text("Approved by you")
    assert await fits(owner)
    assert owner.faults == guest.faults == []  # type: ignore[attr-defined]


@pytest.mark.rule("X2", "X3")
async def test_the_asker_cancels_and_asks_again(room: Room, browser: Browser) -> None:
    guest = await open_page(browser, await room.invite_link(), "Gil", **PHONE)
    await ask(guest, "never mind")
    await guest.get_by_role("button", name="Cancel, request").tap()
    await expect(guest.locator(".request .badge")).to_have_text("Cancelled")
    await guest.get_by_role("button", name="Ask again, request").tap()
    await expect(guest.locator(".request")).to_have_count(2)
    newest = guest.locator(".request").last
    await expect(newest.locator(".badge")).to_have_text("Waiting for approval")
    await expect(newest.locator("h2 a")).to_be_focused()
    await expect(guest.locator(".request .badge").first).to_have_text("Cancelled")


@pytest.mark.rule("A1")
async def test_the_owner_denies_with_a_reason_that_the_asker_sees(room: Room, browser: Browser) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    guest = await open_page(browser, await room.invite_link(), "Gil")
    await ask(guest, "drop the database")
    card = owner.locator(".request")
    await card.locator("summary.no").tap()
    await card.get_by_label("Reason").fill("not <today>")
    await card.locator(".deny button.no").tap()
    await expect(guest.locator(".request .badge")).to_have_text("Cancelled")
    await expect(guest.locator(".request")).to_contain_text("not <today>")
    assert await fits(owner)


@pytest.mark.rule("W1")
async def test_the_owner_approves_with_the_keyboard_alone(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link())
    guest = await open_page(browser, await room.invite_link(), "Gil")
    await ask(guest, "keys only")
    await expect(owner.locator(".request")).to_be_visible()
    wanted = "Approve, request"
    for _ in range(60):
        await owner.keyboard.press("Tab")
        focused = await owner.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
        if focused.startswith(wanted):
            break
    else:
        raise AssertionError("the keyboard never reached the button")
    ring = await owner.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert ring == "solid"
    await owner.keyboard.press("Enter")
    await expect(owner.locator(".request .badge")).to_have_text("Approved")
    inside = await owner.evaluate("document.activeElement.closest('.request, .dock') !== null")
    assert inside, "the focus fell off the page"


@pytest.mark.rule("P3")
async def test_an_action_that_is_not_shown_whole_has_no_approve(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    await ask(owner, "big edit")
    request = await machine.take()
    await machine.ask_action(request, "write " + "x" * 500, whole=False, kind="custom <rule>")
    card = owner.locator(".request .action")
    await expect(card).to_contain_text("cannot be approved here")
    await expect(card).to_contain_text("custom <rule>")
    await expect(owner.get_by_role("button", name="Approve once")).to_have_count(0)
    await card.locator("summary.no").tap()
    await card.locator(".deny button.no").tap()
    assert await machine.answer(request) == "denied"
    assert await fits(owner)


@pytest.mark.rule("W1")
async def test_it_works_without_javascript(room: Room, machine: Machine, browser: Browser) -> None:
    plain: dict[str, Any] = {**PHONE, "java_script_enabled": False}
    context = await browser.new_context(locale="en-GB", **plain)
    owner = await context.new_page()
    await owner.goto(await room.owner_link())
    await owner.get_by_role("button", name="Open my rooms").tap()
    guest_context = await browser.new_context(locale="en-GB", **plain)
    guest = await guest_context.new_page()
    await guest.goto(await room.invite_link())
    await guest.get_by_label("Your name").fill("Gil")
    await guest.get_by_role("button", name="Come in").tap()
    await guest.locator("#prompt").fill("plain forms")
    await guest.locator("#ask button.yes").tap()
    await expect(guest.locator(".request .badge")).to_have_text("Waiting for approval")
    await owner.reload()
    await owner.locator(".request").get_by_role("button", name="Approve").tap()
    await expect(owner.locator(".request .badge")).to_have_text("Approved")
    request = await machine.take()
    await machine.report(request, ReportKind.done, text="done")
    await guest.reload()
    await expect(guest.locator(".request .badge")).to_have_text("Done")
    await guest.locator(".request h2 a").tap()
    await expect(guest.locator(".row").first).to_contain_text("Gil asked")
    assert await fits(guest)
