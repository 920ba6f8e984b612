"""demo, up, relay, bots: what keeps running until it is told to stop."""

import asyncio
import logging
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.console import Console, command

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from deploy.embedded import Standing

BrowserOption = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open the page in a browser, if there is one.")
]


@command
async def demo(ctx: typer.Context, browser: BrowserOption = True) -> None:
    """Try it: everything on this computer, with an agent that plays a script. No account anywhere."""
    from deploy.demo.run import run_demo
    from deploy.embedded import stop_on_signals

    console: Console = ctx.obj
    _start_logging(console, logging.WARNING)
    console.note("Starting the demo ...")

    def show(link: str, standing: "Standing") -> None:
        console.show(
            {"url": standing.public_url, "owner_link": link},
            [
                "",
                f"  Open this page: {link}",
                "",
                "  The link is yours alone, works once, and for ten minutes. A request waits there for your tap.",
                "  Stop with Ctrl-C; nothing stays behind. Then `muti init` goes on with your own agent.",
            ],
        )
        sys.stdout.flush()
        if browser:
            _open_browser(link)

    await run_demo(show, stop_on_signals())


@command
async def up(ctx: typer.Context, browser: BrowserOption = False) -> None:
    """Run everything in this process: the relay, the browser room, the connectors and the daemon."""
    await _run_relay(ctx.obj, beside=True, browser=browser)


@command
async def relay(ctx: typer.Context) -> None:
    """Run the relay with the browser room, and nothing else."""
    await _run_relay(ctx.obj, beside=False, browser=False)


async def _run_relay(console: Console, *, beside: bool, browser: bool) -> None:
    from config.load import load_settings
    from deploy.embedded import run_embedded, stop_on_signals
    from deploy.reach import write_address

    settings = load_settings(console.config)
    _start_logging(console, logging.INFO)
    for note in settings.notes:
        console.note(f"muti: {note}")

    async def ready(standing: "Standing") -> None:
        write_address(settings.home, standing.url)
        link = await standing.owner_link() if settings.web.enabled else None
        document = {"url": standing.public_url, "api": standing.url, "owner_link": link}
        lines = [f"muti is up at {standing.public_url}"]
        if link:
            lines.append(f"One-time link for the owner's browser, good for ten minutes: {link}")
        if beside and not settings.agents:
            lines.append("No agent lives on this computer yet: `muti init` adds one.")
        console.show(document, lines)
        sys.stdout.flush()
        if link and browser:
            _open_browser(link)

    await run_embedded(settings, ready, stop_on_signals(), connectors=beside, daemon=beside)


@command
async def bots(ctx: typer.Context) -> None:
    """Run the configured chat connectors, against a relay that runs elsewhere."""
    from config.load import load_settings
    from deploy.embedded import chats_of, until
    from deploy.failures import Failure
    from deploy.reach import relay_url
    from deploy.tokens import PERSON, TokenFolder

    console: Console = ctx.obj
    settings = load_settings(console.config)
    if settings.slack is None and settings.feishu is None:
        raise Failure(
            "No chat is configured; add the section [slack] or [feishu] to the configuration.", "config"
        )
    person = TokenFolder(settings.home).read(PERSON)
    if person is None:
        raise Failure(
            "There are no tokens here; copy the folder 'tokens' from the relay's state folder.",
            "unauthorized",
        )
    _start_logging(console, logging.INFO)
    url = relay_url(console, settings)
    await until(_all(chats_of(settings, url, person)))


async def _all(parts: "list[Callable[[], Awaitable[None]]]") -> None:
    await asyncio.gather(*(part() for part in parts))


def _start_logging(console: Console, level: int) -> None:
    from deploy.logs import start_logging

    start_logging(logging.INFO if console.verbose else level)


def _open_browser(link: str) -> None:
    """Where there is a screen. A text browser would take the terminal over."""
    import os
    import webbrowser

    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, link)
