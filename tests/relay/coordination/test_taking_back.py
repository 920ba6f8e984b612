"""The owner takes a delegation back: all below it stops at its next tool call, and what could not is named."""

from typing import Any

import pytest
from sqlalchemy import bindparam, delete, update

from relay.authority.chain import delegations
from relay.authority.ledger import Account
from relay.authority.tasks import task_of, tasks
from relay.coordination.tree import task_tree
from relay.requests import actions, cancel, expiry
from relay.requests.moves import requests
from relay.rooms import grants
from relay.store.sql import Sql
from relay.store.store import Store
from relay.store.tx import Tx
from relay.sweeper import sweep
from relay.wire.base import Code, Problem
from relay.wire.coordination import ChildAsked, Revoked, Stopping
from relay.wire.machines import AskAction
from relay.wire.requests import Decision
from tests.relay.coordination.kin import Kin, kin_of
from tests.relay.players import said
from tests.relay.scene import outcome


@pytest.fixture
async def kin(store: Store) -> Kin:
    return await kin_of(store)


async def asks(kin: Kin, request: str) -> Any:
    """The next tool call that needs a word of the relay."""
    asking = AskAction(
        fence=kin.scene.epoch, call="c", digest="d", kind="push", tool="Bash", shown="x", whole=True,
        directory="/", reason="r",
    )  # fmt: skip
    return await outcome(kin.scene.write(actions.ask, kin.scene.machine, request, asking, 10**12))


@pytest.mark.rule("D9", "D2")
async def test_everything_below_stops_at_the_next_tool_call_and_the_one_above_goes_on(kin: Kin) -> None:
    root = await kin.root()
    top = await kin.child(root, "agent-0", budget={"cost": 50})
    below = await kin.child(top, "agent-1", budget={"cost": 20})
    queued = await kin.ask(below, "agent-2")
    assert isinstance(queued, ChildAsked)
    await kin.spend(below, units=5)
    answer = await kin.revoke(top)
    assert isinstance(answer, Revoked)
    assert {one.request: one.what for one in answer.reached} == {
        top: Stopping.stopping,
        below: Stopping.stopping,
        queued.request: Stopping.stopped,
    }
    for name in (top, below):
        refused = await asks(kin, name)
        assert isinstance(refused, Problem)
        assert (await kin.scene.view(name)).stopping
    assert not isinstance(await asks(kin, root), Problem)
    assert await kin.account((await kin.row(root)).delegation) == Account(None, 0, 5)
    assert "revoked" in await kin.scene.acts(top)


@pytest.mark.rule("D9")
async def test_what_is_beyond_reach_is_named(kin: Kin) -> None:
    root = await kin.root()
    top = await kin.child(root, "agent-0")
    await kin.scene.write(_lose_contact, top)
    for _ in range(2):
        answer = await kin.revoke(top)
        assert isinstance(answer, Revoked)
        assert [one.what for one in answer.reached] == [Stopping.beyond_reach]
    assert (await kin.scene.acts(top)).count("revoked") == 1


def _lose_contact(tx: Any, request: str) -> None:
    change = (
        update(requests).where(requests.c.id == bindparam("the_id")).values(lease_until=bindparam("to_now"))
    )
    tx.run(Sql(change), the_id=request, to_now=tx.now - 1)


@pytest.mark.rule("D9", "A2", "U2")
async def test_only_the_owner_takes_back_and_only_what_is_there(kin: Kin) -> None:
    root = await kin.root()
    refused = await kin.revoke(root, kin.scene.guest)
    assert isinstance(refused, Problem)
    assert refused.code is Code.owner_only
    assert (await kin.scene.acts(root)).count("revocation refused") == 1
    await kin.scene.report(root, said(1, "done", text="done"))
    late = await kin.revoke(root)
    assert isinstance(late, Problem)
    assert late.code is Code.late


@pytest.mark.rule("D4", "D9")
async def test_an_authority_that_is_over_lets_nothing_begin_and_ends_by_itself(
    kin: Kin, store: Store
) -> None:
    root = await kin.root()
    child = await kin.child(root, "agent-0", lifetime=3600)
    below = await kin.child(child, "agent-1")
    await kin.scene.write(_is_over, (await kin.row(child)).delegation)
    for name in (child, below):
        refused = await asks(kin, name)
        assert isinstance(refused, Problem)
        assert refused.code is Code.expired
    await sweep(store)
    for name in (child, below):
        view = await kin.scene.read(task_tree, name, kin.scene.owner)
        assert view.delegation.state == ("expired" if name == child else "revoked")
        assert (await kin.scene.view(name)).stopping
    assert not await kin.scene.write(expiry.end_authority, (await kin.row(child)).delegation)
    assert not isinstance(await asks(kin, root), Problem)


def _is_over(tx: Any, delegation: str) -> None:
    change = (
        update(delegations)
        .where(delegations.c.id == bindparam("the_id"))
        .values(expires_at=bindparam("to_now"))
    )
    tx.run(Sql(change), the_id=delegation, to_now=tx.now - 1)


@pytest.mark.rule("D9", "A6", "R9")
async def test_taking_back_a_standing_permission_spares_what_already_runs(kin: Kin) -> None:
    first = await kin.scene.ask()
    await kin.scene.decide(first, Decision.always)
    await kin.scene.claim(first)
    child = await kin.ask(first, "agent-0")
    assert isinstance(child, ChildAsked)
    queued = await kin.scene.ask()
    (grant,) = await kin.scene.read(grants.list_grants, kin.scene.owner)
    await kin.scene.write(cancel.revoke_grant, kin.scene.boss, grant.grant)
    assert (await kin.scene.view(queued)).state == "cancelled"
    assert not isinstance(await asks(kin, first), Problem)
    assert (await kin.row(first)).state == "open"


@pytest.mark.rule("O14", "D1")
async def test_a_request_that_an_older_relay_has_made_gets_its_task_when_it_is_taken(kin: Kin) -> None:
    request = await kin.scene.ask(kin.scene.boss)
    await kin.scene.write(_as_by_an_older_relay, request)
    assert await kin.scene.read(task_of, request) is None
    await kin.scene.claim(request)
    assert (await kin.row(request)).state == "open"
    assert (await kin.scene.view(request)).meters[0].spent == 7, "what was counted before is not forgotten"
    assert not isinstance(await asks(kin, request), Problem)


def _as_by_an_older_relay(tx: Tx, request: str) -> None:
    for rows, name in ((tasks, tasks.c.id), (delegations, delegations.c.task)):
        tx.run(Sql(delete(rows).where(name == bindparam("the_id"))), the_id=request)
    bare = {"delegation": None, "lineage": None, "meters": '{"cost": [null, 0, 7]}'}
    tx.run(Sql(update(requests).where(requests.c.id == bindparam("the_id")).values(**bare)), the_id=request)
