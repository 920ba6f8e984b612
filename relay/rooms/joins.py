"""Join cards: somebody who is no member asked where a room hears (R5)."""

from sqlalchemy import bindparam, select, update

from relay import outbox
from relay.rooms.people import Speaker, identify
from relay.store.ids import new_id, owner_of
from relay.store.sql import Row, Sql, inserting, literal, table
from relay.store.tables import BindingRow, JoinRow, PersonRow, RoomRow
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.people import Account, JoinDecision, JoinView, Who
from relay.wire.requests import Ask, Spot

joins, rooms, bindings, people = table(JoinRow), table(RoomRow), table(BindingRow), table(PersonRow)

CARD_SECONDS = 24 * 3600
SHOWN_LIMIT = 50
WAITING_LIMIT = 5
"""Join cards that one account may have waiting in one room: a stranger cannot bury the owner in cards."""

_BOUND = Sql(
    select(rooms)
    .join_from(bindings, rooms, rooms.c.id == bindings.c.room)
    .where(
        bindings.c.platform == bindparam("the_platform"),
        bindings.c.tenant == bindparam("the_tenant"),
        bindings.c.channel == bindparam("the_channel"),
        rooms.c.id == bindparam("the_room"),
    )
)
_BY_ORIGIN = Sql(select(joins).where(joins.c.origin == bindparam("the_origin")))
_WAITING = Sql(
    select(joins.c.id).where(
        joins.c.owner == bindparam("the_owner"),
        joins.c.room == bindparam("the_room"),
        joins.c.platform == bindparam("the_platform"),
        joins.c.tenant == bindparam("the_tenant"),
        joins.c.subject == bindparam("the_subject"),
        joins.c.state == literal("waiting"),
    )
)
_NEW = inserting(JoinRow)
_JOIN = Sql(select(joins).where(joins.c.id == bindparam("the_id"), joins.c.owner == bindparam("the_owner")))
_OWNER = Sql(select(joins.c.owner).where(joins.c.id == bindparam("the_id")))
_SETTLE = Sql(
    update(joins)
    .where(joins.c.id == bindparam("the_id"), joins.c.state == literal("waiting"))
    .values(
        state=bindparam("to_state"),
        decided_at=bindparam("to_now"),
        decided_by=bindparam("to_by"),
        request=bindparam("to_request"),
    )
    .returning(joins)
)
_SEEN = (
    select(joins, rooms.c.name.label("room_name"), people.c.name.label("decider"))
    .join_from(joins, rooms, rooms.c.id == joins.c.room)
    .outerjoin(people, people.c.id == joins.c.decided_by)
)
_VIEW = Sql(_SEEN.where(joins.c.id == bindparam("the_id")))
_OF_ROOM = Sql(
    _SEEN.where(
        joins.c.owner == bindparam("the_owner"),
        joins.c.room == bindparam("the_room"),
        joins.c.state == literal("waiting"),
        joins.c.deadline > bindparam("the_now"),
    )
    .order_by(joins.c.id)
    .limit(SHOWN_LIMIT)
)

NO_CARD = Problem(code=Code.unknown, detail="There is no such card.")

STATES = {
    JoinDecision.admit_and_approve: "admitted",
    JoinDecision.admit: "admitted",
    JoinDecision.refuse: "refused",
}


def bound_room(tx: Tx, room: str, spot: Spot) -> Row | None:
    """The room, if it hears this chat."""
    return tx.one(
        _BOUND,
        the_platform=spot.platform,
        the_tenant=spot.tenant,
        the_channel=spot.channel,
        the_room=room,
    )


def make_card(tx: Tx, room: Row, who: Who, asked: Ask, origin: str) -> tuple[str, bool]:
    """A card for the owner; the same ask again is the same card. Gives its id and whether it was there."""
    known = tx.one(_BY_ORIGIN, the_origin=origin)
    if known is not None:
        return known.id, True
    account = who.account
    if len(_waiting(tx, room, account)) >= WAITING_LIMIT:
        detail = "The owner has not decided yet whether you may join; wait for that."
        raise Refuse(Problem(code=Code.busy, detail=detail, retry_after=3600))
    join = new_id(room.owner, tx.now)
    tx.run(
        _NEW,
        id=join,
        owner=room.owner,
        room=room.id,
        platform=account.platform,
        tenant=account.tenant,
        subject=account.subject,
        name=who.name,
        language=who.language,
        outside=who.outside,
        origin=origin,
        ask=asked.model_dump_json(),
        state="waiting",
        asked_at=tx.now,
        deadline=tx.now + CARD_SECONDS * 1_000_000,
    )
    tx.audit(room.owner, "join asked", "nobody", account=str(account), join=join, room=room.id)
    subject = outbox.Subject(join, room.owner, room.id, 1)
    outbox.show_where_asked(tx, subject, asked.spot, who.language)
    outbox.show_to_owner(tx, subject)
    return join, False


def _waiting(tx: Tx, room: Row, account: Account) -> list[Row]:
    return tx.all(
        _WAITING,
        the_owner=room.owner,
        the_room=room.id,
        the_platform=account.platform,
        the_tenant=account.tenant,
        the_subject=account.subject,
    )


def owner_of_card(tx: Tx, join: str) -> str | None:
    """Whose card it is, for the record only: never for an answer."""
    row = tx.one(_OWNER, the_id=join)
    return row.owner if row else None


def card_of(tx: Tx, speaker: Speaker, join: str) -> Row:
    """The card, for its owner.

    Raises:
        Refuse: it is not there for this person.
    """
    row = tx.one(_JOIN, the_id=join, the_owner=identify(tx, speaker))
    if row is None:
        raise Refuse(NO_CARD)
    return row


def need_waiting(tx: Tx, card: Row) -> None:
    """Refuse what is decided or expired, with what happened."""
    if card.state == "waiting" and card.deadline > tx.now:
        return
    state = card.state if card.state != "waiting" else "expired"
    raise Refuse(
        Problem(code=Code.late, detail=f"This card is {state} already.", state=state, at=card.decided_at)
    )


def settle(tx: Tx, card: Row, state: str, by: str, request: str | None, account: str | None) -> None:
    """A card's end."""
    row = tx.one(_SETTLE, the_id=card.id, to_state=state, to_now=tx.now, to_by=by or None, to_request=request)
    if row is not None:
        tx.touch(row.id, 2)
        tx.audit(row.owner, f"join {state}", by or "clock", account=account, request=request, join=row.id)


def who_asked(card: Row) -> Who:
    """The account behind a card."""
    account = Account(platform=card.platform, tenant=card.tenant, subject=card.subject)
    return Who(account=account, name=card.name, language=card.language, outside=card.outside)


def view(tx: Tx, join: str) -> JoinView | None:
    """How a card looks."""
    row = tx.one(_VIEW, the_id=join)
    return _seen(row) if row is not None else None


def waiting_of(tx: Tx, room: str) -> list[JoinView]:
    """The cards of a room that wait for its owner, oldest first."""
    rows = tx.all(_OF_ROOM, the_owner=owner_of(room), the_room=room, the_now=tx.now)
    return [_seen(row) for row in rows]


def _seen(row: Row) -> JoinView:
    return JoinView(
        join=row.id,
        room=row.room,
        room_name=row.room_name,
        owner=row.owner,
        name=row.name,
        account=Account(platform=row.platform, tenant=row.tenant, subject=row.subject),
        outside=row.outside,
        prompt=Ask.model_validate_json(row.ask).prompt,
        state=row.state,
        request=row.request,
        public_id=None,
        asked_at=row.asked_at,
        deadline=row.deadline,
        decided_at=row.decided_at,
        decided_by=row.decider,
    )
