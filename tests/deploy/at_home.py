"""A whole house in a child process, and the command line beside it, as its owner uses both."""

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from deploy.muti import app, hoist
from relay.client import RelayClient
from relay.wire.people import AcceptInvite, Account, NewInvite, Who
from relay.wire.requests import Ask, RequestView, Spot

CONFIG = """
home = "{home}"

[relay]
listen = "127.0.0.1:0"

[owner]
name = "Olga"

[daemon]
machine = "laptop"

[[agents]]
handle = "helper"
runtime = "scripted"
directory = "{project}"
env = ["PATH"]

[[rooms]]
name = "Backend"
agents = ["helper"]
"""


@dataclass
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        return json.loads(self.out)


@dataclass
class Home:
    """One owner's computer."""

    folder: Path
    config: Path

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def environ(self) -> dict[str, str]:
        """What differs from the tests' own environment."""
        return {"MUTI_HOME": str(self.state)}

    def run(self, *words: str, stdin: str | None = None) -> Said:
        """A command, in this process."""
        typed = hoist([*words, "--config", str(self.config)])
        result = CliRunner(env=self.environ).invoke(app, typed, input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Said(result.exit_code, result.stdout, result.stderr)

    def json(self, *words: str) -> Any:
        """A command that must go well, as its document."""
        said = self.run(*words, "--json")
        assert said.code == 0, said
        return said.json

    def token(self, name: str) -> str:
        return (self.state / "tokens" / name).read_text().strip()

    @property
    def url(self) -> str:
        return (self.state / "address").read_text().strip()

    def member_asks(self, prompt: str, name: str = "Mina") -> RequestView:
        """A member of the room asks in a browser."""
        return asyncio.run(self._member_asks(prompt, name))

    async def _member_asks(self, prompt: str, name: str) -> RequestView:
        who = Who(account=Account(platform="web", tenant="", subject=f"subject-of-{name}"), name=name)
        async with RelayClient(self.url, self.token("person")) as owner:
            room = (await owner.rooms(None)).rooms[0].room
            invite = await owner.invite(None, room, NewInvite())
        assert invite.token is not None
        async with RelayClient(self.url, self.token("web")) as web:
            await web.accept(who, AcceptInvite(token=invite.token, name=name))
            spot = Spot(platform="web", tenant="", channel=room, message=os.urandom(8).hex(), shows=False)
            asked = await web.ask(who, Ask(spot=spot, prompt=prompt, room=room))
        assert asked.request is not None
        return asked.request

    def until(self, public_id: str, state: str, seconds: float = 20) -> Any:
        """Wait until a request is in a state; its view."""
        return asyncio.run(self._until(public_id, lambda view: view.state == state, seconds))

    def until_paused(self, public_id: str, seconds: float = 20) -> Any:
        """Wait until an action of a request waits for the owner."""
        return asyncio.run(
            self._until(public_id, lambda view: any(a.state == "pending" for a in view.actions), seconds)
        )

    async def _until(self, public_id: str, reached: Any, seconds: float) -> RequestView:
        async with RelayClient(self.url, self.token("person")) as owner, asyncio.timeout(seconds):
            room = (await owner.rooms(None)).rooms[0].room
            while True:
                view = (await owner.find(None, room, public_id)).requests[0]
                if reached(view):
                    return view
                await asyncio.sleep(0.05)


def make_home(folder: Path) -> Home:
    """A configuration with one agent in one room; nothing runs yet."""
    home = Home(folder, folder / "config.toml")
    home.project.mkdir(parents=True)
    home.config.write_text(CONFIG.format(home=home.state, project=home.project))
    return home


def start(*words: str, **more: Any) -> "subprocess.Popen[str]":
    """`muti` as a child process."""
    return subprocess.Popen(
        [sys.executable, "-m", "deploy.muti", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **{**more, "env": {**more.get("env", os.environ), "PYTHONFAULTHANDLER": "1"}},
    )


READY_SECONDS = 90


@contextmanager
def running(home: Home) -> Iterator[dict[str, Any]]:
    """`muti up` in a child process; gives what it said when it was ready."""
    child = start("up", "--json", "--config", str(home.config), env={**os.environ, **home.environ})
    try:
        yield ready(child)
    finally:
        child.send_signal(signal.SIGTERM)
        child.communicate(timeout=20)


@contextmanager
def child(home: Home, *words: str, **environ: str) -> Iterator["subprocess.Popen[str]"]:
    """A `muti` that is ended for sure."""
    process = start(*words, "--config", str(home.config), env={**os.environ, **home.environ, **environ})
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def ready(process: "subprocess.Popen[str]") -> Any:
    """What it says once it answers; one that says nothing shows where it stands."""
    assert process.stdout is not None
    heard, _, _ = select.select([process.stdout], [], [], READY_SECONDS)
    if not heard:
        process.send_signal(signal.SIGABRT)
    line = process.stdout.readline()
    assert line, process.communicate(timeout=5)
    return json.loads(line)


def stop(process: "subprocess.Popen[str]", number: signal.Signals) -> str:
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    return err
