"""How a request looks: one query for the row and its names, a few more for what hangs on it."""

import json
from collections.abc import Sequence

from sqlalchemy import and_, bindparam, func, or_, select

from relay.authority import ledger
from relay.machine import FINAL, Command, State
from relay.requests import actionviews, kinship, moves
from relay.requests.kinship import Kin
from relay.requests.moves import requests
from relay.rooms.agents import is_present
from relay.store.sql import Row, Sql, table
from relay.store.tables import (
    AgentRow,
    DelegationRow,
    EventRow,
    MachineRow,
    MemberRow,
    PersonRow,
    RoomRow,
    TaskRow,
)
from relay.store.tx import Tx
from relay.wire.executions import MeterView
from relay.wire.requests import (
    ActionState,
    ActionView,
    Attachment,
    EventView,
    FileView,
    RequestView,
    Spot,
    Timeline,
    Waiting,
)

agents, machines, members = table(AgentRow), table(MachineRow), table(MemberRow)
people, rooms, events = table(PersonRow), table(RoomRow), table(EventRow)
delegations, tasks = table(DelegationRow), table(TaskRow)

LAST_EVENTS = 30
"""Timeline rows that come with a view; the rest is asked for."""

_owners, _askers, _deciders, _enders, _actors = (
    people.alias(name) for name in ("owners", "askers", "deciders", "enders", "actors")
)
_WITH_NAMES = (
    select(
        requests,
        agents.c.handle,
        agents.c.runtime,
        agents.c.sandbox,
        agents.c.directory,
        agents.c.budget,
        machines.c.name.label("machine_name"),
        machines.c.last_contact_at,
        rooms.c.name.label("room_name"),
        _owners.c.name.label("owner_name"),
        _askers.c.name.label("asker_name"),
        _deciders.c.name.label("decider_name"),
        _enders.c.name.label("ender_name"),
        delegations.c.meters.label("delegation_meters"),
        tasks.c.parent,
    )
    .join_from(requests, agents, agents.c.id == requests.c.agent)
    .join(machines, machines.c.id == agents.c.machine)
    .join(rooms, rooms.c.id == requests.c.room)
    .join(_owners, _owners.c.id == requests.c.owner)
    .join(_askers, _askers.c.id == requests.c.asker)
    .outerjoin(_deciders, _deciders.c.id == requests.c.decided_by)
    .outerjoin(_enders, _enders.c.id == requests.c.ended_by)
    .outerjoin(delegations, delegations.c.id == requests.c.delegation)
    .outerjoin(tasks, tasks.c.id == requests.c.id)
)
_ONE = Sql(_WITH_NAMES.where(requests.c.id == bindparam("the_id")))
_IS_MEMBER = and_(
    members.c.room == requests.c.room,
    members.c.person == bindparam("the_person"),
    members.c.removed_at.is_(None),
)
_SEEN = Sql(_WITH_NAMES.join(members, _IS_MEMBER).where(requests.c.id == bindparam("the_id")))
_IN_ROOM = (
    _WITH_NAMES.join(members, _IS_MEMBER)
    .where(requests.c.room == bindparam("the_room"), requests.c.id < bindparam("the_before"))
    .order_by(requests.c.id.desc())
    .limit(bindparam("the_limit"))
)
_LIST = Sql(_IN_ROOM)
_IN_STATE = _IN_ROOM.where(requests.c.state == bindparam("the_state"))
_LIST_OPEN = Sql(_IN_STATE.where(requests.c.ended_at.is_(None)))
_LIST_ENDED = Sql(_IN_STATE.where(requests.c.ended_at.is_not(None)))
"""Two statements, for each has an index of its own: nothing that ended is read to find what is open."""

_IN_CHANGED_ROOM = _WITH_NAMES.join(members, _IS_MEMBER).where(requests.c.room == bindparam("the_room"))
_CHANGED = Sql(
    _IN_CHANGED_ROOM.where(requests.c.changed_at > bindparam("the_cursor"))
    .order_by(requests.c.changed_at)
    .limit(bindparam("the_limit"))
)
_CHANGED_AT = Sql(_IN_CHANGED_ROOM.where(requests.c.changed_at == bindparam("the_time")))
_NEWEST = Sql(
    select(func.max(requests.c.changed_at).label("at")).where(requests.c.room == bindparam("the_room"))
)
_AHEAD = Sql(
    select(func.count().label("count")).where(
        requests.c.agent == bindparam("the_agent"),
        requests.c.room == bindparam("the_room"),
        or_(
            and_(moves.is_open_to(Command.claim), requests.c.queued_at < bindparam("the_time")),
            moves.is_open_to(Command.finish),
        ),
    )
)
_BUSY = Sql(
    select(requests.c.id)
    .where(requests.c.agent == bindparam("the_agent"), moves.is_open_to(Command.finish))
    .limit(1)
)
_events = select(events, _actors.c.name.label("actor_name")).join_from(
    events, _actors, _actors.c.id == events.c.actor, isouter=True
)
_LAST = Sql(
    _events.where(events.c.request == bindparam("the_id")).order_by(events.c.seq.desc()).limit(LAST_EVENTS)
)
_PAGE = Sql(
    _events.where(events.c.request == bindparam("the_id"), events.c.seq > bindparam("the_seq"))
    .order_by(events.c.seq)
    .limit(bindparam("the_limit"))
)


def one(tx: Tx, request: str) -> RequestView | None:
    """A request, for those who may see all of this owner's (connectors with a place for it)."""
    row = tx.one(_ONE, the_id=request)
    return view_of(tx, row) if row else None


def seen(tx: Tx, request: str, person: str) -> RequestView | None:
    """A request, if the person is of its room."""
    row = tx.one(_SEEN, the_id=request, the_person=person)
    return view_of(tx, row) if row else None


def listed(
    tx: Tx, room: str, person: str, before: str | None, limit: int, state: str | None
) -> list[RequestView]:
    """A room's requests, newest first."""
    values = {"the_room": room, "the_person": person, "the_before": before or "~", "the_limit": limit}
    if state is None:
        rows = tx.all(_LIST, **values)
    else:
        rows = tx.all(_LIST_ENDED if state in FINAL else _LIST_OPEN, the_state=state, **values)
    return views_of(tx, rows)


def changed(tx: Tx, room: str, person: str, cursor: int, limit: int) -> list[tuple[int, RequestView]]:
    """What changed in a room after a cursor, oldest change first. A page ends with all of its last moment."""
    names = {"the_room": room, "the_person": person}
    rows = tx.all(_CHANGED, the_cursor=cursor, the_limit=limit, **names)
    if len(rows) == limit:
        last = rows[-1].changed_at
        rows = [row for row in rows if row.changed_at < last] + tx.all(_CHANGED_AT, the_time=last, **names)
    return [(row.changed_at, view) for row, view in zip(rows, views_of(tx, rows), strict=True)]


def newest_change(tx: Tx, room: str) -> int:
    """The cursor at which a stream that wants only news begins."""
    row = tx.one(_NEWEST, the_room=room)
    return (row.at if row else None) or 0


def timeline(tx: Tx, request: str, person: str, after: int, limit: int) -> Timeline | None:
    """A page of the timeline, oldest first (T2)."""
    row = tx.one(_SEEN, the_id=request, the_person=person)
    if row is None:
        return None
    found = tx.all(_PAGE, the_id=request, the_seq=after, the_limit=limit)
    return Timeline(request=request, events=[_event(event) for event in found], seq=row.seq)


def view_of(tx: Tx, row: Row) -> RequestView:
    """All that a card, a thread, a page or a sentence needs."""
    return views_of(tx, [row])[0]


def views_of(tx: Tx, rows: Sequence[Row]) -> list[RequestView]:
    """The same of several requests."""
    last = tx.together([(_LAST, {"the_id": row.id}) for row in rows])
    started = [row.id for row in rows if row.started_at]
    acts = dict(
        zip(
            started,
            tx.together([(actionviews.OF_REQUEST, {"the_id": name}) for name in started]),
            strict=True,
        )
    )
    kin = kinship.of_each(tx, rows)
    return [
        _view(tx, row, acts.get(row.id, []), events, kin[row.id])
        for row, events in zip(rows, last, strict=True)
    ]


def _meters(row: Row) -> list[MeterView]:
    """What it may use, holds and has used: under its delegation, or by what an older relay has kept."""
    if not row.started_at:
        return []
    kept = row.delegation_meters
    return ledger.views_of(ledger.opened(None if kept else row.budget, kept or row.meters))


def _view(tx: Tx, row: Row, last_acts: list[Row], last_events: list[Row], kin: Kin) -> RequestView:
    acts = [actionviews.view_of(act) for act in reversed(last_acts)]
    ahead = _ahead(tx, row)
    away = _away_since(tx, row)
    return RequestView(
        request=row.id,
        public_id=str(moves.public_id(row)),
        version=row.version,
        seq=row.seq,
        state=State(row.state),
        room=row.room,
        room_name=row.room_name,
        owner=row.owner,
        owner_name=row.owner_name,
        asker=row.asker,
        asker_name=row.asker_name,
        asker_account=row.asker_account,
        outside=row.outside,
        agent=row.agent,
        handle=row.handle,
        runtime=row.runtime,
        sandbox=None if row.sandbox is None else bool(row.sandbox),
        machine_name=row.machine_name,
        directory=row.directory,
        prompt=row.prompt,
        attachments=[Attachment(**one) for one in json.loads(row.attachments)],
        asked_at=row.asked_at,
        deadline=row.deadline,
        retry_of=row.retry_of,
        origin=Spot.model_validate_json(row.spot) if row.spot else None,
        waiting=_waiting(tx, row, ahead, away, acts),
        ahead=ahead,
        away_since=away,
        interrupted_since=None if moves.is_final(row.state) else row.interrupted_at,
        stopping=row.cancel_at is not None and not moves.is_final(row.state),
        decided_by=row.decided_by,
        decided_by_name=row.decider_name,
        decided_at=row.decided_at,
        decision=row.decision,
        reason=row.reason,
        ended_by_name=row.ender_name,
        started_at=row.started_at,
        ended_at=row.ended_at,
        percent=row.percent,
        progress=row.progress,
        plan=[(str(step[0]), str(step[1])) for step in json.loads(row.plan)],
        result=row.result,
        files=[FileView(**one) for one in json.loads(row.files)],
        actions=acts,
        events=[_event(event) for event in reversed(last_events)],
        meters=_meters(row),
        parent=kin.parent,
        children=kin.children,
        delegation=row.delegation,
    )


def _ahead(tx: Tx, row: Row) -> int:
    if row.queued_at is None or row.started_at is not None or moves.is_final(row.state):
        return 0
    found = tx.one(_AHEAD, the_agent=row.agent, the_room=row.room, the_time=row.queued_at)
    return found.count if found else 0


def _away_since(tx: Tx, row: Row) -> int | None:
    if moves.is_final(row.state) or is_present(row.last_contact_at, tx.now):
        return None
    return int(row.last_contact_at or row.asked_at)


def _waiting(tx: Tx, row: Row, ahead: int, away: int | None, acts: list[ActionView]) -> Waiting:
    if moves.is_final(row.state):
        return Waiting.nothing
    if row.queued_at is None:
        return Waiting.owner
    if row.started_at is not None:
        asked = any(act.state is ActionState.pending for act in acts)
        return Waiting.action if asked else Waiting.nothing
    if away is not None:
        return Waiting.machine
    busy = ahead or tx.one(_BUSY, the_agent=row.agent)
    return Waiting.queue if busy else Waiting.nothing


def _event(row: Row) -> EventView:
    return EventView(
        seq=row.seq,
        kind=row.kind,
        at=row.at,
        actor=row.actor,
        actor_name=row.actor_name,
        body=json.loads(row.body),
    )
