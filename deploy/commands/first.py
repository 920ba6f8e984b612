"""init: from nothing to a configuration."""

from pathlib import Path
from typing import Annotated

import typer

from deploy.console import Console, command
from deploy.failures import Exit, Failure

LANGUAGES = ("en", "zh", "ko")
PROGRAMS = {"claude": "claude_agent_sdk", "codex": "codex_cli_bin"}
"""The agents that can be found by themselves: the name of the program, and the package that brings it along."""

RUNTIMES = (*PROGRAMS, "scripted")


@command
async def init(
    ctx: typer.Context,
    directory: Annotated[
        Path | None, typer.Option("--directory", help="The one folder that your agent works in.")
    ] = None,
    runtime: Annotated[str | None, typer.Option("--runtime", help="claude, codex or scripted.")] = None,
    language: Annotated[str | None, typer.Option("--language", help="en, zh or ko.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write the file anew if there is one.")] = False,
) -> None:
    """Write a first configuration: your language, your agent, and the folder that it works in."""
    import os

    from deploy.setup import login_name
    from deploy.writing import Choices, render, room_name, usual_file, write_settings

    console: Console = ctx.obj
    path = console.config or usual_file()
    if path.exists() and not force:
        raise Failure(f"{path} is there already; edit it, or write it anew with --force.", "exists")
    chosen_language = _choose(console, "Language (en, zh, ko)", language, "en", LANGUAGES)
    known = ", ".join(RUNTIMES)
    chosen_runtime = _choose(console, f"Agent ({known})", runtime, _find_agent(), RUNTIMES)
    folder = _ask(console, "Folder that it works in", directory, Path.cwd()).expanduser().resolve()
    if not folder.is_dir():
        raise Failure(f"{folder} is no folder; make it, or name another by --directory.", "usage", Exit.usage)
    choices = Choices(
        login_name(), chosen_language, chosen_runtime, chosen_runtime, folder, room_name(folder)
    )
    text = render(choices, dict(os.environ))
    write_settings(path, text)
    console.show(
        {"file": str(path), "directory": str(folder), "runtime": chosen_runtime, "language": chosen_language},
        [
            f"{path} is written.",
            "Now: muti up --browser     (everything runs, and your room opens)",
            "     muti doctor           (tries the agent's program and the rest)",
            "     muti slack manifest   (if your team is in Slack: set it up now or later)",
        ],
    )


def _find_agent() -> str:
    """A real agent where its program can be had, else the one that plays scripts."""
    import importlib.util
    import shutil

    found = (
        name for name, package in PROGRAMS.items() if importlib.util.find_spec(package) or shutil.which(name)
    )
    return next(found, "scripted")


def _choose(console: Console, question: str, given: str | None, default: str, known: tuple[str, ...]) -> str:
    chosen = given
    while chosen not in known:
        if chosen is not None and not console.can_ask:
            raise Failure(
                f"{chosen} is none of {', '.join(known)}; choose one of these.", "usage", Exit.usage
            )
        if not console.can_ask:
            return default
        chosen = str(typer.prompt(question, default=default, err=True)).strip().lower()
    return chosen


def _ask(console: Console, question: str, given: Path | None, default: Path) -> Path:
    if given is not None or not console.can_ask:
        return given or default
    return Path(str(typer.prompt(question, default=str(default), err=True)).strip())
