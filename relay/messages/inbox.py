"""Inboxes: one for each receiver in each room (R12). What is put in stays, and the receiver's machine is told."""

from dataclasses import dataclass
from hashlib import sha256

from pydantic import BaseModel
from sqlalchemy import bindparam, func, select

from relay.messages import feed
from relay.messages.filing import Filing
from relay.store.ids import new_id
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import AgentRow, MessageRow
from relay.store.tx import Refuse, Tx, canonical
from relay.wire.base import Code, Problem
from relay.wire.messages import INBOX_LIMIT, ChangeKind, Voice

messages, agents = table(MessageRow), table(AgentRow)

AGENT = "agent:"
"""What an agent's name begins with where it is a sender or a receiver."""
RELAY = "relay"

FULL = Problem(
    code=Code.full,
    detail=f"{INBOX_LIMIT} messages wait unread in that inbox; nothing was sent. Send again when some are read.",
)

_NEW = inserting(MessageRow)
_KEYED = Sql(
    select(messages.c.id, messages.c.digest).where(
        messages.c.room == bindparam("the_room"),
        messages.c.sender == bindparam("the_sender"),
        messages.c.key == bindparam("the_key"),
    )
)
_OF_CHILD = Sql(select(messages.c.id).where(messages.c.child == bindparam("the_child")))
_UNREAD = (
    select(messages.c.id)
    .where(
        messages.c.receiver == bindparam("the_receiver"),
        messages.c.room == bindparam("the_room"),
        messages.c.read_at.is_(None),
    )
    .limit(INBOX_LIMIT)
    .subquery()
)
_COUNT = Sql(select(func.count().label("unread")).select_from(_UNREAD))
_MACHINE = Sql(select(agents.c.machine).where(agents.c.id == bindparam("the_agent")))
_MESSAGE = Sql(select(messages).where(messages.c.id == bindparam("the_id")))


@dataclass(frozen=True)
class Letter:
    """A message before it is one. ``key`` and ``digest`` make the same again be once (M4)."""

    owner: str
    room: str
    sender: str
    receiver: str
    voice: Voice
    body: str
    filing: Filing
    request: str | None = None
    reply_to: str | None = None
    child: str | None = None
    key: str | None = None
    digest: str = ""
    stops: bool = False


def actor_of(agent: str) -> str:
    """An agent as a sender or a receiver."""
    return AGENT + agent


def agent_in(actor: str) -> str | None:
    """The agent that a sender or a receiver is; nothing for a person."""
    return actor.removeprefix(AGENT) if actor.startswith(AGENT) else None


def digest_of(said: BaseModel) -> str:
    """What a sender wrote, as one hash; neither the key nor the number of the claim belongs to that."""
    return sha256(canonical(said.model_dump(mode="json", exclude={"key", "fence"})).encode()).hexdigest()


def sent_before(tx: Tx, room: str, sender: str, key: str | None, digest: str) -> str | None:
    """The message that a sender has sent under this key.

    Raises:
        Refuse: it had another content.
    """
    row = tx.one(_KEYED, the_room=room, the_sender=sender, the_key=key) if key is not None else None
    if row is not None and row.digest != digest:
        detail = "You have sent another message under this key; give this one a key of its own."
        raise Refuse(Problem(code=Code.conflict, detail=detail))
    return row.id if row else None


def end_told(tx: Tx, child: str) -> str | None:
    """The message that tells the end of a request, if it was sent already."""
    row = tx.one(_OF_CHILD, the_child=child)
    return row.id if row else None


def message_row(tx: Tx, message: str) -> Row | None:
    """One message."""
    return tx.one(_MESSAGE, the_id=message)


def put(tx: Tx, letter: Letter) -> str:
    """Put a message into an inbox, and tell the receiver's machine; gives its id.

    The end of a request always finds room: it must reach who asked for it.

    Raises:
        Refuse: the inbox is full; nothing was dropped.
    """
    if letter.child is None and _unread(tx, letter) >= INBOX_LIMIT:
        raise Refuse(FULL)
    message = new_id(letter.owner, tx.now)
    tx.run(
        _NEW,
        id=message,
        owner=letter.owner,
        room=letter.room,
        sender=letter.sender,
        request=letter.request,
        receiver=letter.receiver,
        voice=letter.voice,
        task=letter.filing.task,
        about=letter.filing.about,
        filed=letter.filing.filed,
        reply_to=letter.reply_to,
        child=letter.child,
        key=letter.key,
        digest=letter.digest,
        body=letter.body,
        stops=letter.stops,
        sent_at=tx.now,
        delivered_at=None,
        read_at=None,
        read_turn=None,
    )
    tell(tx, ChangeKind.message, message, letter.receiver)
    return message


def _unread(tx: Tx, letter: Letter) -> int:
    row = tx.one(_COUNT, the_receiver=letter.receiver, the_room=letter.room)
    return int(row.unread) if row else 0


def tell(tx: Tx, kind: ChangeKind, subject: str, *actors: str) -> None:
    """Tell the machines of those actors that are agents, each once."""
    machines = {machine_of(tx, agent) for actor in actors if (agent := agent_in(actor)) is not None}
    for machine in sorted(one for one in machines if one is not None):
        feed.append(tx, machine, kind, subject)


def machine_of(tx: Tx, agent: str) -> str | None:
    """The machine that an agent lives on."""
    row = tx.one(_MACHINE, the_agent=agent)
    return row.machine if row else None
