"""What a first start brings into a store, and every later start finds there: the verbs of the set-up.

Each is one transaction and may be run again: what is there stays, what the configuration says anew is changed.
"""

from dataclasses import dataclass

from sqlalchemy import bindparam, select, update

from relay.rooms import machines, people, rooms
from relay.rooms.agents import add_agent, agents_of_owner, agents_of_room
from relay.rooms.people import Speaker
from relay.rooms.tokens import hash_token, keep_credential, principal_of
from relay.store.sql import Sql, table
from relay.store.tables import CredentialRow, MachineRow, PersonRow, RoomRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.machines import DeclaredAgent, NewMachine
from relay.wire.people import NewRoom

_people, _credentials = table(PersonRow), table(CredentialRow)
_machines, _rooms = table(MachineRow), table(RoomRow)

_OWNERS_NAMED = Sql(
    select(_people.c.id)
    .where(
        _people.c.name == bindparam("the_name"),
        _people.c.id.in_(select(_credentials.c.person).where(_credentials.c.kind == "person")),
    )
    .limit(2)
)
_RENAME = Sql(
    update(_people)
    .where(_people.c.id == bindparam("the_person"))
    .values(name=bindparam("to_name"), language=bindparam("to_language"))
)
_MACHINE_NAMED = Sql(
    select(_machines)
    .where(
        _machines.c.owner == bindparam("the_owner"),
        _machines.c.name == bindparam("the_name"),
        _machines.c.revoked_at.is_(None),
    )
    .order_by(_machines.c.id)
    .limit(1)
)
_MACHINE_OF = Sql(select(_machines).where(_machines.c.token_hash == bindparam("the_hash")))
_NEW_MACHINE_TOKEN = Sql(
    update(_machines)
    .where(_machines.c.id == bindparam("the_id"))
    .values(token_hash=bindparam("to_hash"), name=bindparam("to_name"))
)
_CHANGE_ROOM = Sql(
    update(_rooms)
    .where(_rooms.c.id == bindparam("the_id"))
    .values(
        approval_ttl=bindparam("to_ttl"),
        hears_outsiders=bindparam("to_hears"),
        default_agent=bindparam("to_default"),
    )
)

COMMAND_LINE = "command line"
REVOKED = (
    "This computer's access was revoked. To let it in again, delete the file 'machine' in the folder 'tokens' "
    "of the state folder, and start anew."
)
ACCOUNT = "set-up"
"""How the audit log names the way in."""


@dataclass(frozen=True)
class Owner:
    """The person whose installation this is."""

    name: str
    language: str


def find_owner(tx: Tx, token: str | None, name: str) -> str | None:
    """Whose installation this is: whose token is kept here, else the one owner of that name."""
    principal = principal_of(tx, hash_token(token)) if token else None
    if principal is not None and principal.kind == "person":
        return principal.person
    named = tx.all(_OWNERS_NAMED, the_name=name)
    return str(named[0].id) if len(named) == 1 else None


def settle_owner(tx: Tx, person: str, owner: Owner) -> None:
    """The owner is there, under this name."""
    row = people.person_row(tx, person)
    if row is None:
        people.new_person(tx, person, owner.name, owner.language)
    elif (row.name, row.language) != (owner.name, owner.language):
        tx.run(_RENAME, the_person=person, to_name=owner.name, to_language=owner.language)


def is_let_in(tx: Tx, token: str, kind: str, person: str) -> bool:
    """Whether a token is one of this owner's, of this kind."""
    principal = principal_of(tx, hash_token(token))
    return principal is not None and (principal.kind, principal.person) == (kind, person)


def let_in(tx: Tx, token: str, person: str, platform: str | None) -> None:
    """From now on this token is the owner's own, or that of the connector of a platform."""
    kind = "connector" if platform else "person"
    if not is_let_in(tx, token, kind, person):
        keep_credential(tx, token, kind, person, platform, platform or COMMAND_LINE)
        tx.audit(person, "token made", person, account=ACCOUNT, kind=kind, platform=platform)


def settle_machine(tx: Tx, person: str, token: str, name: str) -> str:
    """This computer, as the owner's machine of that token: the one there is, or a new one.

    Raises:
        Refuse: the owner has revoked it; coming back is the owner's act, not a restart's (R9).
    """
    known = tx.one(_MACHINE_OF, the_hash=hash_token(token))
    if known is not None and known.revoked_at is not None:
        raise Refuse(Problem(code=Code.unauthorized, detail=REVOKED))
    if known is not None and known.owner == person:
        return str(known.id)
    row = tx.one(_MACHINE_NAMED, the_owner=person, the_name=name)
    machine = row.id if row else machines.register(tx, Speaker(person=person), NewMachine(name=name)).machine
    tx.run(_NEW_MACHINE_TOKEN, the_id=machine, to_hash=hash_token(token), to_name=name)
    if row:
        tx.audit(person, "machine token renewed", person, account=ACCOUNT, machine=machine, name=name)
    return str(machine)


def declare(tx: Tx, machine: str, person: str, declared: list[DeclaredAgent]) -> None:
    """The agents of this computer, so that rooms can have them before its daemon has said hello."""
    machines.declare_agents(tx, machine, person, declared)


def settle_room(tx: Tx, person: str, wanted: NewRoom) -> str:
    """A room of that name, with these agents beside those that it has.

    An agent that lives elsewhere joins at a start after its machine has declared it.
    """
    mine = {agent.handle: agent.id for agent in agents_of_owner(tx, person)}
    handles = [handle for handle in wanted.agents if handle in mine]
    row = rooms.room_named(tx, person, wanted.name)
    if row is None:
        return rooms.make_room(tx, person, wanted.model_copy(update={"agents": handles}), ACCOUNT)
    there = {agent.id for agent in agents_of_room(tx, row.id)}
    for handle in handles:
        if mine[handle] not in there:
            add_agent(tx, row.id, mine[handle])
    tx.run(
        _CHANGE_ROOM,
        the_id=row.id,
        to_ttl=int(wanted.approval_ttl) if wanted.approval_ttl else None,
        to_hears=wanted.hears_outsiders,
        to_default=handles[0] if handles else row.default_agent,
    )
    return str(row.id)
