"""Nothing that Feishu delivers is lost, doubled, or left without its acknowledgement."""

import asyncio
import multiprocessing
import os
import signal
import sqlite3

import pytest

from bots.feishu.hearing import Hearing
from bots.inbox import Inbox
from tests.bots.feishu.conftest import DEAD, Stage, until
from tests.bots.feishu.process import run_bot
from tests.emulators.feishu import Delivery


def acked(deliveries: list[Delivery]) -> bool:
    return bool(deliveries) and all(delivery.acked for delivery in deliveries)


@pytest.mark.rule("C5", "B14")
async def test_twenty_copies_at_once_under_different_event_ids_are_one_request(stage: Stage) -> None:
    stage.feishu.event_faults.copies = 20
    async with stage.running_bot():
        await stage.ask()
        await stage.quiet()
        assert len(await stage.requests()) == 1
        ids = [delivery.payload["header"]["event_id"] for delivery in stage.feishu.deliveries]
        assert len(ids) == len(set(ids)) == 20
        assert acked(stage.feishu.deliveries)


@pytest.mark.rule("C5", "B14")
async def test_a_repetition_at_each_step_of_the_schedule_and_after_a_restart_is_ignored(stage: Stage) -> None:
    async with stage.running_bot():
        said, _ = await stage.ask()
        await stage.settled()
        first = stage.feishu.deliveries_of(said)[0]
        for pause in (15, 300, 3600, 6 * 3600):
            stage.feishu.clock.advance(pause)
            assert (await stage.feishu.replay(first)).acked
        await stage.quiet()
    posted = len(stage.feishu.from_bot(stage.chat))
    for folder in ("bot", "elsewhere"):  # with and without what the first process remembered
        async with stage.running_bot(folder):
            assert (await stage.feishu.replay(first)).acked
            await stage.settled()
            assert len(await stage.requests()) == 1
            assert len(stage.feishu.from_bot(stage.chat)) == posted


@pytest.mark.rule("C5")
@pytest.mark.parametrize("missed", [1, 2, 3, 4])
async def test_any_delivery_of_the_schedule_may_be_the_first_that_arrives(stage: Stage, missed: int) -> None:
    """What was not acknowledged comes again after 15 s, 5 min, 1 h and 6 h; nobody heard it before."""
    said = await stage.feishu.say(stage.chat, stage.asker, "run", mention=True)
    for attempt, pause in enumerate((15, 300, 3600, 6 * 3600)[: missed - 1], 1):
        await until(lambda attempt=attempt: len(stage.feishu.deliveries_of(said)) == attempt)
        stage.feishu.clock.advance(pause)
    await until(lambda: len(stage.feishu.deliveries_of(said)) == missed)
    async with stage.running_bot():
        stage.feishu.clock.advance(6 * 3600)
        await stage.request()
        await stage.quiet()
        assert len(await stage.requests()) == 1
        assert [one.outcome for one in stage.feishu.deliveries_of(said)][-1] == "acked"


@pytest.mark.rule("C5", "C2")
async def test_everything_else_is_acknowledged_and_nothing_of_it_is_kept(stage: Stage) -> None:
    other = stage.feishu.add_app("otherbot")
    other.events.clear()
    stage.feishu.app.scopes.add("im:message.group_at_msg.include_bot:readonly")
    async with stage.running_bot():
        feishu = stage.feishu
        said = await feishu.say(stage.chat, stage.asker, "a private thought")
        await feishu.edit(said, "another private thought")
        await feishu.react(said, stage.asker, "OK")
        await feishu.recall(said)
        await feishu.say(stage.chat, stage.asker, "a private thought for all", everyone=True)
        await feishu.add_bot(stage.chat, other, stage.owner)
        await feishu.bot_says(stage.chat, other, "a private thought of a bot", mention=[feishu.app.bot])
        await feishu.enter(stage.asker, feishu.app)
        await feishu.rename(stage.chat, "renamed", stage.owner)
        feishu.service.push(feishu.app, "of.the.future_v9", {"private thought": [1]})
        feishu.dispatcher.send_event(
            {"schema": "1.0", "type": "odd", "header": {"event_type": "odd"}, "event": {}}
        )
        await stage.quiet()
        assert acked(feishu.deliveries)
        assert await stage.requests() == []
        kept = b"".join(path.read_bytes() for path in stage.folder.rglob("bot/*"))
        assert b"private thought" not in kept


@pytest.mark.rule("C5")
async def test_what_was_handled_is_not_kept_either(stage: Stage) -> None:
    async with stage.running_bot():
        await stage.ask("a secret plan")
        await stage.settled()
    (path,) = stage.folder.glob("bot/*.db")
    assert sqlite3.connect(path).execute("select count(*) from entries").fetchone() == (0,)
    assert b"a secret plan" not in path.read_bytes()
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


@pytest.mark.rule("C5")
async def test_what_cannot_be_kept_is_not_acknowledged_and_comes_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.feishu.dispatcher.redelivery = (0.1, 0.1, 0.1, 0.1)
    async with stage.running_bot():
        kept, faults = Inbox._insert, iter([True, True])

        def broken(inbox: Inbox, bodies: list[str]) -> list[int]:
            if next(faults, False):
                raise sqlite3.OperationalError("disk is full")
            return kept(inbox, bodies)

        monkeypatch.setattr(Inbox, "_insert", broken)
        said = await stage.feishu.say(stage.chat, stage.asker, "run", mention=True)
        await stage.request()
        await stage.quiet()
        outcomes = [one.outcome for one in stage.feishu.deliveries_of(said)]
        assert outcomes == ["refused", "refused", "acked"]
        assert len(await stage.requests()) == 1


@pytest.mark.rule("C5")
async def test_what_a_killed_process_had_acknowledged_is_asked_by_the_next_one(stage: Stage) -> None:
    """kill -9 between the acknowledgement and the handling; then Feishu sends it once more."""
    context = multiprocessing.get_context("spawn")
    settings = stage.settings()
    process = context.Process(target=run_bot, args=(settings, DEAD, "token"), daemon=True)
    process.start()
    try:
        await stage.feishu.until_connected(timeout=30)
        said = await stage.feishu.say(stage.chat, stage.asker, "run", mention=True)
        await until(lambda: acked(stage.feishu.deliveries_of(said)))
    finally:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        await asyncio.to_thread(process.join, 10)
    assert stage.waiting() == 1
    async with stage.running_bot():
        assert (await stage.feishu.replay(stage.feishu.deliveries_of(said)[0])).acked
        await stage.request()
        await stage.quiet()
        assert len(await stage.requests()) == 1


@pytest.mark.rule("C4")
async def test_an_answer_in_time_needs_no_other_sign(stage: Stage) -> None:
    async with stage.running_bot():
        said, _ = await stage.ask()
        await stage.settled()
        await asyncio.sleep(1.7)
        assert stage.feishu.reactions(said) == []


@pytest.mark.rule("C5")
async def test_a_fault_of_ours_is_said_to_who_waits_and_holds_up_nobody(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage.running_bot():
        message = Hearing._message

        async def broken(self: Hearing, entry: object, heard: object) -> None:
            if "poison" in str(heard):
                raise ZeroDivisionError
            await message(self, entry, heard)  # type: ignore[arg-type]

        monkeypatch.setattr(Hearing, "_message", broken)
        monkeypatch.setattr("bots.drain.FAULTS_AT_MOST", 2)
        await stage.feishu.say(stage.chat, stage.asker, "poison", mention=True)
        await stage.feishu.say(stage.chat, stage.asker, "fine", mention=True)
        request = await stage.request()
        assert request.prompt == "fine"
        direct = stage.feishu.direct_chat(stage.asker)
        told = await stage.feishu.until(lambda: stage.feishu.from_bot(direct))
        assert "internal" in stage.feishu.visible_text(told[0])


@pytest.mark.rule("C5", "F1")
async def test_only_one_of_two_processes_hears_and_the_other_takes_over(stage: Stage) -> None:
    async with stage.running_bot("first"):
        await stage.feishu.until(lambda: len(stage.feishu.connections) == 1)
        second = stage.bot("second")
        task = asyncio.create_task(second.run())
        await until(lambda: list((stage.folder / "second").glob("*")))
        await until(lambda: len(stage.feishu.dials) >= 2)  # it looks whether somebody hears already
        await until(lambda: len(stage.feishu.connections) == 1)
        said, _ = await stage.ask("one")
        await stage.settled()
        first = stage.feishu.deliveries_of(said)[0]
    try:
        await stage.feishu.until_connected(1)
        assert (await stage.feishu.replay(first)).acked
        await stage.ask("two")
        await stage.settled()
        assert [one.prompt for one in await stage.requests()] == ["one", "two"]
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.rule("F1", "C5")
async def test_the_same_event_over_two_connections_is_one_request(stage: Stage) -> None:
    """Feishu gives each event to any one connection; one that was slow and one that is new may both get it."""
    async with stage.running_bot():
        said, _ = await stage.ask("one")
        first = stage.feishu.deliveries_of(said)[0]
        await stage.feishu.drop_connections(abort=True)
        await stage.feishu.until_connected(1)
        for _ in range(3):
            assert (await stage.feishu.replay(first)).acked
        await stage.quiet()
        assert len(await stage.requests()) == 1
