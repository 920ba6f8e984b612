"""Turns that messages start by themselves, decided under the agent's lock."""

import asyncio

import pytest

from relay.coordination.turns import Why
from relay.requests import actions
from relay.wire.base import Code
from relay.wire.machines import AskAction
from relay.wire.messages import ChangeKind, HandKind, Mode, TurnOutcome
from tests.relay.messages.play import Play
from tests.relay.scene import DAY, outcome


async def waiting(play: Play) -> str:
    """A request of claude that has yielded, in a conversation that a person has had a turn in; and another's message."""
    request = await play.run()
    other = await play.run("agent-0")
    await play.rest(request, (await play.say_as(request, agent="agent-1")).message)
    await play.say_as(other, "a message", agent="claude")
    return request


@pytest.mark.rule("H1", "D3")
async def test_with_both_switches_on_a_message_starts_the_turn_of_a_request_that_waits(play: Play) -> None:
    request = await waiting(play)
    for on, automatic, why in ((False, True, Why.room_off), (True, False, Why.daemon_off)):
        if on:
            await play.switch_on()
        reply = await play.wish(automatic=automatic)
        assert (reply.outcome, reply.reason) == (TurnOutcome.hold, why)
    reply = await play.wish()
    assert (reply.outcome, reply.claim and reply.claim.request) == (TurnOutcome.start, request)
    row = await play.row(request)
    assert (row.state, row.yielded_at, row.fence) == ("running", None, play.scene.epoch)
    assert "automatic turn" in await play.scene.acts(request)


@pytest.mark.rule("H1")
async def test_an_agent_that_holds_or_only_plans_is_left_alone(play: Play) -> None:
    await waiting(play)
    await play.switch_on()
    for mode in (Mode.hold, Mode.plan):
        await play.set_mode(mode)
        assert (await play.wish()).reason == Why.mode
    await play.set_mode(Mode.run)
    assert (await play.wish()).outcome is TurnOutcome.start


@pytest.mark.rule("H1", "D3")
async def test_a_finished_session_gets_no_new_work_from_a_message(play: Play) -> None:
    request = await play.run()
    other = await play.run("agent-0")
    await play.finish(request)
    await play.switch_on()
    await play.say_as(other, "do more", agent="claude", task=request)
    assert (await play.wish()).reason == Why.no_delegation
    assert (await play.row(request)).state == "done"


@pytest.mark.rule("H1")
async def test_before_a_persons_first_turn_and_in_a_conversation_begun_anew_nothing_starts(
    play: Play,
) -> None:
    first = await play.run()
    other = await play.run("agent-0")
    await play.switch_on()
    await play.say_as(other, agent="claude")
    assert (await play.wish(request=first)).reason == Why.no_person
    await play.rest(first, (await play.say_as(first, agent="agent-1")).message)
    await play.start_anew()
    assert (await play.wish()).reason == Why.anew


@pytest.mark.rule("H2")
async def test_a_waiting_approval_a_secret_and_work_on_the_session_hold_it_back(play: Play) -> None:
    request = await play.run()
    card = await play.scene.write(
        actions.ask,
        play.scene.machine,
        request,
        AskAction(
            fence=play.scene.epoch,
            call="c",
            digest="d",
            kind="delete",
            tool="Bash",
            shown="rm x",
            whole=True,
            directory="/project",
            reason="it deletes",
        ),
        int(DAY * 1e6),
    )
    other = await play.run("agent-0")
    await play.rest(request, (await play.say_as(request, agent="agent-1")).message)
    await play.say_as(other, agent="claude")
    await play.switch_on()
    assert (await play.wish()).reason == Why.approval
    await play.scene.write(actions.expire, card.action)
    await play.scene.write(actions.lapse, request)
    for kind, why in (
        (HandKind.secret_entry, Why.secret_entry),
        (HandKind.session_operation, Why.session_operation),
    ):
        await play.hand(kind)
        assert (await play.wish()).reason == why
        await play.hand(kind, open=False)
        assert (await play.feed()).changes[-1].kind == ChangeKind.look
    assert (await play.wish()).outcome is TurnOutcome.start


@pytest.mark.rule("H2", "R2")
async def test_only_the_owner_works_on_a_session_and_any_member_may_write_a_draft(play: Play) -> None:
    for kind in (HandKind.secret_entry, HandKind.session_operation):
        assert (await outcome(play.hand(kind, who=play.scene.guest))).code is Code.owner_only
    await play.hand(who=play.scene.guest)


@pytest.mark.rule("H3")
async def test_a_draft_holds_it_back_for_its_grace_from_the_first_waiting_message(play: Play) -> None:
    request = await waiting(play)
    await play.switch_on()
    [message] = (await play.inbox()).messages
    for _ in range(3):
        await play.hand()
        reply = await play.wish()
        assert (reply.outcome, reply.reason) == (TurnOutcome.wait, Why.draft)
        assert reply.until == message.sent_at + 20_000_000
    assert (await play.wish(grace=0.0)).outcome is TurnOutcome.start
    assert (await play.row(request)).yielded_at is None


@pytest.mark.rule("H3")
async def test_once_the_draft_is_gone_nothing_waits_for_it(play: Play) -> None:
    await waiting(play)
    await play.switch_on()
    await play.hand()
    await play.hand(open=False)
    assert (await play.wish()).outcome is TurnOutcome.start


@pytest.mark.rule("H4")
async def test_a_wish_made_for_an_older_conversation_starts_nothing_in_a_newer_one(play: Play) -> None:
    await waiting(play)
    known = (await play.wish()).generation
    await play.switch_on()
    await play.start_anew()
    reply = await play.wish(generation=known)
    assert (reply.outcome, reply.reason) == (TurnOutcome.hold, Why.newer)


@pytest.mark.rule("H4", "X1")
async def test_while_the_agent_is_at_work_it_waits_and_of_many_wishes_one_starts(play: Play) -> None:
    request = await waiting(play)
    await play.switch_on()
    second = await play.run()
    at_work = await play.wish(running=[second])
    assert (at_work.outcome, at_work.reason) == (TurnOutcome.wait, Why.busy)
    await play.finish(second)
    await play.scene.ask(play.scene.guest)
    replies = await asyncio.gather(*(play.wish(running=["other"]) for _ in range(6)))
    assert {reply.claim.request for reply in replies if reply.claim is not None} == {request}
    assert (await play.scene.history(request)).count("continued") == 1
    held = await play.wish(running=[request])
    assert held.outcome is TurnOutcome.wait, "who knows that it has the turn is not given it again"


@pytest.mark.rule("H1", "H4")
async def test_a_wish_of_an_older_process_or_for_anothers_agent_is_refused(play: Play) -> None:
    await waiting(play)
    await play.switch_on()
    assert (await outcome(play.wish(epoch=play.scene.epoch - 1))).code is Code.fenced
    assert (await outcome(play.wish(agent="claude", room="another"))).outcome is TurnOutcome.hold
    foreign = play.scene.agents | {"foreign": "no such agent"}
    play.scene.agents = foreign
    assert (await outcome(play.wish("foreign"))).code is Code.unknown
