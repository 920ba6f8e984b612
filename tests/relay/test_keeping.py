"""What is past its time goes, in small passes that cost what is due; the log says so and stays whole (O16)."""

import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import bindparam, update

from config.errors import ConfigError
from config.load import load
from deploy.server import relay_options
from relay.client import Refused
from relay.keeper import forget_old
from relay.requests import keeping
from relay.requests.keeping import ERASED, Keep
from relay.requests.moves import requests
from relay.store.sql import Sql, inserting, table
from relay.store.tables import BlobRow, InviteRow, JoinRow, MessageRow
from relay.wire.machines import Hello, Report, ReportKind, Reports, Start
from relay.wire.people import NewInvite
from relay.wire.requests import Ask, Attachment, Decide, Decision
from tests.house import House, open_store
from tests.relay.scene import Scene, set_scene

pytestmark = pytest.mark.rule("O16")

DAY = 24 * 3600.0
SECRET = "the words of Sarah"
_AGE = Sql(
    update(requests)
    .where(requests.c.id == bindparam("the_id"))
    .values(ended_at=requests.c.ended_at - bindparam("to_age"))
)


@pytest.fixture
def relay_url(database_url: str) -> str:
    """A database of its own: a pass removes what is old of every owner."""
    return database_url


async def finish(house: House, prompt: str = SECRET) -> str:
    """A member's request with a file, steps and a result; its id."""
    slack, sarah = house.client("slack"), house.who("sarah")
    blob = await slack.put_blob(sarah, b"bytes of hers")
    file = Attachment(blob=blob.blob, name=f"{SECRET}.txt", media_type="text/plain", size=blob.size)
    asked = await slack.ask(sarah, Ask(spot=house.spot(), prompt=prompt, attachments=[file]))
    assert asked.request is not None
    name = asked.request.request
    await house.approve(asked.request)
    machine = house.client("machine")
    epoch = (await machine.hello(Hello(process=name, version="0"))).epoch
    await machine.start(name, Start(epoch=epoch, key="k"))
    said = [
        (ReportKind.said, {"text": f"I read: {SECRET}"}),
        (ReportKind.done, {"text": f"done with {SECRET}", "usage": {"input_tokens": 1, "note": SECRET}}),
    ]
    reports = [Report(number=n, kind=kind, at=1, body=body) for n, (kind, body) in enumerate(said, 1)]
    await machine.report(name, Reports(fence=epoch, reports=reports))
    return name


async def message(house: House, sender: str, **more: str) -> None:
    """A message as it stands in an inbox."""
    fixed = {"room": house.room, "receiver": "agent:x", "voice": "note", "filed": "about", "digest": "d"}
    row = {**fixed, "id": sender + str(more), "owner": house.owner, "sender": sender, "body": SECRET}
    await house.store.write(
        house.owner, lambda tx: tx.run(inserting(MessageRow), **row, **more, stops=False, sent_at=1)
    )


async def age(house: House, request: str, days: float) -> None:
    """As if it had ended some days ago."""
    microseconds = int(days * DAY * 1_000_000)
    await house.store.write(house.owner, lambda tx: tx.run(_AGE, the_id=request, to_age=microseconds))


def texts_of(url: str) -> dict[str, str]:
    """All that stands in the database, by table, as text."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
            names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")]
            return {name: repr(database.execute(f'SELECT * FROM "{name}"').fetchall()) for name in names}
    with psycopg.connect(url) as connection:
        names = [
            row[0]
            for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        ]
        return {name: repr(connection.execute(f'SELECT * FROM "{name}"').fetchall()) for name in names}


def holding(url: str, *words: str) -> set[str]:
    """The tables in which some words still stand."""
    return {name for name, text in texts_of(url).items() if any(word in text for word in words)}


async def test_the_log_holds_what_people_and_agents_wrote_by_digest_only(house: House) -> None:
    await house.member("sarah")
    await finish(house)
    denied = await house.ask(house.who("sarah"), "another")
    no = Decide(version=1, decision=Decision.deny, reason=SECRET, key="no")
    await house.client("owner").decide(None, denied.request, no)
    assert holding(house.store.url, SECRET) == {"request", "event"}
    rows = (await house.client("owner").audit_page(None, limit=200)).rows
    row = next(one for one in rows if one.act == "denied")
    assert row.body["reason"].startswith("sha256:")
    assert row.body["decision"] == "denied"
    assert (await house.client("owner").audit_state(None)).whole


async def test_texts_and_files_past_their_time_go_and_the_record_stays(house: House) -> None:
    await house.member("sarah")
    old, young = await finish(house), await finish(house, "younger")
    await age(house, old, 400)
    before = await house.view(old)
    assert await forget_old(house.store, Keep(files=None, requests=365 * DAY, cards=None)) == 1
    after = await house.view(old)
    assert (after.prompt, after.result, after.attachments) == (ERASED, None, [])
    assert (after.public_id, after.state, after.asker, after.ended_at) == (
        before.public_id, before.state, before.asker, before.ended_at,
    )  # fmt: skip
    page = await house.client("owner").timeline(None, old)
    assert [event.seq for event in page.events] == list(range(1, page.seq + 1)), "no gaps (T2)"
    assert all(event.body == {} for event in page.events)
    assert (await house.view(young)).prompt == "younger"
    assert await forget_old(house.store, Keep(files=None, requests=365 * DAY, cards=None)) == 0
    state = await house.client("owner").audit_state(None)
    assert state.whole
    newest = (await house.client("owner").audit_page(None, limit=1)).rows[0]
    assert (newest.act, newest.who, newest.body) == ("forgotten", "clock", {"kind": "requests", "count": 1})


async def test_files_have_a_time_of_their_own(house: House) -> None:
    await house.member("sarah")
    old, young = await finish(house), await finish(house)
    blobs = table(BlobRow)
    long_ago = Sql(update(blobs).values(created_at=blobs.c.created_at - int(100 * DAY * 1_000_000)))
    await house.store.write(house.owner, lambda tx: tx.run(long_ago))
    await age(house, old, 100)
    assert await forget_old(house.store, Keep()) == 1, "a file of a request that ended lately stays"
    assert (await house.view(old)).prompt == SECRET
    assert "bytes of hers" in texts_of(house.store.url)["blob"]
    await age(house, young, 100)
    assert await forget_old(house.store, Keep()) == 1
    assert texts_of(house.store.url)["blob"] == "[]"


async def test_cards_and_invitations_go_once_they_are_long_over(house: House) -> None:
    owner = house.client("owner")
    await owner.invite(None, house.room, NewInvite(lifetime=1))
    await house.client("slack").ask(house.who("stranger"), Ask(spot=house.spot(), prompt=SECRET))
    joins, invites = table(JoinRow), table(InviteRow)
    past = [Sql(update(joins).values(deadline=1, state="expired")), Sql(update(invites).values(expires_at=1))]
    for statement in past:
        await house.store.write(house.owner, lambda tx, statement=statement: tx.run(statement))
    assert await forget_old(house.store, Keep(cards=None)) == 0
    assert await forget_old(house.store, Keep()) == 2
    assert holding(house.store.url, SECRET, "Stranger") == set()


async def test_a_person_is_erased_with_all_that_was_written_and_the_chain_stays_whole(house: House) -> None:
    owner, sarah = house.client("owner"), await house.member("sarah")
    first = await finish(house)
    await house.ask(sarah, f"open: {SECRET}")
    other = await house.ask(await house.member("mina"), "of somebody else")
    person = next(m.person for m in (await owner.room(None, house.room)).members if m.name == "Sarah")
    await message(house, person)
    await message(house, f"agent:{house.agent}", request=first)
    await message(house, "agent:x", task=first)
    kept = await owner.audit_state(None)
    erased = await owner.erase(None, person, "once")
    assert (erased.requests, erased.left, erased.everywhere) == (2, False, True)
    assert holding(house.store.url, SECRET, "Sarah", "bytes of hers") == set()
    assert (await house.view(other.request)).prompt == "of somebody else"
    state = await owner.audit_state(None)
    assert state.whole
    assert state.rows > kept.rows
    rows = (await owner.audit_page(None, before=kept.rows + 1, limit=1)).rows
    assert rows[0].hash == kept.head, "what was kept outside still fits"
    again = await owner.erase(None, person, "once more")
    assert (again.requests, again.left) == (0, False)
    with pytest.raises(Refused):
        await house.client("slack").cancel(sarah, other.request, "x")


async def test_what_still_runs_and_the_owner_are_not_erased(house: House) -> None:
    owner, sarah = house.client("owner"), await house.member("sarah")
    asked = await house.ask(sarah, "long work")
    await house.approve(asked)
    machine = house.client("machine")
    epoch = (await machine.hello(Hello(process="p", version="0"))).epoch
    await machine.start(asked.request, Start(epoch=epoch, key="k"))
    with pytest.raises(Refused, match=f"{asked.public_id} still runs"):
        await owner.erase(None, asked.asker, "k")
    with pytest.raises(Refused, match="whole installation"):
        await owner.erase(None, house.owner, "k")
    with pytest.raises(Refused, match="no such"):
        await owner.erase(None, "0123456789abcdef", "k")
    assert (await house.view(asked.request)).prompt == "long work"


async def test_nobody_but_the_owner_erases_anybody(house: House) -> None:
    sarah, mina = await house.member("sarah"), await house.member("mina")
    person = (await house.ask(sarah, SECRET)).asker
    with pytest.raises(Refused, match="no such"):
        await house.client("slack").erase(mina, person, "k")


PAST = {
    "files": keeping._OLD_FILES,
    "requests": keeping._OLD_REQUESTS,
    "join cards": keeping._OLD_JOINS,
    "invitations": keeping._OLD_INVITES,
    "link codes": keeping._OLD_LINKS,
}


async def fill(scene: Scene, connection: Any, mark: str, count: int) -> None:
    """Many finished requests of the day."""
    live = await scene.ask()
    cursor = connection.cursor()
    cursor.execute(f"SELECT * FROM request WHERE id = {mark}", (live,))
    columns = [column[0] for column in cursor.description]
    row = dict(zip(columns, cursor.fetchone(), strict=True))
    ended = {"state": "done", "ended_at": row["asked_at"], "deadline": None}
    many = [
        {**row, **ended, "id": f"{scene.owner}-0{n:020x}", "number": n + 10, "origin": f"old:{n}"}
        for n in range(count)
    ]
    listed, marks = ", ".join(f'"{name}"' for name in columns), ", ".join([mark] * len(columns))
    cursor.executemany(
        f"INSERT INTO request ({listed}) VALUES ({marks})", [tuple(one.values()) for one in many]
    )
    cursor.execute("ANALYZE")
    connection.commit()


@pytest.mark.rule("J5")
async def test_a_pass_searches_an_index_however_much_is_kept(database_url: str) -> None:
    sqlite = database_url.startswith("sqlite")
    async with open_store(database_url) as store:
        scene = await set_scene(store)
        address = database_url.removeprefix("sqlite:///")
        connection: Any = sqlite3.connect(address) if sqlite else psycopg.connect(address)
        try:
            await fill(scene, connection, "?" if sqlite else "%s", 5_000)
            plans = {kind: plan(connection, sql, sqlite) for kind, sql in PAST.items()}
        finally:
            connection.close()
        assert {kind: text for kind, text in plans.items() if "ix_" not in text} == {}, plans
        assert await forget_old(store, Keep(requests=DAY)) == 0


def plan(connection: Any, sql: Sql, sqlite: bool) -> str:
    compiled = sql.compiled("sqlite" if sqlite else "postgresql")
    if sqlite:
        rows = connection.execute(
            f"EXPLAIN QUERY PLAN {compiled.text}", compiled.bind({"the_time": 1})
        ).fetchall()
        return " ".join(row[3] for row in rows)
    connection.execute("SET enable_seqscan = off")
    rows = connection.execute(f"EXPLAIN {compiled.text}", compiled.bind({"the_time": 1})).fetchall()
    return " ".join(row[0] for row in rows)


def test_how_long_is_a_setting_for_each_kind_and_may_be_for_good(tmp_path: Path) -> None:
    environ = {"MUTI_HOME": str(tmp_path), "MUTI_KEEP__FILES": "30d", "MUTI_KEEP__REQUESTS": "1000d"}
    assert relay_options(load(None, environ)).keep == Keep(30 * DAY, 1000 * DAY, 90 * DAY)
    assert relay_options(load(None, {**environ, "MUTI_KEEP__FILES": "forever"})).keep.files is None
    assert relay_options(load(None, {"MUTI_HOME": str(tmp_path)})).keep == Keep()
    for bad in ("0d", "4000d", "never"):
        with pytest.raises(ConfigError, match=r"keep\.files"):
            load(None, {**environ, "MUTI_KEEP__FILES": bad})
