"""Coming in by a link or a code, signing out, and the language."""

from dataclasses import replace

from aiohttp import web

from bots.web import parse, render_people
from bots.web.answers import html, keep, message, move_on
from bots.web.pages import DEAD_LINK, is_dead_link
from bots.web.session import LIFETIME, Session
from bots.web.visit import LANGUAGE_COOKIE, Visit, new_subject
from bots.web.words_web import LANGUAGE_NAMES
from relay.client import Refused, Unreachable
from relay.wire.base import STATUS, Code
from relay.wire.people import AcceptInvite, RedeemLink

YEAR = 365 * 24 * 3600


async def show_join(visit: Visit) -> web.StreamResponse:
    """The invite link: nothing is used up by looking."""
    return html(render_people.door_page(visit.look, "join", visit.request.path))


async def show_owner(visit: Visit) -> web.StreamResponse:
    """The owner's one-time link: a chat that previews it must not use it up, so it takes a form."""
    return html(render_people.door_page(visit.look, "owner", visit.request.path))


async def show_code(visit: Visit) -> web.StreamResponse:
    """Where the code of an invitation is typed."""
    return html(render_people.door_page(visit.look, "code", visit.request.path))


async def read_code(visit: Visit) -> web.StreamResponse:
    """A typed code leads to the same door as its link."""
    code = parse.read_code(visit.form.fields)
    if code is None:
        page = render_people.door_page(visit.look, "code", visit.request.path, visit.tell("code_wrong"))
        return html(page, STATUS[Code.empty])
    return move_on(f"/join/{code}")


async def show_account(visit: Visit) -> web.StreamResponse:
    """Who this browser is, and the ways out."""
    return html(render_people.account_page(visit.look))


async def join(visit: Visit) -> web.StreamResponse:
    """Follow an invite link under the name that was typed."""
    try:
        name = parse.read_name(visit.form.fields)
    except parse.NameNeeded:
        page = render_people.door_page(visit.look, "join", visit.request.path, visit.tell("name_needed"))
        return html(page, STATUS[Code.empty])
    named = _named(replace(visit, session=visit.coming_in), name)
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
    known = bool(visit.session.name)
    fresh = replace(visit.session, subject=new_subject()) if known else visit.coming_in
    visit = replace(visit, session=fresh)
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


async def sign_out(visit: Visit) -> web.StreamResponse:
    """This browser is nobody's any more, or all of the person's are; the person stays in the rooms."""
    everywhere = visit.form.fields.get("everywhere") == "yes"
    told = "signed_out_text"
    try:
        await visit.site.client.sign_out(visit.who, everywhere=everywhere)
    except Unreachable:
        if everywhere:
            raise
        told = "signed_out_here"
    response = message(visit, "signed_out_title", visit.tell(told), 200)
    response.headers["Clear-Site-Data"] = '"storage"'
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
