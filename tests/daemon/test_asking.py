"""Asking another agent by the daemon's tools: narrowed, asked again, told who is there, and never fed too early (D5, X1)."""

import asyncio
from pathlib import Path

import pytest

from daemon.contact import Running
from daemon.journal import Journal
from daemon.prompt import next_prompt
from daemon.talking import Talk
from relay.wire.coordination import Colleague
from relay.wire.executions import Effect, State
from tests.daemon.neighbours import REVIEWER, ask, child, child_of, inbox, settle_in
from tests.daemon.scene import Scene, of
from tests.daemon.test_delegated import authority
from tests.daemon.test_prompt import claim
from tests.faults.proxy import open_proxy

pytestmark = pytest.mark.timeout(90)


@pytest.mark.rule("X1", "J5", "M2")
async def test_a_request_that_goes_on_waits_for_the_feed_that_carries_its_answer(scene: Scene) -> None:
    await settle_in(scene)
    wait = {"run": "while [ ! -e go ]; do sleep 0.02; done"}
    async with open_proxy(scene.house.url) as proxy:
        scene.url = proxy.url
        async with scene.daemon():
            request = await ask(
                scene, "claude", child(wait, {"done": "fine"}), {"ask": "I wait"}, {"done": "ok"}
            )
            await scene.event(request, "waiting")
            feed = proxy.late["/machine/feed"] = asyncio.Event()
            (scene.folder / "review" / "go").touch()
            await scene.event(request, "continued", seconds=30)
            await asyncio.sleep(0.3)
            assert (await scene.house.view(request.request)).state == "running"
            proxy.late.clear()
            feed.set()
            await scene.until_done(request)
            [answer] = await inbox(scene, "claude")
    assert answer.read_turn is not None
    assert answer.read_turn.startswith(request.request)


@pytest.mark.rule("D5", "M4")
async def test_the_same_words_again_are_another_question_once_the_answer_was_read(scene: Scene) -> None:
    await settle_in(scene)
    look = child({"run": "echo seen >> log"}, {"done": "fine"})
    async with scene.daemon():
        request = await ask(
            scene, "claude", look, look, {"ask": "I wait"}, look, {"ask": "I wait again"}, {"done": "ok"}
        )
        await scene.until_done(request)
        tree = await scene.house.client("owner").task(None, request.request)
        answers = await inbox(scene, "claude")
    assert (scene.folder / "review" / "log").read_text().split() == ["seen", "seen"]
    assert [one.child for one in answers] == [one.request for one in tree.children]
    assert len(answers) == 2


@pytest.mark.rule("D5", "D4")
async def test_an_agent_is_told_whom_it_can_ask_and_what_is_wrong_with_its_wish(scene: Scene) -> None:
    await settle_in(scene)
    nobody = {"use": "ask_agent", "arguments": {"agent": "nobody", "prompt": "x"}}
    wider = {
        "use": "ask_agent",
        "arguments": {"agent": REVIEWER, "prompt": "x", "narrow": {"paths": ["../x"]}},
    }
    odd = {"use": "ask_agent", "arguments": {"agent": REVIEWER, "prompt": "x", "narrow": {"depth": -1}}}
    who = {"use": "agents", "arguments": {}}
    inner = child(who, {"use": "ask_agent", "arguments": {"agent": "claude", "prompt": "x"}}, {"done": "ok"})
    async with scene.daemon():
        request = await ask(
            scene, "claude", who, nobody, wider, odd, inner, {"ask": "I wait"}, {"done": "ok"}
        )
        await scene.until_done(request)
        told = [event.body for event in of("tool_ended", await scene.timeline(request))]
        below = [
            event.body for event in of("tool_ended", await scene.timeline(await child_of(scene, request)))
        ]
    failed = [body["tail"] for body in told if body["failed"]]
    assert len(failed) == 3
    for words, tail in zip(("nobody", "does not stand below", "narrow.depth"), failed, strict=True):
        assert words in tail
    assert "go round in a circle" in below[1]["tail"]


@pytest.mark.rule("E3", "X7")
def test_unknown_effects_are_told_before_all_else_when_a_request_goes_on_after_an_answer() -> None:
    effect = Effect(action="a", call="c", kind="push", shown="git push", state=State.done, settled_at=1)
    told = next_prompt(claim(), "mark", [], ["your question"], None, ["rm -r old"], [effect])
    order = ["Do not repeat them", "rm -r old", "git push: it happened", "your question"]
    assert [told.index(words) for words in order] == sorted(told.index(words) for words in order)
    assert told.index("rm -r old") < 800


@pytest.mark.rule("D5")
async def test_who_may_be_asked_is_what_the_delegation_allows(scene: Scene, tmp_path: Path) -> None:
    agents = [Colleague(agent="a", handle="one"), Colleague(agent="b", handle="two")]
    running = Running(claim().model_copy(update={"agents": agents, "authority": authority(agents=["b"])}))
    with Journal(tmp_path / "journal") as journal:
        talk = Talk(scene.house.client("machine"), journal, running, str)
        assert await talk.calls["agents"]({}) == "You can ask two."
