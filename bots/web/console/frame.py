"""What the console's pages share: who may see them, and how they are drawn."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

from aiohttp import web

from bots.web.answers import html, message, move_on
from bots.web.look import Look, draw
from bots.web.visit import Visit
from bots.web.words_web import tell
from relay.wire.base import STATUS, Code, Instant
from relay.wire.people import Role, RoomView
from relay.wire.requests import RequestView

FRONT = "/console"
PAGES = (
    ("console_now", FRONT, "run"),
    ("console_grants", f"{FRONT}/permissions", "key"),
    ("console_people", f"{FRONT}/people", "people"),
    ("console_machines", f"{FRONT}/machines", "machine"),
    ("console_audit", f"{FRONT}/audit", "chain"),
    ("console_device", f"{FRONT}/device", "machine"),
)

OwnersHandler = Callable[[Visit, list[RoomView]], Awaitable[web.StreamResponse]]


def of_owner(handler: OwnersHandler) -> Callable[[Visit], Awaitable[web.StreamResponse]]:
    """A page for owners, with the rooms that are theirs; anybody else is led to the rooms."""

    async def serve(visit: Visit) -> web.StreamResponse:
        rooms = (await visit.site.client.rooms(visit.who)).rooms
        mine = [room for room in rooms if room.me == room.owner]
        if mine:
            return await handler(visit, mine)
        if visit.request.method == "GET":
            return move_on("/rooms")
        return message(visit, "refused_title", visit.tell("console_owner_only"), STATUS[Code.owner_only])

    return serve


def staying(visit: Visit, path: str) -> Look:
    """How pages are made whose forms lead back to ``path``."""
    return replace(visit.look, stay=path)


def page(visit: Visit, template: str, here: str, **values: Any) -> web.Response:
    """One page of the console; ``here`` is its name in `PAGES`."""
    path = next(path for key, path, _ in PAGES if key == here)
    return html(draw_page(staying(visit, path), template, here, path, **values))


def draw_page(look: Look, template: str, here: str, path: str, **values: Any) -> str:
    """The same for a look."""
    return draw(
        look,
        template,
        here=here,
        pages=PAGES,
        back=path,
        ago=partial(ago, look.language),
        lasts=partial(lasts, look.language),
        **values,
    )


def room_of(view: RequestView) -> RoomView:
    """The room of a request, as far as a card needs it."""
    return RoomView(
        room=view.room,
        name=view.room_name,
        owner=view.owner,
        owner_name=view.owner_name,
        my_role=Role.owner,
        me=view.owner,
        agents=[],
        members=[],
        approval_ttl=0,
    )


def ago(language: str, at: Instant, now: Instant) -> str:
    """How long ago, in the largest unit that says enough."""
    count, unit = _measure((now - at) / 1_000_000)
    return tell(f"console_ago_{unit}", language, count=count)


def lasts(language: str, seconds: float) -> str:
    """A length of time, in the largest unit that says enough."""
    count, unit = _measure(seconds)
    return tell(f"console_long_{unit}", language, count=count)


def _measure(seconds: float) -> tuple[int, str]:
    for size, unit in ((2 * 86_400, "d"), (2 * 3_600, "h"), (120, "m")):
        if seconds >= size:
            return int(seconds // {"d": 86_400, "h": 3_600, "m": 60}[unit]), unit
    return max(0, int(seconds)), "s"
