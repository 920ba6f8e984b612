"""Accounts that a person leaves: a browser that is signed out is nobody's any more."""

from sqlalchemy import bindparam, delete

from relay.rooms.people import accounts, accounts_of, rooms_with
from relay.store.sql import Row, Sql
from relay.store.tx import Tx
from relay.wire.people import Account

_LEAVE = Sql(
    delete(accounts)
    .where(
        accounts.c.platform == bindparam("the_platform"),
        accounts.c.tenant == bindparam("the_tenant"),
        accounts.c.subject == bindparam("the_subject"),
        accounts.c.person == bindparam("the_person"),
    )
    .returning(accounts.c.subject)
)


def sign_out(tx: Tx, account: Account, person: str, everywhere: bool) -> None:
    """This account is nobody's any more, or all of the person's on this platform. The person stays in the rooms:
    what was asked stays theirs. Pages that are open end at once.
    """
    for row in accounts_of(tx, person):
        if _is(row, account) or (everywhere and row.platform == account.platform):
            _leave(tx, row, person)
    for room in rooms_with(tx, person):
        tx.wake(f"room:{room}")


def _is(row: Row, account: Account) -> bool:
    return (row.platform, row.tenant, row.subject) == (account.platform, account.tenant, account.subject)


def _leave(tx: Tx, row: Row, person: str) -> None:
    tx.one(
        _LEAVE,
        the_platform=row.platform,
        the_tenant=row.tenant,
        the_subject=row.subject,
        the_person=person,
    )
    left = Account(platform=row.platform, tenant=row.tenant, subject=row.subject)
    tx.audit(person, "signed out", person, account=str(left))
