"""The daemon on a bad network: nothing is lost, nothing is doubled, and nothing acts that is not sure of its lease."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from daemon.app import NotWelcome, TakenOver, run_daemon
from daemon.journal import JournalHeld
from relay.wire.machines import Hello
from relay.wire.requests import Close
from tests.daemon.scene import Scene, end, kinds, of, until
from tests.faults.proxy import Proxy, open_proxy

LEASE = 2.0


@pytest.fixture
async def proxy(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Proxy]:
    """The daemon reaches its relay over a network of the test; all patience is short."""
    monkeypatch.setattr("relay.client.call.ANSWER_SECONDS", 0.5)
    monkeypatch.setattr("daemon.app.POLL_SECONDS", 0.3)
    monkeypatch.setattr("daemon.contact.FIRST_PAUSE", 0.05)
    monkeypatch.setattr("daemon.contact.LONGEST_PAUSE", 0.2)
    monkeypatch.setattr("relay.requests.queue.LEASE", int(LEASE * 1_000_000))
    monkeypatch.setattr("relay.requests.hosts.LEASE_SECONDS", LEASE)
    async with open_proxy(scene.house.url) as proxy:
        scene.url = proxy.url
        yield proxy


@pytest.mark.rule("X4", "T3", "L6")
@pytest.mark.parametrize("how", ["cut", "silent"])
async def test_a_lost_lease_holds_the_agent_back_before_its_next_call_and_a_renewed_one_lets_it_go_on(
    scene: Scene, proxy: Proxy, how: str
) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"run": "echo one >> log; while [ ! -e go ]; do sleep 0.05; done; echo finished >> log"},
            {"run": "echo two >> log"},
            {"done": "ok"},
        )
        await scene.event(request, "tool_started")
        proxy.break_off() if how == "cut" else setattr(proxy, "silent", True)
        interrupted = await scene.event(request, "interrupted")
        (scene.work / "go").touch()
        await until(lambda: scene.lines("log") == ["one", "finished"])
        await asyncio.sleep(0.3)
        assert scene.lines("log") == ["one", "finished"]
        assert (await scene.house.view(request.request)).interrupted_since is not None
        proxy.heal()
        await scene.until_done(request)
        events = await scene.timeline(request)

    assert scene.lines("log") == ["one", "finished", "two"]
    [gap] = of("gap", events)
    assert gap.seq > interrupted.seq
    assert gap.body["until"] > gap.body["since"]
    assert [event.body["title"][:8] for event in of("tool_ended", events)] == ["echo one", "echo two"]


@pytest.mark.rule("T3")
async def test_what_was_recorded_without_a_network_is_delivered_in_order_and_once(
    scene: Scene, proxy: Proxy
) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"say": "start"},
            {"wait": 0.4},
            *({"say": f"line {number}"} for number in range(450)),
            {"done": "ok"},
        )
        await scene.event(request, "said")
        proxy.break_off()
        await asyncio.sleep(1.0)
        assert (await scene.house.view(request.request)).state == "running"
        proxy.heal()
        await scene.until_done(request)
        said = [event.body["text"] for event in of("said", await scene.timeline(request))]

    assert said == ["start", *(f"line {number}" for number in range(450))]


@pytest.mark.rule("T3")
async def test_a_batch_whose_answer_was_lost_is_stored_once(scene: Scene, proxy: Proxy) -> None:
    proxy.lost["/reports"] = 9
    async with scene.daemon():
        request = await scene.ask({"say": "a"}, {"run": "echo once >> log"}, {"say": "b"}, {"done": "ok"})
        await scene.until_done(request)
        events = await scene.timeline(request)

    assert [event.body["text"] for event in of("said", events)] == ["a", "b"]
    assert kinds(events).count("done") == 1
    assert scene.lines("log") == ["once"]


@pytest.mark.rule("X1", "L4")
async def test_a_start_whose_answer_was_lost_for_long_is_not_forgotten(scene: Scene, proxy: Proxy) -> None:
    proxy.lost["/start"] = 6  # more often than the client itself repeats it
    async with scene.daemon():
        request = await scene.ask({"run": "echo once >> log"}, {"done": "ok"})
        await scene.until_done(request)
        events = await scene.timeline(request)

    assert (kinds(events).count("started"), scene.lines("log")) == (1, ["once"])


@pytest.mark.rule("P3", "X7")
async def test_a_use_whose_answer_was_lost_is_still_the_one_use(scene: Scene, proxy: Proxy) -> None:
    (scene.work / "old.txt").touch()
    proxy.lost["/use"] = 2
    async with scene.daemon():
        request = await scene.ask({"delete": "old.txt"}, {"done": "ok"})
        async with scene.yielding(request):
            view = await scene.until_done(request)

    assert not (scene.work / "old.txt").exists()
    assert len(view.actions) == 1


@pytest.mark.rule("T3", "O15")
async def test_a_busy_relay_is_asked_again_and_costs_nothing(scene: Scene, proxy: Proxy) -> None:
    for path in ("/hello", "/poll", "/start", "/reports"):
        proxy.busy[path] = 10  # more often than the client itself repeats it
    async with scene.daemon() as daemon:
        request = await scene.ask({"say": "a"}, {"run": "echo once >> log"}, {"done": "ok"})
        view = await scene.until_done(request)
        events = await scene.timeline(request)
        assert not daemon.done()

    assert view.result == "ok"
    assert [event.body["text"] for event in of("said", events)] == ["a"]
    assert of("notice", events) == []
    assert scene.lines("log") == ["once"]
    assert not +proxy.busy


async def test_a_busy_relay_at_the_start_does_not_make_a_daemon_let_go_of_its_work(
    scene: Scene, proxy: Proxy
) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"run": "echo one >> log"}, {"wait": 3}, {"run": "echo two >> log"}, {"done": "ok"}
        )
        await until(lambda: scene.lines("log"))
    proxy.busy["/resume"] = 6
    async with scene.daemon():
        await scene.until_done(request)
    assert scene.lines("log") == ["one", "two"]


@pytest.mark.rule("L6", "X1")
async def test_a_request_that_the_owner_gave_up_is_let_go_and_the_queue_moves_on(
    scene: Scene, proxy: Proxy
) -> None:
    async with scene.daemon():
        request = await scene.ask({"run": "echo one >> log; sleep 20"}, {"run": "echo late >> log"})
        following = await scene.ask({"run": "echo next >> log"}, {"done": "ok"})
        await until(lambda: scene.lines("log"))
        proxy.break_off()
        await scene.event(request, "interrupted")
        await scene.house.client("owner").close_request(None, request.request, Close(key="k"))
        polls = proxy.requests["/v1/machine/poll"]
        proxy.heal()
        await scene.until_done(following)
        assert proxy.requests["/v1/machine/poll"] - polls < 40
        view = await scene.house.view(request.request)

    assert (view.state, scene.lines("log")) == ("failed", ["one", "next"])


@pytest.mark.rule("X6")
async def test_a_second_daemon_is_refused_and_told_which_one_works_here(scene: Scene) -> None:
    async with scene.daemon():
        await until(lambda: (scene.folder / "home" / "journal" / "journal.lock").exists())
        with pytest.raises(JournalHeld, match=r"process \d+ on laptop"):
            await run_daemon(scene.options())


@pytest.mark.rule("X6", "N2")
async def test_a_newer_process_elsewhere_takes_over_and_the_older_one_ends_aloud(scene: Scene) -> None:
    daemon = asyncio.create_task(run_daemon(scene.options()))
    request = await scene.ask({"run": "echo one >> log"}, {"wait": 60})
    await until(lambda: scene.lines("log"))
    await scene.house.client("machine").hello(Hello(process="newer", version="1"))
    with pytest.raises(TakenOver):
        await asyncio.wait_for(daemon, 10)
    assert (await scene.house.view(request.request)).state == "running"


async def test_a_token_that_is_not_known_ends_the_daemon_with_what_to_do(scene: Scene) -> None:
    scene.house.tokens["machine"] = "mt-forged"
    with pytest.raises(NotWelcome, match="muti machines add"):
        await run_daemon(scene.options())


@pytest.mark.rule("R10", "R9")
async def test_a_revoked_machine_finishes_what_runs_and_gets_nothing_new(scene: Scene) -> None:
    owner = scene.house.client("owner")
    (scene.work / "old.txt").touch()
    task = asyncio.create_task(run_daemon(scene.options()))
    try:
        request = await scene.ask(
            {"run": "echo one >> log"},
            {"wait": 0.5},
            {"delete": "old.txt"},
            {"run": "echo two >> log"},
            {"done": "ok"},
        )
        queued = await scene.ask({"run": "echo never >> log"}, {"done": "ok"})
        await until(lambda: scene.lines("log"))
        await owner.revoke_machine(None, scene.house.machine)
        async with scene.yielding(request):
            await scene.until_done(request)
        assert (await scene.house.view(queued.request)).state == "cancelled"
    finally:
        await end(task)
    assert scene.lines("log") == ["one", "two"]
    assert not (scene.work / "old.txt").exists()


async def test_a_reporter_that_breaks_ends_the_daemon_rather_than_hanging(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: object, head: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("daemon.report._keep_head", fail)
    scene.settings = {"drain_seconds": 0.2}
    await scene.ask({"done": "ok"})
    with pytest.raises(Exception, match="start the daemon again"):
        await asyncio.wait_for(run_daemon(scene.options()), 20)
