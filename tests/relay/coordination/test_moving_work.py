"""Work moves under another parent with all below it: what was used stays where it was, and nothing becomes wider."""

import asyncio
from typing import Any

import pytest

from relay.authority.ledger import Account
from relay.coordination import moving
from relay.requests import actions, ask, executions, queue
from relay.rooms import rooms
from relay.store.store import Store
from relay.wire.base import Code, Problem
from relay.wire.coordination import Move, Moved
from relay.wire.executions import Meter
from relay.wire.machines import AskAction, Poll, UseAction
from relay.wire.people import NewRoom
from relay.wire.requests import Ask, DecideAction
from tests.relay.coordination.kin import Kin, kin_of
from tests.relay.players import said
from tests.relay.scene import outcome


@pytest.fixture
async def kin(store: Store) -> Kin:
    return await kin_of(store)


async def family(kin: Kin) -> tuple[str, str, str, str]:
    """An old parent, its child and grandchild, and a new parent."""
    old, new = await kin.root("claude"), await kin.root("agent-2")
    child = await kin.child(old, "agent-0", budget={"cost": 500})
    grandchild = await kin.child(child, "agent-1", budget={"cost": 100})
    return old, child, grandchild, new


async def everything(kin: Kin) -> dict[str, Any]:
    """All that a move could change, to compare."""
    return {name: (await kin.task(name), await kin.scene.view(name)) for name in await kin.scene.states()}


@pytest.mark.rule("D8", "D6", "D10")
async def test_the_worked_example_of_the_specification_comes_out_exactly(kin: Kin) -> None:
    old, child, grandchild, new = await family(kin)
    await kin.spend(child, units=70)
    await kin.spend(grandchild, units=30)
    before = {name: (await kin.row(name)).delegation for name in (old, child, grandchild, new)}
    moved = await kin.move(child, new)
    assert isinstance(moved, Moved)
    assert (moved.moved, moved.narrower) == (2, [])
    after = {name: (await kin.row(name)).delegation for name in (child, grandchild)}
    assert await kin.account(before[old]) == Account(None, 0, 100), (
        "the old parent keeps a consumption of 100"
    )
    assert await kin.account(before[child]) == Account(500, 0, 100)
    assert await kin.account(before[grandchild]) == Account(100, 0, 30)
    assert await kin.account(after[child]) == Account(400, 70, 0), (
        "limit 400, of which 70 are the grandchild's"
    )
    assert await kin.account(after[grandchild]) == Account(70, 0, 0)
    assert await kin.left(child) == 330
    assert await kin.account(before[new]) == Account(None, 400, 0)


@pytest.mark.rule("D6", "D11")
async def test_the_task_and_its_session_stay_and_all_below_belongs_to_the_new_root(kin: Kin) -> None:
    old, child, grandchild, new = await family(kin)
    was = await kin.row(child)
    await kin.move(child, new)
    row, below = await kin.row(child), await kin.row(grandchild)
    assert (row.id, row.agent, row.room, row.person) == (was.id, was.agent, was.room, was.person)
    assert (row.parent, row.root, below.parent, below.root) == (new, new, child, new)
    shown = await kin.scene.view(new)
    assert [one.request for one in shown.children] == [child]
    assert (await kin.scene.view(old)).children == []
    view = await kin.scene.view(child)
    assert view.parent is not None
    assert view.parent.request == new
    assert "moved" in await kin.scene.acts(child)
    assert (await kin.scene.chain()).whole


@pytest.mark.rule("D6", "D11", "D4")
async def test_what_both_chains_forbid_stays_forbidden_and_what_both_allow_is_allowed(kin: Kin) -> None:
    old, new_root = await kin.root("claude"), await kin.root("agent-2")
    child = await kin.child(
        old, "agent-0", bans=["push"], hosts=["*.example.org"], paths=["src", "docs"], depth=1
    )
    new = await kin.child(
        new_root, "agent-3", bans=["delete"], conditions=["money"], paths=["src/web", "tests"]
    )
    moved = await kin.move(child, new, accepts_narrower=True)
    assert isinstance(moved, Moved), moved
    found = (await kin.task(child)).delegation
    assert found is not None
    allowed = found.authority
    assert (allowed.bans, allowed.conditions) == (["delete", "push"], ["money"])
    assert (allowed.paths, allowed.hosts, allowed.depth) == (["src/web"], ["*.example.org"], 1)
    whats = {one.what for one in moved.narrower}
    assert {"bans", "conditions", "paths"} <= whats


@pytest.mark.rule("D7")
async def test_a_move_that_narrows_and_was_not_accepted_changes_nothing(kin: Kin) -> None:
    old, child, grandchild, _ = await family(kin)
    root = await kin.root("agent-3")
    other = await kin.ask(root, "agent-2", budget={"cost": 50}, bans=["push"])
    assert not isinstance(other, Problem)
    before, chained = await everything(kin), await kin.scene.chain()
    preview = await kin.move(child, other.request, preview=True)
    assert isinstance(preview, Moved)
    found = {(one.what, one.after) for one in preview.narrower if one.request == child}
    assert found == {("bans", "push"), ("cost", "0"), ("depth", "2")}
    refused = await kin.move(child, other.request)
    assert isinstance(refused, Problem)
    assert refused.code is Code.changed
    assert (await everything(kin), await kin.scene.chain()) == (before, chained)
    accepted = await kin.move(child, other.request, accepts_narrower=True)
    assert isinstance(accepted, Moved)
    assert accepted.narrower == preview.narrower
    assert (await kin.left(child), await kin.left(grandchild)) == (0, 50)
    assert (await kin.row(child)).root == root
    assert (await kin.scene.view(old)).children == []


@pytest.mark.rule("D6")
async def test_a_move_is_one_operation_however_often_it_is_said(kin: Kin) -> None:
    _, child, grandchild, new = await family(kin)
    wish = Move(parent=new, key="operation")
    say = (moving.move, kin.scene.boss, child, wish)
    answers = await asyncio.gather(*(kin.scene.write(*say) for _ in range(20)))
    assert len({answer.model_dump_json() for answer in answers}) == 1
    assert (await kin.scene.acts(child)).count("moved") == 1
    conflict = await kin.move(grandchild, new, key="operation")
    assert isinstance(conflict, Problem)
    assert conflict.code is Code.conflict


@pytest.mark.rule("D6", "D12", "R2")
async def test_what_cannot_be_moved_is_refused_with_a_reason_and_changes_nothing(kin: Kin) -> None:
    old, child, grandchild, new = await family(kin)
    ended = await kin.root("agent-3")
    await kin.scene.report(ended, _done())
    before = await everything(kin)
    cases = {
        "below itself": (child, grandchild, Code.bad_request),
        "under itself": (child, child, Code.bad_request),
        "where it is": (child, old, Code.bad_request),
        "under what has ended": (child, ended, Code.late),
        "what has ended": (ended, new, Code.late),
        "under nothing": (child, "nothing", Code.unknown),
    }
    for case, (what, where, code) in cases.items():
        answer = await kin.move(what, where)
        assert isinstance(answer, Problem), case
        assert answer.code is code, case
    guest = await kin.move(child, new, speaker=kin.scene.guest)
    assert isinstance(guest, Problem)
    assert guest.code is Code.owner_only
    assert await everything(kin) == before
    assert (await kin.scene.acts(child)).count("move refused") == 1


@pytest.mark.rule("D9", "E1")
async def test_a_call_under_a_superseded_delegation_has_no_effect_and_names_its_successor(kin: Kin) -> None:
    _, child, _, new = await family(kin)
    old = (await kin.row(child)).delegation
    action = await _allowed(kin, child, old)
    await kin.move(child, new)
    successor = (await kin.row(child)).delegation
    use = UseAction(fence=kin.scene.epoch, digest="d", delegation=old)
    start = (executions.start, kin.scene.machine, child, action)
    refused = await outcome(kin.scene.write(*start, use))
    assert isinstance(refused, Problem)
    assert (refused.code, refused.successor) == (Code.changed, successor)
    assert await kin.account(successor, Meter.tool_calls) == Account(), "nothing was debited"
    again = await outcome(kin.scene.write(*start, use.model_copy(update={"delegation": successor})))
    assert not isinstance(again, Problem)
    asking = await kin.ask(child, "agent-3", delegation=old)
    assert isinstance(asking, Problem)
    assert asking.successor == successor


@pytest.mark.rule("D10", "E5", "D6")
async def test_what_is_under_way_is_settled_where_it_was_authorised(kin: Kin) -> None:
    old, child, _, new = await family(kin)
    first, old_parent = (await kin.row(child)).delegation, (await kin.row(old)).delegation
    action = await _allowed(kin, child, first)
    use = UseAction(fence=kin.scene.epoch, digest="d", reserve={Meter.cost: 50})
    await kin.scene.write(executions.start, kin.scene.machine, child, action, use)
    await kin.move(child, new)
    assert await kin.account(old_parent) == Account(None, 50, 0), "what is under way is still held above"
    assert await kin.left(child) == 500 - 50 - 100
    await kin.scene.report(child, _outcome(action, cost=20))
    assert await kin.account(old_parent) == Account(None, 0, 20)
    assert await kin.left(child) == 500 - 50 - 100


@pytest.mark.rule("D9")
async def test_a_poll_that_names_its_delegation_hears_of_the_new_one_at_once(kin: Kin) -> None:
    _, child, _, new = await family(kin)
    known = (await kin.row(child)).delegation
    poll = Poll(epoch=kin.scene.epoch, running=[child], under={child: known})
    assert (await kin.scene.read(queue.look, kin.scene.machine, poll))[0].flags == []
    await kin.move(child, new)
    (flag,) = (await kin.scene.read(queue.look, kin.scene.machine, poll))[0].flags
    assert (flag.request, flag.delegation) == (child, (await kin.row(child)).delegation)
    quiet = poll.model_copy(update={"under": {}})
    assert (await kin.scene.read(queue.look, kin.scene.machine, quiet))[0].flags == []


def _done() -> Any:
    return said(1, "done", text="done")


def _outcome(action: str, **used: int) -> Any:
    return said(1, "outcome", action=action, call="c", outcome="done", used=used)


async def _allowed(kin: Kin, request: str, delegation: str | None = None) -> str:
    """An action that the owner has approved."""
    asking = AskAction(
        fence=kin.scene.epoch, call="c", digest="d", kind="push", tool="Bash", shown="git push", whole=True,
        directory="/", reason="r", delegation=delegation,
    )  # fmt: skip
    asked = await kin.scene.write(actions.ask, kin.scene.machine, request, asking, 10**12)
    tap = DecideAction(digest="d", allow=True, key="tap")
    assert await kin.scene.write(actions.decide, kin.scene.boss, request, asked.action, tap) is None
    return str(asked.action)


@pytest.mark.rule("D12")
async def test_work_stays_in_its_room(kin: Kin) -> None:
    scene = kin.scene
    _, child, _, _ = await family(kin)
    new = NewRoom(name="Other", agents=["agent-3"])
    room = await scene.write(rooms.make_room, scene.owner, new, "test")
    asked = Ask(spot=scene.spot(), prompt="do it", agent="agent-3")
    other = (await scene.write(ask.ask, scene.boss, asked, room, 3600.0)).request
    before = await kin.task(child)
    answer = await kin.move(child, other, accepts_narrower=True)
    assert isinstance(answer, Problem)
    assert (answer.code, "room" in answer.detail) == (Code.bad_request, True)
    assert await kin.task(child) == before
