"""Erasing a person (O16): what somebody wrote and handed over in an owner's rooms, and who it was.

The audit log is left as it is: it holds texts only by digest, and names a person by an id that says nothing once
the person's row is blank. What it does hold of an account is its id on the platform.
"""

from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, delete, exists, select, update

from relay.machine import Command
from relay.requests import cancel, keeping, moves
from relay.requests.moves import requests
from relay.rooms import grants, members, observers
from relay.rooms.people import UNKNOWN, Speaker, identify
from relay.store.sql import Row, Sql, literal, table
from relay.store.tables import (
    AccountRow,
    BlobRow,
    CredentialRow,
    EventRow,
    JoinRow,
    LinkRow,
    MemberRow,
    MessageRow,
    PersonRow,
    RoomRow,
)
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.machines import Stop
from relay.wire.people import Erased

accounts, people, rooms, member_rows = table(AccountRow), table(PersonRow), table(RoomRow), table(MemberRow)
messages, events = table(MessageRow), table(EventRow)
joins, links, credentials, blobs = table(JoinRow), table(LinkRow), table(CredentialRow), table(BlobRow)

PAGE = 25
"""Requests in one transaction."""

NOBODYS_NAME = "erased"

_PERSON: BindParameter[str] = bindparam("the_person")
_ROOMS = Sql(
    select(rooms.c.id)
    .join_from(rooms, member_rows, member_rows.c.room == rooms.c.id)
    .where(rooms.c.owner == bindparam("the_owner"), member_rows.c.person == _PERSON)
)
_ELSEWHERE = Sql(
    select(rooms.c.id)
    .join_from(rooms, member_rows, member_rows.c.room == rooms.c.id)
    .where(rooms.c.owner != bindparam("the_owner"), member_rows.c.person == _PERSON)
    .limit(1)
)
_OF_PERSON = select(requests.c.id).where(
    requests.c.asker == _PERSON, requests.c.owner == bindparam("the_owner"), requests.c.erased_at.is_(None)
)
_ANY = Sql(
    select(requests.c.id)
    .where(requests.c.asker == _PERSON, requests.c.owner == bindparam("the_owner"))
    .limit(1)
)
_NEXT = Sql(_OF_PERSON.where(requests.c.ended_at.is_not(None)).order_by(requests.c.id).limit(PAGE))
_RUNNING = Sql(
    select(requests.c.id, requests.c.day, requests.c.number).where(
        requests.c.ended_at.is_(None),
        requests.c.owner == bindparam("the_owner"),
        requests.c.asker == _PERSON,
        moves.is_open_to(Command.finish),
    )
)
_BLANK = moves.change(
    requests.c.ended_at.is_not(None),
    requests.c.erased_at.is_(None),
    **{**keeping.BLANK, "asker_account": NOBODYS_NAME},
)
_CARDS = Sql(
    select(joins.c.id, joins.c.state).where(
        joins.c.owner == bindparam("the_owner"),
        exists().where(
            accounts.c.person == _PERSON,
            accounts.c.platform == joins.c.platform,
            accounts.c.tenant == joins.c.tenant,
            accounts.c.subject == joins.c.subject,
        ),
    )
)
_DROP_CARD = Sql(delete(joins).where(joins.c.id == bindparam("the_id")))
_SAID = Sql(
    update(messages)
    .where(messages.c.sender == _PERSON, messages.c.owner == bindparam("the_owner"))
    .values(body=keeping.ERASED, digest=keeping.ERASED)
)
_INBOX = Sql(
    update(messages)
    .where(
        messages.c.room.in_(select(rooms.c.id).where(rooms.c.owner == bindparam("the_owner"))),
        messages.c.receiver == _PERSON,
    )
    .values(body=keeping.ERASED, digest=keeping.ERASED)
)
_OTHERS = [
    Sql(
        update(events)
        .where(
            events.c.request.in_(
                select(place).where(mine, messages.c.owner == bindparam("the_owner"), place.is_not(None))
            ),
            events.c.kind == literal("message"),
            exists().where(
                mine,
                messages.c.owner == bindparam("the_owner"),
                place == events.c.request,
                events.c.body.contains(messages.c.id),
            ),
        )
        .values(body="{}")
    )
    for mine, place in (
        (messages.c.sender == _PERSON, messages.c.task),
        (messages.c.receiver == _PERSON, messages.c.task),
        (messages.c.receiver == _PERSON, messages.c.request),
    )
]
"""On the timelines of other people's requests: what the person wrote to their agents, and what names the person."""

_GO = [
    Sql(delete(accounts).where(accounts.c.person == _PERSON)),
    Sql(delete(links).where(links.c.person == _PERSON)),
    Sql(delete(blobs).where(blobs.c.by == _PERSON, blobs.c.request.is_(None))),
    Sql(update(credentials).where(credentials.c.person == _PERSON).values(revoked_at=bindparam("to_now"))),
    Sql(update(people).where(people.c.id == _PERSON).values(name=NOBODYS_NAME, language="en")),
]


@dataclass(frozen=True)
class _Who:
    """Whose house it is, and who is erased from it."""

    owner: str
    person: str

    @property
    def values(self) -> dict[str, str]:
        return {"the_owner": self.owner, "the_person": self.person}


def erase(tx: Tx, speaker: Speaker, person: str, key: str) -> Erased:
    """One step of it: the person goes from the rooms, and the texts of some requests with them.

    It is called until nothing is left, and may be called again at any time.

    Raises:
        Refuse: it is the owner, nobody that the owner knows, or somebody whose work still runs.
    """
    who = _Who(identify(tx, speaker), person)
    theirs = _check(tx, who)
    for room in theirs:
        members.remove_member(tx, room.id, who.owner, person, speaker.account)
        observers.remove_observer(tx, room.id, who.owner, person, speaker.account)
        grants.revoke_all(tx, room.id, person, who.owner)
    cancel.stop(tx, who.owner, speaker.account, Stop(key=key, person=person))
    _drop_cards(tx, who)
    for statement in (_SAID, _INBOX, *_OTHERS):
        tx.run(statement, **who.values)
    names = [row.id for row in tx.all(_NEXT, **who.values)]
    for name in names:
        _erase_request(tx, who.owner, name, speaker.account)
    left = len(names) == PAGE
    everywhere = tx.one(_ELSEWHERE, **who.values) is None
    if not left:
        _finish(tx, who, speaker.account, everywhere)
    return Erased(requests=len(names), left=left, everywhere=everywhere)


def _check(tx: Tx, who: _Who) -> list[Row]:
    theirs = tx.all(_ROOMS, **who.values)
    if who.person == who.owner:
        detail = "The owner is not erased from the owner's own rooms; remove the whole installation instead."
        raise Refuse(Problem(code=Code.not_yours, detail=detail))
    if not theirs and tx.one(_ANY, **who.values) is None:
        raise Refuse(UNKNOWN)
    running = [str(moves.public_id(row)) for row in tx.all(_RUNNING, **who.values)]
    if running:
        detail = f"{', '.join(running)} still runs; cancel it, wait until it has stopped, and try again."
        raise Refuse(Problem(code=Code.late, detail=detail))
    return theirs


def _drop_cards(tx: Tx, who: _Who) -> None:
    for card in tx.all(_CARDS, **who.values):
        tx.run(_DROP_CARD, the_id=card.id)
        keeping.drop_places(tx, card.id)


def _erase_request(tx: Tx, owner: str, name: str, account: str) -> None:
    """The places that show it are brought up to date, as after any change."""
    moved = tx.one(_BLANK, the_id=name, to_now=tx.now)
    if moved is not None:
        keeping.blank_what_hangs_on(tx, name)
        moves.record(tx, moved, "erased", owner, account=account)


def _finish(tx: Tx, who: _Who, account: str, everywhere: bool) -> None:
    """Who it was goes too, unless another owner's room has them: that is for that owner to say."""
    if everywhere:
        for statement in _GO:
            tx.run(statement, the_person=who.person, to_now=tx.now)
    tx.audit(who.owner, "person erased", who.owner, account=account, person=who.person, everywhere=everywhere)
