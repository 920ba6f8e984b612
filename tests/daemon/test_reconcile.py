"""What changed at the relay while the daemon was away is heard at its return, each thing once."""

from collections.abc import Awaitable, Callable

import pytest

from relay.wire.requests import ActionView, Close, RequestView
from tests.daemon.scene import Scene, of
from tests.daemon.test_restart import child_of, killed_at, script_of

pytestmark = pytest.mark.timeout(60)

Deed = Callable[[Scene, RequestView, ActionView], Awaitable[None]]


async def allow(scene: Scene, request: RequestView, card: ActionView) -> None:
    await scene.answer(request, card)


async def deny(scene: Scene, request: RequestView, card: ActionView) -> None:
    await scene.answer(request, card, allow=False, reason="keep it")


async def cancel(scene: Scene, request: RequestView, card: ActionView) -> None:
    await scene.cancel(request)


async def give_up(scene: Scene, request: RequestView, card: ActionView) -> None:
    await scene.event(request, "interrupted", seconds=30)
    await scene.house.client("owner").close_request(None, request.request, Close(key="close"))


@pytest.mark.rule("J5")
@pytest.mark.parametrize(
    ("meanwhile", "state", "deleted"),
    [(allow, "done", True), (deny, "done", False), (cancel, "cancelled", False), (give_up, "failed", False)],
)
async def test_what_the_owner_decided_while_the_daemon_was_dead_counts_at_its_return(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, meanwhile: Deed, state: str, deleted: bool
) -> None:
    (scene.work / "old.txt").write_text("x")
    async with child_of(scene) as child:
        first = await scene.ask({"delete": "old.txt"}, {"run": "echo first >> log"}, {"done": "ok"})
        child.start()
        monkeypatch.setattr("relay.requests.queue.LEASE", 1_000_000)
        card = await scene.card(first, 30)
        child.kill()
        await child.died()

        second = await scene.ask({"run": "echo second >> log"}, {"done": "ok"})
        third = await scene.ask({"run": "echo third >> log"}, {"done": "ok"})
        await scene.cancel(second)
        await meanwhile(scene, first, card)

        monkeypatch.undo()
        child.start()
        await scene.until_done(third)
        view = await scene.until_done(first, state)
        events = await scene.timeline(first)

    assert (scene.work / "old.txt").exists() is not deleted
    assert scene.lines("log") == (["first", "third"] if state == "done" else ["third"])
    assert (await scene.house.view(second.request)).state == "cancelled"
    assert len(view.actions) == 1
    assert len(of("gap", events)) <= 1


@pytest.mark.rule("J1", "J3")
async def test_an_end_that_was_not_recorded_is_found_again_and_the_prompt_is_not_fed_anew_where_its_record_stands(
    scene: Scene,
) -> None:
    async with child_of(scene) as child:
        request = await scene.ask({"run": "echo once >> log"}, {"done": "ok"})
        await killed_at(child, "daemon.ended")
        child.start()
        await scene.until_done(request)
        events = await scene.timeline(request)
    [end] = of("done", events)
    assert end.body["consumed"]
    [session] = {event.body["session"] for event in of("session", events)}
    assert script_of(scene, session)["requests"] == [request.request]
    assert scene.lines("log") == ["once"]


@pytest.mark.rule("J1")
async def test_evidence_whose_receipt_was_lost_is_sent_again_and_nothing_is_fed_again(scene: Scene) -> None:
    async with child_of(scene) as child:
        request = await scene.ask({"run": "echo once >> log"}, {"done": "ok"})
        await killed_at(child, "daemon.end_written")
        assert of("done", await scene.timeline(request)) == []
        child.start()
        await scene.until_done(request)
        events = await scene.timeline(request)
    [end] = of("done", events)
    assert end.body["consumed"]
    assert len(of("session", events)) == 1, "the agent was not started again"
    assert scene.lines("log") == ["once"]


@pytest.mark.rule("J2")
async def test_what_was_broken_off_is_not_counted_as_taken_in(scene: Scene) -> None:
    async with scene.daemon():
        stopped = await scene.ask({"run": "echo a >> log"}, {"wait": 20}, {"done": "never"})
        await scene.event(stopped, "tool_ended")
        await scene.cancel(stopped)
        await scene.until_done(stopped, "cancelled")
        whole = await scene.ask({"done": "ok"})
        await scene.until_done(whole)
        ends = [(await scene.timeline(one))[-1] for one in (stopped, whole)]
    assert [(end.kind, "consumed" in end.body) for end in ends] == [("cancelled", False), ("done", True)]
