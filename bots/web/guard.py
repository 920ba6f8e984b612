"""The door of the browser room: who comes, whether a form is ours, and what every answer carries (W3)."""

import hashlib
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from aiohttp import web

from bots.web import body, render
from bots.web.parse import Unusable
from bots.web.session import LIFETIME, RENEW, VISIT, Session, form_token, is_form_token, seal, unseal
from bots.web.words_web import LANGUAGE_NAMES, choose_language, tell
from bots.words import problem
from relay.client import Refused, RelayClient, Unreachable
from relay.wire.base import ATTACHMENT_LIMIT, PROMPT_LIMIT, STATUS, Code
from relay.wire.people import Account, Who

LANGUAGE_COOKIE = "muti_language"
STATIC = Path(__file__).parent / "static"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True)
class Assets:
    """The style, the script and the pictures, under an address that changes with them."""

    path: str
    files: dict[str, tuple[bytes, str]]


def load_assets(folder: Path = STATIC) -> Assets:
    """Read them once."""
    found = {path.name: (path.read_bytes(), TYPES[path.suffix]) for path in sorted(folder.iterdir())}
    digest = hashlib.sha256(b"".join(data for data, _ in found.values())).hexdigest()[:12]
    return Assets(f"/assets/{digest}", found)


@dataclass
class Site:
    """What all handlers share. ``streams`` are the live pages that are told when the program stops."""

    client: RelayClient
    secret: bytes
    public_url: str
    assets: Assets
    clock: Callable[[], float] = time.time
    closing: bool = False
    streams: set[Callable[[], None]] = field(default_factory=set)

    @property
    def secure(self) -> bool:
        """Whether browsers reach us by https, so that cookies never travel without."""
        return self.public_url.startswith("https://")

    @property
    def cookie(self) -> str:
        """The session cookie's name; with https, one that no other host can set (RFC 6265bis, 4.1.3.2)."""
        return "__Host-muti" if self.secure else "muti"

    def close(self) -> None:
        """End the live pages; their browsers come back by themselves."""
        self.closing = True
        for wake in list(self.streams):
            wake()


@dataclass(frozen=True)
class Visit:
    """One call of one browser."""

    site: Site
    request: web.Request
    session: Session | None
    language: str
    form: body.Form = field(default_factory=body.Form)

    @property
    def who(self) -> Who:
        """The account for which the relay is asked (W2): its subject is known to this browser only."""
        assert self.session is not None
        account = Account(platform="web", tenant="", subject=self.session.subject)
        return Who(account=account, name=self.session.name or "?", language=self.language)

    @property
    def look(self) -> render.Look:
        """How pages are made for this browser."""
        session = self.session
        return render.Look(
            language=self.language,
            csrf=form_token(session, self.site.secret) if session else "",
            assets=self.site.assets.path,
            new_key=new_key,
            name=session.name if session else "",
        )

    @property
    def wants_json(self) -> bool:
        """Whether our script asks, and not the browser itself."""
        return self.request.headers.get("Accept", "").startswith("application/json")

    def name(self, part: str) -> str:
        """A part of the path."""
        return self.request.match_info[part]

    def tell(self, key: str, **values: object) -> str:
        """A sentence in this browser's language."""
        return tell(key, self.language, **values)


R = TypeVar("R", bound=web.StreamResponse)
Handler = Callable[[Visit], Awaitable[web.StreamResponse]]
RawHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def new_key() -> str:
    """What makes sending a form twice the same as once."""
    return secrets.token_urlsafe(18)


def new_subject() -> str:
    """A new account's name on the platform ``web``: nobody can guess it."""
    return secrets.token_urlsafe(24)


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
            text = visit.tell("files_too_big", count=body.MOST_FILES, size=limit)
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
            return _dressed(gone)
        return await handler(visit)

    return serve


def _is_our_form(visit: Visit) -> bool:
    token = visit.form.fields.get("csrf", "")
    return visit.session is not None and is_form_token(token, visit.session, visit.site.secret)


def come_in(site: Site, request: web.Request) -> Visit:
    """Who calls, and in which language."""
    session = unseal(request.cookies.get(site.cookie, ""), site.secret, site.clock())
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    accepted = request.headers.get("Accept-Language", "")
    return Visit(site, request, session, chosen if chosen in LANGUAGE_NAMES else choose_language(accepted))


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


# -- answers


def html(text: str, status: int = 200) -> web.Response:
    """A page."""
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")


def as_json(value: dict[str, Any], status: int = 200) -> web.Response:
    """An answer for our script."""
    return web.Response(
        text=json.dumps(value, ensure_ascii=False), status=status, content_type="application/json"
    )


def move_on(path: str) -> web.Response:
    """Go and look there: reloading that page sends nothing again."""
    return web.Response(status=303, headers={"Location": path})


def message(visit: Visit, title: str, text: str, status: int, back: str = "") -> web.Response:
    """A page with one thing to say."""
    return _dressed(html(render.message_page(visit.look, visit.tell(title), text, back), status))


def refuse(visit: Visit, text: str, status: int, back: str = "") -> web.Response:
    """Nothing was done, and why."""
    if visit.wants_json:
        return _dressed(as_json({"trouble": text}, status))
    return message(visit, "refused_title", text, status, back)


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
    return _dressed(html(render.again_page(visit.look, visit.request.path)))


def _sealed(response: web.StreamResponse, visit: Visit, session: Session | None) -> web.StreamResponse:
    if session is not None and not response.prepared:
        keep(response, visit.site, session)
    return _dressed(response)


def keep(response: web.StreamResponse, site: Site, session: Session) -> None:
    """Let this browser be recognised."""
    response.set_cookie(
        site.cookie,
        seal(session, site.secret),
        max_age=max(0, session.until - int(site.clock())),
        httponly=True,
        samesite="Strict",
        secure=site.secure,
        path="/",
    )


def _dressed(response: R) -> R:
    if not response.prepared:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
    return response
