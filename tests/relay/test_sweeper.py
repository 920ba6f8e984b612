"""What falls due is moved on time, whatever happens to the clock, to one pass, or to the relay in between."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator

import pytest

from relay.machine import State
from relay.requests import expiry
from relay.store import clock
from relay.store.store import Store
from relay.store.tx import Tx
from relay.sweeper import Sweeper, sweep
from tests.house import open_store
from tests.relay.scene import DAY, Scene, set_scene

SECOND = 1_000_000


@pytest.fixture
async def scene(store: Store) -> Scene:
    return await set_scene(store)


@pytest.fixture
async def sweeping(scene: Scene) -> AsyncIterator[Scene]:
    """A sweeper that ticks five times a second."""
    sweeper = Sweeper(scene.stores[0], 0.2)
    await sweeper.start()
    yield scene
    await sweeper.close()


async def until_expired(scene: Scene, seconds: float = 8) -> None:
    async with asyncio.timeout(seconds):
        while State.pending in (await scene.states()).values():
            await asyncio.sleep(0.05)


@pytest.mark.rule("A4")
async def test_a_request_expires_within_a_second_of_its_deadline(sweeping: Scene) -> None:
    requests = [await sweeping.ask(ttl=0.3 + number / 20) for number in range(5)]
    await until_expired(sweeping)
    for request in requests:
        view = await sweeping.view(request)
        assert view.deadline is not None
        assert view.ended_at is not None
        assert 0 <= view.ended_at - view.deadline < SECOND
        assert await sweeping.history(request) == ["asked", "expired"]


@pytest.mark.rule("A4")
async def test_a_thousand_that_fall_due_together_expire_in_one_pass(sqlite_url: str) -> None:
    async with open_store(sqlite_url) as store:
        scene = await set_scene(store)
        await asyncio.gather(*(scene.ask(ttl=0.05) for _ in range(1000)))
        await asyncio.sleep(0.1)
        await Sweeper(store, 60).pass_once()
        assert set((await scene.states()).values()) == {State.expired}


@pytest.mark.rule("A4")
async def test_what_fell_due_while_the_relay_was_away_expires_at_its_start(sqlite_url: str) -> None:
    async with open_store(sqlite_url) as store:
        scene = await set_scene(store)
        due, waits = await scene.ask(ttl=0.1), await scene.ask()
    await asyncio.sleep(0.15)
    async with open_store(sqlite_url) as store:
        scene.stores = [store]
        sweeper = Sweeper(store, 60)
        await sweeper.start()
        states = await scene.states()
        await sweeper.close()
    assert (states[due], states[waits]) == (State.expired, State.pending)


@pytest.mark.rule("A4")
async def test_one_error_of_the_store_does_not_silence_it(
    sweeping: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(expiry, "due", _locked)
        await asyncio.sleep(0.7)
    assert "a sweep failed" in caplog.text
    caplog.clear()
    await sweeping.ask(ttl=0.1)
    await until_expired(sweeping)


def _locked(tx: Tx) -> None:
    raise OSError("database is locked")


@pytest.mark.rule("A4", "L5")
async def test_two_sweepers_expire_each_request_once(scene: Scene) -> None:
    requests = await asyncio.gather(*(scene.ask(ttl=0.05) for _ in range(50)))
    await asyncio.sleep(0.1)
    passes = await asyncio.gather(sweep(scene.stores[0]), sweep(scene.stores[0]), sweep(scene.stores[0]))
    assert sum(one.expired for one in passes) == 50
    for request in requests:
        assert await scene.acts(request) == ["asked", "expired"]


@pytest.mark.rule("A4")
async def test_a_pass_over_many_open_requests_with_none_due_is_quick(scene: Scene) -> None:
    await asyncio.gather(*(scene.ask() for _ in range(200)))
    took = []
    for _ in range(20):
        began = time.perf_counter()
        assert (await scene.read(expiry.due))["requests"] == []
        took.append(time.perf_counter() - began)
    assert sorted(took)[10] < 0.05


# -- the clock ---------------------------------------------------------------------------------------------------------


class TestClockOfSqlite:
    """The machine's clock is somebody else's: it is read once, at the start."""

    @pytest.fixture
    def machine(self, monkeypatch: pytest.MonkeyPatch) -> "MachineClock":
        return MachineClock(monkeypatch)

    @pytest.mark.rule("A4")
    @pytest.mark.parametrize("step", [3 * DAY, -3 * DAY], ids=["forward", "back"])
    async def test_a_step_of_the_clock_expires_nothing_early_and_nothing_late(
        self, sqlite_url: str, machine: "MachineClock", step: float
    ) -> None:
        async with open_store(sqlite_url) as store:
            scene = await set_scene(store)
            long, short = await scene.ask(), await scene.ask(ttl=0.3)
            machine.step(step)
            await sweep(store)
            assert (await scene.states())[long] is State.pending
            await asyncio.sleep(0.35)
            await sweep(store)
            assert await scene.states() == {long: State.pending, short: State.expired}
            assert (await scene.decide(long)).state == State.approved
            assert abs(store.engine.clock.drift() - step * SECOND) < SECOND

    @pytest.mark.rule("A4")
    async def test_a_clock_set_back_over_a_restart_revives_nothing_and_repeats_no_time(
        self, sqlite_url: str, machine: "MachineClock"
    ) -> None:
        async with open_store(sqlite_url) as store:
            scene = await set_scene(store)
            request, waits = await scene.ask(ttl=0.1), await scene.ask()
            await asyncio.sleep(0.15)
            late = await scene.decide(request)
            await sweep(store)
        machine.step(-2 * DAY)
        async with open_store(sqlite_url) as store:
            scene.stores = [store]
            again = await scene.decide(request, key="again")
            await scene.decide(waits)
            assert late.state == again.state == "expired"
            view = await scene.view(waits)
            assert view.decided_at is not None
            assert view.decided_at > view.asked_at
            assert (await scene.chain()).whole

    def test_the_clock_never_says_a_time_before_one_that_it_must_keep_after(self) -> None:
        now = clock.wall()
        ours = clock.Clock(not_before=now + SECOND)
        assert ours.now() >= now + SECOND
        ours.keep_after(now + 5 * SECOND)
        assert ours.now() >= now + 5 * SECOND
        ours.keep_after(now)
        assert ours.now() >= now + 5 * SECOND


class MachineClock:
    """The clock of the machine, which somebody sets."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._ahead, real = 0, clock.wall
        patch.setattr(clock, "wall", lambda: real() + self._ahead)

    def step(self, seconds: float) -> None:
        self._ahead += int(seconds * SECOND)


async def test_closing_a_sweeper_ends_the_pass_and_leaves_no_noise(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    sweeper = Sweeper(scene.stores[0], 0.05)
    with caplog.at_level(logging.ERROR):
        await sweeper.start()
        await asyncio.sleep(0.2)
        assert sweeper.age() < 5
        await sweeper.close()
    assert caplog.records == []
