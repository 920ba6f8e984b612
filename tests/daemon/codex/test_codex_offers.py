"""What Codex is given: the daemon's own tools, the owner's servers, a box, a login."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from config.settings import AgentSettings
from daemon.codex import CodexRuntime
from daemon.codex.command import program_folder
from daemon.runtime import (
    Action,
    Allow,
    Deny,
    Ended,
    Needs,
    Outcome,
    RuntimeUnfit,
    Tool,
    ToolEnded,
    Verdict,
)
from deploy.agents import runtime_of
from tests.daemon.sides import AskedGate, CodexSide, Run, Say, allow, leftover, of, play
from tests.emulators.openai import Call, Custom, Text, outputs

pytestmark = pytest.mark.codex

SERVER = Path(__file__).parent / "mcp_server.py"


class Box:
    """An open box: it shows what it was asked for, and gives the model another address and another key."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.needs: list[Needs] = []

    def enter(
        self, command: Sequence[str], environment: Mapping[str, str], needs: Needs
    ) -> tuple[list[str], dict[str, str]]:
        """The command as it is, after a look at what is there."""
        assert all(path.exists() for path in (*needs.programs, *needs.state, *needs.fixed))
        self.needs.append(needs)
        inside = {"OPENAI_BASE_URL": self.address, "OPENAI_API_KEY": "sk-placeholder"}
        return list(command), {**environment, **inside}


class Tools:
    """Two tools of a daemon."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []

    def all(self) -> Sequence[Tool]:
        """Every tool that there is."""
        schema = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
        return [Tool("attach", "Hand over a file.", schema), Tool("progress", "Say how far you are.", schema)]

    async def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """Use one."""
        self.calls.append((name, dict(arguments)))
        return (f"There is no {arguments['path']}.", True) if name == "progress" else ("Handed over.", False)


@pytest.mark.rule("T1", "P2")
async def test_the_daemons_tools_pass_the_gate_and_answer_in_each_turn_of_a_session(codex: CodexSide) -> None:
    tools, gate = Tools(), AskedGate()
    first = codex.steps_turn(
        Call("attach", {"path": "a"}), Call("progress", {"path": "b"}), Text("fine"), tools=tools
    )

    steps = await play(codex, first, gate)

    assert tools.calls == [("attach", {"path": "a"}), ("progress", {"path": "b"})]
    assert [(action.tool, action.input) for action in gate.actions] == [
        ("mcp__muti__attach", {"path": "a"}),
        ("mcp__muti__progress", {"path": "b"}),
    ]
    assert [(step.output, step.failed) for step in of(ToolEnded, steps)] == [
        ("Handed over.", False),
        ("There is no b.", True),
    ]
    assert outputs(codex.model.requests[-1]["input"]) == ["Handed over.", "There is no b."]

    later = codex.steps_turn(
        Call("attach", {"path": "c"}), Text("x"), session=first.session, tools=(again := Tools())
    )
    await play(codex, later)
    assert again.calls == [("attach", {"path": "c"})]


@pytest.mark.rule("P2")
async def test_a_refused_tool_of_the_daemon_is_not_used(codex: CodexSide) -> None:
    async def rule(action: Action) -> Verdict:
        return Deny("not now")

    tools = Tools()
    await play(codex, codex.steps_turn(Call("attach", {"path": "a"}), Text("fine"), tools=tools), rule)

    assert tools.calls == []
    assert "not now" in outputs(codex.model.requests[-1]["input"])[0]


@pytest.mark.rule("P2")
@pytest.mark.parametrize("hooked", [True, False])
async def test_the_owners_servers_are_asked_about_even_where_they_call_themselves_harmless(
    codex: CodexSide, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hooked: bool
) -> None:
    if not hooked:
        monkeypatch.setattr("daemon.codex.home.SCRIPT", "cat > /dev/null\n")
    server = {"command": sys.executable, "args": [str(SERVER), str(tmp_path / "log")], "type": "stdio"}
    config = tmp_path / "servers.json"
    config.write_text(json.dumps({"mcpServers": {"docs": server}}))

    async def rule(action: Action) -> Verdict:
        return Deny("not that one") if "secret" in str(action.input) else Allow()

    gate = AskedGate(rule)
    calls = [Call("look", {"path": path}, namespace="mcp__docs") for path in ("secret", "open")]
    turn = codex.steps_turn(*calls, Text("fine"), Text("done"), mcp_config=str(config))

    steps = await play(codex, turn, gate)

    assert [(action.tool, action.input["path"]) for action in gate.actions] == [
        ("mcp__docs__look", "secret"),
        ("mcp__docs__look", "open"),
    ]
    assert (tmp_path / "log").read_text() == '{"path": "open"}\n'
    assert [(step.title, step.output) for step in of(ToolEnded, steps)] == [("docs: look", "looked at open")]
    assert "not that one" in json.dumps(codex.model.requests[-1]["input"])


@pytest.mark.rule("P7")
async def test_in_a_box_it_needs_its_program_and_one_folder_and_no_key(
    codex: CodexSide, codex_program: Path
) -> None:
    box = Box(f"{codex.model.url}/v1")
    turn = codex.turn([Run("true"), Say("fine")], box=box)
    turn = replace(turn, environment={**turn.environment, "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"})

    steps = await play(codex, turn)

    assert steps[-1].text == "fine"
    assert codex.model.headers[0]["Authorization"] == "Bearer sk-placeholder"
    home = codex.folder / "state" / turn.session / "home"
    assert box.needs == [
        Needs(
            programs=(program_folder(codex_program),),
            state=(home, home / "questions"),
            fixed=(home / "config.toml", home / "hooks.json", home / "ask"),
            provider="openai",
        )
    ]
    assert "danger-full-access" in json.dumps(codex.model.requests[0]["input"])


async def test_outside_a_box_its_own_sandbox_is_on_only_where_it_works(
    codex: CodexSide, tmp_path: Path
) -> None:
    """The program refuses to put its own programs below the temporary folder, so that its sandbox cannot start there."""
    (tmp_path / "state").mkdir()
    (tmp_path / "elsewhere").mkdir()
    for temporary in ("state", "elsewhere"):
        codex.be_patient(20.0)  # another runtime: each tries it once
        turn = codex.turn([Run("echo hi"), Say("fine")])
        turn = replace(turn, environment={**turn.environment, "TMPDIR": str(tmp_path / temporary)})
        steps = await play(codex, turn)
        assert of(ToolEnded, steps)[0].output == "hi\n"

    assert "danger-full-access" in json.dumps(codex.model.requests[0]["input"])


async def test_the_owners_login_is_used_where_it_lies_and_only_without_a_key(
    codex: CodexSide, tmp_path: Path
) -> None:
    login = tmp_path / "auth.json"
    login.write_text(json.dumps({"OPENAI_API_KEY": "sk-of-the-login"}))
    codex.runtime = CodexRuntime(tmp_path / "state", codex.program, login=login)
    turn = codex.turn([Say("fine")])

    await play(codex, turn)
    without = {name: value for name, value in turn.environment.items() if name != "OPENAI_API_KEY"}
    steps = await play(codex, replace(codex.turn([Say("with the login")]), environment=without))

    assert steps[-1].text == "with the login"
    keys = [headers["Authorization"] for headers in codex.model.headers]
    assert keys == ["Bearer sk-dummy", "Bearer sk-of-the-login"]
    assert not [path for path in (tmp_path / "state").rglob("auth.json") if not path.is_symlink()]


async def test_check_wants_a_login(codex: CodexSide, tmp_path: Path) -> None:
    with pytest.raises(RuntimeUnfit, match="no login"):
        await CodexRuntime(tmp_path, codex.program, {}).check()
    with pytest.raises(RuntimeUnfit, match="codex login"):
        await CodexRuntime(tmp_path, codex.program, {}, tmp_path / "auth.json").check()


@pytest.mark.parametrize(
    ("says", "sentence"),
    [("echo codex-cli 0.150.9", "too old"), ("exit 3", "exit code 3"), ("echo nothing", "failed")],
)
async def test_check_refuses_a_program_that_cannot_be_gated(tmp_path: Path, says: str, sentence: str) -> None:
    program = tmp_path / "codex"
    program.write_text(f"#!/bin/sh\n{says}\n")
    program.chmod(0o700)

    with pytest.raises(RuntimeUnfit, match=sentence):
        await CodexRuntime(tmp_path / "state", program).check()


async def test_check_refuses_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RuntimeUnfit, match="does not start"):
        await CodexRuntime(tmp_path / "state", tmp_path / "codex").check()


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ('s/"approvalPolicy":"untrusted"/"approvalPolicy":"on-request"/', "ask before each action"),
        ('s/"approvalsReviewer":"user"/"approvalsReviewer":"guardian"/', "ask before each action"),
        ('s/"trustStatus":"trusted"/"trustStatus":"untrusted"/', "does not trust the hook"),
        ('s/"name":"unified_exec_tty"/"name":"unified_exec_tty_2"/', "acts unasked"),
        ('s/"eventName":"preToolUse"/"eventName":"other"/', "know the hook"),
    ],
)
async def test_a_version_that_breaks_the_contract_is_refused_before_a_prompt(
    codex: CodexSide, codex_program: Path, tmp_path: Path, change: str, sentence: str
) -> None:
    """The real program, with one word of its answers changed."""
    program = tmp_path / "codex"
    program.write_text(f"#!/bin/sh\n'{codex_program}' \"$@\" | sed -u '{change}'\n")
    program.chmod(0o700)
    codex.runtime = CodexRuntime(tmp_path / "state", program)
    gate = AskedGate()

    with pytest.raises(RuntimeUnfit, match=sentence):
        await play(codex, codex.turn([Run("true"), Say("fine")]), gate)
    with pytest.raises(RuntimeUnfit, match=sentence):
        await codex.runtime.check()

    assert (gate.actions, codex.model.requests) == ([], [])


@pytest.mark.rule("P2")
async def test_a_version_that_acts_without_asking_is_stopped_and_used_no_more(
    codex: CodexSide, codex_program: Path, work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real program, told to ask for nothing, and made to say that it would; its hook says yes to all."""
    monkeypatch.setattr("daemon.codex.home.SCRIPT", "cat > /dev/null\n")
    asks, says = 's/"untrusted"/"never"/', 's/"approvalPolicy":"never"/"approvalPolicy":"untrusted"/'
    program = tmp_path / "codex"
    program.write_text(f"#!/bin/sh\nsed -u '{asks}' | '{codex_program}' \"$@\" | sed -u '{says}'\n")
    program.chmod(0o700)
    codex.runtime = CodexRuntime(tmp_path / "state", program)
    turn = codex.turn([Run("touch a.txt"), Run("sleep 1; touch b.txt"), Say("fine")])

    with pytest.raises(RuntimeUnfit, match="without asking"):
        await play(codex, turn)

    assert leftover(turn) == set()
    assert not (work / "b.txt").exists()
    with pytest.raises(RuntimeUnfit, match="without asking"):
        await codex.runtime.check()
    with pytest.raises(RuntimeUnfit, match="without asking"):
        await play(codex, codex.turn([Say("fine")]))


@pytest.mark.rule("P2")
async def test_calls_inside_a_script_of_the_model_are_asked_about_one_by_one(
    codex: CodexSide, work: Path
) -> None:
    """Newer models write a script that calls the tools; it can reach nothing else."""
    reach = "text([typeof fetch, typeof require, typeof process, typeof Deno, typeof Bun].join(' '));"
    script = (
        f'{reach} await tools.exec_command({{cmd: "touch good.txt", workdir: "sub"}});'
        ' try { await tools.exec_command({cmd: "touch bad.txt"}) } catch (problem) { text(String(problem)) }'
        ' await tools.apply_patch("*** Begin Patch\\n*** Add File: bad.md\\n+x\\n*** End Patch\\n");'
    )
    (work / "sub").mkdir(parents=True)

    async def rule(action: Action) -> Verdict:
        return Deny("not this") if "bad" in str(action.input) else Allow()

    gate = AskedGate(rule)
    turn = codex.steps_turn(Custom("exec", script), Text("fine"), model="gpt-6.1-sol")
    await play(codex, turn, gate)

    seen = outputs(codex.model.requests[-1]["input"])[0]
    assert "undefined undefined undefined undefined undefined" in seen
    assert "not this" in seen
    asked = [(action.tool, action.directory) for action in gate.actions]
    # The script's own directory of a command is known only when it is about to run: it is asked about once more.
    assert asked == [("Bash", work), ("Bash", work / "sub"), ("Bash", work), ("Write", work)]
    assert sorted(path.name for path in work.rglob("*.*")) == ["good.txt"]


async def test_a_file_of_servers_that_cannot_be_read_is_a_sentence(codex: CodexSide, tmp_path: Path) -> None:
    (tmp_path / "servers.json").write_text("{")
    steps = await play(codex, codex.turn([Say("x")], mcp_config=str(tmp_path / "servers.json")), allow)

    assert (type(steps[-1]), steps[-1].outcome) == (Ended, Outcome.failed)
    assert "did not start" in steps[-1].text


async def test_the_configuration_makes_one_with_the_owners_login(codex: CodexSide, tmp_path: Path) -> None:
    written = {
        "handle": "codex",
        "runtime": "codex",
        "directory": str(tmp_path),
        "options": {"login": str(tmp_path / "auth.json")},
    }
    agent = AgentSettings.model_validate(written)

    runtime = runtime_of(agent, tmp_path / "runtimes", {"PATH": "/usr/bin:/bin"})

    with pytest.raises(RuntimeUnfit, match=r"auth\.json"):
        await runtime.check()
    (tmp_path / "auth.json").write_text("{}")
    assert (await runtime.check())[-1].isdigit()
