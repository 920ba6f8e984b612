"""The door of the browser room: who comes, whether a form is ours, and what every answer carries (W3)."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import urlsplit

from aiohttp import web

from bots.web import body, parse, render_people
from bots.web.answers import dressed, html, keep, message, refuse
from bots.web.parse import Unusable
from bots.web.session import LIFETIME, RENEW, VISIT, Session, is_form_token
from bots.web.visit import Site, Visit, come_in, new_subject
from bots.words import problem
from relay.client import Refused, Unreachable
from relay.wire.base import ATTACHMENT_LIMIT, PROMPT_LIMIT, STATUS, Code

Handler = Callable[[Visit], Awaitable[web.StreamResponse]]
RawHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


# -- the kinds of doors


def page(site: Site, handler: Handler) -> RawHandler:
    """A page for somebody who was let in."""

    async def serve(request: web.Request) -> web.StreamResponse:
        visit = come_in(site, request)
        if visit.session is None and is_from_elsewhere(request):
            return _again(visit)
        if visit.session is None or not visit.session.name:
            return message(visit, "strange_title", visit.tell("strange_text"), 403)
        return _sealed(await _answered(visit, handler), visit, renew(visit))

    return serve


def door(site: Site, handler: Handler) -> RawHandler:
    """A page for whoever has its address: a browser that is new here gets a name to be recognised by."""

    async def serve(request: web.Request) -> web.StreamResponse:
        visit = come_in(site, request)
        if visit.session is None and is_from_elsewhere(request):
            return _again(visit)
        fresh = visit.session or Session(new_subject(), "", int(site.clock()) + VISIT)
        visit = replace(visit, session=fresh)
        return _sealed(await _answered(visit, handler), visit, fresh)

    return serve


def act(site: Site, handler: Handler) -> RawHandler:
    """A form that changes something: only from a page of ours, for this very browser."""

    async def serve(request: web.Request) -> web.StreamResponse:
        visit = come_in(site, request)
        if not is_same_origin(site, request) or visit.session is None:
            return refuse(visit, visit.tell("other_site"), 403)
        try:
            visit = replace(visit, form=await body.read_form(request))
        except body.FilesTooLarge:
            limit = f"{ATTACHMENT_LIMIT // 1024 // 1024} MB"
            text = visit.tell("files_too_big", count=parse.MOST_FILES, size=limit)
            return refuse(visit, text, STATUS[Code.too_long])
        except body.TooLarge:
            text = visit.tell("problem.too_long", limit=f"{PROMPT_LIMIT:,}")
            return refuse(visit, text, STATUS[Code.too_long])
        except body.Unreadable:
            return refuse(visit, visit.tell("problem.bad_request"), STATUS[Code.bad_request])
        if not _is_our_form(visit):
            return refuse(visit, visit.tell("other_site"), 403)
        return _sealed(await _answered(visit, handler), visit, None)

    return serve


def stream(site: Site, handler: Handler) -> RawHandler:
    """An open line for a page that is there already; without a session the page is told to look again."""

    async def serve(request: web.Request) -> web.StreamResponse:
        visit = come_in(site, request)
        if visit.session is None or not visit.session.name:
            gone = web.Response(text="event: gone\ndata: {}\n\n", content_type="text/event-stream")
            return dressed(gone)
        return await handler(visit)

    return serve


def _is_our_form(visit: Visit) -> bool:
    token = visit.form.fields.get("csrf", "")
    return visit.session is not None and is_form_token(token, visit.session, visit.site.secret)


def is_same_origin(site: Site, request: web.Request) -> bool:
    """Whether a page of ours sent this.

    A form of a page with ``Referrer-Policy: no-referrer`` says ``Origin: null`` (Fetch, "append a request
    Origin header"); the browser's own word in ``Sec-Fetch-Site`` is then the proof, which no page can set.
    """
    origin = request.headers.get("Origin", "null")
    if origin != "null":
        ours = urlsplit(site.public_url)
        theirs = urlsplit(origin)
        return origin == f"{ours.scheme}://{ours.netloc}" or (
            theirs.scheme == ours.scheme and theirs.netloc == request.host
        )
    return request.headers.get("Sec-Fetch-Site") == "same-origin"


def is_from_elsewhere(request: web.Request) -> bool:
    """Whether a link of another site, such as a chat, led here: the browser then keeps strict cookies back."""
    return request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")


def renew(visit: Visit) -> Session | None:
    """The session for a longer time, once a day."""
    session, now = visit.session, int(visit.site.clock())
    if session is None or not session.name or session.until - now > LIFETIME - RENEW:
        return None
    return replace(session, until=now + LIFETIME)


# -- what goes wrong


async def _answered(visit: Visit, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(visit)
    except Refused as refused:
        return _refused(visit, refused)
    except Unusable as unusable:
        text = problem(unusable.problem, visit.language)
        return refuse(visit, text, STATUS[unusable.problem.code], visit.request.path.rpartition("/")[0])
    except Unreachable:
        return refuse(visit, visit.tell("unreachable"), 503, visit.request.path)


def _refused(visit: Visit, refused: Refused) -> web.Response:
    status = STATUS[refused.code]
    if refused.code is Code.unknown and not visit.wants_json:
        return message(visit, "missing_title", visit.tell("missing_text"), status)
    return refuse(visit, problem(refused.problem, visit.language), status)


def _again(visit: Visit) -> web.Response:
    return dressed(html(render_people.again_page(visit.look, visit.request.path)))


def _sealed(response: web.StreamResponse, visit: Visit, session: Session | None) -> web.StreamResponse:
    if session is not None and not response.prepared:
        keep(response, visit.site, session)
    return dressed(response)
