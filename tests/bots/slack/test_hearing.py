"""Nothing that Slack delivers is lost, doubled, or left without its acknowledgement."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bots.inbox import Inbox
from bots.slack.hearing import Hearing
from relay.machine import State
from tests.bots.slack.conftest import Stage, is_anchor
from tests.emulators.slack import Delivery

DEAD = "http://127.0.0.1:9"
"""Nobody listens there."""


def acked(deliveries: list[Delivery]) -> bool:
    return bool(deliveries) and all(delivery.acked for delivery in deliveries)


async def settled(stage: Stage) -> None:
    await stage.slack.settle()
    await asyncio.sleep(0.1)


@pytest.mark.rule("C5", "B14")
@pytest.mark.parametrize("order", ["message_first", "mention_first", "message_only", "mention_only"])
async def test_one_post_is_one_request_however_its_events_come(stage: Stage, order: str) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run", order=order)  # type: ignore[arg-type]
        await stage.anchor(ask)
        await settled(stage)
        assert len(await stage.requests()) == 1
        assert stage.parts(stage.channel).count("anchor") == 1
        assert acked(stage.slack.deliveries)


@pytest.mark.rule("C5")
async def test_five_copies_and_every_repetition_are_one_request(stage: Stage) -> None:
    stage.slack.event_faults.copies = 5
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.anchor(ask)
        await settled(stage)
        first = stage.slack.deliveries_of(ask)[0]
        for attempt in (0, 1, 0, 1):
            assert (await stage.slack.replay(first, attempt)).acked
        await settled(stage)
        assert len(await stage.requests()) == 1
        assert acked(stage.slack.deliveries)


@pytest.mark.rule("C5")
async def test_two_posts_of_one_gesture_are_one_request(stage: Stage) -> None:
    async with stage.running_bot():
        first = await stage.slack.mention(stage.asker, stage.channel, "run", client_msg_id="same")
        await stage.anchor(first)
        await stage.slack.mention(stage.asker, stage.channel, "run", client_msg_id="same")
        await settled(stage)
        assert len(await stage.requests()) == 1


@pytest.mark.rule("C5", "B14")
async def test_a_repetition_after_the_end_and_a_restart_is_ignored(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.anchor(ask)
        await settled(stage)
    posted = len(stage.slack.from_bot(stage.channel))
    for folder in ("bot", "elsewhere"):  # with and without what the first process remembered
        async with stage.running_bot(folder):
            assert (await stage.slack.replay(stage.slack.deliveries_of(ask)[0], 2)).acked
            await settled(stage)
            assert len(await stage.requests()) == 1
            assert len(stage.slack.from_bot(stage.channel)) == posted


@pytest.mark.rule("C5")
async def test_a_repetition_may_be_the_first_that_arrives(stage: Stage) -> None:
    stage.slack.event_faults.drop_next = 1
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run", order="mention_first")
        await stage.anchor(ask)
        assert len(await stage.requests()) == 1


@pytest.mark.rule("C5", "C2")
async def test_everything_else_is_acknowledged_and_nothing_of_it_is_kept(stage: Stage) -> None:
    async with stage.running_bot():
        slack = stage.slack
        post = await slack.say(stage.asker, stage.channel, "a private thought")
        await slack.edit(stage.asker, stage.channel, post.ts, "another private thought")
        await slack.react(stage.asker, stage.channel, post.ts, "eyes")
        await slack.unfurl(stage.channel, post.ts)
        await slack.delete(stage.channel, post.ts)
        other = slack.add_user("otherbot", bot=True)
        await slack.invite(other, stage.channel)
        await slack.mention(other, stage.channel, "do it")
        await slack.archive(stage.channel)
        await slack.open_home(stage.asker)
        await slack.start_assistant_thread(stage.asker)
        slack.dispatcher.send_event(
            {"type": "event_callback", "event": {"type": "of_the_future"}, "event_id": "Ev"}
        )
        odd = [
            await slack.dispatcher.send_gesture(
                "interactive", {"type": kind, "user": {"id": "U1"}, "actions": []}
            )
            for kind in ("block_actions", "shortcut", "view_closed", "unheard_of")
        ]
        odd.append(await slack.slash(stage.asker, slack.dm_channel(stage.asker), "/other", "x"))
        await settled(stage)
        assert acked(odd)
        assert acked(slack.deliveries)
        assert await stage.requests() == []
        kept = b"".join(path.read_bytes() for path in stage.folder.rglob("bot/*"))
        assert b"private thought" not in kept


@pytest.mark.rule("C5")
async def test_what_was_handled_is_not_kept_either(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "a secret plan")
        await stage.anchor(ask)
        await settled(stage)
    (path,) = stage.folder.glob("bot/*.db")
    assert sqlite3.connect(path).execute("select count(*) from entries").fetchone() == (0,)
    assert b"a secret plan" not in path.read_bytes()


@pytest.mark.rule("C5")
async def test_a_failing_auth_test_loses_no_event(stage: Stage) -> None:
    async with stage.running_bot():
        stage.slack.faults.error("auth.test", "fatal_error", times=None)
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.anchor(ask)
        await settled(stage)
        assert acked(stage.slack.deliveries)


@pytest.mark.rule("C5")
async def test_what_cannot_be_kept_is_not_acknowledged_and_comes_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.slack.dispatcher.ack_timeout = 0.3
    async with stage.running_bot():
        kept, faults = Inbox._insert, iter([True, True])

        def broken(inbox: Inbox, bodies: list[str]) -> list[object]:
            if next(faults, False):
                raise sqlite3.OperationalError("disk is full")
            return list(kept(inbox, bodies))

        monkeypatch.setattr(Inbox, "_insert", broken)
        ask = await stage.slack.mention(stage.asker, stage.channel, "run", order="mention_only")
        await stage.anchor(ask)
        await settled(stage)
        outcomes = [d.outcome for d in stage.slack.deliveries_of(ask)]
        assert (outcomes[0], outcomes[-1]) == ("timeout", "acked")
        assert len(await stage.requests()) == 1


@pytest.mark.rule("C5", "B06")
async def test_a_tap_while_the_relay_is_away_decides_nothing_yet_and_once_later(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        anchor = await stage.anchor(ask)
    async with stage.running_bot(url=DEAD):
        tapped = await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:approve")
        assert tapped.acked
        await asyncio.sleep(0.3)
        assert stage.slack.actions(anchor)  # it does not say what is not so
        assert (await stage.requests())[0].state is State.pending
    async with stage.running_bot():
        await stage.slack.until(lambda: not stage.slack.actions(anchor))
        view = (await stage.requests())[0]
        assert view.state is State.approved
        timeline = await stage.house.client("owner").timeline(None, view.request)
        assert [event.kind for event in timeline.events].count("approved") == 1


@pytest.mark.rule("C4")
async def test_an_answer_in_time_needs_no_other_sign(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.anchor(ask)
        await asyncio.sleep(1.7)
        assert ask.reactions == {}


@pytest.mark.rule("C4")
async def test_with_slack_refusing_posts_there_is_a_sign_within_three_seconds(stage: Stage) -> None:
    async with stage.running_bot():
        stage.slack.faults.rate_limit("chat.postMessage", 2.5)
        ask = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.slack.until(lambda: ask.reactions, timeout=3.0)
        await stage.anchor(ask)
        refused = stage.slack.calls_of("chat.postMessage", "ratelimited")
        assert len(refused) <= 4  # two for each channel: the patience that is asked for is in whole seconds


@pytest.mark.rule("C5")
async def test_a_fault_of_ours_is_said_to_who_waits_and_holds_up_nobody(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stage.running_bot():
        read = Hearing._read

        async def broken(self: Hearing, heard: object) -> object:
            if "poison" in str(heard):
                raise ZeroDivisionError
            return await read(self, heard)  # type: ignore[arg-type]

        monkeypatch.setattr(Hearing, "_read", broken)
        monkeypatch.setattr("bots.drain.FAULTS_AT_MOST", 2)
        await stage.slack.mention(stage.asker, stage.channel, "poison", order="mention_only")
        after = await stage.slack.mention(stage.asker, stage.channel, "fine")
        await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker))
        assert is_anchor(await stage.anchor(after))


@pytest.mark.rule("A2")
async def test_the_inbox_is_for_its_user_only(stage: Stage) -> None:
    async with stage.running_bot():
        for path in stage.folder.glob("bot/*.db"):
            assert path.stat().st_mode & 0o077 == 0
        assert (stage.folder / "bot").stat().st_mode & 0o077 == 0


async def test_many_that_come_at_once_share_few_commits_and_all_are_kept(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "new" / "inbox.db")
    written: list[int] = []
    insert = inbox._insert
    inbox._insert = lambda bodies: written.append(len(bodies)) or insert(bodies)  # type: ignore[method-assign,func-returns-value]
    entries = [inbox.put(str(number)) for number in range(200)]
    numbers = await asyncio.gather(*(entry.kept for entry in entries))
    assert len(written) <= 3
    assert [entry.body for entry in await inbox.waiting()] == [str(number) for number in range(200)]
    assert len(set(numbers)) == 200
    await inbox.finish(entries[0], ["key"])
    assert inbox.knows(["other", "key"])
    assert not inbox.knows(["other"])
    assert len(await inbox.waiting()) == 199
    await inbox.close()


async def test_notes_stay_over_a_restart(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox.db")
    await inbox.note({"mark:C1": "1", "mark:C2": "3"})
    await inbox.note({"mark:C1": "2", "mark:C2": None, "said:C1:5": "4"})
    await inbox.close()
    again = Inbox(tmp_path / "inbox.db")
    assert await again.notes("mark:") == {"C1": "2"}
    assert await again.notes("said:") == {"C1:5": "4"}
    await again.close()
