"""From an approved action to a known outcome: one start, one debit, and nobody but the owner settles the unknown."""

import asyncio
from itertools import product
from typing import Any

import pytest

from relay import executions as table
from relay.executions import RULES, By, Command, Illegal, State, advance
from relay.requests import executions
from relay.store.tx import Refuse
from relay.wire.base import Code
from relay.wire.executions import Meter, Settle, Settlement
from relay.wire.machines import DeclaredAgent, UseAction
from relay.wire.places import Lease, PlaceRole
from relay.wire.requests import ActionState, ActionView, Close, DecideAction
from tests.house import House
from tests.relay.players import Daemon, expire_lease, refused, running, said, wait_for_silence

LEGAL = {(rule.source, rule.command, by): rule.target for rule in RULES for by in sorted(rule.by)}
ILLEGAL = [one for one in product(State, Command, By) if one not in LEGAL]


@pytest.mark.rule("E1")
def test_the_table_connects_exactly_what_the_specification_connects() -> None:
    before = {
        ("prepared", "denied"),
        ("prepared", "expired"),
        ("prepared", "cancelled"),
        ("approved", "cancelled"),
    }
    after = {("running", end) for end in ("done", "failed", "cancelled", "unknown")}
    assert {(rule.source.value, rule.target.value) for rule in RULES} == {
        ("prepared", "approved"),
        ("approved", "running"),
        ("unknown", "done"),
        ("unknown", "failed"),
        *before,
        *after,
    }
    assert {rule.by for rule in RULES if rule.source is State.unknown} == {frozenset({By.owner})}


@pytest.mark.rule("E1")
@pytest.mark.parametrize(("state", "command", "by"), ILLEGAL)
def test_whatever_is_not_in_the_table_is_refused_with_a_sentence(
    state: State, command: Command, by: By
) -> None:
    with pytest.raises(Illegal, match=f"{state} cannot take '{command}' from the {by}"):
        advance(state, command, by)


@pytest.mark.parametrize(
    ("approval", "state"),
    [
        ("pending", "prepared"),
        ("allowed", "approved"),
        ("denied", "denied"),
        ("expired", "expired"),
        ("lapsed", "cancelled"),
    ],
)
def test_before_its_start_an_execution_is_what_its_approval_is(approval: str, state: str) -> None:
    assert table.state_of(approval, False, None) == state
    assert table.state_of("allowed", True, None) is State.running
    assert table.state_of("allowed", True, "unknown") is State.unknown


async def allowed(house: House, daemon: Daemon, request: str, call: str = "call-1") -> str:
    """An action that the owner has allowed."""
    asked = await daemon.ask(request, call)
    tap = DecideAction(digest="digest-1", allow=True, key=f"tap:{call}")
    await house.client("owner").decide_action(None, request, asked.action, tap)
    return asked.action


async def begun(house: House, daemon: Daemon, request: str, call: str = "call-1") -> str:
    """An action whose start is on the record."""
    action = await allowed(house, daemon, request, call)
    await daemon.use(request, action)
    return action


async def tell(daemon: Daemon, request: str, number: int, action: str, outcome: str, **more: Any) -> None:
    """The machine reports what came of it."""
    await daemon.report(request, said(number, "outcome", action=action, outcome=outcome, **more))


async def look(house: House, request: str) -> ActionView:
    """The last action, as the owner sees it."""
    return (await house.view(request)).actions[-1]


async def settle(house: House, request: str, action: str, settlement: Settlement, **more: Any) -> ActionView:
    """The owner settles it."""
    wish = Settle(settlement=settlement, **{"key": "settle", **more})
    return await house.client("owner").settle(None, request, action, wish)


async def meters(house: House, request: str) -> dict[str, tuple[int | None, int, int]]:
    """What a request may use, holds and has used."""
    view = await house.view(request)
    return {one.meter.value: (one.granted, one.held, one.spent) for one in view.meters}


async def with_budget(house: House, **budget: int) -> tuple[Daemon, str]:
    """A running request of an agent with a budget."""
    daemon = Daemon(house)
    limits = {Meter(name): units for name, units in budget.items()}
    agent = DeclaredAgent(handle="claude", runtime="scripted", directory=str(house.directory), budget=limits)
    await daemon.start(agent)
    request = (await house.ask(None)).request
    await daemon.take(request)
    return daemon, request


@pytest.mark.rule("E1")
async def test_an_execution_goes_from_prepared_to_done_and_each_step_is_on_the_record(house: House) -> None:
    daemon, request = await running(house)
    asked = await daemon.ask(request, facts=[("branch", "main")])
    states = [(await look(house, request)).execution]
    tap = DecideAction(digest="digest-1", allow=True, key="tap")
    await house.client("owner").decide_action(None, request, asked.action, tap)
    states.append((await look(house, request)).execution)
    await daemon.use(request, asked.action)
    states.append((await look(house, request)).execution)
    await tell(daemon, request, 1, asked.action, "done", exit_code=0)
    seen = await look(house, request)
    assert [*states, seen.execution] == [State.prepared, State.approved, State.running, State.done]
    assert (seen.facts, seen.exit_code, seen.state) == ([("branch", "main")], 0, ActionState.allowed)
    acts = [row.act for row in (await house.client("owner").audit_page(None, request=request)).rows]
    assert acts[:4] == ["action outcome", "action used", "action_decided", "action_asked"]


@pytest.mark.rule("E2")
async def test_a_thousand_start_commands_at_once_are_one_start_and_one_debit(house: House) -> None:
    daemon, request = await running(house)
    action = await allowed(house, daemon, request)
    wish = UseAction(fence=daemon.epoch, digest="digest-1", reserve={Meter.cost: 7})
    start = (executions.start, house.machine, request, action, wish)
    outcomes = await asyncio.gather(
        *(house.store.write(house.owner, *start) for _ in range(1000)), return_exceptions=True
    )
    refusals = [one for one in outcomes if isinstance(one, Refuse)]
    assert len(refusals) == 999
    assert {refusal.problem.code for refusal in refusals} == {Code.used}
    assert await meters(house, request) == {"cost": (None, 7, 0), "tool_calls": (None, 1, 0)}
    rows = (await house.client("owner").audit_page(None, request=request, limit=200)).rows
    assert [row.act for row in rows].count("action used") == 1


@pytest.mark.rule("E1")
async def test_authority_is_looked_at_again_at_the_start(house: House) -> None:
    daemon, request = await running(house)
    action = await allowed(house, daemon, request)
    old = UseAction(fence=daemon.epoch - 1, digest="digest-1")
    assert (await refused(daemon.client.use_action(request, action, old))).code is Code.fenced
    assert (await refused(daemon.use(request, action, "digest-2"))).code is Code.used
    await house.client("owner").cancel(None, request, "cancel")
    stopping = await refused(daemon.use(request, action))
    assert (stopping.code, stopping.state) == (Code.late, "running")
    assert await meters(house, request) == {}
    await daemon.report(request, said(1, "stopped"))
    assert (await look(house, request)).execution is State.cancelled
    assert (await refused(daemon.use(request, action))).code is Code.late


@pytest.mark.rule("E1")
async def test_a_start_that_the_budget_does_not_cover_is_refused_and_debits_nothing(house: House) -> None:
    daemon, request = await with_budget(house, tool_calls=2)
    first = await begun(house, daemon, request, "call-1")
    await daemon.report(
        request, said(1, "tool_started", call="call-1"), said(2, "tool_started", call="other")
    )
    assert await meters(house, request) == {"tool_calls": (2, 1, 1)}
    second = await allowed(house, daemon, request, "call-2")
    spent = await refused(daemon.use(request, second))
    assert (spent.code, "raise the agent's budget" in spent.detail) == (Code.spent, True)
    await tell(daemon, request, 3, first, "done")
    assert await meters(house, request) == {"tool_calls": (2, 0, 2)}
    assert (await refused(daemon.use(request, second))).code is Code.spent
    assert (await look(house, request)).execution is State.approved


@pytest.mark.rule("E1")
async def test_what_the_machine_measures_is_spent_in_full_and_what_the_program_used_is_counted(
    house: House,
) -> None:
    daemon, request = await with_budget(house, cost=50)
    asked = await allowed(house, daemon, request)
    wish = UseAction(fence=daemon.epoch, digest="digest-1", reserve={Meter.cost: 40})
    await daemon.client.use_action(request, asked, wish)
    await tell(daemon, request, 1, asked, "failed", exit_code=3, used={"cost": 70, "euros": 5})
    assert await meters(house, request) == {"cost": (50, 0, 70), "tool_calls": (None, 0, 1)}
    usage = {"input_tokens": 12, "output_tokens": 30, "odd": "x"}
    await daemon.report(request, said(2, "done", usage=usage, cost_usd=0.5))
    assert await meters(house, request) == {
        "cost": (50, 0, 500_070),
        "tokens": (None, 0, 42),
        "tool_calls": (None, 0, 1),
    }


@pytest.mark.rule("E2", "E3")
async def test_an_outcome_counts_once_and_no_machine_makes_an_unknown_one_known(house: House) -> None:
    daemon, request = await running(house)
    action = await begun(house, daemon, request)
    await tell(daemon, request, 1, action, "unknown")
    await tell(daemon, request, 1, action, "unknown")
    await tell(daemon, request, 2, action, "done")
    await tell(daemon, request, 3, "another", "done")
    await tell(daemon, request, 4, action, "glorious")
    assert (await look(house, request)).execution is State.unknown
    rows = (await house.client("owner").audit_page(None, request=request)).rows
    assert [row.result for row in rows if row.act == "action outcome"] == ["unknown"]


@pytest.mark.rule("E2", "E3", "X7")
async def test_a_new_process_is_told_what_runs_and_does_not_start_it_again(house: House) -> None:
    old, request = await running(house)
    action = await begun(house, old, request)
    new = Daemon(house, process="second")
    await new.start()
    [effect] = (await new.take_up(request)).effects
    assert (effect.action, effect.call, effect.shown, effect.state) == (
        action,
        "call-1",
        "rm -r build",
        "running",
    )
    assert (await refused(new.use(request, action))).code is Code.used
    assert (await new.ask(request)).action == action
    await tell(new, request, 1, action, "unknown")
    assert [one.state for one in (await new.take_up(request)).effects] == [State.unknown]


@pytest.mark.rule("E3", "E5", "L6")
@pytest.mark.parametrize("gone", ["finished", "given up"])
async def test_what_has_no_outcome_when_its_request_ends_is_unknown_and_keeps_its_reservation(
    house: House, gone: str
) -> None:
    daemon, request = await running(house)
    action = await begun(house, daemon, request)
    unused = await allowed(house, daemon, request, "call-2")
    if gone == "finished":
        await daemon.finish(request)
    else:
        await expire_lease(house, request)
        await wait_for_silence(house, request)
        await house.client("owner").close_request(None, request, Close(key="close"))
    found = {one.action: one.execution for one in (await house.view(request)).actions}
    assert found == {action: State.unknown, unused: State.cancelled}
    assert await meters(house, request) == {"tool_calls": (None, 1, 0)}


@pytest.mark.rule("E3", "E5")
@pytest.mark.parametrize(
    ("settlement", "state", "spent"), [("happened", State.done, 1), ("did_not", State.failed, 0)]
)
async def test_the_owner_settles_it_and_the_evidence_is_on_the_record(
    house: House, settlement: str, state: State, spent: int
) -> None:
    daemon, request = await running(house)
    action = await begun(house, daemon, request)
    await daemon.finish(request)
    seen = await settle(house, request, action, Settlement(settlement), evidence="I looked at the remote.")
    assert (seen.execution, seen.evidence, seen.settled_at is not None) == (
        state,
        "I looked at the remote.",
        True,
    )
    assert await meters(house, request) == {"tool_calls": (None, 0, spent)}
    event = (await house.view(request)).events[-1]
    assert (event.kind, event.body["settlement"], event.body["evidence"]) == (
        "settled",
        settlement,
        "I looked at the remote.",
    )
    [row, *_] = (await house.client("owner").audit_page(None, request=request)).rows
    assert (row.act, row.who, row.body["evidence"]) == ("settled", house.owner, "I looked at the remote.")


@pytest.mark.rule("E4", "L5")
async def test_settling_again_with_the_same_key_is_as_once_and_another_word_is_told_what_was_said(
    house: House,
) -> None:
    daemon, request = await running(house)
    action = await begun(house, daemon, request)
    early = await refused(settle(house, request, action, Settlement.happened))
    assert (early.code, early.state) == (Code.late, "running")
    await tell(daemon, request, 1, action, "unknown")
    for _ in range(3):
        assert (await settle(house, request, action, Settlement.happened)).execution is State.done
        assert (await look(house, request)).execution is State.done
    late = await refused(settle(house, request, action, Settlement.did_not, key="other"))
    assert (late.code, late.state, late.by) == (Code.late, "done", "Olga")
    kinds = [event.kind for event in (await house.view(request)).events]
    assert kinds.count("settled") == 1
    assert await meters(house, request) == {"tool_calls": (None, 0, 1)}


@pytest.mark.rule("E3", "L5")
async def test_of_two_settlements_at_once_one_counts(house: House) -> None:
    daemon, request = await running(house)
    action = await begun(house, daemon, request)
    await tell(daemon, request, 1, action, "unknown")
    both = [settle(house, request, action, one, key=one) for one in (Settlement.happened, Settlement.did_not)]
    outcomes = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(one, ActionView) for one in outcomes) == 1
    assert (await look(house, request)).execution in (State.done, State.failed)


@pytest.mark.rule("E3", "A2")
async def test_only_the_owner_settles(house: House) -> None:
    sarah, olga, slack = await house.member("sarah"), await house.link_owner(), house.client("slack")
    daemon, request = await running(house)
    action = await begun(house, daemon, request)
    await tell(daemon, request, 1, action, "unknown")
    for settlement in Settlement:
        wish = Settle(settlement=settlement, ask="look", key="k")
        for who, code in (
            (sarah, Code.owner_only),
            (olga.model_copy(update={"bot": True}), Code.bot),
            (house.who("stranger"), Code.unknown),
        ):
            assert (await refused(slack.settle(who, request, action, wish))).code is code
    assert (await look(house, request)).execution is State.unknown
    results = [row.result for row in (await house.client("owner").audit_page(None, request=request)).rows]
    assert results[:3] == ["not the owner"] * 3


@pytest.mark.rule("E3", "C11")
@pytest.mark.parametrize("linked", ["before", "afterwards"])
async def test_the_question_goes_to_the_owner_in_the_chat_where_the_owner_can_answer(
    house: House, linked: str
) -> None:
    slack, lease = house.client("slack"), Lease(platform="slack", tenant=house.tenant, holder="one")
    daemon, request = await running(house)
    action = await begun(house, daemon, request)
    if linked == "before":
        await slack.lease(lease)
        await house.link_owner()
    await tell(daemon, request, 1, action, "unknown")
    await daemon.finish(request, 2)
    if linked == "afterwards":
        await slack.lease(lease)
        await house.link_owner()
    places = (await slack.stale_places(house.tenant, 1, 0, 0)).places
    [place] = [one for one in places if one.role is PlaceRole.owner and one.request is not None]
    assert place.request is not None
    assert [one.execution for one in place.request.actions] == [State.unknown]


@pytest.mark.rule("E3", "Q5")
async def test_the_agent_looks_by_a_request_of_the_owners_own_and_what_is_unknown_stays_so(
    house: House,
) -> None:
    daemon, request = await running(house)
    action = await begun(house, daemon, request)
    await tell(daemon, request, 1, action, "unknown")
    await daemon.finish(request, 2)
    public = (await house.view(request)).public_id
    words = f"Look whether what {public} began took effect."
    for _ in range(2):
        seen = await settle(house, request, action, Settlement.look, ask=words)
    assert (seen.execution, seen.settled_at) == (State.unknown, None)
    [looking, _] = (await house.client("owner").requests_of(None, house.room)).requests
    assert (looking.public_id, looking.prompt, looking.state, looking.decision) == (
        seen.looking,
        words,
        "approved",
        "own",
    )
    claim = await daemon.take(looking.request)
    assert [one.origin for one in claim.references if public in one.origin]
    assert (await settle(house, request, action, Settlement.did_not, key="then")).execution is State.failed
    with pytest.raises(ValueError, match="say what it is asked"):
        Settle(settlement=Settlement.look, key="k")


class TestGrownOld:
    """An approval is good for as long as it could have been waited for."""

    @pytest.fixture
    def options(self) -> Any:
        from relay.http.settings import RelayOptions

        return RelayOptions(approval_ttl=0.3, sweep_seconds=600)

    @pytest.mark.rule("E1", "P3")
    async def test_an_approval_that_nobody_used_in_time_starts_nothing(self, house: House) -> None:
        daemon, request = await running(house)
        action = await allowed(house, daemon, request)
        await asyncio.sleep(0.35)
        assert (await refused(daemon.use(request, action))).code is Code.expired
        assert (await look(house, request)).execution is State.approved
