"""What goes back to a browser, and what every answer carries (W3)."""

import json
from typing import Any, TypeVar

from aiohttp import web

from bots.web import render_people
from bots.web.session import Session, seal
from bots.web.visit import Site, Visit

R = TypeVar("R", bound=web.StreamResponse)

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
    return dressed(html(render_people.message_page(visit.look, visit.tell(title), text, back), status))


def refuse(visit: Visit, text: str, status: int, back: str = "") -> web.Response:
    """Nothing was done, and why."""
    if visit.wants_json:
        return dressed(as_json({"trouble": text}, status))
    return message(visit, "refused_title", text, status, back)


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


def dressed(response: R) -> R:
    """The answer with the headers that keep others out."""
    if not response.prepared:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
    return response
