"""``npx`` and ``uvx``: tools that are fetched and run; and programs that are called by what they do."""

import re
from collections.abc import Callable

from daemon.policy import services
from daemon.policy.model import Kind
from daemon.policy.programs import CLEANS, LANGUAGES, PUBLISHES, RUNNERS
from daemon.policy.project_tools import SUBCOMMANDS
from daemon.policy.scene import Command, Scene
from daemon.policy.syntax import Word


def judge_name(scene: Scene, command: Command, text: str) -> None:
    """A program of the project that is called by what it does."""
    if re.search(rf"(^|[/_ -])({PUBLISHES.pattern})", text, re.IGNORECASE):
        scene.find(Kind.push, "program.publish", "Its name says that it publishes.", command.raw)
    elif re.search(rf"(^|[/_ -])({CLEANS.pattern})", text, re.IGNORECASE):
        scene.find(Kind.delete, "program.clean", "Its name says that it deletes.", command.raw)


def fetch(scene: Scene, command: Command) -> None:
    """``npx`` and ``uvx``: a tool of the directory passes as itself; anything else is fetched and run."""
    at = 0
    while at < len(command.args) and command.args[at].text in (
        "-y",
        "--yes",
        "--no-install",
        "--no",
        "-q",
        "--",
    ):
        at += 1
    first = command.args[at].text if at < len(command.args) else None
    if first in ("-c", "--call"):
        scene.inside(" ".join(word.text or "?" for word in command.args[at + 1 : at + 2]), command.raw)
        return
    bare = re.sub(r"(?<=.)@.*|^@", "", first or "").rsplit("/", 1)[-1].removesuffix("-cli")
    if bare in scene.rules.product_commands or first in (
        *RUNNERS,
        *SUBCOMMANDS,
        *LANGUAGES,
        "rimraf",
        "del-cli",
    ):
        scene.after(command, at + 1)
    elif bare in ("rimraf", "del-cli"):
        scene.after(Command(command.name, (Word(bare, (bare,)), *command.args[at + 1 :])), 1)
    elif bare in services.PROGRAMS:
        services.act(scene, command.without(at + 1), bare)
    else:
        scene.doubt_code("program.fetched", "It fetches code of others and runs it.", command.raw)


HANDLERS: dict[str, Callable[[Scene, Command], None]] = dict.fromkeys(("npx", "uvx", "bunx", "pnpx"), fetch)
