"""The box to ask in: completion, follow-ups, drafts, files."""

import pytest
from playwright.async_api import Browser, Page, expect

from relay.wire.machines import ReportKind
from tests.bots.web.scene import PHONE, Machine, Room, ask, fits, open_page

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DROP = """([name, size]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(size)], name, { type: "text/plain" }));
    const event = (kind) => new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event("dragover"));
    document.body.dispatchEvent(event("drop"));
}"""


async def drop(page: Page, name: str, size: int) -> None:
    await page.evaluate(DROP, [name, size])


@pytest.mark.rule("W1", "S7")
async def test_a_dropped_file_goes_along_and_one_of_50_mb_is_refused_before_it_is_sent(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    await expect(owner.locator("#live.on")).to_be_visible()
    hostile = "<img src=x>" + "name" * 40 + ".bin"
    await drop(owner, hostile, 50 * 1024 * 1024)
    trouble = owner.locator("#ask [data-trouble]")
    await expect(trouble).to_contain_text("is too big to attach (50 MB; 20.0 MB at most). Nothing was sent.")
    await expect(trouble).to_contain_text("<img src=x>")
    await expect(owner.locator("#chosen li")).to_have_count(0)
    await drop(owner, "gone.txt", 10)
    await drop(owner, "notes.txt", 2048)
    await expect(trouble).to_be_hidden()
    await owner.get_by_role("button", name="Remove gone.txt").tap()
    await expect(owner.locator("#chosen li")).to_have_text(["notes.txt 2 kB×"])
    await ask(owner, "read this")
    await expect(owner.locator(".request .files")).to_contain_text("notes.txt")
    await expect(owner.locator("#chosen li")).to_have_count(0)
    assert await fits(owner)


@pytest.mark.rule("W1", "C2")
async def test_a_follow_up_names_what_it_follows_from_the_room_and_from_the_request(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    await ask(owner, "begin")
    await machine.report(await machine.take(), ReportKind.done, text="done")
    first = await owner.locator(".request").get_attribute("id")
    await owner.get_by_role("link", name="Follow up").tap()
    await expect(owner.locator("#prompt")).to_be_focused()
    await expect(owner.locator("#follow")).to_contain_text(f"Follow-up to {first}")
    await owner.keyboard.type("half")
    await owner.reload()
    await expect(owner.locator("#follow")).to_contain_text(f"Follow-up to {first}")
    await ask(owner, "go on")
    await expect(owner.locator(".request").last.locator(".from a")).to_have_text(f"follows {first}")
    await expect(owner.locator("#follow")).to_be_hidden()
    await owner.goto(f"{room.url}{room.path}/{first}")
    await expect(owner.locator("#live.on")).to_be_visible()
    await owner.locator("#prompt").fill("and more")
    await owner.locator("#ask button.yes").tap()
    await owner.wait_for_url("**#R*")
    await expect(owner.locator(".request").last.locator(".from a")).to_have_text(f"follows {first}")


@pytest.mark.rule("W1")
async def test_agents_and_requests_are_completed_while_typing(
    room: Room, machine: Machine, browser: Browser
) -> None:
    owner = await open_page(browser, await room.owner_link())
    await ask(owner, "something to refer to")
    public = await owner.locator(".request").get_attribute("id")
    prompt, found = owner.locator("#prompt"), owner.locator("#suggestions li")
    await prompt.press_sequentially("@cl")
    await expect(found).to_have_text(["@claude here"])
    await prompt.press("Enter")
    await expect(prompt).to_have_value("@claude ")
    await prompt.press_sequentially("as in #01")
    await expect(found).to_contain_text([str(public)])
    await expect(prompt).to_have_attribute("aria-activedescendant", "suggestion-0")
    await prompt.press("Tab")
    await expect(prompt).to_have_value(f"@claude as in {public} ")
    await prompt.press_sequentially("R2")
    await expect(found).to_have_count(1)
    await prompt.press("Escape")
    await expect(found).to_have_count(0)
    await expect(prompt).to_be_focused()


@pytest.mark.rule("W1", "C2")
async def test_a_mention_of_nobody_is_said_and_the_draft_stays(room: Room, browser: Browser) -> None:
    owner = await open_page(browser, await room.owner_link(), **PHONE)
    await expect(owner.locator("#live.on")).to_be_visible()
    await owner.locator("#prompt").fill("@nobody do it")
    await owner.locator("#ask button.yes").tap()
    await expect(owner.locator("#ask [data-trouble]")).to_contain_text(
        "no agent @nobody in this room. Here are: @claude"
    )
    await expect(owner.locator("#prompt")).to_have_value("@nobody do it")
    await expect(owner.locator(".request")).to_have_count(0)
