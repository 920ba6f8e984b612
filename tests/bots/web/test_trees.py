"""Work between agents in the browser room, by plain forms: the tree, moves, taking back, switches, limits, observers."""

from typing import Any

import pytest

from relay.rooms.agents import add_agent
from relay.wire.coordination import AskAgent, RoomSwitch
from relay.wire.executions import Meter
from relay.wire.machines import DeclaredAgent
from relay.wire.messages import Hand
from relay.wire.requests import Decision
from tests.bots.web.scene import Room, hidden
from tests.relay.players import Daemon, said


async def family(room: Room) -> tuple[Daemon, str, str]:
    """A running request of the owner, and a running child of another agent."""
    house = room.house
    daemon = Daemon(house)
    claude = DeclaredAgent(handle="claude", runtime="scripted", directory=str(house.directory))
    codex = DeclaredAgent(handle="codex", runtime="scripted", directory=f"{house.directory}-codex")
    welcome = await daemon.start(claude, codex)
    await house.store.write(house.owner, add_agent, house.room, welcome.agents["codex"])
    await house.client("owner").let_agents_ask(None, house.room, RoomSwitch(agents_ask=True))
    root = await house.ask(None)
    await daemon.take(root.request)
    wish = AskAgent(fence=daemon.epoch, agent="codex", prompt="review it", key="k")
    child = await daemon.client.ask_agent(root.request, wish)
    await daemon.take(child.request)
    return daemon, root.request, child.request


@pytest.mark.rule("V2", "V3", "V5")
async def test_the_tree_shows_counts_contradictions_and_what_can_be_checked(room: Room, surf: Any) -> None:
    daemon, root, child = await family(room)
    owner = surf()
    await owner.come_in(await room.owner_link())
    view = await room.house.view(root)
    page = (await owner.get(f"{room.path}/{view.public_id}"))[1]
    assert f'href="{room.path}/tree/{root}"' in page
    await daemon.report(root, said(1, "plan", steps=[["look <b>", "completed"], ["mend", "in_progress"]]))
    page = (await owner.get(f"{room.path}/tree/{root}"))[1]
    assert "1 of 2 steps" in page and "look &lt;b&gt;" in page
    assert "ended, but" not in page
    tests = {
        "call": "1",
        "tool": "Bash",
        "title": "pytest",
        "failed": True,
        "exit_code": 1,
        "tail": "2 failed",
    }
    await daemon.report(root, said(2, "tool_ended", **tests), said(3, "done", text="all pass"))
    status, part = await owner.get(f"{room.path}/tree/{root}/part")
    assert status == 200
    assert "ended, but 1 below has not" in part and "2 failed" in part and "exit code 1" in part
    assert (await owner.get(f"{room.path}/tree/{child}/part"))[0] == 200


@pytest.mark.rule("D6", "D7")
async def test_a_move_shows_what_gets_narrower_before_it_is_accepted(room: Room, surf: Any) -> None:
    _, root, child = await family(room)
    other = await room.house.ask(None)
    owner = surf()
    await owner.come_in(await room.owner_link())
    form = hidden((await owner.get(f"{room.path}/tree/{child}"))[1], "/move")
    path = f"{room.path}/tree/{child}/move"
    status, page, _ = await owner.post(path, {**form, "parent": other.public_id})
    assert status == 200 and "Nothing gets narrower" in page
    assert (await room.house.view(child)).parent.request == root  # type: ignore[union-attr]
    accepted = {**hidden(page, "/move"), "parent": other.public_id, "accept": "same"}
    assert (await owner.post(path, accepted))[0] == 303
    assert (await room.house.view(child)).parent.request == other.request  # type: ignore[union-attr]
    status, page, _ = await owner.post(path, {**form, "parent": other.public_id})
    assert status == 400 and "It stands there already" in page


@pytest.mark.rule("D9")
async def test_taking_back_lists_what_stopped_and_what_could_not(room: Room, surf: Any) -> None:
    _, root, _ = await family(room)
    owner = surf()
    await owner.come_in(await room.owner_link())
    form = hidden((await owner.get(f"{room.path}/tree/{root}"))[1], "/revoke")
    status, page, _ = await owner.post(f"{room.path}/tree/{root}/revoke", {**form, "reason": "no"})
    assert status == 200 and page.count("stops at its next tool call") == 2


@pytest.mark.rule("D5", "H1")
async def test_the_switches_are_the_owners_to_set_and_everybodys_to_see(room: Room, surf: Any) -> None:
    owner, guest = surf(), surf()
    await owner.come_in(await room.owner_link())
    await guest.come_in(await room.invite_link(), "Gina")
    path = f"{room.path}/switches"
    form = hidden((await owner.get(path))[1], "/switches")
    for change in ({"agents_ask": "yes"}, {"automatic": "yes"}, {"agent": "claude", "mode": "hold"}):
        assert (await owner.post(path, {**form, **change}))[0] == 303
    now = await room.house.client("owner").switches(None, room.house.room)
    assert (now.agents_ask, now.automatic_turns, now.agents["claude"]) == (True, True, "hold")
    page = (await guest.get(path))[1]
    assert "hold: wait for a person" in page and 'action="/rooms' not in page.partition("<main")[2]
    sign = hidden((await guest.get("/account"))[1], "/sign-out")
    assert (await guest.post(path, {**sign, "agents_ask": "no"}))[0] == 403


@pytest.mark.rule("A6")
async def test_a_daily_limit_is_typed_into_the_standing_permission(room: Room, surf: Any) -> None:
    house = room.house
    sarah = await house.member("sarah")
    await house.approve(await house.ask(sarah), Decision.always)
    owner = surf()
    await owner.come_in(await room.owner_link())
    form = hidden((await owner.get(f"{room.path}/grants"))[1], "/allowance")
    (grant,) = (await house.client("owner").grants(None)).grants
    path = f"{room.path}/grants/{grant.grant}/allowance"
    assert (await owner.post(path, {**form, "tool_calls": "40", "cost": "2.50", "tokens": ""}))[0] == 303
    (grant,) = (await house.client("owner").grants(None)).grants
    assert grant.allowance == {Meter.tool_calls: 40, Meter.cost: 2_500_000}
    page = (await owner.get(f"{room.path}/grants"))[1]
    assert 'value="2.50"' in page and 'value="40"' in page
    assert (await owner.post(path, {**form, "cost": "much"}))[0] == 400
    assert (await owner.post(path, {**form, "cost": "-1"}))[0] == 400


@pytest.mark.rule("V4", "T2")
async def test_an_observer_finds_states_in_place_of_the_room(room: Room, surf: Any) -> None:
    owner, observer = surf(), surf()
    await owner.come_in(await room.owner_link())
    form = hidden((await owner.get(f"{room.path}/people"))[1], "/invites")
    made = (await owner.post(f"{room.path}/invites", {**form, "role": "observer"}))[1]
    link = made.partition('value="http')[2].partition('"')[0]
    await observer.come_in(f"http{link}", "Wanda")
    view = await room.house.ask(None, prompt="secret plans")
    page = (await observer.get(room.path))[1]
    assert view.public_id in page and "secret" not in page and "<textarea" not in page
    tree = await observer.get(f"{room.path}/tree/{view.request}")
    assert tree[0] == 200 and "secret" not in tree[1]
    for path in (f"/{view.public_id}", "/audit", "/switches"):
        assert (await observer.get(room.path + path))[0] == 404, path
    assert "secret" not in (await observer.get(f"{room.path}/changes?after=1"))[1]
    assert "Wanda" in (await owner.get(f"{room.path}/people"))[1]


@pytest.mark.rule("H3")
async def test_a_draft_is_told_by_the_page_and_only_that_there_is_one(room: Room, surf: Any) -> None:
    guest = surf()
    await guest.come_in(await room.invite_link(), "Gina")
    sign = hidden((await guest.get("/account"))[1], "/sign-out")
    path = f"{room.path}/draft"
    assert (await guest.post(path, {**sign, "agent": "claude", "open": "yes"}))[0] == 200
    assert await room.house.store.read(_hands, room.house.room) == 1
    assert (await guest.post(path, {**sign, "agent": "claude", "open": "no"}))[0] == 200
    assert await room.house.store.read(_hands, room.house.room) == 0
    assert set(Hand.model_fields) == {"agent", "kind", "open"}


def _hands(tx: Any, room: str) -> int:
    from sqlalchemy import bindparam, select

    from relay.store.sql import Sql, table
    from relay.store.tables import HandRow

    hands = table(HandRow)
    return len(tx.all(Sql(select(hands).where(hands.c.room == bindparam("the_room"))), the_room=room))
