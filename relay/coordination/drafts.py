"""What people are just doing by hand with an agent: writing to it, entering a secret, working on its session (H2, H3).

Of a draft only that there is one is known here, and since when; its text stays where it is written.
"""

from sqlalchemy import bindparam, delete, select, update

from relay.messages import feed
from relay.requests.ask import check_role, choose_agent
from relay.rooms.people import Speaker, identify, need_member, need_owner
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import HandRow
from relay.store.tx import Tx
from relay.wire.messages import ChangeKind, Hand, HandKind

hands = table(HandRow)

FORGOTTEN = 10 * 60 * 1_000_000
"""Microseconds after which something that nobody has spoken of again is taken to be over: a page may be gone."""

_MINE = (
    hands.c.room == bindparam("the_room"),
    hands.c.agent == bindparam("the_agent"),
    hands.c.person == bindparam("the_person"),
    hands.c.kind == bindparam("the_kind"),
)
_ROW = Sql(select(hands).where(*_MINE))
_NEW = inserting(HandRow)
_SEEN = Sql(update(hands).where(*_MINE).values(since=bindparam("to_since"), seen_at=bindparam("to_now")))
_OVER = Sql(delete(hands).where(*_MINE).returning(hands.c.kind))
_OPEN = Sql(
    select(hands).where(
        hands.c.room == bindparam("the_room"),
        hands.c.agent == bindparam("the_agent"),
        hands.c.seen_at > bindparam("the_limit"),
    )
)


def signal(tx: Tx, speaker: Speaker, room: str, hand: Hand) -> None:
    """A person of the room begins or ends something by hand; entering a secret and working on a session are the owner's."""
    person = identify(tx, speaker)
    look = need_member if hand.kind is HandKind.draft else need_owner
    member = look(tx, room, person)
    check_role(member)  # who may only look writes to nobody, and holds nobody back
    agent = choose_agent(tx, member, hand.agent)
    names = {"the_room": room, "the_agent": agent.id, "the_person": person, "the_kind": hand.kind}
    if not hand.open:
        if tx.one(_OVER, **names) is not None:
            feed.append(tx, agent.machine, ChangeKind.look, agent.id, {"room": room})
        return
    row = tx.one(_ROW, **names)
    if row is None:
        about = {"room": room, "agent": agent.id, "person": person, "kind": hand.kind}
        tx.run(_NEW, since=tx.now, seen_at=tx.now, **about)
    else:
        since = row.since if row.seen_at > tx.now - FORGOTTEN else tx.now
        tx.run(_SEEN, to_since=since, to_now=tx.now, **names)


def at_hand(tx: Tx, room: str, agent: str) -> list[Row]:
    """What people are doing with an agent just now."""
    return tx.all(_OPEN, the_room=room, the_agent=agent, the_limit=tx.now - FORGOTTEN)
