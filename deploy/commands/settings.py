"""config, slack, version: what is set, and what is to be pasted where."""

import webbrowser
from typing import Annotated

import typer

from deploy.console import Console, command
from deploy.failures import Exit

config_app = typer.Typer(no_args_is_help=True, help="The one configuration file.")
slack_app = typer.Typer(no_args_is_help=True, help="The Slack app.")

NEW_APP = "https://api.slack.com/apps?new_app=1&manifest_json="


@config_app.command("check")
@command
async def check(ctx: typer.Context) -> Exit:
    """Read the configuration, and say everything that is wrong with it. Exit code 3: it works, and could be better."""
    from config.load import load_settings

    console: Console = ctx.obj
    settings = load_settings(console.config)
    source = str(settings.source) if settings.source else None
    lines = [f"{source or 'No file: the defaults and the environment'}: can be used."]
    lines += [f"note: {note}" for note in settings.notes]
    console.show({"file": source, "notes": list(settings.notes)}, lines)
    return Exit.degraded if settings.notes else Exit.done


@config_app.command("path")
@command
async def path(ctx: typer.Context) -> None:
    """Say where the configuration and the state are."""
    import os

    from config.load import find_config, load_settings
    from deploy.writing import usual_file

    console: Console = ctx.obj
    found = find_config(console.config, os.environ)
    home = load_settings(console.config).home
    where = str(found) if found else f"{usual_file()} (not there: the defaults hold)"
    console.show(
        {"file": str(found) if found else None, "usual_file": str(usual_file()), "home": str(home)},
        [f"configuration: {where}", f"state: {home}"],
    )


@config_app.command("show")
@command
async def show(
    ctx: typer.Context,
    origin: Annotated[
        bool,
        typer.Option("--origin", help="Where each comes from: a line, a variable, the keyring, the default."),
    ] = False,
) -> None:
    """Show every key as it is in force, secrets hidden."""
    import os

    from config.errors import write_key
    from config.load import load_settings
    from deploy.origins import keys_of, origins_of

    console: Console = ctx.obj
    settings = load_settings(console.config)
    document = settings.model_dump(mode="json", exclude_none=True)
    if not origin:
        lines = [f"{write_key(key)} = {value!r}" for key, value in keys_of(document)]
        console.show({"settings": document}, lines)
        return
    origins = origins_of(settings, os.environ)
    lines = [
        f"{write_key(key)} = {value!r}    ({origins[write_key(key)]})" for key, value in keys_of(document)
    ]
    console.show({"settings": document, "origins": origins}, lines)


@slack_app.command("manifest")
@command
async def manifest(
    ctx: typer.Context,
    open_page: Annotated[bool, typer.Option("--open", help="Open Slack's page with it filled in.")] = False,
    url: Annotated[
        str | None, typer.Option("--url", help="The https address that Slack shall call; else Socket Mode.")
    ] = None,
) -> None:
    """Print the manifest of the Slack app, for api.slack.com/apps → Create New App → From a manifest."""
    import json
    from urllib.parse import quote

    from deploy.slack.manifest import over_http, read_manifest

    console: Console = ctx.obj
    found = read_manifest() if url is None else over_http(url)
    text = json.dumps(found, indent=2)
    console.show({"manifest": found}, text)
    second = (
        "make an app token (xapp-) with connections:write," if url is None else "copy its signing secret,"
    )
    console.note(f"Then: install the app, copy its bot token (xoxb-), {second}")
    console.note("and put both into the section [slack] of the configuration, or into its *_file keys.")
    if open_page:
        webbrowser.open(NEW_APP + quote(json.dumps(found, separators=(",", ":"))))


@command
async def version(ctx: typer.Context) -> None:
    """Say which version this is."""
    import platform

    from deploy.version import VERSION

    console: Console = ctx.obj
    console.show({"version": VERSION, "python": platform.python_version()}, f"muti {VERSION}")
