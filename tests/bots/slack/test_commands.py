"""Commands by words, and by /muti: each answer is for who asked, in their language."""

import pytest

from relay.machine import State
from tests.bots.slack.conftest import Stage, is_anchor


async def told(stage: Stage, words: str) -> str:
    """What the owner was told in the channel, once it has these words."""
    found = await stage.slack.until(
        lambda: [one.text for one in stage.slack.ephemerals_of(stage.owner) if words in one.text]
    )
    return found[-1]


@pytest.mark.rule("C12", "A6")
async def test_standing_permissions_are_listed_and_taken_back_by_their_number(stage: Stage) -> None:
    async with stage.running_bot():
        anchor = await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, "run the tests"))
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:always")
        await stage.house.until((await stage.requests())[0].request, State.approved)
        await stage.slack.mention(stage.owner, stage.channel, "grants")
        assert "1. Sarah Kim with claude" in await told(stage, "Always allowed")
        await stage.slack.mention(stage.owner, stage.channel, "revoke 2")
        await told(stage, "no such standing permission")
        await stage.slack.mention(stage.owner, stage.channel, "revoke 1")
        await told(stage, "Taken back: Sarah Kim with claude")
        await stage.slack.mention(stage.owner, stage.channel, "grants")
        await told(stage, "Nobody is always allowed")


@pytest.mark.rule("C12", "A6", "R2")
async def test_a_member_sees_and_revokes_no_permissions_of_the_owner(stage: Stage) -> None:
    async with stage.running_bot():
        anchor = await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, "run the tests"))
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:always")
        await stage.house.until((await stage.requests())[0].request, State.approved)
        await stage.slack.slash(stage.asker, stage.channel, "/muti", "revoke 1")
        answers = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker))
        assert "no such standing permission" in answers[0].text
        grants = (await stage.house.client("owner").grants(None)).grants
        assert [grant.revoked_at for grant in grants] == [None]


@pytest.mark.rule("C12")
async def test_a_slash_command_is_answered_to_the_person_alone_also_where_the_bot_is_not(
    stage: Stage,
) -> None:
    elsewhere = stage.slack.add_channel("elsewhere", members=[stage.asker], with_bot=False)
    async with stage.running_bot():
        delivery = await stage.slack.slash(stage.asker, elsewhere, "/muti", "queue")
        assert delivery.acked
        answers = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker, elsewhere))
        assert answers[0].text == "Nothing waits here."
        await stage.slack.slash(stage.asker, elsewhere, "/muti")
        await stage.slack.until(lambda: len(stage.slack.ephemerals_of(stage.asker, elsewhere)) > 1)
        assert stage.slack.from_bot(elsewhere) == []


@pytest.mark.rule("C2", "C1", "C12")
async def test_a_slash_command_that_is_none_asks_the_agent_in_a_thread_of_its_own(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.slack.slash(
            stage.asker, stage.channel, "/muti", f"claude: fix &lt;it&gt; for <@{stage.owner.id}|olga>"
        )
        found = await stage.slack.until(lambda: list(filter(is_anchor, stage.slack.from_bot(stage.channel))))
        request = (await stage.requests())[0]
        assert request.prompt == "fix <it> for @olga"
        assert not found[0].is_reply
        await stage.slack.tap(stage.owner, stage.channel, found[0].ts, "muti:approve")
        await stage.house.until(request.request, State.approved)
        await stage.settled()
        assert stage.parts(stage.channel) == ["anchor"]
        assert not stage.slack.calls_of("reactions.add")
        assert not stage.slack.calls_of("chat.delete")


@pytest.mark.rule("C5", "C1")
async def test_an_ask_by_command_stands_once_after_the_process_was_replaced(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.slack.slash(stage.asker, stage.channel, "/muti", "run the tests")
        await stage.slack.until(lambda: list(filter(is_anchor, stage.slack.from_bot(stage.channel))))
    await stage.house.approve((await stage.requests())[0])
    async with stage.running_bot("second"):
        await stage.settled(20)
        assert stage.parts(stage.channel).count("anchor") == 1


@pytest.mark.rule("C12", "C4")
async def test_an_unbound_channel_answers_a_slash_command_with_what_to_do(stage: Stage) -> None:
    elsewhere = stage.slack.add_channel("elsewhere", members=[stage.asker], with_bot=False)
    async with stage.running_bot():
        await stage.slack.slash(stage.asker, elsewhere, "/muti", "run the tests")
        answers = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker, elsewhere))
        assert "No room hears this place" in answers[0].text
        assert await stage.requests() == []


@pytest.mark.rule("C12", "V2")
async def test_a_tree_is_shown_by_a_word_in_the_language_of_who_asks(stage: Stage) -> None:
    async with stage.running_bot():
        anchor = await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, "run the tests"))
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:approve")
        await stage.house.until((await stage.requests())[0].request, State.approved)
        request = (await stage.requests())[0].public_id
        await stage.slack.mention(stage.owner, stage.channel, f"tree {request}")
        assert f"{request}: nothing stands below it." in await told(stage, "nothing stands below")
        await stage.slack.mention(stage.owner, stage.channel, f"任务树 {request}")
        await told(stage, f"{request} @claude · Approved · session idle")
