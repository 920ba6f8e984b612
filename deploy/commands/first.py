"""init: from nothing to a configuration, by questions or by options alone (O4)."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.console import Console, command

if TYPE_CHECKING:
    from deploy.wizard import Wishes
    from deploy.writing import Choices


@command
async def init(
    ctx: typer.Context,
    directory: Annotated[
        Path | None, typer.Option("--directory", help="The one folder that your agent works in.")
    ] = None,
    runtime: Annotated[str | None, typer.Option("--runtime", help="claude, codex or scripted.")] = None,
    language: Annotated[str | None, typer.Option("--language", help="en, zh or ko.")] = None,
    slack: Annotated[
        bool | None, typer.Option("--slack/--no-slack", help="Set Slack up now; else you are asked.")
    ] = None,
    feishu: Annotated[
        bool | None,
        typer.Option("--feishu/--no-feishu", help="Set Feishu or Lark up now; else you are asked."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write the file anew if there is one.")] = False,
) -> None:
    """Write a first configuration: your language, your agent, the folder that it works in, then Slack or Feishu.

    With --no-input nothing is asked: what is not said by an option has its default, and the secrets of --slack and
    --feishu come from MUTI_SLACK__BOT_TOKEN, MUTI_SLACK__APP_TOKEN, MUTI_FEISHU__APP_ID and MUTI_FEISHU__APP_SECRET.
    Run again, it changes nothing but what is new.
    """
    from deploy.reach import refuse_agents
    from deploy.wizard import Wishes, choose, refuse_changes
    from deploy.writing import usual_file, write_settings

    console: Console = ctx.obj
    refuse_agents()
    path = console.config or usual_file()
    wishes = Wishes(language, runtime, directory, {"slack": slack, "feishu": feishu})
    fresh = force or not path.exists()
    if fresh:
        choices = choose(console, wishes)
        text = _rendered(choices)
    else:
        choices, text = refuse_changes(path, wishes), path.read_text(encoding="utf-8")
    added, text = _with_chats(console, wishes, text, path.parent)
    changed = fresh or bool(added)
    if changed:
        write_settings(path, text)
    console.show(_document(path, choices, added, changed=changed), _lines(path, added, fresh=fresh))


def _rendered(choices: "Choices") -> str:
    import os

    from deploy.writing import render

    return render(choices, dict(os.environ))


def _with_chats(console: Console, wishes: "Wishes", text: str, folder: Path) -> tuple[list[str], str]:
    """The text with the sections that are new in it, and which these are."""
    from deploy.wizard import CHATS, wants
    from deploy.writing import append_section, has_section

    added: list[str] = []
    for chat in CHATS:
        if not has_section(text, chat.section) and wants(console, chat, wishes.chats[chat.section]):
            given = chat.ask(console)
            if given is not None:
                text, added = append_section(text, chat.section, given.keep(folder)), [*added, chat.section]
    return added, text


def _document(path: Path, choices: "Choices", added: list[str], *, changed: bool) -> dict[str, object]:
    return {
        "file": str(path),
        "changed": changed,
        "chats": added,
        "directory": str(choices.directory),
        "runtime": choices.runtime,
        "language": choices.language,
    }


def _lines(path: Path, added: list[str], *, fresh: bool) -> list[str]:
    if fresh:
        first = f"{path} is written."
    else:
        first = (
            f"{path}: {' and '.join(added)} added."
            if added
            else f"{path} is there already; nothing is changed."
        )
    checks = {"slack": "muti slack check      (tries Slack, with your help)",
              "feishu": "muti feishu check     (tries Feishu, with your help)"}  # fmt: skip
    later = (
        []
        if added
        else ["     muti slack manifest   (if your team is in Slack: `muti init --slack`, now or later)"]
    )
    return [
        first,
        "Now: muti up --browser     (everything runs, and your room opens)",
        "     muti doctor           (tries the agent's program and the rest)",
        *(f"     {checks[chat]}" for chat in added),
        *later,
    ]
