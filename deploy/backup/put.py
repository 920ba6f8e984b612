"""Restoring: a back-up into an empty home and an empty database, made safe before any relay can serve it (O16)."""

import shutil
import tempfile
from pathlib import Path

from config.settings import Settings
from deploy.backup import archive
from deploy.backup.archive import Manifest
from deploy.backup.databases import Database, SqliteFile, database_at
from deploy.failures import Failure
from relay import audit
from relay.requests.restoring import Restored, restored
from relay.store.migrate import migrate
from relay.store.store import Store
from relay.wire.audit import AuditState

EMPTY_ENOUGH = {"logs", "config.toml"}
"""What may lie in the state folder before: a service writes its log there, and some keep their configuration there."""


async def put_back(settings: Settings, source: Path) -> tuple[Manifest, list[Restored]]:
    """Restore a back-up.

    Raises:
        Failure: it is damaged, or there is something already where it has to go; nothing was changed then.
    """
    manifest = archive.read_manifest(source)
    database = database_at(settings.database_url.get_secret_value())
    _check(settings, manifest, database)
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=settings.home.parent, prefix=".muti-restore-") as made:
        folder = Path(made)
        archive.unpack(source, manifest, folder)
        copied = folder / archive.DATABASE
        if isinstance(database, SqliteFile):
            # Made safe beside its place: no relay ever finds it as it was.
            done = await _make_safe(f"sqlite:///{copied}", manifest)
            database.put(copied)
        else:
            database.put(copied)
            done = await _make_safe(settings.database_url.get_secret_value(), manifest)
        _move_in(folder / archive.HOME, settings.home)
    return manifest, done


def _check(settings: Settings, manifest: Manifest, database: Database) -> None:
    if manifest.kind != database.kind:
        raise Failure(
            f"The back-up is of a {manifest.kind} database, and relay.database_url names a {database.kind} one. "
            "Set it to one of the same kind.",
            "config",
        )
    home = settings.home
    there = (
        sorted(path.name for path in home.iterdir() if path.name not in EMPTY_ENOUGH) if home.is_dir() else []
    )
    if there:
        raise Failure(
            f"The state folder {home} is not empty ({', '.join(there[:5])}). Stop what runs, and move it away first.",
            "files",
        )
    if not database.is_empty():
        raise Failure("The database is not empty. Name an empty one by relay.database_url.", "database")


async def _make_safe(url: str, manifest: Manifest) -> list[Restored]:
    """The chains are those of the back-up, and nothing that was in hand goes on.

    Raises:
        Failure: a chain is not whole.
    """
    migrate(url)
    store = Store(url)
    await store.open()
    try:
        for owner, head in manifest.heads.items():
            state = await _checked(store, owner, head)
            if not state.whole:
                raise Failure(
                    f"The audit log in the back-up is not whole: {state.fault}. Use another.", "audit"
                )
        return [
            await store.write(owner, restored, owner, manifest.made_at, head)
            for owner, head in manifest.heads.items()
        ]
    finally:
        await store.close()


async def _checked(store: Store, owner: str, head: str) -> AuditState:
    number, _, digest = head.partition(":")
    check = audit.Check({int(number): digest})
    while rows := await store.read(audit.rows_after, owner, check.number):
        check.follow(rows)
        if check.fault is not None:
            break
    return check.state()


def _move_in(source: Path, home: Path) -> None:
    for path in sorted(source.iterdir()) if source.is_dir() else []:
        shutil.move(path, home / path.name)
