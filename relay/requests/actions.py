"""Approvals of exact actions (P3, P4): asked by the machine that runs the request, decided by the owner.

What becomes of an approved one is in `relay.requests.executions`.
"""

from sqlalchemy import bindparam, select, update

from relay import executions as table_of_states
from relay import outbox
from relay.executions import State
from relay.requests import moves
from relay.requests.chains import need_authority
from relay.requests.moves import requests
from relay.requests.running import need_running
from relay.rooms.people import NOBODY, Speaker, identify
from relay.store.ids import new_id
from relay.store.sql import Row, Sql, inserting, literal, table
from relay.store.tables import ActionRow, AgentRow, RoomRow
from relay.store.tx import Refuse, Tx, canonical
from relay.wire.base import Code, Problem
from relay.wire.machines import ActionAnswer, AskAction
from relay.wire.requests import ActionState, DecideAction

actions, agents, rooms = table(ActionRow), table(AgentRow), table(RoomRow)

_BY_CALL = Sql(
    select(actions).where(
        actions.c.request == bindparam("the_request"),
        actions.c.call == bindparam("the_call"),
        actions.c.digest == bindparam("the_digest"),
    )
)
_UNKNOWN = Sql(
    select(actions).where(
        actions.c.request == bindparam("the_request"),
        actions.c.digest == bindparam("the_digest"),
        actions.c.outcome == literal(State.unknown),
    )
)
_ACTION = Sql(
    select(actions).where(actions.c.id == bindparam("the_id"), actions.c.request == bindparam("the_request"))
)
_NEW = inserting(ActionRow)
_DECIDE = Sql(
    update(actions)
    .where(
        actions.c.id == bindparam("the_id"),
        actions.c.state == literal(ActionState.pending),
        actions.c.digest == bindparam("the_digest"),
        actions.c.deadline > bindparam("to_now"),
    )
    .values(
        state=bindparam("to_state"),
        decided_at=bindparam("to_now"),
        decided_by=bindparam("to_by"),
        decided_key=bindparam("to_key"),
        answer=bindparam("to_answer"),
    )
    .returning(actions.c.id)
)
_END = Sql(
    update(actions)
    .where(
        actions.c.request == bindparam("the_request"),
        actions.c.state == literal(ActionState.pending),
    )
    .values(state=literal(ActionState.lapsed), decided_at=bindparam("to_now"))
    .returning(actions.c.id)
)
_EXPIRE = Sql(
    update(actions)
    .where(
        actions.c.id == bindparam("the_id"),
        actions.c.state == literal(ActionState.pending),
        actions.c.deadline <= bindparam("to_now"),
    )
    .values(state=literal(ActionState.expired), decided_at=bindparam("to_now"))
    .returning(actions.c.id, actions.c.request, actions.c.digest, actions.c.kind)
)
_STEP = moves.change()
_LIFETIMES = Sql(
    select(rooms.c.approval_ttl.label("room_ttl"), agents.c.approval_ttl.label("agent_ttl"))
    .join_from(requests, rooms, rooms.c.id == requests.c.room)
    .join(agents, agents.c.id == requests.c.agent)
    .where(requests.c.id == bindparam("the_request"))
)


def lifetimes(tx: Tx, request: str) -> tuple[float | None, float | None]:
    """What the room and the agent say of how long an approval waits, in seconds (A4)."""
    row = tx.one(_LIFETIMES, the_request=request)
    return (row.room_ttl, row.agent_ttl) if row else (None, None)


def ask(tx: Tx, machine: str, request: str, asked: AskAction, ttl: int) -> ActionAnswer:
    """A machine asks before it acts; the same call with the same input is one card. ``ttl`` in microseconds.

    What began before and has an unknown outcome is not asked for again until it is settled (E3).
    """
    row = need_running(tx, machine, request, asked.fence)
    need_authority(tx, row, asked.delegation, asked.kind, asked.tool)
    known = tx.one(_BY_CALL, the_request=request, the_call=asked.call, the_digest=asked.digest)
    known = known or tx.one(_UNKNOWN, the_request=request, the_digest=asked.digest)
    if known is not None:
        return answer_of(known)
    action = new_id(row.owner, tx.now)
    tx.run(
        _NEW,
        id=action,
        owner=row.owner,
        request=request,
        call=asked.call,
        digest=asked.digest,
        kind=asked.kind,
        tool=asked.tool,
        shown=asked.shown,
        whole=asked.whole,
        directory=asked.directory,
        reason=asked.reason,
        facts=canonical(asked.facts),
        state=ActionState.pending,
        asked_at=tx.now,
        deadline=tx.now + ttl,
    )
    moved = step(tx, request)
    body = {"action": action, "kind": asked.kind, "digest": asked.digest}
    moves.record(tx, moved, "action_asked", f"agent:{row.agent}", body)
    outbox.show_to_owner(tx, outbox.Subject(request, row.owner, row.room, moved.seq))
    return ActionAnswer(action=action, request=request, digest=asked.digest, state=ActionState.pending)


def decide(tx: Tx, speaker: Speaker, request: str, action: str, decided: DecideAction) -> Problem | None:
    """The owner's answer for this exact input; it is used at most once."""
    person = identify(tx, speaker)
    if person == NOBODY:
        return Problem(code=Code.unknown, detail="There is no such request here.")
    row = moves.visible(tx, request, person)
    asked = tx.one(_ACTION, the_id=action, the_request=request)
    if asked is None:
        return Problem(code=Code.unknown, detail="There is no such action here.")
    if person != row.owner or (speaker.who and speaker.who.bot):
        tx.audit(
            row.owner,
            "action decision refused",
            person,
            account=speaker.account,
            request=request,
            action=action,
            result="not the owner",
        )
        return Problem(code=Code.owner_only, detail="Only the room's owner can decide this.")
    return _decide(tx, speaker, row, asked, decided)


def _decide(tx: Tx, speaker: Speaker, row: Row, asked: Row, decided: DecideAction) -> Problem | None:
    if decided.allow and not asked.whole:
        detail = "Not all of this action can be shown, so it cannot be approved; deny it, or do it yourself."
        return Problem(code=Code.bad_request, detail=detail)
    state = ActionState.allowed if decided.allow else ActionState.denied
    done = tx.one(
        _DECIDE,
        the_id=asked.id,
        the_digest=decided.digest,
        to_now=tx.now,
        to_state=state,
        to_by=row.owner,
        to_key=decided.key,
        to_answer=decided.reason,
    )
    if done is None:
        return _why_not(tx, asked, decided, state)
    moved = step(tx, row.id)
    body = {"action": asked.id, "kind": asked.kind, "digest": asked.digest, "state": state}
    if decided.reason:
        body["reason"] = decided.reason
    moves.record(tx, moved, "action_decided", row.owner, body, account=speaker.account)
    tx.wake(moves.machine_topic(row.machine))
    return None


def _why_not(tx: Tx, asked: Row, decided: DecideAction, state: ActionState) -> Problem | None:
    if asked.decided_key == decided.key and asked.state == state:
        return None
    if asked.digest != decided.digest:
        return Problem(code=Code.changed, detail="That is not the action which waits; look at the new card.")
    shown = asked.state if asked.state != ActionState.pending else ActionState.expired
    return Problem(
        code=Code.late,
        detail=f"This action is {shown} already.",
        state=shown,
        by=moves.name_of(tx, asked.decided_by),
        at=asked.decided_at,
    )


def lapse(tx: Tx, request: str) -> None:
    """What still waits lapses: its request ended, or its tool call is gone (P3)."""
    tx.all(_END, the_request=request, to_now=tx.now)


def expire(tx: Tx, action: str) -> bool:
    """No answer in time is a denial marked expired (P4)."""
    row = tx.one(_EXPIRE, the_id=action, to_now=tx.now)
    if row is None:
        return False
    moved = step(tx, row.request)
    body = {"action": row.id, "kind": row.kind, "digest": row.digest, "state": ActionState.expired}
    moves.record(tx, moved, "action_decided", "clock", body)
    tx.wake(moves.machine_topic(moved.machine))
    return True


def answer_of(row: Row) -> ActionAnswer:
    """What the machine hears of an action."""
    return ActionAnswer(
        action=row.id,
        request=row.request,
        digest=row.digest,
        state=ActionState(row.state),
        answer=row.answer,
        execution=state_of(row),
    )


def state_of(row: Row) -> State:
    """Where the execution of an action stands."""
    return table_of_states.state_of(row.state, row.used_at is not None, row.outcome)


def need_action(tx: Tx, request: str, action: str) -> Row:
    """An action of a request.

    Raises:
        Refuse: it has no such action.
    """
    row = find(tx, request, action)
    if row is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such action here."))
    return row


def find(tx: Tx, request: str, action: str) -> Row | None:
    """The same, or nothing."""
    return tx.one(_ACTION, the_id=action, the_request=request)


def step(tx: Tx, request: str) -> Row:
    """One more event of a request that changes no state."""
    moved = tx.one(_STEP, the_id=request, to_now=tx.now)
    assert moved is not None, "the lane kept the request"
    return moved
