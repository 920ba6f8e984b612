"""Faults that users of other Feishu connectors reported in public, each as a test.

The reports that had their test elsewhere already are in ``REPORTS`` with its name.
"""

import asyncio
import importlib

import pytest

from relay.machine import State
from tests.bots.feishu.conftest import Stage, until
from tests.bots.feishu.showing import direct, part, parts, running
from tests.emulators.feishu import Delivery, Message
from tests.relay.players import said

HERE = "feishu.test_field_reports"

REPORTS = {
    "larksuite/oapi-sdk-python#169": [
        ("feishu.test_connection", "test_an_address_that_never_comes_is_not_waited_for"),
    ],
    "larksuite/oapi-sdk-python#168": [
        (HERE, "test_a_peer_that_stops_reading_in_the_middle_of_a_close_is_left"),
        ("feishu.test_connection", "test_a_connection_that_swallows_everything_is_left"),
    ],
    "larksuite/oapi-sdk-python#133": [
        ("feishu.test_connection", "test_two_bots_in_one_process_hear_their_own"),
    ],
    "larksuite/oapi-sdk-python#126": [
        ("feishu.test_taps", "test_a_tap_comes_in_either_kind_of_frame_and_copies_get_the_same_answer"),
    ],
    "NousResearch/hermes-agent#113662": [
        (HERE, "test_a_dead_link_is_not_said_to_be_connected"),
        ("feishu.test_connection", "test_the_owner_is_told_once_that_nobody_is_let_in"),
    ],
    "m1heng/clawdbot-feishu#325": [
        (HERE, "test_an_agent_that_takes_long_holds_up_no_acknowledgement"),
    ],
    "chenhg5/cc-connect#733": [
        ("feishu.test_hearing", "test_twenty_copies_at_once_under_different_event_ids_are_one_request"),
    ],
    "openclaw/openclaw#41195": [
        ("feishu.test_hearing", "test_what_a_killed_process_had_acknowledged_is_asked_by_the_next_one"),
        (
            "feishu.test_hearing",
            "test_a_repetition_at_each_step_of_the_schedule_and_after_a_restart_is_ignored",
        ),
    ],
    "openclaw/openclaw#66631": [
        ("feishu.test_asking", "test_a_message_of_a_topic_group_is_answered_in_its_topic"),
        ("feishu.test_asking", "test_what_an_event_leaves_out_of_its_thread_is_asked_for"),
    ],
    "larksuite/openclaw-lark#554": [
        (HERE, "test_an_end_that_comes_after_a_restart_stands_in_the_thread_of_its_root"),
    ],
    "larksuite/openclaw-lark#446": [
        (HERE, "test_a_late_copy_of_the_end_is_no_second_message"),
    ],
    "openclaw/openclaw#92708": [
        (HERE, "test_updates_that_fail_midway_leave_the_whole_result_once"),
    ],
    "PGZXB/dsh-feishu#37": [
        ("feishu.test_taps", "test_a_tapped_card_changes_only_after_the_tap_has_its_answer"),
    ],
    "NousResearch/hermes-agent#10251": [
        ("feishu.test_hearing", "test_everything_else_is_acknowledged_and_nothing_of_it_is_kept"),
    ],
    "NanmiCoder/cc-haha#671": [
        (HERE, "test_an_answer_that_is_lost_and_then_an_error_page_make_no_second_message"),
        (
            "feishu.test_posting",
            "test_a_message_whose_fate_is_unknown_is_sent_with_the_same_key_and_stands_once",
        ),
    ],
    "NousResearch/hermes-agent#52042": [
        (HERE, "test_an_ask_that_is_recalled_while_it_runs_has_its_end_all_the_same"),
        ("feishu.test_troubles", "test_a_recalled_root_gets_nothing_in_the_group_and_others_go_on"),
    ],
    "chenhg5/cc-connect#1504": [
        (HERE, "test_who_may_not_speak_may_not_tap_either_and_every_tap_has_its_answer"),
    ],
    "openclaw/openclaw#40768": [
        ("feishu.test_asking", "test_only_a_mention_of_ourselves_is_for_us"),
        ("feishu.test_asking", "test_as_long_as_it_does_not_know_itself_it_hears_nobody"),
    ],
    "NousResearch/hermes-agent#95249": [
        (HERE, "test_what_follows_a_tap_in_a_thread_stays_in_that_thread"),
    ],
    "baileyh8/hermes-feishu-streaming-card#282": [
        ("feishu.test_taps", "test_two_taps_at_once_decide_once_and_the_other_is_told_what_counts"),
        (HERE, "test_of_two_taps_on_two_cards_the_later_is_told_who_decided"),
    ],
}


@pytest.mark.rule("C5")
@pytest.mark.parametrize("fault", REPORTS)
def test_every_reported_fault_has_its_test(fault: str) -> None:
    for module, name in REPORTS[fault]:
        assert callable(getattr(importlib.import_module(f"tests.bots.{module}"), name))


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch, brisk: None) -> None:
    monkeypatch.setattr("bots.feishu.socket.LONGEST_PAUSE", 0.3)
    monkeypatch.setattr("bots.feishu.socket.BARRED_SECONDS", 0.3)


@pytest.mark.rule("C5", "F1")
async def test_a_peer_that_stops_reading_in_the_middle_of_a_close_is_left(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """larksuite/oapi-sdk-python#168: the close never ended, and nobody connected again."""
    monkeypatch.setattr("bots.feishu.socket.HEARTBEAT_SECONDS", 0.5)
    async with stage.running_bot():
        (dead,) = stage.feishu.connections
        stage.feishu.freeze_connections()
        assert dead.transport is not None
        dead.transport.pause_reading()
        await until(lambda: any(one is not dead for one in stage.feishu.connections), 15)
        dead.transport.resume_reading()
        await until(lambda: dead not in stage.feishu.connections, 15)
        await stage.ask("after it")


@pytest.mark.rule("C10", "F1")
async def test_a_dead_link_is_not_said_to_be_connected(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """NousResearch/hermes-agent#113662: the link was dead, and its state said "connected"."""
    monkeypatch.setattr("bots.feishu.bot.STAND_BY_SECONDS", 0.1)
    async with stage.running_bot() as bot:
        fault = stage.feishu.faults.error("endpoint", 1000040350, status=200, times=None)
        await stage.feishu.drop_connections()
        await until(lambda: not bot.connected.is_set(), 15)
        fault.times = 0
        await asyncio.wait_for(bot.connected.wait(), 15)
        await stage.ask("heard again")


@pytest.mark.rule("C4", "C5")
async def test_an_agent_that_takes_long_holds_up_no_acknowledgement(stage: Stage) -> None:
    """m1heng/clawdbot-feishu#325: the handler waited for the agent, and Feishu sent everything again."""
    async with stage.running_bot():
        _, request, _ = await running(stage)
        stage.feishu.event_faults.copies = 5
        asked = await stage.feishu.say(stage.chat, stage.asker, "and this", mention=True)
        await stage.request(2)
        await stage.settled()
        deliveries = stage.feishu.deliveries_of(asked)
        assert len(deliveries) == 5
        assert all(one.acked and one.latency is not None and one.latency < 1.0 for one in deliveries)
        assert (await stage.house.view(request.request)).state is State.running
        assert len(await stage.requests()) == 2


@pytest.mark.rule("C1", "F2")
async def test_an_end_that_comes_after_a_restart_stands_in_the_thread_of_its_root(stage: Stage) -> None:
    """larksuite/openclaw-lark#554: what came late opened a topic of its own."""
    stage.feishu.limits.off()
    async with stage.running_bot():
        anchor, request, daemon = await running(stage)
        await daemon.report(request.request, said(1, "progress", percent=10, text="begun"))
        await part(stage, "progress")
        await stage.settled()
    await daemon.finish(request.request, 2, "the whole of it")
    async with stage.running_bot("elsewhere"):
        final = await part(stage, "final")
        assert final.thread_id == anchor.thread_id != ""
        shown = stage.feishu.from_bot(stage.chat)
        assert {message.thread_id for message in shown} == {anchor.thread_id}


@pytest.mark.rule("C6", "C5")
async def test_a_late_copy_of_the_end_is_no_second_message(stage: Stage) -> None:
    """larksuite/openclaw-lark#446: a stream that could not begin and a late end made two last cards."""
    stage.feishu.limits.off()
    async with stage.running_bot():
        _, request, daemon = await running(stage)
        stage.feishu.faults.http_error("message.reply", 500, times=2)
        await daemon.report(request.request, said(1, "progress", percent=10, text="begun"))
        await daemon.finish(request.request, 2, "the whole of it")
        await part(stage, "final")
        await daemon.finish(request.request, 2, "the whole of it")
        await stage.settled()
        assert parts(stage).count("final") == 1


@pytest.mark.rule("C6")
async def test_updates_that_fail_midway_leave_the_whole_result_once(stage: Stage) -> None:
    """openclaw/openclaw#92708: a rate limit or a stream that had closed cut the text off."""
    stage.feishu.limits.off()
    async with stage.running_bot():
        _, request, daemon = await running(stage)
        await daemon.report(request.request, said(1, "progress", percent=10, text="begun"))
        await part(stage, "progress")
        for code in (200810, 300309, 230020, 200850):
            stage.feishu.faults.error("message.patch", code, times=1)
        for number, percent in enumerate((50, 80, 90), 2):
            await daemon.report(request.request, said(number, "progress", percent=percent, text="more"))
        await daemon.finish(request.request, 5, "All of the result, to its last word.")
        await part(stage, "final")
        await stage.settled()
        shown = [stage.feishu.visible_text(message) for message in stage.feishu.from_bot(stage.chat)]
        assert sum("All of the result, to its last word." in text for text in shown) == 1


@pytest.mark.rule("C5")
async def test_an_answer_that_is_lost_and_then_an_error_page_make_no_second_message(stage: Stage) -> None:
    """NanmiCoder/cc-haha#671: the second try had a key of its own."""
    stage.feishu.limits.off()

    def final(body: dict[str, object]) -> bool:
        return "is done" in str(body.get("content"))

    async with stage.running_bot():
        _, request, daemon = await running(stage)
        lost = stage.feishu.faults.lose_reply("message.reply", when=final)
        stage.feishu.faults.http_error(
            "message.reply", 504, when=lambda body: final(body) and bool(lost.hits)
        )
        await daemon.finish(request.request)
        await part(stage, "final")
        await stage.settled(20)
        tries = [call.body["uuid"] for call in stage.feishu.calls_of("message.reply") if final(call.body)]
        assert len(tries) >= 3
        assert len(set(tries)) == 1
        assert parts(stage).count("final") == 1


@pytest.mark.rule("C6", "C9", "C10")
@pytest.mark.parametrize("told", ["in the body", "by the status"])
async def test_an_ask_that_is_recalled_while_it_runs_has_its_end_all_the_same(
    stage: Stage, told: str
) -> None:
    """NousResearch/hermes-agent#52042: the answer to a message that was recalled was dropped."""
    stage.feishu.limits.off()
    async with stage.running_bot():
        asked, request = await stage.ask()
        await stage.tap(card=await stage.card())
        await stage.state(State.approved)
        daemon = await stage.take(request.request)
        anchor = await part(stage, "anchor")
        await stage.settled()
        await stage.feishu.recall(asked)
        if told == "by the status":
            stage.feishu.faults.error("message.reply", 230011, "The message was recalled.", status=400)
        await daemon.finish(request.request, 1, "the outcome")
        assert (await stage.state(State.done)).result == "the outcome"
        await stage.settled()
        shown = [*stage.feishu.from_bot(stage.chat), *stage.feishu.from_bot(direct(stage))]
        assert stage.feishu.title(anchor, "en_us").endswith("Done")
        if told == "in the body":
            final = await part(stage, "final")
            assert final.thread_id == anchor.thread_id
            assert "the outcome" in stage.feishu.visible_text(final)
        else:
            assert [m for m in shown if request.public_id in stage.feishu.visible_text(m, "en_us")]


@pytest.mark.rule("A2", "C3")
async def test_who_may_not_speak_may_not_tap_either_and_every_tap_has_its_answer(stage: Stage) -> None:
    """chenhg5/cc-connect#1504: taps in direct chats were dropped where messages were let through."""
    stage.feishu.limits.off()
    stranger = stage.feishu.add_user("Otto", locale="en_us")
    stage.chat.members.add(stranger.key)
    async with stage.running_bot():
        await stage.feishu.say(stage.chat, stranger, "let me", mention=True)
        await stage.feishu.say(stage.feishu.direct_chat(stranger), stranger, "let me")
        await stage.quiet()
        assert await stage.requests() == []
        _, request = await stage.ask()
        cards = [await stage.card(where=chat) for chat in (stage.chat, direct(stage))]
        for card in cards:
            button = {"tag": "button", "value": stage.acts(card, "approve")[0]}
            for person in (stranger, stage.asker):
                tapped = await stage.feishu.call_back(stage.feishu.app, card, person, button)
                assert (tapped.acked, tapped.answer["toast"]["type"]) == (True, "error")
        assert (await stage.house.view(request.request)).state is State.pending
        assert (await stage.tap(card=cards[1])).answer["toast"]["type"] == "success"


@pytest.mark.rule("C1", "C3")
async def test_what_follows_a_tap_in_a_thread_stays_in_that_thread(stage: Stage) -> None:
    """NousResearch/hermes-agent#95249: what a tap in a thread led to was written into the chat itself."""
    stage.feishu.limits.off()
    async with stage.running_bot():
        anchor, request, daemon = await running(stage)
        await daemon.ask(request.request)
        card = await stage.card("allow", stage.chat)
        assert card.thread_id == anchor.thread_id
        assert (await stage.tap("allow", card=card)).acked
        await daemon.finish(request.request, 1, "done with it")
        final = await part(stage, "final")
        await stage.settled()
        assert final.thread_id == anchor.thread_id
        shown = stage.feishu.from_bot(stage.chat)
        assert {message.thread_id for message in shown} == {anchor.thread_id}


@pytest.mark.rule("L5", "C3")
async def test_of_two_taps_on_two_cards_the_later_is_told_who_decided(stage: Stage) -> None:
    """baileyh8/hermes-feishu-streaming-card#282: two people tapped, and both were told that it counts."""
    stage.feishu.limits.off()
    async with stage.running_bot():
        await stage.ask()
        here, there = await stage.card(where=stage.chat), await stage.card()
        taps = await asyncio.gather(stage.tap("approve", card=here), stage.tap("deny", card=there))
        (late,) = [one for one in taps if kind(one) == "error"]
        assert [kind(one) for one in taps].count("success") == 1
        assert "Olga" in str(late.answer["toast"]["content"])
        assert [kind(await stage.feishu.replay(one)) for one in taps] == [kind(one) for one in taps]
        await stage.feishu.until(lambda: not decisions(stage, here) and not decisions(stage, there))


def kind(tapped: Delivery) -> str:
    return str(tapped.answer["toast"]["type"])


def decisions(stage: Stage, card: Message) -> list[object]:
    return [*stage.acts(card, "approve"), *stage.acts(card, "deny")]
