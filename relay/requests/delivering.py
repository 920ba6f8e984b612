"""A message reaches an inbox, and what hangs on it: who waited for it, what the room sees, whose turn it is."""

from sqlalchemy import bindparam, select

from relay.messages.filing import Filing
from relay.messages.inbox import Letter, actor_of, agent_in, digest_of, end_told, put
from relay.requests import moves, waiting
from relay.store.sql import Row, Sql, table
from relay.store.tables import AgentRow, PersonRow
from relay.store.tx import Tx
from relay.wire.messages import BODY_CHARACTERS, Filed, Voice

__all__ = ["actor_of", "agent_in", "child_ended", "deliver", "digest_of", "name_of"]

agents, people = table(AgentRow), table(PersonRow)

TOLD_CHARACTERS = 2_000
"""Of a message, on a timeline; the inbox has all of it."""

PEOPLE = (Voice.owner, Voice.requester)
"""Whose message is a turn's reason by itself: what they say to their own request (H1 is about agents)."""

_EVENT = moves.change()
_HANDLE = Sql(select(agents.c.handle).where(agents.c.id == bindparam("the_agent")))
_NAME = Sql(select(people.c.name).where(people.c.id == bindparam("the_person")))


def deliver(tx: Tx, letter: Letter) -> str:
    """Put a message into its inbox; gives its id.

    Raises:
        Refuse: the inbox is full; nothing was changed.
    """
    message = put(tx, letter)
    for subject in (letter.reply_to, letter.child):
        if subject is not None:
            waiting.answered(tx, subject)
    if letter.voice in PEOPLE and letter.filing.task is not None:
        waiting.make_ready(tx, letter.filing.task)
    _show(tx, letter, message)
    return message


def _show(tx: Tx, letter: Letter, message: str) -> None:
    """On the timelines of the task that it belongs to and of the request that it was sent under (T1)."""
    body = {
        "message": message,
        "from": name_of(tx, letter.sender),
        "to": name_of(tx, letter.receiver),
        "text": letter.body[:TOLD_CHARACTERS],
        **({"stops": True} if letter.stops else {}),
    }
    told = (letter.filing.task, letter.request if letter.child is None else None)
    for request in dict.fromkeys(one for one in told if one is not None):
        row = tx.one(_EVENT, the_id=request, to_now=tx.now)
        if row is not None:
            tx.event(row.id, row.seq, "message", letter.sender, body)
            moves.show(tx, row)


def name_of(tx: Tx, actor: str) -> str:
    """What people call a sender or a receiver."""
    agent = agent_in(actor)
    if agent is not None:
        row = tx.one(_HANDLE, the_agent=agent)
        return str(row.handle) if row else actor
    row = tx.one(_NAME, the_person=actor)
    return str(row.name) if row else actor


def child_ended(tx: Tx, child: Row, parent: str, agent: str, text: str) -> str:
    """Tell the session that asked for a request that it is over; once, however often this is called (D5).

    ``parent`` is the task that asked, ``agent`` whose it is, ``child`` the request's row, ``text`` what came of it.
    The message has a place in any inbox, waits there for as long as it takes, and makes a parent that has yielded
    first in line.
    """
    known = end_told(tx, child.id)
    if known is not None:
        return known
    return deliver(
        tx,
        Letter(
            owner=child.owner,
            room=child.room,
            sender=actor_of(child.agent),
            receiver=actor_of(agent),
            voice=Voice.agent,
            body=text[:BODY_CHARACTERS],
            filing=Filing(parent, parent, Filed.named),
            request=child.id,
            child=child.id,
        ),
    )
