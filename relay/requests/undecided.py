"""What waits for an owner is shown in every chat where the owner can decide, also in one that came later."""

from sqlalchemy import bindparam, exists, or_, select

from relay import outbox
from relay.requests.moves import requests
from relay.store.sql import Sql, literal, table
from relay.store.tables import ActionRow, JoinRow
from relay.store.tx import Tx
from relay.wire.executions import State
from relay.wire.requests import ActionState

actions, joins = table(ActionRow), table(JoinRow)

_HAS_ACTION = exists().where(
    actions.c.request == requests.c.id, actions.c.state == literal(ActionState.pending)
)
_REQUESTS = Sql(
    select(requests.c.id, requests.c.room, requests.c.seq).where(
        requests.c.owner == bindparam("the_owner"),
        requests.c.ended_at.is_(None),
        or_(requests.c.state == literal("pending"), _HAS_ACTION),
    )
)
_UNSETTLED = Sql(
    select(requests.c.id, requests.c.room, requests.c.seq)
    .join_from(actions, requests, requests.c.id == actions.c.request)
    .where(actions.c.owner == bindparam("the_owner"), actions.c.outcome == literal(State.unknown))
)
_JOINS = Sql(
    select(joins.c.id, joins.c.room).where(
        joins.c.owner == bindparam("the_owner"), joins.c.state == literal("waiting")
    )
)


def show_undecided(tx: Tx, owner: str) -> None:
    """After a connector's first lease, or a new account of the owner: what was asked before gets its card.

    Doing it again changes nothing.
    """
    for row in (*tx.all(_REQUESTS, the_owner=owner), *tx.all(_UNSETTLED, the_owner=owner)):
        outbox.show_to_owner(tx, outbox.Subject(row.id, owner, row.room, row.seq))
    for row in tx.all(_JOINS, the_owner=owner):
        outbox.show_to_owner(tx, outbox.Subject(row.id, owner, row.room, 1))
