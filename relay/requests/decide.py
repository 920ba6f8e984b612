"""Deciding: only the owner, only what was shown, only in time (A1-A5)."""

from typing import Any

from sqlalchemy import bindparam, select

from relay.machine import Command
from relay.requests import ask, moves
from relay.requests.endings import ended
from relay.requests.moves import requests
from relay.rooms import grants, joins
from relay.rooms.members import add_member
from relay.rooms.people import NOBODY, Speaker, identify, introduce, need_owner
from relay.store.sql import Row, Sql
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.people import DecideJoin, JoinDecision, Role
from relay.wire.requests import Ask, Decide, Decision

_IN_TIME = (
    requests.c.owner == bindparam("the_owner"),
    requests.c.version == bindparam("the_version"),
    requests.c.deadline > bindparam("to_now"),
)
_DECIDED: dict[str, Any] = {
    "decided_by": bindparam("the_owner"),
    "decided_at": bindparam("to_now"),
    "decided_key": bindparam("to_key"),
    "decision": bindparam("to_decision"),
    "reason": bindparam("to_reason"),
}
_APPROVE = moves.move(Command.approve, *_IN_TIME, queued_at=bindparam("to_now"), **_DECIDED)
_DENY = moves.move(
    Command.deny, *_IN_TIME, ended_at=bindparam("to_now"), ended_by=bindparam("the_owner"), **_DECIDED
)

_MADE = Sql(select(requests.c.asked_at, requests.c.decided_at).where(requests.c.id == bindparam("the_id")))

_WORDS = {Decision.approve: "once", Decision.always: "always", Decision.deny: "denied"}


def decide(tx: Tx, speaker: Speaker, request: str, decided: Decide) -> Row | Problem:
    """Approve, allow always, or deny. A refusal that is about rights is on the record (A2, U2)."""
    person = identify(tx, speaker)
    statement = _DENY if decided.decision is Decision.deny else _APPROVE
    row = None
    if not (speaker.who and speaker.who.bot):
        row = tx.one(
            statement,
            the_id=request,
            the_owner=person,
            the_version=decided.version,
            to_now=tx.now,
            to_key=decided.key,
            to_decision=_WORDS[decided.decision],
            to_reason=decided.reason,
        )
    if row is None:
        return _why_not(tx, speaker, person, request, decided)
    _leave_behind(tx, speaker, row, decided)
    return row


def _leave_behind(tx: Tx, speaker: Speaker, row: Row, decided: Decide) -> None:
    denied = decided.decision is Decision.deny
    body = {"decision": _WORDS[decided.decision], "version": row.version}
    if decided.reason:
        body["reason"] = decided.reason
    moves.record(tx, row, "denied" if denied else "approved", row.owner, body, account=speaker.account)
    if decided.decision is Decision.always:
        grants.give_grant(tx, row, speaker.account)
    if denied:
        ended(tx, row)
    else:
        tx.wake(moves.machine_topic(row.machine))


def _why_not(tx: Tx, speaker: Speaker, person: str, request: str, decided: Decide) -> Row | Problem:
    """The first result again for the same tap (L4), or what stands in the way."""
    if person == NOBODY:
        return _failed(tx, speaker, request, None, "unknown account")
    try:
        row = moves.visible(tx, request, person)
    except Refuse as refusal:
        return _failed(tx, speaker, request, refusal.problem, "not of this room")
    if row.owner != person or (speaker.who and speaker.who.bot):
        problem = Problem(code=Code.owner_only, detail="Only the room's owner can decide this.")
        return _failed(tx, speaker, request, problem, "not the owner", row)
    if row.decided_key == decided.key and row.decision == _WORDS[decided.decision]:
        return row
    if row.version != decided.version:
        return Problem(
            code=Code.changed, detail=f"{moves.public_id(row)} was edited; decide on the new card."
        )
    expired = row.decided_at is None and row.deadline is not None and row.deadline <= tx.now
    return moves.too_late(tx, row, "expired" if expired and not moves.is_final(row.state) else None)


def _failed(
    tx: Tx, speaker: Speaker, request: str, problem: Problem | None, why: str, row: Row | None = None
) -> Problem:
    """Failed authorisation goes to the audit log of the request's owner, if there is such a request."""
    owner = row.owner if row is not None else moves.owner_of_request(tx, request)
    if owner is not None:
        who = identify(tx, speaker) or "nobody"
        tx.audit(owner, "decision refused", who, account=speaker.account, request=request, result=why)
    return problem or Problem(code=Code.unknown, detail="There is no such request here.")


def decide_join(tx: Tx, speaker: Speaker, join: str, decided: DecideJoin, ttl: float) -> Problem | None:
    """Admit and approve, admit, or refuse (R5). What somebody else tries is on the record (A2, U2)."""
    person, owner = identify(tx, speaker), joins.owner_of_card(tx, join)
    if owner is not None and person == owner:
        _decide_join(tx, speaker, join, decided, ttl)
        return None
    if owner is not None:
        who = person or "nobody"
        tx.audit(owner, "decision refused", who, account=speaker.account, result="not the owner", join=join)
    return joins.NO_CARD


def _decide_join(tx: Tx, speaker: Speaker, join: str, decided: DecideJoin, ttl: float) -> None:
    card = joins.card_of(tx, speaker, join)
    if _was_decided_so(tx, card, decided.decision):
        return
    joins.need_waiting(tx, card)
    if decided.decision is JoinDecision.refuse:
        joins.settle(tx, card, "refused", card.owner, None, speaker.account)
        return
    room = need_owner(tx, card.room, card.owner)
    who = joins.who_asked(card)
    asked = Ask.model_validate_json(card.ask)
    agent = ask.choose_agent(tx, room, asked.agent)
    person = introduce(tx, who)
    add_member(tx, room.id, card.owner, person, Role.member, f"join:{join}", speaker.account)
    approved = card.owner if decided.decision is JoinDecision.admit_and_approve else None
    wanted = ask.Wanted(
        room=room,
        agent=agent,
        person=person,
        account=str(who.account),
        outside=who.outside,
        language=who.language,
        origin=card.origin,
        spot=asked.spot,
        prompt=asked.prompt,
        attachments=(),
        quoted=tuple(asked.quoted),
    )
    request = ask.create(tx, wanted, ttl, approved_by=approved)
    joins.settle(tx, card, "admitted", card.owner, request, speaker.account)


def _was_decided_so(tx: Tx, card: Row, decision: JoinDecision) -> bool:
    """Whether the owner said this already: twice is as once (L4)."""
    if card.decided_by is None or card.state != joins.STATES[decision]:
        return False
    made = tx.one(_MADE, the_id=card.request)
    at_once = made is not None and made.decided_at == made.asked_at
    return at_once == (decision is JoinDecision.admit_and_approve)
