"""The main job as people have it: Slack, the real Slack SDK, the relay, the daemon, the real Claude Code, a git repository."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from relay.wire.requests import EventView, RequestView
from tests.emulators.anthropic import AnthropicEmulator, Text, ToolUse, serve_anthropic
from tests.plays.stage import PATH, Stage, copy_database, open_stage

pytestmark = [pytest.mark.claude, pytest.mark.timeout(150)]
RESULT = "The sum is right now."
KILLS = (
    "relay.report.committed",
    "daemon.session_told",
    "daemon.call_decided",
    "daemon.file_written",
    "daemon.end_written",
    "slack.anchor.posted",
)


@asynccontextmanager
async def open_house(
    folder: Path, database: str, program: Path, model: AnthropicEmulator
) -> AsyncIterator[tuple[Stage, str]]:
    """A stage whose agent is the real program; and the words of the ask, for which the model has its answers."""
    (folder / "home").mkdir()
    environment = {
        "PATH": PATH,
        "HOME": str(folder / "home"),
        "ANTHROPIC_BASE_URL": model.url,
        "ANTHROPIC_API_KEY": "sk-ant-dummy",
    }
    async with open_stage(
        folder, database, runtime="claude", program=program, environment=environment
    ) as stage:
        code = stage.work / "sum.py"
        code.write_text("def sum(a, b):\n    return a - b\n")
        _git(stage.work, "add", ".")
        _git(stage.work, "commit", "-qm", "a sum")
        change = {"file_path": str(code), "old_string": "a - b", "new_string": "a + b"}
        marker = model.script(
            "sum",
            [Text("I look at it."), ToolUse("Read", {"file_path": str(code)})],
            ToolUse("Edit", change),
            ToolUse("Bash", {"command": COMMAND}),
            Text(RESULT),
        )
        yield stage, f"please repair the sum {marker}"


def _git(work: Path, *arguments: str) -> str:
    who = ("-c", "user.name=Olga", "-c", "user.email=olga@example.org")
    run = subprocess.run(
        ["git", "-C", str(work), *who, *arguments], capture_output=True, text=True, check=True
    )
    return run.stdout


@pytest.fixture
async def model() -> AsyncIterator[AnthropicEmulator]:
    """The model, on this computer."""
    async with serve_anthropic() as model:
        yield model


async def play(stage: Stage, words: str, point: str | None = None) -> RequestView:
    """Mention, card, tap, work, end; with a point, a part dies there and is started again."""
    raising = asyncio.create_task(stage.raise_again(point)) if point else None
    await stage.start(point)
    await stage.slack.mention(stage.asker, stage.channel, words)
    tapping = asyncio.create_task(stage.tap_all())
    try:
        await stage.ended(80)
        if raising is not None:
            await raising
    except BaseException:
        print(stage.words())
        raise
    finally:
        tapping.cancel()
        await asyncio.gather(tapping, return_exceptions=True)
    [view] = await stage.requests()
    return view


@pytest.mark.rule("C1", "C2", "C3", "T1", "A1", "U1", "Q4", "T5", "L3")
async def test_a_mention_becomes_a_change_in_a_repository_that_the_owner_approved_by_a_tap(
    database_url: str, tmp_path: Path, claude_program: Path, model: AnthropicEmulator
) -> None:
    async with open_house(tmp_path, database_url, claude_program, model) as (stage, words):
        view = await play(stage, words)
        check_end(stage, view)
        check_timeline(await stage.timeline(view.request))
        assert "Read sum.py" in [event.body.get("title") for event in await stage.timeline(view.request)]
        assert (await stage.house.client("owner").audit_state(None)).whole
        head = (tmp_path / "daemon" / "home" / "audit-head").read_text()
        assert int(head.partition(":")[0]) > 0
    assert model.broken == []
    assert model.unknown == []


COMMAND = "echo once >> effects.txt; git diff --stat"


def was_broken_off(model: AnthropicEmulator) -> bool:
    """Whether the program told its model that the command was interrupted: it is then not known, nor done again."""
    said = [block for message in model.requests[-1]["messages"] for block in _blocks(message)]
    [call] = [block["id"] for block in said if block.get("input", {}).get("command") == COMMAND]
    [result] = [block for block in said if block.get("tool_use_id") == call]
    return "Tool call interrupted" in json.dumps(result["content"])


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return content if isinstance(content, list) else []


def check_end(stage: Stage, view: RequestView, *, broken_off: bool = False) -> None:
    """The repository, the thread and the card, when all is over."""
    assert (view.state, view.result, view.decided_by_name) == ("done", RESULT, "Olga")
    assert "a + b" in (stage.work / "sum.py").read_text()
    assert stage.lines("effects.txt") in (["once"], [] if broken_off else ["once"])
    changed = _git(stage.work, "diff", "--numstat").split()
    assert changed == ["1", "1", "sum.py"]
    told = {file.path: (file.added, file.removed) for file in view.files}
    assert told == {"sum.py": (1, 1), **({} if broken_off else {"effects.txt": (1, 0)})}
    parts = stage.parts()
    assert [parts.count(name) for name in ("anchor", "link", "final")] == [1, 1, 1], parts
    card, final = stage.part("anchor"), stage.part("final")
    assert card is not None
    assert final is not None
    shown = stage.slack.visible_text(card)
    assert shown.startswith(view.public_id)
    assert "Approved by" in shown
    assert not stage.slack.actions(card)
    assert final.thread_ts == card.ts
    assert RESULT in stage.slack.visible_text(final)
    assert "sum.py" in stage.slack.visible_text(final)


def check_timeline(events: list[EventView], *, broken_off: bool = False) -> None:
    """Both tool calls, the change as a path with its counts, one session, each change of state once."""
    kinds = [event.kind for event in events]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    for once in ("asked", "approved", "started", "done"):
        assert kinds.count(once) == 1, kinds
    assert len({event.body["session"] for event in events if event.kind == "session"}) == 1
    [change] = [event.body for event in events if event.kind == "file" and event.body["path"] == "sum.py"]
    assert (change["path"], change["added"], change["removed"]) == ("sum.py", 1, 1)
    titles = ["Read sum.py", "Edit sum.py", *([] if broken_off else [COMMAND])]
    told = dict.fromkeys(event.body["title"] for event in events if event.kind == "tool_started")
    started = [title for title in told if not (broken_off and title == COMMAND)]
    # A program that is killed at its first call may be told at its return that this call was broken off.
    assert started in (titles, titles[1:])
    if broken_off:
        return
    [ran] = [event.body for event in events if event.kind == "tool_ended" and event.body["title"] == COMMAND]
    assert "sum.py | 2 +-" in ran["tail"]


@pytest.mark.rule("O15", "X4", "X7", "X8")
@pytest.mark.parametrize("point", KILLS)
async def test_a_kill_costs_no_request_no_run_and_no_message_with_the_real_program(
    point: str, migrated: Path, tmp_path: Path, claude_program: Path, model: AnthropicEmulator
) -> None:
    async with open_house(tmp_path, copy_database(migrated, tmp_path), claude_program, model) as (
        stage,
        words,
    ):
        view = await play(stage, words, point)
        broken_off = was_broken_off(model)
        check_end(stage, view, broken_off=broken_off)
        check_timeline(await stage.timeline(view.request), broken_off=broken_off)
        assert (await stage.house.client("owner").audit_state(None)).whole
    assert model.broken == []
