"""What a browser can look at."""

from aiohttp import web

from bots.web import render, render_people, trees
from bots.web.answers import as_json, html, message
from bots.web.visit import Visit
from bots.words import problem
from relay.client import Refused
from relay.wire.base import STATUS, Code
from relay.wire.people import JoinView, RoomView
from relay.wire.requests import EventView, RequestView

REQUESTS_SHOWN = 15
"""Requests on one page of a room."""

STEPS_SHOWN = 100
"""Events on one page of a timeline."""


async def show_rooms(visit: Visit) -> web.StreamResponse:
    """All rooms, with what waits in each for this person."""
    rooms = (await visit.site.client.rooms(visit.who, observed=True)).rooms
    mine = [room for room in rooms if room.me == room.owner]
    waiting = {room.room: await _count_waiting(visit, room) for room in mine}
    return html(render_people.rooms_page(visit.look, rooms, waiting))


async def _count_waiting(visit: Visit, room: RoomView) -> int:
    pending = await visit.site.client.requests_of(visit.who, room.room, state="pending", limit=50)
    return len(pending.requests)


async def show_room(visit: Visit) -> web.StreamResponse:
    """A room's newest requests, or those before one."""
    return html(await draw_room(visit))


async def draw_room(visit: Visit, draft: str = "", trouble: str = "") -> str:
    """The room's page; a draft that could not be sent is in its box again."""
    client, name = visit.site.client, visit.name("room")
    room = await client.room(visit.who, name)
    if room.observes:
        return await trees.draw_states(visit, room)
    before = visit.request.query.get("before") or None
    found = await client.requests_of(visit.who, name, before=before, limit=REQUESTS_SHOWN)
    views = list(reversed(found.requests))
    return render.room_page(
        visit.look,
        room,
        views,
        more=found.more,
        newest=before is None,
        after=render.changed_last(views),
        draft=draft,
        trouble=trouble,
        joins=await waiting_joins(visit, room),
    )


async def show_request(visit: Visit) -> web.StreamResponse:
    """One request with its timeline, the newest page of it unless asked for an older one."""
    room, view = await find_request(visit)
    said = visit.request.query.get("after", "")
    after = int(said) if _is_number(said) else max(0, view.seq - STEPS_SHOWN)
    events, seq = await _read_steps(visit, view, after)
    last = events[-1].seq if events else after
    return html(render.request_page(visit.look, room, view, events, later=last if last < seq else None))


async def send_card(visit: Visit) -> web.StreamResponse:
    """How one request stands, for a page that lost the answer to a tap."""
    room, view = await find_request(visit)
    whole = visit.request.query.get("whole") == "yes"
    return as_json(render.live_card(visit.look, room, view, whole=whole))


async def send_steps(visit: Visit) -> web.StreamResponse:
    """A piece of a timeline for a page that is open already: after one row, or before one."""
    room, view = await find_request(visit)
    before = visit.request.query.get("before", "")
    said = visit.request.query.get("after", "")
    after = int(said) if _is_number(said) else 0
    limit = STEPS_SHOWN
    if _is_number(before):
        after = max(0, int(before) - 1 - STEPS_SHOWN)
        limit = max(1, int(before) - 1 - after)
    events, _ = await _read_steps(visit, view, after, limit)
    first, last = (events[0].seq, events[-1].seq) if events else (1, after)
    words = visit.tell("earlier_steps", count=first - 1)
    rows = render.rows(visit.look, room, view, events)
    return as_json({"rows": rows, "first": first, "last": last, "words": words})


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16


async def _read_steps(
    visit: Visit, view: RequestView, after: int, limit: int = STEPS_SHOWN
) -> tuple[list[EventView], int]:
    page = await visit.site.client.timeline(visit.who, view.request, after=after, limit=limit)
    return page.events, page.seq


async def find_request(visit: Visit) -> tuple[RoomView, RequestView]:
    """The room and the request that the path names."""
    client, name = visit.site.client, visit.name("room")
    room = await client.room(visit.who, name)
    found = await client.find(visit.who, name, visit.name("request"))
    return room, found.requests[0]


async def show_people(visit: Visit) -> web.StreamResponse:
    """Who is in the room; for its owner also the invitations."""
    room = await visit.site.client.room(visit.who, visit.name("room"))
    owner = room.me == room.owner
    invites = (await visit.site.client.invites(visit.who, room.room)).invites if owner else []
    open_ones = [invite for invite in invites if invite.uses_left and not invite.revoked_at]
    return html(render_people.people_page(visit.look, room, open_ones, await waiting_joins(visit, room)))


async def waiting_joins(visit: Visit, room: RoomView) -> list[JoinView]:
    """Who asks to come in, for the owner."""
    if room.me != room.owner:
        return []
    return (await visit.site.client.joins(visit.who, room.room)).joins


async def show_grants(visit: Visit) -> web.StreamResponse:
    """The standing permissions of the owner."""
    room = await visit.site.client.room(visit.who, visit.name("room"))
    grants = (await visit.site.client.grants(visit.who)).grants
    return html(render.grants_page(visit.look, room, grants))


async def show_machines(visit: Visit) -> web.StreamResponse:
    """The owner's machines."""
    room = await visit.site.client.room(visit.who, visit.name("room"))
    machines = (await visit.site.client.my_machines(visit.who)).machines
    return html(render.machines_page(visit.look, room, machines))


async def show_audit(visit: Visit) -> web.StreamResponse:
    """The audit log: all of it for the owner, with the state of the chain; their own rows for others."""
    client = visit.site.client
    room = await client.room(visit.who, visit.name("room"))
    said = visit.request.query.get("before", "")
    before = int(said) if _is_number(said) else None
    page = await client.audit_page(visit.who, before=before, limit=50, room=room.room)
    state = await client.audit_state(visit.who) if room.me == room.owner else None
    return html(render.audit_page(visit.look, room, page, state))


async def show_missing(visit: Visit) -> web.StreamResponse:
    """Nothing is here: the answer for what is not there and for what is not yours (R2)."""
    return message(visit, "missing_title", visit.tell("missing_text"), 404)


def draw_refusal(visit: Visit, refused: Refused) -> str:
    """The sentence for a refusal of the relay."""
    return problem(refused.problem, visit.language)


def is_dead_link(refused: Refused) -> bool:
    """Whether a link leads nowhere any more: which of the reasons it is, is nobody's business (R2)."""
    return refused.code in (Code.unknown, Code.expired, Code.used)


DEAD_LINK = STATUS[Code.expired]
