"""The first page: what needs the owner, what runs, whether it works, and today in numbers; and stopping (R9)."""

from collections.abc import Sequence
from typing import Any

from aiohttp import web
from markupsafe import Markup

from bots.web import card, parse, render
from bots.web.answers import message
from bots.web.console.frame import FRONT, page, room_of, staying
from bots.web.visit import Visit
from bots.words import state_word
from relay.machine import State
from relay.wire.base import Code, Instant
from relay.wire.machines import Stop
from relay.wire.overview import Overview
from relay.wire.people import MemberView, RoomView
from relay.wire.requests import RequestView

FRESH = 90
"""Seconds without contact after which a link counts as silent: machines and connectors speak more often."""

QUIET = 180
"""Seconds without a step after which a running request says so."""

COUNTED = (State.done, State.running, State.pending, State.failed, State.cancelled, State.expired)


async def show_now(visit: Visit, rooms: list[RoomView]) -> web.StreamResponse:
    """All of it at once."""
    seen = await visit.site.client.overview(visit.who)
    look = staying(visit, FRONT)
    proofs = links_of(seen)
    return page(
        visit,
        "console_now.html",
        "console_now",
        seen=seen,
        cards=[Markup(render.live_card(look, room_of(view), view)["card"]) for view in seen.needs],  # noqa: S704 (drawn by us)
        waiting=seen.needs_count + seen.joins_count,
        hidden_needs=max(0, seen.needs_count - len(seen.needs)),
        running=[_row(visit, view, seen.now) for view in seen.running],
        queued=[_row(visit, view, seen.now) for view in seen.queued],
        proofs=proofs,
        silent=sum(not link["works"] for link in proofs),
        numbers=[
            (state, state_word(state, visit.language), seen.today.by_state.get(state, 0)) for state in COUNTED
        ],
        people=people_of(rooms),
    )


def _row(visit: Visit, view: RequestView, now: Instant) -> dict[str, Any]:
    last = view.events[-1].at if view.events else view.asked_at
    return {
        "view": view,
        "tone": card.tone_of(view),
        "sign": card.sign_of(view),
        "path": f"/rooms/{view.room}/{view.public_id}",
        "last": last,
        "quiet": view.state is State.running and now - last > QUIET * 1_000_000,
        "can_stop": not view.stopping,
    }


def links_of(seen: Overview) -> list[dict[str, Any]]:
    """Each link with its last proof: a time, never "connected"."""
    links: list[dict[str, Any]] = [
        {"kind": "relay", "name": "", "contact": seen.now, "written": seen.written_at, "works": True}
    ]
    living = [machine for machine in seen.machines if machine.revoked_at is None]
    links += [_link("machine", one.name, one.last_contact_at, seen.now) for one in living]
    for chat in seen.chats:
        name = f"{chat.platform.capitalize()} {chat.tenant}"
        links.append({**_link("chat", name, chat.renewed_at, seen.now), "heard": chat.heard_at})
    return links


def _link(kind: str, name: str, at: Instant | None, now: Instant) -> dict[str, Any]:
    works = at is not None and now - at < FRESH * 1_000_000
    return {"kind": kind, "name": name, "contact": at, "works": works}


def people_of(rooms: Sequence[RoomView]) -> list[MemberView]:
    """Everybody in these rooms, each once, by name."""
    found = {member.person: member for room in rooms for member in room.members}
    return sorted(found.values(), key=lambda member: (member.name.casefold(), member.person))


async def stop(visit: Visit, _: list[RoomView]) -> web.StreamResponse:
    """Stop what is queued, of everything, a machine or a person; with ``now`` also what runs."""
    wish = read_stop(visit.form.fields)
    stopped = await visit.site.client.stop(visit.who, wish)
    key = "console_stopping" if wish.now else "console_stopped"
    text = visit.tell(key, cancelled=len(stopped.cancelled), running=len(stopped.running))
    return message(visit, "console_stopped_title", text, 200, FRONT)


def read_stop(fields: parse.Fields) -> Stop:
    """What is to be stopped.

    Raises:
        Unusable: it is neither everything nor a machine nor a person, or the key is missing.
    """
    kind, _, name = fields.get("of", "").partition(":")
    if kind not in ("all", "machine", "person") or bool(name) != (kind != "all") or len(name) > 200:
        raise parse.Unusable(Code.bad_request, "It is not said what to stop.")
    now, key = fields.get("now") == "yes", parse.read_key(fields)
    if kind == "machine":
        return Stop(key=key, machine=name, now=now)
    return Stop(key=key, person=name or None, now=now)
