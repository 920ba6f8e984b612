"""What an owner has to know at a glance, over all rooms: each list cut at a limit, each count exact."""

from collections.abc import Iterable
from datetime import UTC, datetime
from statistics import median

from sqlalchemy import bindparam, func, select

from relay.machine import State
from relay.requests import views
from relay.requests.moves import requests
from relay.rooms import joins, machines
from relay.store.sql import Row, Sql, literal, table
from relay.store.tables import ActionRow, HeadRow, JoinRow, LeaseRow
from relay.store.tx import Tx
from relay.wire.executions import State as ExecutionState
from relay.wire.overview import ChatView, DayView, Overview
from relay.wire.requests import ActionState, RequestView

actions, join_cards, leases, heads = table(ActionRow), table(JoinRow), table(LeaseRow), table(HeadRow)

SHOWN = 20
"""Rows of each list."""

RECENT = 100
"""Decisions of which the middle time is taken."""

_OPEN = (
    select(requests.c.id, requests.c.asked_at.label("at"))
    .where(requests.c.owner == bindparam("the_owner"), requests.c.ended_at.is_(None))
    .order_by(requests.c.id.desc())
    .limit(SHOWN)
)
PENDING = Sql(_OPEN.where(requests.c.state == literal(State.pending)))
QUEUED = Sql(_OPEN.where(requests.c.state == literal(State.approved)))
RUNNING = Sql(_OPEN.where(requests.c.state == literal(State.running)))
_ASKED = (
    select(actions.c.request.label("id"), actions.c.asked_at.label("at"), actions.c.id.label("action"))
    .where(actions.c.owner == bindparam("the_owner"))
    .order_by(actions.c.id.desc())
    .limit(SHOWN)
)
ACTIONS = Sql(_ASKED.where(actions.c.state == literal(ActionState.pending)))
UNKNOWN = Sql(_ASKED.where(actions.c.outcome == literal(ExecutionState.unknown)))
JOINS = Sql(
    select(join_cards.c.id, join_cards.c.room, join_cards.c.asked_at.label("at"))
    .where(
        join_cards.c.owner == bindparam("the_owner"),
        join_cards.c.state == literal("waiting"),
        join_cards.c.deadline > bindparam("the_now"),
    )
    .order_by(join_cards.c.id.desc())
    .limit(SHOWN)
)
COUNTS = Sql(
    select(requests.c.state, func.count().label("count"))
    .where(requests.c.owner == bindparam("the_owner"), requests.c.ended_at.is_(None))
    .group_by(requests.c.state)
)
ASKING = Sql(
    select(func.count(func.distinct(actions.c.request)).label("count")).where(
        actions.c.owner == bindparam("the_owner"), actions.c.state == literal(ActionState.pending)
    )
)
UNSETTLED = Sql(
    select(func.count(func.distinct(actions.c.request)).label("count")).where(
        actions.c.owner == bindparam("the_owner"), actions.c.outcome == literal(ExecutionState.unknown)
    )
)
WAITING_JOINS = Sql(
    select(func.count().label("count")).where(
        join_cards.c.owner == bindparam("the_owner"),
        join_cards.c.state == literal("waiting"),
        join_cards.c.deadline > bindparam("the_now"),
    )
)
CHATS = Sql(
    select(leases)
    .where(leases.c.owner == bindparam("the_owner"))
    .order_by(leases.c.platform, leases.c.tenant)
)
_DAY = requests.c.owner == bindparam("the_owner"), requests.c.day == bindparam("the_day")
TODAY = Sql(select(requests.c.state, func.count().label("count")).where(*_DAY).group_by(requests.c.state))
DECIDED = Sql(
    select(requests.c.asked_at, requests.c.decided_at)
    .where(*_DAY, requests.c.decided_at.is_not(None), requests.c.decided_by != requests.c.asker)
    .order_by(requests.c.number.desc())
    .limit(RECENT)
)
WRITTEN = Sql(select(heads.c.at).where(heads.c.owner == bindparam("the_owner")))


def overview(tx: Tx, owner: str) -> Overview:
    """All of it, of one state of the database."""
    mine = {"the_owner": owner}
    asking, unknown = tx.all(ACTIONS, **mine), tx.all(UNKNOWN, **mine)
    cards = tx.all(JOINS, the_now=tx.now, **mine)
    counts = {row.state: row.count for row in tx.all(COUNTS, **mine)}
    waiting = counts.get(State.pending, 0) + _count(tx, ASKING, owner) + _count(tx, UNSETTLED, owner)
    written = tx.one(WRITTEN, **mine)
    return Overview(
        owner=owner,
        needs=_views(tx, _newest([*tx.all(PENDING, **mine), *asking, *unknown])),
        needs_count=waiting,
        joins=[card for row in cards if (card := joins.view(tx, row.id)) is not None],
        joins_count=_count(tx, WAITING_JOINS, owner),
        running=_views(tx, [row.id for row in tx.all(RUNNING, **mine)]),
        running_count=counts.get(State.running, 0),
        queued=_views(tx, [row.id for row in tx.all(QUEUED, **mine)]),
        queued_count=counts.get(State.approved, 0),
        machines=machines.machines_of(tx, owner),
        chats=[_chat(row) for row in tx.all(CHATS, **mine)],
        today=_today(tx, owner),
        now=tx.now,
        written_at=written.at if written else None,
    )


def _newest(rows: Iterable[Row]) -> list[str]:
    """The requests of these rows, each once, by the newest thing that waits in it."""
    newest: dict[str, int] = {}
    for row in rows:
        newest[row.id] = max(row.at, newest.get(row.id, 0))
    return sorted(newest, key=lambda name: newest[name], reverse=True)[:SHOWN]


def _views(tx: Tx, names: list[str]) -> list[RequestView]:
    found = [views.one(tx, name) for name in names]
    return [view for view in found if view is not None]


def _count(tx: Tx, sql: Sql, owner: str) -> int:
    row = tx.one(sql, the_owner=owner, the_now=tx.now)
    return int(row.count) if row else 0


def _chat(row: Row) -> ChatView:
    return ChatView(
        platform=row.platform, tenant=row.tenant, renewed_at=row.renewed_at, heard_at=row.heard_at
    )


def _today(tx: Tx, owner: str) -> DayView:
    day = int(f"{datetime.fromtimestamp(tx.now / 1_000_000, UTC):%Y%m%d}")
    states = {row.state: row.count for row in tx.all(TODAY, the_owner=owner, the_day=day)}
    took = [row.decided_at - row.asked_at for row in tx.all(DECIDED, the_owner=owner, the_day=day)]
    middle = median(took) / 1_000_000 if took else None
    return DayView(day=day, asked=sum(states.values()), by_state=states, median_decision=middle)
