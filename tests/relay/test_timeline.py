"""A timeline has every event once, in order, without gaps; live and afterwards it is the same."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import aclosing
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from relay.client import RelayClient
from relay.requests.report import fold
from relay.wire.base import Code
from relay.wire.machines import Stop
from relay.wire.people import NewRoom
from relay.wire.requests import EventView, RequestView
from tests.house import House
from tests.relay.players import refused, running, said

REPORTS = [said(number, "said", text=f"step {number}") for number in range(1, 21)]


async def told(house: House, request: str) -> list[EventView]:
    return (await house.client("owner").timeline(None, request)).events


@pytest.mark.rule("T2", "T3")
async def test_duplicates_and_disorder_leave_each_event_once_and_in_order(house: House) -> None:
    daemon, request = await running(house)
    dice = random.Random(7)
    waiting, expected = list(REPORTS), 1
    while expected <= len(REPORTS):
        batch = dice.sample(waiting, dice.randint(1, len(waiting)))
        answer = await daemon.report(request, *batch, *batch[: dice.randint(0, 2)])
        assert answer.expected >= expected
        expected = answer.expected
    events = await told(house, request)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [event.body["text"] for event in events if event.kind == "said"] == [
        report.body["text"] for report in REPORTS
    ]


@pytest.mark.rule("T3")
async def test_a_batch_that_begins_too_late_is_answered_with_what_is_missing(house: House) -> None:
    daemon, request = await running(house)
    assert (await daemon.report(request, *REPORTS[1:3])).expected == 1
    assert (await daemon.report(request, *REPORTS[:1])).expected == 2
    assert (await daemon.report(request, *REPORTS[:3])).expected == 4
    assert (await daemon.report(request, *REPORTS[:3])).expected == 4
    assert sum(event.kind == "said" for event in await told(house, request)) == 3


@pytest.mark.rule("T3", "L4")
async def test_the_last_report_again_is_as_once_and_what_follows_it_is_refused(house: House) -> None:
    daemon, request = await running(house)
    for _ in range(3):
        assert (await daemon.finish(request, 1)).flag.state == "done"
    assert (await refused(daemon.report(request, said(2, "said", text="more")))).state == "done"
    assert [event.kind for event in await told(house, request)].count("done") == 1


@pytest.mark.rule("T3")
async def test_a_daemon_that_was_away_for_hours_delivers_everything(house: House) -> None:
    daemon, request = await running(house)
    backlog = [said(number, "said", text=str(number)) for number in range(1, 501)]
    for first in range(0, 500, 200):
        await daemon.report(request, *backlog[first : first + 200])
    seen: list[EventView] = []
    while page := (await house.client("owner").timeline(None, request, len(seen), 90)).events:
        seen += page
    assert [event.seq for event in seen] == list(range(1, 504))
    assert [event.body["text"] for event in seen[3:]] == [report.body["text"] for report in backlog]


@pytest.mark.rule("T1")
async def test_the_summary_is_what_the_reports_add_up_to(house: House) -> None:
    daemon, request = await running(house)
    await daemon.report(
        request,
        said(1, "progress", percent=60, text="tests"),
        said(2, "plan", steps=[["read", "completed"], ["write", "in_progress"]]),
        said(3, "file", path="a.py", added=3, removed=1),
        said(4, "file", path="a.py", added=2, removed=0),
        said(5, "file", path="b.py", added=1, removed=9),
    )
    view = await house.view(request)
    assert (view.percent, view.progress, view.plan) == (
        60,
        "tests",
        [("read", "completed"), ("write", "in_progress")],
    )
    assert [(file.path, file.added, file.removed) for file in view.files] == [("a.py", 5, 1), ("b.py", 1, 9)]


BAD_BODIES = [
    ("plan", {"steps": [1, None, [], ["only"], ["good", "step"]]}),
    ("plan", {"steps": "a lot"}),
    ("file", {"path": ["x"], "added": "three", "removed": None}),
    ("file", {"path": "a.py", "added": 10**40, "removed": -5}),
    ("progress", {"percent": "half", "text": 7}),
    ("progress", {"percent": 10**40}),
    ("session", {"session": {"a": 1}}),
    ("said", {"text": "\x00\u202e\x1b[31m"}),
    ("said", {}),
]


@pytest.mark.rule("T1", "T6")
@pytest.mark.parametrize(("kind", "body"), BAD_BODIES, ids=str)
async def test_a_strange_report_breaks_neither_the_request_nor_its_room(
    house: House, kind: str, body: dict[str, object]
) -> None:
    daemon, request = await running(house)
    assert (await daemon.report(request, said(1, kind, **body))).expected == 2
    assert (await daemon.finish(request, 2)).flag.state == "done"
    (listed,) = (await house.client("owner").requests_of(None, house.room)).requests
    assert listed.state == "done"


@pytest.mark.rule("T4")
async def test_a_report_that_is_too_large_is_refused_and_the_others_go_on(house: House) -> None:
    daemon, request = await running(house)
    problem = await refused(daemon.report(request, said(1, "said", text="x" * 70_000)))
    assert problem.code is Code.too_long
    assert (await daemon.report(request, said(1, "dropped", lines=70_000))).expected == 2


reports = st.lists(
    st.one_of(
        st.builds(
            lambda path, added: ("file", {"path": path, "added": added}),
            st.sampled_from("abc"),
            st.integers(0, 9),
        ),
        st.builds(lambda percent: ("progress", {"percent": percent, "text": "x"}), st.integers(-5, 150)),
        st.builds(lambda name: ("session", {"session": name}), st.sampled_from(["s1", "s2"])),
    ),
    max_size=12,
)


@pytest.mark.rule("T3")
@settings(max_examples=60)
@given(reports, st.integers(min_value=0, max_value=12))
def test_the_summary_is_the_same_however_the_reports_are_cut_into_batches(
    bodies: list[tuple[str, dict[str, object]]], cut: int
) -> None:
    from types import SimpleNamespace

    empty = SimpleNamespace(session=None, percent=None, progress=None, plan="[]", files="[]")
    every = [said(number, kind, **body) for number, (kind, body) in enumerate(bodies, 1)]
    first = fold(empty, every[:cut])
    between = SimpleNamespace(**{name.removeprefix("to_"): value for name, value in first.items()})
    assert fold(between, every[cut:]) == fold(empty, every)


# -- live ------------------------------------------------------------------------------------------------------------


async def follow(client: RelayClient, room: str, after: int, until: int) -> list[tuple[int, RequestView]]:
    """What a page sees until it has seen a number of requests end or the stream's end."""
    seen: list[tuple[int, RequestView]] = []
    async with asyncio.timeout(20), aclosing(client.stream(None, room, after)) as changes:
        async for cursor, view in changes:
            seen.append((cursor, view))
            if len({one.request for _, one in seen if one.ended_at}) >= until:
                break
    return seen


@pytest.mark.rule("T2", "T5")
async def test_live_and_afterwards_are_the_same(house: House) -> None:
    live = asyncio.create_task(follow(house.client("owner"), house.room, 0, 1))
    await asyncio.sleep(0.1)
    daemon, request = await running(house)
    for report in REPORTS[:10]:
        await daemon.report(request, report)
    await daemon.finish(request, 11)
    seen = [view for _, view in await live]
    events = {event.seq: event for view in seen for event in view.events}
    assert list(events.values()) == await told(house, request)
    assert seen[-1] == await house.view(request)
    assert all(before.seq <= after.seq for before, after in pairwise(seen))


@pytest.mark.rule("T2")
async def test_a_stream_that_was_cut_goes_on_where_it_was(house: House) -> None:
    asked = [await house.ask(None) for _ in range(3)]
    first = await follow(house.client("owner"), house.room, 1, 0)
    for request in asked:
        await house.client("owner").cancel(None, request.request, "c")
    rest = await follow(house.client("owner"), house.room, first[-1][0], 3)
    last = {view.request: view.state for _, view in [*first, *rest]}
    assert last == {request.request: "cancelled" for request in asked}


@pytest.mark.rule("T2", "R9")
@pytest.mark.parametrize("first", [130, 40], ids=["read in one go", "cut in the middle"])
async def test_more_than_a_page_that_changed_in_one_moment_is_seen_whole(house: House, first: int) -> None:
    """Stopping everything cancels all that is queued in one commit."""
    owner = house.client("owner")
    asked = {(await house.ask(None)).request for _ in range(130)}
    before = (await some(owner.stream(None, house.room, 1), 130))[0]
    await owner.stop(None, Stop(key="stop"))
    cursor, views = await some(owner.stream(None, house.room, before), first)
    if first < 130:
        views += (await some(owner.stream(None, house.room, cursor), 130))[1]
    assert {view.request for view in views if view.state == "cancelled"} == asked


async def some(changes: AsyncIterator[tuple[int, RequestView]], most: int) -> tuple[int, list[RequestView]]:
    views: list[RequestView] = []
    cursor = 0
    async with asyncio.timeout(20), aclosing(changes) as stream:
        async for at, view in stream:
            views.append(view)
            cursor = at
            if len(views) == most:
                break
    return cursor, views


@pytest.mark.rule("T2", "R9")
async def test_a_removed_member_sees_no_more(house: House) -> None:
    sarah, slack = await house.member("sarah"), house.client("slack")
    request = await house.ask(sarah)
    views: list[RequestView] = []

    async def watch() -> None:
        async with aclosing(slack.stream(sarah, house.room, 1)) as changes:
            async for _, view in changes:
                views.append(view)

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0.3)
    await house.client("owner").remove(None, house.room, request.asker)
    await house.ask(None, "a secret")
    await asyncio.wait([watching], timeout=5)
    assert watching.done()
    watching.exception()
    assert views
    assert not any("secret" in view.prompt for view in views)


@pytest.mark.rule("R2", "R3")
async def test_a_stream_has_only_its_own_room(house: House) -> None:
    owner = house.client("owner")
    elsewhere = (await owner.new_room(None, NewRoom(name="Else", agents=["claude"]))).room
    other = asyncio.create_task(follow(owner, elsewhere, 1, 1))
    mine = await house.ask(None, "a secret")
    await owner.cancel(None, mine.request, "c")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await other
