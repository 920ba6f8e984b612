"""The file of a back-up: a tar archive, its manifest first, every member with its digest.

Whoever has it has the installation's tokens: it is made for its owner's eyes only (0600).
"""

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from deploy.failures import Failure

MANIFEST = "manifest.json"
DATABASE = "database"
HOME = "home/"
SHAPE = 1
PIECE = 1 << 20


@dataclass(frozen=True)
class Manifest:
    """What a back-up holds. ``heads`` are those of the audit chains, owner to ``number:hash``."""

    version: str
    made_at: int
    kind: str
    revision: str
    heads: dict[str, str]
    digests: dict[str, str]
    shape: int = SHAPE


def write(target: Path, manifest: dict[str, Any], database: Path, files: Mapping[str, bytes]) -> None:
    """Write a new back-up, whole or not at all.

    Args:
        target: a file that is not there yet.
        manifest: the fields of `Manifest` but for the digests.
        database: the copy of the database.
        files: of the state folder, by their path in it.
    """
    named = {f"{HOME}{name}": data for name, data in files.items()}
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in named.items()}
    digests[DATABASE] = digest_of(database)
    whole = Manifest(**manifest, digests=digests)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            with tarfile.open(fileobj=out, mode="w") as tar:
                _add(tar, MANIFEST, json.dumps(asdict(whole), indent=1).encode())
                tar.add(database, DATABASE, filter=_plain)
                for name, data in named.items():
                    _add(tar, name, data)
            out.flush()
            os.fsync(out.fileno())
        os.link(draft, target)  # unlike a rename, it never takes the place of an older back-up
    finally:
        draft.unlink(missing_ok=True)


def digest_of(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """Nothing of the account that made it."""
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    info.mode = 0o600
    return info


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    info = _plain(tarfile.TarInfo(name))
    info.size = len(data)
    tar.addfile(info, io.BytesIO(data))


def read_manifest(source: Path) -> Manifest:
    """What a back-up says of itself.

    Raises:
        Failure: it is no back-up, or one of a newer kind.
    """
    try:
        with tarfile.open(source, "r:") as tar:
            first = tar.next()
            file = tar.extractfile(first) if first is not None and first.name == MANIFEST else None
            said = json.loads(file.read()) if file is not None else None
    except (OSError, tarfile.TarError, ValueError) as error:
        raise Failure(
            f"{source} cannot be read as a back-up ({error}). Name another file.", "files"
        ) from error
    if not isinstance(said, dict) or said.get("shape") != SHAPE:
        raise Failure(f"{source} is no back-up that this version of muti can read. Upgrade muti.", "files")
    return Manifest(**said)


def unpack(source: Path, manifest: Manifest, folder: Path) -> None:
    """Write all members into a folder of ours, each checked against its digest.

    Raises:
        Failure: a member is missing, damaged or has a name that leads elsewhere; use another back-up.
    """
    left = dict(manifest.digests)
    with tarfile.open(source, "r:") as tar:
        for info in tar:
            if info.name != MANIFEST:
                _unpack_one(tar, info, left.pop(info.name, None), folder)
    if left:
        raise Failure(
            f"{source} is damaged: {', '.join(sorted(left))} is missing. Use another back-up.", "files"
        )


def _unpack_one(tar: tarfile.TarFile, info: tarfile.TarInfo, digest: str | None, folder: Path) -> None:
    path = PurePosixPath(info.name)
    file = tar.extractfile(info) if info.isreg() else None
    if digest is None or file is None or path.is_absolute() or ".." in path.parts:
        raise Failure(f"The back-up holds something that does not belong there: {info.name!r}.", "files")
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        while piece := file.read(PIECE):
            out.write(piece)
    if digest_of(target) != digest:
        raise Failure(f"The back-up is damaged: {info.name}. Use another one.", "files")
