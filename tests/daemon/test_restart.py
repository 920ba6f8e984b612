"""A daemon process that is killed at a named point, and what the next one makes of it (X4, X7)."""

import asyncio
import json
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from daemon.app import run_daemon
from daemon.journal import JournalDamaged
from daemon.process import Family
from relay.wire.requests import RequestView
from tests.daemon.scene import PATH, Scene, end, is_alive, kinds, of, until
from tests.faults.children import Child, DaemonPart

pytestmark = pytest.mark.timeout(60)
TWO = ({"run": "echo one >> log"}, {"run": "echo two >> log"}, {"done": "ok"})


@asynccontextmanager
async def child_of(scene: Scene) -> AsyncIterator[Child]:
    """The daemon of the scene as a process of its own, not started yet."""
    part = DaemonPart(
        scene.house.url, scene.house.tokens["machine"], scene.folder, scene.work, {"PATH": PATH}
    )
    child = Child(part, scene.folder / "daemon.log")
    try:
        yield child
    finally:
        child.close()


async def killed_at(child: Child, point: str) -> None:
    """Start it and wait for its death there."""
    child.start(point)
    assert await child.died(30) == -signal.SIGKILL, child.words()


def script_of(scene: Scene, session: str) -> dict[str, Any]:
    """What the scripted program itself has recorded of a session."""
    return dict(json.loads((scene.folder / "scripted" / f"{session}.json").read_text()))


@pytest.mark.rule("X4")
@pytest.mark.parametrize("point", ["daemon.start_answered", "daemon.accepted", "daemon.prompt_noted"])
async def test_a_prompt_that_was_surely_never_sent_is_sent_and_nobody_is_asked(
    scene: Scene, point: str
) -> None:
    async with child_of(scene) as child:
        request = await scene.ask(*TWO)
        await killed_at(child, point)
        child.start()
        view = await scene.until_done(request)
        assert view.actions == []
        assert scene.lines("log") == ["one", "two"]


@pytest.mark.rule("X4")
@pytest.mark.parametrize("point", ["daemon.session_noted", "daemon.session_written"])
@pytest.mark.parametrize("allow", [True, False])
async def test_where_it_is_not_clear_whether_the_prompt_was_sent_the_owner_is_asked(
    scene: Scene, point: str, allow: bool
) -> None:
    async with child_of(scene) as child:
        request = await scene.ask(*TWO)
        await killed_at(child, point)
        child.start()
        card = await scene.card(request)
        assert (card.kind, card.whole) == ("unclear", True)
        assert "Give it to the agent again?" in card.reason
        assert scene.lines("log") == []
        await scene.answer(request, card, allow=allow)
        view = await scene.until_done(request, "done" if allow else "failed")
        assert scene.lines("log") == (["one", "two"] if allow else [])
        assert allow or "did not let it begin again" in (view.result or "")


@pytest.mark.rule("X4", "B10")
async def test_the_question_whether_to_send_survives_another_kill_and_a_cancel(scene: Scene) -> None:
    async with child_of(scene) as child:
        request = await scene.ask(*TWO)
        await killed_at(child, "daemon.session_noted")
        await killed_at(child, "daemon.action_asked")
        child.start()
        await asyncio.sleep(0)
        async with asyncio.timeout(15):
            while len((await scene.house.view(request.request)).actions) < 2:
                await asyncio.sleep(0.02)
        await scene.card(request)
        await scene.cancel(request)
        await scene.until_done(request, "cancelled")
        assert scene.lines("log") == []


@pytest.mark.rule("X4", "X8", "T2", "B32")
async def test_a_killed_daemon_resumes_the_same_session_with_one_gap_and_repeats_nothing(
    scene: Scene,
) -> None:
    async with child_of(scene) as child:
        request = await scene.ask(
            {"run": "echo one >> log"}, {"wait": 0.6}, {"run": "echo two >> log"}, {"done": "ok"}
        )
        child.start()
        await scene.event(request, "tool_ended")
        await asyncio.sleep(0.1)
        child.kill()
        await child.died()
        child.start()
        view = await scene.until_done(request)
        events = await scene.timeline(request)

    assert view.public_id == request.public_id
    assert scene.lines("log") == ["one", "two"]
    sessions = [event.body["session"] for event in of("session", events)]
    assert len(sessions) == 2
    assert len(set(sessions)) == 1
    [gap] = of("gap", events)
    assert gap.body["until"] >= gap.body["since"]
    assert script_of(scene, sessions[0])["requests"] == [request.request]


@pytest.mark.rule("X4", "B16")
async def test_a_daemon_that_was_stopped_in_order_goes_on_the_same_way(scene: Scene) -> None:
    async with child_of(scene) as child:
        request = await scene.ask(
            {"run": "echo one >> log"}, {"wait": 1}, {"run": "echo two >> log"}, {"done": "ok"}
        )
        child.start()
        await scene.event(request, "tool_ended")
        child.kill(signal.SIGTERM)
        assert await child.died() == 0
        child.start()
        await scene.until_done(request)
        events = await scene.timeline(request)
    assert scene.lines("log") == ["one", "two"]
    assert kinds(events).count("gap") == 1
    assert kinds(events).count("tool_ended") == 2


@pytest.mark.rule("X7")
@pytest.mark.parametrize(
    "point", ["daemon.use_noted", "daemon.use_told", "daemon.effect_begun", "daemon.effect_made"]
)
async def test_an_approved_action_in_the_air_is_unknown_and_not_repeated_and_everybody_is_told(
    scene: Scene, point: str
) -> None:
    (scene.work / "old.txt").write_text("x")
    async with child_of(scene) as child:
        request = await scene.ask({"delete": "old.txt"}, {"run": "echo on >> log"}, {"done": "ok"})
        child.start(point)
        await scene.answer(request, await scene.card(request, 30))
        await child.died(30)
        happened = not (scene.work / "old.txt").exists()
        child.start()
        view = await scene.until_done(request)
        events = await scene.timeline(request)

    assert happened is (point == "daemon.effect_made")
    assert (scene.work / "old.txt").exists() is not happened
    assert len(view.actions) == 1
    assert any("it is not done again" in event.body["text"] for event in of("notice", events))
    assert scene.lines("log") == ["on"]


@pytest.mark.rule("X2", "X4", "B34")
async def test_what_a_killed_daemon_left_running_is_ended_before_anything_goes_on(scene: Scene) -> None:
    async with child_of(scene) as child:
        request = await scene.ask(
            {"run": "sleep 300 & echo $! > pid; wait"}, {"run": "echo next >> log"}, {"done": "ok"}
        )
        child.start()
        [pid] = map(int, await until(lambda: scene.lines("pid"), 30))
        await scene.event(request, "tool_started")
        child.kill()
        await child.died()
        assert is_alive(pid)
        child.start()
        await scene.until_done(request)
        [*sessions] = {event.body["session"] for event in of("session", await scene.timeline(request))}
    assert not is_alive(pid)
    assert Family(mark=sessions[0]).members() == set()
    assert scene.lines("log") == ["next"]


@pytest.mark.rule("X2", "L6")
async def test_what_a_killed_daemon_left_running_is_ended_also_when_the_request_was_given_up(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    from relay.wire.requests import Close

    monkeypatch.setattr("relay.requests.queue.LEASE", 500_000)
    async with child_of(scene) as child:
        request = await scene.ask({"run": "sleep 300 & echo $! > pid; wait"}, {"done": "ok"})
        child.start()
        [pid] = map(int, await until(lambda: scene.lines("pid"), 30))
        child.kill()
        await child.died()
        await scene.event(request, "interrupted")
        await scene.house.client("owner").close_request(None, request.request, Close(key="k"))
        following = await scene.ask({"done": "next"})
        child.start()
        await scene.until_done(following)
        await until(lambda: not is_alive(pid))
        child.kill(signal.SIGTERM)
        await child.died()
    assert rows_of(scene, "work") == 0


def rows_of(scene: Scene, table: str) -> int:
    """Rows in the journal of a daemon that has ended."""
    database = sqlite3.connect(scene.folder / "home" / "journal" / "journal.sqlite3")
    try:
        return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
    finally:
        database.close()


def lose(folder: Path) -> None:
    """The whole journal is gone."""
    shutil.rmtree(folder)


@pytest.mark.rule("X4", "T3")
async def test_a_lost_journal_neither_repeats_the_prompt_nor_leaves_the_request_hanging(scene: Scene) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"run": "echo one >> log"}, {"wait": 3}, {"run": "echo two >> log"}, {"done": "ok"}
        )
        await scene.event(request, "tool_ended")
    lose(scene.folder / "home" / "journal")
    async with scene.daemon():
        view = await scene.until_done(request)
        events = await scene.timeline(request)
    assert scene.lines("log") == ["one", "two"]
    assert view.result == "ok"
    assert [event.body["title"] for event in of("tool_ended", events)] == [
        "echo one >> log",
        "echo two >> log",
    ]
    assert len({event.body["session"] for event in of("session", events)}) == 1


async def _cut(scene: Scene, cut: Callable[[Path], None]) -> RequestView:
    async with scene.daemon():
        request = await scene.ask({"run": "echo one >> log"}, {"wait": 60}, {"done": "ok"})
        await scene.event(request, "tool_ended")
    cut(scene.folder / "home" / "journal" / "journal.sqlite3")
    return request


async def test_a_journal_that_was_cut_is_not_trusted_and_the_message_says_what_to_do(scene: Scene) -> None:
    request = await _cut(scene, lambda path: path.write_bytes(path.read_bytes()[:5_000]))
    with pytest.raises(JournalDamaged, match="move it aside"):
        await run_daemon(scene.options())
    lose(scene.folder / "home" / "journal")
    task = asyncio.create_task(run_daemon(scene.options()))
    await scene.cancel(request)
    await scene.until_done(request, "cancelled")
    await end(task)
    assert scene.lines("log") == ["one"]


async def test_an_agent_that_was_taken_away_ends_what_it_had_and_not_the_daemon(scene: Scene) -> None:
    async with scene.daemon():
        request = await scene.ask({"run": "echo one >> log"}, {"wait": 60})
        await scene.event(request, "tool_ended")
    scene.settings = {"agents": ()}
    async with scene.daemon() as daemon:
        view = await scene.until_done(request, "failed")
        assert not daemon.done()
    assert view.result == "This machine has no agent 'claude' any more."
