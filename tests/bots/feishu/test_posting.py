"""What stands in Feishu is right, whole, and there once, whatever goes wrong on the way."""

import asyncio
import contextlib
import sqlite3

import pytest

from relay.machine import State
from tests.bots.feishu.conftest import Stage, until
from tests.bots.feishu.showing import approved, direct, part, parts, running
from tests.relay.players import said

pytestmark = pytest.mark.usefixtures("brisk")


def once(stage: Stage, *names: str) -> bool:
    """Whether each part stands exactly once, in the bound group."""
    there = parts(stage)
    return all(there.count(name) == 1 for name in names)


@pytest.mark.rule("C1", "C4", "F2")
async def test_an_ask_gets_a_root_that_begins_with_its_id_and_quotes_it(stage: Stage) -> None:
    async with stage.running_bot():
        said_, request = await stage.ask()
        anchor = await part(stage, "anchor")
        assert stage.feishu.title(anchor, "en_us") == f"{request.public_id} · Waiting for approval"
        assert stage.feishu.preview(anchor, "en_us").startswith(f"🟡 {request.public_id}")
        assert anchor.parent_id == said_.id


@pytest.mark.rule("C1", "F2")
@pytest.mark.parametrize("kind", ["topic", "thread"])
async def test_in_a_topic_group_the_work_stays_in_the_topic_of_the_ask(stage: Stage, kind: str) -> None:
    stage.feishu.limits.off()
    shape = {"kind": "topic"} if kind == "topic" else {"form": "thread"}
    topics = stage.feishu.add_chat("topics", [stage.owner, stage.asker], **shape)  # type: ignore[arg-type]
    await stage.bind(topics)
    async with stage.running_bot():
        ask = await stage.feishu.say(topics, stage.owner, "run", mention=True)
        request = await stage.request()
        daemon = await stage.take(request.request)
        await daemon.finish(request.request)
        final = await part(stage, "final", topics)
        await stage.settled()
        first, anchor, last = stage.feishu.thread(ask)
        assert (first.id, last.id) == (ask.id, final.id)
        assert stage.feishu.title(anchor, "en_us") == f"{request.public_id} · Done"
        assert len(stage.feishu.main(topics)) == 1


@pytest.mark.rule("F2", "C6")
async def test_in_a_direct_message_the_work_stands_in_a_thread_too(stage: Stage) -> None:
    stage.feishu.limits.off()
    chat = direct(stage)
    async with stage.running_bot():
        await stage.feishu.say(chat, stage.owner, "run")
        request = await stage.request()
        daemon = await stage.take(request.request)
        await daemon.finish(request.request)
        final = await part(stage, "final", chat)
        await stage.settled()
        assert [stage.feishu.title(m, "en_us") for m in stage.feishu.thread(final)] == [
            f"{request.public_id} · Done"
        ] * 2


@pytest.mark.rule("C3", "C11")
async def test_the_owner_decides_in_the_direct_message_and_every_card_shows_it(stage: Stage) -> None:
    stage.feishu.limits.off()
    async with stage.running_bot():
        _, request = await stage.ask()
        card, anchor = await part(stage, "card", direct(stage)), await part(stage, "anchor")
        assert stage.feishu.labels(card, "en_us")[:3] == ["Approve", "Allow always", "Deny"]
        await stage.feishu.tap(card, stage.owner, label="Deny", form={"why": "Not today."})
        await stage.state(State.cancelled)
        await stage.settled()
        for shown in (card, anchor):
            assert stage.feishu.buttons(shown) == []
            assert "Not today." in stage.feishu.visible_text(shown, "en_us")
        assert "Denied by you" in stage.feishu.visible_text(card, "en_us")
        assert "Denied by" in stage.feishu.visible_text(anchor, "en_us")
        assert request.public_id in stage.feishu.title(card)


@pytest.mark.rule("P3", "C3")
async def test_a_prompt_that_no_card_holds_is_read_on_pages_and_approved_on_the_last(stage: Stage) -> None:
    stage.feishu.limits.off()
    text = "".join(f"Line {number} 的内容。\n" for number in range(2500))
    async with stage.running_bot():
        await stage.ask(text)
        card, anchor = await part(stage, "card", direct(stage)), await part(stage, "anchor")
        assert "Approve" not in stage.feishu.labels(card, "en_us") + stage.feishu.labels(anchor, "en_us")
        await stage.settled()
        pages = [m for m, name in zip(stage.feishu.from_bot(direct(stage)), parts(stage, direct(stage)), strict=True)
                 if name.startswith("page:")]  # fmt: skip
        read = "".join(
            m.card["body"]["elements"][0]["columns"][0]["elements"][0]["text"]["content"]
            for m in pages
            if m.card
        )
        assert read.strip() == text.strip()
        assert [stage.feishu.labels(m, "en_us") for m in pages] == [[]] * (len(pages) - 1) + [["Approve"]]
        await stage.feishu.tap(pages[-1], stage.owner, label="Approve")
        await stage.state(State.approved)
        await stage.settled()
        assert stage.feishu.buttons(pages[-1]) == stage.feishu.buttons(card) == []
        assert "Approved by you" in stage.feishu.visible_text(pages[-1], "en_us")


@pytest.mark.rule("C5")
@pytest.mark.parametrize("fault", ["lose_reply", "lose_request", "http_error", "delay_reply"])
@pytest.mark.parametrize("name", ["anchor", "final"])
async def test_a_message_whose_fate_is_unknown_is_sent_with_the_same_key_and_stands_once(
    stage: Stage, fault: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.desk.CALL_SECONDS", 0.5)
    stage.feishu.limits.off()
    extra = {"seconds": 2.0} if fault == "delay_reply" else {}
    call = {
        "anchor": lambda body: not body.get("reply_in_thread"),
        "final": lambda body: "is done" in str(body),
    }
    async with stage.running_bot():
        getattr(stage.feishu.faults, fault)("message.reply", when=call[name], **extra)
        _, request, daemon = await running(stage)
        await daemon.finish(request.request)
        await part(stage, "final")
        await stage.settled()
        assert once(stage, "anchor", "final")
        assert stage.feishu.title(await part(stage, "anchor"), "en_us") == f"{request.public_id} · Done"


@pytest.mark.rule("C5", "C3")
@pytest.mark.parametrize("name", ["card", "anchor"])
async def test_a_card_that_was_sent_before_a_change_shows_the_change(
    stage: Stage, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key of a message finds the message, and not what it should say now."""
    monkeypatch.setattr("bots.desk.CALL_SECONDS", 0.5)
    stage.feishu.limits.off()
    chat, call = (direct(stage), "message.create") if name == "card" else (stage.chat, "message.reply")
    async with stage.running_bot():
        stage.feishu.faults.delay_reply(call, 1.0)
        _, request = await stage.ask()
        card = await part(stage, name, chat)
        await stage.house.client("owner").cancel(None, request.request, "cancel")
        await stage.settled()
        assert stage.feishu.buttons(card) == []
        assert parts(stage, chat).count(name) == 1


@pytest.mark.rule("C5", "O15")
@pytest.mark.parametrize("name", ["anchor", "progress", "final"])
@pytest.mark.parametrize("hours", [0, 2])
async def test_killed_between_the_message_and_the_word_to_the_relay_it_is_found_again(
    stage: Stage, name: str, hours: int
) -> None:
    """Within an hour by the key; later by the mark in the card."""
    stage.feishu.limits.off()
    stage.feishu.app.scopes.add("im:message.group_msg")
    words = {"anchor": "Asked by", "progress": "half way", "final": "is done"}[name]
    stage.feishu.faults.delay_reply("message.reply", 30, when=lambda body: words in str(body.get("content")))
    bot = asyncio.create_task(stage.bot().run())
    await stage.feishu.until_connected()
    await stage.feishu.say(stage.chat, stage.owner, "run", mention=True)
    request = await stage.request()
    daemon = await stage.take(request.request)
    if name != "anchor":
        await part(stage, "anchor")
        await daemon.report(request.request, said(1, "progress", percent=10, text="half way"))
    if name == "final":
        await part(stage, "progress")
        await daemon.finish(request.request, 2)
    await part(stage, name)
    bot.cancel()  # while the reply is on its way: the relay hears nothing of the message
    await asyncio.gather(bot, return_exceptions=True)
    stage.feishu.faults.clear()
    stage.feishu.clock.advance(hours * 3600)
    async with stage.running_bot():
        if name != "final":
            await daemon.finish(request.request, 1 if name == "anchor" else 2)
        await part(stage, "final", timeout=20)
        await stage.settled(20)
        assert once(stage, "anchor", "final")
        assert parts(stage).count("progress") <= 1


@pytest.mark.rule("C5", "O15")
async def test_when_no_key_holds_any_more_everything_is_found_by_its_marks(stage: Stage) -> None:
    stage.feishu.limits.off()
    stage.feishu.app.scopes.add("im:message.group_msg")
    async with stage.running_bot():
        _, request, daemon = await running(stage)
        await daemon.report(request.request, said(1, "progress", percent=10, text="half way"))
        await part(stage, "progress")
        await daemon.finish(request.request, 2, "line of output\n" * 1000)
        await part(stage, "file")
        await stage.settled()
    before = sorted(parts(stage))
    with contextlib.closing(sqlite3.connect(stage.folder / "relay.db")) as database, database:
        database.execute("update place set refs = '{}', shown = 0")
    stage.feishu.clock.advance(2 * 3600)
    async with stage.running_bot():
        await stage.settled(20)
    assert sorted(parts(stage)) == before == ["anchor", "file", "final", "progress"]


@pytest.mark.rule("C6")
async def test_a_card_that_was_deleted_is_made_anew(stage: Stage) -> None:
    stage.feishu.limits.off()
    async with stage.running_bot():
        _, request, daemon = await running(stage)
        await daemon.report(request.request, said(1, "progress", percent=10, text="first"))
        progress = await part(stage, "progress")
        await stage.feishu.recall(progress, by="group_owner")
        await daemon.report(request.request, said(2, "progress", percent=20, text="second"))
        await until(lambda: parts(stage).count("progress") == 1)
        await stage.settled()
        again = await part(stage, "progress")
        assert again.id != progress.id
        assert "second" in stage.feishu.visible_text(again)


@pytest.mark.rule("C5", "C6")
async def test_a_message_that_was_deleted_while_nobody_looked_is_made_anew_within_the_hour(
    stage: Stage,
) -> None:
    """Its key still finds the one that was deleted."""
    stage.feishu.limits.off()
    async with stage.running_bot():
        _, request, daemon = await running(stage)
        await daemon.report(request.request, said(1, "progress", percent=10, text="first"))
        progress = await part(stage, "progress")
        await stage.settled()
    await stage.feishu.recall(progress, by="group_owner")
    with contextlib.closing(sqlite3.connect(stage.folder / "relay.db")) as database, database:
        database.execute("update place set refs = json_remove(refs, '$.progress'), shown = 0")
    async with stage.running_bot():
        again = await part(stage, "progress")
        assert again.id != progress.id
        assert once(stage, "anchor", "progress")


@pytest.mark.rule("C5", "O15")
async def test_after_a_restart_finished_threads_are_silent(stage: Stage) -> None:
    stage.feishu.limits.off()
    async with stage.running_bot():
        for number in range(3):
            _, request, daemon = await running(stage, f"run {number}")
            await daemon.finish(request.request)
            await stage.settled()
    before = len(stage.feishu.calls)
    async with stage.running_bot():
        await approved(stage)
        await stage.settled()
        sent = [call.name for call in stage.feishu.calls[before:] if "uuid" in call.body]
        assert sorted(sent) == ["message.create", "message.reply"]  # the new one's card and root
