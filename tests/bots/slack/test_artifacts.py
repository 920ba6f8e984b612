"""Files that an agent hands over come into the work thread, once."""

import hashlib

import pytest

from tests.bots.slack.conftest import Stage
from tests.relay.players import Daemon, said


async def hand_over(daemon: Daemon, request: str, number: int, name: str, data: bytes) -> None:
    digest = hashlib.sha256(data).hexdigest()
    await daemon.client.put_artifact(request, digest, daemon.epoch, data)
    about = {"name": name, "path": name, "digest": digest, "size": len(data), "media_type": "text/html"}
    await daemon.report(request, said(number, "artifact", **about))


@pytest.mark.rule("C6", "T1")
async def test_a_file_that_was_handed_over_stands_in_the_thread(stage: Stage, brisk: None) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        anchor, request, daemon = await stage.running()
        await hand_over(daemon, request.request, 1, "报告.html", b"<h1>fine</h1>")
        await daemon.finish(request.request, 2, "See the report.")
        await stage.part(stage.channel, "final")
        await stage.slack.until(lambda: stage.slack.files)
        await stage.settled()
        (file,) = stage.slack.files
        assert (file.name, file.data) == ("报告.html", b"<h1>fine</h1>")
        (shown,) = [m for m in stage.slack.from_bot(stage.channel) if m.files]
        assert shown.thread_ts == anchor.ts


@pytest.mark.rule("C5", "C6")
async def test_a_file_is_shared_once_although_the_process_that_shared_it_is_gone(
    stage: Stage, brisk: None
) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        await hand_over(daemon, request.request, 1, "a.txt", b"one")
        await stage.slack.until(lambda: [m for m in stage.slack.from_bot(stage.channel) if m.files])
    await daemon.finish(request.request, 2, "done")
    async with stage.running_bot("second"):
        await stage.part(stage.channel, "final", 20)
        await stage.settled(20)
        assert len([m for m in stage.slack.from_bot(stage.channel) if m.files]) == 1


@pytest.mark.rule("C6", "T1")
async def test_a_file_that_much_followed_before_it_could_be_shown_stands_in_the_thread(
    stage: Stage, brisk: None
) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
    await hand_over(daemon, request.request, 1, "a.txt", b"one")
    for number in range(2, 302):
        await daemon.report(request.request, said(number, "said", text=f"step {number}"))
    await daemon.finish(request.request, 302, "done")
    async with stage.running_bot():
        await stage.part(stage.channel, "final", 20)
        await stage.settled(20)
        assert [file.name for file in stage.slack.files] == ["a.txt"]
        assert len([m for m in stage.slack.from_bot(stage.channel) if m.files]) == 1
