"""A full disk at the relay, and a database that goes away and comes back: said plainly, nothing lost."""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import pytest

from relay.client import Refused, RelayClient
from relay.wire.base import Code
from relay.wire.requests import Ask
from tests import needs, postgres
from tests.house import House, open_house

PAGES_MORE = 20
BIG = "word " * 15_000


class Server:
    """A PostgreSQL server that can be stopped and started at its address."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder, self._password = programs, folder, "dummy-password"
        self.port = postgres._free_port()
        postgres._initialise(programs, folder, self._password)
        self.start()

    @property
    def url(self) -> str:
        return postgres._url(self.port, self._password, "postgres")

    def start(self) -> None:
        self._process = postgres._launch(self._programs, self._folder, self.port, ("fsync=on",))
        assert postgres._wait_until_ready(self._process, self.url), (self._folder / "log").read_text()

    def stop(self) -> None:
        """At once, as a machine that loses its power (postgres(1), SIGQUIT)."""
        import signal

        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(postgres.STOP_LIMIT)


@contextmanager
def a_server() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="muti-postgres-"))
    try:
        server = Server(needs.require("postgres"), folder)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.rule("O12", "O15")
async def test_a_database_that_goes_away_is_said_and_nothing_is_lost_when_it_comes_back(
    tmp_path: Path,
) -> None:
    with a_server() as server:
        async with open_house(server.url, tmp_path) as house:
            sarah = await house.member("sarah")
            spot = house.spot()
            before = await house.ask(sarah, "before")
            server.stop()
            async with RelayClient(house.url, house.tokens["slack"], attempts=1) as slack:
                with pytest.raises(Refused) as refusal:
                    await slack.ask(sarah, Ask(spot=spot, prompt="meanwhile"))
            assert (refusal.value.code, refusal.value.problem.retry_after) == (Code.busy, 1)
            assert "database does not answer" in refusal.value.problem.detail
            assert await look(house, "healthz") == (200, {"alive": True})
            away = await look(house, "readyz")
            assert away == (503, {"serving": True, "database": False, "migrations": False})
            server.start()
            request = await asked_again(house, Ask(spot=spot, prompt="meanwhile"))
            assert (await house.view(before.request)).prompt == "before"
            assert (await asked_again(house, Ask(spot=spot, prompt="meanwhile"))) == request, (
                "once for ever (C5)"
            )
            assert (await house.client("owner").audit_state(None)).whole
            assert (await look(house, "readyz"))[0] == 200
            await heard_again(house)


async def look(house: House, page: str) -> tuple[int, dict[str, bool]]:
    async with aiohttp.ClientSession() as browser, browser.get(f"{house.url}/{page}") as answer:
        return answer.status, await answer.json()


async def asked_again(house: House, ask: Ask) -> str:
    """The same ask until it is taken, as a connector says it from its inbox."""
    async with asyncio.timeout(60):
        while True:
            try:
                asked = await house.client("slack").ask(house.who("sarah"), ask)
            except Refused as refusal:
                assert refusal.code is Code.busy
                await asyncio.sleep(0.1)
                continue
            assert asked.request is not None
            return asked.request.request


async def heard_again(house: House) -> None:
    """A long poll is woken by a change again: the ear has found its way back."""
    owner = house.client("owner")
    stream = owner.stream(None, house.room)
    reading = asyncio.ensure_future(anext(stream))
    await house.ask(house.who("sarah"), "for the stream")
    async with asyncio.timeout(30):
        _, view = await reading
    assert view.prompt
    await stream.aclose()


@pytest.mark.rule("L4", "O15")
async def test_a_full_disk_refuses_what_cannot_be_kept_and_goes_on_when_there_is_room(
    running_relay: House,
) -> None:
    house = running_relay
    sarah = await house.member("sarah")
    kept = [(await house.ask(sarah, "kept")).request]
    writer = next(iter(house.store._writers)).connection
    (pages,) = writer.execute("PRAGMA page_count").fetchone()
    writer.execute(f"PRAGMA max_page_count={pages + PAGES_MORE}")
    spot = house.spot()
    async with RelayClient(house.url, house.tokens["slack"], attempts=1) as slack:
        with pytest.raises(Refused) as refusal:
            for _ in range(PAGES_MORE):
                asked = await slack.ask(sarah, Ask(spot=house.spot(), prompt=BIG))
                assert asked.request is not None
                kept.append(asked.request.request)
        assert (refusal.value.code, refusal.value.problem.retry_after) == (Code.busy, 1)
        assert "full" in refusal.value.problem.detail
        with pytest.raises(Refused, match="full"):
            await slack.ask(sarah, Ask(spot=spot, prompt=BIG))
    for name in kept:
        assert (await house.view(name)).state == "pending", "what was taken is there, and can be read"
    writer.execute("PRAGMA max_page_count=1000000")
    request = await asked_again(house, Ask(spot=spot, prompt=BIG))
    assert request not in kept
    assert (await house.client("owner").audit_state(None)).whole
    file = sqlite3.connect(house.store.url.removeprefix("sqlite:///"))
    assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    file.close()
