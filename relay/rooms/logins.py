"""Command lines on other computers: a token of the person's for each, which goes alone or with all others."""

from sqlalchemy import bindparam, or_, update

from relay.rooms.tokens import credentials, hash_token, keep_credential, make_token
from relay.store.sql import Sql
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem

LOGIN = "login:"
"""How the name of such a token begins; the one that the set-up made has another, and stays."""

_OUT = Sql(
    update(credentials)
    .where(
        credentials.c.kind == "person",
        credentials.c.person == bindparam("the_person"),
        credentials.c.revoked_at.is_(None),
        credentials.c.name.startswith(LOGIN),
        or_(credentials.c.token_hash == bindparam("the_hash"), bindparam("the_all") == 1),
    )
    .values(revoked_at=bindparam("to_now"))
    .returning(credentials.c.name)
)

NO_LOGIN = Problem(code=Code.bad_request, detail="This token was not made for a login; it stays.")


def log_in(tx: Tx, person: str, name: str, account: str | None) -> str:
    """A new token of the person's own, for the computer of that name; the relay keeps its hash alone."""
    token = make_token("person")
    keep_credential(tx, token, "person", person, None, f"{LOGIN}{name}")
    tx.audit(person, "token made", person, account=account, kind="person", name=name)
    return token


def log_out(tx: Tx, person: str, token: str, account: str | None, *, everywhere: bool) -> None:
    """This token is nobody's any more, or none that was made for a login is.

    Raises:
        Refuse: it is the one that the set-up made.
    """
    rows = tx.all(_OUT, the_person=person, the_hash=hash_token(token), the_all=int(everywhere), to_now=tx.now)
    if not rows and not everywhere:
        raise Refuse(NO_LOGIN)
    for row in rows:
        tx.audit(person, "signed out", person, account=account, name=row.name.removeprefix(LOGIN))
