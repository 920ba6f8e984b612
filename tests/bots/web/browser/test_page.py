"""The page in a real browser: hostile and long text, what the reader keeps, and a connection that breaks."""

import pytest
from playwright.async_api import Browser, expect

from relay.wire.machines import ReportKind
from relay.wire.requests import Ask, Edit
from tests.bots.web.scene import PHONE, Machine, Room, ask, fits, open_page

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.rule("C7", "T6", "A1")
async def test_hostile_names_and_prompts_are_text(room: Room, browser: Browser) -> None:
    name = "<b>Olga</b>\u202e"
    prompt = '</textarea><script>window.owned = 1</script><img src=x onerror="window.owned=2">\n\u202egnp.exe'
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    guest = await open_page(browser, await room.invite_link(), name)
    await expect(guest.locator("#live.on")).to_be_visible()
    await guest.locator("#prompt").fill(prompt)
    await guest.locator("#ask button.yes").click()
    shown = owner.locator(".request .prompt")
    await expect(shown).to_contain_text("</textarea><script>window.owned = 1</script>")
    await expect(shown).to_contain_text("\u27e8U+202E\u27e9gnp.exe")
    await expect(owner.locator(".request .from")).to_contain_text("<b>Olga</b>")
    await owner.reload()
    await expect(shown).to_contain_text("<img src=x")
    for page in (owner, guest):
        assert await page.evaluate("window.owned") is None
        assert await page.locator(".request img, .request script").count() == 0
        assert page.faults == []  # type: ignore[attr-defined]
    assert await fits(owner)


@pytest.mark.rule("C8", "W1")
async def test_the_longest_ask_is_sent_and_shown_whole_before_it_is_decided(
    room: Room, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    guest = await open_page(browser, await room.invite_link(), "Gil")
    await expect(guest.locator("#live.on")).to_be_visible()
    prompt = ("wide words 한국어 中文 \U0001f642\n" * 6000)[:99_990] + "<the end>"
    await guest.evaluate(
        "text => { const box = document.getElementById('prompt'); box.value = text }", prompt
    )
    await guest.locator("#ask button.yes").click()
    await expect(guest.locator(".request .more").first).to_contain_text("more characters")
    shown = owner.locator(".request .prompt")
    await expect(shown).to_contain_text("<the end>")
    await expect(owner.locator("#sheet").get_by_role("button", name="Approve")).to_have_count(0)
    await expect(owner.locator("#sheet").get_by_role("link", name="Review")).to_be_visible()
    assert await fits(owner)


@pytest.mark.rule("W1")
async def test_buttons_rest_while_the_page_is_not_live_and_a_draft_is_kept(
    room: Room, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    await expect(owner.locator("#live.on")).to_be_visible()
    await owner.get_by_label("What should the agent do?").fill("half a thou")
    ways = ("**/events?*", "**/changes?*")
    for way in ways:
        await owner.route(way, lambda route: route.abort())
    await owner.reload()
    await expect(owner.locator("#live")).to_have_text("Reconnecting…")
    await expect(owner.locator("#ask button.yes")).to_be_disabled()
    await expect(owner.locator("#prompt")).to_have_value("half a thou")
    for way in ways:
        await owner.unroute(way)
    await expect(owner.locator("#live.on")).to_be_visible()
    await expect(owner.locator("#ask button.yes")).to_be_enabled()


@pytest.mark.rule("C5")
async def test_a_double_tap_is_one_request(room: Room, browser: Browser) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    await expect(owner.locator("#live.on")).to_be_visible()
    await owner.locator("#prompt").fill("once")
    await owner.evaluate(
        "() => { const form = document.getElementById('ask'); form.requestSubmit(); form.requestSubmit(); }"
    )
    await expect(owner.locator(".request")).to_have_count(1)
    await expect(owner.locator("#prompt")).to_have_value("")
    await ask(owner, "twice")
    await expect(owner.locator(".request")).to_have_count(2)


@pytest.mark.rule("W1")
async def test_what_the_reader_opened_or_typed_survives_what_arrives(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link())
    await ask(owner, "a long one")
    request = await machine.take()
    await machine.ask_action(request, "git push origin main")
    action = owner.locator(".request .action")
    await action.locator("summary.no").click()
    await action.locator("textarea").fill("because")
    ended = {"call": "c1", "tool": "Bash", "title": "ls", "tail": "a\nb"}
    await machine.report(request, ReportKind.tool_ended, failed=False, **ended)
    row = owner.locator(".row.tool")
    await row.locator("summary").click()
    await expect(row.locator("pre")).to_be_visible()
    for percent in (10, 20, 30):
        await machine.report(request, ReportKind.progress, percent=percent, text="going")
    await expect(owner.get_by_role("progressbar")).to_have_attribute("value", "30")
    await expect(action.locator("textarea")).to_have_value("because")
    await expect(row.locator("pre")).to_be_visible()


@pytest.mark.rule("T4", "T2")
async def test_a_long_timeline_is_read_to_its_beginning_in_order(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link())
    await ask(owner, "talk a lot")
    request = await machine.take()
    for number in range(40):
        await machine.report(request, ReportKind.said, text=f"word {number:02d}")
    await expect(owner.locator(".row.said .what").last).to_have_text("word 39")
    await owner.reload()
    await expect(owner.locator(".row.said")).to_have_count(8)
    await owner.locator("a.earlier").click()
    await expect(owner.locator(".row.said")).to_have_count(40)
    texts = await owner.locator(".row.said .what").all_text_contents()
    assert texts == [f"word {number:02d}" for number in range(40)]
    await expect(owner.locator("a.earlier")).to_have_count(0)


@pytest.mark.rule("T3", "T2")
async def test_many_steps_at_once_leave_no_hole(room: Room, machine: Machine, browser: Browser) -> None:
    owner = await open_page(browser, await room.owner_link())
    await ask(owner, "offline for long")
    request = await machine.take()
    await machine.report(request, ReportKind.said, text="before")
    await expect(owner.locator(".row.said")).to_have_count(1)
    many = 150  # more than one page of the timeline holds
    said = [(ReportKind.said, {"text": f"word {number:02d}"}) for number in range(many)]
    await machine.report_all(request, said)
    await expect(owner.locator(".row.said")).to_have_count(many + 1)
    texts = await owner.locator(".row.said .what").all_text_contents()
    assert texts == ["before", *(f"word {number:02d}" for number in range(many))]


@pytest.mark.rule("A3", "C9")
async def test_a_reason_half_typed_survives_an_edit_of_the_request(room: Room, browser: Browser) -> None:
    gil = await room.house.member("gil")
    spot = room.house.spot()
    asked = await room.house.client("slack").ask(gil, Ask(spot=spot, prompt="first wording"))
    owner = await open_page(browser, await room.owner_link())
    await expect(owner.locator("#live.on")).to_be_visible()
    card = owner.locator(".request")
    await card.locator("summary.no").click()
    await card.get_by_label("Reason").fill("because")
    assert asked.request is not None
    await room.house.client("slack").edit(gil, Edit(spot=spot, prompt="second wording", key="edit-1"))
    await expect(card.locator(".prompt")).to_have_text("second wording")
    await expect(card.get_by_label("Reason")).to_have_value("because")
    await card.locator(".deny button.no").click()
    await expect(card.locator(".badge")).to_have_text("Cancelled")
    assert (await room.house.view(asked.request.request)).version == 2


@pytest.mark.rule("W1")
async def test_what_the_reader_closed_stays_closed(room: Room, machine: Machine, browser: Browser) -> None:
    owner = await open_page(browser, await room.owner_link())
    await ask(owner, "files")
    request = await machine.take()
    await machine.report(request, ReportKind.file, path="a.py", added=1, removed=0)
    changed = owner.locator(".changed")
    await expect(changed.locator("li")).to_be_visible()
    await changed.locator("summary").click()
    await machine.report(request, ReportKind.file, path="b.py", added=1, removed=0)
    await expect(changed.locator("summary")).to_contain_text("2 files changed")
    await expect(changed.locator("li").first).to_be_hidden()


@pytest.mark.rule("W1")
async def test_everything_to_press_is_as_large_as_a_finger(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    await ask(owner, "large enough")
    request = await machine.take()
    ended = {"call": "c1", "tool": "Bash", "title": "ls", "tail": "a", "failed": False}
    await machine.report(request, ReportKind.tool_ended, **ended)
    await machine.ask_action(request, "git push origin main")
    await expect(owner.locator("#sheet button.danger")).to_be_visible()
    await owner.locator("#prompt").focus()
    for path in (room.path, f"{room.path}/people", f"{room.path}/grants"):
        if path != room.path:
            await owner.goto(room.url + path)
        small = await owner.evaluate(
            """[...document.querySelectorAll("button, summary, select, a.button, input:not([type=hidden], [type=file])")]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
            .map((one) => one.outerHTML.slice(0, 80))"""
        )
        assert small == []
        assert await fits(owner)
