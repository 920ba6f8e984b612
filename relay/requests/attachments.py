"""Files of an ask: kept by the relay until an approved request's machine takes them (S7)."""

import json
import secrets

from sqlalchemy import bindparam, delete, select

from relay import machine as states
from relay.machine import Command
from relay.requests.running import of_machine
from relay.rooms.people import NOBODY, Speaker, identify
from relay.store.ids import owner_of
from relay.store.sql import Sql, inserting, table
from relay.store.tables import BlobRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.requests import Attachment, Blob

blobs = table(BlobRow)

UNCLAIMED_SECONDS = 3600
"""Bytes that no ask names after this time are dropped."""

_NEW = inserting(BlobRow)
_DATA = Sql(
    select(blobs.c.data).where(blobs.c.id == bindparam("the_id"), blobs.c.request == bindparam("the_request"))
)
_DROP = Sql(delete(blobs).where(blobs.c.request.is_(None), blobs.c.created_at < bindparam("the_time")))


def keep(tx: Tx, speaker: Speaker, data: bytes) -> Blob:
    """Store bytes for an ask that will name them."""
    person = identify(tx, speaker)
    if person == NOBODY:
        raise Refuse(Problem(code=Code.unknown, detail="Nobody hears you here."))
    tx.run(_DROP, the_time=tx.now - UNCLAIMED_SECONDS * 1_000_000)
    blob = f"{owner_of(person)}-{secrets.token_hex(12)}"
    tx.run(_NEW, id=blob, by=person, size=len(data), data=data, created_at=tx.now, request=None)
    return Blob(blob=blob, size=len(data))


def take(tx: Tx, machine: str, request: str, number: int) -> tuple[Attachment, bytes]:
    """A file of a request that runs on this machine.

    Raises:
        Refuse: the request does not run here, or has no such file.
    """
    row = of_machine(tx, machine, request)
    files = [Attachment(**one) for one in json.loads(row.attachments)]
    running = row.state in states.sources(Command.finish)
    data = (
        tx.one(_DATA, the_id=files[number].blob, the_request=request)
        if running and 0 <= number < len(files)
        else None
    )
    if data is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such file."))
    return files[number], bytes(data.data)
