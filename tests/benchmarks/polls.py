"""9,000 daemons that wait, on one relay process: what each of them costs, and what stays when they vanish."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
import psutil

from relay.rooms.tokens import hash_token
from relay.store.ids import new_id
from tests.benchmarks.children.process import Child, started
from tests.benchmarks.children.relay import running_child
from tests.benchmarks.harness import Report
from tests.benchmarks.stage import furnish
from tests.house import House, open_store

WAIT = 60  # seconds; the longest that the relay allows
CLIENTS = 2
HELD_SECONDS, REST_SECONDS, GONE_SECONDS = 50, 15, 30
IDLE = 3.0
"""Percent of a processor: what the sweep needs four times a second."""

MACHINE = "INSERT INTO machine (id, owner, name, token_hash, epoch, created_at) VALUES (?, ?, ?, ?, 0, 0)"
AGENTS = """
INSERT INTO agent (id, owner, machine, handle, runtime, directory, avatar, created_at)
SELECT id || '-agent', owner, id, name, 'scripted', '/project', 'C', 0 FROM machine WHERE name LIKE 'machine-%'"""


async def run(report: Report) -> None:
    """The bare handler first, then the relay, with the same clients."""
    number = 1_000 if report.quick else 9_000
    report.title(f"{number:,} idle long polls on one process")
    tokens = [f"muti_machine_{index:030}" for index in range(number)]
    with TemporaryDirectory(prefix="muti-bench-") as name:
        url = f"sqlite:///{name}/relay.db"
        await _with_machines(url, Path(name), tokens)
        async with started("bare") as child:
            bare = await _hold(report, "bare handler", await child.hear(), child, tokens)
        async with running_child(url) as (address, child):
            ours = await _hold(report, "relay", address, child, tokens)
    report.at_most("memory of a connection beside a bare aiohttp handler", ours.bytes / bare.bytes, 1.3)
    report.at_most("polls left after the clients were killed", ours.left, 0, "polls")


class _Held:
    """What one process needed for each connection, and how many calls outlived their clients."""

    def __init__(self, used: float, left: int) -> None:
        self.bytes, self.left = used, left


async def _hold(report: Report, who: str, url: str, server: Child, tokens: list[str]) -> _Held:
    process = psutil.Process(server.process.pid)
    async with aiohttp.ClientSession() as session:
        await _listeners(session, url)
        before, began = process.memory_info().rss, time.monotonic()
        async with _clients(url, tokens) as clients:
            await _until(session, url, len(tokens), HELD_SECONDS)
            took = time.monotonic() - began
            busy = await _rest(process)
            used = (process.memory_info().rss - before) / len(tokens)
            for client in clients:
                client.kill()
            left = await _until(session, url, 0, GONE_SECONDS)
    report.say(
        f"{who:12} {used / 1024:5.1f} KiB each, all held after {took:.1f} s, {busy:.1f} % CPU while they wait"
    )
    return _Held(used, left)


@asynccontextmanager
async def _clients(url: str, tokens: list[str]) -> AsyncIterator[list[Child]]:
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(started("pollers")) for _ in range(CLIENTS)]
        for index, client in enumerate(clients):
            await client.say({"url": url, "wait": WAIT, "tokens": tokens[index::CLIENTS]})
        for client in clients:
            assert isinstance(await client.hear(HELD_SECONDS), int)
        yield clients


async def _rest(process: psutil.Process) -> float:
    """Wait until it does no more than wait; gives its share of a processor then."""
    busy = process.cpu_percent(interval=None)
    for _ in range(REST_SECONDS):
        await asyncio.sleep(1)
        if (busy := process.cpu_percent(interval=None)) < IDLE:
            break
    return busy


async def _until(session: aiohttp.ClientSession, url: str, number: int, seconds: float) -> int:
    """Wait until so many polls are held; gives how many there are at last."""
    end = time.monotonic() + seconds
    while (found := await _listeners(session, url)) != number and time.monotonic() < end:
        await asyncio.sleep(0.2)
    return found


async def _listeners(session: aiohttp.ClientSession, url: str) -> int:
    async with session.get(f"{url}/metrics") as answer:
        lines = (await answer.text()).splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("muti_listeners "))))


async def _with_machines(url: str, folder: Path, tokens: list[str]) -> None:
    async with open_store(url) as store:
        house = (await furnish(store, folder, 1))[0]
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.executemany(MACHINE, [_machine(house, index, token) for index, token in enumerate(tokens)])
        connection.execute(AGENTS)
    connection.close()


def _machine(house: House, index: int, token: str) -> tuple[str, str, str, str]:
    return new_id(house.owner, index), house.owner, f"machine-{index}", hash_token(token)
