"""The main job on Slack: a mention, a card, a tap, the work, and its end."""

import asyncio

import pytest

from relay.machine import State
from relay.wire.requests import ActionState
from tests.bots.slack.conftest import Stage, part_of
from tests.relay.players import said


@pytest.mark.rule("C1", "C2", "C3", "C4")
async def test_a_mention_becomes_a_thread_whose_title_is_the_id_and_a_card(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        request = (await stage.requests())[0]
        shown = stage.slack.visible_text(anchor)
        assert shown.startswith(request.public_id)
        assert not anchor.is_reply
        assert stage.slack.actions(anchor) == ["muti:approve", "muti:always", "muti:deny", "muti:explain"]
        for fact in ("Sarah Kim", "claude", "run the tests", str(stage.house.directory), "Olga"):
            assert fact in shown
        link = await stage.part(stage.channel, "link")
        assert link.thread_ts == ask.ts
        assert request.public_id in stage.slack.visible_text(link)
        assert anchor.ts.replace(".", "") in str(link.blocks)


@pytest.mark.rule("A2")
async def test_somebody_elses_tap_changes_nothing_and_tells_only_them(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        await stage.slack.tap(stage.asker, stage.channel, anchor.ts, "muti:approve")
        told = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker))
        assert "Only the owner" in told[0].text
        assert (await stage.requests())[0].state is State.pending
        assert stage.slack.actions(anchor)


@pytest.mark.rule("L5", "C5")
async def test_a_second_tap_is_told_who_decided(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:approve")
        await stage.slack.until(lambda: not stage.slack.actions(anchor))
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:deny", stale=True)
        told = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.owner))
        assert "Too late" in told[0].text
        assert (await stage.requests())[0].state is State.approved


@pytest.mark.rule("A3", "C9")
async def test_an_edit_before_approval_gives_a_new_card_and_the_old_one_decides_nothing(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        await stage.slack.edit(stage.asker, stage.channel, ask.ts, f"<@{stage.slack.bot.id}> run them twice")
        await stage.slack.until(lambda: "run them twice" in stage.slack.visible_text(anchor))
        value = str(anchor.revisions[0].blocks)
        assert '"v":1' in value
        await stage.slack.tap(
            stage.owner, stage.channel, anchor.ts, "muti:approve", stale=True, block_id=_block(anchor)
        )
        told = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.owner))
        assert "edited" in told[0].text
        assert (await stage.requests())[0].state is State.pending


def _block(anchor: object) -> str:
    """The row of buttons that the first revision of a card had."""
    blocks = anchor.revisions[0].blocks  # type: ignore[attr-defined]
    return next(str(block["block_id"]) for block in blocks if block["type"] == "actions")


@pytest.mark.rule("C9")
async def test_a_deleted_ask_is_cancelled_and_an_edit_after_the_decision_is_said_to_be_ignored(
    stage: Stage,
) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        await stage.slack.delete(stage.channel, ask.ts)
        await stage.slack.until(lambda: "Cancelled" in stage.slack.visible_text(anchor))
        assert (await stage.requests())[0].state is State.cancelled
        second, _ = await stage.approved("again")
        ask = stage.slack.roots(stage.channel)[-2]
        assert second.ts > ask.ts
        await stage.slack.edit(stage.asker, stage.channel, ask.ts, f"<@{stage.slack.bot.id}> something else")
        told = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker))
        assert "ignored" in told[0].text


@pytest.mark.rule("C2", "R13", "B07")
async def test_a_direct_message_is_an_ask_too(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.slack.dm(stage.owner, "run the tests", also_mention=True)
        channel = stage.slack.dm_channel(stage.owner)
        anchor = await stage.part(channel, "anchor")
        requests = await stage.requests()
        assert len(requests) == 1
        assert requests[0].state is State.approved
        assert stage.slack.visible_text(anchor).startswith(requests[0].public_id)
        assert [part_of(m) for m in stage.slack.from_bot(channel)].count("anchor") == 1


@pytest.mark.rule("P3", "P4", "B09")
async def test_a_risky_action_waits_for_the_owners_tap_on_its_exact_input(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        asked = await daemon.ask(request.request, shown="rm -r build")
        card = await stage.part(stage.channel, f"action:{asked.action}")
        shown = stage.slack.visible_text(card)
        for fact in ("rm -r build", "Delete", "it deletes", "/project"):
            assert fact in shown
        await stage.slack.tap(stage.asker, stage.channel, card.ts, "muti:allow")
        assert (
            "Only the owner"
            in (await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker)))[0].text
        )
        await stage.slack.tap(stage.owner, stage.channel, card.ts, "muti:allow")
        await stage.slack.until(lambda: not stage.slack.actions(card))
        assert "Approved once by Olga" in stage.slack.visible_text(card)
        view = await stage.house.view(request.request)
        assert view.actions[0].state is ActionState.allowed
        direct = await stage.part(stage.slack.dm_channel(stage.owner), f"action:{asked.action}")
        await stage.slack.until(lambda: not stage.slack.actions(direct))


@pytest.mark.rule("P3", "A1")
async def test_a_long_prompt_is_read_in_a_window_and_approved_there(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(
            stage.asker, stage.channel, "first line\n" + "x" * 5000 + "\nlast line"
        )
        anchor = await stage.anchor(ask)
        assert stage.slack.actions(anchor) == ["muti:review", "muti:deny", "muti:explain"]
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:review")
        window = (await stage.slack.until(lambda: stage.slack.views_of(stage.owner)))[0]
        assert "last line" in stage.slack.visible_text(window)
        await stage.slack.submit_view(stage.owner, window.id)
        await stage.house.until((await stage.requests())[0].request, State.approved)
        assert stage.slack.views_of(stage.owner) == []


@pytest.mark.rule("R5")
async def test_a_stranger_makes_a_join_card_and_the_owner_admits_and_approves_with_one_tap(
    stage: Stage,
) -> None:
    async with stage.running_bot():
        max_ = stage.slack.add_user("max")
        await stage.slack.invite(max_, stage.channel)
        ask = await stage.slack.mention(max_, stage.channel, "let me try")
        note = await stage.part(stage.channel, "join")
        assert note.thread_ts == ask.ts
        assert "not in this room" in stage.slack.visible_text(note)
        assert await stage.requests() == []
        direct = stage.slack.dm_channel(stage.owner)
        card = await stage.part(direct, "join")
        await stage.slack.tap(stage.owner, direct, card.ts, "muti:admit_and_approve")
        anchor = await stage.anchor(ask)
        assert (await stage.requests())[0].state is State.approved
        assert "let me try" in stage.slack.visible_text(anchor)
        await stage.slack.until(lambda: "in the room now" in stage.slack.visible_text(note))
        await stage.slack.until(lambda: not stage.slack.actions(card))


@pytest.mark.rule("C12", "X2")
async def test_the_cancel_button_and_the_word_stop_the_work(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        anchor, request, daemon = await stage.running()
        await daemon.report(request.request, said(1, "progress", percent=1, text="x"))
        progress = await stage.part(stage.channel, "progress")
        await stage.slack.tap(stage.asker, stage.channel, progress.ts, "muti:cancel")
        await stage.slack.until(lambda: "Stopping" in stage.slack.visible_text(anchor))
        await daemon.report(request.request, said(2, "stopped"))
        await stage.slack.until(lambda: "Cancelled" in stage.slack.visible_text(anchor))
        assert daemon.epoch == 1


@pytest.mark.rule("L3", "C4")
async def test_the_owners_own_ask_needs_no_tap(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.owner, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        assert stage.slack.actions(anchor) == []
        assert (await stage.requests())[0].state is State.approved
        assert stage.slack.from_bot(stage.slack.dm_channel(stage.owner)) == []


@pytest.mark.rule("A6", "L3")
async def test_allow_always_lets_the_next_ask_start_by_itself(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "one")
        await stage.slack.tap(stage.owner, stage.channel, (await stage.anchor(ask)).ts, "muti:always")
        await stage.house.until((await stage.requests())[0].request, State.approved)
        again = await stage.slack.mention(stage.asker, stage.channel, "two")
        anchor = await stage.anchor(again)
        assert stage.slack.actions(anchor) == []
        assert "standing permission" in stage.slack.visible_text(anchor)


@pytest.mark.rule("C12", "F4")
async def test_people_are_spoken_to_in_their_own_language(stage: Stage) -> None:
    async with stage.running_bot():
        li = stage.slack.add_user("li", locale="zh-CN")
        await stage.slack.invite(li, stage.channel)
        await stage.admit(li)
        ask = await stage.slack.mention(li, stage.channel, "修复登录")
        assert "待批准" in stage.slack.visible_text(await stage.anchor(ask))
        await stage.slack.mention(li, stage.channel, "帮助")
        told = await stage.slack.until(lambda: stage.slack.ephemerals_of(li))
        assert "状态" in told[0].text


@pytest.mark.rule("X3", "C6")
async def test_what_failed_is_asked_again_by_a_button_below_its_end(stage: Stage, brisk: None) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        anchor, request, daemon = await stage.running("run the tests")
        await daemon.report(request.request, said(1, "failed", text="out of memory"))
        final = await stage.part(stage.channel, "final", 20)
        assert stage.slack.actions(final) == ["muti:retry"]
        assert stage.slack.actions(anchor) == []
        await stage.slack.tap(stage.asker, stage.channel, final.ts, "muti:retry")
        async with asyncio.timeout(20):
            while len(requests := await stage.requests()) < 2:
                await asyncio.sleep(0.05)
        assert (requests[1].prompt, requests[1].retry_of) == ("run the tests", request.request)
