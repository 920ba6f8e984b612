"""Durable executions: one start, one debit, one outcome; what is unknown stays so until the owner settles it (E).

Read-then-write is safe here: the owner's lane runs one verb at a time.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select, update

from relay import executions as table_of_states
from relay import outbox
from relay.authority import chain, ledger
from relay.authority.ledger import BudgetSpent
from relay.executions import By, Command, Illegal, State
from relay.requests import actions, budgets
from relay.requests.actions import actions as rows
from relay.requests.actions import state_of
from relay.requests.chains import charge_known, delegation_of, hold, need_authority, request_row
from relay.requests.running import need_running
from relay.store.sql import Row, Sql, literal
from relay.store.tx import Refuse, Tx, canonical
from relay.wire.base import Code, Problem
from relay.wire.executions import Effect, Meter
from relay.wire.machines import ActionAnswer, UseAction
from relay.wire.requests import ActionState

SHOWN_CHARACTERS = 500
"""Of an action, to the agent that is told of it when its session goes on."""

_START = Sql(
    update(rows)
    .where(rows.c.id == bindparam("the_id"), rows.c.used_at.is_(None), rows.c.outcome.is_(None))
    .values(
        used_at=bindparam("to_now"),
        reserved=bindparam("to_reserved"),
        delegation=bindparam("to_delegation"),
    )
    .returning(rows.c.id)
)
_END = Sql(
    update(rows)
    .where(rows.c.id == bindparam("the_id"))
    .values(
        outcome=bindparam("to_outcome"), exit_code=bindparam("to_exit_code"), outcome_at=bindparam("to_now")
    )
)
_STARTED = Sql(
    select(rows)
    .where(rows.c.request == bindparam("the_request"), rows.c.used_at.is_not(None))
    .order_by(rows.c.used_at, rows.c.id)
)
_UNUSED = Sql(
    update(rows)
    .where(
        rows.c.request == bindparam("the_request"),
        rows.c.state == literal(ActionState.allowed),
        rows.c.used_at.is_(None),
        rows.c.outcome.is_(None),
    )
    .values(outcome=literal(State.cancelled), outcome_at=bindparam("to_now"))
)
_COMMANDS = {
    State.done: Command.succeed,
    State.failed: Command.fail,
    State.cancelled: Command.withdraw,
    State.unknown: Command.lose,
}


# -- the start --------------------------------------------------------------------------------------------------


def start(tx: Tx, machine: str, request: str, action: str, wish: UseAction) -> ActionAnswer | Problem:
    """An approved action happens now: authority and budget are looked at again over the whole chain, the start and
    the debit are one transaction, and neither comes a second time (E1, E2).

    A spent budget is a problem that asks the owner for more.

    Raises:
        Refuse: it may not start, or did so before; nothing is changed.
    """
    row = need_running(tx, machine, request, wish.fence)
    asked = actions.need_action(tx, request, action)
    _check_approval(tx, row, asked, wish)
    links = need_authority(tx, row, wish.delegation, asked.kind, asked.tool)
    reserved = {**wish.reserve, Meter.tool_calls: max(1, wish.reserve.get(Meter.tool_calls, 1))}
    try:
        hold(tx, links, reserved)
    except BudgetSpent as spent:
        budgets.ask_more(tx, row, links, spent.meter, spent.wanted)
        return Problem(code=Code.spent, detail=str(spent))
    under = links[0].row.id
    started = tx.one(
        _START, the_id=action, to_now=tx.now, to_reserved=canonical(reserved), to_delegation=under
    )
    assert started is not None, "the lane kept the action"
    tx.audit(
        row.owner,
        "action used",
        f"machine:{machine}",
        request=request,
        agent=row.agent,
        action=action,
        kind=asked.kind,
        digest=asked.digest,
        reserved=reserved,
        delegation=under,
    )
    return actions.answer_of(asked)


def _check_approval(tx: Tx, row: Row, asked: Row, wish: UseAction) -> None:
    """The approval is for this input, was not used, and has not grown old; the request is not being stopped."""
    try:
        table_of_states.advance(state_of(asked), Command.start, By.machine)
    except Illegal as illegal:
        detail = "This approval is not there, or it was used already."
        raise Refuse(Problem(code=Code.used, detail=detail, state=asked.state, at=asked.used_at)) from illegal
    if asked.digest != wish.digest:
        detail = "This approval is for another input."
        raise Refuse(Problem(code=Code.used, detail=detail, state=asked.state))
    if tx.now >= asked.decided_at + (asked.deadline - asked.asked_at):
        detail = "This approval is too old by now; ask again."
        raise Refuse(Problem(code=Code.expired, detail=detail, state=asked.state, at=asked.decided_at))
    if row.cancel_at is not None:
        raise Refuse(Problem(code=Code.late, detail="The request is being stopped.", state=row.state))


def count(
    tx: Tx, row: Row, known: str | None, used: Mapping[Meter, int], *, ends: bool = False
) -> str | None:
    """Something was used outside of executions: counted, whatever the limit. ``known`` is the delegation that the
    daemon knew. Gives the owner's card, where a meter has run out and the request does not end with it."""
    spent = {meter: amount for meter, amount in used.items() if amount}
    if not spent:
        return None
    links, left = charge_known(tx, row, known, lambda kept: ledger.spend(kept, spent))
    out = [meter for meter, units in left.items() if units < 1]
    return budgets.ask_more(tx, row, links, out[0]) if out and not ends else None


# -- the outcome ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What a machine, or the end of a request, says of a started action."""

    state: State
    exit_code: int | None = None
    used: Mapping[Meter, int] | None = None


def heard(tx: Tx, row: Row, body: Mapping[str, Any]) -> None:
    """A machine's report of an outcome. One that fits no action of this request, or comes again, changes nothing."""
    found = [one for one in started(tx, row.id) if one.id == body.get("action")]
    said = body.get("outcome")
    if found and said in set(_COMMANDS):
        exit_code = body.get("exit_code")
        code = exit_code if type(exit_code) is int and abs(exit_code) < 2**31 else None
        used = ledger.amounts_of(body["used"]) if "used" in body else None
        _end(tx, row, found[0], Outcome(State(said), code, used), By.machine)


def lose(tx: Tx, row: Row) -> None:
    """The request has ended: what had started and has no outcome never gets one from a machine (E3)."""
    for one in started(tx, row.id):
        if state_of(one) is State.running:
            _end(tx, row, one, Outcome(State.unknown), By.relay)
    tx.run(_UNUSED, the_request=row.id, to_now=tx.now)


def started(tx: Tx, request: str) -> list[Row]:
    """The actions of a request whose start is on the record."""
    return tx.all(_STARTED, the_request=request)


def _end(tx: Tx, row: Row, one: Row, outcome: Outcome, by: By) -> None:
    try:
        state = table_of_states.advance(state_of(one), _COMMANDS[outcome.state], by)
    except Illegal:
        return
    tx.run(_END, the_id=one.id, to_outcome=state, to_exit_code=outcome.exit_code, to_now=tx.now)
    settle_use(tx, one, state, outcome.used)
    tx.audit(
        row.owner,
        "action outcome",
        f"machine:{row.machine}" if by is By.machine else "relay",
        request=row.id,
        agent=row.agent,
        action=one.id,
        result=state,
        exit_code=outcome.exit_code,
    )
    if state is State.unknown:
        outbox.show_to_owner(tx, outbox.Subject(row.id, row.owner, row.room, row.seq))


def settle_use(tx: Tx, one: Row, state: State, used: Mapping[Meter, int] | None) -> None:
    """What an outcome does to the budget: an unknown one keeps all of its reservation (E5)."""
    if state is State.unknown:
        return
    reserved = ledger.amounts_of(json.loads(one.reserved or "{}"))
    spent = {} if state is State.cancelled else {**reserved, **(used or {})}
    chain.charge(tx, _delegation_of(tx, one), lambda kept: ledger.use(kept, reserved, spent))


def _delegation_of(tx: Tx, one: Row) -> str:
    """The delegation at whose authority an action started (D10); of an older relay's, that of its request."""
    return str(one.delegation or delegation_of(tx, request_row(tx, one.request)))


def effects(tx: Tx, request: str) -> list[Effect]:
    """The started actions whose outcome is not known, or was settled: what who goes on with the request must know."""
    return [
        Effect(
            action=one.id,
            call=one.call,
            kind=one.kind,
            shown=one.shown[:SHOWN_CHARACTERS],
            state=state_of(one),
            settled_at=one.settled_at,
        )
        for one in started(tx, request)
        if state_of(one) in (State.running, State.unknown) or one.settled_at is not None
    ]
