"""Asks of every kind get a clear answer; commands and files work; people of elsewhere are told apart."""

import asyncio

import pytest

from relay.machine import State
from relay.wire.people import NewLink
from tests.bots.slack.conftest import Stage
from tests.emulators.slack import Message, User, encode
from tests.relay.players import Daemon


async def told(stage: Stage, user: User, count: int = 1) -> str:
    """What one person was told, the newest."""
    found = await stage.slack.until(lambda: stage.slack.ephemerals_of(user)[count - 1 :])
    return found[-1].text


async def answered(stage: Stage, ask: Message) -> str:
    """The bot's answer to a direct message."""
    found = await stage.slack.until(
        lambda: [m for m in stage.slack.from_bot(ask.channel) if m.thread_ts == ask.ts and m.ts > ask.ts]
    )
    return found[-1].text


@pytest.mark.rule("C2")
async def test_a_channel_that_no_room_hears_is_told_so(stage: Stage) -> None:
    async with stage.running_bot():
        other = stage.slack.add_channel("unbound", members=[stage.asker])
        await stage.slack.mention(stage.asker, other, "run")
        assert "bind" in await told(stage, stage.asker)
        assert await stage.requests() == []


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("claude: fix it", "fix it"),
        ("agent:claude fix it", "fix it"),
        ("TODO: fix it", "TODO: fix it"),
        ("http://x.io fix", "http://x.io fix"),
    ],
)
async def test_an_agent_can_be_named_and_a_colon_alone_names_nobody(
    stage: Stage, text: str, prompt: str
) -> None:
    async with stage.running_bot():
        await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, text))
        assert [(one.prompt, one.handle) for one in await stage.requests()] == [(prompt, "claude")]


@pytest.mark.rule("C2")
async def test_an_agent_that_is_not_there_is_said_to_be_not_there(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.slack.mention(stage.asker, stage.channel, "agent:codex fix it")
        assert (await told(stage, stage.asker)).endswith("Here are: claude.")
        assert await stage.requests() == []


@pytest.mark.rule("C2")
async def test_an_empty_mention_is_told_what_to_write(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.slack.mention(stage.asker, stage.channel, f"<@{stage.slack.bot.id}>")
        assert "what the agent should do" in await told(stage, stage.asker)


@pytest.mark.rule("C8")
async def test_the_prompt_arrives_as_it_was_written(stage: Stage) -> None:
    typed = "fix <this> & that\n\n```\nif a < b:\n    pass\n```\n修复 로그인 👩‍💻"
    async with stage.running_bot():
        text = f"{encode(typed)} for <@{stage.owner.id}>"
        await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, text))
        assert (await stage.requests())[0].prompt == f"{typed} for @olga"


@pytest.mark.rule("C8", "S7")
async def test_files_and_forwarded_messages_come_along(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(
            stage.owner,
            stage.channel,
            "look at this",
            files=[("log.txt", b"\xff\xfeall of it", "text/plain")],
            order="mention_only",
        )
        await stage.anchor(ask)
        request = (await stage.requests())[0]
        assert [(file.name, file.size, file.media_type) for file in request.attachments] == [
            ("log.txt", 11, "text/plain")
        ]
        daemon = Daemon(stage.house)
        await daemon.start()
        await daemon.take(request.request)
        assert await daemon.client.take_attachment(request.request, 0) == b"\xff\xfeall of it"


@pytest.mark.rule("C8")
async def test_a_file_that_cannot_be_had_is_named_and_the_ask_goes_on(stage: Stage) -> None:
    async with stage.running_bot():
        stage.slack.remove_scope("files:read")
        ask = await stage.slack.mention(
            stage.owner, stage.channel, "look", files=[("log.txt", b"x")], order="mention_only"
        )
        await stage.anchor(ask)
        request = (await stage.requests())[0]
        assert request.attachments == []
        assert "files:read" in await told(stage, stage.owner)
        claim = await (await stage.take(request.request)).take(request.request)
        ((origin, text),) = [(one.origin, one.text) for one in claim.quoted]
        assert origin == "file log.txt"
        assert "files:read" in text


@pytest.mark.rule("A2", "K3", "C13")
async def test_a_tap_by_somebody_of_another_organisation_decides_nothing(stage: Stage) -> None:
    async with stage.running_bot():
        elsewhere = stage.slack.add_team("Elsewhere")
        eve = stage.slack.add_user("eve", team=elsewhere)
        shared = stage.slack.add_channel(
            "shared", members=[stage.owner, stage.asker, eve], shared_with=[elsewhere]
        )
        await stage.bind(shared)
        anchor = await stage.anchor(await stage.slack.mention(stage.asker, shared, "run"))
        await stage.slack.tap(eve, shared, anchor.ts, "muti:approve")
        await told(stage, eve)
        assert (await stage.requests())[0].state is State.pending


@pytest.mark.rule("C12", "C1", "T5")
async def test_status_in_the_work_thread_is_the_one_sentence(stage: Stage) -> None:
    async with stage.running_bot():
        anchor, request = await stage.approved()
        await stage.slack.mention(stage.asker, stage.channel, "status", anchor.ts)
        sentence = await told(stage, stage.asker)
        assert sentence.startswith(f"{request.public_id}: asked by you, approved by Olga at")
        assert len(await stage.requests()) == 1


@pytest.mark.rule("C12", "X2", "Q3")
async def test_cancel_by_a_short_id_and_retry_in_the_thread(stage: Stage) -> None:
    async with stage.running_bot():
        anchor, request = await stage.approved()
        await stage.slack.mention(stage.asker, stage.channel, "cancel r-1")
        assert request.public_id in await told(stage, stage.asker)
        await stage.house.until(request.request, State.cancelled)
        await stage.slack.mention(stage.asker, stage.channel, "retry", anchor.ts)
        await told(stage, stage.asker, 2)
        again = (await stage.requests())[1]
        assert again.retry_of == request.request
        assert again.state is State.pending


@pytest.mark.rule("C12")
async def test_queue_who_and_help_answer_the_person_alone(stage: Stage) -> None:
    async with stage.running_bot():
        _, request = await stage.approved()
        for number, (word, answer) in enumerate(
            [("queue", request.public_id), ("who", "Olga owns this room"), ("help", "status · cancel")],
            start=1,
        ):
            await stage.slack.mention(stage.asker, stage.channel, word)
            assert answer in await told(stage, stage.asker, number)
        assert stage.parts(stage.channel).count("") == 0


@pytest.mark.rule("A7", "C12")
async def test_a_typed_approval_is_an_ask_and_no_decision(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        anchor = await stage.anchor(ask)
        await stage.slack.mention(stage.owner, stage.channel, "approved", anchor.ts)
        async with asyncio.timeout(5):
            while len(requests := await stage.requests()) < 2:
                await asyncio.sleep(0.05)
        assert requests[0].state is State.pending
        assert requests[1].prompt == "approved"


@pytest.mark.rule("R7", "C12")
async def test_an_account_is_linked_by_a_code_in_a_direct_message_only(stage: Stage) -> None:
    async with stage.running_bot():
        code = (await stage.house.client("owner").new_link(None, NewLink())).code
        phone = stage.slack.add_user("olga2")
        await stage.slack.invite(phone, stage.channel)
        await stage.slack.mention(phone, stage.channel, f"link {code}")
        assert "direct message" in await told(stage, phone)
        ask = await stage.slack.dm(phone, f"link {code}")
        assert "Confirm it where the code came from" in await answered(stage, ask)
        wrong = await stage.slack.dm(phone, "link WRONG")
        assert await answered(stage, wrong)


@pytest.mark.rule("R2")
@pytest.mark.parametrize("below", ["the work", "the ask"])
async def test_who_is_not_in_the_room_learns_nothing_by_commands(stage: Stage, below: str) -> None:
    async with stage.running_bot():
        anchor, request = await stage.approved()
        ask = stage.slack.roots(stage.channel)[0]
        stranger = stage.slack.add_user("stranger")
        await stage.slack.invite(stranger, stage.channel)
        thread = anchor.ts if below == "the work" else ask.ts
        await stage.slack.mention(stranger, stage.channel, "status", thread)
        assert request.public_id not in await told(stage, stranger)
        await stage.slack.mention(stranger, stage.channel, "queue")
        assert request.public_id not in await told(stage, stranger, 2)
