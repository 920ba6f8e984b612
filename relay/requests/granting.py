"""The owner's answer to the card of a spent budget: more, over the whole chain, or the end of the request."""

import json

from sqlalchemy import bindparam, update

from relay.authority import budget, chain
from relay.executions import State
from relay.requests import actions, chains, endings, moves
from relay.requests.actions import actions as rows
from relay.rooms.people import Speaker
from relay.store.sql import Row, Sql, literal
from relay.store.tx import Tx
from relay.wire.base import Problem
from relay.wire.executions import Meter
from relay.wire.requests import ActionState, DecideAction

_USED = Sql(
    update(rows)
    .where(rows.c.id == bindparam("the_id"))
    .values(used_at=bindparam("to_now"), outcome=literal(State.done), outcome_at=bindparam("to_now"))
)


def decide(tx: Tx, speaker: Speaker, request: str, action: str, decided: DecideAction) -> Problem | None:
    """The owner's answer to any card of an action; to one of a budget it is more, or the end of the request."""
    before = actions.find(tx, request, action)
    problem = actions.decide(tx, speaker, request, action, decided)
    after = actions.find(tx, request, action)
    if problem is not None or before is None or after is None or after.meter is None:
        return problem
    if before.state == after.state:
        return None
    if after.state == ActionState.allowed:
        _grant_more(tx, speaker, request, after)
    else:
        reason = decided.reason or f"no more {after.meter} was granted"
        endings.cancel_as(tx, request, after.owner, speaker.account, reason)
    return None


def _grant_more(tx: Tx, speaker: Speaker, request: str, card: Row) -> None:
    """The owner grants more, over the whole chain, and that is on the record (U2)."""
    links = chain.chain_of(tx, chains.delegation_of(tx, chains.request_row(tx, request)))
    meter, units = Meter(card.meter), granted_more(card)
    chain.keep(tx, budget.more(chain.nodes(links), meter, units))
    tx.run(_USED, the_id=card.id, to_now=tx.now)
    body = {"meter": str(meter), "more": units, "action": card.id, "delegation": links[0].row.id}
    moves.record(tx, actions.step(tx, request), "budget_raised", card.owner, body, account=speaker.account)


def granted_more(card: Row) -> int:
    """How much more a card is about, in the units of its meter."""
    return int(dict(json.loads(card.facts))["more"])
