"""Concurrent commands on one request end in exactly one legal history, and every loser is told what happened."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import bindparam, select

from relay import audit
from relay.client import RelayClient
from relay.machine import State
from relay.requests import expiry, queue, views
from relay.store.sql import Sql, table
from relay.store.tables import RequestRow
from relay.store.tx import Tx
from relay.sweeper import sweep
from relay.wire.base import Code, Problem
from relay.wire.machines import Claim, Start
from relay.wire.requests import Ask, Decision, RequestView
from tests.house import House, build, open_store, serve
from tests.relay.conftest import a_team
from tests.relay.players import said
from tests.relay.scene import Scene, later, outcome, problems, set_scene

ROUNDS = {"sqlite": 1000, "postgresql": 200}
LIFETIME = 4.0
"""Seconds that a raced approval waits: long enough that an early tap is early also on a busy machine."""

_requests = table(RequestRow)
_DEADLINES = Sql(
    select(_requests.c.id, _requests.c.deadline).where(_requests.c.room == bindparam("the_room"))
)

AGENTS = 10
"""Requests of one agent cannot run together, so a race about running needs one agent for each."""


@pytest.fixture
async def scene(relay_url: str) -> AsyncIterator[Scene]:
    """A house on two replicas where the database has them, else on one relay."""
    replicas = 1 if relay_url.startswith("sqlite") else 2
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(open_store(relay_url)) for _ in range(replicas)]
        yield await set_scene(*stores, agents=AGENTS - 1)


def rounds(scene: Scene) -> int:
    return ROUNDS[scene.stores[0].dialect]


@pytest.mark.slow
@pytest.mark.rule("L5", "L4", "U3", "B09")
async def test_of_two_taps_one_decides_and_the_other_is_told(scene: Scene) -> None:
    requests = await asyncio.gather(*(scene.ask() for _ in range(rounds(scene))))
    taps = [(request, decision) for request in requests for decision in (Decision.approve, Decision.deny)]
    random.shuffle(taps)
    answers = await asyncio.gather(*(scene.decide(*tap, key=tap[1].value) for tap in taps))
    told = dict(zip(taps, answers, strict=True))
    for request in requests:
        approved, denied = told[request, Decision.approve], told[request, Decision.deny]
        winner, loser = (denied, approved) if isinstance(approved, Problem) else (approved, denied)
        assert (loser.code, loser.state, loser.by) == (Code.late, winner.state, "Olga")
    await check_histories(scene, requests, {("asked", "approved"), ("asked", "denied")})


@pytest.mark.slow
@pytest.mark.rule("L5", "A4", "A5")
async def test_of_a_tap_and_the_deadline_one_comes_first(scene: Scene) -> None:
    ends = {("asked", "approved"), ("asked", "expired")}
    for lifetime in (LIFETIME, 4 * LIFETIME, 12 * LIFETIME):
        # On a slow machine all deadlines may pass before the first tap: then they were too near for a race.
        seen = await race_the_deadline(scene, lifetime, ends)
        if seen == ends:
            return
    raise AssertionError(f"only one side ever won: {seen}")


async def race_the_deadline(
    scene: Scene, lifetime: float, ends: set[tuple[str, ...]]
) -> set[tuple[str, ...]]:
    """Many taps beside their deadlines; each ends in one of the legal histories, and the ends that were seen."""
    asked = await asyncio.gather(*(scene.ask(ttl=lifetime) for _ in range(rounds(scene))))
    left = await scene.read(seconds_left, scene.room)
    requests = await asyncio.gather(
        *(one_at_the_deadline(scene, request, left[request], lifetime) for request in asked)
    )
    while (await sweep(scene.stores[0])).expired:
        pass
    for request, tapped, swept in requests:
        view = await scene.view(request)
        if isinstance(tapped, Problem):
            assert (tapped.code, tapped.state, view.state) == (Code.late, "expired", State.expired)
        else:
            assert (tapped.state, view.state, swept) == ("approved", State.approved, False)
            assert view.decided_at is not None
            assert view.deadline is not None
            assert view.decided_at < view.deadline
    return await check_histories(scene, [request for request, _, _ in requests], ends)


def seconds_left(tx: Tx, room: str) -> dict[str, float]:
    return {row.id: (row.deadline - tx.now) / 1_000_000 for row in tx.all(_DEADLINES, the_room=room)}


async def one_at_the_deadline(
    scene: Scene, request: str, left: float, lifetime: float
) -> tuple[str, object, bool]:
    tap = later(left + random.uniform(-lifetime / 2, 0.2), scene.decide(request))
    tick = later(left + random.uniform(-0.1, 0.2), scene.write(expiry.expire, request))
    tapped, swept = await asyncio.gather(tap, tick)
    return request, tapped, swept


@pytest.mark.slow
@pytest.mark.rule("L5", "X2")
async def test_of_a_cancel_and_a_claim_either_nothing_runs_or_it_runs_and_is_stopped(scene: Scene) -> None:
    requests: list[str] = []
    for _ in range(rounds(scene) // AGENTS):
        group = await asyncio.gather(*(scene.ask(scene.boss, agent=agent) for agent in scene.agents))
        requests += group
        await asyncio.gather(*(one_cancelled_while_claimed(scene, request) for request in group))
    ends = {("asked", "approved", "cancelled"), ("asked", "approved", "started", "stopping", "cancelled")}
    assert await check_histories(scene, requests, ends) == ends


async def one_cancelled_while_claimed(scene: Scene, request: str) -> None:
    calls = [scene.claim(request), scene.cancel(request, scene.boss)]
    order = random.sample(range(2), 2)
    answers = await asyncio.gather(*(outcome(later(random.random() / 100, calls[index])) for index in order))
    claim, cancelled = (answers[order.index(index)] for index in range(2))
    assert not isinstance(cancelled, Problem)
    if isinstance(claim, Claim):
        assert cancelled.state == "running"
        stopped = await scene.report(request, said(1, "stopped"))
        assert stopped.flag.state is State.cancelled
    else:
        assert (claim.code, claim.state, claim.by) == (Code.late, "cancelled", "Olga")
        assert (await scene.view(request)).started_at is None


@pytest.mark.rule("L5", "X1")
async def test_of_many_claims_one_has_the_request(scene: Scene) -> None:
    request = await scene.ask(scene.boss)
    old = scene.epoch
    await scene.hello("second")
    epochs = [old, scene.epoch] * 10
    random.shuffle(epochs)
    starts = [Start(epoch=epoch, key="take") for epoch in epochs]
    claiming = (scene.write(queue.start, scene.machine, request, start) for start in starts)
    settled = await asyncio.gather(*(outcome(claim) for claim in claiming))
    claims = [one for one in settled if isinstance(one, Claim)]
    assert {claim.fence for claim in claims} == {old + 1}
    assert {problem.code for problem in problems(settled)} == {Code.fenced}
    assert (await scene.history(request)).count("started") == 1


async def check_histories(
    scene: Scene, requests: list[str], legal: set[tuple[str, ...]]
) -> set[tuple[str, ...]]:
    """Each request has one of the legal histories, told the same by the timeline and by the audit log."""
    histories = await scene.read(told, scene.owner, requests)
    assert {timeline for timeline, _ in histories} <= legal
    assert all(timeline == acts for timeline, acts in histories)
    assert (await scene.chain()).whole
    return {timeline for timeline, _ in histories}


def told(tx: Tx, owner: str, requests: list[str]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    histories = []
    for request in requests:
        timeline = views.timeline(tx, request, owner, 0, 100)
        assert timeline is not None
        assert [event.seq for event in timeline.events] == list(range(1, timeline.seq + 1))
        acts = audit.page(tx, owner, None, 100, request).rows
        histories.append(
            (tuple(event.kind for event in timeline.events), tuple(row.act for row in reversed(acts)))
        )
    return histories


# -- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Q1")
async def test_two_hundred_concurrent_asks_get_the_first_two_hundred_numbers(
    relay_url: str, tmp_path: object
) -> None:
    """Through two replicas on PostgreSQL, through one relay on SQLite; each message is delivered three times."""
    async with AsyncExitStack() as stack:
        urls = []
        for _ in range(1 if relay_url.startswith("sqlite") else 2):
            store = await stack.enter_async_context(open_store(relay_url))
            urls.append(await stack.enter_async_context(serve(store)))
        house = await build(store, urls[0], tmp_path, tenant=a_team())
        stack.push_async_callback(house.close)
        asked = await many_asks(house, urls)
    ids = {request.request: request.public_id for request in asked}
    assert len(asked) == 600
    assert sorted(public.partition("-")[2] for public in ids.values()) == sorted(
        f"{number:02d}" for number in range(1, 201)
    )


async def many_asks(house: House, urls: list[str]) -> list[RequestView]:
    sarah = await house.member("sarah")
    clients = [RelayClient(url, house.tokens["slack"]) for url in urls]
    house.clients += clients
    spots = [house.spot() for _ in range(200)] * 3
    random.shuffle(spots)
    gate = asyncio.Semaphore(64)

    async def one(number: int) -> RequestView:
        async with gate:
            answer = await clients[number % len(clients)].ask(sarah, Ask(spot=spots[number], prompt="hi"))
        assert answer.request is not None
        return answer.request

    return await asyncio.gather(*(one(number) for number in range(len(spots))))
