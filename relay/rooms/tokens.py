"""Tokens: opaque and random; the relay keeps only their hashes (S5)."""

import secrets
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import bindparam, select, update

from relay.store.sql import Sql, inserting, table
from relay.store.tables import CredentialRow, MachineRow
from relay.store.tx import Tx

credentials, machines = table(CredentialRow), table(MachineRow)

_CREDENTIAL = Sql(
    select(credentials).where(
        credentials.c.token_hash == bindparam("the_hash"), credentials.c.revoked_at.is_(None)
    )
)
_MACHINE = Sql(select(machines).where(machines.c.token_hash == bindparam("the_hash")))
_NEW = inserting(CredentialRow)
_REVOKE = Sql(
    update(credentials)
    .where(
        credentials.c.kind == bindparam("the_kind"),
        credentials.c.person == bindparam("the_person"),
        credentials.c.name == bindparam("the_name"),
        credentials.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("to_now"))
)


@dataclass(frozen=True, slots=True)
class Principal:
    """Whom a token belongs to. ``person`` is the owner for connectors and machines."""

    kind: str
    person: str
    platform: str = ""
    machine: str = ""


def make_token(kind: str) -> str:
    """A new token, 256 bits; its first letters say what it is for, so that a leak is recognised."""
    return f"muti_{kind}_{secrets.token_urlsafe(32)}"


def hash_token(token: str) -> str:
    """What the relay keeps of a token. Tokens are random, so a plain hash cannot be guessed back.

    What stands in a header need not be UTF-8; aiohttp shows such bytes as lone surrogates.
    """
    return sha256(token.encode(errors="surrogateescape")).hexdigest()


def keep_credential(tx: Tx, token: str, kind: str, person: str, platform: str | None, name: str) -> None:
    """Let a person's or a connector's token in."""
    tx.run(
        _NEW,
        token_hash=hash_token(token),
        kind=kind,
        person=person,
        platform=platform,
        name=name,
        created_at=tx.now,
        revoked_at=None,
    )


def revoke_credentials(tx: Tx, kind: str, person: str, name: str) -> None:
    """Let earlier tokens of the same purpose in no more."""
    tx.run(_REVOKE, the_kind=kind, the_person=person, the_name=name, to_now=tx.now)


def principal_of(tx: Tx, token_hash: str) -> Principal | None:
    """Whom a token belongs to, if it is one of ours and still good."""
    row = tx.one(_CREDENTIAL, the_hash=token_hash)
    if row is not None:
        return Principal(kind=row.kind, person=row.person, platform=row.platform or "")
    machine = tx.one(_MACHINE, the_hash=token_hash)
    if machine is None or _is_over(machine.revoked_at, machine.finish_until, tx.now):
        return None
    return Principal(kind="machine", person=machine.owner, machine=machine.id)


def _is_over(revoked_at: int | None, finish_until: int | None, now: int) -> bool:
    """A revoked machine may finish what it was running, within a limit (R10)."""
    return revoked_at is not None and (finish_until is None or finish_until <= now)
