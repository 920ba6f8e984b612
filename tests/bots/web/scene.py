"""A browser room over a real relay, its owner's machine, and people who come in by its own links."""

import re
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from typing import Any

import aiohttp
from aiohttp import web
from playwright.async_api import Browser, BrowserContext, Page, expect

from bots.web.connector import room_app
from bots.web.push.sealing import Push
from relay.wire.machines import AskAction, DeclaredAgent, Hello, Poll, Report, ReportKind, Reports, Start
from relay.wire.people import NewInvite, NewLink, Role
from relay.wire.requests import ActionState
from tests.house import House

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}
PATIENCE = 20_000
"""Milliseconds that a busy machine may take until a page shows what it should."""

expect.set_options(timeout=PATIENCE)

SECRET = b"a secret of a test, of 32 bytes or more"


@dataclass
class Machine:
    """The owner's machine as the relay sees it: it takes what is offered and reports what a test says."""

    house: House
    epoch: int = 0
    fence: int = 0
    at: int = 1_800_000_000_000_000
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    async def wake(self) -> None:
        """Be present."""
        agent = DeclaredAgent(handle="claude", runtime="scripted", directory=str(self.house.directory))
        hello = Hello(process="p1", version="1", agents=[agent])
        self.epoch = (await self.client.hello(hello)).epoch

    def __post_init__(self) -> None:
        self.client = self.house.client("machine")

    async def take(self) -> str:
        """Take the next request; gives its id."""
        for _ in range(50):
            work = await self.client.poll(Poll(epoch=self.epoch, wait=2))
            if work.offers:
                request = work.offers[0].request
                claim = await self.client.start(request, Start(epoch=self.epoch, key=f"start-{request}"))
                self.fence, self.numbers = claim.fence, count(1)
                return request
        raise AssertionError("nothing was offered")

    async def report(self, request: str, kind: ReportKind, **body: Any) -> None:
        """One report."""
        await self.report_all(request, [(kind, body)])

    async def report_all(self, request: str, said: list[tuple[ReportKind, dict[str, Any]]]) -> None:
        """Several reports at once, as after a time without network."""
        reports = [Report(number=next(self.numbers), kind=kind, at=self.at, body=body) for kind, body in said]
        await self.client.report(request, Reports(fence=self.fence, reports=reports))

    async def ask_action(self, request: str, shown: str, *, whole: bool = True, kind: str = "push") -> None:
        """Pause for the owner."""
        ask = AskAction(
            fence=self.fence,
            call=f"call-{shown[:20]}",
            digest=f"digest-{hash(shown)}",
            kind=kind,
            tool="Bash",
            shown=shown,
            whole=whole,
            directory=str(self.house.directory),
            reason="It pushes to a shared branch.",
        )
        await self.client.ask_action(request, ask)

    async def answer(self, request: str) -> ActionState:
        """Wait for the owner's answer to the last action."""
        for _ in range(50):
            work = await self.client.poll(Poll(epoch=self.epoch, wait=2, running=[request]))
            if work.answers:
                return work.answers[-1].state
        raise AssertionError("no answer came")


@dataclass
class Room:
    """The browser room of one house."""

    house: House
    url: str

    @property
    def path(self) -> str:
        """The room's own page."""
        return f"/rooms/{self.house.room}"

    @property
    def cookie(self) -> str:
        """The name of its session cookie."""
        return f"muti-{self.url.rpartition(':')[2]}"

    async def owner_link(self) -> str:
        """A fresh one-time link for the owner."""
        code = await self.house.client("owner").new_link(None, NewLink(direct=True))
        return f"{self.url}/owner/{code.code}"

    async def invite_link(self, role: Role = Role.guest) -> str:
        """A fresh invite link."""
        invite = await self.house.client("owner").invite(None, self.house.room, NewInvite(role=role))
        return f"{self.url}/join/{invite.token}"

    def machine(self) -> Machine:
        """The owner's machine."""
        return Machine(self.house)


async def serve_room(house: House, public_url: str = "", push: Push | None = None) -> AsyncIterator[Room]:
    """Serve the browser room; its public address is its own unless a test says otherwise."""
    sock = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{sock.getsockname()[1]}"
    app = room_app(house.client("web"), secret=SECRET, public_url=public_url or url, push=push)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=2)
    await runner.setup()
    await web.SockSite(runner, sock).start()
    try:
        yield Room(house, url)
    finally:
        await runner.cleanup()


class Surfer:
    """A browser without pictures: cookies, forms and headers, as plain HTTP."""

    def __init__(self, room: Room, language: str = "en") -> None:
        self.room = room
        self.session = aiohttp.ClientSession(
            room.url,
            headers={"Accept-Language": language},
            cookie_jar=aiohttp.CookieJar(unsafe=True),
        )

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Look at a page."""
        async with self.session.get(path, headers=headers) as answer:
            return answer.status, await answer.text()

    async def post(self, path: str, fields: dict[str, str], **headers: str) -> tuple[int, str, str]:
        """Send a form; gives status, text, and where it leads."""
        sent = {"Origin": self.room.url, **headers}
        async with self.session.post(path, data=fields, headers=sent, allow_redirects=False) as answer:
            return answer.status, await answer.text(), answer.headers.get("Location", "")

    async def come_in(self, link: str, name: str = "Guest") -> str:
        """Follow an owner or invite link; gives where it leads."""
        path = link.removeprefix(self.room.url)
        _, page = await self.get(path)
        status, text, location = await self.post(path, {**hidden(page), "name": name})
        assert status == 303, text
        return location

    async def close(self) -> None:
        """Leave."""
        await self.session.close()


def hidden(page: str, action: str = "") -> dict[str, str]:
    """The hidden fields of the first form that goes to ``action``."""
    forms = re.findall(r"<form[^>]*?action=\"([^\"]*)\"[^>]*>(.*?)</form>", page, re.DOTALL)
    for where, inside in forms:
        if where.endswith(action) and "language" not in where:
            found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', inside)
            return {name: unescape(value) for name, value in found}
    raise AssertionError(f"no form goes to {action}")


async def open_page(browser: Browser, link: str, name: str = "Guest", **options: Any) -> Page:
    """A person of their own browser profile follows a link and comes in; any fault in the page is raised."""
    context: BrowserContext = await browser.new_context(**{"locale": "en-GB", **options})
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    page.faults = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda fault: page.faults.append(str(fault)))  # type: ignore[attr-defined]
    page.on(
        "console",
        lambda message: (
            page.faults.append(message.text)  # type: ignore[attr-defined]
            if message.type == "error" and "Failed to load resource" not in message.text
            else None
        ),
    )
    await page.goto(link)
    if "/join/" in link:
        await page.get_by_label("Your name").fill(name)
        await page.get_by_role("button", name="Come in").click()
    await page.wait_for_url("**/rooms/**")
    return page


async def ask(page: Page, prompt: str) -> None:
    """Ask in an open page, and see it arrive."""
    await expect(page.locator("#live.on")).to_be_visible()
    await page.get_by_label("What should the agent do?").fill(prompt)
    await page.locator("#ask button.yes").click()
    await expect(page.locator(".request .prompt").last).to_have_text(prompt)


async def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return bool(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
