"""The one decision point, with the owner's answers coming over a real relay (P1-P6)."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from daemon.app import run_daemon
from daemon.policy import OwnerRule
from relay.client import Refused
from relay.http.settings import RelayOptions
from relay.wire.requests import DecideAction
from tests.daemon.scene import Scene, end, kinds, of, until
from tests.house import open_house

DELETE = {"delete": "old.txt"}


@pytest.fixture
def old(scene: Scene) -> Path:
    """A file that was there before any request."""
    path = scene.work / "old.txt"
    path.write_text("precious\n")
    return path


@pytest.mark.rule("P1", "P3", "U2")
async def test_a_deletion_waits_for_the_owner_and_happens_once_when_allowed(scene: Scene, old: Path) -> None:
    async with scene.daemon():
        request = await scene.ask(DELETE, {"done": "ok"})
        card = await scene.card(request)
        view = await scene.house.view(request.request)
        assert (view.state, view.waiting) == ("running", "action")
        assert (card.kind, card.tool, card.shown, card.whole) == ("delete", "Bash", "rm -- old.txt", True)
        assert (card.directory, bool(card.reason)) == (str(scene.work), True)
        assert old.exists()
        await scene.answer(request, card)
        await scene.until_done(request)
        acts = [row.act for row in (await scene.house.client("owner").audit_page(None)).rows]

    assert not old.exists()
    assert acts.count("action used") == 1


@pytest.mark.rule("P1")
async def test_what_the_request_made_itself_it_may_remove_and_nothing_asks(scene: Scene) -> None:
    async with scene.daemon():
        request = await scene.ask(
            {"write": "mine.txt", "content": "x\n"}, {"delete": "mine.txt"}, {"done": "ok"}
        )
        view = await scene.until_done(request)
    assert view.actions == []
    assert not (scene.work / "mine.txt").exists()


@pytest.mark.rule("P4")
async def test_a_denial_reaches_the_agent_with_the_owners_words_and_the_agent_goes_on(
    scene: Scene, old: Path
) -> None:
    async with scene.daemon():
        request = await scene.ask(DELETE, {"run": "echo on >> log"}, {"done": "ok"})
        await scene.answer(request, await scene.card(request), allow=False, reason="I need it")
        await scene.until_done(request)
        said = [event.body["text"] for event in of("said", await scene.timeline(request))]

    assert old.exists()
    assert scene.lines("log") == ["on"]
    assert any("I need it" in text for text in said)


@pytest.mark.rule("P4", "A4")
async def test_no_answer_in_time_is_a_denial_marked_expired(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "old.txt").touch()
    options = RelayOptions(approval_ttl=0.6)
    async with open_house(f"sqlite:///{tmp_path}/r.db", tmp_path / "project", options) as house:
        scene = Scene(house, tmp_path)
        async with scene.daemon():
            request = await scene.ask(DELETE, {"done": "ok"})
            await scene.card(request)
            view = await scene.until_done(request)
            said = [event.body["text"] for event in of("said", await scene.timeline(request))]
            assert [action.state for action in view.actions] == ["expired"]
            assert any("Nobody decided in time" in text for text in said)
            assert (scene.work / "old.txt").exists()


@pytest.mark.rule("P4", "X1")
async def test_while_an_action_waits_the_queue_of_its_agent_waits(scene: Scene, old: Path) -> None:
    async with scene.daemon():
        request = await scene.ask(DELETE, {"done": "ok"})
        following = await scene.ask({"done": "next"})
        card = await scene.card(request)
        await asyncio.sleep(0.3)
        assert (await scene.house.view(following.request)).state == "approved"
        await scene.answer(request, card)
        await scene.until_done(following)


@pytest.mark.rule("P3")
async def test_the_same_action_again_asks_again(scene: Scene, old: Path) -> None:
    async with scene.daemon():
        request = await scene.ask(DELETE, {"run": "git -C . status || true"}, {"done": "ok"})
        await scene.answer(request, await scene.card(request))
        await scene.until_done(request)
        old.write_text("again\n")
        second = await scene.ask(DELETE, {"done": "ok"})
        card = await scene.card(second)
        assert old.exists()
        await scene.answer(second, card, allow=False)
        await scene.until_done(second)
    assert old.exists()


@pytest.mark.rule("P3", "A3")
async def test_an_answer_for_another_input_is_refused(scene: Scene, old: Path) -> None:
    async with scene.daemon():
        request = await scene.ask(DELETE, {"done": "ok"})
        card = await scene.card(request)
        other = DecideAction(digest="0" * 64, allow=True, key="k")
        with pytest.raises(Refused, match="changed"):
            await scene.house.client("owner").decide_action(None, request.request, card.action, other)
        assert old.exists()
        await scene.answer(request, card, allow=False)
        await scene.until_done(request)
    assert old.exists()


@pytest.mark.rule("P3")
async def test_an_input_that_changes_after_it_was_shown_does_not_happen(
    scene: Scene, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []

    def weak(action: Any) -> str:
        shown.append(str(action.input))
        return f"digest {len(shown)}" if len(shown) > 2 else "digest"

    monkeypatch.setattr("daemon.consent.digest", weak)
    async with scene.daemon():
        request = await scene.ask(DELETE, {"done": "ok"})
        await scene.answer(request, await scene.card(request))
        await scene.until_done(request)
        said = [event.body["text"] for event in of("said", await scene.timeline(request))]
    assert old.exists()
    assert any("has changed" in text for text in said)


@pytest.mark.rule("P3")
async def test_an_operation_that_does_not_fit_on_the_card_cannot_be_approved(scene: Scene, old: Path) -> None:
    longest = "rm old.txt #" + "x" * 60_000
    async with scene.daemon():
        request = await scene.ask({"run": longest}, {"done": "ok"})
        card = await scene.card(request)
        assert (card.whole, len(card.shown)) == (False, 50_000)
        with pytest.raises(Refused):
            await scene.answer(request, card)
        assert old.exists()
        await scene.answer(request, card, allow=False)
        await scene.until_done(request)
    assert old.exists()


@pytest.mark.rule("P6")
async def test_the_product_itself_is_refused_without_a_card(scene: Scene) -> None:
    home = scene.folder / "home"
    (scene.work / "link").symlink_to(home)
    moves = [
        {"read": str(home / "journal" / "journal.lock")},
        {"run": f"cat {home}/journal/journal.lock"},
        {"run": "cat link/journal/journal.lock"},
        {"run": f"curl -s {scene.house.url}/healthz"},
        {"run": "muti approve R-01"},
    ]
    async with scene.daemon():
        request = await scene.ask(*moves, {"done": "ok"})
        view = await scene.until_done(request)
        refused = of("refused", await scene.timeline(request))
    assert view.actions == []
    assert len(refused) == len(moves)
    assert kinds(refused) == ["refused"] * 5


@pytest.mark.rule("P2")
async def test_a_link_that_leads_out_of_the_directory_is_judged_by_where_it_leads(scene: Scene) -> None:
    keys = scene.folder / "agent-home" / ".ssh"
    keys.mkdir(parents=True)
    (keys / "id_ed25519").write_text("key")
    (scene.work / "innocent").symlink_to(keys / "id_ed25519")
    async with scene.daemon():
        request = await scene.ask({"read": "innocent"}, {"done": "ok"})
        card = await scene.card(request)
        await scene.answer(request, card, allow=False)
        await scene.until_done(request)
    assert card.kind == "credentials"


@pytest.mark.rule("R3", "S7")
async def test_the_attachments_of_other_requests_are_out_of_reach(scene: Scene) -> None:
    other = scene.folder / "files" / "another-request" / "file-1.txt"
    other.parent.mkdir(parents=True)
    other.write_text("theirs")
    async with scene.daemon():
        request = await scene.ask({"read": str(other)}, {"done": "ok"})
        await scene.answer(request, await scene.card(request), allow=False)
        await scene.until_done(request)


@pytest.mark.rule("P5")
async def test_the_owner_adds_kinds_that_pause(scene: Scene) -> None:
    scene.agent = {
        "rules": (OwnerRule("deploys", "deploy", "This reaches customers.", commands=("./deploy*",)),)
    }
    async with scene.daemon():
        request = await scene.ask({"run": "./deploy now"}, {"done": "ok"})
        card = await scene.card(request)
        await scene.answer(request, card, allow=False)
        await scene.until_done(request)
    assert card.kind == "deploy"


@pytest.mark.rule("X2", "P3")
async def test_a_cancel_ends_the_wait_for_an_answer(scene: Scene, old: Path) -> None:
    async with scene.daemon():
        request = await scene.ask(DELETE, {"done": "ok"})
        card = await scene.card(request)
        await scene.cancel(request)
        view = await scene.until_done(request, "cancelled")
        with pytest.raises(Refused):
            await scene.answer(request, card)
    assert old.exists()
    assert [action.state for action in view.actions] == ["lapsed"]


@pytest.mark.rule("X4", "P4", "A3")
async def test_a_question_is_asked_anew_when_the_daemon_that_asked_is_gone(scene: Scene, old: Path) -> None:
    async with scene.daemon():
        request = await scene.ask(DELETE, {"done": "ok"})
        first = await scene.card(request)
    async with scene.daemon():
        await scene.event(request, "action_asked", 2)
        await scene.event(request, "action_asked", 2)
        second = await scene.card(request)
        assert second.action != first.action
        with pytest.raises(Refused, match="late"):
            await scene.answer(request, first)
        assert old.exists()
        await scene.answer(request, second)
        await scene.until_done(request)
    assert not old.exists()


async def test_a_relay_that_refuses_a_question_stops_the_request_and_not_the_daemon(
    scene: Scene, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from relay.client import RelayClient
    from relay.wire.base import Code, Problem

    async def refuse(self: RelayClient, request: str, ask: object) -> None:
        raise Refused(Problem(code=Code.fenced, detail="somebody else has it"))

    monkeypatch.setattr(RelayClient, "ask_action", refuse)
    task = asyncio.create_task(run_daemon(scene.options()))
    request = await scene.ask(DELETE, {"done": "ok"})
    await scene.until_done(request, "failed")
    assert not task.done()
    assert old.exists()
    await end(task)
    await until(lambda: task.done())
