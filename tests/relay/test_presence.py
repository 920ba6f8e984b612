"""A live runner is never shown as interrupted, whatever the replicas' clocks say and however late their calls are."""

import time

import pytest

from relay.requests import queue
from relay.rooms.agents import is_present
from relay.store import clock
from relay.store.store import Store
from relay.store.tx import Tx
from relay.sweeper import sweep
from relay.wire.machines import Poll
from tests.relay.presence import simulate
from tests.relay.scene import set_scene


@pytest.mark.rule("N1", "N2", "L6")
def test_no_schedule_of_delays_wrong_clocks_and_lost_polls_interrupts_a_live_runner() -> None:
    wrong, found, silent = simulate(60, seed=None)
    assert wrong == 0
    assert found == silent, "one that falls silent is shown"


@pytest.mark.postgres
@pytest.mark.rule("N1", "N3", "O13")
@pytest.mark.parametrize("hours", [-3, 3])
async def test_replicas_with_wrong_clocks_give_the_databases_answer(
    shared_postgres: str, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    right, wrong = Store(shared_postgres), Store(shared_postgres)
    monkeypatch.setattr(clock.time, "time_ns", lambda: int((time.time() + hours * 3600) * 1e9))
    await wrong.open()
    await right.open()
    try:
        scene = await set_scene(right, wrong)
        running, queued = await scene.ask(scene.boss), await scene.ask(scene.boss)
        await scene.claim(running)
        poll = Poll(epoch=scene.epoch, running=[running])
        for renewing, sweeping in ((right, wrong), (wrong, right)):
            await renewing.write(scene.owner, queue.renew, scene.machine, poll)
            await sweep(sweeping)
            for store in (right, wrong):
                row, now = await store.read(_looked, scene.machine)
                assert is_present(row.last_contact_at, now)
        states = await scene.states()
        assert (states[running], states[queued]) == ("running", "approved")
        assert (await scene.view(running)).interrupted_since is None
        assert "interrupted" not in await scene.history(queued)
    finally:
        await wrong.close()
        await right.close()


def _looked(tx: Tx, machine: str) -> tuple[object, int]:
    return queue.machine_row(tx, machine), tx.now
