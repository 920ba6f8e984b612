"""A machine's wish to begin a turn with messages that wait, decided under the agent's lock (H4).

Such a turn puts no new work on a session (D3): it goes on with a request that has yielded there, or that has just
ended a turn, under the delegation that this request has.
"""

from sqlalchemy import bindparam, func, select

from relay.authority.tasks import live_delegation
from relay.coordination import drafts, switches
from relay.coordination.turns import Situation, Start, Wait, may_start
from relay.machine import Command
from relay.messages.inbox import actor_of, messages
from relay.requests import moves, queue, waiting
from relay.requests.moves import requests
from relay.requests.running import need_epoch
from relay.store.sql import Row, Sql, literal, table
from relay.store.tables import ActionRow, AgentRow, SessionRow, TaskRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.messages import GRACE_SECONDS, HandKind, Mode, TurnOutcome, TurnReply, TurnWish
from relay.wire.requests import ActionState

agents, sessions, actions, tasks = table(AgentRow), table(SessionRow), table(ActionRow), table(TaskRow)

_AGENT = Sql(
    select(agents.c.id).where(
        agents.c.id == bindparam("the_agent"), agents.c.machine == bindparam("the_machine")
    )
)
_SESSION = Sql(
    select(sessions.c.generation, sessions.c.person_turn).where(
        sessions.c.agent == bindparam("the_agent"), sessions.c.room == bindparam("the_room")
    )
)
_FIRST = Sql(
    select(func.min(messages.c.sent_at).label("sent_at")).where(
        messages.c.receiver == bindparam("the_receiver"),
        messages.c.room == bindparam("the_room"),
        messages.c.read_at.is_(None),
    )
)
_REQUEST = Sql(select(requests).where(requests.c.id == bindparam("the_id"), moves.is_open_to(Command.finish)))
_RUNS = Sql(
    select(requests)
    .join_from(requests, tasks, tasks.c.id == requests.c.id)
    .where(
        requests.c.agent == bindparam("the_agent"),
        requests.c.room == bindparam("the_room"),
        moves.is_open_to(Command.finish),
    )
    .order_by(requests.c.yielded_at.is_not(None), tasks.c.assigned_at.desc())
    .limit(1)
)
_APPROVALS = Sql(
    select(actions.c.id)
    .join_from(actions, requests, requests.c.id == actions.c.request)
    .where(
        requests.c.agent == bindparam("the_agent"),
        requests.c.room == bindparam("the_room"),
        requests.c.ended_at.is_(None),
        actions.c.state == literal(ActionState.pending),
    )
    .limit(1)
)

NO_AGENT = Problem(code=Code.unknown, detail="This machine has no such agent.")


def begin(tx: Tx, machine: str, wish: TurnWish, grace: float = GRACE_SECONDS) -> TurnReply:
    """Look at the situation and, where nothing holds it, give the machine the turn; all in one transaction.

    Raises:
        Refuse: a newer daemon process has started, or the agent is not this machine's.
    """
    need_epoch(tx, machine, wish.epoch)
    if tx.one(_AGENT, the_agent=wish.agent, the_machine=machine) is None:
        raise Refuse(NO_AGENT)
    row = _at(tx, wish)
    if row is not None and _was_given(row, wish):
        return TurnReply(outcome=TurnOutcome.start, claim=queue.claim_of(tx, row.id))
    situation = situation_of(tx, machine, wish, row, grace)
    answer = may_start(situation)
    if isinstance(answer, Start):
        return _start(tx, machine, wish, row, situation.generation)
    outcome = TurnOutcome.wait if isinstance(answer, Wait) else TurnOutcome.hold
    until = answer.until if isinstance(answer, Wait) else None
    return TurnReply(outcome=outcome, reason=answer.reason, until=until, generation=situation.generation)


def _was_given(row: Row, wish: TurnWish) -> bool:
    """The machine has this turn already and does not know it: the answer to the same wish was lost."""
    mine = row.yielded_at is None and row.fence == wish.epoch
    return mine and wish.request is None and row.id not in wish.running


def _at(tx: Tx, wish: TurnWish) -> Row | None:
    """What such a turn would go on with, while its delegation lives: the request in hand, else what runs in the session.

    What merely waits for its owner or its turn is no work of the session yet.
    """
    if wish.request is None:
        row = tx.one(_RUNS, the_agent=wish.agent, the_room=wish.room)
    else:
        row = tx.one(_REQUEST, the_id=wish.request)
    if row is None or (row.agent, row.room) != (wish.agent, wish.room):
        return None
    return row if live_delegation(tx, row.id) is not None else None


def situation_of(tx: Tx, machine: str, wish: TurnWish, row: Row | None, grace: float) -> Situation:
    """All that the decision hangs on, as it stands now."""
    both = switches.of_session(tx, wish.room, wish.agent)
    session = tx.one(_SESSION, the_agent=wish.agent, the_room=wish.room)
    first = tx.one(_FIRST, the_receiver=actor_of(wish.agent), the_room=wish.room)
    at_hand = drafts.at_hand(tx, wish.room, wish.agent)
    writing = [one.since for one in at_hand if one.kind == HandKind.draft]
    approval = tx.one(_APPROVALS, the_agent=wish.agent, the_room=wish.room)
    return Situation(
        now=tx.now,
        first_waiting=first.sent_at if first is not None else None,
        room_on=bool(both and both.automatic_turns),
        daemon_on=wish.automatic,
        mode=Mode((both and both.mode) or Mode.run),
        delegated=row is not None,
        generation=(session and session.generation) or 1,
        checked=wish.generation,
        person_turn=session.person_turn if session is not None else None,
        approval=approval is not None,
        cancel=row is not None and row.cancel_at is not None,
        hands=frozenset(HandKind(one.kind) for one in at_hand),
        draft_since=min(writing, default=None),
        grace=int(grace * 1_000_000),
        busy=_busy(tx, machine, wish, row),
    )


def _busy(tx: Tx, machine: str, wish: TurnWish, row: Row | None) -> bool:
    """Whether the agent is at work, or another one in the same directory (R8); the request in hand is no obstacle."""
    if row is None or (row.id == wish.request and row.yielded_at is None and row.fence == wish.epoch):
        return False
    return row.yielded_at is None or not queue.is_free(queue.agents_of(tx, machine), wish.agent)


def _start(tx: Tx, machine: str, wish: TurnWish, row: Row | None, generation: int) -> TurnReply:
    assert row is not None, "nothing starts without a request that goes on"
    if row.yielded_at is not None:
        waiting.go_on(tx, row, wish.epoch, tx.now + queue.LEASE)
    tx.audit(
        row.owner, "automatic turn", f"machine:{machine}", request=row.id, agent=row.agent, result="started"
    )
    claim = queue.claim_of(tx, row.id)
    return TurnReply(outcome=TurnOutcome.start, generation=generation, claim=claim)
