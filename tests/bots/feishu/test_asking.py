"""What people write in Feishu reaches the agent as they wrote it, from wherever it stands."""

import asyncio

import pytest
from sqlalchemy import update

from relay.machine import State
from relay.store.sql import Sql, table
from relay.store.tables import RoomRow
from relay.wire.people import NewLink
from relay.wire.requests import RequestView
from tests.bots.feishu.conftest import Stage, until
from tests.emulators.feishu import Chat, Message

GROUP_HISTORY = "im:message.group_msg"


async def asked(stage: Stage, number: int = 1) -> RequestView:
    """The newest request, after everything came to rest."""
    request = await stage.request(number)
    await stage.quiet()
    assert len(await stage.requests()) == number
    return request


@pytest.mark.rule("C8")
async def test_line_breaks_letters_and_names_are_kept(stage: Stage) -> None:
    async with stage.running_bot():
        text = '@Olga Owner 看一下 👩‍💻\n  indented  <at> & "x"\n\n한국어 @_user_9 end'
        await stage.feishu.say(stage.chat, stage.asker, text, mention=[stage.feishu.app.bot, stage.owner])
        request = await asked(stage)
        assert request.prompt == text


@pytest.mark.rule("C8")
async def test_a_post_keeps_its_title_links_code_and_lines(stage: Stage) -> None:
    async with stage.running_bot():
        lines = [
            [
                {"tag": "text", "text": "see "},
                {"tag": "a", "text": "the page", "href": "https://example.org/x"},
            ],
            [{"tag": "code_block", "language": "PYTHON", "text": "def f():\n    return 1\n"}],
            [{"tag": "text", "text": "and "}, {"tag": "emotion", "emoji_type": "SMILE"}],
        ]
        await stage.feishu.say_post(stage.chat, stage.asker, lines, title="Title", mention=True)
        request = await asked(stage)
        assert request.prompt == (
            "Title\nsee [the page](https://example.org/x)\n\n```python\ndef f():\n    return 1\n```\n\nand :SMILE:"
        )


@pytest.mark.rule("C2", "F2")
async def test_a_direct_message_needs_no_mention(stage: Stage) -> None:
    async with stage.running_bot():
        direct = stage.feishu.direct_chat(stage.asker)
        await stage.bind(direct)
        await stage.feishu.say(direct, stage.asker, "run it")
        request = await asked(stage)
        assert request.origin is not None
        assert (request.prompt, request.origin.direct, request.origin.thread) == ("run it", True, None)


@pytest.mark.rule("C2")
async def test_only_a_mention_of_ourselves_is_for_us(stage: Stage) -> None:
    other = stage.feishu.add_app("other")
    stage.feishu.app.scopes.add(GROUP_HISTORY)
    async with stage.running_bot():
        say = stage.feishu.say
        await say(stage.chat, stage.asker, "plain")
        await say(stage.chat, stage.asker, "muti, do it")
        await say(stage.chat, stage.asker, "for everybody", everyone=True)
        await say(stage.chat, stage.asker, "for the other", mention=[other.bot])
        await say(stage.chat, stage.asker, "for a person", mention=[stage.owner])
        await say(stage.chat, stage.asker, "for everybody and us", everyone=True, mention=True)
        request = await asked(stage)
        assert request.prompt == "@all for everybody and us"


@pytest.mark.rule("C2", "F1")
async def test_as_long_as_it_does_not_know_itself_it_hears_nobody(stage: Stage) -> None:
    fault = stage.feishu.faults.http_error("bot.info", 502, times=None)
    said = await stage.feishu.say(stage.chat, stage.asker, "run", everyone=True)
    bot = stage.bot()
    task = asyncio.create_task(bot.run())
    try:
        await until(lambda: fault.hits >= 2)
        assert not stage.feishu.connections
        fault.times = 0
        await stage.feishu.until_connected()
        assert (await stage.feishu.replay(stage.feishu.deliveries_of(said)[0])).acked
        assert await stage.requests() == []
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.rule("C13")
@pytest.mark.parametrize("allowed", [False, True])
async def test_people_of_another_organisation_are_refused_unless_the_room_hears_them(
    stage: Stage, allowed: bool
) -> None:
    guest = stage.feishu.add_user("Gus Guest", tenant=stage.feishu.add_tenant("Elsewhere"), locale="en_us")
    stage.feishu.app.shared_outside = True
    chat = stage.feishu.add_chat("shared", [stage.owner, guest])
    await stage.bind(chat)
    if allowed:
        await allow_outsiders(stage)
    async with stage.running_bot():
        await stage.feishu.say(chat, guest, "let me in", mention=True)
        await stage.feishu.settle()
        if not allowed:
            told = await stage.feishu.until(lambda: bot_words(stage, chat, guest))
            assert "outside your organisation" in told[0] or "outside the organisation" in told[0]
            assert await stage.requests() == []
            return
        join = await stage.feishu.until(
            lambda: [
                stage.feishu.visible_text(m, "en_us")
                for m in stage.feishu.from_bot(stage.feishu.direct_chat(stage.owner))
            ]
        )
        assert "Gus Guest" in join[0]
        assert "outside" in join[0]


def bot_words(stage: Stage, chat: Chat, person: object) -> list[str]:
    direct = stage.feishu.direct_chat(person)  # type: ignore[arg-type]
    shown = [*stage.feishu.from_bot(chat), *stage.feishu.from_bot(direct)]
    return [stage.feishu.visible_text(message, "en_us") for message in shown]


async def allow_outsiders(stage: Stage) -> None:
    await stage.house.store.write(
        stage.house.owner, lambda tx: tx.run(Sql(update(table(RoomRow)).values(hears_outsiders=True)))
    )


@pytest.mark.rule("C8", "S7")
async def test_files_and_pictures_come_along(stage: Stage) -> None:
    async with stage.running_bot():
        direct = stage.feishu.direct_chat(stage.asker)
        await stage.bind(direct)
        await stage.feishu.send_file(direct, stage.asker, ("说明 notes.txt", b"the words"))
        request = await asked(stage)
        assert [(one.name, one.size) for one in request.attachments] == [("说明 notes.txt", 9)]
        picture = stage.feishu.make_picture("shot.png", b"\x89PNG\r\n\x1a\n1234")
        lines = [[{"tag": "text", "text": "look"}, {"tag": "img", "image_key": picture}]]
        await stage.feishu.say_post(stage.chat, stage.asker, lines, mention=True)
        request = await asked(stage, 2)
        assert request.prompt == "look"
        assert [one.size for one in request.attachments] == [12]


@pytest.mark.rule("C8")
@pytest.mark.parametrize("why", ["large", "scope", "gone"])
async def test_a_file_that_cannot_be_had_is_said_to_be_and_the_ask_goes_on(
    stage: Stage, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why == "large":
        monkeypatch.setattr("bots.feishu.files.ATTACHMENT_LIMIT", 8)
    if why == "scope":
        stage.feishu.app.scopes -= {"im:message", "im:message:readonly", "im:message.history:readonly"}
    async with stage.running_bot():
        if why == "gone":
            stage.feishu.faults.error("resource.get", 234003, times=None)
        picture = stage.feishu.make_picture("shot.png", b"\x89PNG\r\n\x1a\n1234")
        lines = [[{"tag": "text", "text": "look"}, {"tag": "img", "image_key": picture}]]
        await stage.feishu.say_post(stage.chat, stage.asker, lines, mention=True)
        request = await stage.request()
        assert request.prompt == "look"
        assert request.attachments == []
        told = await stage.feishu.until(
            lambda: [t for t in bot_words(stage, stage.chat, stage.asker) if "image.png" in t]
        )
        assert {"large": "larger than", "scope": "im:message:readonly", "gone": "could not be read"}[
            why
        ] in told[0]


@pytest.mark.rule("C8")
async def test_what_is_quoted_and_forwarded_comes_along_marked(stage: Stage) -> None:
    async with stage.running_bot():
        direct = stage.feishu.direct_chat(stage.asker)
        await stage.bind(direct)
        first = await stage.feishu.say(stage.chat, stage.owner, "the build is red")
        second = await stage.feishu.say(stage.chat, stage.asker, "since when?")
        whole = await stage.feishu.forward(direct, stage.asker, [first, second])
        await stage.feishu.settle()
        await until(lambda: not stage.waiting())
        assert await stage.requests() == []  # a forward alone asks for nothing, and that is said
        assert any("nothing to ask" in text for text in bot_words(stage, direct, stage.asker))
        await stage.feishu.say(direct, stage.asker, "explain this", reply_to=whole)
        request = await stage.request()
        (quoted,) = await quotes(stage, request)
        assert quoted["origin"] == "a quoted message"
        assert "Olga Owner: the build is red\nSarah Kim: since when?" in quoted["text"]


async def quotes(stage: Stage, request: RequestView) -> list[dict[str, str]]:
    """What the agent is given with the prompt."""
    decided = await stage.tap("approve")
    assert decided.acked
    await stage.house.until(request.request, State.approved)
    claim = await stage.claim(request.request)
    return [one.model_dump() for one in claim.quoted]


@pytest.mark.rule("C8")
@pytest.mark.parametrize("readable", [True, False])
async def test_what_stands_above_in_the_thread_comes_along_as_far_as_it_may_be_read(
    stage: Stage, readable: bool
) -> None:
    if readable:
        stage.feishu.app.scopes.add(GROUP_HISTORY)
    async with stage.running_bot():
        root = await stage.feishu.say(stage.chat, stage.owner, "the subject")
        await stage.feishu.say(stage.chat, stage.asker, "a remark", reply_to=root, in_thread=True)
        await stage.feishu.say(
            stage.chat, stage.asker, "sum it up", reply_to=root, in_thread=True, mention=True
        )
        request = await stage.request()
        assert request.origin is not None
        assert request.origin.thread == root.id
        found = await quotes(stage, request)
        if readable:
            assert [(one["author"], one["text"]) for one in found] == [
                ("Olga Owner", "the subject"),
                ("Sarah Kim", "a remark"),
            ]
        else:
            assert "could not be read" in found[0]["text"]
        assert all(one["origin"].startswith("earlier in the thread") for one in found)


@pytest.mark.rule("F2", "C1")
@pytest.mark.parametrize("kind", ["topic", "group"])
async def test_a_message_of_a_topic_group_is_answered_in_its_topic(stage: Stage, kind: str) -> None:
    """Its first message has a thread id and no root."""
    chat = stage.feishu.add_chat("topics", [stage.owner, stage.asker], kind=kind, form="thread")  # type: ignore[arg-type]
    await stage.bind(chat)
    async with stage.running_bot():
        said = await stage.feishu.say(chat, stage.asker, "run", mention=True)
        request = await stage.request()
        assert "root_id" not in stage.feishu.deliveries_of(said)[0].event["message"]
        assert request.origin is not None
        assert request.origin.thread == said.id
        await stage.settled()
        assert all(message.thread_id == said.thread_id for message in stage.feishu.from_bot(chat))
        await stage.feishu.say(chat, stage.asker, "and again", reply_to=said, mention=True)
        later = await stage.request(2)
        assert later.origin is not None
        assert later.origin.thread == said.id


@pytest.mark.rule("F2", "C1")
@pytest.mark.parametrize("missing", ["thread_id", "root_id", "parent_id"])
async def test_what_an_event_leaves_out_of_its_thread_is_asked_for(stage: Stage, missing: str) -> None:
    direct = stage.feishu.direct_chat(stage.asker)
    await stage.bind(direct)
    async with stage.running_bot():
        root = await stage.feishu.say(direct, stage.asker, "first")
        await stage.request()
        stage.feishu.service.omitted.add(missing)
        await stage.feishu.say(direct, stage.asker, "second", reply_to=root, in_thread=True)
        request = await stage.request(2)
        assert request.origin is not None
        assert request.origin.thread == root.id


@pytest.mark.rule("C2", "C1")
@pytest.mark.parametrize("in_thread", [True, False])
async def test_a_mention_in_a_work_thread_is_a_request_of_its_own_there(
    stage: Stage, in_thread: bool
) -> None:
    """Also where somebody answers the first card in the group itself, and where the app may not read the group."""
    async with stage.running_bot():
        await stage.ask("one")
        await stage.settled()
        anchor = anchor_of(stage)
        await stage.feishu.say(
            stage.chat, stage.asker, "two", reply_to=anchor, in_thread=in_thread, mention=True
        )
        later = await stage.request(2)
        assert later.origin is not None
        assert later.origin.thread == anchor.id
        assert later.state is State.pending


@pytest.mark.rule("C12", "C1")
async def test_a_command_in_a_work_thread_is_about_its_request_also_after_a_restart(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.ask("one")
        await stage.settled()
        await stage.ask("two")
        await stage.settled()
    anchor = anchor_of(stage)
    async with stage.running_bot():
        first = (await stage.requests())[0]
        await stage.feishu.say(
            stage.chat, stage.asker, "cancel", reply_to=anchor, in_thread=True, mention=True
        )
        await stage.house.until(first.request, "cancelled")
        assert [one.state for one in await stage.requests()] == [State.cancelled, State.pending]


def anchor_of(stage: Stage) -> Message:
    """The first card that the bot posted in the group."""
    return next(m for m in stage.feishu.from_bot(stage.chat) if m.kind == "interactive")


@pytest.mark.rule("R7", "C12")
async def test_a_link_code_is_taken_in_a_direct_message_only(stage: Stage) -> None:
    newcomer = stage.feishu.add_user("Nora New", locale="en_us")
    stage.feishu.chat(stage.chat).members.add(newcomer.key)
    async with stage.running_bot():
        code = await stage.house.client("owner").new_link(None, NewLink(direct=True))
        await stage.feishu.say(stage.chat, newcomer, f"link {code.code}", mention=True)
        direct = stage.feishu.direct_chat(newcomer)
        await stage.feishu.until(
            lambda: [t for t in bot_words(stage, direct, newcomer) if "direct message" in t]
        )
        await stage.feishu.say(direct, newcomer, f"link {code.code}")
        await stage.feishu.until(lambda: [t for t in bot_words(stage, direct, newcomer) if "yours" in t])
