"""Invitations and account links: one-time secrets that let somebody in (R5, R7)."""

import secrets

from sqlalchemy import bindparam, select, update

from relay.rooms import observers
from relay.rooms.codes import ALPHABET, code_of, plain_code, random_code
from relay.rooms.members import add_member
from relay.rooms.people import Speaker, add_account, identify, introduce, need_owner
from relay.rooms.tokens import hash_token
from relay.store.ids import new_id, owner_of
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import InviteRow, LinkRow, MemberRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.people import Account, InviteView, LinkCode, LinkView, NewInvite, Role, Who

invites, links, members = table(InviteRow), table(LinkRow), table(MemberRow)

LINK_SECONDS = 600
_NEW = inserting(InviteRow)
_OF_ROOM = Sql(
    select(invites).where(invites.c.room == bindparam("the_room")).order_by(invites.c.id.desc()).limit(200)
)
_BY_TOKEN = Sql(select(invites).where(invites.c.token_hash == bindparam("the_hash")))
_TAKE = Sql(
    update(invites)
    .where(
        invites.c.id == bindparam("the_id"),
        invites.c.uses_left > 0,
        invites.c.revoked_at.is_(None),
        invites.c.expires_at > bindparam("the_now"),
    )
    .values(uses_left=invites.c.uses_left - 1)
    .returning(invites.c.id)
)
_REVOKE = Sql(
    update(invites)
    .where(
        invites.c.id == bindparam("the_id"),
        invites.c.room == bindparam("the_room"),
        invites.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("to_now"))
    .returning(invites.c.id)
)
_NEW_LINK = inserting(LinkRow)
_LINK = Sql(select(links).where(links.c.code_hash == bindparam("the_hash")))
_REDEEM = Sql(
    update(links)
    .where(links.c.code_hash == bindparam("the_hash"), links.c.subject.is_(None))
    .values(
        platform=bindparam("to_platform"),
        tenant=bindparam("to_tenant"),
        subject=bindparam("to_subject"),
        name=bindparam("to_name"),
        confirmed_at=bindparam("to_confirmed"),
    )
)
_CONFIRM = Sql(
    update(links)
    .where(links.c.code_hash == bindparam("the_hash"), links.c.confirmed_at.is_(None))
    .values(confirmed_at=bindparam("to_now"))
    .returning(links)
)
_MEMBERSHIPS = Sql(
    select(members).where(members.c.person == bindparam("the_person"), members.c.removed_at.is_(None))
)

OWNERS = Problem(
    code=Code.not_yours, detail="This account is the owner of rooms; it cannot become somebody else's."
)
BAD_CODE = Problem(code=Code.unknown, detail="That code is wrong or has run out. Ask for a new one.")


def invite(tx: Tx, speaker: Speaker, room: str, new: NewInvite) -> InviteView:
    """An invitation; its token is in this answer and nowhere else."""
    person = identify(tx, speaker)
    row = need_owner(tx, room, person)
    token = code_of(room, new.key) if new.key else random_code()
    known = tx.one(_BY_TOKEN, the_hash=hash_token(token))
    if known is not None:
        return _seen(known).model_copy(update={"token": token})
    made = new_id(row.owner, tx.now)
    expires = tx.now + int(new.lifetime * 1_000_000)
    role = Role.member if new.role is Role.owner else new.role  # a room has one owner (R1)
    stored = observers.OBSERVER if new.observes else role
    tx.run(
        _NEW,
        id=made,
        room=room,
        role=stored,
        token_hash=hash_token(token),
        uses_left=new.uses,
        expires_at=expires,
        revoked_at=None,
        created_at=tx.now,
    )
    tx.audit(row.owner, "invited", person, account=speaker.account, room=room, invite=made, role=stored)
    return InviteView(
        invite=made,
        room=room,
        role=_role(stored),
        uses_left=new.uses,
        expires_at=expires,
        token=token,
        observes=new.observes,
    )


def invites_of(tx: Tx, room: str) -> list[InviteView]:
    """The invitations of a room, newest first, without their tokens."""
    return [_seen(row) for row in tx.all(_OF_ROOM, the_room=room)]


def _role(stored: str) -> Role:
    """An observer's is told as the least that clients know."""
    return Role.watcher if stored == observers.OBSERVER else Role(stored)


def _seen(row: Row) -> InviteView:
    return InviteView(
        invite=row.id,
        room=row.room,
        role=_role(row.role),
        observes=row.role == observers.OBSERVER,
        uses_left=row.uses_left,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
    )


def revoke_invite(tx: Tx, speaker: Speaker, room: str, name: str) -> None:
    """Nobody comes in by it any more."""
    person = identify(tx, speaker)
    row = need_owner(tx, room, person)
    if tx.one(_REVOKE, the_id=name, the_room=room, to_now=tx.now) is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such invitation."))
    tx.audit(row.owner, "invite revoked", person, account=speaker.account, room=room, invite=name)


def lane_of_invite(tx: Tx, token: str) -> str | None:
    """Whose lane an invitation is accepted in."""
    row = tx.one(_BY_TOKEN, the_hash=hash_token(plain_code(token)))
    return owner_of(row.room) if row else None


def accept(tx: Tx, who: Who, token: str, name: str) -> tuple[str, str]:
    """Somebody follows an invite link; gives room and person. An account that is in already uses nothing up.

    Raises:
        Refuse: it is used, expired, revoked or was never there: one answer.
    """
    row = tx.one(_BY_TOKEN, the_hash=hash_token(plain_code(token)))
    gone = Problem(
        code=Code.used, detail="This invitation is used up, expired or revoked. Ask for a new one."
    )
    if row is None or who.bot:
        raise Refuse(gone)
    owner = owner_of(row.room)
    person = introduce(tx, who.model_copy(update={"name": name}))
    if any(member.room == row.room for member in tx.all(_MEMBERSHIPS, the_person=person)):
        return row.room, person
    if row.role == observers.OBSERVER and observers.observed(tx, row.room, person) is not None:
        return row.room, person
    if tx.one(_TAKE, the_id=row.id, the_now=tx.now) is None:
        raise Refuse(gone)
    way, account = f"invite:{row.id}", str(who.account)
    if row.role == observers.OBSERVER:
        observers.add_observer(tx, row.room, owner, person, way, account)
    else:
        add_member(tx, row.room, owner, person, Role(row.role), way, account)
    return row.room, person


# -- links (R7) -------------------------------------------------------------------------------------------------


def new_link(tx: Tx, person: str, issued_to: str, *, direct: bool) -> LinkCode:
    """A code for another account of this person, good for ten minutes, shown once."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(26 if direct else 8))
    expires = tx.now + LINK_SECONDS * 1_000_000
    tx.run(
        _NEW_LINK,
        code_hash=hash_token(code),
        person=person,
        direct=direct,
        issued_to=issued_to,
        expires_at=expires,
    )
    return LinkCode(code=code, expires_at=expires)


def link_row(tx: Tx, code: str) -> Row | None:
    """A code's row, while it is good."""
    row = tx.one(_LINK, the_hash=hash_token(code.strip().upper()))
    return row if row is not None and row.expires_at > tx.now else None


def redeem(tx: Tx, who: Who, code: str) -> LinkView:
    """The code arrives from the new account. A direct one joins at once; others wait for the confirmation."""
    row = link_row(tx, code)
    if row is None or row.subject is not None or who.bot:
        raise Refuse(BAD_CODE)
    if not row.direct:
        _need_free(tx, who, row.person)
    account = who.account
    tx.run(
        _REDEEM,
        the_hash=row.code_hash,
        to_platform=account.platform,
        to_tenant=account.tenant,
        to_subject=account.subject,
        to_name=who.name,
        to_confirmed=tx.now if row.direct else None,
    )
    if row.direct:
        _join(tx, who, row.person)
    return LinkView(account=account, name=who.name, confirmed=row.direct)


def confirm(tx: Tx, speaker: Speaker, code: str) -> LinkView:
    """The last step, in the place that issued the code."""
    row = link_row(tx, code)
    person = identify(tx, speaker)
    if row is None or row.person != person or row.issued_to != speaker.account or row.subject is None:
        raise Refuse(BAD_CODE)
    account = Account(platform=row.platform, tenant=row.tenant, subject=row.subject)
    _need_free(tx, Who(account=account, name=row.name), person)
    done = tx.one(_CONFIRM, the_hash=row.code_hash, to_now=tx.now)
    if done is None:
        raise Refuse(BAD_CODE)
    _join(tx, Who(account=account, name=done.name), person)
    return LinkView(account=account, name=done.name, confirmed=True)


def _need_free(tx: Tx, who: Who, person: str) -> None:
    """An account that decides in rooms cannot be talked over to somebody else by a code in a chat (A2)."""
    before = identify(tx, Speaker(who=who))
    owns = any(row.role == Role.owner for row in tx.all(_MEMBERSHIPS, the_person=before))
    if before != person and owns:
        raise Refuse(OWNERS)


def _join(tx: Tx, who: Who, person: str) -> None:
    """The account is the person's now; rooms that it was in stay open to it."""
    before = identify(tx, Speaker(who=who))
    add_account(tx, who, person)
    for member in tx.all(_MEMBERSHIPS, the_person=before) if before and before != person else []:
        role = Role.member if member.role == Role.owner else Role(member.role)  # a room has one owner (R1)
        add_member(tx, member.room, owner_of(member.room), person, role, "link", str(who.account))
    tx.audit(person, "account linked", person, account=str(who.account))
