"""Requests of the same room that a prompt names by id: their text, result and files, as data (Q5)."""

import json
from datetime import UTC, datetime

from sqlalchemy import bindparam, select

from relay.ids import PublicId, Unreadable, find_public_ids, parse_public_id, read_public_id
from relay.requests.moves import requests
from relay.store.sql import Row, Sql, table
from relay.store.tables import PersonRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.requests import Quoted

people = table(PersonRow)

MOST = 5
"""Requests that one prompt can bring in."""

TEXT = 8_000
"""Characters of one prompt or result that is brought in."""

_NAMED = Sql(
    select(requests, people.c.name.label("asker_name"))
    .join_from(requests, people, people.c.id == requests.c.asker)
    .where(
        requests.c.owner == bindparam("the_owner"),
        requests.c.day == bindparam("the_day"),
        requests.c.number == bindparam("the_number"),
        requests.c.room == bindparam("the_room"),
    )
)


def named_in(tx: Tx, request: Row) -> list[Quoted]:
    """What the ids in a request's prompt stand for; an id from elsewhere is ordinary text."""
    found = []
    for public in find_public_ids(request.prompt)[:MOST]:
        row = by_public_id(tx, request.owner, request.room, public)
        if row is not None and row.id != request.id:
            found.append(Quoted(origin=str(public), author=row.asker_name, text=_told(row)))
    return found


def by_public_id(tx: Tx, owner: str, room: str, public: PublicId) -> Row | None:
    """The request of a room with this public id (Q2)."""
    day = int(f"{public.day:%Y%m%d}")
    return tx.one(_NAMED, the_owner=owner, the_day=day, the_number=public.number, the_room=room)


def _told(row: Row) -> str:
    files = "\n".join(f"{one['path']} +{one['added']} -{one['removed']}" for one in json.loads(row.files))
    parts = [f"Asked: {row.prompt[:TEXT]}", f"State: {row.state}"]
    if row.result:
        parts.append(f"Result: {row.result[:TEXT]}")
    if files:
        parts.append(f"Changed files:\n{files[:TEXT]}")
    return "\n".join(parts)[:20_000]


def read_typed(tx: Tx, text: str, thread: str | None) -> PublicId:
    """The id that a person typed, today and in this thread (Q3).

    Raises:
        Refuse: nothing in the text can be an id; the problem says how ids look.
    """
    today = datetime.fromtimestamp(tx.now / 1_000_000, UTC).date()
    try:
        return read_public_id(text, today, parse_public_id(thread) if thread else None)
    except Unreadable as error:
        raise Refuse(Problem(code=Code.bad_request, detail=str(error))) from error
