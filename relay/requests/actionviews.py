"""How an action looks: its approval, and what became of it."""

import json

from sqlalchemy import bindparam, select

from relay.ids import PublicId
from relay.requests import moves
from relay.requests.actions import actions, state_of
from relay.requests.moves import requests
from relay.store.sql import Row, Sql, table
from relay.store.tables import PersonRow
from relay.store.tx import Tx
from relay.wire.requests import ActionState, ActionView

LAST = 20
"""Actions that come with the view of a request."""

_deciders, _looking = table(PersonRow).alias("deciders"), requests.alias("looking")
_ROWS = (
    select(
        actions,
        _deciders.c.name.label("decider_name"),
        _looking.c.day.label("looking_day"),
        _looking.c.number.label("looking_number"),
    )
    .join_from(actions, _deciders, _deciders.c.id == actions.c.decided_by, isouter=True)
    .outerjoin(_looking, _looking.c.id == actions.c.looked)
)
OF_REQUEST = Sql(
    _ROWS.where(actions.c.request == bindparam("the_id")).order_by(actions.c.asked_at.desc()).limit(LAST)
)
_ONE = Sql(_ROWS.where(actions.c.id == bindparam("the_id")))


def one(tx: Tx, action: str) -> ActionView | None:
    """An action, for those who may see its request."""
    row = tx.one(_ONE, the_id=action)
    return view_of(row) if row else None


def view_of(row: Row) -> ActionView:
    """A row of these statements, for people."""
    return ActionView(
        action=row.id,
        digest=row.digest,
        kind=row.kind,
        tool=row.tool,
        shown=row.shown,
        whole=row.whole,
        directory=row.directory,
        reason=row.reason,
        state=ActionState(row.state),
        asked_at=row.asked_at,
        deadline=row.deadline,
        decided_at=row.decided_at,
        decided_by=row.decider_name,
        answer=row.answer,
        facts=json.loads(row.facts or "[]"),
        execution=state_of(row),
        exit_code=row.exit_code,
        settled_at=row.settled_at,
        evidence=row.evidence,
        looking=_looking_id(row),
        meter=row.meter,
    )


def _looking_id(row: Row) -> str | None:
    if row.looking_day is None:
        return None
    return str(PublicId(moves.day_of(row.looking_day), row.looking_number))
