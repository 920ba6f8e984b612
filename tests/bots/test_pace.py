"""Turns: as many as allowed, the most urgent first, none while patience was asked for."""

import asyncio

import pytest

from bots.connector import Urgency
from bots.pace import Allowance, Pace, Window


class Clock:
    """The loop's clock, running much faster."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._start = self._loop.time()

    def __call__(self) -> float:
        return self._loop.time() - self._start


async def turns(pace: Pace, *wanted: tuple[str, Urgency]) -> list[tuple[str, Urgency, float]]:
    clock, order = Clock(), []

    async def one(channel: str, urgency: Urgency) -> None:
        await pace.turn(channel, urgency)
        order.append((channel, urgency, clock()))

    await asyncio.gather(*(one(channel, urgency) for channel, urgency in wanted))
    return order


def test_a_window_never_holds_more_than_its_calls() -> None:
    window, allowance, made = Window(1.0), Allowance(3, 1.0), []
    now = 0.0
    while len(made) < 20:
        wait = window.wait(now, allowance)
        if wait == 0:
            window.take(now)
            made.append(now)
        now += max(wait, 0.01)
    assert all(made[i + 3] - made[i] >= 1.0 - 1e-9 for i in range(len(made) - 3))
    assert made[-1] < 7.5


@pytest.mark.rule("C6")
async def test_the_most_urgent_goes_first_when_only_some_may() -> None:
    pace = Pace(Allowance(1, 0.05))
    pace.refused("c", 0.05)
    order = await turns(pace, ("a", Urgency.progress), ("b", Urgency.link), ("c", Urgency.answer))
    assert [urgency for _, urgency, _ in order] == [Urgency.answer, Urgency.link, Urgency.progress]


async def test_a_busy_channel_holds_up_no_other() -> None:
    pace = Pace(Allowance(100, 1), Allowance(1, 0.2))
    order = await turns(pace, ("busy", Urgency.answer), ("busy", Urgency.answer), ("quiet", Urgency.progress))
    assert [channel for channel, _, _ in order] == ["busy", "quiet", "busy"]
    assert order[2][2] >= 0.19


async def test_a_burst_is_for_what_people_wait_for() -> None:
    pace = Pace(Allowance(100, 1), Allowance(3, 0.3), strict=Allowance(1, 0.1))
    order = await turns(pace, *[("c", Urgency.answer)] * 3, ("c", Urgency.progress))
    assert [took < 0.05 for _, _, took in order] == [True, True, True, False]


@pytest.mark.rule("C6")
async def test_a_refused_channel_waits_as_long_as_it_was_told_and_others_go_on() -> None:
    pace = Pace(Allowance(100, 1), Allowance(10, 1))
    pace.refused("c", 0.15)
    order = await turns(pace, ("c", Urgency.answer), ("d", Urgency.answer))
    assert [(channel, took >= 0.15) for channel, _, took in order] == [("d", False), ("c", True)]


async def test_two_refused_channels_mean_that_all_must_wait() -> None:
    pace = Pace(Allowance(100, 1), Allowance(10, 1))
    pace.refused("c", 0.15)
    pace.refused("d", 0.15)
    ((_, _, took),) = await turns(pace, ("e", Urgency.answer))
    assert took >= 0.14


async def test_after_a_refusal_a_channel_is_spared_bursts() -> None:
    pace = Pace(Allowance(100, 1), Allowance(5, 1), strict=Allowance(1, 0.1))
    pace.refused("c", 0.01)
    order = await turns(pace, ("c", Urgency.answer), ("c", Urgency.answer))
    assert order[1][2] >= 0.1  # from the beginning: when the first one woke says nothing


async def test_progress_leaves_room_for_answers() -> None:
    pace = Pace(Allowance(10, 0.5))
    order = await turns(pace, *[("c", Urgency.progress)] * 10, ("c", Urgency.answer))
    assert [urgency for _, urgency, took in order if took < 0.1].count(Urgency.progress) == 6
    assert next(took for _, urgency, took in order if urgency is Urgency.answer) < 0.1


async def test_who_gives_up_takes_no_turn() -> None:
    pace = Pace(Allowance(1, 0.1))
    await pace.turn("c", Urgency.card)
    waiting = asyncio.ensure_future(pace.turn("c", Urgency.card))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert pace.waiting == 0
    ((_, _, took),) = await turns(pace, ("c", Urgency.card))
    assert took < 0.19
