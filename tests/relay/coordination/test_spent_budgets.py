"""A spent budget stops the work and asks the owner; a day's allowance lets through so much and no more."""

from typing import Any

import pytest

from relay import audit
from relay.coordination import limits
from relay.machine import State
from relay.requests import actions, executions, granting, settling
from relay.rooms import grants, machines
from relay.rooms.people import Speaker
from relay.store.store import Store
from relay.wire.base import Code, Problem
from relay.wire.coordination import Allowance
from relay.wire.executions import Meter, Settle
from relay.wire.machines import AskAction, DeclaredAgent, UseAction
from relay.wire.requests import ActionState, ActionView, DecideAction, Decision, Waiting
from tests.relay.coordination.kin import Kin, kin_of
from tests.relay.players import said
from tests.relay.scene import outcome


@pytest.fixture
async def kin(store: Store) -> Kin:
    return await kin_of(store)


async def limited(kin: Kin, **budget: int) -> str:
    """A running request of an agent with a budget."""
    units = {Meter(name): amount for name, amount in budget.items()}
    declared = DeclaredAgent(handle="claude", runtime="scripted", directory="/project/claude", budget=units)
    await kin.scene.write(machines.declare_agents, kin.scene.machine, kin.scene.owner, [declared])
    return await kin.root()


async def use(kin: Kin, request: str, call: str, **reserve: int) -> Any:
    """An approved action starts, or is refused."""
    asking = AskAction(
        fence=kin.scene.epoch, call=call, digest=call, kind="push", tool="Bash", shown=call, whole=True,
        directory="/", reason="r",
    )  # fmt: skip
    asked = await kin.scene.write(actions.ask, kin.scene.machine, request, asking, 10**12)
    tap = DecideAction(digest=call, allow=True, key=f"tap-{call}")
    await kin.scene.write(granting.decide, kin.scene.boss, request, asked.action, tap)
    wish = UseAction(fence=kin.scene.epoch, digest=call, reserve=reserve)
    return await outcome(kin.scene.write(executions.start, kin.scene.machine, request, asked.action, wish))


async def cards(kin: Kin, request: str) -> list[ActionView]:
    """The cards that ask for more."""
    return [one for one in (await kin.scene.view(request)).actions if one.kind == "budget"]


async def answer(
    kin: Kin, request: str, card: ActionView, *, allow: bool, speaker: Speaker | None = None
) -> Any:
    said_ = DecideAction(digest=card.digest, allow=allow, key="answer")
    return await kin.scene.write(granting.decide, speaker or kin.scene.boss, request, card.action, said_)


@pytest.mark.rule("E1", "D10", "U2")
async def test_a_start_beyond_the_budget_is_refused_and_asks_the_owner_once(kin: Kin) -> None:
    request = await limited(kin, tool_calls=1)
    assert not isinstance(await use(kin, request, "a"), Problem)
    for call in ("b", "c"):
        refused = await use(kin, request, call)
        assert isinstance(refused, Problem)
        assert refused.code is Code.spent
    (card,) = await cards(kin, request)
    assert (card.state, card.whole, dict(card.facts)["more"]) == (ActionState.pending, True, "1")
    assert (await kin.scene.view(request)).waiting is Waiting.action
    assert await answer(kin, request, card, allow=True) is None
    (card,) = await cards(kin, request)
    assert card.execution == "done"
    assert not isinstance(await use(kin, request, "d"), Problem)
    assert isinstance(await use(kin, request, "e"), Problem)
    assert "budget_raised" in await kin.scene.acts(request)


@pytest.mark.rule("D10", "E1")
async def test_more_is_granted_over_the_whole_chain_and_takes_nothing_from_those_above(kin: Kin) -> None:
    request = await limited(kin, cost=100)
    child = await kin.child(request, "agent-0", budget={"cost": 60})
    await kin.scene.report(child, said(1, "tool_started", call="x"))
    assert isinstance(await use(kin, child, "a", cost=61), Problem)
    (card,) = await cards(kin, child)
    before = await kin.left(request)
    assert await answer(kin, child, card, allow=True) is None
    assert (await kin.left(child), await kin.left(request)) == (60 + 61, before)
    assert not isinstance(await use(kin, child, "b", cost=61), Problem)


@pytest.mark.rule("D10", "A2", "A7")
async def test_stop_ends_the_request_and_nobody_but_the_owner_says_either(kin: Kin) -> None:
    request = await limited(kin, tool_calls=1)
    told = await kin.scene.report(
        request, said(1, "tool_started", call="1"), said(2, "tool_started", call="2")
    )
    (card,) = await cards(kin, request)
    assert told.flag.waits_for == card.action, "its daemon makes no tool call before the answer"
    for speaker in (kin.scene.guest,):
        problem = await answer(kin, request, card, allow=True, speaker=speaker)
        assert problem.code is Code.owner_only
    pretended = AskAction(
        fence=kin.scene.epoch, call=f"budget:{card.action}", digest="d", kind="budget", tool="budget", shown="x",
        whole=True, directory="/", reason="r", facts=[("meter", "tool_calls"), ("more", "1000")],
    )  # fmt: skip
    own = await kin.scene.write(actions.ask, kin.scene.machine, request, pretended, 10**12)
    tap = DecideAction(digest="d", allow=True, key="k")
    assert await kin.scene.write(granting.decide, kin.scene.boss, request, own.action, tap) is None
    assert await kin.left(request, Meter.tool_calls) == 0, "what a machine calls a budget raises none"
    assert await answer(kin, request, card, allow=False) is None
    assert (await kin.scene.view(request)).stopping


@pytest.mark.rule("D10", "E1")
async def test_what_is_measured_at_the_end_is_written_down_and_asks_nobody(kin: Kin) -> None:
    request = await limited(kin, tokens=10)
    await kin.scene.report(request, said(1, "done", text="done", usage={"input": 50}))
    assert await cards(kin, request) == []
    delegation = (await kin.row(request)).delegation
    assert (await kin.account(delegation, Meter.tokens)).spent == 50


@pytest.mark.rule("E3", "E5", "D2")
async def test_an_unknown_outcome_keeps_its_hold_at_every_level_and_its_settlement_gives_it_back_once(
    kin: Kin,
) -> None:
    request = await limited(kin, cost=100)
    child = await kin.child(request, "agent-0", budget={"cost": 60})
    await use(kin, child, "a", cost=25)
    (act,) = (await kin.scene.view(child)).actions
    await kin.scene.report(child, said(1, "failed", text="crashed"))
    assert await kin.left(request) == 75, "the rest came back, what is unknown did not"
    settle = (settling.settle, kin.scene.boss, child, act.action)
    for key in ("one", "one", "two"):
        says = Settle(settlement="did_not", key=key)
        await outcome(kin.scene.write(*settle, says, 3600.0))
    assert await kin.left(request) == 100
    assert (await kin.account((await kin.row(request)).delegation)).held == 0


async def let_in(kin: Kin, **allowance: int) -> str:
    """The member may use the agent without asking, up to so much a day; gives the permission."""
    first = await kin.scene.ask()
    await kin.scene.decide(first, Decision.always)
    await kin.scene.cancel(first, kin.scene.boss)
    (grant,) = await kin.scene.read(grants.list_grants, kin.scene.owner)
    units = {Meter(name): amount for name, amount in allowance.items()}
    await kin.scene.write(limits.set_allowance, kin.scene.boss, grant.grant, Allowance(allowance=units))
    return str(grant.grant)


@pytest.mark.rule("A6", "D10", "U2")
async def test_a_daily_allowance_lets_through_so_much_and_then_asks(kin: Kin) -> None:
    await let_in(kin, cost=50)
    first = await kin.scene.ask()
    assert (await kin.scene.view(first)).state is State.approved
    await kin.scene.claim(first)
    assert isinstance(await use(kin, first, "a", cost=51), Problem)
    await kin.scene.report(first, said(1, "done", text="done", cost_usd=0.00003))
    second = await kin.scene.ask()
    assert (await kin.scene.view(second)).state is State.approved
    await kin.scene.claim(second)
    assert await kin.left(second) == 20, "the day's other requests count"
    await kin.scene.report(second, said(1, "done", text="done", cost_usd=0.00002))
    third = await kin.scene.ask()
    assert (await kin.scene.view(third)).state is State.pending, "used up: the owner is asked"
    page = await kin.scene.read(_acts, kin.scene.owner)
    assert "budget changed" in page


@pytest.mark.rule("A6")
async def test_the_owner_changes_and_lifts_an_allowance_and_nobody_else_does(kin: Kin) -> None:
    grant = await let_in(kin, tool_calls=0)
    assert (await kin.scene.view(await kin.scene.ask())).state is State.pending
    foreign = (limits.set_allowance, kin.scene.guest, grant, Allowance(allowance={}))
    assert (await outcome(kin.scene.write(*foreign))).code is Code.unknown
    await kin.scene.write(limits.set_allowance, kin.scene.boss, grant, Allowance(allowance={}))
    assert (await kin.scene.view(await kin.scene.ask())).state is State.approved


def _acts(tx: Any, owner: str) -> list[str]:
    return [row.act for row in audit.page(tx, owner, None, 200, None).rows]


@pytest.mark.rule("D4", "E1")
async def test_what_waited_takes_its_limits_from_the_configuration_as_it_is_when_it_begins(kin: Kin) -> None:
    waiting = await kin.scene.ask(kin.scene.boss)
    units = {Meter.tool_calls: 3}
    declared = DeclaredAgent(handle="claude", runtime="scripted", directory="/project/claude", budget=units)
    await kin.scene.write(machines.declare_agents, kin.scene.machine, kin.scene.owner, [declared])
    await kin.scene.claim(waiting)
    assert await kin.left(waiting, Meter.tool_calls) == 3
    child = await kin.ask(waiting, "agent-0", budget={"tool_calls": 2})
    assert not isinstance(child, Problem)
    await kin.scene.claim(child.request)
    assert await kin.left(child.request, Meter.tool_calls) == 2, "what was reserved for it stays"
