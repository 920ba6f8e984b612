"""The queue of each agent: one at a time, in the order of approval, taken by a lease (X1, X5, R8)."""

import json
from pathlib import PurePath

from sqlalchemy import bindparam, exists, func, select, update

from relay import machine as table_of_states
from relay.authority.tasks import task_of
from relay.machine import Command
from relay.requests import actions, executions, moves, references, waiting
from relay.requests.chains import begin_under
from relay.requests.delegationviews import authority_view
from relay.requests.moves import requests
from relay.requests.running import GONE, flag_of, machine_row, need_epoch, of_machine
from relay.rooms.agents import agents_of_room
from relay.store.sql import Row, Sql, table
from relay.store.tables import ActionRow, AgentRow, MachineRow, PersonRow, RoomRow, SessionRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.coordination import Colleague
from relay.wire.machines import LEASE_SECONDS, Claim, Flag, Offer, Poll, Start, Work
from relay.wire.requests import Attachment, Quoted

agents, machines, people = table(AgentRow), table(MachineRow), table(PersonRow)
rooms, sessions, action_rows = table(RoomRow), table(SessionRow), table(ActionRow)

LEASE = int(LEASE_SECONDS * 1_000_000)
CONTACT_EVERY = 10_000_000
"""Contact is written at most this often, in microseconds: 9,000 idle polls must not be 9,000 commits."""

RESTS = Problem(
    code=Code.not_first, detail="This request waits for an answer; it is offered again when it may go on."
)

NO_NEWS = Work(offers=[], flags=[], answers=[])
"""One for all: thousands of polls hold it at once."""

_others, _heads = requests.alias("others"), requests.alias("heads")
_holds = exists().where(
    requests.c.agent == agents.c.id, moves.is_open_to(Command.finish), requests.c.yielded_at.is_(None)
)
_head = (
    select(_others.c.id)
    .where(_others.c.agent == agents.c.id, moves.is_open_to(Command.claim, _others))
    .order_by(_others.c.queued_at, _others.c.id)
    .limit(1)
    .scalar_subquery()
)
_back = (
    select(_others.c.id)
    .where(
        _others.c.agent == agents.c.id,
        moves.is_open_to(Command.finish, _others),
        _others.c.ready_at.is_not(None),
    )
    .order_by(_others.c.ready_at, _others.c.id)
    .limit(1)
    .scalar_subquery()
)
"""A request that has yielded and may go on is first in line (X1)."""

_AGENTS = Sql(
    select(
        machines.c.epoch,
        machines.c.revoked_at,
        machines.c.last_contact_at,
        agents.c.id.label("agent"),
        agents.c.directory,
        _holds.label("holds"),
        _heads.c.id.label("head"),
        _heads.c.day,
        _heads.c.number,
    )
    .join_from(machines, agents, agents.c.machine == machines.c.id, isouter=True)
    .outerjoin(_heads, _heads.c.id == func.coalesce(_back, _head))
    .where(machines.c.id == bindparam("the_machine"))
)
"""The agents of a machine, each with the first of its queue; one row without an agent if there is none."""

_REQUEST = Sql(select(requests).where(requests.c.id == bindparam("the_id")))
_ANSWERS = Sql(
    select(action_rows).where(
        action_rows.c.request == bindparam("the_request"), action_rows.c.decided_at.is_not(None)
    )
)
_CLAIM = moves.move(
    Command.claim,
    fence=bindparam("to_fence"),
    lease_until=bindparam("to_until"),
    started_at=bindparam("to_now"),
)
_TAKE_UP = moves.move(
    Command.resume,
    fence=bindparam("to_fence"),
    lease_until=bindparam("to_until"),
    interrupted_at=None,
)
_RENEW = Sql(
    update(requests)
    .where(
        requests.c.id == bindparam("the_id"),
        requests.c.fence == bindparam("the_fence"),
        moves.is_open_to(Command.finish),
    )
    .values(lease_until=bindparam("to_until"))
    .returning(requests.c.id)
)
_BACK = moves.change(
    moves.is_open_to(Command.finish),
    requests.c.fence == bindparam("the_fence"),
    requests.c.interrupted_at.is_not(None),
    lease_until=bindparam("to_until"),
    interrupted_at=None,
)
_CONTACT = Sql(
    update(machines)
    .where(machines.c.id == bindparam("the_machine"))
    .values(last_contact_at=bindparam("to_now"))
)
_ABOUT = Sql(
    select(
        requests,
        agents.c.handle,
        rooms.c.name.label("room_name"),
        people.c.name.label("asker_name"),
        sessions.c.reference.label("room_session"),
    )
    .join_from(requests, agents, agents.c.id == requests.c.agent)
    .join(rooms, rooms.c.id == requests.c.room)
    .join(people, people.c.id == requests.c.asker)
    .outerjoin(sessions, (sessions.c.agent == requests.c.agent) & (sessions.c.room == requests.c.room))
    .where(requests.c.id == bindparam("the_id"))
)
_NAME = Sql(select(people.c.name).where(people.c.id == bindparam("the_person")))


# -- looking ----------------------------------------------------------------------------------------------------


def look(tx: Tx, machine: str, poll: Poll) -> tuple[Work, bool]:
    """What there is for a daemon, and whether its contact or its leases are due to be written."""
    found_agents = agents_of(tx, machine)
    row = found_agents[0]
    running = [found for name in poll.running if (found := tx.one(_REQUEST, the_id=name)) is not None]
    running = [found for found in running if found.machine == machine]
    work = Work(
        offers=[] if row.revoked_at else offers(found_agents, _busy(running, poll)),
        flags=[_flag(tx, found, poll) for found in running if _is_news(found, poll)],
        answers=[
            actions.answer_of(answer)
            for found in running
            for answer in tx.all(_ANSWERS, the_request=found.id)
            if answer.id not in poll.knows
        ],
        revoked=row.revoked_at is not None,
    )
    due = row.last_contact_at is None or tx.now - row.last_contact_at > CONTACT_EVERY
    due = due or any((found.lease_until or 0) - tx.now < LEASE * 5 // 6 for found in running)
    if row.epoch != poll.epoch:
        raise Refuse(Problem(code=Code.fenced, detail="A newer daemon process of this machine has started."))
    return (work if work != NO_NEWS else NO_NEWS), due


def _busy(running: list[Row], poll: Poll) -> frozenset[str]:
    """Agents that start nothing now: also those whose request has ended here and still runs over there (X1)."""
    return frozenset(poll.busy) | {row.agent for row in running if moves.is_final(row.state)}


def _is_news(row: Row, poll: Poll) -> bool:
    ended = moves.is_final(row.state)
    fenced = row.fence != poll.epoch
    if poll.under.get(row.id, row.delegation) != row.delegation:
        return True
    return (ended or fenced or row.cancel_at is not None) and row.id not in poll.knows


def _flag(tx: Tx, row: Row, poll: Poll) -> Flag:
    """With what a delegation allows that the daemon does not know yet: it goes on under that (D9)."""
    flag = flag_of(row)
    if poll.under.get(row.id, row.delegation) == row.delegation:
        return flag
    return flag.model_copy(update={"authority": authority_view(tx, row.delegation)})


def agents_of(tx: Tx, machine: str) -> list[Row]:
    """A machine's agents with the first of each one's queue; at least one row."""
    return tx.all(_AGENTS, the_machine=machine) or [machine_row(tx, machine)]


def offers(found: list[Row], busy: frozenset[str]) -> list[Offer]:
    """The first of each free agent's queue, where no agent with an overlapping directory works (R8)."""
    taken = [row.directory for row in found if row.holds or row.agent in busy]
    offered = []
    for row in found:
        if row.head is None or row.holds or row.agent in busy or overlaps(row.directory, taken):
            continue
        offered.append(Offer(request=row.head, public_id=str(moves.public_id(row)), agent=row.agent))
        taken.append(row.directory)
    return offered


def is_free(found: list[Row], agent: str) -> bool:
    """Whether an agent could begin now: neither it nor one with an overlapping directory works (R8)."""
    [own] = [row for row in found if row.agent == agent]
    return not own.holds and not overlaps(own.directory, [row.directory for row in found if row.holds])


def overlaps(directory: str, others: list[str]) -> bool:
    """Whether a directory is the same as, inside, or around one of the others."""
    mine = PurePath(directory)
    return any(
        mine == PurePath(other) or mine in PurePath(other).parents or PurePath(other) in mine.parents
        for other in others
    )


def renew(tx: Tx, machine: str, poll: Poll) -> None:
    """Contact and leases, in the database's time (N1). A lease that had lapsed leaves one gap (X4)."""
    need_epoch(tx, machine, poll.epoch)
    tx.run(_CONTACT, the_machine=machine, to_now=tx.now)
    for name in poll.running:
        before = tx.one(_REQUEST, the_id=name)
        if before is None or before.machine != machine:
            continue
        if before.interrupted_at is not None:
            moved = tx.one(_BACK, the_id=name, the_fence=poll.epoch, to_now=tx.now, to_until=tx.now + LEASE)
            if moved is not None:
                _gap(tx, moved, before.interrupted_at)
            continue
        tx.one(_RENEW, the_id=name, the_fence=poll.epoch, to_until=tx.now + LEASE)


def _gap(tx: Tx, moved: Row, since: int) -> None:
    body = {"since": since, "until": tx.now}
    moves.record(tx, moved, "gap", f"machine:{moved.machine}", body)


# -- taking -----------------------------------------------------------------------------------------------------


def start(tx: Tx, machine: str, request: str, wish: Start) -> Claim:
    """Take the first of an agent's queue. The same process asking again gets the same claim (B17)."""
    host = need_epoch(tx, machine, wish.epoch)
    row = of_machine(tx, machine, request)
    runs = row.state in table_of_states.sources(Command.finish)
    if runs and row.fence == wish.epoch and row.yielded_at is None:
        return claim_of(tx, request)
    if runs and row.yielded_at is not None:
        return _go_on(tx, machine, row, wish)
    if host.revoked_at is not None:
        raise Refuse(Problem(code=Code.unauthorized, detail="This machine was revoked; it gets no new work."))
    if row.state not in table_of_states.sources(Command.claim):
        raise Refuse(
            GONE if row.state in table_of_states.sources(Command.finish) else moves.too_late(tx, row)
        )
    if request not in {offer.request for offer in offers(agents_of(tx, machine), frozenset())}:
        raise Refuse(Problem(code=Code.not_first, detail="Another request of this agent comes before."))
    moved = tx.one(_CLAIM, the_id=request, to_now=tx.now, to_fence=wish.epoch, to_until=tx.now + LEASE)
    assert moved is not None, "the lane kept the state"
    moves.record(tx, moved, "started", f"machine:{machine}")
    begin_under(tx, row)
    return claim_of(tx, request)


def _go_on(tx: Tx, machine: str, row: Row, wish: Start) -> Claim:
    """A request that had yielded takes its turn again, first in line."""
    if row.ready_at is None:
        raise Refuse(RESTS)
    if row.id not in {offer.request for offer in offers(agents_of(tx, machine), frozenset())}:
        raise Refuse(Problem(code=Code.not_first, detail="Another request of this agent comes before."))
    waiting.go_on(tx, row, wish.epoch, tx.now + LEASE)
    return claim_of(tx, row.id)


def take_up(tx: Tx, machine: str, request: str, wish: Start) -> Claim:
    """A new daemon process goes on with what the one before it had (X4): same id, one gap, a new fence."""
    need_epoch(tx, machine, wish.epoch)
    row = of_machine(tx, machine, request)
    if row.state not in table_of_states.sources(Command.resume):
        raise Refuse(moves.too_late(tx, row))
    if row.yielded_at is not None:
        raise Refuse(RESTS)
    if row.fence != wish.epoch:
        since = row.interrupted_at or min(row.changed_at, tx.now)
        moved = tx.one(_TAKE_UP, the_id=request, to_now=tx.now, to_fence=wish.epoch, to_until=tx.now + LEASE)
        assert moved is not None, "the lane kept the state"
        actions.lapse(tx, request)
        _gap(tx, moved, since)
    return claim_of(tx, request)


def claim_of(tx: Tx, request: str) -> Claim:
    """All that is needed to run a request."""
    row = tx.one(_ABOUT, the_id=request)
    owner = tx.one(_NAME, the_person=row.owner) if row else None
    assert row is not None
    assert owner is not None
    task = task_of(tx, request)
    return Claim(
        request=row.id,
        public_id=str(moves.public_id(row)),
        agent=row.agent,
        handle=row.handle,
        room=row.room,
        room_name=row.room_name,
        asker=row.asker,
        asker_name=row.asker_name,
        owner_name=owner.name,
        prompt=row.prompt,
        attachments=[Attachment(**one) for one in json.loads(row.attachments)],
        quoted=[Quoted(**one) for one in json.loads(row.quoted)],
        references=references.named_in(tx, row),
        session=row.session or row.room_session,
        fence=row.fence,
        lease_until=row.lease_until,
        reported=row.reported,
        plan=[(str(step[0]), str(step[1])) for step in json.loads(row.plan)],
        cancel=row.cancel_at is not None,
        effects=executions.effects(tx, row.id),
        delegation=row.delegation,
        authority=authority_view(tx, row.delegation),
        parent=task.parent if task is not None else None,
        agents=[
            Colleague(agent=one.id, handle=one.handle)
            for one in agents_of_room(tx, row.room)
            if one.id != row.agent
        ],
    )
