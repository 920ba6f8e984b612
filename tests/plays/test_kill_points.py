"""The main job on Slack with a kill -9 at every named point: one request, one run, one final message (O15)."""

import asyncio
import json
import signal
from pathlib import Path

import pytest

from relay.wire.requests import EventView, RequestView
from tests.faults.forms import one_in
from tests.faults.points import POINTS
from tests.plays.stage import Stage, copy_database, open_stage

pytestmark = [pytest.mark.rule("O15", "X4", "X7", "L4", "C5"), pytest.mark.timeout(100)]
RESULT = "The notes are written."
MOVES = [
    {"say": "I write the notes."},
    {"write": "notes.txt", "content": "one\ntwo\n"},
    {"run": "echo once >> effects.txt"},
    {"delete": "old.txt"},
    {"done": RESULT},
]


@pytest.mark.parametrize("point", one_in(4, POINTS))
async def test_a_kill_loses_nothing_and_repeats_nothing(point: str, migrated: Path, tmp_path: Path) -> None:
    async with open_stage(tmp_path, copy_database(migrated, tmp_path)) as stage:
        try:
            await play(stage, point)
            [view] = await stage.requests()
            await check_request(stage, view, point)
            check_slack(stage, view)
            await check_queue(stage)
            await check_journal(stage)
        except BaseException:
            print(stage.words())
            raise


async def play(stage: Stage, point: str) -> None:
    """A member's mention, the owner's taps, the death of a part, and the end all the same."""
    raising = asyncio.create_task(stage.raise_again(point))
    await stage.start(point)
    await stage.slack.mention(stage.asker, stage.channel, f"please play {json.dumps(MOVES)}")
    tapping = asyncio.create_task(stage.tap_all())
    try:
        await asyncio.gather(raising, stage.ended())
        await asyncio.sleep(0.2)  # what would come twice would come now
    finally:
        tapping.cancel()
        await asyncio.gather(tapping, return_exceptions=True)


async def check_request(stage: Stage, view: RequestView, point: str) -> None:
    """What holds of the request, its timeline and the repository, wherever the kill struck."""
    events = await stage.timeline(view.request)
    assert (view.state, view.result) == ("done", RESULT)
    page = await stage.house.client("owner").requests_of(None, stage.house.room)
    assert [one.request for one in page.requests] == [view.request]
    assert view.public_id.endswith("-01")
    check_timeline(events, POINTS[point].part)
    assert (await stage.house.client("owner").audit_state(None)).whole
    assert stage.lines("notes.txt") == ["one", "two"]
    check_effects(stage, events, POINTS[point].unclear)


def check_timeline(events: list[EventView], killed: str) -> None:
    """Gap-free, each change of state once, one session, one gap if the daemon died at work."""
    kinds = [event.kind for event in events]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    for once in ("asked", "approved", "started", "done"):
        assert kinds.count(once) == 1, kinds
    assert len({event.body["session"] for event in events if event.kind == "session"}) == 1
    resumed = killed == "daemon" and kinds.count("session") > 1
    assert kinds.count("gap") <= 1
    assert kinds.count("gap") == 1 or not resumed
    said = [event.body["text"] for event in events if event.kind == "said"]
    assert said.count("I write the notes.") == 1
    assert [event.body["path"] for event in events if event.kind == "file"].count("notes.txt") == 1


def check_effects(stage: Stage, events: list[EventView], unclear: bool) -> None:
    """Each effect once; one that was in the air at most once, and then the room knows."""
    effects = [stage.lines("effects.txt") == ["once"], not (stage.work / "old.txt").exists()]
    assert len(stage.lines("effects.txt")) <= 1
    if not all(effects):
        assert unclear
        assert any("not done again" in str(event.body) for event in events)
        assert sum(effects) == 1


def check_slack(stage: Stage, view: RequestView) -> None:
    """One thread under the id, one card that says who approved, one final message."""
    parts = stage.parts()
    assert [parts.count(name) for name in ("anchor", "final", "link")] == [1, 1, 1], parts
    assert parts.count("progress") <= 1
    card, final = stage.part("anchor"), stage.part("final")
    assert card is not None
    assert final is not None
    assert stage.slack.visible_text(card).startswith(view.public_id)
    assert "Approved by" in stage.slack.visible_text(card)
    assert not stage.slack.actions(card)
    assert final.thread_ts == card.ts
    assert RESULT in stage.slack.visible_text(final)
    direct = [part for part in stage.parts(stage.slack.dm_channel(stage.owner)) if part]
    assert len(direct) == len(set(direct)), direct


async def check_queue(stage: Stage) -> None:
    """The agent is free again: what is asked next runs."""
    following = await stage.house.ask(None, '[{"done": "next"}]')
    assert (await stage.house.until(following.request, "done", 30)).result == "next"


async def check_journal(stage: Stage) -> None:
    """The daemon ends in order and has nothing left to say or to do."""
    daemon = stage.child("daemon")
    daemon.kill(signal.SIGTERM)
    assert await daemon.died(20) == 0, stage.words()
    assert stage.journal() == {"work": 0, "report": 0, "execution": 0}
