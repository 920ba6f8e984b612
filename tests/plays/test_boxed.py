"""The parts that keep an agent in, together: file, daemon, real program, box, gate, tools, push, settlement (P7)."""

import asyncio
import json
import signal
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from daemon.outside import mark_of
from daemon.process import Family
from relay.wire.requests import RequestView
from tests.daemon.remote import git, write_program
from tests.daemon.scene import of, until
from tests.daemon.sides import Run, Say, Use, Write
from tests.house import House
from tests.plays.boxed import KEY, Computer, hidden, open_computer, until_ended

pytestmark = [pytest.mark.timeout(180), pytest.mark.rule("P7")]
PROGRAMS = [
    pytest.param("claude", marks=pytest.mark.claude),
    pytest.param("codex", marks=pytest.mark.codex),
]
LOOK = """
import os, pathlib
print("looked", sorted(os.environ.items()))
for path in ("{home}/.ssh/id_ed25519", os.path.expanduser("~/.ssh/id_ed25519")):
    print(pathlib.Path(path).exists())
"""
PUSH = Run("git push origin main")


@pytest.fixture(params=PROGRAMS)
async def computer(
    request: pytest.FixtureRequest, running_relay: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Computer]:
    """The owner's computer, with each real program."""
    monkeypatch.setenv("HOME", str(tmp_path / "owner"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    async with open_computer(request.param, running_relay, tmp_path) as opened:
        yield opened


def facts(card: Any) -> dict[str, str]:
    """What stands on a card besides the command."""
    return dict(card.facts)


async def calls(computer: Computer, request: RequestView) -> list[dict[str, Any]]:
    """The tool calls that came back, in order."""
    return [event.body for event in of("tool_ended", await computer.scene.timeline(request))]


@pytest.mark.rule("P1", "P3", "E1", "T1", "S6")
async def test_a_member_asks_the_agent_works_in_its_box_and_the_approved_push_leaves_it_once(
    computer: Computer,
) -> None:
    deeds = [
        Use("plan", {"steps": [{"text": "add a report", "state": "in_progress"}]}),
        Write("report.md", "# all is well\n"),
        Write("look.py", hidden(LOOK.format(home=computer.home))),
        Run("python3 look.py"),
        Run("git add report.md && git commit -qm report"),
        Use("attach", {"path": "report.md"}),
        PUSH,
        Say("pushed"),
    ]
    write_program(computer.work / ".git/hooks/pre-push", f"touch {computer.folder}/stolen")
    evil = f"url.{computer.remote.url}/evil.git.insteadOf"
    git(computer.work, "config", evil, f"{computer.remote.url}/ours.git")
    async with computer.daemon():
        request = await computer.member_asks(*deeds)
        card = await computer.scene.card(request, 60)
        commit = git(computer.work, "rev-parse", "HEAD")
        shown = facts(card)
        assert (shown["branch"], shown["remote"]) == ("main", f"{computer.remote.url}/ours.git")
        assert (shown["commit"], shown["runs"], card.shown) == (commit, "mirror", "git push origin main")
        await computer.scene.answer(request, card)
        view = await until_ended(computer, request)
        ended = await calls(computer, request)
        events = await computer.scene.timeline(request)

    assert (view.state, view.result) == ("done", "pushed"), events
    assert computer.remote.refs("ours.git") == {"refs/heads/main": commit}
    assert computer.remote.refs("evil.git") == {}
    assert sum("git-receive-pack" in path and "?" not in path for path in computer.remote.asked) == 1
    assert not (computer.folder / "stolen").exists()
    [pushed] = [call for call in ended if "push" in call["title"]]
    assert "main -> main" in pushed["tail"] or f"{commit} -> main" in pushed["tail"], pushed
    assert pushed["exit_code"] == 0
    assert f"{commit} -> main" in computer.speaker.shown() or "main -> main" in computer.speaker.shown()
    assert "looked" in computer.speaker.shown()
    seen = "\n".join(call.get("tail", "") for call in ended) + computer.speaker.shown()
    assert [secret for secret in (KEY, "dummy key of olga") if secret in seen] == []
    assert any(KEY in str(headers) for headers in computer.speaker.model.headers)
    assert [event.body["name"] for event in of("artifact", events)] == ["report.md"]
    assert of("plan", events)
    [action] = view.actions
    assert (action.execution, action.exit_code) == ("done", 0)
    assert view.runtime == computer.speaker.runtime
    assert view.sandbox is not False


THIEF = """
import pathlib, subprocess
for path in ("{home}/.ssh/id_ed25519", "{state}/config.toml", "{state}/state/daemon/journal"):
    if pathlib.Path(path).exists():
        pathlib.Path("{work}/stolen").write_text(path)
print("the thief was here", subprocess.run(["id", "-u"], capture_output=True).returncode)
"""


@pytest.mark.rule("P1", "P4", "E1")
async def test_what_is_denied_does_not_happen_and_what_is_approved_happens_where_no_code_of_the_agents_has_rights(
    computer: Computer,
) -> None:
    for name in ("b.txt", "c.txt"):
        (computer.work / name).write_text("old\n")
    thief = THIEF.format(home=computer.home, state=computer.folder, work=computer.work)
    deeds = [
        Run("git push origin main"),
        Run("rm b.txt"),
        Write("thief.py", hidden(thief)),
        Run("rm c.txt; python3 thief.py"),
        Say("as far as I may"),
    ]
    async with computer.daemon():
        request = await computer.member_asks(*deeds)
        denied = await computer.scene.card(request, 60)
        await computer.scene.answer(request, denied, allow=False, reason="not on a Friday")
        plain = await computer.scene.card(request, 60)
        assert (plain.shown, facts(plain)["runs"]) == ("rm b.txt", "outside")
        await computer.scene.answer(request, plain)
        mixed = await computer.scene.card(request, 60)
        assert "runs" not in facts(mixed), "code of the agent's stays in its box"
        await computer.scene.answer(request, mixed)
        view = await until_ended(computer, request)
        ended = await calls(computer, request)

    assert (view.state, view.result) == ("done", "as far as I may")
    assert computer.remote.asked == []
    assert "not on a Friday" in computer.speaker.shown()
    assert [(computer.work / name).exists() for name in ("b.txt", "c.txt", "stolen")] == [False] * 3
    assert "the thief was here 0" in ended[-1]["tail"]
    assert [action.execution for action in view.actions] == ["denied", "done", "done"]


async def test_a_turn_whose_budget_is_used_up_ends_with_a_sentence(computer: Computer) -> None:
    computer.more = "model_budget = 5"
    async with computer.daemon():
        request = await computer.member_asks(Run("echo one"), Run("echo two"), Say("never"))
        view = await until_ended(computer, request)

    assert view.state == "failed"
    assert "The budget of this request is used up: 5 tokens (model_budget)." in (view.result or ""), view
    assert len(computer.speaker.model.requests) == 1


@pytest.mark.rule("E3", "X4", "X7", "R4")
async def test_a_daemon_that_is_killed_while_an_approved_action_runs_outside_goes_on_and_the_owner_settles_it(
    computer: Computer,
) -> None:
    acting = "echo begun > begun; sleep 300; rm a.txt"
    deeds = [Run("echo first word"), Run(acting), Say("went on")]
    async with computer.program() as daemon:
        request = await computer.member_asks(*deeds)
        card = await computer.scene.card(request, 60)
        assert (card.shown, facts(card)["runs"]) == (acting, "outside")
        await computer.scene.answer(request, card)
        await until(lambda: (computer.work / "begun").exists(), 30)
        daemon.send_signal(signal.SIGKILL)
        await asyncio.to_thread(daemon.wait)
    async with computer.program():
        view = await until_ended(computer, request)
        assert (view.state, view.result) == ("done", "went on"), view
        assert [action.execution for action in view.actions] == ["unknown"]
        shown = computer.speaker.shown()
        assert "first word" in shown, "the same conversation goes on"
        assert "not known" in shown
        settled = await muti(computer, "settle", view.public_id, "did-not", "--evidence", "it is there")
        assert [action["execution"] for action in settled["request"]["actions"]] == ["failed"]
        again = await computer.member_asks(Say("the next"))
        assert (await until_ended(computer, again)).result == "the next"
        assert "went on" in computer.speaker.shown(), "the room's session, in a new box"

    assert (computer.work / "a.txt").exists()
    events = await computer.scene.timeline(request)
    [session] = {event.body["session"] for event in of("session", events)}
    assert Family(mark=mark_of(session)).members() == set(), "what ran outside was ended"
    assert sum("first word" in str(event.body.get("tail")) for event in of("tool_ended", events)) == 1


@pytest.mark.acp
@pytest.mark.claude
@pytest.mark.rule("R3")
async def test_an_agent_with_a_weaker_gate_pushes_once_and_shows_no_room_the_talk_of_another(
    running_relay: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "owner"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    async with open_computer("acp", running_relay, tmp_path) as computer:
        computer.more = f"sandbox_read = [{json.dumps(computer.speaker.variables['CLAUDE_CODE_EXECUTABLE'])}]"
        other = tmp_path / "state/daemon/runtimes/acp/claude/homes/another-room"
        other.mkdir(parents=True)
        look = LOOK.format(home=computer.home) + f"print(os.listdir({str(other.parent)!r}))"
        deeds = [
            Write("look.py", hidden(look)),
            Run("python3 look.py"),
            PUSH,
            Say("asked"),
            Say("pushed"),
        ]
        async with computer.daemon():
            request = await computer.member_asks(*deeds)
            async with computer.scene.yielding(request):
                view = await until_ended(computer, request)
            ended = await calls(computer, request)
        assert (view.state, view.result) == ("done", "pushed"), view
        assert computer.remote.refs("ours.git") == {"refs/heads/main": computer.commit}
        assert "main -> main" in computer.speaker.shown() or "-> main" in computer.speaker.shown()
        seen = "\n".join(call.get("tail", "") for call in ended) + computer.speaker.shown()
        assert "looked" in seen
        assert [text for text in (KEY, "dummy key of olga", "another-room") if text in seen] == []


async def muti(computer: Computer, *words: str) -> dict[str, Any]:
    """A command of the owner's, as its document."""
    child = computer.muti(*words, "--yes", "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = await asyncio.to_thread(child.communicate)
    assert child.returncode == 0, err
    return dict(json.loads(out))
