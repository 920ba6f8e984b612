"""feishu setup, permissions, check: the Feishu or Lark app, from nothing to a tap that arrives."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deploy.console import Console, command
from deploy.failures import Exit, Failure

if TYPE_CHECKING:
    from config.settings import FeishuSettings, Settings
    from deploy.feishu.registering import Registered
    from deploy.findings import Finding

feishu_app = typer.Typer(no_args_is_help=True, help="The Feishu or Lark app.")

WAIT_SECONDS = 300.0


@feishu_app.command("setup")
@command
async def setup(
    ctx: typer.Context,
    lark: Annotated[bool, typer.Option("--lark", help="Lark (international) in place of Feishu.")] = False,
    domain: Annotated[
        str | None, typer.Option("--domain", help="feishu, lark, or the address of the open platform.")
    ] = None,
    qr_image: Annotated[
        Path | None, typer.Option("--qr-image", help="Write the code into this file, too: .png or .svg.")
    ] = None,
    app_id: Annotated[
        str | None, typer.Option("--app-id", help="An app that is there already, in place of a new one.")
    ] = None,
    secret_file: Annotated[
        Path | None, typer.Option("--secret-file", help="With --app-id: its secret; then nobody need scan.")
    ] = None,
    keyring: Annotated[
        bool, typer.Option("--keyring", help="Keep the secret in the system's keyring, not in a file.")
    ] = False,
    tasks: Annotated[bool, typer.Option("--tasks", help="Ask for what Feishu tasks need, too.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Replace a configured app without asking.")] = False,
) -> None:
    """Make the app by one scan with the phone, store it, and say what remains."""
    import os

    from config.load import find_config
    from config.values import check_domain
    from deploy.feishu.keeping import check_file, keep
    from deploy.feishu.pages import remains
    from deploy.writing import usual_file

    console: Console = ctx.obj
    if secret_file is not None and app_id is None:
        raise Failure("--secret-file is the secret of an app: name the app by --app-id.", "usage", Exit.usage)
    try:
        wanted = check_domain(domain or ("lark" if lark else "feishu"))
    except ValueError as error:
        raise Failure(f"--domain {error}.", "usage", Exit.usage) from error
    file = find_config(console.config, os.environ) or usual_file()
    check_file(file, wanted)
    _confirm_change(console, file, app_id, yes=yes)
    made = await _app(console, wanted, app_id, secret_file, qr_image, tasks=tasks)
    kept = keep(file, made.app_id, made.secret, made.domain, keyring=keyring)
    todo = remains(made.domain, made.app_id)
    lines = [
        f"The app is {made.app_id}. Its secret is in {kept.secret}; {kept.file} names it.",
        "What remains:",
    ]
    lines += [f"  {number}. {text}" for number, text in enumerate(todo, 1)]
    document = {"app_id": made.app_id, "domain": made.domain, "file": str(kept.file), "secret": kept.secret}
    console.show({**document, "remains": todo}, lines)


def _confirm_change(console: Console, file: Path, app_id: str | None, *, yes: bool) -> None:
    import tomllib

    there = tomllib.loads(file.read_text(encoding="utf-8-sig")) if file.exists() else {}
    known = str((there.get("feishu") or {}).get("app_id") or "")
    if known and known != app_id:
        console.confirm(f"{file} has the app {known}. Replace it?", yes=yes)


async def _app(
    console: Console,
    domain: str,
    app_id: str | None,
    secret_file: Path | None,
    qr_image: Path | None,
    *,
    tasks: bool,
) -> "Registered":
    from deploy.feishu.code import Shown
    from deploy.feishu.needs import addons
    from deploy.feishu.registering import Registered, Talk, register
    from deploy.feishu.verify import verify

    if app_id is not None and secret_file is not None:
        secret = _read_secret(secret_file)
        await verify(domain, app_id, secret)
        return Registered(app_id, secret, domain)
    shown = Shown(console.note, qr_image, draw=not console.as_json)
    try:
        return await register(domain, app_id, addons(tasks=tasks), Talk(shown.show, console.note))
    finally:
        shown.clear()


def _read_secret(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"{file} cannot be read. Name the file that holds the secret.", "files") from error


@feishu_app.command("permissions")
@command
async def list_permissions(
    ctx: typer.Context,
    missing: Annotated[
        bool, typer.Option("--missing", help="Only what the app was not granted yet.")
    ] = False,
    tasks: Annotated[bool, typer.Option("--tasks", help="With what Feishu tasks need.")] = False,
) -> None:
    """Print the permissions in the shape that the console imports, and the events and callbacks to subscribe."""
    import json

    from deploy.feishu.needs import CALLBACK, events, permissions, scopes

    console: Console = ctx.obj
    if missing:
        found = await _missing(_configured(console))
    else:
        found = permissions(scopes(tasks=tasks))
    heard = events(tasks=tasks)
    document: dict[str, Any] = {"permissions": found, "events": heard, "callbacks": [CALLBACK]}
    console.show(document, json.dumps(found, indent=2))
    console.note("Import it in the console: your app → Permissions → batch import.")
    console.note(f"Subscribe these events there: {', '.join(heard)}")
    console.note(f"and this callback: {CALLBACK}. Then publish a version.")


async def _missing(settings: "Settings") -> dict[str, Any]:
    from bots.connector import Later, Unfit, Unsure
    from bots.feishu.api import Failed
    from deploy.feishu.tries import missing_permissions

    try:
        return await missing_permissions(settings)
    except (Failed, Later, Unfit, Unsure) as error:
        raise Failure(
            f"Feishu does not say what is granted ({error}). Run `muti feishu check --quick`."
        ) from error


@feishu_app.command("check")
@command
async def check(
    ctx: typer.Context,
    quick: Annotated[bool, typer.Option("--quick", help="Only what needs no person.")] = False,
    wait: Annotated[float, typer.Option("--wait", help="Seconds to wait for what you do.")] = WAIT_SECONDS,
    chat: Annotated[
        str | None, typer.Option("--chat", help="Also send a message there, update it, and recall it.")
    ] = None,
) -> Exit:
    """Try the app, its permissions, version and chats, then ask you for a message and a tap, and say what is missing."""
    from dataclasses import asdict

    from deploy.feishu.doctor import try_feishu
    from deploy.feishu.trial import try_message
    from deploy.findings import Status

    console: Console = ctx.obj
    settings = _configured(console)
    feishu = settings.feishu
    assert feishu is not None
    found = await try_feishu(settings)
    works = all(one.status is not Status.fail for one in found if one.name in ("feishu.token", "feishu.bot"))
    if works and chat is not None:
        found += await try_message(feishu, chat)
    if works and not quick:
        found += await _with_a_person(console, feishu, wait)
    console.show({"probes": [asdict(one) for one in found]}, [line for one in found for line in _lines(one)])
    return Exit.failed if any(one.status is Status.fail for one in found) else Exit.done


async def _with_a_person(console: Console, feishu: "FeishuSettings", wait: float) -> "list[Finding]":
    import asyncio
    import signal

    from deploy.feishu.check import Check

    checking = Check(feishu, console.note)
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, checking.finish)
    console.note(
        "Stop `muti up` and `muti bots` for the time of the check: Feishu tells only one of several processes."
    )
    console.note("Ctrl-C ends the check and says what came until then.")
    return await checking.run(wait)


def _configured(console: Console) -> "Settings":
    """The settings with an app in them; what the connector's parts log on the way is not the command's result."""
    import logging

    from config.load import load_settings
    from deploy.logs import start_logging

    start_logging(logging.INFO if console.verbose else logging.CRITICAL)
    settings = load_settings(console.config)
    if settings.feishu is None or not settings.feishu.app_id or settings.feishu.app_secret is None:
        raise Failure("Feishu is not configured: run `muti feishu setup`.", "config")
    return settings


def _lines(one: "Finding") -> list[str]:
    return [f"{one.status:<5} {one.name}  {one.evidence}", *([f"      → {one.remedy}"] * bool(one.remedy))]
