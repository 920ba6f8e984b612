"""`muti demo`, as a newcomer uses it with any browser: one link, one tap, done (O1, O4)."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.deploy.at_home import start


class Forms(HTMLParser):
    """The forms of a page: where each goes, and the fields that it carries by itself."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append((given.get("action", ""), {}))
        elif tag in ("input", "button") and self.found and given.get("name"):
            self.found[-1][1].setdefault(given["name"], given.get("value", ""))

    def to(self, ending: str, **fields: str) -> tuple[str, dict[str, str]]:
        """The form that goes to a path, with these fields in it."""
        return next(
            (action, {**found, **fields})
            for action, found in self.found
            if action.endswith(ending) and fields.items() <= {**found, **fields}.items()
        )


@pytest.fixture(scope="module")
def demo(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any], Path]]:
    """A demo in a child process, in a temporary folder that is ours to look into."""
    folder = tmp_path_factory.mktemp("demo")
    busy = socket.socket()
    try:
        busy.bind(("127.0.0.1", 8787))
        busy.listen()
    except OSError:
        pass  # somebody else has it: just as good
    environ = {**os.environ, "TMPDIR": str(folder)}
    child = start("demo", "--no-browser", "--json", env=environ)
    try:
        assert child.stdout is not None
        line = child.stdout.readline()
        assert line, child.communicate(timeout=5)
        yield child, json.loads(line), folder
    finally:
        busy.close()
        child.kill()
        child.communicate()


async def browse(url: str, link: str) -> dict[str, str]:
    """Open the link, approve what waits, and wait until it is done; the pages on the way."""
    pages: dict[str, str] = {}
    headers = {"Origin": url, "Accept-Language": "en"}
    async with aiohttp.ClientSession(headers=headers, cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:

        async def read(answer: Any) -> str:
            assert answer.status == 200, await answer.text()
            return str(await answer.text())

        async with browser.get(link) as answer:
            door = await read(answer)
        path, fields = Forms(door).to(link.removeprefix(url))
        async with browser.post(url + path, data=fields) as answer:
            pages["room"], address = await read(answer), str(answer.url)
        path, fields = Forms(pages["room"]).to("/decision", decision="approve")
        async with browser.post(url + path, data=fields) as answer:
            await read(answer)
        async with asyncio.timeout(20):
            while "The changelog has its entry" not in pages.get("done", ""):
                await asyncio.sleep(0.2)
                async with browser.get(address) as answer:
                    pages["done"] = await read(answer)
        async with browser.post(
            url + link.removeprefix(url), data=Forms(door).to(link.removeprefix(url))[1]
        ) as answer:
            pages["again"] = f"{answer.status}"
    return pages


@pytest.mark.rule("O1", "O4", "O2")
def test_the_owner_link_opens_a_room_where_one_tap_leads_to_done(
    demo: tuple[subprocess.Popen[str], dict[str, Any], Path],
) -> None:
    child, said, folder = demo
    assert said["url"] != "http://127.0.0.1:8787", "that port was taken"
    assert re.fullmatch(re.escape(said["url"]) + r"/owner/[0-9A-Z]{26}", said["owner_link"])
    pages = asyncio.run(browse(said["url"], said["owner_link"]))

    assert "Half a cent is rounded up now" in pages["room"], "the finished sample request"
    assert 'value="approve"' in pages["room"]
    assert 'value="approve"' not in pages["done"]
    (project,) = folder.glob("muti-demo-*/project")
    assert "Half a cent is rounded up" in (project / "CHANGELOG.md").read_text()
    history = subprocess.run(
        ["git", "status", "--short"], cwd=project, capture_output=True, text=True, check=True
    )
    assert history.stdout.split() == ["M", "CHANGELOG.md", "M", "price.py"]

    assert pages["again"] == "410", "the link works once"
    assert child.poll() is None, "it stays until it is stopped"


@pytest.mark.rule("O4")
def test_a_stopped_demo_ends_in_order_and_leaves_nothing_behind(
    demo: tuple[subprocess.Popen[str], dict[str, Any], Path],
) -> None:
    child, _, folder = demo
    began = time.monotonic()
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=20)
    assert child.returncode == 0, err
    assert err == "Starting the demo ...\n"
    assert time.monotonic() - began < 10
    assert list(folder.iterdir()) == []
