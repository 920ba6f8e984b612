"""One request through a real relay and a real daemon: what the room sees of it, and in which order."""

import asyncio
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any

import psutil
import pytest

from daemon.process import Family
from daemon.runtime import RuntimeUnfit
from daemon.scripted import ScriptedRuntime
from relay.client import Refused
from relay.wire.people import NewRoom
from relay.wire.requests import Ask, Attachment
from tests.daemon.scene import Scene, is_alive, kinds, of, until


@pytest.mark.rule("T1", "X8", "T2")
async def test_each_step_is_in_the_timeline_with_counts_and_the_tail_of_the_output(scene: Scene) -> None:
    (scene.work / "code.py").write_text("a = 1\nb = 2\n")
    async with scene.daemon():
        request = await scene.ask(
            {"say": "I begin."},
            {"edit": "code.py", "old": "b = 2\n", "new": "b = 3\nc = 4\n"},
            {"write": "new/readme.txt", "content": "one\ntwo\n"},
            {"run": "seq 1 100; exit 3"},
            {"progress": 60, "text": "nearly"},
            {"plan": [["think", "completed"], ["do", "pending"]]},
            {"done": "All is well."},
        )
        view = await scene.until_done(request)
        events = await scene.timeline(request)

    assert view.result == "All is well."
    assert (view.percent, view.progress) == (60, "nearly")
    assert view.plan == [("think", "completed"), ("do", "pending")]
    assert {(file.path, file.added, file.removed) for file in view.files} == {
        ("code.py", 2, 1),
        ("new/readme.txt", 2, 0),
    }
    assert kinds(events)[:4] == ["asked", "approved", "started", "session"]
    ran = of("tool_ended", events)[-1].body
    assert (ran["title"], ran["exit_code"], ran["failed"]) == ("seq 1 100; exit 3", 3, True)
    assert ran["tail"].splitlines() == [str(number) for number in range(61, 101)]
    assert ran["lines_left_out"] == 60
    assert kinds(events)[-1] == "done"


@pytest.mark.rule("T4")
@pytest.mark.timeout(60)
async def test_a_flood_of_output_is_bounded_in_what_is_told_and_whole_for_the_agent(scene: Scene) -> None:
    flood = "seq 1 100000 | tee flood.txt"
    async with scene.daemon():
        request = await scene.ask({"run": flood}, {"done": "ok"})
        await scene.until_done(request)
        ended = of("tool_ended", await scene.timeline(request))[0].body

    assert len(scene.lines("flood.txt")) == 100_000
    assert ended["lines_left_out"] == 100_000 - len(ended["tail"].splitlines())
    assert ended["tail"].endswith("99999\n100000")
    assert len(str(ended)) < 6_000


@pytest.mark.rule("T4")
async def test_a_flood_of_steps_is_bounded_and_its_rest_is_counted(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.worker.MOST_TOLD", 20)
    async with scene.daemon():
        request = await scene.ask(*({"say": f"line {number}"} for number in range(50)), {"done": "ok"})
        await scene.until_done(request)
        events = await scene.timeline(request)

    assert len(of("said", events)) == 20
    assert of("dropped", events)[0].body["count"] == 30


@pytest.mark.rule("X1", "B22")
async def test_requests_of_one_agent_run_one_at_a_time_in_the_order_of_approval(scene: Scene) -> None:
    move = {"run": "echo start >> log; sleep 0.1; echo end >> log"}
    requests = [await scene.ask(move, {"done": str(number)}) for number in range(3)]
    async with scene.daemon():
        views = [await scene.until_done(request) for request in requests]

    assert scene.lines("log") == ["start", "end"] * 3
    starts = [view.started_at for view in views]
    assert starts == sorted(starts)
    assert all(before.ended_at <= after.started_at for before, after in pairwise(views))


@pytest.mark.rule("X5")
async def test_what_was_asked_while_the_machine_was_away_runs_in_order_when_it_returns(scene: Scene) -> None:
    requests = [await scene.ask({"run": f"echo {number} >> log"}, {"done": "ok"}) for number in range(3)]
    assert (await scene.house.view(requests[0].request)).state == "approved"
    async with scene.daemon():
        for request in requests:
            await scene.until_done(request)

    assert scene.lines("log") == ["0", "1", "2"]


@pytest.mark.rule("R8")
async def test_agents_of_nested_directories_never_run_at_the_same_time(scene: Scene) -> None:
    inner = scene.work / "inner"
    inner.mkdir()
    outer = scene.options().agents[0]
    nested = replace(outer, handle="nested", directory=inner, runtime=scene.runtime())
    scene.settings = {"agents": (outer, nested)}
    async with scene.daemon():
        await until(lambda: (scene.folder / "home" / "journal").exists())
        room = await _room_of(scene, "claude", "nested")
        names = [await _ask_in(scene, room, handle) for handle in ("claude", "nested") * 2]
        views = [await scene.house.until(name, "done", 20) for name in names]

    spans = sorted((view.started_at or 0, view.ended_at or 0) for view in views)
    assert all(ended <= begun for (_, ended), (begun, _) in pairwise(spans))


async def _room_of(scene: Scene, *handles: str) -> str:
    client = scene.house.client("owner")
    async with asyncio.timeout(10):
        while True:
            with suppress(Refused):  # until the daemon has said which agents it has
                return (await client.new_room(None, NewRoom(name="Both", agents=list(handles)))).room
            await asyncio.sleep(0.05)


async def _ask_in(scene: Scene, room: str, handle: str) -> str:
    spot = scene.house.spot().model_copy(update={"platform": "cli", "shows": False})
    ask = Ask(spot=spot, prompt='[{"wait": 0.2}, {"done": "ok"}]', room=room, agent=handle)
    asked = await scene.house.client("owner").ask(None, ask)
    assert asked.request is not None
    return asked.request.request


@pytest.mark.rule("X2")
async def test_a_cancel_stops_between_two_calls_and_ends_as_cancelled(scene: Scene) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"run": "echo one >> log; sleep 0.5"}, {"run": "echo two >> log"}, {"done": "ok"}
        )
        await until(lambda: scene.lines("log"))
        await scene.cancel(request)
        view = await scene.until_done(request, "cancelled")
        events = await scene.timeline(request)

    assert scene.lines("log") == ["one"]
    assert view.ended_by_name == "Olga"
    assert kinds(events).index("stopping") < kinds(events).index("cancelled")


@pytest.mark.rule("X2", "B19")
@pytest.mark.timeout(60)
async def test_a_child_that_ignores_signals_is_killed_before_the_request_is_cancelled(scene: Scene) -> None:
    stubborn = "trap '' INT TERM; setsid sleep 300 & echo $! > orphan; sleep 300"
    async with scene.daemon():
        request = await scene.ask({"run": stubborn}, {"done": "ok"})
        async with scene.yielding(request):
            [orphan] = map(int, await until(lambda: scene.lines("orphan")))
        await scene.cancel(request)
        flagged = await scene.house.view(request.request)
        assert (flagged.state, flagged.stopping) == ("running", True)
        await scene.until_done(request, "cancelled")
        assert not is_alive(orphan)
        told = of("notice", await scene.timeline(request))

    assert any("broken off" in event.body["text"] for event in told)


@pytest.mark.rule("X2")
async def test_a_cancel_while_the_machine_is_away_is_found_when_it_returns(scene: Scene) -> None:
    async with scene.daemon():
        request = await scene.ask({"run": "echo one >> log"}, {"wait": 60}, {"run": "echo two >> log"})
        await until(lambda: scene.lines("log"))
    await scene.cancel(request)
    async with scene.daemon():
        await scene.until_done(request, "cancelled")
    assert scene.lines("log") == ["one"]


@pytest.mark.rule("S7")
async def test_attached_files_lie_outside_the_repository_under_names_of_ours_and_go_with_the_request(
    scene: Scene,
) -> None:
    owner = scene.house.client("owner")
    blob = await owner.put_blob(None, b"the bytes")
    spot = scene.house.spot().model_copy(update={"platform": "cli", "shows": False})
    name = "../../evil name;.sh\n.txt"
    attached = Attachment(blob=blob.blob, name=name, media_type="text/plain", size=blob.size)
    prompt = '[{"wait": 0.5}, {"done": "ok"}]'
    asked = await owner.ask(
        None, Ask(spot=spot, prompt=prompt, room=scene.house.room, attachments=[attached])
    )
    assert asked.request is not None
    folder = scene.folder / "files" / asked.request.request
    async with scene.daemon():
        [file] = await until(lambda: list(folder.iterdir()) if folder.exists() else [])
        assert (file.name, file.read_bytes()) == ("file-1.txt", b"the bytes")
        assert not file.is_relative_to(scene.work)
        assert folder.stat().st_mode & 0o077 == 0
        await scene.until_done(asked.request)
        await until(lambda: not folder.exists())


async def test_a_working_directory_that_is_gone_fails_the_request_with_a_sentence(scene: Scene) -> None:
    request = await scene.ask({"done": "ok"})
    scene.work.rmdir()
    async with scene.daemon():
        view = await scene.until_done(request, "failed")
    assert view.result == f"The working directory {scene.work} is not there."


async def test_an_agent_whose_program_is_unfit_says_why_and_the_daemon_goes_on(scene: Scene) -> None:
    broken = scene.folder / "too-old"
    broken.touch()

    class Broken(ScriptedRuntime):
        async def check(self) -> str:
            if broken.exists():
                raise RuntimeUnfit("The program is too old: update it.")
            return await super().check()

    scene.agent = {"runtime": Broken(scene.folder / "scripted")}
    async with scene.daemon() as daemon:
        request = await scene.ask({"done": "ok"})
        view = await scene.until_done(request, "failed")
        assert not daemon.done()
        assert view.result == "The program is too old: update it."
        broken.unlink()  # its owner updates it, and need not start the daemon again
        assert (await scene.until_done(await scene.ask({"done": "ok"}))).result == "ok"


@pytest.mark.rule("X4")
async def test_a_program_that_dies_in_the_middle_goes_on_in_its_session(scene: Scene) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"run": "echo one >> log"},
            {"lose": "The program was killed."},
            {"run": "echo two >> log"},
            {"done": "ok"},
        )
        await scene.until_done(request)
        events = await scene.timeline(request)

    assert scene.lines("log") == ["one", "two"]
    assert len({event.body["session"] for event in of("session", events)}) == 1
    assert "The program was killed." in [event.body["text"] for event in of("notice", events)]


async def test_a_program_that_dies_every_time_is_not_started_for_ever(scene: Scene) -> None:
    async with scene.daemon():
        request = await scene.ask(*({"lose": f"death {number}"} for number in range(9)))
        view = await scene.until_done(request, "failed")
    assert view.result == "The agent's program died 5 times: death 4"


@pytest.mark.rule("R4", "B32")
async def test_the_room_s_next_request_goes_on_in_the_same_session_also_after_a_restart(scene: Scene) -> None:
    sessions = []
    for _ in range(2):
        async with scene.daemon():
            request = await scene.ask({"done": "ok"})
            await scene.until_done(request)
            sessions += [event.body["session"] for event in of("session", await scene.timeline(request))]
    assert sessions[0] == sessions[1]


@pytest.mark.rule("S6")
async def test_the_child_sees_its_listed_environment_and_nothing_of_the_daemons(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUTI_RELAY_TOKEN", "mt-very-secret-machine-token")
    monkeypatch.setenv("SOMETHING_ELSE", "visible?")
    scene.environment = {"LISTED": "yes"}
    async with scene.daemon():
        request = await scene.ask({"run": "env > seen.txt"}, {"done": "ok"})
        async with scene.yielding(request):
            await scene.until_done(request)

    seen = {line.partition("=")[0] for line in scene.lines("seen.txt")}
    assert {"LISTED", "PATH", "HOME"} <= seen
    assert seen <= {"LISTED", "PATH", "HOME", "MUTI_MARK", "PWD", "OLDPWD", "SHLVL", "_"}


@pytest.mark.rule("S1")
async def test_the_daemon_listens_on_no_port(scene: Scene) -> None:
    script = (
        "import asyncio, sys\nfrom pathlib import Path\nfrom daemon.app import run_daemon\n"
        "from daemon.options import AgentOptions, DaemonOptions\nfrom daemon.scripted import ScriptedRuntime\n"
        "url, token, home, work = sys.argv[1:]\n"
        "agent = AgentOptions('claude', 'scripted', ScriptedRuntime(Path(home) / 's'), Path(work), {'PATH': '/bin'})\n"
        "o = DaemonOptions(url, token, Path(home), Path(home) / 'f', 'laptop', (agent,))\n"
        "asyncio.run(run_daemon(o))\n"
    )
    arguments = [scene.house.url, scene.house.tokens["machine"], str(scene.folder / "home"), str(scene.work)]
    child = subprocess.Popen([sys.executable, "-c", script, *arguments], env={**os.environ})
    try:
        request = await scene.ask({"run": "sleep 0.3"}, {"done": "ok"})
        await scene.house.until(request.request, "running", 15)
        family = [psutil.Process(child.pid), *psutil.Process(child.pid).children(recursive=True)]
        sockets = [socket for one in family for socket in _connections(one)]
        assert not [socket for socket in sockets if socket.status == psutil.CONN_LISTEN]
        assert [socket for socket in sockets if socket.raddr]
        await scene.until_done(request)
    finally:
        child.kill()
        child.wait()


def _connections(process: psutil.Process) -> list[Any]:
    """Those of a process; none where it has ended meanwhile."""
    with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
        return process.net_connections("all")
    return []


@pytest.mark.rule("O15", "B24")
async def test_sigterm_hands_over_what_runs_and_leaves_no_process_behind(scene: Scene) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"run": "echo one >> log"}, {"run": "sleep 30; echo late >> log"}, {"done": "ok"}
        )
        await until(lambda: scene.lines("log"))
        [session] = [e.body["session"] for e in of("session", await scene.timeline(request))]
        await until(lambda: len(Family(mark=session).members()) >= 1)
    assert Family(mark=session).members() == set()
    assert (await scene.house.view(request.request)).state == "running"
    async with scene.daemon():
        await scene.until_done(request)
    assert scene.lines("log") == ["one"]
