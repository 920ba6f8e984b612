"""Files that an agent hands over: kept under their digest, for the room of their request (S2, S4)."""

import hashlib

from sqlalchemy import bindparam, func, select

from relay.requests import views
from relay.requests.running import need_running
from relay.rooms.people import UNKNOWN, Speaker, identify
from relay.store.sql import Sql, inserting, table
from relay.store.tables import BlobRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem

blobs = table(BlobRow)

MOST_BYTES = 256 * 1024 * 1024
"""Bytes of all files of one request, those of its ask included."""

_NEW = inserting(BlobRow)
_DATA = Sql(select(blobs.c.data).where(blobs.c.id == bindparam("the_id")))
_KNOWN = Sql(select(blobs.c.size).where(blobs.c.id == bindparam("the_id")))
_TOTAL = Sql(
    select(func.coalesce(func.sum(blobs.c.size), 0).label("bytes")).where(
        blobs.c.request == bindparam("the_request")
    )
)


def keep(tx: Tx, machine: str, request: str, fence: int, digest: str, data: bytes) -> None:
    """Store bytes of a request that runs here; the same twice is once.

    Raises:
        Refuse: it does not run here, the digest is not that of the bytes, or there is too much.
    """
    row = need_running(tx, machine, request, fence)
    if hashlib.sha256(data).hexdigest() != digest:
        raise Refuse(Problem(code=Code.conflict, detail="The digest is not that of these bytes."))
    name = _name(request, digest)
    if tx.one(_KNOWN, the_id=name) is not None:
        return
    held = tx.one(_TOTAL, the_request=request)
    if (held.bytes if held else 0) + len(data) > MOST_BYTES:
        raise Refuse(
            Problem(code=Code.too_long, detail=f"A request has {MOST_BYTES} bytes of files at most.")
        )
    given = {"by": row.agent, "size": len(data), "data": data}
    tx.run(_NEW, id=name, created_at=tx.now, request=request, **given)


def take(tx: Tx, speaker: Speaker, request: str, digest: str) -> bytes:
    """The bytes, for somebody of the request's room.

    Raises:
        Refuse: there is no such file, or not for this person (R2).
    """
    if views.seen(tx, request, identify(tx, speaker)) is None:
        raise Refuse(UNKNOWN)
    found = tx.one(_DATA, the_id=_name(request, digest))
    if found is None:
        raise Refuse(UNKNOWN)
    return bytes(found.data)


def _name(request: str, digest: str) -> str:
    """Begins with the owner's id, as the request's does."""
    return f"{request}-{digest}"
