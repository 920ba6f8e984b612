"""An agent asks one of another machine, with a kill -9 of either daemon at every phase: one question, one answer, both work once."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from relay.rooms.agents import add_agent
from relay.rooms.machines import declare_agents
from relay.store.tx import Tx
from relay.wire.coordination import RoomSwitch
from relay.wire.machines import DeclaredAgent, NewMachine
from relay.wire.requests import EventView, RequestView
from tests.daemon.neighbours import REVIEWER, ask, child, inbox
from tests.daemon.scene import Scene, of
from tests.faults.children import Child, DaemonPart
from tests.faults.forms import one_in
from tests.faults.points import ASKING
from tests.house import open_house
from tests.plays.stage import copy_database

pytestmark = [pytest.mark.rule("X1", "D5", "J1", "J2", "M2", "O15"), pytest.mark.timeout(100)]


@dataclass
class Two:
    """A room with two agents, each on a machine of its own, whose daemons are processes that can die."""

    scene: Scene
    asker: Child
    reviewer: Child

    @property
    def review(self) -> Path:
        """The reviewer's directory."""
        return self.scene.folder / "review"

    def lines(self, name: str) -> list[str]:
        """Of a file of the reviewer's."""
        path = self.review / name
        return path.read_text().splitlines() if path.exists() else []


@asynccontextmanager
async def open_two(folder: Path, database: str) -> AsyncIterator[Two]:
    """Nothing runs yet."""
    for name in ("project", "review", "far"):
        (folder / name).mkdir()
    async with open_house(database, folder / "project") as house:
        owner = house.client("owner")
        far = await owner.new_machine(None, NewMachine(name="desktop"))

        def furnish(tx: Tx) -> None:
            declared = DeclaredAgent(handle=REVIEWER, runtime="scripted", directory=str(folder / "review"))
            add_agent(tx, house.room, declare_agents(tx, far.machine, house.owner, [declared])[REVIEWER])

        await house.store.write(house.owner, furnish)
        await owner.let_agents_ask(None, house.room, RoomSwitch(agents_ask=True))
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
        near = DaemonPart(
            house.url, house.tokens["machine"], folder, house.directory, environment, name="asker"
        )
        other = DaemonPart(
            house.url,
            far.token,
            folder / "far",
            folder / "review",
            environment,
            name="reviewer",
            handle=REVIEWER,
        )
        two = Two(
            Scene(house, folder), Child(near, folder / "asker.log"), Child(other, folder / "reviewer.log")
        )
        try:
            yield two
        finally:
            two.asker.close()
            two.reviewer.close()


@pytest.mark.parametrize("point", one_in(3, ASKING))
async def test_a_kill_at_any_phase_of_asking_loses_nothing_and_doubles_nothing(
    point: str, migrated: Path, tmp_path: Path
) -> None:
    async with open_two(tmp_path, copy_database(migrated, tmp_path)) as two:
        try:
            request = await play(two, point)
            await check(two, request, await two.scene.timeline(request))
        except BaseException:
            print(two.asker.words(), two.reviewer.words())
            raise


async def play(two: Two, point: str) -> RequestView:
    """The question, the death, the end all the same."""
    scene = two.scene
    victim = two.asker if ASKING[point].part == "asker" else two.reviewer
    for one in (two.asker, two.reviewer):
        one.start(point if one is victim else None)
    # The answer comes when the one who asked has left the stage, or is about to.
    reviewing = (
        {"run": "while [ ! -e go ]; do sleep 0.02; done; echo reviewed >> log"},
        {"done": "no fault"},
    )
    moves = (child(*reviewing), {"ask": "I wait."}, {"run": "echo on >> log"}, {"done": "ok"})
    request = await ask(scene, "claude", *moves)
    if point in BEFORE_THE_ANSWER:
        assert await victim.died(40) == -9, victim.words()
        victim.start()
    await scene.event(request, "waiting", seconds=40)
    (two.review / "go").touch()
    if point not in BEFORE_THE_ANSWER:
        assert await victim.died(40) == -9, victim.words()
        victim.start()
    await scene.house.until(request.request, "done", 40)
    return request


BEFORE_THE_ANSWER = {
    "asker.intended",
    "asker.taken",
    "asker.noted",
    "asker.rests",
    "asker.rest_told",
    "reviewer.accepted",
}


async def check(two: Two, request: RequestView, events: list[EventView]) -> None:
    """One child, one answer, read by a turn of the request; what each did, it did once."""
    scene = two.scene
    tree = await scene.house.client("owner").task(None, request.request)
    assert len(tree.children) == 1, json.dumps([one.model_dump() for one in tree.children])
    assert (tree.children[0].state, two.lines("log")) == ("done", ["reviewed"])
    assert scene.lines("log") == ["on"]
    [answer] = await inbox(scene, "claude")
    assert (answer.child, answer.task) == (tree.children[0].request, request.request)
    assert [len(of(kind, events)) for kind in ("started", "done")] == [1, 1]
    assert len(of("waiting", events)) == len(of("continued", events)) >= 1
    assert len({event.body["session"] for event in of("session", events)}) == 1
    async with asyncio.timeout(30):  # its receipt may be claimed by the next process
        while (await inbox(scene, "claude"))[0].read_turn is None:
            await asyncio.sleep(0.02)
