"""Making a back-up of an installation, while it works."""

import os
import tempfile
from pathlib import Path
from typing import Any

from config.settings import Settings
from deploy.backup import archive
from deploy.backup.databases import Database, database_at
from deploy.failures import Failure
from deploy.moments import now
from deploy.version import VERSION

LEFT_OUT = ("relay.db", "address", "logs", "inbox")
"""Of the state folder: the database, which comes as a copy, and what only the running program has. The inbox says up
to when a chat was read; after a restore it has to be read anew."""

DAEMONS_OWN = ("journal", "files", "changes", "mirrors")
"""Of the daemon's folder: what belongs to work in hand, which no restored relay goes on with."""

MOST_BYTES = 256 << 20
"""One file of the state folder that is bigger is no file of ours."""


def make_backup(settings: Settings, target: Path) -> archive.Manifest:
    """Write a back-up into a new file; what it says of itself.

    Raises:
        Failure: the file is there already, or the database cannot be copied.
    """
    if target.exists():
        raise Failure(f"{target} is there already; name a new file.", "files")
    if not target.parent.is_dir():
        raise Failure(f"There is no folder {target.parent}; make it first.", "files")
    database = database_at(settings.database_url.get_secret_value())
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".muti-backup-") as folder:
        said = _state_of(database)  # before the copy: what it names is in there
        copied = Path(folder) / "database"
        database.copy(copied)
        archive.write(target, said, copied, files_of(settings.home))
    return archive.read_manifest(target)


def _state_of(database: Database) -> dict[str, Any]:
    heads = database.rows("SELECT owner, number, hash FROM head WHERE number > 0 ORDER BY owner")
    return {
        "version": VERSION,
        "made_at": now(),
        "kind": database.kind,
        "revision": str(database.rows("SELECT version_num FROM alembic_version")[0][0]),
        "heads": {owner: f"{number}:{digest}" for owner, number, digest in heads},
    }


def files_of(home: Path) -> dict[str, bytes]:
    """The files of a state folder that a restored one needs, by their path in it. Links are not followed."""
    found = {}
    for folder, folders, names in os.walk(home):
        inside = Path(folder).relative_to(home)
        folders[:] = [name for name in folders if not _is_left_out(inside / name)]
        for name in names:
            path = Path(folder) / name
            if not _is_left_out(inside / name) and _is_ours(path):
                found[str(inside / name)] = path.read_bytes()
    return found


def _is_left_out(path: Path) -> bool:
    first = path.parts[0]
    if first == "daemon" and len(path.parts) > 1:
        return path.parts[1].startswith(DAEMONS_OWN)
    return first.startswith(LEFT_OUT) or path.suffix in (".lock", ".new", ".tar") or path.name.startswith(".")


def _is_ours(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.stat().st_size <= MOST_BYTES
