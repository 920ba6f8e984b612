"""Who is speaking: from an account or a token to a person, and what that person is in a room."""

from dataclasses import dataclass

from sqlalchemy import bindparam, select, update

from relay.store.ids import new_owner
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import AccountRow, MemberRow, PersonRow, RoomRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.people import Account, Who

accounts, people, members, rooms = table(AccountRow), table(PersonRow), table(MemberRow), table(RoomRow)

_ACCOUNT = Sql(
    select(accounts.c.person, accounts.c.outside).where(
        accounts.c.platform == bindparam("the_platform"),
        accounts.c.tenant == bindparam("the_tenant"),
        accounts.c.subject == bindparam("the_subject"),
    )
)
_PERSON = Sql(select(people).where(people.c.id == bindparam("the_person")))
_NEW_PERSON = inserting(PersonRow)
_NEW_ACCOUNT = inserting(AccountRow)
_RENAME = Sql(
    update(accounts)
    .where(
        accounts.c.platform == bindparam("the_platform"),
        accounts.c.tenant == bindparam("the_tenant"),
        accounts.c.subject == bindparam("the_subject"),
    )
    .values(person=bindparam("to_person"), linked_at=bindparam("to_at"))
)
_MEMBER = Sql(
    select(members.c.role, rooms)
    .join_from(members, rooms, members.c.room == rooms.c.id)
    .where(
        members.c.room == bindparam("the_room"),
        members.c.person == bindparam("the_person"),
        members.c.removed_at.is_(None),
    )
)
_ROOMS_WITH = Sql(
    select(members.c.room).where(members.c.person == bindparam("the_person"), members.c.removed_at.is_(None))
)
_ACCOUNTS_OF = Sql(select(accounts).where(accounts.c.person == bindparam("the_person")))

NOBODY = ""
"""No person has this id: an account that nobody knows finds nothing, by the same queries (R2)."""

UNKNOWN = Problem(code=Code.unknown, detail="There is no such thing here.")


@dataclass(frozen=True)
class Speaker:
    """A person's own token, or an account that a connector vouches for."""

    person: str | None = None
    who: Who | None = None
    installation_owner: str | None = None

    @property
    def account(self) -> str:
        """How the audit log names the way in."""
        return str(self.who.account) if self.who else "token"


def identify(tx: Tx, speaker: Speaker) -> str:
    """The person who speaks, or `NOBODY`."""
    if speaker.who is None:
        return speaker.person or NOBODY
    row = _account(tx, speaker.who.account)
    return row.person if row else NOBODY


def _account(tx: Tx, account: Account) -> Row | None:
    return tx.one(
        _ACCOUNT, the_platform=account.platform, the_tenant=account.tenant, the_subject=account.subject
    )


def introduce(tx: Tx, who: Who) -> str:
    """The person behind an account; a new one for an account that was never seen (R7: nothing is guessed)."""
    row = _account(tx, who.account)
    if row is not None:
        return str(row.person)
    person = new_owner()
    tx.run(_NEW_PERSON, id=person, name=who.name, language=who.language, created_at=tx.now)
    add_account(tx, who, person)
    return person


def add_account(tx: Tx, who: Who, person: str) -> None:
    """Join an account to a person, whoever it was joined to before."""
    account = who.account
    if _account(tx, account) is not None:
        tx.run(
            _RENAME,
            the_platform=account.platform,
            the_tenant=account.tenant,
            the_subject=account.subject,
            to_person=person,
            to_at=tx.now,
        )
        return
    tx.run(
        _NEW_ACCOUNT,
        platform=account.platform,
        tenant=account.tenant,
        subject=account.subject,
        person=person,
        name=who.name,
        language=who.language,
        outside=who.outside,
        linked_at=tx.now,
    )


def new_person(tx: Tx, person: str, name: str, language: str) -> None:
    """Store a person under an id that was made before."""
    tx.run(_NEW_PERSON, id=person, name=name, language=language, created_at=tx.now)


def person_row(tx: Tx, person: str) -> Row | None:
    """A person's row."""
    return tx.one(_PERSON, the_person=person)


def accounts_of(tx: Tx, person: str) -> list[Row]:
    """The accounts of a person."""
    return tx.all(_ACCOUNTS_OF, the_person=person)


def rooms_with(tx: Tx, person: str) -> list[str]:
    """The rooms that a person is in."""
    return [str(row.room) for row in tx.all(_ROOMS_WITH, the_person=person)]


def membership(tx: Tx, room: str, person: str) -> Row | None:
    """The room with the person's role in it; nothing if there is no such room or no such member."""
    return tx.one(_MEMBER, the_room=room, the_person=person)


def need_member(tx: Tx, room: str, person: str) -> Row:
    """The same, or refuse as if the room did not exist (R2)."""
    row = membership(tx, room, person)
    if row is None:
        raise Refuse(UNKNOWN)
    return row


def need_owner(tx: Tx, room: str, person: str) -> Row:
    """The room, if the person owns it."""
    row = need_member(tx, room, person)
    if row.owner != person:
        raise Refuse(Problem(code=Code.owner_only, detail="Only the room's owner can do this."))
    return row
