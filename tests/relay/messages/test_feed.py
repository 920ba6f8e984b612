"""The feed of a machine: everything that changed behind a cursor, in order, without a gap."""

import asyncio
import random

import pytest

from relay.store.store import Store
from relay.wire.base import Problem
from relay.wire.messages import ChangeKind
from tests.relay.messages.play import Play
from tests.relay.scene import set_scene


@pytest.mark.rule("J5")
async def test_new_messages_and_late_receipts_are_heard_in_order_and_once(play: Play) -> None:
    request = await play.run()
    first, second = [(await play.say_as(request, agent="agent-0")).message for _ in range(2)]
    before = await play.feed()
    await play.claim(first, "read", "t")
    await play.claim(first, "read", "again")
    after = await play.feed(before.after)
    kinds = [(one.seq, one.kind, one.subject) for one in [*before.changes, *after.changes]]
    assert kinds == [
        (1, ChangeKind.message, first),
        (2, ChangeKind.message, second),
        (3, ChangeKind.receipt, first),
    ]
    late = after.changes[0].message
    assert late is not None
    assert late.read_turn == "t"
    assert (await play.feed(after.after)).changes == []


@pytest.mark.rule("J5")
async def test_without_a_cursor_only_what_is_unread_is_told_and_a_cursor_of_a_lost_future_counts_as_none(
    play: Play,
) -> None:
    request = await play.run()
    read, unread = [(await play.say_as(request, agent="agent-0")).message for _ in range(2)]
    await play.claim(read)
    for page in (await play.feed(None), await play.feed(1000)):
        assert page.fresh
        assert [one.subject for one in page.changes] == [unread]
        assert page.after == page.head == 3


@pytest.mark.rule("J5")
async def test_a_page_ends_where_the_next_one_begins(play: Play) -> None:
    request = await play.run()
    sent = [(await play.say_as(request, agent="agent-0")).message for _ in range(7)]
    heard, cursor = [], 0
    while (page := await play.feed(cursor, 3)).changes:
        heard += [one.subject for one in page.changes]
        cursor = page.after
    assert heard == sent


@pytest.mark.rule("R3", "R2")
async def test_a_machine_hears_of_its_own_agents_only(play: Play) -> None:
    elsewhere = Play(await set_scene(*play.scene.stores, agents=1))
    await play.say_as(await play.run(), agent="agent-0")
    assert (await elsewhere.feed()).changes == []
    assert (await elsewhere.feed(None)).changes == []


@pytest.mark.rule("J5", "O13")
async def test_writers_and_readers_on_two_relays_leave_no_gap_and_no_number_twice(relay_url: str) -> None:
    stores = [Store(relay_url), Store(relay_url)] if relay_url.startswith("postgres") else [Store(relay_url)]
    for store in stores:
        await store.open()
    try:
        play = Play(await set_scene(*stores, agents=2))
        requests = [await play.run(name) for name in play.scene.agents]
        heard: list[int] = []

        async def write(number: int) -> None:
            said = await play.say_as(random.choice(requests[1:]), agent="claude")
            assert not isinstance(said, Problem)
            if number % 3 == 0:
                await play.claim(said.message)

        async def listen() -> None:
            while len(heard) < 120:
                page = await play.feed(heard[-1] if heard else 0, 7)
                heard.extend(one.seq for one in page.changes)
                await asyncio.sleep(0)

        async with asyncio.timeout(60):
            await asyncio.gather(listen(), *(write(number) for number in range(90)))
        assert heard == list(range(1, 121))
    finally:
        for store in stores:
            await store.close()
