"""What a browser can do: each form is one call of the relay, and the answer shows what came back."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from aiohttp import web

from bots.web import parse, render
from bots.web.answers import as_json, html, keep, message, move_on, refuse
from bots.web.pages import DEAD_LINK, draw_refusal, draw_room, find_request, is_dead_link
from bots.web.session import LIFETIME, Session
from bots.web.visit import LANGUAGE_COOKIE, Visit, new_key, new_subject
from bots.web.words_web import LANGUAGE_NAMES
from relay.client import Refused
from relay.wire.base import STATUS, Code
from relay.wire.people import AcceptInvite, RedeemLink, RoomView, Who
from relay.wire.requests import Attachment, RequestView

YEAR = 365 * 24 * 3600

# -- asking and deciding


async def ask(visit: Visit) -> web.StreamResponse:
    """Ask an agent; what cannot be sent is given back as a draft."""
    client, fields = visit.site.client, visit.form.fields
    room = await client.room(visit.who, visit.name("room"))
    try:
        handles = [agent.handle for agent in room.agents]
        asked = parse.read_ask(fields, room.room, handles, await _store_files(visit))
        became = await client.ask(visit.who, asked)
    except Refused as refused:
        return await _not_asked(visit, draw_refusal(visit, refused), STATUS[refused.code])
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
    path = f"/rooms/{room.room}#{view.public_id}"
    if visit.wants_json:
        picture = render.live_card(visit.look, room, view)
        return as_json({**picture, "trouble": trouble, "fresh": fresh}, status)
    return refuse(visit, trouble, status, path) if trouble else move_on(path)


# -- people, permissions, machines


async def invite(visit: Visit) -> web.StreamResponse:
    """Make an invite link; it is in this page and nowhere else."""
    client = visit.site.client
    new = parse.read_invite(visit.form.fields)
    room = await client.room(visit.who, visit.name("room"))
    made = await client.invite(visit.who, room.room, new)
    url = f"{visit.site.public_url}/join/{made.token}"
    return html(render.invite_page(visit.look, room, made, url))


async def revoke_invite(visit: Visit) -> web.StreamResponse:
    """Nobody comes in by this invitation any more."""
    await visit.site.client.revoke_invite(visit.who, visit.name("room"), visit.name("invite"))
    return move_on(f"/rooms/{visit.name('room')}/people")


async def remove(visit: Visit) -> web.StreamResponse:
    """Remove a member (R9)."""
    await visit.site.client.remove(visit.who, visit.name("room"), visit.name("person"))
    return move_on(f"/rooms/{visit.name('room')}/people")


async def revoke_grant(visit: Visit) -> web.StreamResponse:
    """Take a standing permission back (A6)."""
    await visit.site.client.revoke_grant(visit.who, visit.name("grant"))
    return move_on(f"/rooms/{visit.name('room')}/grants")


async def revoke_machine(visit: Visit) -> web.StreamResponse:
    """Revoke a machine (R9, R10)."""
    await visit.site.client.revoke_machine(visit.who, visit.name("machine"))
    return move_on(f"/rooms/{visit.name('room')}/machines")


# -- coming in, going out


async def join(visit: Visit) -> web.StreamResponse:
    """Follow an invite link under the name that was typed."""
    try:
        name = parse.read_name(visit.form.fields)
    except parse.NameNeeded:
        page = render.door_page(visit.look, "join", visit.request.path, visit.tell("name_needed"))
        return html(page, STATUS[Code.empty])
    named = _named(visit, name)
    try:
        room = await visit.site.client.accept(named.who, AcceptInvite(token=visit.name("token"), name=name))
    except Refused as refused:
        if is_dead_link(refused):
            return message(visit, "link_used_title", visit.tell("link_used"), DEAD_LINK)
        raise
    return _let_in(named, f"/rooms/{room.room}")


async def own(visit: Visit) -> web.StreamResponse:
    """The one-time owner link: this browser's account becomes the owner's (R7, O4).

    A browser that is somebody's already gets a new account: a link that was slipped to a member must not give
    the member's own account away.
    """
    assert visit.session is not None
    if visit.session.name:
        visit = replace(visit, session=replace(visit.session, subject=new_subject()))
    named = _named(visit, visit.tell("role_owner"))
    try:
        link = await visit.site.client.redeem_link(named.who, RedeemLink(code=visit.name("code")))
    except Refused as refused:
        if is_dead_link(refused):
            return message(visit, "link_used_title", visit.tell("link_used"), DEAD_LINK)
        raise
    if not link.confirmed:
        return _kept(message(visit, "owner_title", visit.tell("link_wait"), 200), named)
    rooms = (await visit.site.client.rooms(named.who)).rooms
    mine = next((room for room in rooms if room.me == room.owner), None)
    if mine is not None:
        named = _named(visit, mine.owner_name)
    return _let_in(named, f"/rooms/{rooms[0].room}" if len(rooms) == 1 else "/rooms")


def _named(visit: Visit, name: str) -> Visit:
    """The same account under a name. It stays the same when a form is sent twice, so nobody comes in twice."""
    assert visit.session is not None
    until = int(visit.site.clock()) + LIFETIME
    return replace(visit, session=Session(visit.session.subject, name[: parse.NAME_LIMIT], until))


def _let_in(visit: Visit, path: str) -> web.StreamResponse:
    return _kept(move_on(path), visit)


def _kept(response: web.StreamResponse, visit: Visit) -> web.StreamResponse:
    assert visit.session is not None
    keep(response, visit.site, visit.session)
    return response


async def forget(visit: Visit) -> web.StreamResponse:
    """This browser is not recognised any more; the person stays in the rooms."""
    response = move_on("/rooms")
    response.del_cookie(
        visit.site.cookie, path="/", httponly=True, samesite="Strict", secure=visit.site.secure
    )
    return response


async def choose_language(visit: Visit) -> web.StreamResponse:
    """Read everything in this language from now on."""
    response = move_on(parse.read_path(visit.form.fields))
    language = visit.form.fields.get("language", "")
    if language in LANGUAGE_NAMES:
        response.set_cookie(
            LANGUAGE_COOKIE,
            language,
            max_age=YEAR,
            httponly=True,
            samesite="Strict",
            secure=visit.site.secure,
            path="/",
        )
    return response
