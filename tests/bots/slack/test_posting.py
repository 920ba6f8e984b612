"""What stands in Slack is right, whole, and there once, whatever goes wrong on the way."""

import asyncio
from typing import Any

import pytest

from relay.machine import State
from tests.bots.slack.conftest import Stage, part_of
from tests.emulators.slack import Message
from tests.faults.proxy import open_proxy
from tests.relay.players import said

pytestmark = pytest.mark.usefixtures("brisk")


def once(stage: Stage, *names: str) -> bool:
    """Whether each part stands exactly once, in the bound channel."""
    parts = stage.parts(stage.channel)
    return all(parts.count(name) == 1 for name in names)


def posts(part: str) -> Any:
    """Calls that post this part."""
    return lambda args: f'"part": "{part}"' in str(args.get("metadata")).replace("'", '"')


@pytest.mark.rule("C5")
@pytest.mark.parametrize("fault", ["lose_reply", "lose_request", "http_error", "delay_reply"])
@pytest.mark.parametrize("part", ["anchor", "final"])
async def test_a_post_whose_fate_is_unknown_is_looked_up_and_stands_once(
    stage: Stage, fault: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.desk.CALL_SECONDS", 0.5)
    stage.slack.limits.off()
    async with stage.running_bot():
        extra = {"seconds": 2.0} if fault == "delay_reply" else {}
        getattr(stage.slack.faults, fault)("chat.postMessage", when=posts(part), **extra)
        _, request, daemon = await stage.running()
        await daemon.finish(request.request)
        await stage.part(stage.channel, "final")
        await stage.settled()
        assert once(stage, "anchor", "final", "link")


@pytest.mark.rule("C5")
async def test_a_view_that_is_older_than_the_last_post_posts_nothing_again(stage: Stage) -> None:
    stage.slack.limits.off()
    async with open_proxy(stage.house.url) as network, stage.running_bot(url=network.url):
        stage.slack.faults.delay_reply("chat.postMessage", 1.0, when=posts("anchor"))
        await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.part(stage.channel, "anchor")
        # The relay has not heard of the anchor when it answers the next question for what is to be shown.
        network.late["/places?"] = asyncio.Event()
        await stage.house.approve((await stage.requests())[0])
        await stage.part(stage.channel, "link")
        await stage.until_told("anchor")
        network.late.pop("/places?").set()
        await stage.settled()
        assert once(stage, "anchor", "link")


@pytest.mark.rule("C5", "O15")
@pytest.mark.parametrize("part", ["anchor", "progress", "final"])
async def test_killed_between_the_post_and_the_word_to_the_relay_it_is_found_again(
    stage: Stage, part: str
) -> None:
    stage.slack.limits.off()
    stage.slack.faults.delay_reply("chat.postMessage", 30, when=posts(part))
    bot = asyncio.create_task(stage.bot().run())
    await stage.slack.until_connected()
    ask = await stage.slack.mention(stage.owner, stage.channel, "run")
    await stage.slack.until(lambda: stage.slack.deliveries_of(ask))
    async with asyncio.timeout(5):
        while not (requests := await stage.requests()):
            await asyncio.sleep(0.02)
    daemon = await stage.take(requests[0].request)
    if part != "anchor":
        await stage.part(stage.channel, "anchor")
        await daemon.report(requests[0].request, said(1, "progress", percent=10, text="x"))
    if part == "final":
        await stage.part(stage.channel, "progress")
        await daemon.finish(requests[0].request, 2)
    await stage.part(stage.channel, part)
    bot.cancel()  # while the reply is on its way: the relay hears nothing of the post
    await asyncio.gather(bot, return_exceptions=True)
    stage.slack.faults.clear()
    async with stage.running_bot():
        if part != "final":
            await daemon.finish(requests[0].request, 1 if part == "anchor" else 2)
        await stage.part(stage.channel, "final")
        await stage.settled()
        assert once(stage, "anchor", "final", "link")
        assert stage.parts(stage.channel).count("progress") <= 1


@pytest.mark.rule("C1", "C5")
async def test_a_post_whose_answer_names_no_thread_is_not_taken_back_if_it_stands_there(stage: Stage) -> None:
    stage.slack.limits.off()
    stage.slack.service.terse_replies = True
    async with stage.running_bot():
        anchor, request, daemon = await stage.running()
        await daemon.finish(request.request)
        final = await stage.part(stage.channel, "final", 20)
        await stage.settled(20)
        assert final.thread_ts == anchor.ts
        assert once(stage, "anchor", "final", "link")
        assert not stage.slack.calls_of("chat.delete")


@pytest.mark.rule("C3", "C5")
async def test_a_card_whose_post_was_never_answered_offers_nothing_when_it_is_over(stage: Stage) -> None:
    stage.slack.limits.off()
    direct = stage.slack.dm_channel(stage.owner)
    async with stage.running_bot():
        stage.slack.faults.lose_reply("chat.postMessage", when=posts("card"))
        unread = stage.slack.faults.http_error("conversations.history", times=None)
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        card = await stage.part(direct, "card")
        await stage.slack.until(lambda: unread.hits)  # nobody knows yet that it stands
        await stage.slack.delete(stage.channel, ask.ts)
        await stage.house.until((await stage.requests())[0].request, "cancelled")
        stage.slack.faults.clear()
        await stage.slack.until(lambda: not stage.slack.actions(card), 20)
        await stage.settled(20)
        assert stage.parts(direct) == ["card"]


@pytest.mark.rule("C6", "C5")
async def test_work_that_ends_at_once_posts_no_progress_at_all(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        await daemon.report(
            request.request, said(1, "progress", percent=5, text="x"), said(2, "done", text="42")
        )
        await stage.part(stage.channel, "final")
        await stage.settled()
        assert "progress" not in stage.parts(stage.channel)


@pytest.mark.rule("C10")
async def test_a_deleted_thread_gets_no_post_at_the_top_and_others_go_on(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        anchor, request, daemon = await stage.running()
        await stage.part(stage.channel, "link")
        await stage.slack.delete_thread(stage.channel, anchor.ts)
        await daemon.report(
            request.request, said(1, "progress", percent=5, text="x"), said(2, "done", text="42")
        )
        told = await stage.slack.until(
            lambda: [
                m
                for m in stage.slack.from_bot(stage.slack.dm_channel(stage.owner))
                if "thread_gone" in m.text
            ]
        )
        assert "Ask again" in told[0].text
        await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, "another"))
        await stage.settled()
        here = [part_of(m) for m in stage.slack.roots(stage.channel) if m.user == stage.slack.bot.id]
        assert here == ["anchor"]


@pytest.mark.rule("C10")
async def test_a_root_deleted_before_the_first_reply_leaves_no_stray(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.owner, stage.channel, "run")
        await stage.slack.until(
            lambda: [m for m in stage.slack.from_bot(ask.channel) if part_of(m) == "anchor"]
        )
        await stage.slack.delete(stage.channel, ask.ts)  # the link's thread goes, not the work's
        await stage.settled()
        roots = [part_of(m) for m in stage.slack.roots(stage.channel) if m.user == stage.slack.bot.id]
        assert roots == ["anchor"]


@pytest.mark.rule("C10")
@pytest.mark.parametrize("trouble", ["kick", "archive"])
async def test_a_channel_out_of_reach_stops_no_other_and_the_owner_is_told_once(
    stage: Stage, trouble: str
) -> None:
    stage.slack.limits.off()
    other = stage.slack.add_channel("other", members=[stage.owner, stage.asker])
    await stage.bind(other)
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        _, second = await stage.approved("another one")
        await stage.settled()
        if trouble == "kick":
            await stage.slack.kick(stage.slack.bot, stage.channel)
        else:
            await stage.slack.archive(stage.channel)
        await daemon.finish(request.request)
        await stage.house.client("owner").cancel(None, second.request, "cancel")
        direct = stage.slack.dm_channel(stage.owner)
        await stage.slack.until(
            lambda: [
                m for m in stage.slack.from_bot(direct) if request.public_id in m.text and not part_of(m)
            ]
        )
        await stage.anchor(await stage.slack.mention(stage.asker, other, "still there?"))
        await stage.settled()
        assert len([m for m in stage.slack.from_bot(direct) if not part_of(m)]) == 1


@pytest.mark.rule("C10")
async def test_a_revoked_token_is_waited_for_and_nothing_is_lost(stage: Stage) -> None:
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        stage.slack.revoke_token()
        await daemon.finish(request.request)
        await asyncio.sleep(0.5)
        stage.slack.restore_token()
        await stage.part(stage.channel, "final", 10)


@pytest.mark.rule("C10")
async def test_a_missing_scope_for_looking_up_stops_one_place_only(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        stage.slack.remove_scope("im:write")
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        anchor = await stage.anchor(ask)
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:approve")
        await stage.slack.until(lambda: not stage.slack.actions(anchor))


@pytest.mark.rule("C5", "O15")
async def test_after_a_restart_finished_threads_are_silent(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        for number in range(3):
            ask = await stage.slack.mention(stage.owner, stage.channel, f"run {number}")
            await stage.anchor(ask)
            daemon = await stage.take((await stage.requests())[-1].request)
            await daemon.finish((await stage.requests())[-1].request)
            await stage.settled()
    before = len(stage.slack.calls)
    async with stage.running_bot():
        await asyncio.sleep(1)
        spoken = [c.method for c in stage.slack.calls[before:] if c.method.startswith("chat.")]
        assert spoken == []


@pytest.mark.rule("O13")
async def test_one_process_is_active_and_the_next_takes_over(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.slack.limits.off()
    for name, seconds in (("LEASE_SECONDS", 2.0), ("RENEW_SECONDS", 0.3), ("MARGIN_SECONDS", 0.3)):
        monkeypatch.setattr(f"bots.lease.{name}", seconds)
    async with stage.running_bot("first"):
        standing_by = stage.bot("second")
        task = asyncio.create_task(standing_by.run())
        await asyncio.sleep(1.5)
        assert len(stage.slack.connections) == 1
        await stage.anchor(await stage.slack.mention(stage.owner, stage.channel, "one"))
    await asyncio.wait_for(standing_by.connected.wait(), 8)
    await stage.anchor(await stage.slack.mention(stage.owner, stage.channel, "two"))
    await stage.settled()
    assert stage.parts(stage.channel).count("anchor") == 2
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.rule("C7")
async def test_a_long_result_is_shown_with_its_count_and_all_of_it_is_a_file(stage: Stage) -> None:
    stage.slack.limits.off()
    answer = "0123456789 " * 1200 + "THE END"
    async with stage.running_bot():
        anchor, request, daemon = await stage.running()
        await daemon.finish(request.request, text=answer)
        final = await stage.part(stage.channel, "final")
        assert "more characters" in stage.slack.visible_text(final)

        def shared() -> list[Message]:
            return [m for m in stage.slack.thread(stage.channel, anchor.ts) if m.files]

        await stage.slack.until(shared)
        stored = [file for file in stage.slack.files if file.complete]
        assert [file.data for file in stored] == [answer.encode()]
        assert stored[0].name == f"{request.public_id}.txt"


@pytest.mark.rule("C3")
async def test_blocks_that_slack_refuses_are_shown_as_text_rather_than_not_at_all(stage: Stage) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        stage.slack.faults.error("chat.postMessage", "invalid_blocks")
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        anchor = await stage.anchor(ask)
        assert "R20" in anchor.text
        assert (await stage.requests())[0].state is State.pending
