"""Verbs in groups, on either database: what was answered is stored, what was refused left nothing."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import bindparam, select

from relay.store.engine import DatabaseTaken
from relay.store.lanes import Closed, Full, Lanes
from relay.store.sql import Sql, inserting, table
from relay.store.store import BadUrl, Store
from relay.store.tables import PersonRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from tests.house import open_store
from tests.postgres import PostgresServer
from tests.relay.scene import set_scene

people = table(PersonRow)
_NEW = inserting(PersonRow)
_NAMED = Sql(select(people.c.id).where(people.c.name == bindparam("the_name")).order_by(people.c.id))
NO = Problem(code=Code.conflict, detail="no")


def keep(tx: Tx, name: str, number: int) -> int:
    tx.run(_NEW, id=f"{name}-{number:06d}", name=name, language="en", created_at=tx.now)
    return number


def keep_then_refuse(tx: Tx, name: str, number: int) -> int:
    keep(tx, name, number)
    raise Refuse(NO)


def keep_then_break(tx: Tx, name: str, number: int) -> int:
    keep(tx, name, number)
    raise ZeroDivisionError


def refuse(tx: Tx, name: str, number: int) -> int:
    raise Refuse(NO)


def kept(tx: Tx, name: str) -> list[int]:
    return [int(row.id.rpartition("-")[2]) for row in tx.all(_NAMED, the_name=name)]


@pytest.fixture
async def lane(store: Store) -> AsyncIterator[tuple[Store, str]]:
    """A store, and a lane that nobody else writes in."""
    scene = await set_scene(store)
    yield store, scene.owner


@pytest.mark.rule("U3", "L4")
async def test_verbs_that_refuse_or_break_take_no_other_verb_of_their_group_with_them(
    lane: tuple[Store, str],
) -> None:
    store, owner = lane
    verbs = [keep, refuse, keep, keep_then_refuse, keep, keep_then_break]
    calls = [store.write(owner, verbs[number % 6], owner, number) for number in range(300)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    expected = [number for number in range(300) if verbs[number % 6] is keep]
    assert [answer for answer in answers if isinstance(answer, int)] == expected
    assert {type(answer) for answer in answers} == {int, Refuse, ZeroDivisionError}
    assert await store.read(kept, owner) == expected


async def test_the_verbs_of_an_owner_run_in_the_order_of_their_calls(lane: tuple[Store, str]) -> None:
    store, owner = lane
    order: list[int] = []
    await asyncio.gather(
        *(store.write(owner, lambda tx, number: order.append(number), number) for number in range(200))
    )
    assert order == list(range(200))


async def test_a_verb_sees_what_the_verbs_before_it_wrote(lane: tuple[Store, str]) -> None:
    store, owner = lane

    def count(tx: Tx, number: int) -> int:
        before = len(kept(tx, owner))
        keep(tx, owner, number)
        return before

    assert await asyncio.gather(*(store.write(owner, count, number) for number in range(100))) == list(
        range(100)
    )


@pytest.mark.rule("L4")
async def test_a_caller_that_went_away_neither_breaks_nor_blocks_the_others(lane: tuple[Store, str]) -> None:
    store, owner = lane
    calls = [asyncio.create_task(store.write(owner, keep, owner, number)) for number in range(200)]
    await asyncio.sleep(0)
    for number in range(0, 200, 2):
        calls[number].cancel()
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert [answer for answer in answers if isinstance(answer, int)] == list(range(1, 200, 2))
    assert set(range(1, 200, 2)) <= set(await store.read(kept, owner))
    assert store.waiting() == 0


async def test_too_many_waiting_verbs_are_refused_and_the_others_are_answered() -> None:
    lanes = Lanes(asyncio.get_running_loop(), capacity=3)
    answers = [lanes.submit("a", keep, ()) for _ in range(3)]
    with pytest.raises(Full):
        lanes.submit("b", keep, ())
    assert lanes.waiting() == 3
    lanes.start([lambda key, ops: [(key, None) for _ in ops]], lambda error: None)
    assert await asyncio.gather(*answers) == ["a"] * 3
    await lanes.close()
    with pytest.raises(Closed):
        lanes.submit("a", keep, ())


@pytest.mark.rule("O15")
async def test_closing_finishes_what_was_taken(relay_url: str) -> None:
    async with open_store(relay_url) as store:
        owner = (await set_scene(store)).owner
        calls = [asyncio.create_task(store.write(owner, keep, owner, number)) for number in range(150)]
        await asyncio.sleep(0)
    assert [call.result() for call in calls] == list(range(150))
    async with open_store(relay_url) as store:
        assert await store.read(kept, owner) == list(range(150))


def test_another_kind_of_address_is_refused_with_what_it_must_be() -> None:
    with pytest.raises(BadUrl, match="sqlite:///"):
        Store("mysql://x")


@pytest.mark.rule("O13")
async def test_a_file_that_another_process_works_with_is_refused_and_free_after_its_death(
    sqlite_url: str,
) -> None:
    path = sqlite_url.removeprefix("sqlite:///")
    words = f"from pathlib import Path; from relay.store.engine import SqliteEngine as E; e = E(Path({path!r})); print('has it', flush=True); input()"
    other = subprocess.Popen([sys.executable, "-c", words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdout.readline() == b"has it\n"
    try:
        with pytest.raises(DatabaseTaken, match="use PostgreSQL for more"):
            Store(sqlite_url)
    finally:
        other.kill()
        other.communicate()
    async with open_store(sqlite_url) as store:
        assert await store.read(kept, "x") == []


async def test_the_database_file_is_private(tmp_path: Path) -> None:
    async with open_store(f"sqlite:///{tmp_path / 'new' / 'relay.db'}"):
        assert (tmp_path / "new" / "relay.db").stat().st_mode & 0o077 == 0


# -- PostgreSQL ----------------------------------------------------------------------------------------------------------


async def wait_until_heard(listening: object, seconds: float = 10) -> bool:
    return bool(await listening.heard(seconds))  # type: ignore[attr-defined]


@pytest.mark.postgres
@pytest.mark.rule("O13")
async def test_a_commit_on_one_replica_wakes_who_listens_on_another(shared_postgres: str) -> None:
    async with open_store(shared_postgres) as one, open_store(shared_postgres) as other:
        owner = (await set_scene(one)).owner
        topics = [f"room:{owner}-{number}-{'x' * 80}" for number in range(200)]  # more than one notice holds
        listen = other.wakes.listen
        with listen(topics[0]) as first, listen(topics[-1]) as last, listen("room:another") as nobody:
            await one.write(owner, lambda tx: tx.wake(*topics))
            assert await wait_until_heard(first)
            assert await wait_until_heard(last)
            assert not await wait_until_heard(nobody, 0.1)


@pytest.mark.postgres
@pytest.mark.rule("O13")
async def test_a_verb_that_was_rolled_back_wakes_nobody(shared_postgres: str) -> None:
    async with open_store(shared_postgres) as store:
        owner = (await set_scene(store)).owner

        def wake_and_break(tx: Tx) -> None:
            tx.wake("room:broken")
            raise ZeroDivisionError

        with store.wakes.listen("room:broken") as listening:
            with pytest.raises(ZeroDivisionError):
                await store.write(owner, wake_and_break)
            assert not await wait_until_heard(listening, 0.3)


@pytest.mark.postgres
@pytest.mark.rule("O13")
async def test_connections_that_the_server_cut_are_made_anew_and_listeners_look_again(
    postgres_server: PostgresServer, shared_postgres: str
) -> None:
    """What a restart of the server does to a relay: every connection is gone at once."""
    import psycopg

    async with open_store(shared_postgres) as store:
        owner = (await set_scene(store)).owner
        await asyncio.gather(*(store.read(kept, owner) for _ in range(8)))
        with store.wakes.listen("room:x") as listening:
            with psycopg.connect(shared_postgres, autocommit=True) as admin:
                cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'muti-%'"
                admin.execute(cut).fetchall()
            calls = [store.write(owner, keep, owner, number) for number in range(20)]
            assert await asyncio.gather(*calls) == list(range(20))
            assert await asyncio.gather(*(store.read(kept, owner) for _ in range(8))) == [list(range(20))] * 8
            assert await wait_until_heard(listening)  # LISTEN is back, and says so
            await store.write(owner, lambda tx: tx.wake("room:x"))
            assert await wait_until_heard(listening)
