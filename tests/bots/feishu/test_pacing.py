"""What Feishu allows, and no more; what people wait for first; and the end all the same."""

import asyncio

import pytest

from tests.bots.feishu.conftest import Stage
from tests.bots.feishu.showing import part, parts, running
from tests.emulators.feishu import Call
from tests.relay.players import Daemon, said

WRITES = ("message.create", "message.reply", "message.patch")
REQUESTS = 10


@pytest.mark.rule("C6")
async def test_ten_requests_at_once_stay_within_five_a_second_with_their_ends_first(stage: Stage) -> None:
    async with stage.running_bot():
        for number in range(REQUESTS):
            await stage.feishu.say(stage.chat, stage.owner, f"run {number}", mention=True)
        await stage.request(REQUESTS, 10)
        views = await stage.requests()
        daemon = Daemon(stage.house)
        await daemon.start()
        for view in views[:-1]:
            await daemon.take(view.request, f"take {view.request}")
            await daemon.finish(view.request, 1, "all is well")
        over, busy = stage.feishu.now(), views[-1].request
        await daemon.take(busy, f"take {busy}")
        for number in range(1, 150):
            await daemon.report(busy, said(number, "progress", percent=number % 100, text=f"step {number}"))
            await asyncio.sleep(0.02)
            if parts(stage).count("final") == REQUESTS - 1:
                break
        await stage.feishu.until(lambda: parts(stage).count("final") == REQUESTS - 1, 30)
        await daemon.finish(busy, number + 1, "all is well")
        await stage.feishu.until(lambda: parts(stage).count("final") == REQUESTS, 30)
        await stage.settled(30)
        known = dict(zip([m.id for m in stage.feishu.from_bot(stage.chat)], parts(stage), strict=True))
        here = [call for call in stage.feishu.calls if call.name in WRITES and in_group(stage, call, known)]
        took = here[-1].at - here[0].at
        assert len(here) <= 5 * took + 5
        # On a machine that stands still now and then, calls that were spread out may arrive together.
        assert len([call for call in stage.feishu.calls if call.code == 230020]) <= 2
        kinds = [kind(call, known) for call in here if call.at > over]
        others = [index for index, one in enumerate(kinds) if one == "final"][:-1]
        assert kinds[: others[-1]].count("progress") <= 2  # what merely goes on waits for what has ended


def in_group(stage: Stage, call: Call, known: dict[str, str]) -> bool:
    """Whether a call concerns the bound group."""
    if call.name == "message.create":
        return call.body["receive_id"] == stage.chat.id
    return call.name == "message.reply" or call.path["message_id"] in known


def kind(call: Call, known: dict[str, str]) -> str:
    """Which part a call sends or updates."""
    if call.name == "message.patch":
        return known[call.path["message_id"]]
    content = str(call.body["content"])
    return "final" if "is done" in content else "progress" if "step" in content else "anchor"


@pytest.mark.rule("C6")
@pytest.mark.parametrize("refusal", ["whole app", "this chat"])
async def test_patience_is_kept_and_the_end_is_delivered_after_it(stage: Stage, refusal: str) -> None:
    async with stage.running_bot():
        anchor, request, daemon = await running(stage)
        await stage.settled()
        began = stage.feishu.now()
        faults = stage.feishu.faults
        if refusal == "whole app":
            faults.rate_limit("message.reply", 3)
            faults.rate_limit("message.patch", 3)
        else:
            faults.error("message.reply", 230020, times=3)
            faults.error("message.patch", 230020, times=3)
        for number in range(1, 30):
            await daemon.report(request.request, said(number, "progress", percent=number, text="x"))
        await daemon.finish(request.request, 30, "all is well")
        final = await part(stage, "final", timeout=15)
        assert "all is well" in stage.feishu.visible_text(final)
        await stage.feishu.until(lambda: stage.feishu.title(anchor, "en_us").endswith("Done"), 15)
        refused = [c for c in stage.feishu.calls if c.code in (99991400, 230020) and c.at > began]
        assert len(refused) <= 8
        assert parts(stage).count("final") == 1
        assert final.thread_id == anchor.thread_id  # a rate limit is no reason to answer elsewhere


@pytest.mark.rule("C6")
async def test_many_steps_are_few_updates_and_the_newest_is_shown(stage: Stage) -> None:
    async with stage.running_bot():
        anchor, request, daemon = await running(stage)
        for number in range(1, 60):
            await daemon.report(
                request.request, said(number, "progress", percent=number, text=f"step {number}")
            )
            await asyncio.sleep(0.02)
        progress = await part(stage, "progress")
        await stage.feishu.until(lambda: "step 59" in stage.feishu.visible_text(progress), 15)
        assert len(progress.revisions) < 12
        assert len(anchor.revisions) <= 4  # asked, approved, running: progress is no reason to touch the card
