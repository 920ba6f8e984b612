"""Everywhere people talk: group direct messages, the app's own threads, and somebody else's thread."""

import pytest

from relay.machine import State
from relay.wire.requests import EARLIER
from tests.bots.slack.conftest import Stage, is_anchor

SLOW = 20.0


@pytest.mark.rule("K2", "C2", "C12")
async def test_in_a_group_of_people_the_bot_is_asked_by_mention_and_nobody_is_talked_over(
    stage: Stage,
) -> None:
    group = stage.slack.add_group_dm([stage.owner, stage.asker])
    async with stage.running_bot():
        await stage.slack.mention(stage.asker, group, "not bound yet")
        (told,) = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker), SLOW)
        assert told.channel == group.id
        await stage.bind(group)
        await stage.slack.say(stage.asker, group, "just talk")
        ask = await stage.slack.mention(stage.asker, group, "run")
        anchor = await stage.anchor(ask, SLOW)
        assert [one.prompt for one in await stage.requests()] == ["run"]
        await stage.slack.tap(stage.owner, group, anchor.ts, "muti:approve")
        await stage.house.until((await stage.requests())[0].request, State.approved)


@pytest.mark.rule("K2", "C1")
@pytest.mark.parametrize("declared", ["assistant", "agent"])
async def test_a_thread_of_the_app_is_titled_with_the_first_id_and_its_state(
    stage: Stage, declared: str, brisk: None
) -> None:
    stage.slack.service.declared = declared  # type: ignore[assignment]
    stage.slack.limits.off()
    async with stage.running_bot():
        root = await stage.slack.start_assistant_thread(stage.asker)
        ask = await stage.slack.dm(stage.asker, "run the tests", root.ts)
        await stage.anchor(ask, SLOW)
        titles = stage.slack.titles_of(ask.channel, root.ts)
        (title,) = await stage.slack.until(lambda: titles, SLOW)
        first = (await stage.requests())[0]
        assert title.startswith(first.public_id)
        again = await stage.slack.dm(stage.asker, "and then?", root.ts)
        await stage.slack.until(
            lambda: [m for m in stage.slack.from_bot(ask.channel) if is_anchor(m) and m.ts > again.ts], SLOW
        )
        await stage.house.approve(first)
        await stage.slack.until(lambda: len(titles) > 1, SLOW)
        assert all(one.startswith(first.public_id) for one in titles)


@pytest.mark.rule("K2", "C10")
async def test_an_app_without_threads_of_its_own_works_as_well_and_asks_for_titles_once(
    stage: Stage, brisk: None
) -> None:
    stage.slack.service.declared = "plain"
    async with stage.running_bot():
        for number in range(2):
            await stage.slack.dm(stage.asker, f"run {number}")
            await stage.slack.until(
                lambda number=number: (
                    stage.parts(stage.slack.dm_channel(stage.asker)).count("anchor") > number
                ),
                SLOW,
            )
        await stage.settled(SLOW)
        assert len(stage.slack.calls_of("assistant.threads.setTitle")) <= 1
        assert len(stage.slack.calls_of("agents.sessions.rename")) <= 1


async def quoted(stage: Stage) -> list[tuple[str, str]]:
    """Author and text of what the newest request brings along, as its machine gets it."""
    request = (await stage.requests())[-1]
    claim = await (await stage.take(request.request)).take(request.request)
    assert all(one.origin.startswith(EARLIER) for one in claim.quoted)
    return [(one.author, one.text) for one in claim.quoted]


@pytest.mark.rule("C8")
async def test_a_mention_in_somebody_elses_thread_brings_what_was_said_there(stage: Stage) -> None:
    async with stage.running_bot():
        root = await stage.slack.say(stage.asker, stage.channel, f"login breaks for <@{stage.owner.id}>")
        await stage.slack.say(
            stage.asker, stage.channel, "since <https://x.io/1|yesterday>", thread_ts=root.ts
        )
        await stage.slack.say(stage.asker, stage.channel, "elsewhere")
        ask = await stage.slack.mention(stage.owner, stage.channel, "fix this", root.ts)
        await stage.slack.say(stage.asker, stage.channel, "too late", thread_ts=root.ts)
        await stage.slack.until(
            lambda: [m for m in stage.slack.thread(stage.channel, root.ts) if is_anchor(m) and m.ts > ask.ts],
            SLOW,
        )
        assert await quoted(stage) == [
            ("sarah", "login breaks for @olga"),
            ("sarah", "since yesterday (https://x.io/1)"),
        ]


@pytest.mark.rule("C8", "C10")
async def test_a_thread_that_cannot_be_read_is_said_to_be_unread_and_the_ask_goes_on(stage: Stage) -> None:
    async with stage.running_bot():
        root = await stage.slack.say(stage.asker, stage.channel, "login breaks")
        stage.slack.faults.error("conversations.replies", "missing_scope", times=1)
        ask = await stage.slack.mention(stage.owner, stage.channel, "fix this", root.ts)
        await stage.slack.until(
            lambda: [m for m in stage.slack.thread(stage.channel, root.ts) if is_anchor(m) and m.ts > ask.ts],
            SLOW,
        )
        ((_, text),) = await quoted(stage)
        assert "could not be read: missing_scope" in text


@pytest.mark.rule("C8", "C12")
async def test_a_command_in_a_thread_reads_nothing_of_it(stage: Stage) -> None:
    async with stage.running_bot():
        root = await stage.slack.say(stage.asker, stage.channel, "talk")
        await stage.settled(SLOW)
        await stage.slack.mention(stage.asker, stage.channel, "help", root.ts)
        await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker), SLOW)
        read = stage.slack.calls_of("conversations.replies")
        assert [call for call in read if "oldest" not in call.args] == [], "only the catch-up looks"


@pytest.mark.rule("C9", "C5")
async def test_an_edit_that_overtakes_its_ask_is_the_ask(stage: Stage) -> None:
    async with stage.running_bot():
        stage.slack.hold_events()
        ask = await stage.slack.mention(stage.asker, stage.channel, "one")
        await stage.slack.edit(stage.asker, stage.channel, ask.ts, f"<@{stage.slack.bot.id}> two")
        stage.slack.release_events(reverse=True)
        await stage.anchor(ask, SLOW)
        await stage.slack.settle(SLOW)
        assert [one.prompt for one in await stage.requests()] == ["two"]
        assert stage.slack.ephemerals_of(stage.asker) == []


@pytest.mark.rule("C9", "C5")
async def test_of_two_edits_the_later_one_stands_however_they_come(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "one")
        await stage.anchor(ask, SLOW)
        stage.slack.hold_events()
        for text in ("two", "three"):
            await stage.slack.edit(stage.asker, stage.channel, ask.ts, f"<@{stage.slack.bot.id}> {text}")
        stage.slack.release_events(reverse=True)
        await stage.slack.settle(SLOW)
        after = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.anchor(after, SLOW)
        assert [one.prompt for one in await stage.requests()] == ["three", "run"]


@pytest.mark.rule("C9", "C5")
async def test_a_deletion_that_overtakes_its_ask_leaves_nothing_to_do(stage: Stage) -> None:
    async with stage.running_bot():
        stage.slack.hold_events()
        gone = await stage.slack.mention(stage.asker, stage.channel, "never mind")
        await stage.slack.delete(stage.channel, gone.ts)
        stage.slack.release_events(reverse=True)
        await stage.slack.settle(SLOW)
        after = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.anchor(after, SLOW)
        assert [one.prompt for one in await stage.requests()] == ["run"]


@pytest.mark.rule("C8")
async def test_a_channel_is_called_by_its_name(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, f"tell <#{stage.channel.id}>")
        await stage.anchor(ask, SLOW)
        assert (await stage.requests())[0].prompt == "tell #backend"
