"""The relay as a web application: routes from the wire's table, one map from errors to answers."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from aiohttp import web

from relay.http import bytes as raw
from relay.http import (
    connectors,
    coordination,
    health,
    machines,
    messages,
    openapi,
    overview,
    people,
    rooms,
    stream,
)
from relay.http.auth import Tokens, check_audience, check_version, check_voice, speaker_of
from relay.http.calls import HANDLERS, Call, Handler
from relay.http.heard import Heard
from relay.http.limits import decode, read_body
from relay.http.settings import RelayOptions
from relay.keeper import Keeper
from relay.rooms.people import Speaker
from relay.store.lanes import Closed, Full
from relay.store.store import Store
from relay.store.trouble import say_trouble
from relay.store.tx import Refuse
from relay.sweeper import Sweeper
from relay.wire import routes
from relay.wire.base import BODY_LIMIT, STATUS, VERSION_HEADER, Code, Problem
from relay.wire.routes import Route

log = logging.getLogger(__name__)

STORE = web.AppKey("store", Store)
SWEEPER = web.AppKey("sweeper", Sweeper)
KEEPER = web.AppKey("keeper", Keeper)
Raw = Callable[[Call], Awaitable[web.StreamResponse]]

_RAW: tuple[tuple[Route[Any], Raw], ...] = (
    (routes.PUT_BLOB, raw.put_blob),
    (routes.TAKE_ATTACHMENT, raw.take_attachment),
    (routes.PUT_ARTIFACT, raw.put_artifact),
    (routes.TAKE_ARTIFACT, raw.take_artifact),
    (routes.STREAM, stream.stream),
)
_REGISTERED = (people, rooms, connectors, machines, messages, coordination, overview)
"""Importing them registers their handlers."""


def relay_app(store: Store, options: RelayOptions | None = None) -> web.Application:
    """The application over an open store. Starts the sweeper with it.

    Run it with ``handler_cancellation=True``: a long poll whose client is gone must end (aiohttp, Web Server
    Advanced, "Web Handler Cancellation").
    """
    options = options or RelayOptions()
    app = web.Application(client_max_size=BODY_LIMIT)
    app[STORE] = store
    app[SWEEPER] = Sweeper(store, options.sweep_seconds)
    tokens, heard = Tokens(store), Heard(store)
    for route, handler in HANDLERS.values():
        app.router.add_route(
            route.method, route.path, _serve(store, options, tokens, heard, route, _modelled(handler))
        )
    for route, answer in _RAW:
        app.router.add_route(route.method, route.path, _serve(store, options, tokens, heard, route, answer))
    health.add_routes(app, store, options, app[SWEEPER])
    openapi.add_route(app)
    app[KEEPER] = Keeper(store, options.keep)
    app.cleanup_ctx.append(_sweeping)
    app.on_shutdown.append(_let_go)
    return app


async def _sweeping(app: web.Application) -> AsyncIterator[None]:
    app[STORE].wakes.open()
    await app[SWEEPER].start()
    app[KEEPER].start()
    yield
    await app[KEEPER].close()
    await app[SWEEPER].close()


async def _let_go(app: web.Application) -> None:
    """The server waits for its handlers (aiohttp, "Graceful shutdown")."""
    begin_drain(app)


def begin_drain(app: web.Application) -> None:
    """Held polls and streams end now, /readyz says no, and what is being answered is answered (O15)."""
    app[STORE].wakes.close()


def _modelled(handler: Handler) -> Raw:
    async def answer(call: Call) -> web.StreamResponse:
        reply = await handler(call)
        return web.Response(body=reply.model_dump_json().encode(), content_type="application/json")

    return answer


def _serve(
    store: Store, options: RelayOptions, tokens: Tokens, heard: Heard, route: Route[Any], answer: Raw
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def serve(request: web.Request) -> web.StreamResponse:
        try:
            check_version(request)
            principal = await tokens.principal(request)
            check_audience(principal, route.audience)
            speaker = speaker_of(request, principal) if route.audience is routes.Audience.person else _NOBODY
            installed = await tokens.check_installation(speaker, principal)
            check_voice(speaker, route)
            if installed:
                await heard.note(speaker)
            _check_held(store, route)
            ours = VERSION_HEADER in request.headers
            body = decode(await read_body(request, BODY_LIMIT), route.body, ours=ours) if route.body else None
            reply = await answer(Call(store, options, principal, speaker, request, body))
        except Exception as error:
            return _refusal(error)
        if request.method == "DELETE":
            tokens.forget()
        return reply

    return serve


_NOBODY = Speaker()
_HELD = (routes.POLL, routes.PLACES, routes.STREAM)
"""Calls that wait. A relay that goes down holds none, and answered at once they would come again at once."""


def _check_held(store: Store, route: Route[Any]) -> None:
    if store.wakes.closed and route in _HELD:
        raise Closed


def _refusal(error: Exception) -> web.Response:
    """The one place where errors become answers."""
    match error:
        case Refuse():
            problem = error.problem
        case Full() | Closed():
            problem = Problem(code=Code.busy, detail=str(error.__doc__), retry_after=1)
        case ConnectionError():
            raise error
        case _:
            log.error("a call failed", exc_info=error)
            detail = say_trouble(error) or "The relay could not do this now."
            problem = Problem(code=Code.busy, detail=detail, retry_after=1)
    headers = {"Retry-After": "1"} if problem.retry_after else {}
    response = web.Response(
        status=STATUS[problem.code],
        body=problem.model_dump_json(exclude_none=True).encode(),
        content_type="application/json",
        headers=headers,
    )
    if problem.code is Code.too_long:
        response.force_close()  # the rest of the body is not read
    return response
