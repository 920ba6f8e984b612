"""What a browser can do: each form is one call of the relay, and the answer shows what came back."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from bots.text import one_line
from bots.web import parse, render
from bots.web.answers import as_json, html, move_on, refuse
from bots.web.pages import draw_refusal, draw_room, find_request
from bots.web.visit import Visit, new_key
from relay.client import Refused
from relay.wire.base import STATUS, Code
from relay.wire.people import Role, RoomView, Who
from relay.wire.requests import Attachment, RequestView

# -- asking and deciding


async def ask(visit: Visit) -> web.StreamResponse:
    """Ask an agent; what cannot be sent is given back as a draft."""
    client, fields = visit.site.client, visit.form.fields
    room = await client.room(visit.who, visit.name("room"))
    if room.my_role is Role.watcher:
        return refuse(visit, visit.tell("watching", owner=room.owner_name), STATUS[Code.not_yours])
    try:
        handles = [agent.handle for agent in room.agents]
        asked = parse.read_ask(fields, room.room, handles, await _store_files(visit))
        became = await client.ask(visit.who, asked)
    except Refused as refused:
        return await _not_asked(visit, draw_refusal(visit, refused), STATUS[refused.code])
    except parse.NoSuchAgent as nobody:
        names = ", ".join(f"@{one_line(agent)}" for agent in nobody.agents) or visit.tell("none_yet")
        text = visit.tell("no_such_agent", name=nobody.named, names=names)
        return await _not_asked(visit, text, STATUS[nobody.problem.code])
    except parse.Unusable as unusable:
        text = draw_refusal(visit, Refused(unusable.problem))
        return await _not_asked(visit, text, STATUS[unusable.problem.code])
    if became.request is None:
        return refuse(visit, visit.tell("problem.unknown"), STATUS[Code.unknown])
    if not visit.wants_json:
        return move_on(f"/rooms/{room.room}#{became.request.public_id}")
    picture = render.live_card(visit.look, room, became.request)
    return as_json({**picture, "key": new_key()})


async def _store_files(visit: Visit) -> list[Attachment]:
    stored = []
    for upload in visit.form.files:
        blob = await visit.site.client.put_blob(visit.who, upload.data)
        name, media_type = parse.read_file_name(upload.name), parse.read_media_type(upload.media_type)
        stored.append(Attachment(blob=blob.blob, name=name, media_type=media_type, size=blob.size))
    return stored


async def _not_asked(visit: Visit, text: str, status: int) -> web.StreamResponse:
    if visit.wants_json:
        return as_json({"trouble": text}, status)
    return html(await draw_room(visit, draft=visit.form.fields.get("prompt", ""), trouble=text), status)


async def decide(visit: Visit) -> web.StreamResponse:
    """Approve, allow always, or deny what was shown."""
    decision = parse.read_decision(visit.form.fields)
    return await on_request(visit, lambda who, name: visit.site.client.decide(who, name, decision))


async def decide_action(visit: Visit) -> web.StreamResponse:
    """Allow one exact action once, or deny it."""
    decision = parse.read_action_decision(visit.form.fields)
    action = visit.name("action")
    return await on_request(
        visit, lambda who, name: visit.site.client.decide_action(who, name, action, decision)
    )


async def cancel(visit: Visit) -> web.StreamResponse:
    """Cancel (X2)."""
    key = parse.read_key(visit.form.fields)
    return await on_request(visit, lambda who, name: visit.site.client.cancel(who, name, key))


async def resume(visit: Visit) -> web.StreamResponse:
    """Try to reach the machine again (X4)."""
    key = parse.read_key(visit.form.fields)
    return await on_request(visit, lambda who, name: visit.site.client.resume(who, name, key))


async def close(visit: Visit) -> web.StreamResponse:
    """Give a machine up (L6)."""
    closing = parse.read_close(visit.form.fields)
    return await on_request(visit, lambda who, name: visit.site.client.close_request(who, name, closing))


async def retry(visit: Visit) -> web.StreamResponse:
    """Ask again under a new id (X3)."""
    key = parse.read_key(visit.form.fields)
    room, view = await find_request(visit)
    became = await visit.site.client.retry(visit.who, view.request, key)
    return _show(visit, room, became.request or view, fresh=True)


async def on_request(visit: Visit, say: Callable[[Who, str], Awaitable[object]]) -> web.StreamResponse:
    """Say one thing to the request of the path; then show how it stands, also where the relay refused."""
    room, view = await find_request(visit)
    trouble, status = "", 200
    try:
        await say(visit.who, view.request)
    except Refused as refused:
        trouble, status = draw_refusal(visit, refused), STATUS[refused.code]
    now = await visit.site.client.request(visit.who, view.request)
    return _show(visit, room, now, trouble=trouble, status=status)


def _show(
    visit: Visit,
    room: RoomView,
    view: RequestView,
    *,
    fresh: bool = False,
    trouble: str = "",
    status: int = 200,
) -> web.StreamResponse:
    path = parse.read_path(visit.form.fields, "stay", f"/rooms/{room.room}#{view.public_id}")
    if visit.wants_json:
        picture = render.live_card(visit.look, room, view)
        return as_json({**picture, "trouble": trouble, "fresh": fresh}, status)
    return refuse(visit, trouble, status, path) if trouble else move_on(path)
