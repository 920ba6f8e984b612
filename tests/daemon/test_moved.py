"""A task that is moved while it runs: nothing happens under the old delegation, and the daemon goes on under the new one."""

import asyncio
import random

import pytest

from daemon.contact import Hands, Running
from relay.client import Refused
from relay.wire.base import Code, Problem
from tests.daemon.moved import move_often, parents
from tests.daemon.neighbours import ask, child, child_of, move, settle_in
from tests.daemon.scene import Scene, of, until
from tests.daemon.test_delegated import authority
from tests.daemon.test_prompt import claim
from tests.faults.proxy import open_proxy

pytestmark = pytest.mark.timeout(90)


@pytest.mark.rule("D9", "E2", "P3")
async def test_an_action_that_is_approved_when_its_task_moves_takes_effect_once_under_the_successor(
    scene: Scene,
) -> None:
    await settle_in(scene)
    tally = await move_often(scene, 4, random.Random(1))
    assert max(tally.seconds) < 20  # the figure of a quiet machine is in the docs
    assert len(tally.seconds) == 4


@pytest.mark.rule("D9")
async def test_nothing_is_asked_of_the_owner_before_it_is_known_what_the_new_delegation_allows(
    scene: Scene,
) -> None:
    await settle_in(scene)
    wait = {"run": "while [ ! -e go ]; do sleep 0.02; done"}
    (scene.folder / "review" / "old").write_text("precious\n")
    async with open_proxy(scene.house.url) as proxy:
        scene.url = proxy.url
        async with scene.daemon():
            _, second, moved = await parents(scene, wait, {"delete": "old"}, {"done": "ok"})
            await scene.event(moved, "tool_started", seconds=30)
            proxy.late["/machine/poll"] = asyncio.Event()
            await move(scene, moved.request, second.request, "m")
            (scene.folder / "review" / "go").touch()
            # Its reports are answered, so it knows that it was moved, and nothing of what it may do now.
            await scene.event(moved, "tool_ended")
            await asyncio.sleep(0.3)
            held = await scene.timeline(moved)
            proxy.late.pop("/machine/poll").set()
            await scene.answer(moved, await scene.card(moved))
            view = await scene.until_done(moved)
    assert of("action_asked", held) == []
    assert view.state == "done"
    assert not (scene.folder / "review" / "old").exists()


@pytest.mark.rule("D9", "D11", "D4")
async def test_what_the_new_parent_forbids_is_forbidden_from_the_next_call_on(scene: Scene) -> None:
    await settle_in(scene)
    wait = {"run": "while [ ! -e go ]; do sleep 0.02; done"}
    old = scene.folder / "review" / "old"
    old.write_text("precious\n")
    # The second call asks, and the relay refuses it if the daemon has not heard of the ban; the third one meets the gate.
    deeds = (
        wait,
        {"delete": "old"},
        {"run": "echo late >> log"},
        {"write": "b", "content": "x"},
        {"done": "ok"},
    )
    async with scene.daemon():
        first = await ask(scene, "claude", child(*deeds), {"ask": "I wait"}, {"done": "ok"})
        await scene.event(first, "waiting")
        moved = await child_of(scene, first)
        await scene.event(moved, "tool_started")
        banned = child({"done": "no"}, bans=["Bash"])
        second = await ask(scene, "claude", banned, {"ask": "I wait"}, {"done": "ok"})
        await scene.event(second, "waiting")
        await move(scene, moved.request, (await child_of(scene, second)).request, "m")
        (scene.folder / "review" / "go").touch()
        await scene.until_done(moved)
        refused = of("refused", await scene.timeline(moved))
    assert {event.body["tool"] for event in refused} == {"Bash"}
    assert old.exists()
    assert not (scene.folder / "review" / "log").exists()
    assert (scene.folder / "review" / "b").exists()


@pytest.mark.rule("D9")
async def test_a_refusal_that_names_the_successor_makes_the_call_again_when_it_is_known_what_that_allows() -> (
    None
):
    running = Running(claim().model_copy(update={"delegation": "old"}))
    hands = Hands()
    hands.running["r"] = running
    made: list[str | None] = []

    async def call(under: str | None) -> str:
        made.append(under)
        if under != "new":
            raise Refused(Problem(code=Code.changed, detail="moved", successor="new"))
        return "taken"

    calling = asyncio.create_task(running.under(call))
    await until(lambda: not running.current.is_set())
    assert (made, hands.under()) == (["old"], {"r": "not known"})
    running.stands_under("new", authority())
    assert await calling == "taken"
    assert (made, hands.under()) == (["old", "new"], {"r": "new"})
    with pytest.raises(Refused, match="no"):
        await running.under(_no)


async def _no(under: str | None) -> str:
    raise Refused(Problem(code=Code.changed, detail="no"))
