"""The owner settles what is unknown: it happened, it did not, or the agent looks first (E3, E4)."""

import json

from sqlalchemy import bindparam, update

from relay import executions as table_of_states
from relay.executions import By, Command, Illegal, State
from relay.requests import actions, ask, executions, moves
from relay.requests.actions import actions as rows
from relay.rooms.agents import agents_of_room
from relay.rooms.people import Speaker, identify, membership
from relay.store.sql import Row, Sql
from relay.store.tx import Tx
from relay.wire.base import Code, Problem
from relay.wire.executions import Settle, Settlement
from relay.wire.requests import Spot

_SETTLE = Sql(
    update(rows)
    .where(rows.c.id == bindparam("the_id"))
    .values(
        outcome=bindparam("to_outcome"),
        settled_at=bindparam("to_now"),
        settled_by=bindparam("to_by"),
        settled_key=bindparam("to_key"),
        evidence=bindparam("to_evidence"),
    )
)
_LOOK = Sql(update(rows).where(rows.c.id == bindparam("the_id")).values(looked=bindparam("to_looked")))
_COMMANDS = {Settlement.happened: Command.confirm, Settlement.did_not: Command.rule_out}


def settle(tx: Tx, speaker: Speaker, request: str, action: str, says: Settle, ttl: float) -> Problem | None:
    """The owner's word on an unknown outcome, with its evidence; or a request that has the agent look first.

    Saying the same again with the same key is as once. ``ttl`` is how long approvals wait, in seconds.
    """
    person = identify(tx, speaker)
    row = moves.visible(tx, request, person)
    one = actions.need_action(tx, request, action)
    if person != row.owner or (speaker.who and speaker.who.bot):
        about = {"request": request, "action": action, "result": "not the owner"}
        tx.audit(row.owner, "settlement refused", person, account=speaker.account, **about)
        return Problem(code=Code.owner_only, detail="Only the room's owner can settle this.")
    if says.settlement is Settlement.look:
        return _look(tx, speaker, row, one, says, ttl)
    return _settle(tx, speaker, row, one, says)


def _settle(tx: Tx, speaker: Speaker, row: Row, one: Row, says: Settle) -> Problem | None:
    try:
        state = table_of_states.advance(actions.state_of(one), _COMMANDS[says.settlement], By.owner)
    except Illegal:
        same = one.settled_key == says.key and one.outcome == _target(says.settlement)
        return None if same else _not_unknown(tx, one)
    evidence = says.evidence or None
    tx.run(
        _SETTLE,
        the_id=one.id,
        to_outcome=state,
        to_now=tx.now,
        to_by=row.owner,
        to_key=says.key,
        to_evidence=evidence,
    )
    # What did not happen has used nothing; what did is taken for all that was reserved (E5).
    used = {} if state is State.done else dict.fromkeys(json.loads(one.reserved or "{}"), 0)
    executions.settle_use(tx, one, state, used)
    body = {"action": one.id, "kind": one.kind, "digest": one.digest, "settlement": says.settlement}
    if evidence:
        body["evidence"] = evidence
    _record(tx, speaker, row, "settled", body)
    return None


def _look(tx: Tx, speaker: Speaker, row: Row, one: Row, says: Settle, ttl: float) -> Problem | None:
    """A request of the owner's own to the same agent, which comes with this one as its context (Q5)."""
    if actions.state_of(one) is not State.unknown:
        return _not_unknown(tx, one)
    origin = f"look:{one.id}:{says.key}"
    if ask.asked_at(tx, origin) is not None:
        return None
    room = membership(tx, row.room, row.owner)
    agents = [agent for agent in agents_of_room(tx, row.room) if agent.id == row.agent]
    if room is None or not agents:
        return Problem(code=Code.no_agent, detail="That agent is no longer in this room.")
    spot = Spot.model_validate_json(row.spot)
    wanted = ask.Wanted(
        room=room,
        agent=agents[0],
        person=row.owner,
        account=speaker.account,
        outside=False,
        language=speaker.who.language if speaker.who else "en",
        origin=origin,
        spot=spot.model_copy(update={"thread": spot.thread or spot.message}),
        prompt=says.ask,
        attachments=(),
        quoted=(),
    )
    looking = ask.create(tx, wanted, ttl)
    tx.run(_LOOK, the_id=one.id, to_looked=looking)
    _record(tx, speaker, row, "looking", {"action": one.id, "kind": one.kind, "looking": looking})
    return None


def _record(tx: Tx, speaker: Speaker, row: Row, kind: str, body: dict[str, str]) -> None:
    moved = actions.step(tx, row.id)
    moves.record(tx, moved, kind, row.owner, body, account=speaker.account)
    if row.machine is not None:
        tx.wake(moves.machine_topic(row.machine))


def _target(settlement: Settlement) -> State:
    return table_of_states.advance(State.unknown, _COMMANDS[settlement], By.owner)


def _not_unknown(tx: Tx, one: Row) -> Problem:
    state = actions.state_of(one)
    return Problem(
        code=Code.late,
        detail=f"This action is {state}; only an unknown outcome is settled.",
        state=state,
        by=moves.name_of(tx, one.settled_by),
        at=one.settled_at or one.outcome_at,
    )
