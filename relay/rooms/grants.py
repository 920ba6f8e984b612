"""Standing permissions: "Allow always" is one person, one agent, one room (A6)."""

import json

from sqlalchemy import bindparam, select, update

from relay.rooms.people import Speaker, identify
from relay.store.ids import new_id
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import AgentRow, GrantRow, PersonRow, RoomRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.people import GrantView

grants, people, agents, rooms = table(GrantRow), table(PersonRow), table(AgentRow), table(RoomRow)

_LIVE = Sql(
    select(grants).where(
        grants.c.room == bindparam("the_room"),
        grants.c.agent == bindparam("the_agent"),
        grants.c.person == bindparam("the_person"),
        grants.c.revoked_at.is_(None),
    )
)
_NEW = inserting(GrantRow)
_USE = Sql(update(grants).where(grants.c.id == bindparam("the_id")).values(uses=grants.c.uses + 1))
_REVOKE = Sql(
    update(grants)
    .where(
        grants.c.id == bindparam("the_id"),
        grants.c.owner == bindparam("the_owner"),
        grants.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("to_now"))
    .returning(grants)
)
_OF_PERSON = Sql(
    select(grants.c.id).where(
        grants.c.room == bindparam("the_room"),
        grants.c.person == bindparam("the_person"),
        grants.c.revoked_at.is_(None),
    )
)
_OF_AGENT = Sql(
    select(grants.c.id).where(
        grants.c.room == bindparam("the_room"),
        grants.c.agent == bindparam("the_agent"),
        grants.c.revoked_at.is_(None),
    )
)
_LIST = Sql(
    select(
        grants,
        people.c.name.label("person_name"),
        agents.c.handle,
        rooms.c.name.label("room_name"),
    )
    .join_from(grants, people, people.c.id == grants.c.person)
    .join(agents, agents.c.id == grants.c.agent)
    .join(rooms, rooms.c.id == grants.c.room)
    .where(grants.c.owner == bindparam("the_owner"))
    .order_by(grants.c.id.desc())
    .limit(500)
)


def live_grant(tx: Tx, room: str, agent: str, person: str) -> Row | None:
    """The grant that stands, if one does."""
    return tx.one(_LIVE, the_room=room, the_agent=agent, the_person=person)


def use_grant(tx: Tx, grant: str) -> None:
    """A request was let through by a grant."""
    tx.run(_USE, the_id=grant)


def give_grant(tx: Tx, request: Row, account: str) -> None:
    """The owner said "Allow always" to the person who asked; saying it twice is one grant."""
    if live_grant(tx, request.room, request.agent, request.asker) is not None:
        return
    grant = new_id(request.owner, tx.now)
    tx.run(
        _NEW,
        id=grant,
        owner=request.owner,
        room=request.room,
        agent=request.agent,
        person=request.asker,
        created_at=tx.now,
        revoked_at=None,
        uses=0,
    )
    tx.audit(
        request.owner,
        "granted",
        request.owner,
        account=account,
        request=request.id,
        agent=request.agent,
        grant=grant,
        person=request.asker,
        room=request.room,
    )


def revoke(tx: Tx, speaker: Speaker, grant: str) -> Row:
    """Take a grant back; what it has queued is the caller's to cancel (A6)."""
    person = identify(tx, speaker)
    row = tx.one(_REVOKE, the_id=grant, the_owner=person, to_now=tx.now)
    if row is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such standing permission."))
    tx.audit(
        row.owner,
        "grant revoked",
        person,
        account=speaker.account,
        agent=row.agent,
        grant=row.id,
        person=row.person,
        room=row.room,
    )
    return row


def revoke_all(tx: Tx, room: str, person: str, owner: str) -> None:
    """Take back all that a person has in a room."""
    for row in tx.all(_OF_PERSON, the_room=room, the_person=person):
        tx.one(_REVOKE, the_id=row.id, the_owner=owner, to_now=tx.now)


def revoke_agent(tx: Tx, room: str, agent: str, owner: str) -> None:
    """Take back all that anybody has on an agent in a room."""
    for row in tx.all(_OF_AGENT, the_room=room, the_agent=agent):
        tx.one(_REVOKE, the_id=row.id, the_owner=owner, to_now=tx.now)


def take_back(tx: Tx, owner: str, grant: str) -> None:
    """One that the clock or a restore takes back, not a tap."""
    tx.one(_REVOKE, the_id=grant, the_owner=owner, to_now=tx.now)


def list_grants(tx: Tx, owner: str) -> list[GrantView]:
    """The owner's grants, newest first."""
    return [
        GrantView(
            grant=row.id,
            person=row.person,
            person_name=row.person_name,
            agent=row.agent,
            handle=row.handle,
            room=row.room,
            room_name=row.room_name,
            created_at=row.created_at,
            revoked_at=row.revoked_at,
            uses=row.uses,
            allowance=json.loads(row.allowance) if row.allowance else {},
        )
        for row in tx.all(_LIST, the_owner=owner)
    ]
