"""Where the demo takes place: a fresh folder with a state, a small git repository and an agent that plays a script."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from config.settings import Settings

HERE = Path(__file__).parent
ROOM, HANDLE = "Demo", "demo"


class NoGit(Exception):
    """The demo works in a git repository, and there is no git here; install git and start again."""


def demo_settings(folder: Path, port: int, owner: str) -> Settings:
    """The configuration of the demo; ``folder`` is its own."""
    agent = {
        "handle": HANDLE,
        "runtime": "scripted",
        "directory": str(folder / "project"),
        "env": agent_environment(folder),
        "allowed_commands": ["python3 -m unittest"],
        "options": {"script": str(folder / "script.toml")},
    }
    return Settings.model_validate(
        {
            "home": str(folder / "state"),
            "relay": {"listen": f"127.0.0.1:{port}"},
            "owner": {"name": owner},
            "daemon": {"machine": "this computer"},
            "agents": [agent],
            "rooms": [{"name": ROOM, "agents": [HANDLE]}],
        }
    )


def agent_environment(folder: Path) -> dict[str, str]:
    """What the agent's commands see: this Python, git without anybody's own configuration, and no more."""
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
        "HOME": str(folder / "project"),
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }


def furnish(folder: Path) -> None:
    """Make the repository, and the script that the agent plays first.

    Raises:
        NoGit: there is no git.
    """
    project = folder / "project"
    project.mkdir(parents=True)
    files = tomllib.loads((HERE / "project.toml").read_text(encoding="utf-8"))["files"]
    for name, text in files.items():
        (project / name).write_text(text, encoding="utf-8")
    _git(project, "init", "--quiet", "--initial-branch=main")
    _git(project, "add", ".")
    _git(
        project,
        "-c",
        "user.name=Demo",
        "-c",
        "user.email=demo@localhost",
        "commit",
        "-qm",
        "The shop's prices",
    )
    play(folder, "finished")


def play(folder: Path, script: str) -> None:
    """From its next request on the agent plays this script."""
    draft = folder / "script.new"
    shutil.copyfile(HERE / f"{script}.toml", draft)
    draft.replace(folder / "script.toml")


def _git(project: Path, *words: str) -> None:
    environment = agent_environment(project.parent)
    try:
        subprocess.run(["git", *words], cwd=project, env=environment, check=True, capture_output=True)  # noqa: S603, S607
    except FileNotFoundError as error:
        raise NoGit(NoGit.__doc__) from error
