"""Reading a room: where one left off, what is folded, what opens, keys, clocks, and people who only watch."""

import pytest
from playwright.async_api import Browser, Page, expect

from relay.wire.machines import ReportKind
from relay.wire.people import Role
from relay.wire.requests import Ask
from tests.bots.web.scene import PHONE, Machine, Room, ask, fits, open_page
from tests.bots.web.stage import PATCH

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def look(machine: Machine, request: str, *names: str) -> None:
    said = [
        (ReportKind.tool_ended, {"call": name, "tool": "Read", "title": f"Read {name}", "failed": False})
        for name in names
    ]
    await machine.report_all(request, said)


@pytest.mark.rule("W1", "T1")
async def test_looks_are_folded_and_a_changed_file_opens_as_its_lines(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    await ask(owner, "read a lot")
    request = await machine.take()
    await look(machine, request, "a", "b")
    await expect(owner.locator(".row.tool")).to_have_count(2)
    await expect(owner.locator(".row.fold")).to_have_count(0)
    await look(machine, request, "c", "d")
    fold = owner.locator(".row.fold button")
    await expect(fold).to_have_text("Read 4 things")
    await expect(owner.locator(".row.tool").first).to_be_hidden()
    await fold.tap()
    await look(machine, request, "e")
    await expect(fold).to_have_text("Read 5 things")
    await expect(owner.locator(".row.tool").last).to_be_visible()
    await machine.report(request, ReportKind.file, path="src/a.py", added=3, removed=2, patch=PATCH)
    diff = owner.locator(".row.file pre.diff")
    await expect(diff).to_be_hidden()
    await owner.locator(".row.file summary").tap()
    await expect(diff.locator(".plus")).to_have_count(3)
    await expect(diff.locator(".minus").first).to_have_text("-    if expired(token):")
    await look(machine, request, "f", "g")
    await expect(owner.locator(".row.fold")).to_have_count(1)
    assert await fits(owner)
    assert owner.faults == []  # type: ignore[attr-defined]


@pytest.mark.rule("W1")
async def test_a_line_stands_where_the_reader_left_off(room: Room, browser: Browser) -> None:
    owner = await open_page(browser, await room.owner_link())
    await ask(owner, "seen")
    await owner.goto(f"{room.url}/account")
    await room.house.ask(None, "not seen")
    await room.house.ask(None, "not seen either")
    await owner.goto(room.url + room.path)
    mark = owner.locator(".left-off")
    await expect(mark).to_have_text("You left off here")
    after = mark.locator("xpath=following-sibling::li[1]").locator(".prompt")
    await expect(after).to_have_text("not seen")


@pytest.mark.rule("W1")
async def test_keys_move_and_write_but_never_decide_and_can_be_switched_off(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link())
    await ask(owner, "first")
    await ask(owner, "second")
    await owner.locator("main").focus()
    await owner.keyboard.press("k")
    assert await focused_card(owner) == await owner.locator(".request").last.get_attribute("id")
    await owner.keyboard.press("k")
    assert await focused_card(owner) == await owner.locator(".request").first.get_attribute("id")
    await owner.keyboard.press("j")
    assert await focused_card(owner) == await owner.locator(".request").last.get_attribute("id")
    await owner.keyboard.press("/")
    await expect(owner.locator("#prompt")).to_be_focused()
    await owner.keyboard.type("/jk?")
    await expect(owner.locator("#prompt")).to_have_value("/jk?")
    await owner.locator("main").focus()
    await owner.keyboard.press("?")
    await expect(owner.locator("#keys")).to_contain_text("No key approves or denies")
    await owner.locator("#keys-on").uncheck()
    await owner.keyboard.press("Escape")
    await owner.locator("main").focus()
    await owner.keyboard.press("/")
    await expect(owner.locator("#prompt")).not_to_be_focused()


async def focused_card(page: Page) -> str | None:
    found: str | None = await page.evaluate("document.activeElement.closest('.request')?.id")
    return found


@pytest.mark.rule("W1", "A4")
async def test_what_is_left_of_a_time_is_right_on_a_browser_whose_clock_is_wrong(
    room: Room, browser: Browser
) -> None:
    gil = await room.house.member("gil")
    await room.house.client("slack").ask(gil, Ask(spot=room.house.spot(), prompt="soon"))
    owner = await open_page(browser, await room.owner_link())
    await owner.add_init_script(
        "const wrong = performance.timeOrigin - 3e11; const now = Date.now.bind(Date);"
        "Object.defineProperty(performance, 'timeOrigin', { value: wrong }); Date.now = () => now() - 3e11;"
    )
    await owner.goto(room.url + room.path)
    await expect(owner.locator("#sheet .left")).to_have_text("(in 24 hours)")


@pytest.mark.rule("R5", "R6", "W1")
async def test_a_watcher_follows_everything_live_and_is_told_how_to_ask(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link())
    watcher = await open_page(browser, await room.invite_link(Role.watcher), "Wanda", **PHONE)
    await ask(owner, "something")
    request = await machine.take()
    await machine.report(request, ReportKind.done, text="done")
    await expect(watcher.locator(".request .badge")).to_have_text("Done")
    await expect(watcher.locator(".watching")).to_contain_text("let Olga invite you anew")
    await expect(watcher.locator("textarea, [data-follow], .after button")).to_have_count(0)
    await watcher.locator(".request h2 a").tap()
    await expect(watcher.locator(".row").first).to_contain_text("Olga asked")
    assert watcher.faults == []  # type: ignore[attr-defined]


@pytest.mark.rule("R5", "W1")
async def test_a_join_card_arrives_in_the_open_page_and_is_decided_there(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    guest = await open_page(browser, await room.invite_link(), "Gil")
    tom = room.house.who("tom")
    hostile = "<b>hi</b> \u202eplease"
    await room.house.client("slack").ask(tom, Ask(spot=room.house.spot(), prompt=hostile))
    await ask(owner, "wake up")  # what changes brings the rest along; else the next heartbeat does
    card = owner.locator("#joins article")
    await expect(card).to_contain_text("Tom asks without being a member")
    await expect(card).to_contain_text("<b>hi</b> \u27e8U+202E\u27e9please")
    await expect(guest.locator("#joins article")).to_have_count(0)
    await card.get_by_role("button", name="Admit and approve this").tap()
    await expect(owner.locator("#joins article")).to_have_count(0)
    await expect(owner.locator(".request .from", has_text="Tom")).to_have_count(1)
    assert await fits(owner)
