"""A spent budget asks the owner: more, or stop. The card is that of an action, so every place can show it (E, P3).

Nobody but the relay makes such a card: it is known by its meter, and not by anything that a machine says. What the
owner's answer does is in `relay.requests.granting`.
"""

import hashlib

from sqlalchemy import bindparam, select

from relay import outbox
from relay.authority import chain
from relay.authority.chain import Links
from relay.requests import actions, moves
from relay.requests.actions import actions as rows
from relay.store.ids import new_id
from relay.store.sql import Row, Sql, inserting, literal, table
from relay.store.tables import ActionRow, AgentRow
from relay.store.tx import Tx, canonical
from relay.wire.executions import Meter
from relay.wire.requests import ActionState

KIND = "budget"
LIFETIME = 24 * 3600 * 1_000_000
"""How long the question waits, in microseconds; asked again by the next call that needs it (P4)."""

agents = table(AgentRow)

_DIRECTORY = Sql(select(agents.c.directory).where(agents.c.id == bindparam("the_agent")))
_WAITING = Sql(
    select(rows).where(
        rows.c.request == bindparam("the_request"),
        rows.c.meter == bindparam("the_meter"),
        rows.c.state == literal(ActionState.pending),
    )
)
_NEW = inserting(ActionRow)


def ask_more(tx: Tx, row: Row, links: Links, meter: Meter, needed: int = 1) -> str:
    """The owner's card for one meter that has run out; gives its id. One at a time."""
    waiting = tx.one(_WAITING, the_request=row.id, the_meter=meter)
    if waiting is not None:
        return str(waiting.id)
    made = new_id(row.owner, tx.now)
    limit, more = _limits(links, meter, needed)
    facts = [["meter", str(meter)], ["granted", str(limit)], ["more", str(more)]]
    digest = hashlib.sha256(canonical([made, row.id, facts]).encode()).hexdigest()
    directory = tx.one(_DIRECTORY, the_agent=row.agent)
    tx.run(
        _NEW,
        id=made,
        owner=row.owner,
        request=row.id,
        call=f"{KIND}:{made}",
        digest=digest,
        kind=KIND,
        tool=KIND,
        shown=f"{meter}: {limit} + {more}",
        whole=True,
        directory=directory.directory if directory is not None else "",
        reason=f"All that was granted of {meter} is used. Allow {more} more, or deny to stop.",
        facts=canonical(facts),
        state=ActionState.pending,
        asked_at=tx.now,
        deadline=tx.now + LIFETIME,
        meter=meter,
        delegation=row.delegation,
    )
    moved = actions.step(tx, row.id)
    body = {"action": made, "kind": KIND, "digest": digest, "meter": str(meter)}
    moves.record(tx, moved, "action_asked", "relay", body)
    outbox.show_to_owner(tx, outbox.Subject(row.id, row.owner, row.room, moved.seq))
    return made


def _limits(links: Links, meter: Meter, needed: int) -> tuple[int, int]:
    """The limit that stands in the way, and how much more is asked for: as much again, or what is needed."""
    for node in chain.nodes(links):
        account = node.ledger.get(meter)
        if account is not None and account.granted is not None:
            over = max(0, account.held + account.spent - account.granted)
            return account.granted, max(account.granted, needed + over)
    return 0, max(1, needed)
