"""The main job with a kill -9 at every named point: one request, one run, the same id, the same session (O15)."""

import asyncio
import signal
from pathlib import Path

import pytest

from relay.wire.requests import EventView, RequestView
from tests.faults.points import POINTS
from tests.plays.stage import Stage, open_stage

pytestmark = [pytest.mark.rule("O15", "X4", "X7", "L4"), pytest.mark.timeout(60)]


@pytest.mark.parametrize("point", POINTS)
async def test_a_kill_loses_nothing_and_repeats_nothing(point: str, tmp_path: Path) -> None:
    async with open_stage(tmp_path, f"sqlite:///{tmp_path}/relay.db") as stage:
        stage.start(point)
        try:
            async with asyncio.timeout(30):
                raising = asyncio.create_task(stage.raise_again(point))
                request = await stage.ask()
                await asyncio.gather(raising, stage.decide_all(request.request))
                view = await stage.client("owner").request(None, request.request)
                await check_request(stage, view, point)
                await check_queue(stage)
                await check_journal(stage)
        except BaseException:
            print(stage.words())
            raise


async def check_request(stage: Stage, view: RequestView, point: str) -> None:
    """What holds of the request, its timeline and the repository, wherever the kill struck."""
    events = await stage.timeline(view.request)
    unclear = POINTS[point].unclear
    assert (view.state, view.result) == ("done", "The notes are written.")
    assert stage.seen == {view.public_id}
    page = await stage.client("owner").requests_of(None, stage.house.room)
    assert [one.request for one in page.requests] == [view.request]
    check_timeline(events, POINTS[point].part)
    assert (await stage.client("owner").audit_state(None)).whole
    assert stage.lines("notes.txt") == ["one", "two"]
    check_effects(stage, events, unclear)


def check_timeline(events: list[EventView], killed: str) -> None:
    """Gap-free, each change of state once, one session, one gap if the daemon died at work."""
    kinds = [event.kind for event in events]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    for once in ("asked", "approved", "started", "done"):
        assert kinds.count(once) == 1, kinds
    assert len({event.body["session"] for event in events if event.kind == "session"}) == 1
    ran = killed == "daemon" and kinds.count("session") > 1
    assert kinds.count("gap") <= 1
    assert kinds.count("gap") == 1 or not ran
    said = [event.body["text"] for event in events if event.kind == "said"]
    assert said.count("I write the notes.") == 1
    assert [event.body["path"] for event in events if event.kind == "file"].count("notes.txt") == 1


def check_effects(stage: Stage, events: list[EventView], unclear: bool) -> None:
    """Each effect once; one that was in the air at most once, and then the room knows."""
    effects = [stage.lines("effects.txt") == ["once"], not (stage.work / "old.txt").exists()]
    assert len(stage.lines("effects.txt")) <= 1
    if not all(effects):
        assert unclear
        assert any("not known" in str(event.body) or "already started" in str(event.body) for event in events)
        assert sum(effects) == 1


async def check_queue(stage: Stage) -> None:
    """The agent is free again: what is asked next runs."""
    following = await stage.house.ask(None, '[{"done": "next"}]')
    assert (await stage.house.until(following.request, "done")).result == "next"


async def check_journal(stage: Stage) -> None:
    """The daemon ends in order and has nothing left to say or to do."""
    stage.daemon.kill(signal.SIGTERM)
    assert await stage.daemon.died() == 0, stage.words()
    assert stage.journal() == {"work": 0, "report": 0, "execution": 0}
