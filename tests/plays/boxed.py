"""An owner's computer as its file says it: a daemon from a real configuration, a real program in a real box.

Around it: a relay in this process, a local model, a remote that wants the owner's password, and people.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from config.load import load
from config.settings import Settings
from daemon.app import run_daemon
from deploy.agents import daemon_options
from relay.wire.people import Who
from relay.wire.requests import RequestView
from tests import needs
from tests.daemon.remote import Remote, git, make_home, make_work, serve_git
from tests.daemon.scene import Scene, end
from tests.daemon.sides import CODEX_MODEL, PATH, Deed, Run, Say, Use, Write, patch
from tests.emulators import anthropic, openai
from tests.emulators.anthropic import AnthropicEmulator, serve_anthropic
from tests.emulators.openai import OpenAIEmulator, serve_openai
from tests.house import House

KEY = "sk-real-key-of-the-owner-0123456789"
CONFIG = """
home = {home}

{parts}

[[agents]]
handle = "claude"
runtime = {runtime}
directory = {directory}
env = {env}
{more}
"""
APART = """
[daemon]
machine = "laptop"
relay_url = {relay}
token = {token}
"""
TOGETHER = """
[relay]
listen = "127.0.0.1:0"

[daemon]
machine = "laptop"

[[rooms]]
name = "Backend"
agents = ["claude"]
"""


@dataclass
class Speaker:
    """What a runtime's model is and how its deeds are said: ``results`` are what it was shown of its calls."""

    runtime: str
    model: Any
    script: Callable[[str, Sequence[Deed], Path], str]
    variables: dict[str, str]
    options: dict[str, Any]
    numbers: list[int] = field(default_factory=list)

    def marker(self, deeds: Sequence[Deed], work: Path) -> str:
        """The words for a prompt that make the agent do the deeds."""
        self.numbers.append(len(self.numbers))
        return self.script(f"play{len(self.numbers)}", deeds, work)

    def shown(self) -> str:
        """Everything that the model was sent last."""
        return json.dumps(self.model.requests[-1], ensure_ascii=False)


@dataclass
class Computer:
    """The owner's. ``scene`` knows the relay and its people; its own daemon is not used."""

    house: House
    folder: Path
    speaker: Speaker
    remote: Remote
    commit: str
    more: str = ""
    together: bool = False

    @property
    def scene(self) -> Scene:
        """The house, to look at timelines and to decide."""
        return Scene(self.house, self.folder)

    @property
    def work(self) -> Path:
        """The repository that the agent works in."""
        return self.house.directory

    @property
    def home(self) -> Path:
        """The owner's home."""
        return self.folder / "owner"

    @property
    def config(self) -> Path:
        """The owner's file, written anew."""
        env = {"PATH": PATH, "HOME": str(self.home), **self.speaker.variables}
        pairs = ", ".join(f"{name} = {json.dumps(text)}" for name, text in env.items())
        options = ", ".join(f"{name} = {json.dumps(value)}" for name, value in self.speaker.options.items())
        words = {
            "home": str(self.folder / "state"),
            "relay": self.house.url,
            "token": self.house.tokens["machine"],
            "runtime": self.speaker.runtime,
            "directory": str(self.work),
        }
        given = {name: json.dumps(text) for name, text in words.items()}
        given["parts"] = TOGETHER if self.together else APART.format(**given)
        more = f"options = {{ {options} }}\n{self.more}"
        path = self.folder / "config.toml"
        path.write_text(CONFIG.format(**given, env=f"{{ {pairs} }}", more=more))
        path.chmod(0o600)
        return path

    def settings(self) -> Settings:
        """What the owner's file says."""
        return load(self.config, {"HOME": str(self.home), "PATH": PATH})

    @asynccontextmanager
    async def daemon(self) -> AsyncIterator[None]:
        """The daemon of that file, in this process."""
        options = daemon_options(self.settings(), self.house.url, self.house.tokens["machine"])
        task = asyncio.create_task(run_daemon(options))
        try:
            yield
        finally:
            await end(task)

    @asynccontextmanager
    async def program(self) -> AsyncIterator["subprocess.Popen[bytes]"]:
        """``muti daemon run`` of that file, which may be killed."""
        with (self.folder / "daemon.log").open("ab") as log:
            child = self.muti("daemon", "run", stdout=log, stderr=log)
            try:
                yield child
            finally:
                child.kill()
                await asyncio.to_thread(child.wait)

    def muti(self, *words: str, **more: Any) -> "subprocess.Popen[bytes]":
        """The owner's command line."""
        command = [sys.executable, "-m", "deploy.muti", *words, "--config", str(self.config)]
        kept = {name: text for name, text in os.environ.items() if not name.startswith("MUTI_")}
        variables = {**kept, "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1"}
        owner = {"MUTI_TOKEN": self.house.tokens["owner"]} if words[0] not in ("daemon", "up") else {}
        return subprocess.Popen(command, env={**variables, **owner}, **more)

    async def member_asks(self, *deeds: Deed, words: str = "please play") -> RequestView:
        """Somebody of the room asks, and the owner approves."""
        asked = await self.house.ask(await self.member(), f"{words} {self.speaker.marker(deeds, self.work)}")
        await self.house.approve(asked)
        return asked

    async def member(self) -> Who:
        """Sarah, of the room."""
        if not hasattr(self, "_sarah"):
            self._sarah = await self.house.member("sarah")
        return self._sarah

    async def ended(self, request: RequestView, state: str = "done") -> RequestView:
        """Wait for its end."""
        return await self.house.until(request.request, state, 90)


async def until_ended(computer: Computer, request: RequestView) -> RequestView:
    """Wait for any end."""
    async with asyncio.timeout(90):
        while True:
            view = await computer.house.view(request.request)
            if view.state in ("done", "failed", "cancelled", "expired"):
                return view
            await asyncio.sleep(0.05)


@asynccontextmanager
async def open_computer(name: str, house: House, folder: Path) -> AsyncIterator[Computer]:
    """The computer with one agent of that runtime; no daemon runs yet."""
    needs.require("sandbox")
    make_home(folder / "owner")
    async with serve_git(folder / "remotes") as remote, _speaker(name, folder) as speaker:
        commit = make_work(house.directory, remote.make("ours.git"))
        remote.make("evil.git")
        for setting, value in (("name", "Agent"), ("email", "agent@example.com")):
            git(house.directory, "config", f"user.{setting}", value)
        computer = Computer(house, folder, speaker, remote, commit)
        yield computer
        assert (speaker.model.broken, speaker.model.unknown) == ([], [])


@asynccontextmanager
async def _speaker(name: str, folder: Path) -> AsyncIterator[Speaker]:
    if name == "codex":
        async with serve_openai() as responses:
            yield _codex(responses)
        return
    async with serve_anthropic() as model:
        yield _claude(model) if name == "claude" else _acp(model)


def _claude(model: AnthropicEmulator) -> Speaker:
    variables = {"ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": KEY, "CLAUDE_CODE_MAX_RETRIES": "1"}
    options = {"program": str(needs.require("claude"))}
    return Speaker("claude", model, lambda *said: _anthropic(model, *said), variables, options)


def _acp(model: AnthropicEmulator) -> Speaker:
    agent, claude = needs.require("acp"), needs.require("claude")
    variables = {
        **_claude(model).variables,
        "PATH": f"{agent.parent}:{PATH}",
        "CLAUDE_CODE_EXECUTABLE": str(claude),
    }
    options = {"program": [agent.name], "mode": "default", "provider": "anthropic"}
    return Speaker("acp", model, lambda *said: _anthropic(model, *said), variables, options)


def _codex(model: OpenAIEmulator) -> Speaker:
    variables = {"OPENAI_BASE_URL": f"{model.url}/v1", "OPENAI_API_KEY": KEY}
    options = {"program": str(needs.require("codex")), "model": CODEX_MODEL}
    return Speaker("codex", model, lambda *said: _openai(model, *said), variables, options)


def _anthropic(model: AnthropicEmulator, name: str, deeds: Sequence[Deed], work: Path) -> str:
    return model.script(name, *(_as_claude(deed, work) for deed in deeds))


def _as_claude(deed: Any, work: Path) -> anthropic.Item:
    match deed:
        case Run(command):
            return anthropic.ToolUse("Bash", {"command": command})
        case Write(name, content):
            return anthropic.ToolUse("Write", {"file_path": str(work / name), "content": content})
        case Use(tool, given):
            return anthropic.ToolUse(f"mcp__muti__{tool}", given)
        case Say(text):
            return anthropic.Text(text)
    return deed  # an answer in the model's own words


def _openai(model: OpenAIEmulator, name: str, deeds: Sequence[Deed], work: Path) -> str:
    return model.script(name, *(_as_codex(deed) for deed in deeds))


def _as_codex(deed: Any) -> openai.Item:
    match deed:
        case Run(command):
            return openai.Call("exec_command", {"cmd": command, "yield_time_ms": 30_000})
        case Write(name, content):
            return openai.Custom("apply_patch", patch(f"*** Add File: {name}", content, "+"))
        case Use(tool, given):
            return openai.Call(tool, given)
        case Say(text):
            return openai.Text(text)
    return deed


def hidden(code: str) -> str:
    """A program whose words give nothing away: hostile code is not judged by its text."""
    veiled = bytes(byte ^ 85 for byte in code.encode()).hex()
    return f"veiled = {veiled!r}\nexec(bytes(byte ^ 85 for byte in bytes.fromhex(veiled)))\n"
