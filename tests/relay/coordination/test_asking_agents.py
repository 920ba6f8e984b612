"""An agent asks another one: a request of its own below the first, on behalf of the person at the root."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import bindparam, update

from relay.authority import chain
from relay.coordination import children, limits
from relay.machine import State
from relay.messages import inbox
from relay.messages.inbox import end_told, message_row
from relay.requests import cancel, expiry
from relay.requests.again import retry
from relay.requests.moves import requests
from relay.rooms import machines
from relay.store.sql import Sql
from relay.store.store import Store
from relay.wire.base import Code, Problem
from relay.wire.coordination import ChildAsked, RoomSwitch
from relay.wire.executions import Meter
from relay.wire.machines import DeclaredAgent, Report, ReportKind
from relay.wire.requests import Decision
from tests.relay.coordination.kin import Kin, kin_of
from tests.relay.players import said
from tests.relay.scene import DAY, outcome


@pytest.fixture
async def kin(store: Store) -> Kin:
    return await kin_of(store)


def code_of(answer: Any) -> Code | None:
    return answer.code if isinstance(answer, Problem) else None


@pytest.mark.rule("D5")
async def test_a_child_has_its_own_id_names_its_parent_and_stands_for_the_person_at_the_root(
    kin: Kin,
) -> None:
    parent = await kin.root(speaker=kin.scene.guest)
    await kin.let(False)
    asked = await kin.ask(parent, "agent-0", prompt="review it")
    assert isinstance(asked, ChildAsked)
    view, above = await kin.scene.view(asked.request), await kin.scene.view(parent)
    assert (view.state, view.prompt, view.handle) == (State.pending, "review it", "agent-0")
    assert view.public_id == asked.public_id != above.public_id
    assert (view.asker, view.asker_account) == (above.asker, above.asker_account)
    assert view.parent is not None
    assert view.parent.public_id == above.public_id
    assert [one.public_id for one in above.children] == [asked.public_id]
    [event, *_] = view.events
    assert (event.kind, event.actor) == ("asked", f"agent:{kin.agents['claude']}")
    assert event.body == {"parent": parent, "on_behalf_of": above.asker}


@pytest.mark.rule("D5", "D11", "B39")
async def test_who_asked_first_stays_known_at_every_hop(kin: Kin) -> None:
    chained = [await kin.root(speaker=kin.scene.guest)]
    for name in ("agent-0", "agent-1", "agent-2"):
        chained.append(await kin.child(chained[-1], name))
    views = [await kin.scene.view(request) for request in chained]
    assert {(view.asker, view.asker_account) for view in views} == {(views[0].asker, views[0].asker_account)}
    tasks = [await kin.row(request) for request in chained]
    assert {task.person for task in tasks} == {views[0].asker}
    assert {task.root for task in tasks} == {chained[0]}


@pytest.mark.rule("D5", "L3")
async def test_it_waits_also_under_the_owners_own_root_unless_the_owner_lets_agents_of_the_room_ask(
    kin: Kin,
) -> None:
    await kin.let(False)
    parent = await kin.root()
    waits = await kin.ask(parent, "agent-0")
    assert isinstance(waits, ChildAsked)
    assert waits.state is State.pending
    await kin.let(True)
    runs = await kin.ask(parent, "agent-1")
    assert isinstance(runs, ChildAsked)
    assert runs.state is State.approved
    assert (await kin.scene.view(runs.request)).decision != "own"
    assert (await kin.scene.view(waits.request)).state is State.pending, (
        "what was asked before is not touched"
    )


@pytest.mark.rule("D5", "M3")
async def test_the_rights_of_the_person_at_the_root_decide_and_not_those_of_the_agent(kin: Kin) -> None:
    """A member who may use one agent without asking gets no other one by way of it."""
    parent = await kin.root(speaker=kin.scene.guest)
    below = await kin.ask(parent, "agent-0")
    assert isinstance(below, ChildAsked)
    assert below.state is State.pending
    await kin.scene.decide(below.request, Decision.always)
    again = await kin.ask(parent, "agent-0")
    assert isinstance(again, ChildAsked)
    assert again.state is State.approved, "the owner lets this person use that agent"


@pytest.mark.rule("D5")
async def test_only_the_owner_switches_it(kin: Kin) -> None:
    switch = (kin.scene.guest, kin.scene.room, RoomSwitch(agents_ask=False))
    refused = await outcome(kin.scene.write(limits.let_agents_ask, *switch))
    assert code_of(refused) is Code.owner_only


@pytest.mark.rule("D5", "D4", "B38")
async def test_circles_of_any_length_are_refused_and_the_root_sees_why(kin: Kin) -> None:
    names = ["claude", "agent-0", "agent-1", "agent-2"]
    chained = [await kin.root(names[0])]
    for name in names[1:]:
        chained.append(await kin.child(chained[-1], name))
    for request, own in zip(chained, range(len(names)), strict=True):
        for above in names[: own + 1]:
            answer = await kin.ask(request, above)
            assert code_of(answer) is Code.not_yours, (own, above)
            assert "circle" in answer.detail
    told = [one.body for one in (await kin.scene.view(chained[0])).events if one.kind == "asking_refused"]
    assert len(told) == 10
    assert (await kin.scene.acts(chained[3])).count("asking_refused") == 4


@pytest.mark.rule("D4", "D5")
async def test_depth_is_one_less_at_each_level_and_none_is_left_at_the_end(kin: Kin) -> None:
    parent = await kin.root()
    flat = await kin.child(parent, "agent-0", depth=0)
    answer = await kin.ask(flat, "agent-1")
    assert code_of(answer) is Code.not_yours
    assert "levels" in answer.detail
    deeper = await kin.ask(parent, "agent-1", depth=8)
    assert code_of(deeper) is Code.not_yours
    depths, chained = [], parent
    for name in ("agent-1", "agent-2", "agent-3"):
        chained = await kin.child(chained, name)
        found = (await kin.task(chained)).delegation
        assert found is not None
        depths.append(found.authority.depth)
    assert depths == [3, 2, 1]


@pytest.mark.rule("D4")
@pytest.mark.parametrize(
    ("own", "wider"),
    [
        ({"paths": ["src"]}, {"paths": ["."]}),
        ({"paths": ["src"]}, {"paths": ["src/../secrets"]}),
        ({"paths": ["src"]}, {"paths": ["/etc"]}),
        ({"hosts": ["*.example.org"]}, {"hosts": ["example.com"]}),
        ({"tools": ["ask_agent", "Read"]}, {"tools": ["Bash"]}),
        ({"agents": ["agent-1"]}, {"agents": ["agent-2"]}),
        ({"lifetime": 60}, {"lifetime": 3600}),
        ({}, {"lifetime": 0}),
        ({"budget": {"cost": 10}}, {"budget": {"cost": 11}}),
        ({"budget": {"cost": 10}}, {"budget": {"cost": 2**31 - 1}}),
    ],
)
async def test_what_would_be_wider_than_the_parent_is_refused(
    kin: Kin, own: dict[str, Any], wider: dict[str, Any]
) -> None:
    parent = await kin.child(await kin.root(), "agent-0", **own)
    before = await kin.scene.states()
    answer = await kin.ask(parent, "agent-1", **wider)
    assert code_of(answer) in (Code.not_yours, Code.spent)
    assert await kin.scene.states() == before


@pytest.mark.rule("D4")
async def test_an_agent_that_may_ask_only_some_or_nobody_asks_nobody_else(kin: Kin) -> None:
    parent = await kin.root()
    some = await kin.child(parent, "agent-0", agents=["agent-1"])
    assert code_of(await kin.ask(some, "agent-2")) is Code.not_yours
    assert isinstance(await kin.ask(some, "agent-1"), ChildAsked)
    nobody = await kin.child(parent, "agent-3", bans=[children.ASKING])
    assert code_of(await kin.ask(nobody, "agent-2")) is Code.not_yours
    assert code_of(await kin.ask(parent, "nobody")) is Code.no_agent


@pytest.mark.rule("D4", "D10")
async def test_a_childs_budget_is_reserved_out_of_its_parents_and_comes_back_when_it_ends(kin: Kin) -> None:
    parent = await kin.child(await kin.root(), "agent-0", budget={"cost": 100})
    child = await kin.child(parent, "agent-1", budget={"cost": 60})
    assert (await kin.left(parent), await kin.left(child)) == (40, 60)
    assert code_of(await kin.ask(parent, "agent-2", budget={"cost": 41})) is Code.spent
    half = await kin.ask(parent, "agent-2")
    assert isinstance(half, ChildAsked)
    assert (await kin.left(parent), await kin.left(half.request)) == (20, 20), (
        "half of what is left, unless it says"
    )
    await kin.spend(child, units=25)
    await kin.scene.report(child, said(1, "done", text="done"))
    assert await kin.left(parent) == 100 - 20 - 25
    await kin.scene.cancel(half.request, kin.scene.boss)
    assert await kin.left(parent) == 75


@pytest.mark.rule("D4", "D5")
async def test_the_same_ask_again_is_the_same_request_and_another_under_its_key_is_refused(kin: Kin) -> None:
    parent = await kin.root()
    answers = await asyncio.gather(*(kin.ask(parent, "agent-0", key="once") for _ in range(20)))
    assert len({answer.request for answer in answers if isinstance(answer, ChildAsked)}) == 1
    assert not any(isinstance(answer, Problem) for answer in answers)
    for other in (
        {"agent": "agent-1"},
        {"agent": "agent-0", "prompt": "else"},
        {"agent": "agent-0", "bans": ["x"]},
    ):
        assert code_of(await kin.ask(parent, key="once", **other)) is Code.conflict
    assert len((await kin.scene.view(parent)).children) == 1


@pytest.mark.rule("D5", "R2", "N2")
async def test_nobody_asks_for_a_request_that_is_not_in_hand(kin: Kin) -> None:
    parent = await kin.root()
    queued = await kin.scene.ask(kin.scene.boss, agent="agent-0")
    assert code_of(await kin.ask(queued, "agent-1")) is Code.late
    assert code_of(await kin.ask("nothing", "agent-1")) is Code.unknown
    await kin.scene.hello("second")
    assert code_of(await kin.ask(parent, "agent-1")) is Code.fenced


@pytest.mark.rule("D2", "X2")
@pytest.mark.parametrize("how", ["cancelled", "failed", "done"])
async def test_what_a_request_asked_of_others_stops_with_it(kin: Kin, how: str) -> None:
    parent = await kin.root()
    running = await kin.child(parent, "agent-0")
    below = await kin.child(running, "agent-2")
    queued = await kin.ask(parent, "agent-1")
    assert isinstance(queued, ChildAsked)
    if how == "cancelled":
        await kin.scene.write(cancel.cancel, kin.scene.boss, parent)
    else:
        await kin.scene.report(parent, said(1, how, text="over"))
    assert (await kin.scene.view(queued.request)).state is State.cancelled
    for name in (running, below):
        assert (await kin.scene.view(name)).stopping
    await kin.scene.report(below, said(1, "stopped"))
    await kin.scene.report(running, said(1, "stopped"))
    if how == "cancelled":
        await kin.scene.report(parent, said(1, "stopped"))
    assert {(await kin.row(name)).state for name in (running, below, queued.request)} == {"stopped"}
    assert (await kin.row(parent)).state == ("completed" if how == "done" else "stopped")


@pytest.mark.rule("D5")
@pytest.mark.parametrize("end", ["done", "failed", "denied", "cancelled", "expired"])
async def test_the_end_of_a_child_always_reaches_who_asked_once(kin: Kin, end: str) -> None:
    await kin.let(end in ("done", "failed"))
    parent = await kin.root()
    asked = await kin.ask(parent, "agent-0")
    assert isinstance(asked, ChildAsked)
    child = asked.request
    if end in ("done", "failed"):
        await kin.scene.claim(child)
        for _ in range(2):
            await kin.scene.report(child, said(1, end, text="what I found"))
    elif end == "denied":
        await kin.scene.decide(child, Decision.deny)
    elif end == "cancelled":
        await kin.scene.cancel(child, kin.scene.boss)
    else:
        await kin.scene.write(_fall_due, child)
        assert await kin.scene.write(expiry.expire, child)
    told = await kin.scene.read(end_told, child)
    assert told is not None
    message = await kin.scene.read(message_row, told)
    assert (message.receiver, message.task) == (inbox.actor_of(kin.agents["claude"]), parent)
    assert asked.public_id in message.body
    assert ("what I found" in message.body) == (end in ("done", "failed"))


def _fall_due(tx: Any, request: str) -> None:
    tx.run(
        Sql(
            update(requests).where(requests.c.id == bindparam("the_id")).values(deadline=bindparam("to_now"))
        ),
        the_id=request,
        to_now=tx.now,
    )


@pytest.mark.rule("D4", "S5")
async def test_a_delegation_that_was_altered_in_the_database_authorises_nothing(kin: Kin) -> None:
    child = await kin.child(await kin.root(), "agent-0", bans=["push"])
    delegation = (await kin.row(child)).delegation
    await kin.scene.write(_widen, delegation)
    answer = await kin.ask(child, "agent-1")
    assert code_of(answer) is Code.conflict


def _widen(tx: Any, delegation: str) -> None:
    rows = chain.delegations
    tx.run(
        Sql(update(rows).where(rows.c.id == bindparam("the_id")).values(terms=bindparam("to_terms"))),
        the_id=delegation,
        to_terms='{"budget":{}}',
    )


@pytest.mark.rule("D4")
async def test_the_configured_budget_of_the_asked_agent_limits_it_too(kin: Kin) -> None:
    declared = DeclaredAgent(
        handle="agent-0", runtime="scripted", directory="/project/agent-0", budget={Meter.cost: 7}
    )
    await kin.scene.write(machines.declare_agents, kin.scene.machine, kin.scene.owner, [declared])
    child = await kin.child(await kin.root(), "agent-0", budget={"cost": 100})
    assert await kin.left(child) == 7


@pytest.mark.rule("D1", "D2", "D3")
async def test_task_session_and_delegation_are_three_things(kin: Kin) -> None:
    first = await kin.scene.ask(kin.scene.boss)
    second = await kin.scene.ask(kin.scene.boss)
    assert (await kin.task(first)).session == "idle"
    await kin.scene.claim(first)
    assert (await kin.task(second)).session == "working"
    await kin.scene.report(first, said(1, "session", session="s1"), said(2, "done", text="done"))
    ended = await kin.task(first)
    assert ended.delegation is not None
    assert (ended.task, ended.delegation.state, ended.session) == ("completed", "settled", "idle")
    assert (await kin.task(second)).task == "open", "ending one task ends no other of the same session"
    await kin.scene.cancel(second, kin.scene.boss)
    stopped = await kin.task(second)
    assert (stopped.task, stopped.session) == ("stopped", "closed")
    late = await outcome(kin.scene.report(first, said(3, "progress", percent=10)))
    assert code_of(late) is Code.late
    assert (await kin.task(first)).task == "completed", "no report makes it run again"
    third = await kin.root()
    view = await kin.task(third)
    assert view.delegation is not None
    assert (view.task, view.session) == ("open", "working")
    assert view.delegation.delegation != ended.delegation.delegation, "past authority is not used again"


@pytest.mark.rule("X3", "D4", "D5", "L3")
async def test_what_an_agent_asked_is_tried_again_only_with_the_owners_word_and_under_the_same_limits(
    kin: Kin,
) -> None:
    parent = await kin.root()
    child = await kin.child(parent, "agent-0", bans=["delete"], paths=["src"])
    await kin.scene.report(child, Report(number=1, kind=ReportKind.failed, at=1, body={"text": "no"}))
    for number in range(2):
        again = await kin.scene.write(retry, kin.scene.boss, child, f"again-{number}", DAY)
        child = again.request
        assert (await kin.scene.view(child)).state == State.pending
        authority = (await kin.task(child)).delegation.authority
        assert (authority.bans, authority.paths, authority.expires_at) == (["delete"], ["src"], None)
        await kin.scene.cancel(child, kin.scene.boss)
