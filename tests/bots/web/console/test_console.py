"""The owner's console without a script: what it says, what its forms do, and who may see it."""

import csv
import io
import json
from typing import Any

import pytest

from bots.web.console.audit import plain_cell
from relay.wire.audit import AuditRow
from relay.wire.people import NewInvite, NewRoom, Role
from relay.wire.places import Lease
from tests.bots.web.scene import Machine, Room, Surfer, hidden
from tests.bots.web.stage import set_stage
from tests.house import House

PATHS = ("", "/permissions", "/people", "/machines", "/audit", "/audit.csv", "/audit.json", "/device")


@pytest.fixture
async def owner(room: Room, surf: Any) -> Surfer:
    surfer: Surfer = surf()
    await surfer.come_in(await room.owner_link())
    return surfer


async def state_of(house: House, public: str) -> str:
    return str((await house.client("owner").find(None, house.room, public)).requests[0].state)


@pytest.mark.rule("W1", "W3", "R2")
async def test_the_console_is_its_owners_and_nobody_elses(room: Room, owner: Surfer, surf: Any) -> None:
    guest, stranger = surf(), surf()
    await guest.come_in(await room.invite_link(), "Gil")
    for path in PATHS:
        status, _ = await owner.get(f"/console{path}")
        assert status == 200, path
        assert (await stranger.get(f"/console{path}"))[0] == 403, path
        async with guest.session.get(f"/console{path}", allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, "/rooms"), path
    _, page = await guest.get(room.path)
    status, _, _ = await guest.post("/console/stop", {**hidden(page, "/ask"), "of": "all"})
    assert status == 403


@pytest.mark.rule("W1", "A1", "A3")
async def test_what_needs_the_owner_of_all_rooms_is_decided_in_one_place(
    room: Room, owner: Surfer, running_relay: House
) -> None:
    house = running_relay
    first = await house.ask(await house.member("sarah"), "the first wish")
    other = await house.client("owner").new_room(None, NewRoom(name="Design", agents=["claude"]))
    second = await house.ask(await house.member("gil"), "the second wish")
    _, page = await owner.get("/console")
    assert page.index("the second wish") < page.index("the first wish")
    assert "Needs you" in page
    assert ">2</span>" in page
    action = f"{room.path}/{first.public_id}/decision"
    form = {**hidden(page, action), "decision": "approve"}
    status, _, location = await owner.post(action, form)
    assert (status, location) == (303, "/console")
    assert (await owner.post(action, form))[0] == 303
    assert await state_of(house, first.public_id) == "approved"
    _, page = await owner.get("/console")
    assert f"/rooms/{house.room}/{second.public_id}/decision" in page
    assert f"{action}" not in page
    assert other.name in (await owner.get("/console/people"))[1]


@pytest.mark.rule("R9", "W1")
@pytest.mark.parametrize("what", ["all", "machine", "person"])
async def test_stopping_cancels_what_is_queued_and_spares_what_runs(
    room: Room, owner: Surfer, running_relay: House, what: str
) -> None:
    house = running_relay
    machine = Machine(house)
    await machine.wake()
    sarah, gil = await house.member("sarah"), await house.member("gil")
    runs = await house.ask(sarah)
    await house.approve(runs)
    await machine.take()
    queued, others = await house.ask(sarah), await house.ask(gil)
    await house.approve(queued)
    of = {"all": "all", "machine": f"machine:{house.machine}", "person": f"person:{queued.asker}"}[what]
    _, page = await owner.get("/console")
    assert f'value="{of}"' in page
    form = {**hidden(page, "/console/stop"), "of": of}
    status, text, _ = await owner.post("/console/stop", form)
    assert status == 200
    assert "Still running: 1" in text
    assert await state_of(house, runs.public_id) == "running"
    assert await state_of(house, queued.public_id) == "cancelled"
    expected = "pending" if what == "person" else "cancelled"
    assert await state_of(house, others.public_id) == expected
    fresh = hidden((await owner.get("/console"))[1], "/console/stop")
    status, text, _ = await owner.post("/console/stop", {**fresh, "of": "all", "now": "yes"})
    assert "Told to stop at its next safe point: 1" in text
    assert (await house.view(runs.request)).stopping


@pytest.mark.parametrize("of", ["", "all:x", "machine:", "person:" + "x" * 300, "nothing"])
async def test_a_stop_that_says_nothing_stops_nothing(room: Room, owner: Surfer, of: str) -> None:
    asked = await room.house.ask(await room.house.member("sarah"))
    form = {**hidden((await owner.get("/console"))[1], "/console/stop"), "of": of}
    assert (await owner.post("/console/stop", form))[0] == 400
    assert await state_of(room.house, asked.public_id) == "pending"


@pytest.mark.rule("W1", "O12")
async def test_each_link_shows_its_last_proof_and_no_link_is_called_connected(
    room: Room, owner: Surfer, running_relay: House
) -> None:
    house = running_relay
    _, page = await owner.get("/console")
    assert "not connected yet" in page
    slack = house.client("slack")
    await slack.lease(Lease(platform="slack", tenant=house.tenant, holder="one"))
    await Machine(house).wake()
    _, page = await owner.get("/console")
    assert "no message heard yet" in page
    await house.ask(await house.member("sarah"))
    _, page = await owner.get("/console")
    assert "last message heard <time" in page
    assert page.count("last contact") == 2
    assert " s ago" in page
    seen = await house.client("owner").overview(None)
    (chat,) = seen.chats
    assert chat.heard_at is not None
    assert chat.renewed_at is not None
    assert chat.renewed_at <= chat.heard_at <= seen.now


@pytest.mark.rule("A6", "R5", "R9", "W1")
async def test_permissions_invites_people_and_machines_are_taken_back_from_here(
    room: Room, owner: Surfer, running_relay: House
) -> None:
    house, machine = running_relay, Machine(running_relay)
    await machine.wake()
    await set_stage(room, machine)
    for path, action in (
        ("/permissions", "/revoke"),
        ("/people", "/remove"),
        ("/people", "/revoke"),
        ("/machines", "/revoke"),
    ):
        _, page = await owner.get(f"/console{path}")
        where = page.split(f'{action}"')[-2].rpartition('action="')[2] + action
        assert where.startswith("/rooms/")
        status, _, location = await owner.post(where, hidden(page, where))
        assert (status, location) == (303, f"/console{path}"), where
    client = house.client("owner")
    assert all(grant.revoked_at for grant in (await client.grants(None)).grants)
    assert all(one.revoked_at for one in (await client.my_machines(None)).machines)
    assert len((await client.room(None, house.room)).members) == 2
    assert "Revoked" in (await owner.get("/console/permissions"))[1]


@pytest.mark.rule("U4")
async def test_the_log_is_filtered_in_words_and_exported_as_it_is_shown(
    room: Room, owner: Surfer, running_relay: House, surf: Any
) -> None:
    house = running_relay
    sarah = await house.member("sarah")
    asked = [await house.ask(sarah) for _ in range(3)]
    await house.approve(asked[0])
    who = asked[0].asker
    _, page = await owner.get(f"/console/audit?act=asked&who={who}")
    table = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert table.count("<tr>") == 3
    assert table.count("Sarah") == 3
    _, page = await owner.get(f"/console/audit?request={asked[0].public_id.lower()}")
    table = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert "<b>approved</b>" in table
    assert asked[1].public_id not in table
    _, page = await owner.get("/console/audit?to=2020-01-01")
    assert "Nothing like that" in page
    _, page = await owner.get("/console/audit?request=R20200101-01")
    assert "no request of that id" in page
    _, text = await owner.get("/console/audit.csv?act=asked")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["act"] for row in rows] == ["asked"] * 3
    _, text = await owner.get("/console/audit.json")
    whole = json.loads(text)
    assert [row["number"] for row in whole] == list(range(len(whole), 0, -1))
    assert AuditRow.model_validate(whole[0]).hash == whole[0]["hash"]
    assert "The chain is whole" in (await owner.get("/console/audit?check=yes"))[1]
    chinese = surf("zh-CN")
    await chinese.come_in(await room.owner_link())
    assert "<b>批准</b>" in (await chinese.get("/console/audit"))[1]


@pytest.mark.rule("U4")
async def test_a_filter_finds_what_is_far_down_a_page_at_a_time(running_relay: House) -> None:
    house, owner = running_relay, running_relay.client("owner")
    sarah = await house.member("sarah")
    first = await house.ask(sarah)
    for _ in range(30):
        await owner.invite(None, house.room, NewInvite(role=Role.guest))
    found = await owner.audit_page(None, by=first.asker, act="asked")
    assert [row.request for row in found.rows] == [first.request]
    newest = (await owner.audit_page(None, limit=1)).rows[0]
    early = await owner.audit_page(None, until=found.rows[0].at)
    assert early.rows[0].number == found.rows[0].number - 1
    late = await owner.audit_page(None, since=newest.at)
    assert [row.number for row in late.rows] == [newest.number]
    pages, before = [], None
    while True:
        page = await owner.audit_page(None, act="invited", limit=10, before=before)
        pages.append(len(page.rows))
        before = page.before
        if before is None:
            break
    assert sum(pages) == 31


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert plain_cell(text) == f"'{text}"
    assert plain_cell("plain") == "plain"
    assert plain_cell(7) == 7


@pytest.mark.rule("W1", "W3")
async def test_it_can_be_put_on_a_home_screen_and_its_worker_keeps_no_page(room: Room, surf: Any) -> None:
    anybody = surf("ko")
    async with anybody.session.get("/manifest.webmanifest") as answer:
        assert answer.content_type == "application/manifest+json"
        manifest = json.loads(await answer.text())
    assert manifest["start_url"] == "/console"
    for icon in manifest["icons"]:
        async with anybody.session.get(icon["src"]) as answer:
            data = await answer.read()
            assert (answer.content_type, data[:4]) == ("image/png", b"\x89PNG")
            assert len(data) < 20_000
    async with anybody.session.get("/worker.js") as answer:
        text = await answer.text()
        assert answer.headers["Cache-Control"] == "no-cache"
    assert "{assets}" not in text
    assert "/assets/" in text


@pytest.mark.rule("W3")
async def test_what_came_from_outside_is_text_here_too(room: Room, owner: Surfer) -> None:
    house = room.house
    await house.ask(await house.member("<b>eve</b>"), "<script>alert(1)</script>")
    _, page = await owner.get("/console")
    assert "<script>alert" not in page
    assert "<b>eve" not in page.lower().replace("<b><b>", "")
    async with owner.session.get("/console") as answer:
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "style=" not in page
    assert "onclick" not in page
