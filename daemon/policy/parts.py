"""The words of a build tool without those that only say in which parts of the project it works."""

import re
from dataclasses import replace

from daemon.policy.scene import Command
from daemon.policy.syntax import Word

_LEADING_VALUED = (
    "--extra",
    "--group",
    "--python",
    "-p",
    "--filter",
    "-F",
    "-w",
    "--workspace",
    "--package",
    "--bin",
    "--example",
    "-n",
)
_LEADING = re.compile(
    r"--(frozen|locked|no-sync|offline|all-extras|dev|quiet|silent|no-dev|recursive|parallel|if-present|isolated|workspaces)|-[rqsw]|--"
)


def without_places(command: Command) -> Command:
    """The command without what only says in which parts of the project it runs."""
    args = list(command.args)
    while args:
        text = args[0].text or ""
        if (text in _LEADING_VALUED and len(args) > 1) or (text == "workspace" and len(args) > 2):
            del args[:2]
        elif _LEADING.fullmatch(text) or text.startswith(("--filter=", "--workspace=")):
            del args[0]
        else:
            break
    return replace(command, args=tuple(args))


def without_parts(command: Command, name: str) -> tuple[Word, ...]:
    """The words without those that say which parts of a build are meant."""
    if name not in ("mvn", "mvnw", "gradle"):
        return command.args
    valued = ("-pl", "-P", "-T", "-rf", "--projects", "-x", "--exclude-task")
    return tuple(w for at, w in enumerate(command.args) if not at or command.args[at - 1].text not in valued)


def plain_verbs(command: Command) -> list[str]:
    """The words that are neither options nor the name of a way to build."""
    texts = [word.text or "?" for word in command.args]
    named = (
        "-c",
        "--configuration",
        "--profile",
        "--mode",
        "-m",
        "--message",
        "-k",
        "--filter",
        "--scheme",
        "-scheme",
    )
    return [
        text
        for before, text in zip(["", *texts], texts, strict=False)
        if not text.startswith("-") and before not in named
    ]
