"""Standing permissions, people with open invites, and machines with what runs there; over all rooms."""

import asyncio

from aiohttp import web

from bots.web.console.frame import page
from bots.web.visit import Visit
from bots.web.words_web import tell
from relay.wire.executions import Meter
from relay.wire.people import GrantView, InviteView, RoomView

AT_ONCE = 8
"""Rooms whose invites are asked for at the same time."""


async def show_permissions(visit: Visit, _: list[RoomView]) -> web.StreamResponse:
    """Those in force first, then those that were revoked."""
    grants = (await visit.site.client.grants(visit.who)).grants
    return page(
        visit,
        "console_permissions.html",
        "console_grants",
        live=[(grant, limits(grant, visit.language)) for grant in grants if grant.revoked_at is None],
        past=[grant for grant in grants if grant.revoked_at is not None],
    )


def limits(grant: GrantView, language: str) -> list[str]:
    """What a standing permission lets through in a day, in words."""
    return [_limit(meter, count, language) for meter, count in sorted(grant.allowance.items())]


def _limit(meter: Meter, count: int, language: str) -> str:
    shown: str | int = f"{count / 1_000_000:.2f}" if meter is Meter.cost else f"{count:,}"
    return tell(f"console_meter_{meter}", language, count=shown)


async def show_people(visit: Visit, rooms: list[RoomView]) -> web.StreamResponse:
    """Who is where, and which invites are open."""
    seen = await visit.site.client.overview(visit.who)
    return page(
        visit,
        "console_people.html",
        "console_people",
        rooms=rooms,
        invites=await _open_invites(visit, rooms),
        seen=seen,
    )


async def _open_invites(visit: Visit, rooms: list[RoomView]) -> list[tuple[RoomView, InviteView]]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def of(room: RoomView) -> list[InviteView]:
        async with gate:
            return (await visit.site.client.invites(visit.who, room.room)).invites

    found = zip(rooms, await asyncio.gather(*(of(room) for room in rooms)), strict=True)
    now = int(visit.site.clock() * 1_000_000)
    return [
        (room, invite)
        for room, invites in found
        for invite in invites
        if invite.uses_left and invite.revoked_at is None and invite.expires_at > now
    ]


async def show_machines(visit: Visit, rooms: list[RoomView]) -> web.StreamResponse:
    """Each machine with its last contact and what runs there."""
    seen = await visit.site.client.overview(visit.who)
    return page(
        visit,
        "console_machines.html",
        "console_machines",
        living=[machine for machine in seen.machines if machine.revoked_at is None],
        gone=[machine for machine in seen.machines if machine.revoked_at is not None],
        room_name=rooms[0].room,
        seen=seen,
    )
