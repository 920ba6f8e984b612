"""Waiting for an answer gives up the agent and the directory; the turn comes again, first in line (X1)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from relay.requests import expiry, waiting
from relay.sweeper import sweep
from relay.wire.base import Code
from relay.wire.messages import ChangeKind
from tests.relay.messages.play import Play
from tests.relay.scene import set_scene


@pytest.mark.rule("X1")
async def test_a_request_that_waits_lets_the_next_one_run_and_goes_on_before_those_that_queue(
    play: Play,
) -> None:
    first = await play.run()
    question = await play.say_as(first, agent="agent-0")
    await play.rest(first, question.message)
    assert (await play.row(first)).state == "running"
    second, third = [await play.scene.ask(play.scene.boss) for _ in range(2)]
    assert await play.offered() == [second]
    await play.scene.claim(second)
    other = await play.run("agent-0")
    await play.say_as(other, "an answer", reply_to=question.message)
    assert await play.offered() == [], "its agent is at work"
    play._numbers[second] = 0
    await play.finish(second)
    assert await play.offered() == [first]
    claim = await play.go_on(first)
    assert (claim.request, claim.reported) == (first, 2)
    await play.finish(first)
    assert await play.offered() == [third]


@pytest.mark.rule("X1", "L6")
async def test_one_that_waits_is_not_interrupted_and_cannot_be_taken_up_before_its_answer(play: Play) -> None:
    request = await play.run()
    await play.rest(request, (await play.say_as(request, agent="agent-0")).message)
    row = await play.row(request)
    assert (row.lease_until, row.interrupted_at) == (None, None)
    assert (await play.go_on(request)).code is Code.not_first
    await play.scene.hello("second")
    assert (await play.go_on(request)).code is Code.not_first
    assert (await play.row(request)).yielded_at is not None


@pytest.mark.rule("X1")
async def test_an_answer_that_came_before_the_rest_is_not_missed(play: Play) -> None:
    request, other = await play.run(), await play.run("agent-0")
    question = await play.say_as(request, agent="agent-0")
    await play.say_as(other, reply_to=question.message)
    await play.rest(request, question.message)
    assert await play.offered() == [request]


@pytest.mark.rule("X1", "M3")
async def test_it_waits_for_its_own_questions_only_and_for_nothing_else_not_at_all(play: Play) -> None:
    request, other = await play.run(), await play.run("agent-0")
    foreign = await play.say_as(other, agent="agent-1")
    await play.rest(request, foreign.message, "no such message", other)
    assert await play.offered() == [request]


@pytest.mark.rule("X1", "X2")
async def test_one_that_waits_is_cancelled_at_once_and_its_machine_hears_of_it(play: Play) -> None:
    request = await play.run()
    await play.rest(request, (await play.say_as(request, agent="agent-0")).message)
    await play.scene.cancel(request, play.scene.boss)
    assert (await play.row(request)).state == "cancelled"
    last = (await play.feed()).changes[-1]
    assert (last.kind, last.subject) == (ChangeKind.ended, request)
    assert (await play.go_on(request)).code is Code.late


@pytest.mark.rule("X1", "H5")
async def test_the_word_of_who_asked_is_a_reason_to_go_on_and_that_of_others_is_none(play: Play) -> None:
    request = await play.run(speaker=play.scene.guest)
    await play.rest(request, (await play.say_as(request, agent="agent-0")).message)
    other = await play.run("agent-1")
    await play.say_as(other, agent="claude", task=request)
    assert await play.offered() == []
    await play.say(play.scene.guest, "never mind, go on")
    assert await play.offered() == [request]


@pytest.mark.rule("X1")
async def test_no_answer_in_time_is_a_reason_to_go_on_too(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = await play.run()
    await play.rest(request, (await play.say_as(request, agent="agent-0")).message, seconds=1)
    store = play.scene.stores[0]
    assert not any(row.id == request for row in (await store.read(expiry.due))["waits"])
    await store.write(play.scene.owner, lambda tx: tx.run(_PAST, the_request=request))
    await sweep(store)
    assert await play.offered() == [request]


_PAST = waiting.Sql(
    waiting.update(waiting.waits)
    .where(waiting.waits.c.request == waiting.bindparam("the_request"))
    .values(until=1)
)


@pytest.mark.rule("X1")
@pytest.mark.timeout(120)
async def test_rings_of_requests_that_wait_for_each_other_never_lock(play: Play) -> None:
    """Each asks the next, all rest: at least one of them is let go on within moments, and so in the end all."""
    names = list(play.scene.agents)
    requests = [await play.run(name) for name in names]
    questions = []
    for number, request in enumerate(requests):
        questions.append((await play.say_as(request, agent=names[(number + 1) % len(names)])).message)
    for request, question in zip(requests, questions, strict=True):
        await play.rest(request, question)
    soon = [await _until(play, request) for request in requests]
    assert min(soon) <= waiting.RING_SECONDS * waiting.SECOND, "the last one has closed the ring"
    closer = requests[soon.index(min(soon))]
    await play.scene.write(waiting.make_ready, closer)
    await play.go_on(closer)
    asked = questions[requests.index(closer) - 1]
    await play.say_as(closer, "the answer", reply_to=asked)
    assert await play.offered() == [requests[requests.index(closer) - 1]]


async def _until(play: Play, request: str) -> int:
    now, until = await play.scene.read(lambda tx: (tx.now, tx.one(waiting._WAITS_OF, the_request=request)))
    return int(until.until - now)


@pytest.mark.rule("X1")
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edges=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6))
async def test_whoever_asks_whom_somebody_can_always_go_on_soon(
    sqlite_store_play: Play, edges: list[tuple[int, int]]
) -> None:
    play = Play(await set_scene(*sqlite_store_play.scene.stores, agents=3))
    names = list(play.scene.agents)
    requests = [await play.run(name) for name in names]
    asks: dict[int, list[str]] = {}
    for asker, asked in edges:
        if asker != asked:
            sent = await play.say_as(requests[asker], agent=names[asked])
            asks.setdefault(asker, []).append(sent.message)
    for asker, subjects in asks.items():
        await play.rest(requests[asker], *subjects)
    resting = {requests[asker] for asker in asks}
    working = [request for request in requests if request not in resting]
    while working or resting:
        for request in working:
            await _answer_all(play, request, names[requests.index(request)])
            await play.finish(request)
        working = await play.offered() or [one for one in resting if await _until(play, one) <= SOON]
        assert working or not resting, "all that are left wait, and none of them is let go on soon"
        for request in working:
            await play.scene.write(waiting.make_ready, request)
            assert (await play.go_on(request)).request == request
        resting -= set(working)


SOON = waiting.RING_SECONDS * waiting.SECOND


async def _answer_all(play: Play, request: str, agent: str) -> None:
    for one in (await play.inbox(agent)).messages:
        if one.reply_to is None:
            await play.say_as(request, "an answer", reply_to=one.message)
