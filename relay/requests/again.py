"""What may still be done about an ask: try it again, change it, take it back (X3, C9)."""

import json

from sqlalchemy import bindparam

from relay import machine
from relay.machine import State
from relay.requests import ask, moves
from relay.requests.endings import ended
from relay.requests.moves import requests
from relay.rooms.agents import agents_of_room
from relay.rooms.people import NOBODY, Speaker, identify, membership
from relay.store.sql import Row
from relay.store.tx import Refuse, Tx
from relay.wire.base import Code, Problem
from relay.wire.requests import Ask, Attachment, Quoted, Spot


def retry(tx: Tx, speaker: Speaker, request: str, key: str, ttl: float) -> ask.Outcome:
    """A new request with a new id that points to the old one (X3)."""
    person = identify(tx, speaker)
    row = moves.visible(tx, request, person)
    if person not in (row.asker, row.owner):
        raise Refuse(Problem(code=Code.not_yours, detail="Only the requester or the owner can retry."))
    origin = f"retry:{request}:{key}"
    known = ask.asked_at(tx, origin)
    if known is not None:
        return ask.Outcome(request=known.id, repeated=True)
    if not moves.is_final(row.state):
        detail = f"{moves.public_id(row)} is {row.state}; it can be retried when it has ended."
        raise Refuse(Problem(code=Code.late, detail=detail, state=row.state))
    room = membership(tx, row.room, person)
    agents = [agent for agent in agents_of_room(tx, row.room) if agent.id == row.agent]
    if room is None or not agents:
        raise Refuse(Problem(code=Code.no_agent, detail="That agent is no longer in this room."))
    ask.check_role(room)
    spot = Spot.model_validate_json(row.spot)
    wanted = ask.Wanted(
        room=room,
        agent=agents[0],
        person=person,
        account=speaker.account,
        outside=bool(speaker.who and speaker.who.outside),
        language=speaker.who.language if speaker.who else "en",
        origin=origin,
        spot=spot.model_copy(update={"thread": spot.thread or spot.message}),
        prompt=row.prompt,
        attachments=tuple(Attachment(**one) for one in json.loads(row.attachments)),
        quoted=tuple(Quoted(**quote) for quote in json.loads(row.quoted)),
        retry_of=request,
    )
    return ask.Outcome(request=ask.create(tx, wanted, ttl))


_EDIT = moves.change(
    moves.is_open_to(machine.Command.approve),
    requests.c.version == bindparam("the_version"),
    prompt=bindparam("to_prompt"),
    version=requests.c.version + 1,
)
_UNASK = moves.move(
    machine.Command.cancel,
    ended_at=bindparam("to_now"),
    ended_by=bindparam("to_by"),
    reason=bindparam("to_reason"),
)


def edit(tx: Tx, speaker: Speaker, spot: Spot, prompt: str) -> Row:
    """The asker changed the ask before it was decided: a new version, a fresh card (C9, A3)."""
    row = _mine(tx, speaker, spot)
    if row.prompt == prompt:
        return row
    ask.check_prompt(Ask(spot=spot, prompt=prompt))
    moved = tx.one(_EDIT, the_id=row.id, the_version=row.version, to_prompt=prompt, to_now=tx.now)
    if moved is None:
        raise Refuse(moves.too_late(tx, row))
    moves.record(tx, moved, "edited", row.asker, {"version": moved.version}, account=speaker.account)
    return moved


def unask(tx: Tx, speaker: Speaker, spot: Spot) -> Row:
    """The ask was deleted where it was asked: before approval that cancels it (C9)."""
    row = _mine(tx, speaker, spot)
    reason = "the ask was deleted"
    if row.ended_by == row.asker and row.reason == reason:
        return row
    if State(row.state) not in machine.sources(machine.Command.approve):
        raise Refuse(moves.too_late(tx, row))
    moved = tx.one(_UNASK, the_id=row.id, to_now=tx.now, to_by=row.asker, to_reason=reason)
    assert moved is not None, "the lane kept the state"
    moves.record(tx, moved, "cancelled", row.asker, {"reason": reason}, account=speaker.account)
    ended(tx, moved)
    return moved


def owner_of_ask(tx: Tx, spot: Spot) -> str | None:
    """Whose request was asked there: the lane of what is said about it, never an answer."""
    row = ask.asked_at(tx, ask.origin_of(spot))
    return row.owner if row else None


NOT_ASKED = Problem(code=Code.unknown, detail="No request was asked there.")


def _mine(tx: Tx, speaker: Speaker, spot: Spot) -> Row:
    person = identify(tx, speaker)
    row = ask.asked_at(tx, ask.origin_of(spot))
    if row is None or person == NOBODY or row.asker != person:
        raise Refuse(NOT_ASKED)
    return row
