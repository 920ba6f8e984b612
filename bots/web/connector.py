"""The browser room as routes of a web application: its own, or the one in which the relay runs too (O2)."""

from aiohttp import web

from bots.web import acts, entering, files, pages, people_acts, settling, trees
from bots.web.answers import move_on
from bots.web.console import install, routes
from bots.web.guard import Handler, RawHandler, act, door, page, stream
from bots.web.push.notifier import add_notifier
from bots.web.push.sealing import Push
from bots.web.stream import send_changes, serve_events
from bots.web.visit import Site, come_in, load_assets
from relay.client import RelayClient

SITE = web.AppKey("site", Site)

# Ids go into the paths of the relay's own calls: nothing that could be a path is let through.
_NAME = "[A-Za-z0-9_-]{1,100}"
_ROOM = f"/rooms/{{room:{_NAME}}}"
_TASK = f"{_ROOM}/tree/{{task:{_NAME}}}"
_REQUEST = f"{_ROOM}/{{request:R[0-9]{{8}}-[0-9]{{2,9}}}}"

_PAGES: dict[str, Handler] = {
    "/rooms": pages.show_rooms,
    _ROOM: pages.show_room,
    f"{_ROOM}/people": pages.show_people,
    f"{_ROOM}/grants": pages.show_grants,
    f"{_ROOM}/machines": pages.show_machines,
    f"{_ROOM}/audit": pages.show_audit,
    f"{_ROOM}/states": trees.show_states,
    f"{_ROOM}/switches": trees.show_switches,
    f"{_TASK}": trees.show_tree,
    f"{_TASK}/part": trees.send_tree,
    _REQUEST: pages.show_request,
    f"{_REQUEST}/card": pages.send_card,
    f"{_REQUEST}/steps": pages.send_steps,
    f"{_ROOM}/changes": send_changes,
    "/account": entering.show_account,
    f"{_REQUEST}/files/{{digest:[0-9a-f]{{64}}}}": files.send_file,
    "/rooms/{rest:.*}": pages.show_missing,
}
_DOORS: dict[str, Handler] = {
    "/join": entering.show_code,
    "/join/{token}": entering.show_join,
    "/owner/{code}": entering.show_owner,
}
_ACTS: dict[str, Handler] = {
    "/join": entering.read_code,
    "/join/{token}": entering.join,
    "/owner/{code}": entering.own,
    "/sign-out": entering.sign_out,
    "/language": entering.choose_language,
    f"{_ROOM}/ask": acts.ask,
    f"{_ROOM}/draft": trees.draft,
    f"{_ROOM}/switches": trees.switch,
    f"{_ROOM}/grants/{{grant:{_NAME}}}/allowance": trees.allow,
    f"{_TASK}/move": trees.move,
    f"{_TASK}/revoke": trees.revoke,
    f"{_ROOM}/invites": people_acts.invite,
    f"{_ROOM}/invites/{{invite:{_NAME}}}/revoke": people_acts.revoke_invite,
    f"{_ROOM}/people/{{person:{_NAME}}}/remove": people_acts.remove,
    f"{_ROOM}/joins/{{join:{_NAME}}}": people_acts.decide_join,
    f"{_ROOM}/grants/{{grant:{_NAME}}}/revoke": people_acts.revoke_grant,
    f"{_ROOM}/machines/{{machine:{_NAME}}}/revoke": people_acts.revoke_machine,
    f"{_REQUEST}/decision": acts.decide,
    f"{_REQUEST}/actions/{{action:{_NAME}}}": acts.decide_action,
    f"{_REQUEST}/actions/{{action:{_NAME}}}/settlement": settling.settle,
    f"{_REQUEST}/cancel": acts.cancel,
    f"{_REQUEST}/retry": acts.retry,
    f"{_REQUEST}/resume": acts.resume,
    f"{_REQUEST}/close": acts.close,
}


def room_app(
    client: RelayClient, *, secret: bytes, public_url: str, push: Push | None = None
) -> web.Application:
    """The browser room alone; see `add_room`."""
    app = web.Application()
    add_room(app, client, secret=secret, public_url=public_url, push=push)
    return app


def add_room(
    app: web.Application, client: RelayClient, *, secret: bytes, public_url: str, push: Push | None = None
) -> None:
    """Add the browser room's routes, from ``/`` on, to an application.

    ``client`` holds a connector token of the platform ``web``; closing it is its owner's part. ``secret``
    signs the cookies and has 32 bytes at least. ``public_url`` is the address under which browsers come,
    without a path: with https, cookies travel by https only. ``push`` notifies browsers that want it.

    The addresses of ``/join`` and ``/owner`` are secrets: keep them out of access logs.
    """
    if len(secret) < 32:
        raise ValueError("The secret that signs cookies needs 32 bytes at least.")
    site = Site(client, secret, public_url.rstrip("/"), load_assets(), push=push)
    app[SITE] = site
    router = app.router
    router.add_get("/", _front)
    router.add_get(f"{site.assets.path}/{{name}}", _asset(site))
    for path, handler in _DOORS.items():
        router.add_get(path, door(site, handler))
    for path, handler in {**_ACTS, **routes.ACTS}.items():
        router.add_post(path, act(site, handler))
    router.add_get(f"{_ROOM}/events", stream(site, serve_events))
    for path, handler in {**routes.PAGES, **_PAGES}.items():
        router.add_get(path, page(site, handler))
    install.add_files(app, site)
    if push is not None:
        add_notifier(app, client, push)
    app.on_shutdown.append(_close)


async def _front(_: web.Request) -> web.StreamResponse:
    return move_on("/rooms")


def _asset(site: Site) -> RawHandler:
    async def serve(request: web.Request) -> web.StreamResponse:
        found = site.assets.files.get(request.match_info["name"])
        if found is None:
            return await pages.show_missing(come_in(site, request))
        packs = "gzip" in request.headers.get("Accept-Encoding", "")
        headers = {
            "Vary": "Accept-Encoding",
            **({"Content-Encoding": "gzip"} if packs else {}),
            "Cache-Control": "public, max-age=31536000, immutable",
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
        }
        data = found.packed if packs else found.plain
        return web.Response(body=data, content_type=found.kind, charset="utf-8", headers=headers)

    return serve


async def _close(app: web.Application) -> None:
    app[SITE].close()
