"""What Slack allows, and no more; and the end all the same."""

import pytest

from tests.bots.slack.conftest import Stage, part_of
from tests.relay.players import said


@pytest.mark.rule("C6")
async def test_patience_is_kept_and_the_end_is_delivered_after_it(stage: Stage) -> None:
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        stage.slack.faults.rate_limit("chat.postMessage", 3)
        stage.slack.faults.rate_limit("chat.update", 3)
        began = stage.slack.now()
        for number in range(1, 40):
            await daemon.report(request.request, said(number, "progress", percent=number, text="x"))
        await daemon.finish(request.request, 40, "all is well")
        final = await stage.part(stage.channel, "final", 10)
        refused = [c for c in stage.slack.calls_of("chat.postMessage", "ratelimited") if c.at > began]
        assert len(refused) <= 1
        assert "all is well" in stage.slack.visible_text(final)
        await stage.slack.until(
            lambda: "Done" in stage.slack.visible_text(stage.slack.from_bot(stage.channel)[0]), 10
        )
        assert [part_of(m) for m in stage.slack.from_bot(stage.channel)].count("final") == 1


@pytest.mark.rule("C6")
async def test_many_steps_are_few_edits_and_the_newest_is_shown(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        anchor, request, daemon = await stage.running()
        for number in range(1, 60):
            await daemon.report(
                request.request, said(number, "progress", percent=number, text=f"step {number}")
            )
        progress = await stage.part(stage.channel, "progress")
        await stage.slack.until(lambda: "step 59" in stage.slack.visible_text(progress), 10)
        assert len(progress.revisions) < 30
        assert len(anchor.revisions) <= 3  # asked, approved, running: progress is no reason to touch the card
