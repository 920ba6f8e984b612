"""After a gap, and now and then, asks that Slack never delivered are found in the channels themselves."""

import asyncio
import sqlite3

import pytest

from bots.pace import Allowance
from bots.slack import history
from tests.bots.slack.conftest import Stage
from tests.emulators.slack import Channel, Message

SLOW = 20.0
"""Seconds: a condition that comes is not waited for so long."""


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads as fast as they come: these tests are not about pace."""
    monkeypatch.setattr("bots.slack.search.READS", Allowance(10_000, 10.0))
    monkeypatch.setattr("tests.emulators.slack.limits.TIER_3", (10_000, 60.0))


async def marked(stage: Stage, channel: Channel | None = None) -> None:
    """Until the bot has looked through a channel once: from then on it knows where to begin."""
    key = f"mark:{(channel or stage.channel).id}"

    def noted() -> bool:
        paths = list(stage.folder.glob("bot/*.db"))
        query = "select count(*) from notes where key = ?"
        return bool(paths) and sqlite3.connect(paths[0]).execute(query, (key,)).fetchone() != (0,)

    await stage.slack.until(noted, SLOW)


async def settle(stage: Stage, count: int) -> None:
    """Until there are so many requests, and no more are coming."""
    async with asyncio.timeout(SLOW):
        while len(await stage.requests()) < count:
            await asyncio.sleep(0.05)
    await stage.slack.settle(SLOW)
    assert len(await stage.requests()) == count


def lose(stage: Stage, events: int = 2) -> None:
    """The next events never go out."""
    stage.slack.event_faults.drop_next = events


async def looked(stage: Stage, calls: int = 1) -> None:
    """Until so many more passes have begun to read the channel."""
    before = len(stage.slack.calls_of("conversations.history"))
    await stage.slack.until(
        lambda: len(stage.slack.calls_of("conversations.history")) >= before + calls, SLOW
    )


@pytest.mark.rule("C5")
async def test_an_ask_that_was_never_delivered_is_found_after_a_new_connection(stage: Stage) -> None:
    async with stage.running_bot():
        await marked(stage)
        lose(stage)
        ask = await stage.slack.mention(stage.asker, stage.channel, "lost on the way")
        assert stage.slack.deliveries_of(ask) == []
        await stage.slack.drop_connections()
        await stage.anchor(ask, SLOW)
        await settle(stage, 1)


@pytest.mark.rule("C5")
async def test_an_ask_that_was_lost_without_a_gap_is_found_before_long(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "EVERY_SECONDS", 0.3)
    async with stage.running_bot():
        await marked(stage)
        lose(stage)
        ask = await stage.slack.mention(stage.asker, stage.channel, "lost on the way")
        await stage.anchor(ask, SLOW)
        await settle(stage, 1)


@pytest.mark.rule("C5", "C2")
async def test_asks_of_the_time_without_a_bot_are_found_everywhere_and_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "EVERY_SECONDS", 0.3)
    private = stage.slack.add_channel("secret", private=True, members=[stage.owner, stage.asker])
    await stage.bind(private)
    async with stage.running_bot():
        first = await stage.slack.mention(stage.asker, stage.channel, "known already")
        anchor = await stage.anchor(first)
        await stage.slack.dm(stage.asker, "hello")
        await settle(stage, 2)
        talk = await stage.slack.say(stage.asker, stage.channel, "not for the bot")
        await marked(stage, stage.slack.dm_channel(stage.asker))
        await marked(stage, private)
        await stage.settled(SLOW)
    lose(stage, 99)
    slack, bot = stage.slack, stage.slack.bot.id
    await slack.mention(stage.asker, stage.channel, "at the top")
    await slack.mention(stage.asker, private, "in the private channel")
    await slack.mention(stage.asker, stage.channel, "in the work thread", anchor.ts)
    await slack.mention(stage.asker, stage.channel, "below other talk", talk.ts)
    await slack.dm(stage.asker, "directly")
    await slack.say(stage.asker, stage.channel, "a private thought")
    await slack.mention(stage.asker, stage.channel, f"with a file <@{bot}>", files=[("a.txt", b"x")])
    lose(stage, 0)
    async with stage.running_bot():
        await settle(stage, 8)
        prompts = sorted(one.prompt for one in await stage.requests())
        wanted = [
            "at the top",
            "below other talk",
            "directly",
            "in the private channel",
            "in the work thread",
        ]
        assert prompts == sorted([*wanted, "hello", "known already", "with a file"])
        assert [a.name for one in await stage.requests() for a in one.attachments] == ["a.txt"]


@pytest.mark.rule("C5")
async def test_what_was_handled_is_not_handled_again_by_looking(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "EVERY_SECONDS", 0.2)
    async with stage.running_bot():
        await marked(stage)
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.anchor(ask)
        await stage.slack.mention(stage.asker, stage.channel, "status")
        await stage.slack.mention(stage.asker, stage.channel, "agent:nobody run")
        await stage.slack.until(lambda: len(stage.slack.ephemerals_of(stage.asker)) == 2, SLOW)
        await looked(stage, 8)
        assert len(stage.slack.ephemerals_of(stage.asker)) == 2
        assert len(await stage.requests()) == 1


@pytest.mark.rule("C5", "C2")
async def test_a_conversation_begins_when_the_bot_first_sees_it_and_old_talk_is_left_alone(
    stage: Stage,
) -> None:
    await stage.slack.mention(stage.asker, stage.channel, "before there was a bot")
    await stage.slack.settle(SLOW)
    async with stage.running_bot():
        await marked(stage)
        await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, "now"))
        assert [one.prompt for one in await stage.requests()] == ["now"]


@pytest.mark.rule("C5", "A4")
async def test_an_ask_of_days_ago_is_not_done_unseen_and_its_asker_is_told(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage.running_bot():
        await marked(stage)
    lose(stage)
    await stage.slack.mention(stage.owner, stage.channel, "drop the old tables")
    monkeypatch.setattr("bots.slack.parse.LATE_SECONDS", 0.0)
    async with stage.running_bot():
        (told,) = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.owner), SLOW)
        assert "nothing was done" in told.text
        await stage.slack.drop_connections()
        await looked(stage)
        assert len(stage.slack.ephemerals_of(stage.owner)) == 1
        assert await stage.requests() == []


@pytest.mark.rule("C9", "C5")
async def test_an_edit_that_was_never_delivered_changes_the_request_that_waits(stage: Stage) -> None:
    async with stage.running_bot():
        await marked(stage)
        ask = await stage.slack.mention(stage.asker, stage.channel, "one")
        await stage.anchor(ask)
        lose(stage, 1)
        await stage.slack.edit(stage.asker, stage.channel, ask.ts, f"<@{stage.slack.bot.id}> two")
        await stage.slack.drop_connections()
        async with asyncio.timeout(SLOW):
            while (await stage.requests())[0].prompt != "two":
                await asyncio.sleep(0.05)
        version = (await stage.requests())[0].version
        await stage.slack.drop_connections()
        await looked(stage)
        assert (await stage.requests())[0].version == version == 2


@pytest.mark.rule("C9", "C5")
async def test_an_edit_inside_a_thread_is_found_although_nobody_answered_since(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "OVERLAP_SECONDS", 0.0)
    async with stage.running_bot():
        talk = await stage.slack.say(stage.asker, stage.channel, "talk")
        ask = await stage.slack.mention(stage.asker, stage.channel, "one", talk.ts)
        await stage.anchor(ask)
        await stage.settled(SLOW)
        await stage.slack.drop_connections()
        await looked(stage, 2)
        lose(stage, 1)
        await stage.slack.edit(stage.asker, stage.channel, ask.ts, f"<@{stage.slack.bot.id}> two")
        await stage.slack.drop_connections()
        async with asyncio.timeout(SLOW):
            while (await stage.requests())[0].prompt != "two":
                await asyncio.sleep(0.05)


@pytest.mark.rule("C5")
@pytest.mark.parametrize("spoken", [False, True])
async def test_a_thread_that_could_not_be_read_is_read_later_from_where_it_was_left(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, spoken: bool
) -> None:
    monkeypatch.setattr(history, "EVERY_SECONDS", 0.3)
    monkeypatch.setattr(history, "OVERLAP_SECONDS", 0.0)
    async with stage.running_bot():
        await marked(stage)
        root = await stage.slack.say(stage.asker, stage.channel, "talk")
        if spoken:
            await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, "known", root.ts))
        stage.slack.faults.error("conversations.replies", "channel_not_found", times=None)
        lose(stage)
        ask = await stage.slack.mention(stage.asker, stage.channel, "lost on the way", root.ts)
        await looked(stage, 3)
        await stage.slack.say(stage.asker, stage.channel, "more talk", thread_ts=root.ts)
        await looked(stage, 3)
        stage.slack.faults.clear()
        await stage.anchor(ask, SLOW)
        await settle(stage, 2 if spoken else 1)


@pytest.mark.rule("C5")
async def test_the_first_message_of_a_new_conversation_is_found_too(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "OVERLAP_SECONDS", 0.0)
    async with stage.running_bot():
        await marked(stage)
        lose(stage, 9)
        ask = await stage.slack.dm(stage.asker, "lost on the way")
        await stage.slack.drop_connections()
        await stage.anchor(ask, SLOW)
        await settle(stage, 1)


@pytest.mark.rule("C10", "C5")
async def test_without_a_scope_the_conversations_of_the_others_are_looked_through(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "EVERY_SECONDS", 0.3)
    stage.slack.remove_scope("mpim:read")
    async with stage.running_bot():
        await marked(stage)
        lose(stage)
        ask = await stage.slack.mention(stage.asker, stage.channel, "lost on the way")
        await stage.anchor(ask, SLOW)


@pytest.mark.rule("C10", "C5")
async def test_a_conversation_that_cannot_be_read_stops_no_other(stage: Stage) -> None:
    other = stage.slack.add_channel("other", members=[stage.owner, stage.asker])
    await stage.bind(other)
    async with stage.running_bot():
        await marked(stage)
        await marked(stage, other)
        lose(stage)
        ask = await stage.slack.mention(stage.asker, other, "lost on the way")
        stage.slack.faults.error(
            "conversations.history",
            "not_in_channel",
            times=None,
            when=lambda args: args.get("channel") == stage.channel.id,
        )
        stage.slack.faults.http_error("conversations.history", 503, times=1)
        await stage.slack.drop_connections()
        await stage.anchor(ask, SLOW)


@pytest.mark.rule("C5")
async def test_a_pass_that_is_cut_short_is_made_up_for_by_the_next_process(stage: Stage) -> None:
    async with stage.running_bot():
        await marked(stage)
    lose(stage)
    ask = await stage.slack.mention(stage.asker, stage.channel, "lost on the way")
    stage.slack.faults.delay("conversations.history", 30.0, times=None)
    async with stage.running_bot():
        await looked(stage)
    stage.slack.faults.clear()
    async with stage.running_bot():
        await stage.anchor(ask, SLOW)
        await settle(stage, 1)


@pytest.mark.rule("C5")
async def test_a_long_gap_is_read_page_by_page(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE", 3)
    async with stage.running_bot():
        await marked(stage)
    lose(stage, 999)
    asks: list[Message] = []
    for number in range(5):
        asks.append(await stage.slack.mention(stage.asker, stage.channel, f"ask {number}"))
        await stage.slack.say(stage.asker, stage.channel, "talk")
        await stage.slack.say(stage.asker, stage.channel, "talk", thread_ts=asks[0].ts)
    lose(stage, 0)
    async with stage.running_bot():
        await settle(stage, 5)
        found = [one.prompt for one in await stage.requests()]
        assert found == [f"ask {number}" for number in range(5)]


@pytest.mark.rule("C5", "C9", "O13")
async def test_who_takes_over_looks_for_what_came_in_between(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.slack.bot.STAND_BY_SECONDS", 0.1)
    async with stage.running_bot():
        spare = stage.bot("spare")
        waiting = asyncio.create_task(spare.run())
        async with asyncio.timeout(SLOW):
            while len(stage.slack.calls_of("auth.test")) < 2:
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
        assert len(stage.slack.connections) == 1  # two processes on one token do not share the events
        ask = await stage.slack.mention(stage.asker, stage.channel, "known")
        await stage.anchor(ask)
        await stage.slack.settle(SLOW)
        lose(stage, 3)
        lost = await stage.slack.mention(stage.asker, stage.channel, "lost on the way")
        await stage.slack.edit(stage.asker, stage.channel, ask.ts, f"<@{stage.slack.bot.id}> changed")
    try:
        await stage.anchor(lost, SLOW)
        await settle(stage, 2)
        # It finds an ask that was edited; that the relay has it as it was before, it cannot know.
        assert [one.prompt for one in await stage.requests()] == ["changed", "lost on the way"]
    finally:
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
