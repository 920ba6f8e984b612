"""config, slack, version: what is set, and what is to be pasted where."""

import webbrowser
from typing import Annotated, Any

import typer

from deploy.console import Console, command

config_app = typer.Typer(no_args_is_help=True, help="The one configuration file.")
slack_app = typer.Typer(no_args_is_help=True, help="The Slack app.")

NEW_APP = "https://api.slack.com/apps?new_app=1&manifest_json="
HIDDEN = "**********"


@config_app.command("check")
@command
async def check(ctx: typer.Context) -> None:
    """Read the configuration, and say everything that is wrong with it."""
    from config.load import load_settings

    console: Console = ctx.obj
    settings = load_settings(console.config)
    source = str(settings.source) if settings.source else None
    lines = [f"{source or 'No file: the defaults and the environment'}: can be used."]
    lines += [f"note: {note}" for note in settings.notes]
    console.show({"file": source, "notes": list(settings.notes)}, lines)


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
async def show(ctx: typer.Context) -> None:
    """Show every key as it is in force, secrets hidden."""
    from config.load import load_settings

    console: Console = ctx.obj
    document = load_settings(console.config).model_dump(mode="json", exclude_none=True)
    console.show({"settings": document}, list(_lines(document)))


def _lines(value: Any, name: str = "") -> list[str]:
    if isinstance(value, dict) and value:
        return [line for key, one in value.items() for line in _lines(one, f"{name}.{key}" if name else key)]
    if isinstance(value, list) and any(isinstance(one, dict) for one in value):
        return [line for i, one in enumerate(value) for line in _lines(one, f"{name}[{i}]")]
    return [f"{name} = {value!r}"] if value not in ({}, []) else []


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
