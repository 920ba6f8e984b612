"""Faults that users of other Slack connectors reported in public, and what slack_bolt loses by itself, each as a test.

The reports that had their test elsewhere already are in ``REPORTS`` and ``LOSSES`` with its name.
"""

import asyncio
import importlib
import time

import pytest

from bots import inbox
from bots.inbox import Inbox
from relay.machine import State
from tests.bots.slack.conftest import Stage, part_of
from tests.relay.players import said

SLOW = 20.0
HERE = "field_reports"

REPORTS = {
    "openclaw/openclaw#34833": ("hearing", "test_one_post_is_one_request_however_its_events_come"),
    "openclaw/openclaw#32190": ("main_job", "test_a_direct_message_is_an_ask_too"),
    "typeclaw/typeclaw#49": ("hearing", "test_two_posts_of_one_gesture_are_one_request"),
    "slackapi/bolt-js#2487": ("hearing", "test_five_copies_and_every_repetition_are_one_request"),
    "vercel/chat#666, the retry is the first": ("hearing", "test_a_repetition_may_be_the_first_that_arrives"),
    "vercel/chat#666, minutes later": (HERE, "test_a_repetition_is_known_for_longer_than_slack_repeats"),
    "slackapi/python-slack-sdk#1379": ("connection", "test_a_dead_address_is_never_dialled_twice"),
    "slackapi/bolt-python#1529": (
        HERE,
        "test_a_connection_on_which_nothing_comes_is_replaced_and_made_up_for",
    ),
    "slackapi/node-slack-sdk#1654": ("connection", "test_too_many_connections_are_no_reason_to_storm"),
    "NousResearch/hermes-agent#6572": (
        "hearing",
        "test_everything_else_is_acknowledged_and_nothing_of_it_is_kept",
    ),
    "openclaw/openclaw#22780": ("posting", "test_a_post_whose_fate_is_unknown_is_looked_up_and_stands_once"),
    "slackapi/python-slack-sdk#1859": (HERE, "test_an_update_that_fails_midway_leaves_the_whole_result_once"),
    "pymc-labs/daimon#106": (HERE, "test_a_long_result_is_delivered_whole_and_no_edit_is_too_long"),
    "langchain-ai/open-swe#2753": (
        "posting",
        "test_a_deleted_thread_gets_no_post_at_the_top_and_others_go_on",
    ),
    "CopilotKit/CopilotKit#6717": (HERE, "test_a_preview_or_a_reply_below_an_ask_runs_nothing"),
    "openclaw/openclaw#71023": (
        "hearing",
        "test_a_tap_while_the_relay_is_away_decides_nothing_yet_and_once_later",
    ),
    "slackapi/bolt-python#448": ("catch_up", "test_who_takes_over_looks_for_what_came_in_between"),
    "PostHog/posthog#43263": ("asking", "test_a_tap_by_somebody_of_another_organisation_decides_nothing"),
}

LOSSES = {
    "half-open, no pongs": ("connection", "test_a_connection_that_answers_nothing_is_left"),
    "close and abort": ("connection", "test_a_lost_connection_is_replaced_at_once"),
    "refresh": ("connection", "test_a_refresh_loses_and_doubles_nothing"),
    "an acknowledgement across a refresh": (
        HERE,
        "test_what_was_in_hand_when_the_connection_went_is_one_request",
    ),
    "link_disabled": ("connection", "test_a_link_that_is_switched_off_is_tried_again_with_patience"),
    "429 before a connection": (
        "connection",
        "test_patience_that_slack_asks_for_before_a_connection_is_given",
    ),
    "order": (HERE, "test_asks_of_one_chat_are_asked_in_their_order"),
    "close without waiting": (
        "connector.test_contract",
        "test_with_the_relay_away_there_is_a_sign_within_three_seconds_and_one_request_later",
    ),
    "a listener that raises": ("hearing", "test_a_fault_of_ours_is_said_to_who_waits_and_holds_up_nobody"),
    "an acknowledgement after 3 seconds": (
        HERE,
        "test_an_acknowledgement_that_comes_too_late_doubles_nothing",
    ),
    "auth.test fails": ("hearing", "test_a_failing_auth_test_loses_no_event"),
    "it cannot be kept": ("hearing", "test_what_cannot_be_kept_is_not_acknowledged_and_comes_again"),
    "a page of HTML with 503": ("connection", "test_an_outage_of_slack_is_waited_for_also_at_the_start"),
    "Retry-After": ("pacing", "test_patience_is_kept_and_the_end_is_delivered_after_it"),
}


@pytest.mark.rule("C5")
@pytest.mark.parametrize("fault", [*REPORTS, *LOSSES])
def test_every_reported_fault_has_its_test(fault: str) -> None:
    module, name = (REPORTS | LOSSES)[fault]
    path = module if "." in module else f"slack.test_{module}"
    assert callable(getattr(importlib.import_module(f"tests.bots.{path}"), name))


@pytest.mark.rule("C5")
async def test_a_repetition_is_known_for_longer_than_slack_repeats(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """vercel/chat#666: a memory of five minutes, and the last retry came after five minutes and five seconds."""
    async with stage.running_bot():
        command = await stage.slack.mention(stage.asker, stage.channel, "help", order="mention_only")
        await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker), SLOW)
        await stage.slack.settle(SLOW)
        present = time.time
        monkeypatch.setattr(
            inbox.time, "time", lambda: present() + 25 * 3600
        )  # delayed events go on for a day
        other = await stage.slack.mention(stage.asker, stage.channel, "something else", order="mention_only")
        await stage.slack.settle(SLOW)
        assert other.ts
        monkeypatch.undo()
        assert (await stage.slack.replay(stage.slack.deliveries_of(command)[0], 3)).acked
        after = await stage.slack.mention(stage.asker, stage.channel, "run")
        await stage.anchor(after, SLOW)
        helped = [one for one in stage.slack.ephemerals_of(stage.asker) if "status" in one.text]
        assert len(helped) == 1


@pytest.mark.rule("C5")
async def test_a_connection_on_which_nothing_comes_is_replaced_and_made_up_for(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """slackapi/bolt-python#1529: the session is established again, and no events arrive on it."""
    async with stage.running_bot():
        await stage.anchor(await stage.slack.mention(stage.asker, stage.channel, "before"), SLOW)
        await stage.slack.until(lambda: stage.slack.calls_of("conversations.history"), SLOW)
        await stage.slack.settle(SLOW)
        dials = len(stage.slack.dials)
        stage.slack.event_faults.drop_next = 2
        lost = await stage.slack.mention(stage.asker, stage.channel, "into the void")
        for one in stage.slack.connections:
            assert not one.frozen  # it answers pings: only its silence tells
        monkeypatch.setattr("bots.slack.socket.SILENCE_SECONDS", 0.2)
        await stage.slack.until(lambda: len(stage.slack.dials) > dials, SLOW)
        monkeypatch.undo()
        await stage.anchor(lost, SLOW)


@pytest.mark.rule("C6")
async def test_an_update_that_fails_midway_leaves_the_whole_result_once(stage: Stage, brisk: None) -> None:
    """slackapi/python-slack-sdk#1859: a stream expires while it is written to, and the rest of its text is lost."""
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        await daemon.report(request.request, said(1, "progress", percent=10, text="begun"))
        await stage.part(stage.channel, "progress", SLOW)
        stage.slack.faults.error("chat.update", "message_not_in_streaming_state", times=1)
        stage.slack.faults.http_error("chat.update", 500, times=1)
        await daemon.report(request.request, said(2, "progress", percent=50, text="halfway"))
        await daemon.finish(request.request, 3, "All of the result, to its last word.")
        final = await stage.part(stage.channel, "final", SLOW)
        shown = [stage.slack.visible_text(m) for m in stage.slack.from_bot(stage.channel)]
        assert sum("to its last word." in text for text in shown) == 1
        assert "All of the result" in stage.slack.visible_text(final)


@pytest.mark.rule("C6", "C7")
async def test_a_long_result_is_delivered_whole_and_no_edit_is_too_long(stage: Stage, brisk: None) -> None:
    """pymc-labs/daimon#106: an answer of 13,000 characters by chat.update is refused, and a placeholder stays."""
    stage.slack.limits.off()
    result = " ".join(f"word{number}" for number in range(1800))
    assert len(result) > 13_000
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        await daemon.report(request.request, said(1, "progress", percent=10, text="begun"))
        await stage.part(stage.channel, "progress", SLOW)
        await daemon.finish(request.request, 2, result)
        await stage.part(stage.channel, "final", SLOW)
        (kept,) = await stage.slack.until(
            lambda: [file for file in stage.slack.files if file.data is not None and file.complete], SLOW
        )
        assert kept.data is not None
        assert result in kept.data.decode()
        assert stage.slack.calls_of("chat.update", "msg_too_long") == []


@pytest.mark.rule("C9", "C5")
async def test_a_preview_or_a_reply_below_an_ask_runs_nothing(stage: Stage) -> None:
    """CopilotKit/CopilotKit#6717: each preview and reply changed the message, and each change was answered."""
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "see https://example.com")
        await stage.anchor(ask, SLOW)
        for _ in range(10):
            await stage.slack.unfurl(stage.channel, ask.ts)
        await stage.slack.say(stage.owner, stage.channel, "a reply", thread_ts=ask.ts)
        await stage.slack.settle(SLOW)
        await stage.settled(SLOW)
        (request,) = await stage.requests()
        assert (request.version, request.state) == (1, State.pending)
        assert [part_of(m) for m in stage.slack.from_bot(stage.channel)].count("anchor") == 1


def slow_disk(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Keeping something takes so long."""
    insert = Inbox._insert

    def slowly(self: Inbox, bodies: list[str]) -> list[int]:
        time.sleep(seconds)
        return insert(self, bodies)

    monkeypatch.setattr(Inbox, "_insert", slowly)


@pytest.mark.rule("C5")
async def test_what_was_in_hand_when_the_connection_went_is_one_request(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The acknowledgement goes out on the new connection, where Slack does not wait for it."""
    async with stage.running_bot():
        slow_disk(monkeypatch, 0.4)
        ask = await stage.slack.mention(stage.asker, stage.channel, "run", order="mention_only")
        await asyncio.sleep(0.1)
        await stage.slack.refresh()
        await stage.anchor(ask, SLOW)
        await stage.slack.settle(SLOW)
        assert stage.slack.deliveries_of(ask)[-1].acked
        assert len(await stage.requests()) == 1


@pytest.mark.rule("C5")
async def test_an_acknowledgement_that_comes_too_late_doubles_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """slack_bolt drops what acknowledges later than three seconds; Slack sends it again."""
    stage.slack.dispatcher.ack_timeout = 0.2
    async with stage.running_bot():
        slow_disk(monkeypatch, 0.4)
        ask = await stage.slack.mention(stage.asker, stage.channel, "run", order="mention_only")
        await stage.slack.until(lambda: len(stage.slack.deliveries_of(ask)) >= 2, SLOW)
        stage.slack.dispatcher.ack_timeout = 3.0
        await stage.anchor(ask, SLOW)
        await stage.slack.settle(SLOW)
        assert len(await stage.requests()) == 1
        assert stage.parts(stage.channel).count("anchor") == 1


@pytest.mark.rule("C5", "Q1")
async def test_asks_of_one_chat_are_asked_in_their_order(stage: Stage) -> None:
    """slack_bolt runs each envelope in a task of its own: a later one can be done first."""
    async with stage.running_bot():
        wanted = [f"ask {number}" for number in range(12)]
        for text in wanted:
            await stage.slack.mention(stage.asker, stage.channel, text, order="mention_only")
        async with asyncio.timeout(SLOW):
            while len(requests := await stage.requests()) < len(wanted):
                await asyncio.sleep(0.05)
        by_number = sorted(requests, key=lambda one: one.public_id)
        assert [one.prompt for one in by_number] == wanted
