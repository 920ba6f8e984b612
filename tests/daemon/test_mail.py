"""Agents of one machine that talk to each other, over a real relay: nothing is lost, read twice, or waited for in vain."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from daemon.journal import Journal, JournalHeld
from daemon.options import AgentOptions
from daemon.reconcile import reconcile
from relay.rooms.agents import add_agent
from relay.rooms.machines import declare_agents
from relay.store.tx import Tx
from relay.wire.machines import DeclaredAgent
from relay.wire.messages import Hand, MessageView, Say, Switch
from relay.wire.requests import Ask, RequestView
from tests.daemon.scene import PATH, Scene, of

pytestmark = pytest.mark.timeout(60)

ASK = {"use": "send_message", "arguments": {"to": "reviewer", "text": "is it good?", "wait": True}}
YIELD = {"ask": "I wait for the reviewer."}


@pytest.fixture
async def two(scene: Scene) -> AsyncIterator[Scene]:
    """The scene with a second agent, in a directory of its own."""
    review = scene.folder / "review"
    review.mkdir()
    house = scene.house

    def furnish(tx: Tx) -> None:
        declared = DeclaredAgent(handle="reviewer", runtime="scripted", directory=str(review))
        add_agent(tx, house.room, declare_agents(tx, house.machine, house.owner, [declared])["reviewer"])

    await house.store.write(house.owner, furnish)
    [claude] = scene.options().agents
    environment = {"PATH": PATH, "HOME": str(scene.folder / "agent-home")}
    reviewer = AgentOptions("reviewer", "scripted", scene.runtime(), review, environment)
    scene.settings["agents"] = (claude, reviewer)
    yield scene


async def ask(scene: Scene, agent: str, *moves: dict[str, object]) -> RequestView:
    """The owner asks one of the two."""
    spot = scene.house.spot().model_copy(update={"platform": "cli", "shows": False})
    asked = Ask(spot=spot, prompt=json.dumps(moves), room=scene.house.room, agent=agent)
    view = (await scene.house.client("owner").ask(None, asked)).request
    assert view is not None
    return view


async def inbox(scene: Scene, agent: str) -> list[MessageView]:
    """Oldest first."""
    page = await scene.house.client("owner").inbox(None, scene.house.room, agent)
    return list(reversed(page.messages))


async def switch_on(scene: Scene) -> None:
    """Automatic turns, in the room."""
    await scene.house.client("owner").switch(None, scene.house.room, Switch(automatic_turns=True))


async def read(scene: Scene, agent: str, number: int) -> list[MessageView]:
    """Wait until so many messages of an inbox were read."""

    async with asyncio.timeout(15):
        while True:
            found = [one for one in await inbox(scene, agent) if one.read_at is not None]
            if len(found) >= number:
                return found
            await asyncio.sleep(0.02)


@pytest.mark.rule("X1", "M1", "J1", "M5")
async def test_an_agent_that_waits_makes_room_and_goes_on_with_the_answer_that_it_waited_for(
    two: Scene,
) -> None:
    async with two.daemon():
        first = await ask(two, "claude", ASK, YIELD, {"run": "echo went-on >> log"}, {"done": "ok"})
        await two.event(first, "waiting")
        between = await ask(two, "claude", {"run": "echo between >> log"}, {"done": "ok"})
        await two.until_done(between)
        [question] = await inbox(two, "reviewer")
        reply = {"use": "reply", "arguments": {"message": question.message, "text": "it is good"}}
        await two.until_done(await ask(two, "reviewer", reply, {"done": "ok"}))
        view = await two.until_done(first)
        events = await two.timeline(first)
        [answer] = await inbox(two, "claude")
    assert two.lines("log") == ["between", "went-on"]
    assert (answer.task, answer.filed, answer.body) == (first.request, "reply", "it is good")
    assert answer.read_at is not None
    assert answer.read_turn is not None
    assert answer.read_turn.startswith(first.request)
    assert [len(of(kind, events)) for kind in ("started", "waiting", "continued", "done")] == [1, 1, 1, 1]
    assert view.result == "ok"
    [read_question] = await inbox(two, "reviewer")
    assert read_question.read_at is not None


@pytest.mark.rule("H1", "D3")
async def test_without_both_switches_a_message_starts_nothing_and_with_them_the_waiting_request_goes_on(
    two: Scene,
) -> None:
    two.settings["automatic_turns"] = True
    async with two.daemon():
        first = await ask(two, "claude", ASK, YIELD, {"run": "echo once >> log"}, {"done": "ok"})
        await two.event(first, "waiting")
        write = {"use": "send_message", "arguments": {"to": "claude", "text": "something else"}}
        await two.until_done(await ask(two, "reviewer", write, {"done": "ok"}))
        assert two.lines("log") == []
        assert [one.read_at for one in await inbox(two, "claude")] == [None]
        await switch_on(two)
        await two.until_done(first)
        [message] = await inbox(two, "claude")
    assert message.read_at is not None
    assert two.lines("log") == ["once"]


@pytest.mark.rule("H1")
async def test_the_machines_own_switch_alone_keeps_it_quiet(two: Scene) -> None:
    await switch_on(two)
    async with two.daemon():
        first = await ask(two, "claude", ASK, YIELD, {"done": "ok"})
        await two.event(first, "waiting")
        write = {"use": "send_message", "arguments": {"to": "claude", "text": "something else"}}
        await two.until_done(await ask(two, "reviewer", write, {"done": "ok"}))
        after = await ask(two, "claude", {"done": "later"})
        await two.until_done(after)
        [message] = await inbox(two, "claude")
        assert (await two.house.view(first.request)).state == "running"
    assert (message.read_turn, message.delivered_at is None) == (after.request, False), (
        "read by a person's own turn"
    )


@pytest.mark.rule("H5")
async def test_a_message_of_who_asked_stops_the_call_that_runs_and_the_request_goes_on(two: Scene) -> None:
    async with two.daemon():
        request = await ask(
            two, "claude", {"run": "sleep 60; echo slept >> log"}, {"run": "echo on >> log"}, {"done": "ok"}
        )
        await two.event(request, "tool_started")
        said = Say(body="not that, the other one", agent="claude", stops=True)
        await two.house.client("owner").say(None, two.house.room, said)
        view = await two.until_done(request)
        events = await two.timeline(request)
        [message] = await inbox(two, "claude")
    assert two.lines("log") == ["on"]
    assert view.state == "done"
    assert message.read_at is not None
    [notice] = [
        event for event in of("notice", events) if "Stopped by a message of Olga" in event.body["text"]
    ]
    assert "sleep 60" in notice.body["text"]


@pytest.mark.rule("J2", "J1")
async def test_a_message_in_the_prompt_of_a_turn_that_was_broken_off_counts_as_unread_and_is_fed_again(
    two: Scene,
) -> None:
    client, room = two.house.client("owner"), two.house.room
    async with two.daemon():
        await two.until_done(await ask(two, "claude", {"done": "first"}))
        message = await client.say(None, room, Say(body="one", agent="claude"))
        await until_delivered(two, message.message)
        stopped = await ask(two, "claude", {"run": "echo a >> log"}, {"wait": 20}, {"done": "never"})
        await two.event(stopped, "tool_ended")
        await two.cancel(stopped)
        await two.until_done(stopped, "cancelled")
        assert [one.read_at for one in await inbox(two, "claude")] == [None]
        whole = await ask(two, "claude", {"done": "ok"})
        await two.until_done(whole)
        [found] = await read(two, "claude", 1)
    assert found.read_turn == whole.request


@pytest.mark.rule("J5", "J1", "O15")
async def test_what_was_sent_while_the_daemon_was_away_is_heard_at_its_return_once(two: Scene) -> None:
    client, room = two.house.client("owner"), two.house.room
    async with two.daemon():
        await two.until_done(await ask(two, "claude", {"done": "first"}))
        before = await client.say(None, room, Say(body="one", agent="claude"))
        await until_delivered(two, before.message)
    later = await client.say(None, room, Say(body="two", agent="claude"))
    async with two.daemon():
        await until_delivered(two, later.message)
        request = await ask(two, "claude", {"done": "second"})
        await two.until_done(request)
        found = await read(two, "claude", 2)
    assert {one.read_turn for one in found} == {request.request}


async def until_delivered(scene: Scene, message: str) -> None:
    """Wait until the machine has a message on its disk."""
    async with asyncio.timeout(15):
        while not any(one.message == message and one.delivered_at for one in await inbox(scene, "claude")):
            await asyncio.sleep(0.02)


@pytest.mark.rule("J4", "J5", "J1")
async def test_reconciling_by_hand_reads_what_changed_and_claims_what_is_proven_and_runs_nothing(
    two: Scene,
) -> None:
    client, room = two.house.client("owner"), two.house.room
    async with two.daemon():
        await two.until_done(await ask(two, "claude", {"done": "first"}))
        first = await client.say(None, room, Say(body="one", agent="claude"))
        await until_delivered(two, first.message)
        with pytest.raises(JournalHeld):
            await reconcile(two.options())
    with Journal(two.options().home / "journal") as journal:
        journal.consumed("a turn before the crash", [first.message])
    await client.say(None, room, Say(body="two", agent="claude"))
    queued = await ask(two, "claude", {"done": "not yet"})
    found = await reconcile(two.options())
    assert (found.heard >= 1, found.waiting, found.unknown, found.works) == (True, 1, 0, 0)
    one, other = await inbox(two, "claude")
    assert (one.read_turn, other.read_at, other.delivered_at is None) == (
        "a turn before the crash",
        None,
        False,
    )
    assert (await two.house.view(queued.request)).state == "approved"
    again = await reconcile(two.options())
    assert (again.receipts, again.waiting) == (0, 1)


@pytest.mark.rule("H3")
async def test_a_draft_holds_the_turn_back_no_longer_than_its_grace(
    two: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relay.coordination.beginning.begin.__defaults__", (1.0,))
    two.settings["automatic_turns"] = True
    await switch_on(two)
    async with two.daemon():
        first = await ask(two, "claude", ASK, YIELD, {"done": "ok"})
        await two.event(first, "waiting")
        await two.house.client("owner").hand(None, two.house.room, Hand(agent="claude"))
        write = {"use": "send_message", "arguments": {"to": "claude", "text": "something else"}}
        await two.until_done(await ask(two, "reviewer", write, {"done": "ok"}))
        await two.until_done(first)
        [message] = await inbox(two, "claude")
        events = await two.timeline(first)
    [on] = of("continued", events)
    assert on.at - message.sent_at >= 1_000_000


@pytest.mark.rule("D5", "X1", "J1")
async def test_a_child_request_is_asked_for_by_a_tool_and_its_end_reaches_the_one_who_asked(
    two: Scene,
) -> None:
    from relay.wire.coordination import RoomSwitch

    await two.house.client("owner").let_agents_ask(None, two.house.room, RoomSwitch(agents_ask=True))
    prompt = '[{"run": "echo reviewed >> log"}, {"done": "no fault found"}]'
    child = {"use": "ask_agent", "arguments": {"agent": "reviewer", "prompt": prompt}}
    async with two.daemon():
        request = await ask(
            two, "claude", child, {"ask": "I wait."}, {"run": "echo on >> log"}, {"done": "ok"}
        )
        await two.until_done(request)
        [end] = await inbox(two, "claude")
    assert "no fault found" in end.body
    assert (end.task, end.child is None, end.read_at is None) == (request.request, False, False)
    assert two.lines("log") == ["on"]
    assert (two.folder / "review" / "log").read_text() == "reviewed\n"
