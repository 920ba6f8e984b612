"""The program `muti`. Its help must come at once, so nothing heavy is imported before a command runs (O3)."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from deploy.commands import (
    audit,
    backup,
    completion,
    daemon,
    doctor,
    erase,
    feishu,
    first,
    login,
    people,
    policy,
    requests,
    rooms,
    serve,
    settings,
    settle,
    slack,
    trees,
)
from deploy.console import Console

HELP = """Ask a coding agent on its owner's computer from a chat; the owner decides with a tap.

`muti demo` shows it, `muti init` and `muti up` start it. The options below can stand anywhere."""

VALUED, FLAGS = ("--config", "--relay"), ("--json", "--no-input", "--verbose")

app = typer.Typer(help=HELP, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.callback()
def options(
    ctx: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option("--config", help="The configuration file; else $MUTI_CONFIG, else the usual one."),
    ] = None,
    relay: Annotated[
        str | None,
        typer.Option("--relay", help="The relay's address; else $MUTI_RELAY_URL, else as configured."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The result as one JSON document on stdout.")
    ] = False,
    no_input: Annotated[bool, typer.Option("--no-input", help="Never ask anything.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Say more on stderr.")] = False,
) -> None:
    """Remember what every command understands."""
    ctx.obj = Console(config, relay, as_json, no_input, verbose)


def _add_commands() -> None:
    app.command("init")(first.init)
    app.command("demo")(serve.demo)
    app.command("up")(serve.up)
    app.command("relay")(serve.relay)
    app.command("bots")(serve.bots)
    app.add_typer(daemon.daemon_app, name="daemon")
    for name, act in rooms.VERBS.items():
        people.room_app.command(name)(act)
    app.add_typer(people.room_app, name="room")
    app.command("invite")(people.invite)
    app.command("link")(people.link)
    for name in ("ask", "status", "approve", "deny", "cancel", "retry", "resume", "close", "queue", "stop"):
        app.command(name)(getattr(requests, name))
    app.command("settle")(settle.settle)
    for name in ("tree", "move", "revoke"):
        app.command(name)(getattr(trees, name))
    app.add_typer(people.grants_app, name="grants")
    app.add_typer(people.machines_app, name="machines")
    app.add_typer(audit.audit_app, name="audit")
    app.add_typer(erase.people_app, name="people")
    app.command("backup")(backup.backup)
    app.command("restore")(backup.restore)
    app.command("doctor")(doctor.doctor)
    settings.slack_app.command("check")(slack.check)
    app.add_typer(settings.slack_app, name="slack")
    app.add_typer(feishu.feishu_app, name="feishu")
    app.add_typer(settings.config_app, name="config")
    app.add_typer(policy.policy_app, name="policy")
    app.command("login")(login.login)
    app.command("logout")(login.logout)
    app.command("completion")(completion.completion)
    app.command("version")(settings.version)


_add_commands()


def hoist(words: list[str]) -> list[str]:
    """The options that can stand anywhere, moved to the front; what follows ``--`` is left as it is."""
    end = words.index("--") if "--" in words else len(words)
    front: list[str] = []
    rest: list[str] = []
    queue = iter(words[:end])
    for word in queue:
        if word in FLAGS or word.startswith(tuple(f"{name}=" for name in VALUED)):
            front.append(word)
        elif word in VALUED:
            front += [word, *(value for value in [next(queue, None)] if value is not None)]
        else:
            rest.append(word)
    return [*front, *rest, *words[end:]]


def main() -> None:
    """Run the command that was typed."""
    app(args=hoist(sys.argv[1:]), prog_name="muti")


if __name__ == "__main__":
    main()
