"""A daemon keeps its agents in (P7): it tries the sandbox at start, opens a box for each request, and says so."""

import asyncio
from base64 import b64encode
from pathlib import Path

import pytest

from config.conflicts import find_conflicts
from config.settings import AgentSettings, Settings
from daemon.claude import ClaudeRuntime
from daemon.runtime import Notice
from daemon.sandbox import Sandbox, SandboxOptions, in_box
from daemon.sandbox.box import BubblewrapBox
from deploy.agents import daemon_options, says_of_sandbox
from deploy.setup import declared_agents
from tests.daemon.sandbox.world import REAL_KEY, git
from tests.daemon.scene import Scene, kinds, of
from tests.emulators.anthropic import AnthropicEmulator, Text, ToolUse
from tests.house import House

pytestmark = pytest.mark.rule("P7")


@pytest.fixture
def scene(running_relay: House, tmp_path: Path) -> Scene:
    """The house, and a daemon for its machine in folders of its own."""
    (tmp_path / "agent-home").mkdir()
    for words in (("init", "-q"), ("config", "user.name", "Agent"), ("config", "user.email", "a@localhost")):
        git(running_relay.directory, *words)
    return Scene(running_relay, tmp_path)


def sandbox_of(scene: Scene, **more: object) -> Sandbox:
    """The sandbox of the scene's agent."""
    environment = {"HOME": str(scene.folder / "agent-home"), **scene.environment}
    product = (scene.folder / "home",)
    return Sandbox(SandboxOptions(scene.work, environment, product, **more))  # type: ignore[arg-type]


async def test_without_its_sandbox_an_agent_does_nothing(scene: Scene) -> None:
    scene.agent["sandbox"] = sandbox_of(scene, bubblewrap="no-such-program")
    async with scene.daemon():
        asked = await scene.ask({"write": "made.txt", "content": "x"})
        ended = await scene.until_done(asked, "failed")

    assert "apt-get install bubblewrap" in (ended.result or "")
    assert not (scene.work / "made.txt").exists()


async def test_a_sandbox_that_is_lost_meanwhile_stops_the_next_request(scene: Scene, bubblewrap: str) -> None:
    scene.agent["sandbox"] = sandbox_of(scene)
    async with scene.daemon():
        await scene.until_done(await scene.ask({"done": "fine"}))
        (scene.work / ".git/commondir").write_text("../elsewhere")
        ended = await scene.until_done(await scene.ask({"write": "made.txt", "content": "x"}), "failed")

    assert "commondir makes git take its settings from elsewhere" in (ended.result or "")
    assert not (scene.work / "made.txt").exists()


@pytest.mark.claude
@pytest.mark.rule("P6", "S6", "S7")
async def test_a_request_runs_in_a_box_from_end_to_end(
    scene: Scene, bubblewrap: str, claude_program: Path, model: AnthropicEmulator
) -> None:
    code = (
        "import glob, os, pathlib\n"
        f"found = glob.glob('{scene.folder}/home/**', recursive=True) + glob.glob('/proc/*/environ')\n"
        "print([name for name in found if os.path.isfile(name) and '/claude/boxed/' not in name])\n"
        "print('model at', os.environ['ANTHROPIC_BASE_URL'], os.environ['ANTHROPIC_API_KEY'])\n"
        "pathlib.Path('.envrc').touch()\n"
    )
    hidden = f"import base64\nexec(base64.b64decode({b64encode(code.encode())!r}))\n"
    calls = [
        ToolUse("Write", {"file_path": str(scene.work / "look.py"), "content": hidden}),
        ToolUse("Bash", {"command": "python3 look.py"}),
        ToolUse("Bash", {"command": "git add look.py && git commit -qm agent"}),
    ]
    marker = model.script("boxed", *calls, Text("done in a box"))
    scene.environment |= {"ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": REAL_KEY}
    login = {"HOME": str(scene.folder / "agent-home"), **scene.environment}
    runtime = ClaudeRuntime(scene.folder / "home" / "claude", claude_program, login)
    scene.agent |= {"runtime": runtime, "sandbox": sandbox_of(scene, provider="anthropic")}
    scene.agent |= {"sandboxed": True, "runtime_name": "claude"}
    async with scene.daemon():
        asked = await scene.ask(words=f"look around {marker}")
        async with scene.yielding(asked):
            ended = await asyncio.wait_for(scene.house.until(asked.request, "done", 60), 60)
        events = await scene.timeline(asked)

    assert ended.result == "done in a box", kinds(events)
    assert git(scene.work, "log", "--format=%s") == "agent\n"
    looked = of("tool_ended", events)[1].body["tail"]
    assert "model at http://127.0.0.1:8787 placeholder-for-anthropic-api-key" in looked
    assert [secret for secret in (REAL_KEY, "journal", "audit-head", "remotes") if secret in looked] == []
    notices = [event.body["text"] for event in of("notice", events)]
    assert [".envrc" in text for text in notices] == [True]


async def test_people_are_told_when_the_budget_is_used_up(scene: Scene, bubblewrap: str) -> None:
    told: list[Notice] = []
    async with in_box(sandbox_of(scene, budget=5), scene.folder, told.append) as box:
        assert isinstance(box, BubblewrapBox)
        box.door._spending.tokens = 5

    assert [notice.text for notice in told] == [
        "The budget of this request is used up: 5 tokens (model_budget)."
    ]


@pytest.mark.claude
@pytest.mark.rule("X4")
async def test_a_budget_that_was_used_up_before_a_restart_is_used_up_after_it(
    scene: Scene, bubblewrap: str, claude_program: Path, model: AnthropicEmulator
) -> None:
    marker = model.script("spent", ToolUse("Bash", {"command": "rm old.txt"}), Text("never"))
    (scene.work / "old.txt").touch()
    scene.environment |= {"ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": REAL_KEY}
    login = {"HOME": str(scene.folder / "agent-home"), **scene.environment}
    runtime = ClaudeRuntime(scene.folder / "home" / "claude", claude_program, login)
    sandbox = sandbox_of(scene, provider="anthropic", budget=1)
    scene.agent |= {"runtime": runtime, "sandbox": sandbox, "sandboxed": True, "runtime_name": "claude"}
    async with scene.daemon():
        asked = await scene.ask(words=f"tidy up {marker}")
        await scene.card(asked, 60)
    before = len(model.requests)
    async with scene.daemon():
        ended = await asyncio.wait_for(scene.house.until(asked.request, "failed", 60), 60)

    assert ended.result == "The budget of this request is used up: 1 tokens (model_budget)."
    assert len(model.requests) == before
    assert (scene.work / "old.txt").exists()


def settings_of(folder: Path, **agent: object) -> Settings:
    """A configuration with one agent."""
    one = {"handle": "a", "directory": str(folder), "env": {"ANTHROPIC_API_KEY": REAL_KEY}, **agent}
    return Settings.model_validate({"home": str(folder / "state"), "agents": [one]})


@pytest.mark.parametrize(
    ("agent", "kept", "says"),
    [
        ({"runtime": "claude"}, True, True),
        ({"runtime": "claude", "sandbox": "on"}, True, True),
        ({"runtime": "claude", "sandbox": "off"}, False, False),
        ({"runtime": "scripted"}, False, None),
        ({"runtime": "scripted", "sandbox": "off"}, False, False),
    ],
)
def test_an_agent_is_kept_in_unless_its_owner_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: dict[str, object], kept: bool, says: bool | None
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    settings = settings_of(tmp_path, **agent)

    options = daemon_options(settings, "http://127.0.0.1:1", "token").agents[0]

    assert (options.sandbox is not None, options.sandboxed) == (kept, says)
    assert [declared.sandbox for declared in declared_agents(settings)] == [says]


def test_where_no_sandbox_is_offered_cards_say_that_there_is_none() -> None:
    agent = AgentSettings.model_validate({"handle": "a", "runtime": "claude", "directory": "/x"})
    assert not agent.is_sandboxed("darwin")
    assert agent.model_copy(update={"sandbox": "on"}).is_sandboxed("darwin")
    assert says_of_sandbox(agent.model_copy(update={"sandbox": "off"})) is False


def test_the_weakest_runtime_has_no_choice(tmp_path: Path) -> None:
    off, on = (settings_of(tmp_path, runtime="acp", sandbox=word) for word in ("off", "on"))

    assert [fault.location for fault in find_conflicts(off)] == [("agents", 0, "sandbox")]
    assert find_conflicts(on) == []
