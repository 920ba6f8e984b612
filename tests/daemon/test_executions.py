"""Approved actions at the machine: every start has an outcome, what is unknown stays so, a box is left for one act."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daemon import gate
from daemon.policy import OwnerRule
from daemon.runtime import Needs, Turn
from daemon.turns import Turns
from relay.executions import State
from relay.wire.executions import Meter, Settle, Settlement
from relay.wire.requests import ActionView, RequestView
from tests.daemon.remote import git, make_home, make_work, serve_git
from tests.daemon.scene import Scene, of, until
from tests.daemon.test_restart import child_of, lose
from tests.faults.children import Child

pytestmark = pytest.mark.timeout(60)
DELETE = {"delete": "old.txt"}


class Open:
    """A box that keeps nothing in: what is asked here is where an approved action is carried out."""

    def enter(
        self, command: Sequence[str], environment: Mapping[str, str], needs: Needs
    ) -> tuple[list[str], dict[str, str]]:
        return list(command), dict(environment)


@pytest.fixture
def boxed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Every turn is played in a box; gives the owner's home, which no agent has."""
    plain = Turns._turn

    def enclosed(self: Turns, *given: Any, **named: Any) -> Turn:
        return replace(plain(self, *given, **named), box=Open())

    monkeypatch.setattr(Turns, "_turn", enclosed)
    home = make_home(tmp_path / "owner")
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
def old(scene: Scene) -> Path:
    """A file that was there before any request."""
    path = scene.work / "old.txt"
    path.write_text("precious\n")
    return path


async def act(scene: Scene, request: RequestView) -> ActionView:
    """The one action of a request."""
    [action] = (await scene.house.view(request.request)).actions
    return action


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    ("command", "state", "code"), [("rm old.txt", "done", 0), ("rm old.txt; exit 4", "failed", 4)]
)
async def test_what_came_of_an_approved_call_is_on_the_record(
    scene: Scene, old: Path, command: str, state: str, code: int
) -> None:
    async with scene.daemon():
        request = await scene.ask({"run": command}, {"done": "ok"})
        await scene.answer(request, await scene.card(request))
        await scene.until_done(request)
        action = await act(scene, request)
        [event] = of("outcome", await scene.timeline(request))
    assert (action.execution, action.exit_code) == (state, code)
    assert (event.body["action"], event.body["outcome"]) == (action.action, state)


@pytest.mark.rule("E3", "X7")
@pytest.mark.parametrize("point", ["daemon.use_told", "daemon.effect_begun", "daemon.effect_made"])
async def test_a_start_without_an_outcome_is_unknown_and_the_owner_settles_it(
    scene: Scene, old: Path, point: str
) -> None:
    async with child_of(scene) as child:
        request = await scene.ask(DELETE, {"done": "ok"})
        child.start(point)
        await scene.answer(request, await scene.card(request, 30))
        await child.died(30)
        assert (await act(scene, request)).execution is State.running
        child.start()
        await scene.until_done(request)
        action = await act(scene, request)
        assert action.execution is State.unknown
        settle = Settle(settlement=Settlement.did_not, evidence="it is there", key="k")
        owner = scene.house.client("owner")
        settled = await owner.settle(None, request.request, action.action, settle)
    assert settled.execution is State.failed


@pytest.mark.rule("E1", "J4", "J6")
async def test_an_outcome_that_is_written_down_is_told_once_although_the_daemon_died(
    scene: Scene, old: Path
) -> None:
    async with child_of(scene) as child:
        request = await scene.ask(DELETE, {"done": "ok"})
        child.start("daemon.outcome_written")
        await scene.answer(request, await scene.card(request, 30))
        await child.died(30)
        child.start()
        await scene.until_done(request)
        events = await scene.timeline(request)
        assert (await act(scene, request)).execution is State.done
    assert [event.body["outcome"] for event in of("outcome", events)] == ["done"]
    assert not old.exists()


@pytest.mark.rule("E2", "E3")
async def test_with_its_journal_lost_the_daemon_still_does_not_start_again_what_the_relay_has_as_started(
    scene: Scene, old: Path
) -> None:
    async with child_of(scene) as child:
        request = await scene.ask({"run": "echo on >> log"}, DELETE, {"done": "ok"})
        await killed_at_card(scene, child, request)
        lose(scene.folder / "home" / "journal")
        child.start()
        await scene.until_done(request)
        events = await scene.timeline(request)
        assert (await act(scene, request)).execution is State.unknown
    assert old.exists()
    assert scene.lines("log") == ["on"]
    assert any("it is not done again" in event.body["text"] for event in of("notice", events))


async def killed_at_card(scene: Scene, child: Child, request: RequestView) -> None:
    """The daemon dies right before the approved effect."""
    child.start("daemon.effect_begun")
    await scene.answer(request, await scene.card(request, 30))
    await child.died(30)


@pytest.mark.rule("E3", "X7")
async def test_the_same_action_is_not_done_again_before_the_owner_has_settled_it(
    scene: Scene, old: Path
) -> None:
    async with child_of(scene) as child:
        request = await scene.ask(DELETE, DELETE, {"wait": 30}, {"done": "ok"})
        await killed_at_card(scene, child, request)
        child.start()
        said = await scene.event(request, "said")
        assert "whether it took effect is not known" in said.body["text"]
        assert len((await scene.house.view(request.request)).actions) == 1
        await scene.cancel(request)
        await scene.until_done(request, "cancelled")
    assert old.exists()


@pytest.mark.rule("E1", "X2")
async def test_an_approval_that_a_cancel_overtakes_begins_nothing(
    scene: Scene, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start is on the record when the cancel comes, and the call has not begun."""
    from relay.client import RelayClient

    use = RelayClient.use_action

    async def slow(self: RelayClient, *given: object) -> object:
        answer = await use(self, *given)  # type: ignore[arg-type]
        await scene.cancel(request)
        await asyncio.sleep(30)
        return answer

    monkeypatch.setattr(RelayClient, "use_action", slow)
    async with scene.daemon():
        request = await scene.ask(DELETE, {"done": "ok"})
        await scene.answer(request, await scene.card(request))
        await scene.until_done(request, "cancelled")
        assert (await act(scene, request)).execution is State.cancelled
    assert old.exists()


@pytest.mark.rule("P7", "E1")
async def test_in_a_box_an_approved_command_is_carried_out_by_the_daemon_and_the_agent_sees_its_output(
    scene: Scene, boxed: Path
) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"run": 'cat "$HOME/.ssh/id_ed25519"; echo once >> log; exit 3'}, {"done": "ok"}
        )
        card = await scene.card(request)
        assert ("runs", "outside") in card.facts
        await scene.answer(request, card)
        await scene.until_done(request)
        action = await act(scene, request)
        [ended] = of("tool_ended", await scene.timeline(request))
    assert (action.execution, action.exit_code) == (State.failed, 3)
    assert ("dummy key of olga" in ended.body["tail"], ended.body["exit_code"]) == (True, 3)
    assert scene.lines("log") == ["once"]


@pytest.mark.rule("P7")
async def test_in_a_box_a_denied_command_does_not_happen_and_a_harmless_one_needs_nobody(
    scene: Scene, boxed: Path, old: Path
) -> None:
    async with scene.daemon():
        request = await scene.ask({"run": "echo on >> log"}, DELETE, {"done": "ok"})
        await scene.answer(request, await scene.card(request), allow=False)
        await scene.until_done(request)
        assert (await act(scene, request)).execution is State.denied
    assert (old.exists(), scene.lines("log")) == (True, ["on"])


@pytest.mark.rule("P3", "P7")
async def test_a_push_is_made_from_a_mirror_and_one_that_changed_since_the_card_is_not_made(
    scene: Scene, boxed: Path, tmp_path: Path
) -> None:
    async with serve_git(tmp_path / "remotes") as remote, scene.daemon():
        commit = make_work(scene.work, remote.make("ours.git"))
        push = {"run": "git push origin main"}
        request = await scene.ask(push, {"run": "git push origin main && true"}, push, {"done": "ok"})
        card = await scene.card(request)
        facts = dict(card.facts)
        assert (facts["branch"], facts["remote"], facts["commit"]) == (
            "main",
            f"{remote.url}/ours.git",
            commit,
        )
        git(scene.work, "commit", "-q", "--allow-empty", "-m", "behind the owner's back")
        await scene.answer(request, card)
        said = await scene.event(request, "said")
        assert "has changed since it was shown" in said.body["text"]
        assert remote.refs("ours.git") == {}
        plainly = await scene.event(request, "said", 2)
        assert "a command of its own" in plainly.body["text"]
        await scene.answer(request, await scene.card(request))
        await scene.until_done(request)
        assert remote.refs("ours.git") == {"refs/heads/main": git(scene.work, "rev-parse", "HEAD")}


@pytest.mark.rule("P3")
async def test_without_a_box_the_facts_of_a_push_are_approved_with_it_all_the_same(
    scene: Scene, tmp_path: Path
) -> None:
    async with serve_git(tmp_path / "remotes") as remote, scene.daemon():
        commit = make_work(scene.work, remote.make("ours.git"))
        request = await scene.ask({"run": "git push origin main"}, {"done": "ok"})
        card = await scene.card(request)
        assert (dict(card.facts)["commit"], "runs" in dict(card.facts)) == (commit, False)
        git(scene.work, "commit", "-q", "--allow-empty", "-m", "another")
        await scene.answer(request, card)
        await scene.until_done(request)
        assert remote.asked == []


@pytest.mark.rule("X2", "E3")
@pytest.mark.parametrize(("patience", "state"), [(30.0, State.done), (0.2, State.unknown)])
async def test_a_cancel_waits_for_what_the_daemon_carries_out_and_breaks_it_off_in_the_end(
    scene: Scene, boxed: Path, old: Path, monkeypatch: pytest.MonkeyPatch, patience: float, state: State
) -> None:
    monkeypatch.setattr(gate, "PATIENCE_SECONDS", patience)
    command = "echo begun >> log; while [ ! -e go ]; do sleep 0.05; done; rm old.txt"
    async with scene.daemon():
        request = await scene.ask({"run": command}, {"run": "echo next >> log"}, {"done": "ok"})
        await scene.answer(request, await scene.card(request))
        await until(lambda: scene.lines("log"))
        await scene.cancel(request)
        if state is State.done:
            await asyncio.sleep(0.3)
            (scene.work / "go").touch()
        await scene.until_done(request, "cancelled")
        assert (await act(scene, request)).execution is state
    assert old.exists() is (state is State.unknown)
    assert scene.lines("log") == ["begun"]


@pytest.mark.rule("E6", "P1", "P5")
@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("git push origin main || true", "push"),
        ("rm old.txt", "delete"),
        ("aws ec2 run-instances --image-id ami-1 || true", "money"),
        ("cat .env || true", "credentials"),
        ("./deploy now || true", "deploy"),
    ],
)
async def test_an_execution_is_of_the_four_kinds_or_of_what_the_owner_lists(
    scene: Scene, old: Path, command: str, kind: str
) -> None:
    scene.agent = {
        "rules": (OwnerRule("deploys", "deploy", "It reaches customers.", commands=("./deploy*",)),)
    }
    async with scene.daemon():
        request = await scene.ask({"run": "echo plain >> log"}, {"run": command}, {"done": "ok"})
        card = await scene.card(request)
        assert card.kind == kind
        await scene.answer(request, card)
        await scene.until_done(request)
        assert (await act(scene, request)).execution in (State.done, State.failed)
        acts = [row.act for row in (await scene.house.client("owner").audit_page(None)).rows]
    assert (acts.count("action used"), acts.count("action outcome")) == (1, 1)


@pytest.mark.rule("E1")
async def test_an_action_beyond_the_budget_is_not_begun_and_the_agent_goes_on(
    scene: Scene, old: Path
) -> None:
    scene.agent = {"budget": {Meter.tool_calls: 1}}
    async with scene.daemon():
        (scene.work / "older.txt").write_text("precious\n")
        request = await scene.ask({"delete": "older.txt"}, DELETE, {"run": "echo two >> log"}, {"done": "ok"})
        await scene.answer(request, await scene.card(request, kind="delete"))
        await scene.event(request, "outcome")
        await scene.answer(request, await scene.card(request, kind="delete"))
        view = await scene.until_done(request)
        said = [event.body["text"] for event in of("said", await scene.timeline(request))]
    assert old.exists()
    assert scene.lines("log") == ["two"]
    assert any("raise the agent's budget" in text for text in said)
    assert [(one.meter, one.granted, one.spent) for one in view.meters] == [(Meter.tool_calls, 1, 2)]


@pytest.mark.rule("D10", "E1")
@pytest.mark.parametrize("allow", [True, False])
async def test_a_spent_budget_holds_the_next_call_until_the_owner_grants_more_or_stops(
    scene: Scene, old: Path, allow: bool
) -> None:
    scene.agent = {"budget": {Meter.tool_calls: 1}}
    async with scene.daemon():
        request = await scene.ask({"run": "echo one >> log"}, DELETE, {"done": "ok"})
        more = await scene.card(request, kind="budget")
        assert more.facts[0] == ("meter", "tool_calls")
        await asyncio.sleep(0.3)
        assert [one.kind for one in (await scene.house.view(request.request)).actions] == ["budget"]
        await scene.answer(request, more, allow=allow)
        if allow:
            await scene.answer(request, await scene.card(request, kind="delete"))
        view = await scene.until_done(request, "done" if allow else "cancelled")
    assert old.exists() is not allow
    assert [(one.granted, one.spent) for one in view.meters] == [(2, 2) if allow else (1, 1)]
