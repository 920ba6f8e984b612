"""Windows: a denial with its reason, a long text page by page, an ask about somebody's message."""

import json

import pytest

from relay.machine import State
from relay.wire.requests import ActionState
from tests.bots.slack.conftest import Stage, is_anchor
from tests.emulators.slack import View
from tests.relay.players import Daemon

REASON = {"why": {"text": "Not <!channel> on a Friday."}}


async def window(stage: Stage) -> View:
    """What the owner has open on top."""
    return (await stage.slack.until(lambda: stage.slack.views_of(stage.owner)))[-1]


@pytest.mark.rule("C3", "A1", "A3")
async def test_a_denial_says_why_and_is_bound_to_what_the_card_showed(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:explain")
        first = await window(stage)
        await stage.slack.edit(stage.asker, stage.channel, ask.ts, f"<@{stage.slack.bot.id}> run them twice")
        await stage.slack.until(lambda: "run them twice" in stage.slack.visible_text(anchor))
        await stage.slack.submit_view(stage.owner, first.id, REASON)
        await stage.slack.until(lambda: "edited" in stage.slack.ephemerals_of(stage.owner)[0].text)
        assert (await stage.requests())[0].state is State.pending

        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:explain")
        await stage.slack.submit_view(stage.owner, (await window(stage)).id, REASON)
        request = await stage.house.until((await stage.requests())[0].request, State.cancelled)
        assert (request.decision, request.reason) == ("denied", "Not <!channel> on a Friday.")
        await stage.slack.until(lambda: "Not <!channel> on a Friday." in stage.slack.visible_text(anchor))
        assert stage.slack.actions(anchor) == []
        assert stage.slack.pings(anchor) == set()


@pytest.mark.rule("C3")
async def test_a_window_that_does_not_open_leaves_deny_working(stage: Stage) -> None:
    stage.slack.faults.error("views.open", "expired_trigger_id")
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:explain")
        told = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.owner))
        assert "Deny on the card works" in told[0].text
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:deny")
        request = await stage.house.until((await stage.requests())[0].request, State.cancelled)
        assert (request.decision, request.reason) == ("denied", None)


@pytest.mark.rule("A2", "C3")
async def test_a_reason_of_somebody_else_denies_nothing(stage: Stage) -> None:
    async with stage.running_bot():
        ask = await stage.slack.mention(stage.asker, stage.channel, "run the tests")
        anchor = await stage.anchor(ask)
        await stage.slack.tap(stage.asker, stage.channel, anchor.ts, "muti:explain")
        view = (await stage.slack.until(lambda: stage.slack.views_of(stage.asker)))[0]
        await stage.slack.submit_view(stage.asker, view.id, REASON)
        told = await stage.slack.until(lambda: stage.slack.ephemerals_of(stage.asker))
        assert "Only the owner" in told[0].text
        assert (await stage.requests())[0].state is State.pending


@pytest.mark.rule("P3", "P4")
async def test_an_exact_action_is_denied_with_a_reason_for_the_agent(stage: Stage, brisk: None) -> None:
    stage.slack.limits.off()
    async with stage.running_bot():
        _, request, daemon = await stage.running()
        asked = await daemon.ask(request.request)
        card = await stage.part(stage.channel, f"action:{asked.action}")
        await stage.slack.tap(stage.owner, stage.channel, card.ts, "muti:explain")
        view = await window(stage)
        bound = json.loads(str(view.content["private_metadata"]))
        assert (bound["a"], bound["g"]) == (asked.action, asked.digest)
        await stage.slack.submit_view(stage.owner, view.id, REASON)
        await stage.slack.until(lambda: "Denied by Olga" in stage.slack.visible_text(card))
        action = (await stage.house.view(request.request)).actions[0]
        assert (action.state, action.answer) == (ActionState.denied, "Not <!channel> on a Friday.")


@pytest.mark.rule("A1", "P3", "A3")
async def test_a_very_long_ask_is_turned_page_by_page_and_an_edit_begins_it_anew(stage: Stage) -> None:
    async with stage.running_bot():
        text = f"<@{stage.slack.bot.id}> first\n" + "x" * 38_000 + "\nlast"
        ask = await stage.slack.mention(stage.asker, stage.channel, text)
        anchor = await stage.anchor(ask)
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:review")
        view = await window(stage)
        assert not view.content.get("submit")
        await stage.slack.edit(stage.asker, stage.channel, ask.ts, text + " of all")
        await stage.slack.until(lambda: len(anchor.revisions) > 1)
        await stage.slack.tap_view(stage.owner, view.id, "muti:page-1")
        await stage.slack.until(lambda: "edited meanwhile" in stage.slack.visible_text(view))
        assert not view.content.get("submit")
        await stage.slack.tap_view(stage.owner, view.id, "muti:page-1")
        await stage.slack.until(lambda: view.content.get("submit"))
        assert "last of all" in stage.slack.visible_text(view)
        await stage.slack.submit_view(stage.owner, view.id)
        await stage.house.until((await stage.requests())[0].request, State.approved)


@pytest.mark.rule("C12", "C8", "C1")
async def test_an_agent_is_asked_about_somebodys_message_from_its_menu(stage: Stage) -> None:
    async with stage.running_bot():
        report = await stage.slack.say(stage.owner, stage.channel, "The build of &lt;main&gt; is red.")
        await stage.slack.use_shortcut(stage.asker, stage.channel, report.ts, "muti:about")
        view = (await stage.slack.until(lambda: stage.slack.views_of(stage.asker)))[0]
        assert "The build of" in stage.slack.visible_text(view)
        choice = {"type": "static_select", "selected_option": {"value": "claude"}}
        values = {"why": {"text": "Find out why & fix <it>."}, "agent": {"name": choice}}
        await stage.slack.submit_view(stage.asker, view.id, values)
        anchor = (
            await stage.slack.until(lambda: list(filter(is_anchor, stage.slack.from_bot(stage.channel))))
        )[0]
        assert anchor.thread_ts == report.ts
        request = (await stage.requests())[0]
        assert request.prompt == "Find out why & fix <it>."
        await stage.slack.tap(stage.owner, stage.channel, anchor.ts, "muti:approve")
        await stage.house.until(request.request, State.approved)
        daemon = Daemon(stage.house)
        await daemon.start()
        claim = await daemon.take(request.request)
        quoted = [(one.author, one.text) for one in claim.quoted]
        assert quoted == [("olga", "The build of <main> is red.")]
