"""The tools of a request: files handed over and refused, progress and plan, and arguments that are hostile."""

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from daemon.contact import Running
from daemon.handing import Desk
from daemon.plans import carry_on
from daemon.redact import Redactor
from daemon.runtime import Step
from daemon.tools import TOOLS, RequestTools
from relay.client import Refused, RelayClient
from relay.wire.requests import EventView
from tests.daemon.scene import Scene, of
from tests.daemon.test_prompt import claim

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


def attach(path: str, **more: Any) -> dict[str, Any]:
    return {"use": "attach", "arguments": {"path": path, **more}}


async def played(scene: Scene, *moves: dict[str, Any]) -> list[EventView]:
    async with scene.daemon():
        request = await scene.ask(*moves, {"done": "ok"})
        async with scene.yielding(request):
            await scene.until_done(request)
        return await scene.timeline(request)


@pytest.mark.rule("S4", "S2", "T1")
async def test_a_file_that_is_handed_over_is_on_the_timeline_and_its_bytes_are_for_the_room_only(
    scene: Scene,
) -> None:
    (scene.work / "out").mkdir()
    (scene.work / "out/plot.png").write_bytes(PNG)
    async with scene.daemon():
        request = await scene.ask(attach("out/plot.png", caption="how it looks"), {"done": "ok"})
        await scene.until_done(request)
        [told] = of("artifact", await scene.timeline(request))
    digest = hashlib.sha256(PNG).hexdigest()
    assert {**told.body, "happened_at": 0} == {
        "name": "plot.png", "path": "out/plot.png", "digest": digest, "size": len(PNG), "media_type": "image/png",
        "caption": "how it looks", "happened_at": 0,
    }  # fmt: skip
    assert await scene.house.client("owner").take_artifact(None, request.request, digest) == PNG
    for token in ("not-a-token-of-anybody", scene.house.tokens["machine"]):
        async with RelayClient(scene.house.url, token) as other:
            with pytest.raises(Refused):
                await other.take_artifact(None, request.request, digest)
    with pytest.raises(Refused, match="no such thing"):
        await scene.house.client("owner").take_artifact(None, request.request, "0" * 64)


@pytest.mark.rule("S2", "S4")
async def test_an_image_that_is_only_written_is_not_handed_over(scene: Scene) -> None:
    events = await played(scene, {"run": "printf '\\211PNG' > screenshot.png"})
    assert of("artifact", events) == []


HOSTILE = {
    "../outside.txt": "",
    "link.txt": "ln -s ../outside.txt link.txt",
    "deep/x/outside.txt": "mkdir deep && ln -s ../.. deep/x",
    "hard.txt": "ln ../outside.txt hard.txt",
    ".env": "echo A=1 > .env",
    "id_rsa": "echo x > id_rsa",
    "innocent.txt": "ln -s id_rsa innocent.txt",
    "pipe": "mkfifo pipe",
    "/dev/zero": "",
    "/proc/self/environ": "",
    ".git/config": "mkdir .git; echo x > .git/config",
    "big.bin": "truncate -s 30000000 big.bin",
    "notes.txt": "printf 'x\\n-----BEGIN RSA PRIVATE KEY-----\\n' > notes.txt",
    "nowhere.txt": "",
    ".": "",
    "a\u202eb\x1b[31m.txt": "",
    "nul\0.txt": "",
}


@pytest.mark.rule("S4", "T6")
async def test_what_may_not_leave_is_refused_and_the_refusal_is_on_the_timeline(scene: Scene) -> None:
    (scene.work.parent / "outside.txt").write_text("of somebody else")
    for command in HOSTILE.values():
        subprocess.run(command, shell=True, cwd=scene.work, check=True)
    async with scene.daemon():
        request = await scene.ask(*map(attach, HOSTILE), {"done": "ok"})
        async with scene.yielding(request):
            await scene.until_done(request)
        events = await scene.timeline(request)
    assert of("artifact", events) == []
    refused = [event.body["name"] for event in of("refused", events)]
    assert len(refused) == len(HOSTILE)
    assert "nul\N{REPLACEMENT CHARACTER}.txt" in refused


@pytest.mark.rule("S3", "S4")
async def test_a_text_is_handed_over_without_its_secrets_and_a_binary_with_one_is_refused(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "correct-horse-battery-9"
    monkeypatch.setenv("DATABASE_PASSWORD", secret)
    (scene.work / "log.txt").write_text(f"all is well\nconnected with {secret}\n")
    (scene.work / "dump.bin").write_bytes(b"\xff\xfe\0" + secret.encode() + b"\0\xff")
    (scene.work / "fine.bin").write_bytes(b"\xff\xfe\0 nothing \0\xff")
    async with scene.daemon():
        request = await scene.ask(
            attach("log.txt", caption=secret), attach("dump.bin"), attach("fine.bin"), {"done": "ok"}
        )
        await scene.until_done(request)
        events = await scene.timeline(request)
        handed = of("artifact", events)
        text = await scene.house.client("owner").take_artifact(
            None, request.request, handed[0].body["digest"]
        )
    assert text == b"all is well\nconnected with [redacted]\n"
    assert (handed[0].body["redacted"], handed[0].body["caption"]) == (1, "[redacted]")
    assert [event.body["name"] for event in handed] == ["log.txt", "fine.bin"]
    assert [event.body["name"] for event in of("refused", events)] == ["dump.bin"]
    assert secret not in str(events[5:])


@pytest.mark.rule("S4")
async def test_a_folder_that_the_owner_lists_may_be_handed_over_from(scene: Scene, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "shot.png").write_bytes(PNG)
    scene.settings = {"artifact_directories": (folder,)}
    events = await played(scene, attach(str(folder / "shot.png")))
    assert [event.body["name"] for event in of("artifact", events)] == ["shot.png"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("attach", {}),
        ("attach", {"path": 7}),
        ("attach", {"path": ""}),
        ("attach", {"path": "x" * 5_000}),
        ("attach", {"path": "a", "caption": ["x"]}),
        ("attach", {"path": "a", "request": "another"}),
        ("progress", {"percent": 101, "text": "x"}),
        ("progress", {"percent": float("nan"), "text": "x"}),
        ("progress", {"percent": "5", "text": "x"}),
        ("progress", {"percent": True, "text": "x"}),
        ("progress", {"percent": 5}),
        ("progress", {"percent": 5, "text": "x" * 501}),
        ("plan", {"steps": "all"}),
        ("plan", {"steps": [["a", "pending"]]}),
        ("plan", {"steps": [{"text": "a", "state": "over"}]}),
        ("plan", {"steps": [{"text": "a", "state": ["pending"]}]}),
        ("plan", {"steps": [{"text": "a", "state": "pending"}] * 2}),
        ("plan", {"steps": [{"text": str(n), "state": "pending"} for n in range(91)]}),
        ("approve", {}),
        ("__class__", {}),
    ],
)
async def test_arguments_that_are_wrong_are_answered_with_a_sentence_and_do_nothing(
    tmp_path: Path, tool: str, arguments: dict[str, Any]
) -> None:
    told: list[Any] = []

    async def deliver(*given: Any) -> None:
        told.append(given)

    def note(step: Step) -> tuple[str, ...]:
        told.append(step)
        return ()

    desk = Desk((tmp_path,), Redactor(), deliver)
    tools = RequestTools(desk, Running(claim()), note, lambda *report: told.append(report), str)
    text, failed = await tools.call(tool, arguments)
    assert failed
    assert text.endswith(".") and len(text) < 500
    assert told == []


async def test_progress_and_plan_are_seen_by_the_room(scene: Scene) -> None:
    steps = [{"text": "think", "state": "completed"}, {"text": "do", "state": "in_progress"}]
    async with scene.daemon():
        request = await scene.ask(
            {"use": "progress", "arguments": {"percent": 40, "text": "on\n the  way"}},
            {"use": "plan", "arguments": {"steps": steps}},
            {"done": "ok"},
        )
        view = await scene.until_done(request)
    assert (view.percent, view.progress) == (40, "on the way")
    assert view.plan == [("think", "completed"), ("do", "in_progress")]


async def test_a_plan_keeps_what_an_update_leaves_out_also_after_a_restart(scene: Scene) -> None:
    def plan(*steps: tuple[str, str]) -> dict[str, Any]:
        return {"use": "plan", "arguments": {"steps": [{"text": a, "state": b} for a, b in steps]}}

    async with scene.daemon():
        request = await scene.ask(
            plan(("one", "completed"), ("two", "pending")),
            {"wait": 60},
            plan(("one", "pending")),
            {"done": "ok"},
        )
        await scene.event(request, "plan")
        await scene.event(request, "tool_ended")
    async with scene.daemon():
        await scene.event(request, "session", 2)
        await scene.cancel(request)
        view = await scene.until_done(request, "cancelled")
    assert view.plan == [("one", "completed"), ("two", "pending")]


@pytest.mark.parametrize(
    ("before", "given", "after", "refused"),
    [
        ("", "a:pending", "a:pending", ""),
        ("a:pending b:in_progress", "b:completed", "a:cancelled b:completed", ""),
        ("a:completed b:pending", "b:in_progress", "a:completed b:in_progress", ""),
        ("a:completed", "a:in_progress", "a:completed", "a"),
        ("a:cancelled", "a:pending b:pending", "a:cancelled b:pending", "a"),
        ("a:cancelled", "a:completed", "a:cancelled", ""),
        ("a:pending b:pending c:pending", "a:pending c:pending", "a:pending b:cancelled c:pending", ""),
        ("a:pending", "", "a:cancelled", ""),
    ],
)
def test_what_a_plan_leaves_out_is_cancelled_and_what_is_over_stays_over(
    before: str, given: str, after: str, refused: str
) -> None:
    assert carry_on(_steps(before), _steps(given)) == (_steps(after), tuple(refused.split()))


def _steps(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((one.partition(":")[0], one.partition(":")[2]) for one in text.split())


def test_every_tool_says_what_it_takes() -> None:
    for tool in TOOLS:
        assert tool.description and json.dumps(dict(tool.schema))
