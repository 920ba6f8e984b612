"""Asking: a message becomes one request, for ever, or a join card, or a refusal with a reason (C2, C5, R5, R6)."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, or_, select, update

from relay import machine, outbox
from relay.authority.opening import Opened, Session, delegate, keep_task, under_the_same
from relay.authority.tasks import task_of
from relay.machine import State
from relay.requests import moves, restoring
from relay.requests.standing import ByAgent, authority_of, decision_of_agent
from relay.rooms import joins
from relay.rooms.agents import agents_of_room
from relay.rooms.grants import live_grant, use_grant
from relay.rooms.people import Speaker, identify, membership, need_member
from relay.store.ids import new_id
from relay.store.sql import Row, Sql, inserting, table
from relay.store.tables import BlobRow, CounterRow, RequestRow
from relay.store.tx import Refuse, Tx, canonical
from relay.wire.base import PROMPT_LIMIT, Code, Problem
from relay.wire.people import Role, Who
from relay.wire.requests import Ask, Attachment, Quoted, Spot

requests, counters, blobs = table(RequestRow), table(CounterRow), table(BlobRow)

DAY_SECONDS = 24 * 3600
"""How long an approval waits, unless the relay's configuration, the room or the agent says less (A4)."""

_BY_ORIGIN = Sql(select(requests).where(requests.c.origin == bindparam("the_origin")))
_COUNT = Sql(
    select(counters.c.number).where(
        counters.c.owner == bindparam("the_owner"), counters.c.day == bindparam("the_day")
    )
)
_NEW_DAY = inserting(CounterRow)
_NEXT = Sql(
    update(counters)
    .where(counters.c.owner == bindparam("the_owner"), counters.c.day == bindparam("the_day"))
    .values(number=bindparam("to_number"))
)
_NEW_REQUEST = inserting(RequestRow)
_KEEP_BLOB = Sql(
    update(blobs)
    .where(
        blobs.c.id == bindparam("the_id"),
        or_(blobs.c.by == bindparam("the_by"), blobs.c.request == bindparam("the_old")),
    )
    .values(request=bindparam("to_request"))
    .returning(blobs.c.size)
)


@dataclass(frozen=True)
class Wanted:
    """All that a new request is made of, once it is known who asks whom in which room."""

    room: Row
    agent: Row
    person: str
    account: str
    outside: bool
    language: str
    origin: str
    spot: Spot
    prompt: str
    attachments: tuple[Attachment, ...] = ()
    quoted: tuple[Quoted, ...] = ()
    retry_of: str | None = None
    by: ByAgent | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of an ask: the id of a request, or of a join card."""

    request: str | None = None
    join: str | None = None
    repeated: bool = False


def ask(tx: Tx, speaker: Speaker, asked: Ask, room: str, ttl: float) -> Outcome:
    """Make a request of an ask in ``room``; the same ask again gives the same request.

    Raises:
        Refuse: nobody here can be asked, or not this; the problem says why.
    """
    origin = origin_of(asked.spot, asked.room)
    known = asked_at(tx, origin)
    person = identify(tx, speaker)
    if known is not None:
        need_member(tx, known.room, person)
        return _repeated(known, person, speaker)
    check_prompt(asked)
    _check_voice(speaker.who)
    member = membership(tx, room, person)
    if member is None:
        return _from_outside(tx, speaker, asked, room, origin)
    _check_outsider(speaker.who, member.hears_outsiders)
    check_role(member)
    agent = choose_agent(tx, member, asked.agent)
    wanted = _wanted(speaker, asked, member, agent, person, origin)
    return Outcome(request=create(tx, wanted, ttl))


def _repeated(known: Row, person: str, speaker: Speaker) -> Outcome:
    """The same ask again; an account may have been joined to another person since (R7)."""
    if known.asker == person or (speaker.who is not None and known.asker_account == speaker.account):
        return Outcome(request=known.id, repeated=True)
    raise Refuse(Problem(code=Code.conflict, detail="Somebody else asked under this key; send it anew."))


def _wanted(speaker: Speaker, asked: Ask, room: Row, agent: Row, person: str, origin: str) -> Wanted:
    return Wanted(
        room=room,
        agent=agent,
        person=person,
        account=speaker.account,
        outside=bool(speaker.who and speaker.who.outside),
        language=speaker.who.language if speaker.who else "en",
        origin=origin,
        spot=_shown_at(speaker, asked.spot),
        prompt=asked.prompt,
        attachments=tuple(asked.attachments),
        quoted=tuple(asked.quoted),
    )


def _shown_at(speaker: Speaker, spot: Spot) -> Spot:
    """Only a connector knows where something was said; a person's own token puts nothing into a chat."""
    return spot if speaker.who is not None else spot.model_copy(update={"shows": False})


def origin_of(spot: Spot, room: str | None = None) -> str:
    """Where something was said, as one key: for ever the same request (C5). Who asks from inside a room names
    the spot without a platform's word for it, so that key is the room's own."""
    place = f"{spot.platform}:{spot.tenant}:{spot.channel}:{spot.message}"
    return f"{room}:{place}" if room else place


def asked_at(tx: Tx, origin: str) -> Row | None:
    """The request that was asked there."""
    return tx.one(_BY_ORIGIN, the_origin=origin)


def check_prompt(asked: Ask) -> None:
    """Refuse an empty ask and one that is too long, with what to do."""
    if not asked.prompt.strip() and not asked.attachments:
        raise Refuse(Problem(code=Code.empty, detail="The ask is empty: say what you want done."))
    if len(asked.prompt) > PROMPT_LIMIT:
        detail = (
            f"The ask has {len(asked.prompt)} characters; {PROMPT_LIMIT} is the limit. Attach a file instead."
        )
        raise Refuse(Problem(code=Code.too_long, detail=detail))


def _check_voice(who: Who | None) -> None:
    if who is not None and who.bot:
        raise Refuse(Problem(code=Code.bot, detail="What an app posts is nobody's ask."))


def check_role(member: Row) -> None:
    """Refuse a watcher: who may only look asks for nothing."""
    if member.role == Role.watcher:
        detail = "You may watch in this room, but not ask; its owner can invite you anew."
        raise Refuse(Problem(code=Code.not_yours, detail=detail))


def _check_outsider(who: Who | None, hears_outsiders: bool) -> None:
    if who is not None and who.outside and not hears_outsiders:
        detail = "People outside the organisation are not heard in this room."
        raise Refuse(Problem(code=Code.outsider, detail=detail))


def _from_outside(tx: Tx, speaker: Speaker, asked: Ask, room: str, origin: str) -> Outcome:
    """Somebody who is no member: a join card for the owner where a chat is bound, else there is no such room."""
    row = joins.bound_room(tx, room, asked.spot) if speaker.who is not None and asked.room is None else None
    if row is None or speaker.who is None:
        raise Refuse(Problem(code=Code.unknown, detail="There is no such room here."))
    _check_outsider(speaker.who, row.hears_outsiders)
    choose_agent(tx, row, asked.agent)
    join, repeated = joins.make_card(tx, row, speaker.who, asked, origin)
    return Outcome(join=join, repeated=repeated)


def choose_agent(tx: Tx, room: Row, named: str | None) -> Row:
    """The agent that was named, or the room's default, or its only one.

    Raises:
        Refuse: there is none of that name; the problem names those that are.
    """
    agents = agents_of_room(tx, room.id)
    wanted = named or room.default_agent
    for agent in agents:
        if wanted is not None and agent.handle.casefold() == wanted.casefold():
            return agent
    if wanted is None and agents:
        return agents[0]
    names = ", ".join(agent.handle for agent in agents) or "none yet"
    raise Refuse(Problem(code=Code.no_agent, detail=f"No agent '{wanted or ''}' here. Agents: {names}."))


def create(tx: Tx, wanted: Wanted, ttl: float, *, approved_by: str | None = None) -> str:
    """A new request, with its number, its places and its first events; gives its id."""
    owner, request = wanted.room.owner, new_id(wanted.room.owner, tx.now)
    grant = None if wanted.person == owner else live_grant(tx, wanted.room.id, wanted.agent.id, wanted.person)
    decision = _standing(wanted, grant, approved_by)
    if decision in ("own", "grant") and wanted.spot.shows and restoring.asks_first(tx, owner):
        decision = None
    decision, opened = _delegated(tx, wanted, grant, decision, request)
    state = machine.entry(standing=decision is not None)
    day, number = _take_number(tx, owner)
    lifetime = shortest(ttl, wanted.room.approval_ttl, wanted.agent.approval_ttl)
    tx.run(
        _NEW_REQUEST,
        id=request,
        owner=owner,
        day=day,
        number=number,
        room=wanted.room.id,
        agent=wanted.agent.id,
        asker=wanted.person,
        asker_account=wanted.account,
        outside=wanted.outside,
        origin=wanted.origin,
        spot=wanted.spot.model_dump_json(),
        retry_of=wanted.retry_of,
        prompt=wanted.prompt,
        attachments=_dumped(wanted.attachments),
        quoted=_dumped(wanted.quoted),
        version=1,
        seq=1 if decision is None else 2,
        state=state,
        asked_at=tx.now,
        changed_at=tx.now,
        deadline=tx.now + lifetime if decision is None else None,
        queued_at=tx.now if decision else None,
        decided_by=(approved_by or owner) if decision else None,
        decided_at=tx.now if decision else None,
        decision=decision,
        machine=wanted.agent.machine,
        reported=0,
        plan="[]",
        files="[]",
        salt=secrets.token_hex(16),
        delegation=opened.delegation,
        lineage=opened.lineage,
    )
    keep_task(tx, request, Session(owner, wanted.room.id, wanted.agent.id, wanted.person), opened)
    for attachment in wanted.attachments:
        _keep(tx, attachment, wanted, request)
    if grant is not None and decision == "grant":
        use_grant(tx, grant.id)
    _tell(tx, wanted, request, PublicOf(owner, day, number), state, decision)
    return request


def _delegated(
    tx: Tx, wanted: Wanted, grant: Row | None, decision: str | None, request: str
) -> tuple[str | None, Opened]:
    """The decision as it stands, and the delegation that the work will be done under (D4)."""
    if wanted.by is not None:
        return decision, delegate(tx, wanted.room.owner, request, wanted.by.under)
    before = task_of(tx, wanted.retry_of) if wanted.retry_of is not None else None
    if before is not None and before.wish is not None:
        decision = None  # its words are an agent's, whoever tries it again (L3, D5)
    decision, under = authority_of(tx, grant, decision, wanted.agent.budget)
    if before is not None:
        under = under_the_same(tx, under, before)
    return decision, delegate(tx, wanted.room.owner, request, under)


@dataclass(frozen=True)
class PublicOf:
    """The pieces of a public id before the row can be read back."""

    owner: str
    day: int
    number: int


def _tell(tx: Tx, wanted: Wanted, request: str, public: PublicOf, state: State, decision: str | None) -> None:
    """Timeline, audit, places and wake-ups of a new request."""
    said = str(moves.public_id(public))
    about: dict[str, Any] = {
        "account": wanted.account,
        "request": request,
        "agent": wanted.agent.id,
        "public_id": said,
    }
    asked, who = _asked_by(wanted)
    tx.event(request, 1, "asked", who, asked)
    tx.audit(public.owner, "asked", who, **about, **asked)
    if decision is not None:
        tx.event(request, 2, "approved", public.owner, {"decision": decision})
        tx.audit(public.owner, "approved", public.owner, **{**about, "account": None}, decision=decision)
        tx.wake(moves.machine_topic(wanted.agent.machine))
    subject = outbox.Subject(request, public.owner, wanted.room.id, 1 if decision is None else 2)
    outbox.show_where_asked(tx, subject, wanted.spot, wanted.language)
    outbox.show_in_other_chats(tx, subject, wanted.spot, wanted.language)
    if state is State.pending:
        outbox.show_to_owner(tx, subject)
    tx.wake(moves.room_topic(wanted.room.id))


def _asked_by(wanted: Wanted) -> tuple[dict[str, str], str]:
    """What the record says beside, and who has asked: an agent asks on a person's behalf, and is not that person."""
    asked = {"retry_of": wanted.retry_of} if wanted.retry_of else {}
    if wanted.by is None or wanted.by.under.parent is None:
        return asked, wanted.person
    return {"parent": wanted.by.under.parent.id, "on_behalf_of": wanted.person}, f"agent:{wanted.by.agent}"


def _standing(wanted: Wanted, grant: Row | None, approved_by: str | None) -> str | None:
    if wanted.by is not None:
        return decision_of_agent(wanted.person, wanted.room.owner, grant, wanted.by)
    if approved_by is not None:
        return "once"
    if wanted.person == wanted.room.owner:
        return "own"
    return "grant" if grant is not None else None


def _take_number(tx: Tx, owner: str) -> tuple[int, int]:
    """The next number of the owner's day (Q1). The owner's lane makes read-then-write safe; it is rolled back
    with its request, so none is skipped."""
    day = int(datetime.fromtimestamp(tx.now / 1_000_000, UTC).strftime("%Y%m%d"))
    row = tx.one(_COUNT, the_owner=owner, the_day=day)
    if row is None:
        tx.run(_NEW_DAY, owner=owner, day=day, number=1)
        return day, 1
    tx.run(_NEXT, the_owner=owner, the_day=day, to_number=row.number + 1)
    return day, row.number + 1


def shortest(*lifetimes: float | None) -> int:
    """The shortest of some lifetimes in seconds, in microseconds (A4)."""
    return int(min(lifetime for lifetime in lifetimes if lifetime is not None) * 1_000_000)


def _keep(tx: Tx, attachment: Attachment, wanted: Wanted, request: str) -> None:
    """The asker's own bytes, or those of the request that is tried again."""
    names = {"the_id": attachment.blob, "the_by": wanted.person, "the_old": wanted.retry_of}
    if tx.one(_KEEP_BLOB, to_request=request, **names) is None:
        detail = f"The file '{attachment.name}' was not stored; send it again."
        raise Refuse(Problem(code=Code.unknown, detail=detail))


def _dumped(models: tuple[Attachment, ...] | tuple[Quoted, ...]) -> str:
    return canonical([model.model_dump() for model in models])
