"""SIGTERM drains (O15): not ready at once, nothing new is held, what is held is answered, and another relay goes on."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from relay.client import Refused, RelayClient
from relay.wire.machines import Hello, Poll
from tests.deploy.at_home import child, make_home, ready

pytestmark = pytest.mark.rule("O15")

DRAIN_SECONDS = 8


async def look(url: str) -> tuple[int, dict[str, Any]]:
    async with aiohttp.ClientSession() as browser, browser.get(f"{url}/readyz") as answer:
        return answer.status, await answer.json()


async def watch_the_end(url: str, machine_token: str, person_token: str, stop: Any) -> dict[str, Any]:
    """Hold a poll and a stream, stop the relay, and note what each is told."""
    seen: dict[str, Any] = {}
    async with (
        RelayClient(url, machine_token) as machine,
        RelayClient(url, person_token, attempts=1) as owner,
    ):
        room = (await owner.rooms(None)).rooms[0]
        epoch = (await machine.hello(Hello(process="p", version="0"))).epoch
        held = asyncio.create_task(machine.poll(Poll(epoch=epoch, wait=25)))
        stream = asyncio.create_task(_read(owner, room.room))
        await asyncio.sleep(0.3)
        async with asyncio.timeout(10):
            # The poll, the stream, and the browser room, which waits for what its owner has to be told.
            while "muti_listeners 3.0" not in await _metrics(url):
                await asyncio.sleep(0.02)
        seen["before"] = await look(url)
        stop()
        async with asyncio.timeout(DRAIN_SECONDS):
            while (now := await look(url))[0] == 200:
                await asyncio.sleep(0.02)
        seen["after"] = now
        async with asyncio.timeout(DRAIN_SECONDS):
            seen["poll"] = await held
            await stream
        seen["rooms"] = len((await owner.rooms(None)).rooms)
        async with RelayClient(url, machine_token, attempts=1) as again:
            with pytest.raises(Refused) as refusal:
                await again.poll(Poll(epoch=epoch, wait=25))
        seen["new poll"] = refusal.value.problem
    return seen


async def _metrics(url: str) -> str:
    async with aiohttp.ClientSession() as browser, browser.get(f"{url}/metrics") as answer:
        return await answer.text()


async def _read(owner: RelayClient, room: str) -> None:
    async for _ in owner.stream(None, room):
        pass


def test_a_relay_that_is_told_to_stop_lets_go_of_everything_and_ends_in_order(tmp_path: Path) -> None:
    home = make_home(tmp_path)
    with child(home, "relay", "--json", MUTI_RELAY__DRAIN=str(DRAIN_SECONDS)) as process:
        url = ready(process)["api"]
        seen = asyncio.run(
            watch_the_end(
                url, home.token("machine"), home.token("person"), lambda: process.send_signal(signal.SIGTERM)
            )
        )
        _, err = process.communicate(timeout=30)
    assert seen["before"] == (200, {"serving": True, "database": True, "migrations": True})
    assert seen["after"] == (503, {"serving": False, "database": True, "migrations": True})
    assert seen["poll"].offers == []
    assert seen["rooms"] == 1, "what is asked meanwhile is answered"
    assert (seen["new poll"].code, seen["new poll"].retry_after) == ("busy", 1)
    assert process.returncode == 0
    assert "Traceback" not in err


@pytest.mark.slow
@pytest.mark.rule("X4")
def test_work_goes_on_under_its_lease_while_one_relay_takes_over_from_another(tmp_path: Path) -> None:
    home = make_home(tmp_path)
    script = json.dumps([{"run": "echo once >> log.txt"}, {"wait": 3}, {"done": "it went on"}])
    with child(home, "relay", "--json") as first:
        url = ready(first)["api"]
        listen = url.removeprefix("http://")
        with child(home, "daemon", "run", MUTI_DAEMON__RELAY_URL=url) as daemon:
            asked = home.json("ask", script)["request"]
            home.until(asked["public_id"], "running", 50)
            first.send_signal(signal.SIGTERM)
            first.communicate(timeout=30)
            assert first.returncode == 0
            with child(home, "relay", "--json", MUTI_RELAY__LISTEN=listen) as second:
                ready(second)
                view = home.until(asked["public_id"], "done", 100)
                assert view.result == "it went on"
                assert not [event for event in view.events if event.kind == "gap"], "its lease never lapsed"
                assert daemon.poll() is None
                daemon.send_signal(signal.SIGTERM)
                daemon.communicate(timeout=30)
                assert daemon.returncode == 0
                second.send_signal(signal.SIGTERM)
                second.communicate(timeout=30)
    assert (home.project / "log.txt").read_text() == "once\n"
