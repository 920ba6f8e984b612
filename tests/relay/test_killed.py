"""kill -9 at any moment: what was answered is stored, what is stored is whole, and the relay goes on."""

import asyncio
import signal
import subprocess
import sys
import time

import psycopg
import pytest

from relay.machine import State
from relay.store.migrate import migrate
from relay.store.store import Store
from relay.wire.people import Account, Who
from tests import needs
from tests.house import open_store
from tests.postgres import PostgresServer, run_postgres
from tests.relay.scene import Scene, set_scene

ANSWERS = [1, 2, 17, 90, 400]
"""After how many answers the process is killed."""


def play_until(url: str, answers: int) -> tuple[str, str, list[str], list[str]]:
    """Run the relay, kill it after some answers; owner, room, and what was answered, to the last word it said."""
    command = [sys.executable, "-m", "tests.relay.killed", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        _, owner, room = process.stdout.readline().split()
        lines = [process.stdout.readline() for _ in range(answers)]
        process.kill()
        lines += process.stdout.readlines()
    said = [line.split() for line in lines if line.endswith("\n")]
    return owner, room, *([name for verb, name in said if verb == kind] for kind in ("asked", "approved"))  # type: ignore[return-value]


@pytest.mark.rule("O15", "U3", "L4", "Q1")
@pytest.mark.parametrize("answers", ANSWERS)
async def test_what_was_answered_before_a_kill_is_stored_and_whole(sqlite_url: str, answers: int) -> None:
    owner, room, asked, approved = await asyncio.to_thread(play_until, sqlite_url, answers)
    async with open_store(sqlite_url) as store:
        await check(store, owner, room, asked, approved)


@pytest.mark.postgres
@pytest.mark.rule("O15", "U3", "L4", "Q1")
async def test_the_same_on_postgresql(shared_postgres: str) -> None:
    owner, room, asked, approved = await asyncio.to_thread(play_until, shared_postgres, 60)
    async with open_store(shared_postgres) as store:
        await check(store, owner, room, asked, approved)


async def check(store: Store, owner: str, room: str, asked: list[str], approved: list[str]) -> None:
    member = Who(account=Account(platform="slack", tenant=owner, subject="U2"), name="Sarah")
    scene = Scene([store], owner, room, "", {}, member)
    states = await scene.states()
    assert set(asked) <= set(states)
    assert {states[request] for request in approved} <= {State.approved}
    numbers = []
    for request, state in states.items():
        history = await scene.history(request)
        assert history == (["asked", "approved"] if state is State.approved else ["asked"])
        assert await scene.acts(request) == history
        numbers.append(int((await scene.view(request)).public_id.partition("-")[2]))
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert (await scene.chain()).whole
    assert await scene.ask(message="after") not in states
    if approved:
        assert await scene.ask(message="1") in states  # what the connector delivers again is known


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.rule("O13")
async def test_a_restart_of_the_database_server_is_survived() -> None:
    """The server of the other tests stays up: this play has one of its own."""
    with run_postgres(needs.require("postgres")) as server:
        url = server.url(server.create_database())
        await asyncio.to_thread(migrate, url)
        async with open_store(url) as store:
            scene = await set_scene(store)
            first = await scene.ask()
            with store.wakes.listen("anything") as listening:
                await asyncio.to_thread(restart, server, url)
                second = await scene.ask()
                assert await scene.states() == {first: State.pending, second: State.pending}
                assert await listening.heard(10)
            assert (await scene.chain()).whole


def restart(server: PostgresServer, url: str) -> None:
    """A fast shutdown, and the same command again."""
    server.process.send_signal(signal.SIGINT)
    server.process.wait(20)
    silent = subprocess.DEVNULL
    server.process = subprocess.Popen(server.process.args, stdin=silent, stdout=silent, stderr=silent)
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise AssertionError("the server did not come back")
