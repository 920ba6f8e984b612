"""Files that an agent hands over come into the work thread, once; pictures are shown."""

import hashlib

import pytest

from tests.bots.feishu.conftest import Stage
from tests.bots.feishu.showing import part, parts, running
from tests.emulators.feishu import Message
from tests.relay.players import Daemon, said

PICTURE = b"\x89PNG\r\n\x1a\n" + b"0" * 40


async def hand_over(daemon: Daemon, request: str, number: int, name: str, data: bytes) -> None:
    digest = hashlib.sha256(data).hexdigest()
    await daemon.client.put_artifact(request, digest, daemon.epoch, data)
    about = {"name": name, "path": name, "digest": digest, "size": len(data), "media_type": "text/html"}
    await daemon.report(request, said(number, "artifact", **about))


def pictures(stage: Stage) -> list[Message]:
    return [
        m
        for m in stage.feishu.from_bot(stage.chat)
        if m.card and m.card["body"]["elements"][0]["tag"] == "img"
    ]


@pytest.mark.rule("C6", "T1")
async def test_a_file_stands_in_the_thread_and_a_picture_is_shown_with_its_name(stage: Stage) -> None:
    async with stage.running_bot():
        anchor, request, daemon = await running(stage)
        await hand_over(daemon, request.request, 1, "报告.html", b"<h1>fine</h1>")
        await hand_over(daemon, request.request, 2, "page.png", PICTURE)
        await daemon.finish(request.request, 3, "See the report.")
        await part(stage, "final")
        file = await part(stage, "file")
        (picture,) = await stage.feishu.until(lambda: pictures(stage))
        await stage.settled()
        assert "报告.html" in stage.feishu.visible_text(file)
        assert "page.png" in stage.feishu.visible_text(picture)
        assert {file.thread_id, picture.thread_id} == {anchor.thread_id}
        stored = {one.data for one in stage.feishu.service.platform.files.values()}
        assert stored == {b"<h1>fine</h1>", PICTURE}


@pytest.mark.rule("C5", "C6")
async def test_files_are_sent_once_although_the_process_that_sent_them_is_gone(stage: Stage) -> None:
    stage.feishu.limits.off()
    async with stage.running_bot():
        _, request, daemon = await running(stage)
        await hand_over(daemon, request.request, 1, "a.txt", b"one")
        await hand_over(daemon, request.request, 2, "page.png", PICTURE)
        await part(stage, "file")
        await stage.feishu.until(lambda: pictures(stage))
    await daemon.finish(request.request, 3, "done")
    async with stage.running_bot("second"):
        await part(stage, "final", timeout=20)
        await stage.settled(20)
        assert parts(stage).count("file") == 1
        assert len(pictures(stage)) == 1


@pytest.mark.rule("C6", "T1")
async def test_a_file_that_much_followed_before_it_could_be_shown_stands_in_the_thread(stage: Stage) -> None:
    stage.feishu.limits.off()
    async with stage.running_bot():
        _, request, daemon = await running(stage)
    await hand_over(daemon, request.request, 1, "a.txt", b"one")
    for number in range(2, 202):
        await daemon.report(request.request, said(number, "said", text=f"step {number}"))
    await daemon.finish(request.request, 202, "done")
    async with stage.running_bot():
        await part(stage, "final", timeout=20)
        await stage.settled(20)
        assert parts(stage).count("file") == 1


@pytest.mark.rule("C10")
async def test_a_file_that_feishu_does_not_take_stops_nothing(stage: Stage) -> None:
    stage.feishu.limits.off()
    async with stage.running_bot():
        _, request, daemon = await running(stage)
        stage.feishu.faults.error("file.create", 234006, times=None)
        await hand_over(daemon, request.request, 1, "a.bin", b"one")
        await daemon.finish(request.request, 2, "done")
        await part(stage, "final")
        await stage.settled()
        assert "file" not in parts(stage)
