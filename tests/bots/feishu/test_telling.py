"""A word to one person, a sign that something arrived, and a thread that is known by its card."""

import pytest

from tests.bots.feishu.conftest import Stage
from tests.bots.feishu.showing import direct, part, parts, running
from tests.emulators.feishu import Message


def words(stage: Stage, message: Message) -> str:
    return stage.feishu.visible_text(message, "en_us")


@pytest.mark.rule("C12")
async def test_an_answer_to_one_person_goes_to_their_direct_chat_and_nowhere_else(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.feishu.say(stage.chat, stage.asker, "help", mention=True)
        chat = stage.feishu.direct_chat(stage.asker)
        (told,) = await stage.feishu.until(lambda: stage.feishu.from_bot(chat))
        assert "status" in words(stage, told)
        assert stage.feishu.from_bot(stage.chat) == []


@pytest.mark.rule("C12", "C10")
@pytest.mark.parametrize("closed", ["muted", "not available"])
async def test_who_cannot_be_written_to_is_answered_where_they_spoke(stage: Stage, closed: str) -> None:
    stage.asker.muted_bot, stage.asker.available = closed == "muted", closed == "muted"
    async with stage.running_bot():
        said = await stage.feishu.say(stage.chat, stage.asker, "help", mention=True)
        (told,) = await stage.feishu.until(lambda: stage.feishu.from_bot(stage.chat))
        assert "status" in words(stage, told)
        assert stage.feishu.notified(told) == {stage.asker.key}
        assert told.thread_id == said.thread_id != ""


@pytest.mark.rule("C12")
async def test_in_a_direct_chat_the_answer_quotes_what_it_answers(stage: Stage) -> None:
    async with stage.running_bot():
        said = await stage.feishu.say(direct(stage), stage.owner, "help")
        (told,) = await stage.feishu.until(lambda: stage.feishu.from_bot(direct(stage)))
        assert told.parent_id == said.id


@pytest.mark.rule("C7")
async def test_what_is_told_names_nobody_whatever_a_name_says(stage: Stage) -> None:
    stage.feishu.user(stage.asker).name = '<at user_id="all">x</at> **b**'
    await stage.admit(stage.asker)
    async with stage.running_bot():
        await stage.feishu.say(stage.chat, stage.owner, "who", mention=True)
        (told,) = await stage.feishu.until(lambda: stage.feishu.from_bot(direct(stage)))
        assert stage.feishu.notified(told) == set()


@pytest.mark.rule("C4")
async def test_a_message_whose_answer_takes_long_gets_a_sign(stage: Stage) -> None:
    async with stage.running_bot():
        stage.feishu.faults.delay("message.reply", 3.0)
        said = await stage.feishu.say(stage.chat, stage.asker, "run", mention=True)
        await stage.feishu.until(lambda: said.reactions, 4)
        assert "Get" in str(said.reactions[0])


@pytest.mark.rule("C1", "C12")
async def test_a_thread_is_known_by_the_card_that_it_begins_with(stage: Stage) -> None:
    stage.feishu.limits.off()
    stage.feishu.app.scopes.add("im:message.group_msg")
    async with stage.running_bot():
        anchor, request, _ = await running(stage)
        await stage.settled()
        await stage.feishu.say(
            stage.chat, stage.asker, "status", mention=True, reply_to=anchor, in_thread=True
        )
        chat = stage.feishu.direct_chat(stage.asker)
        (told,) = await stage.feishu.until(lambda: stage.feishu.from_bot(chat))
        assert words(stage, told).startswith(f"{request.public_id}: asked by")


@pytest.mark.rule("R5", "C3")
async def test_somebody_outside_the_room_is_told_so_and_the_owner_lets_them_in(stage: Stage) -> None:
    stage.feishu.limits.off()
    stranger = stage.feishu.add_user("Max", locale="en_us")
    stage.chat.members.add(stranger.key)
    async with stage.running_bot():
        said = await stage.feishu.say(stage.chat, stranger, "let me try", mention=True)
        note, card = await part(stage, "join"), await part(stage, "join", direct(stage))
        assert "not in this room yet" in words(stage, note)
        assert note.thread_id == said.thread_id != ""
        assert "Max wants to join" in stage.feishu.title(card, "en_us")
        await stage.feishu.tap(card, stage.owner, label="Admit and approve")
        request = await stage.request()
        await part(stage, "anchor")
        await stage.settled()
        assert stage.feishu.buttons(card) == []
        assert "You are in the room now" in words(stage, note)
        assert request.state.value in ("approved", "running")
        assert parts(stage).count("anchor") == 1
