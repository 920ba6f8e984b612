"""What the owner does about people, permissions and machines; each form is one call of the relay."""

from aiohttp import web

from bots.web import parse, render_people
from bots.web.answers import html, move_on, refuse
from bots.web.visit import Visit
from relay.client import Refused
from relay.wire.base import STATUS, Code


async def invite(visit: Visit) -> web.StreamResponse:
    """Make an invite link; it is in this page and nowhere else."""
    client = visit.site.client
    new = parse.read_invite(visit.form.fields)
    room = await client.room(visit.who, visit.name("room"))
    made = await client.invite(visit.who, room.room, new)
    url = f"{visit.site.public_url}/join/{made.token}"
    return html(render_people.invite_page(visit.look, room, made, url))


async def revoke_invite(visit: Visit) -> web.StreamResponse:
    """Nobody comes in by this invitation any more."""
    await visit.site.client.revoke_invite(visit.who, visit.name("room"), visit.name("invite"))
    return move_on(_back(visit, "people"))


async def remove(visit: Visit) -> web.StreamResponse:
    """Remove a member (R9)."""
    await visit.site.client.remove(visit.who, visit.name("room"), visit.name("person"))
    return move_on(_back(visit, "people"))


async def revoke_grant(visit: Visit) -> web.StreamResponse:
    """Take a standing permission back (A6)."""
    await visit.site.client.revoke_grant(visit.who, visit.name("grant"))
    return move_on(_back(visit, "grants"))


async def revoke_machine(visit: Visit) -> web.StreamResponse:
    """Revoke a machine (R9, R10)."""
    await visit.site.client.revoke_machine(visit.who, visit.name("machine"))
    return move_on(_back(visit, "machines"))


async def decide_join(visit: Visit) -> web.StreamResponse:
    """Admit somebody who asks without being a member, or refuse (R5)."""
    decision = parse.read_join(visit.form.fields)
    path = parse.read_path(visit.form.fields, "stay", f"/rooms/{visit.name('room')}")
    try:
        await visit.site.client.decide_join(visit.who, visit.name("join"), decision)
    except Refused as refused:
        if refused.code not in (Code.late, Code.unknown):
            raise
        return refuse(visit, visit.tell("join_gone"), STATUS[refused.code], path)
    return move_on(path)


def _back(visit: Visit, page: str) -> str:
    """Where the form came from: the console, or a page of the room."""
    return parse.read_path(visit.form.fields, "stay", f"/rooms/{visit.name('room')}/{page}")
