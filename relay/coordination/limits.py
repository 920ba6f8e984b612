"""What the owner sets for rooms and permissions: may agents ask each other (D5), and how much a day (A6)."""

from sqlalchemy import bindparam, update

from relay.authority import allowance
from relay.rooms.people import Speaker, identify, need_owner
from relay.store.sql import Sql, table
from relay.store.tables import RoomRow
from relay.store.tx import Tx
from relay.wire.coordination import Allowance, RoomSwitch

rooms = table(RoomRow)

_SWITCH = Sql(
    update(rooms).where(rooms.c.id == bindparam("the_room")).values(agents_ask=bindparam("to_agents_ask"))
)


def let_agents_ask(tx: Tx, speaker: Speaker, room: str, wish: RoomSwitch) -> None:
    """Whether agents of a room may ask each other; what was asked before is not touched.

    Raises:
        Refuse: the speaker is not the room's owner.
    """
    person = identify(tx, speaker)
    row = need_owner(tx, room, person)
    tx.run(_SWITCH, the_room=room, to_agents_ask=wish.agents_ask)
    act = "agents may ask" if wish.agents_ask else "agents may not ask"
    tx.audit(row.owner, act, person, account=speaker.account, room=room)
    tx.wake(f"room:{room}")


def set_allowance(tx: Tx, speaker: Speaker, grant: str, wish: Allowance) -> None:
    """How much a standing permission lets through in one day of UTC.

    Raises:
        Refuse: the speaker has given no such permission.
    """
    person = identify(tx, speaker)
    row = allowance.allow(tx, person, grant, wish.allowance)
    units = {str(meter): amount for meter, amount in sorted(wish.allowance.items())}
    about = {"grant": grant, "person": row.person, "room": row.room, "allowance": units}
    tx.audit(row.owner, "budget changed", person, account=speaker.account, agent=row.agent, **about)
