"""The audit chain: what is on it, and that a changed, removed, moved or cut row is found and named."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from relay import audit
from relay.store.store import Store
from relay.store.tx import GENESIS, canonical, chain
from relay.wire.audit import AuditState
from relay.wire.people import NewInvite, NewLink
from relay.wire.requests import Decision
from tests.house import House, open_store
from tests.relay.players import refused, running, said
from tests.relay.scene import Scene, set_scene

Change = Callable[[sqlite3.Connection, str], None]


def sql(words: str) -> Change:
    def change(connection: sqlite3.Connection, owner: str) -> None:
        connection.execute(words, {"owner": owner})

    return change


def swap(connection: sqlite3.Connection, owner: str) -> None:
    """Two rows change places, each with its own text and hash."""
    for before, after in ((5, -5), (6, 5), (-5, 6)):
        connection.execute(
            "UPDATE audit SET number = ? WHERE owner = ? AND number = ?", (after, owner, before)
        )


FORGERIES: dict[str, tuple[Change, str]] = {
    "another text": (
        sql("UPDATE audit SET body = replace(body, 'ok', 'no') WHERE owner = :owner AND number = 5"),
        "row 5 was changed, or a row before it",
    ),
    "another hash": (
        sql(
            "UPDATE audit SET hash = substr(hash, 2) || substr(hash, 1, 1) WHERE owner = :owner AND number = 5"
        ),
        "row 5 was changed, or a row before it",
    ),
    "a removed row": (sql("DELETE FROM audit WHERE owner = :owner AND number = 5"), "row 5 is missing"),
    "the first row removed": (
        sql("DELETE FROM audit WHERE owner = :owner AND number = 1"),
        "row 1 is missing",
    ),
    "two rows swapped": (swap, "row 5 was changed, or a row before it"),
    "another number": (
        sql("UPDATE audit SET number = 500 WHERE owner = :owner AND number = 5"),
        "row 5 is missing",
    ),
    "who in the column only": (
        sql("UPDATE audit SET who = 'somebody' WHERE owner = :owner AND number = 5"),
        "row 5: its columns do not say what its text says",
    ),
    "when in the column only": (
        sql("UPDATE audit SET at = at + 1 WHERE owner = :owner AND number = 5"),
        "row 5: its columns do not say what its text says",
    ),
    "request in the column only": (
        sql("UPDATE audit SET request = NULL WHERE owner = :owner AND number = 8"),
        "row 8: its columns do not say what its text says",
    ),
}


async def a_dozen_acts(scene: Scene) -> None:
    for _ in range(4):
        await scene.decide(await scene.ask())


@pytest.mark.rule("U1")
@pytest.mark.parametrize("forgery", FORGERIES)
async def test_a_forged_log_is_found_and_the_row_is_named(sqlite_url: str, forgery: str) -> None:
    change, fault = FORGERIES[forgery]
    async with open_store(sqlite_url) as store:
        scene = await set_scene(store)
        await a_dozen_acts(scene)
        assert (await scene.chain()).whole
        with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
            change(connection, scene.owner)
        connection.close()
        state = await scene.chain()
    assert (state.whole, state.fault) == (False, fault)


@pytest.mark.rule("U1")
async def test_a_cut_tail_is_found_by_a_head_that_was_kept_outside(sqlite_url: str) -> None:
    async with open_store(sqlite_url) as store:
        scene = await set_scene(store)
        await a_dozen_acts(scene)
        kept = await scene.chain()
        cut = "DELETE FROM audit WHERE owner = ? AND number > ?"
        with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
            connection.execute(cut, (scene.owner, kept.rows - 2))
        connection.close()
        assert (await scene.chain()).whole  # by itself a shorter chain is a chain
        found = await scene.chain({kept.rows: kept.head})
    assert found.fault == f"rows after {kept.rows - 2} are missing: the head kept outside is {kept.rows}"


@pytest.mark.rule("U1")
async def test_a_chain_that_was_written_anew_is_found_by_a_head_that_was_kept_outside(
    sqlite_url: str,
) -> None:
    async with open_store(sqlite_url) as store:
        scene = await set_scene(store)
        await a_dozen_acts(scene)
        kept = await scene.chain()
        rewrite(sqlite_url, scene.owner)
        assert (await scene.chain()).whole
        found = await scene.chain({kept.rows: kept.head})
    assert found.fault == f"row {kept.rows} is not the one whose hash was kept outside the database"


def rewrite(url: str, owner: str) -> None:
    """What somebody with the whole database in hand can do: another text, and every hash after it."""
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        before = GENESIS
        rows = connection.execute("SELECT number, body FROM audit WHERE owner = ? ORDER BY number", (owner,))
        for number, body in rows.fetchall():
            forged = body.replace('"result":"ok"', '"result":"fine"')
            before = chain(before, forged)
            words = "UPDATE audit SET body = ?, hash = ? WHERE owner = ? AND number = ?"
            connection.execute(words, (forged, before, owner, number))
    connection.close()


def test_the_check_itself_sees_every_single_change() -> None:
    from types import SimpleNamespace

    rows, before = [], GENESIS
    for number in range(1, 6):
        body = canonical({"number": number, "at": number, "who": "w", "request": None, "act": "a"})
        before = chain(before, body)
        rows.append(SimpleNamespace(number=number, at=number, who="w", request=None, body=body, hash=before))
    assert state_of(rows).whole
    for left_out in range(4):
        assert not state_of(rows[:left_out] + rows[left_out + 1 :]).whole
    for number, row in enumerate(rows):
        changed = SimpleNamespace(**{**vars(row), "body": row.body.replace('"a"', '"b"')})
        assert not state_of([*rows[:number], changed, *rows[number + 1 :]]).whole


def state_of(rows: list[object]) -> AuditState:
    check = audit.Check()
    check.follow(rows)
    return check.state()


# -- concurrency ------------------------------------------------------------------------------------------------------


@pytest.fixture
async def replicas(relay_url: str) -> AsyncIterator[list[Store]]:
    """Two relays on one PostgreSQL database, or one on SQLite."""
    async with AsyncExitStack() as stack:
        many = 1 if relay_url.startswith("sqlite") else 2
        yield [await stack.enter_async_context(open_store(relay_url)) for _ in range(many)]


@pytest.mark.rule("U1", "U3", "L4")
async def test_the_chains_stay_whole_under_many_writers(replicas: list[Store]) -> None:
    scenes = [await set_scene(*replicas) for _ in range(3)]

    async def one(scene: Scene) -> None:
        request = await scene.ask()
        await asyncio.gather(scene.decide(request, Decision.always, key="a"), scene.decide(request, key="b"))

    await asyncio.gather(*(one(scene) for scene in scenes for _ in range(40)))
    for scene in scenes:
        state = await scene.chain()
        assert state.whole, state.fault
        times = [row.at for row in await scene.read(audit.rows_after, scene.owner, 0)]
        assert times == sorted(times)
        for request, current in (await scene.states()).items():
            assert current == "approved"
            acts = await scene.acts(request)
            assert acts[:2] == ["asked", "approved"]
            assert acts.count("approved") == 1


# -- what is on the record ---------------------------------------------------------------------------------------------


@pytest.mark.rule("U2", "Q4")
async def test_a_row_says_who_what_on_which_request_and_agent_when_and_the_result(house: House) -> None:
    sarah, olga, slack = await house.member("sarah"), await house.link_owner(), house.client("slack")
    request = await house.ask(sarah)
    await refused(slack.cancel(house.who("stranger"), request.request, "c"))
    await house.approve(request)
    await slack.cancel(olga, request.request, "c")
    rows = list(reversed((await house.client("owner").audit_page(None, request=request.request)).rows))
    assert [(row.act, row.who, row.account) for row in rows] == [
        ("asked", request.asker, str(sarah.account)),
        ("approved", house.owner, "token"),
        ("cancelled", house.owner, str(olga.account)),
    ]
    assert {(row.request, row.agent, row.body["public_id"], row.result) for row in rows} == {
        (request.request, house.agent, request.public_id, "ok")
    }
    assert all(row.at >= request.asked_at for row in rows)


@pytest.mark.rule("U4", "U2")
async def test_a_member_reads_only_the_members_own_rows(house: House) -> None:
    sarah, tom, slack = await house.member("sarah"), await house.member("tom"), house.client("slack")
    request = await house.ask(sarah)
    await house.ask(tom)
    await house.approve(request)
    rows = (await slack.audit_page(sarah, request=request.request)).rows
    assert {row.who for row in rows} == {request.asker}
    assert "asked" in {row.act for row in rows}


@pytest.mark.rule("U1")
async def test_every_report_is_answered_with_the_head_to_be_kept_outside(house: House) -> None:
    daemon, request = await running(house)
    answer = await daemon.report(request, said(1, "done"))
    state = await house.client("owner").audit_state(None)
    assert state.whole
    assert answer.audit_head == f"{state.rows}:{state.head}"


@pytest.mark.rule("U4")
async def test_the_log_is_read_page_by_page_from_the_newest(house: House) -> None:
    for _ in range(6):
        await house.ask(None)
    owner, seen, before = house.client("owner"), [], None
    while True:
        page = await owner.audit_page(None, before=before, limit=4)
        seen += [row.number for row in page.rows]
        if page.before is None:
            break
        before = page.before
    assert seen == list(range(len(seen), 0, -1))
    assert len(seen) == (await owner.audit_state(None)).rows


@pytest.mark.rule("S5")
async def test_no_token_stands_in_the_database(running_relay: House) -> None:
    owner = running_relay.client("owner")
    invite = await owner.invite(None, running_relay.room, NewInvite())
    link = await owner.new_link(None, NewLink(direct=True))
    path = Path(running_relay.store.url.removeprefix("sqlite:///"))
    stored = b"".join(part.read_bytes() for part in path.parent.glob("relay.db*"))
    assert running_relay.owner.encode() in stored
    for token in (*running_relay.tokens.values(), str(invite.token), link.code):
        assert token.encode() not in stored
