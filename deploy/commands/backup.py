"""backup, restore: one file that a whole installation comes back from (O16)."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from deploy.commands.requests import YesOption
from deploy.console import Console, command


@command
async def backup(
    ctx: typer.Context, file: Annotated[Path, typer.Argument(help="A new file. Keep it as you keep keys.")]
) -> None:
    """Copy the relay's database and the state folder into one file, while everything works."""
    from config.load import load_settings
    from deploy.backup.make import make_backup

    console: Console = ctx.obj
    settings = load_settings(console.config)
    manifest = await asyncio.to_thread(make_backup, settings, file.resolve())
    document = {
        "file": str(file),
        "database": manifest.kind,
        "made_at": manifest.made_at,
        "heads": manifest.heads,
    }
    lines = [
        f"{file}: the {manifest.kind} database and the state folder. It holds the tokens of this installation.",
        *(f"Head of the audit log, to be kept elsewhere: {head}" for head in manifest.heads.values()),
        "Not in it: the configuration file, what it names by *_file, and the folders that agents work in.",
    ]
    console.show(document, lines)


@command
async def restore(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="What `muti backup` has written.")],
    yes: YesOption = False,
) -> None:
    """Bring an installation back, into an empty state folder and an empty database."""
    from config.load import load_settings
    from deploy.backup.put import put_back
    from deploy.moments import local

    console: Console = ctx.obj
    settings = load_settings(console.config)
    console.confirm(f"Restore into {settings.home}? No relay or daemon of it may run.", yes=yes)
    manifest, owners = await put_back(settings, file.resolve())
    ended = sum(one.cancelled + one.closed for one in owners)
    waiting, revoked = (sum(getattr(one, name) for one in owners) for name in ("waiting", "revoked"))
    document = {
        "restored": manifest.made_at,
        "ended": ended,
        "waiting": waiting,
        "grants_revoked": revoked,
        "heads": manifest.heads,
    }
    lines = [
        f"Restored as it was at {local(manifest.made_at)}. What happened since is not on record here.",
        f"{ended} requests that were queued or running are ended: they may be done already. Look, then retry.",
        f"{waiting} wait for you as before, with a note. {revoked} standing permissions and all open invitations "
        "are taken back.",
        "For a day, asks from chats wait for you, yours too: chats deliver again what nobody has heard.",
        "Whoever you removed or revoked since is in again: look at `muti room list` and `muti machines list`.",
        "Then start `muti up` (or `muti relay`), and `muti audit verify --accept` once you have looked.",
    ]
    console.show(document, lines)
