"""An owner's machine as hostile code would like to find it: a home full of keys, the product's state, open doors."""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from daemon.process import Child, Limits, spawn
from daemon.runtime import Needs
from daemon.sandbox import Sandbox, SandboxOptions
from daemon.sandbox.box import BubblewrapBox

HERE = Path(__file__).parent
REAL_KEY = "sk-ant-real-key-of-the-owner"
NOBODY = 65534
PYTHON = "/usr/bin/python3"

SECRETS = {
    ".ssh/id_ed25519": "-----BEGIN OPENSSH PRIVATE KEY-----",
    ".aws/credentials": "aws_secret_access_key = dummy",
    ".config/gh/hosts.yml": "oauth_token: dummy",
    ".config/muti/config.toml": "bot_token = 'xoxb-dummy'",
    ".netrc": "machine git.example login a password dummy",
    ".git-credentials": "https://a:dummy@git.example",
    ".mozilla/firefox/own/cookies.sqlite": "cookies",
    ".claude/.credentials.json": "{}",
    ".claude/projects/other/room.jsonl": "what another room said",
    ".bashrc": "export TOKEN=dummy",
    ".local/state/muti/relay.db": "SQLite format 3",
    ".local/state/muti/tokens/machine": "machine-token",
    ".local/state/muti/tokens/person": "person-token",
    ".local/state/muti/address": "http://127.0.0.1:8787",
    ".local/state/muti/daemon/journal": "{}",
    ".local/state/muti/daemon.log": "log",
    "code/other/.env": "DATABASE_URL=dummy",
}
PRODUCT = (".local/state/muti", ".config/muti")


@dataclass
class World:
    """The machine. ``user`` is who runs the agent's program; ``folder`` holds everything."""

    folder: Path
    user: int
    children: list[Child] = field(default_factory=list)

    @property
    def home(self) -> Path:
        """The owner's home."""
        return self.folder / "home"

    @property
    def work(self) -> Path:
        """The agent's directory."""
        return self.home / "code" / "project"

    @property
    def environment(self) -> dict[str, str]:
        """The agent's variables, as its owner has set them."""
        return {"HOME": str(self.home), "PATH": os.defpath, "ANTHROPIC_API_KEY": REAL_KEY}

    def sandbox(self, **more: Any) -> Sandbox:
        """The agent's sandbox."""
        product = tuple(self.home / name for name in PRODUCT)
        return Sandbox(SandboxOptions(self.work, self.environment, product, **more))

    @asynccontextmanager
    async def box(self, sandbox: Sandbox | None = None) -> AsyncIterator[BubblewrapBox]:
        """A box that is open for this user."""
        made = sandbox or self.sandbox()
        async with made.open(None, made.spending()) as box:
            self.own(box.private)
            yield box

    def own(self, folder: Path) -> None:
        """From now on all of it is the user's."""
        if os.geteuid() != self.user:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, self.user, self.user, follow_symlinks=False)

    async def start(self, box: BubblewrapBox, command: Sequence[str], needs: Needs | None = None) -> Child:
        """A program in a box."""
        made, variables = box.enter(command, self.environment, needs or Needs((), provider="anthropic"))
        return await self.start_as_user(made, variables)

    async def start_as_user(self, command: Sequence[str], variables: Mapping[str, str]) -> Child:
        """A program, whoever runs the test."""
        mark = f"{self.folder.name}-{len(self.children)}"
        child = await spawn([*self._become(), *command], self.work, variables, mark)
        self.children.append(child)
        return child

    async def run(self, box: BubblewrapBox, script: str, needs: Needs | None = None) -> tuple[int, str, str]:
        """What a shell script in a box ends with and prints."""
        child = await self.start(box, ["/bin/sh", "-c", script], needs)
        return await finish(child)

    def _become(self) -> list[str]:
        if os.geteuid() == self.user:
            return []
        return ["/usr/bin/setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"]


async def finish(child: Child) -> tuple[int, str, str]:
    """Read a program to its end."""
    child.end_input()
    said = b"".join([chunk async for chunk in child.chunks()])
    code = await child.wait()
    await child.stop(Limits(0, 0, 5))
    return code, said.decode(errors="replace"), child.errors


def users() -> list[int]:
    """Who can run an agent here: whoever runs the tests and, if that is root, an ordinary user."""
    own = os.geteuid()
    return [own, NOBODY] if own == 0 and shutil.which("setpriv") else [own]


@contextmanager
def world_of(user: int) -> Iterator[World]:
    """A fresh machine; its folder can be entered by everybody, as a home under /home can."""
    folder = Path(tempfile.mkdtemp(prefix="muti-world-", dir="/tmp")).resolve()
    try:
        folder.chmod(0o755)
        world = World(folder, user)
        furnish(world)
        world.own(folder)
        yield world
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def furnish(world: World) -> None:
    """The owner's keys, and a repository with what a repository has."""
    for name, text in SECRETS.items():
        path = world.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    world.work.mkdir(parents=True)
    for name in (".vscode/tasks.json", ".husky/pre-commit", ".claude/settings.json", "main.py"):
        (world.work / name).parent.mkdir(exist_ok=True)
        (world.work / name).write_text("{}\n" if name.endswith(".json") else "")
    git(world.work, "init", "--quiet", "--initial-branch=main")
    git(world.work, "config", "user.name", "Agent")
    git(world.work, "config", "user.email", "agent@localhost")
    git(world.work, "config", "credential.helper", f"store --file={world.home}/.git-credentials")
    git(world.work, "add", "main.py")
    git(world.work, "commit", "-qm", "first")


def git(directory: Path, *words: str) -> str:
    """Git as the owner, without anybody's own configuration."""
    environment = {"PATH": os.defpath, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", "-c", "safe.directory=*", *words],
        cwd=directory,
        env=environment,
        check=True,
        capture_output=True,
    )
    return done.stdout.decode()


@contextmanager
def open_doors(world: World) -> Iterator[dict[str, Any]]:
    """What listens on this machine: an agent for keys, a daemon, a container service, the relay's loopback."""
    with ExitStack() as stack:
        paths = [world.home / name for name in ("agent.sock", ".local/state/muti/daemon.sock", "docker.sock")]
        for path in paths:
            stack.enter_context(_ear(socket.AF_UNIX, str(path)))
            path.chmod(0o777)
        abstract = f"muti-attack-{world.folder.name}"
        stack.enter_context(_ear(socket.AF_UNIX, "\0" + abstract))
        loopback = stack.enter_context(_ear(socket.AF_INET, ("127.0.0.1", 0)))
        sockets = [*map(str, paths), "/run/docker.sock", "/var/run/docker.sock"]
        yield {"sockets": sockets, "abstract": abstract, "port": loopback.getsockname()[1]}


@contextmanager
def _ear(family: int, address: Any) -> Iterator[socket.socket]:
    with socket.socket(family) as ear:
        ear.bind(address)
        ear.listen(50)
        yield ear


async def attack(
    world: World, doors: dict[str, Any], victim: int, box: BubblewrapBox | None
) -> dict[str, Any]:
    """What hostile code gets; without a box only what it may try on this machine without harm."""
    shutil.copyfile(HERE / "attack.py", world.work / "attack.py")
    question = {
        **doors,
        "secrets": [str(world.home / name) for name in SECRETS],
        "value": REAL_KEY,
        "daemon": os.getpid(),
        "victim": victim,
        "elsewhere": [str(path) for path in elsewhere(world)],
        "readable": [],
        "programs": [],
        "harmless": box is None,
    }
    (world.work / "question.json").write_text(json.dumps(question))
    script = f"{PYTHON} attack.py question.json"
    if box is None:
        child = await world.start_as_user(["/bin/sh", "-c", script], world.environment)
        code, said, errors = await finish(child)
    else:
        code, said, errors = await world.run(box, script)
    assert code == 0, errors
    return dict(json.loads(said))


def elsewhere(world: World) -> list[Path]:
    """Files outside that hostile code would like to leave."""
    names = (
        ".bashrc.d/evil",
        ".ssh/authorized_keys",
        ".config/autostart/evil",
        "code/other/.git/hooks/pre-push",
    )
    return [world.home / name for name in names] + [world.folder / "evil", Path("/var/tmp/evil")]


async def until(condition: Any, seconds: float = 30.0) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
