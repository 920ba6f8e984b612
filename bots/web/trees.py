"""Work between agents in the browser: the tree with its live counts, moving, taking back, and the room's switches."""

from aiohttp import web

from bots.web import parse_trees, render_trees
from bots.web.answers import as_json, html, move_on, refuse
from bots.web.visit import Visit
from bots.words import problem
from relay.client import Refused
from relay.wire.base import STATUS, Code
from relay.wire.coordination import RoomSwitch
from relay.wire.messages import Hand, Switch
from relay.wire.people import RoomView
from relay.wire.supervision import Tree

PAGE = 50
"""Requests on one page of states."""


async def show_states(visit: Visit) -> web.StreamResponse:
    """States and steps of a room: all that its observers see of it (V4)."""
    room = await visit.site.client.room(visit.who, visit.name("room"))
    return html(await draw_states(visit, room))


async def draw_states(visit: Visit, room: RoomView) -> str:
    """The same as a page."""
    before = visit.request.query.get("before") or None
    states = await visit.site.client.states(visit.who, room.room, before=before, limit=PAGE)
    return render_trees.states_page(visit.look, room, states)


async def show_tree(visit: Visit) -> web.StreamResponse:
    """A task with all below it."""
    room, tree = await _find(visit)
    return html(render_trees.tree_page(visit.look, room, tree))


async def send_tree(visit: Visit) -> web.StreamResponse:
    """The tree alone, for a page that is open: its counts are live."""
    room, tree = await _find(visit)
    return as_json({"tree": render_trees.tree_part(visit.look, room, tree)})


async def _find(visit: Visit) -> tuple[RoomView, Tree]:
    """The tree that the path names; of another room it is not there."""
    client = visit.site.client
    room = await client.room(visit.who, visit.name("room"))
    return room, await client.tree(visit.who, visit.name("task"))


async def move(visit: Visit) -> web.StreamResponse:
    """Put work under another parent: first what would get narrower is shown, then it is accepted or not (D6, D7)."""
    client, task = visit.site.client, visit.name("task")
    room = await client.room(visit.who, visit.name("room"))
    wish = parse_trees.read_move(visit.form.fields)
    try:
        target = (await client.find(visit.who, room.room, wish.parent)).requests[0]
        moved = await client.move(visit.who, task, wish.model_copy(update={"parent": target.request}))
    except Refused as refused:
        if refused.code is Code.unauthorized:
            raise
        return refuse(visit, _why(visit, refused), STATUS[refused.code], _path(room, task))
    if not wish.preview:
        return move_on(_path(room, task))
    view = await client.request(visit.who, task)
    return html(render_trees.move_page(visit.look, room, view, target, moved))


def _why(visit: Visit, refused: Refused) -> str:
    """Of a move the relay's own words say more than the sentence of their code."""
    if refused.code in (Code.bad_request, Code.not_yours, Code.late):
        return refused.problem.detail
    return problem(refused.problem, visit.language)


async def revoke(visit: Visit) -> web.StreamResponse:
    """Take back what a task may do, with all below it; then what stopped and what could not (D9)."""
    client, task = visit.site.client, visit.name("task")
    room = await client.room(visit.who, visit.name("room"))
    revoked = await client.revoke(visit.who, task, parse_trees.read_revoke(visit.form.fields))
    return html(render_trees.revoked_page(visit.look, room, task, revoked))


def _path(room: RoomView, task: str) -> str:
    return f"/rooms/{room.room}/tree/{task}"


# -- what the owner sets


async def show_switches(visit: Visit) -> web.StreamResponse:
    """What agents of a room may start by themselves."""
    client = visit.site.client
    room = await client.room(visit.who, visit.name("room"))
    return html(render_trees.switches_page(visit.look, room, await client.switches(visit.who, room.room)))


async def switch(visit: Visit) -> web.StreamResponse:
    """Set one of the switches."""
    name = visit.name("room")
    wish = parse_trees.read_switch(visit.form.fields)
    if isinstance(wish, RoomSwitch):
        await visit.site.client.let_agents_ask(visit.who, name, wish)
    elif isinstance(wish, Switch):
        await visit.site.client.switch(visit.who, name, wish)
    return move_on(f"/rooms/{name}/switches")


async def allow(visit: Visit) -> web.StreamResponse:
    """How much a standing permission lets through in a day (A6)."""
    allowance = parse_trees.read_allowance(visit.form.fields)
    await visit.site.client.set_allowance(visit.who, visit.name("grant"), allowance)
    return move_on(f"/rooms/{visit.name('room')}/grants")


async def draft(visit: Visit) -> web.StreamResponse:
    """Somebody writes to an agent, or does not any more: automatic turns wait for that (H3)."""
    fields = visit.form.fields
    hand = Hand(agent=parse_trees.read_agent(fields), open=fields.get("open") == "yes")
    await visit.site.client.hand(visit.who, visit.name("room"), hand)
    return as_json({})
