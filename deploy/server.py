"""The relay's server with the browser room on the same address: the API at /v1, the room at /."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from urllib.parse import urlsplit

from aiohttp import web

from bots.web.connector import add_room
from bots.web.push.sealing import Push, is_possible
from config.settings import Settings
from config.values import is_loopback
from deploy.setup import House, set_up
from deploy.tokens import COOKIES, PUSH, TokenFolder
from relay.client import RelayClient
from relay.http.app import begin_drain, relay_app
from relay.http.settings import RelayOptions
from relay.requests.keeping import Keep
from relay.store.migrate import migrate
from relay.store.store import Store

DRAIN_SECONDS = 5.0
"""How long calls that are being answered may take when the server stops (O15)."""

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened on


class Taken(Exception):
    """Another program listens on this address; stop it, or set relay.listen (MUTI_RELAY__LISTEN) to another."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 means any free one.

    Raises:
        Taken: the address is in use, or not this computer's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        raise Taken(f"{host}:{port}: {Taken.__doc__} ({error.strerror})") from error


def local_url(listener: socket.socket) -> str:
    """The address of a listening socket for programs on this computer."""
    host, port = listener.getsockname()[:2]
    if host in EVERYWHERE:
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"  # noqa: S104
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def public_url(settings: Settings, listener: socket.socket) -> str:
    """The address that people open: as configured, else the socket's own."""
    return settings.public_url if settings.relay.public_url else local_url(listener)


def relay_options(settings: Settings) -> RelayOptions:
    """What the relay's HTTP side is told."""
    token = settings.relay.metrics_token
    metrics = token.get_secret_value() if token else None
    if metrics is None and not is_loopback(urlsplit(settings.public_url).hostname or ""):
        # Behind a proxy every caller seems to be this computer.
        metrics = TokenFolder(settings.home).secret("metrics").hex()
    return RelayOptions(
        approval_ttl=settings.relay.approval_ttl.total_seconds(),
        revoked_limit=settings.relay.revoked_limit.total_seconds(),
        metrics_token=metrics,
        keep=Keep(
            *(_seconds(kept) for kept in (settings.keep.files, settings.keep.requests, settings.keep.cards))
        ),
    )


def _seconds(kept: timedelta | None) -> float | None:
    return None if kept is None else kept.total_seconds()


def _push(settings: Settings, url: str) -> Push | None:
    """The keys behind notifications, made at the first start; none without the extra ``push``."""
    if not is_possible():
        return None
    host = urlsplit(url).hostname or "localhost"
    contact = url if url.startswith("https://") else f"mailto:muti@{host}"
    return Push(TokenFolder(settings.home).secret(PUSH), contact)


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[tuple[Store, House]]:
    """The store, migrated, open and set up."""
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    url = settings.database_url.get_secret_value()
    await asyncio.to_thread(migrate, url)
    store = Store(url)
    await store.open()
    try:
        yield store, await set_up(store, settings)
    finally:
        await store.close()


@asynccontextmanager
async def serving(
    settings: Settings, store: Store, house: House, listener: socket.socket
) -> AsyncIterator[str]:
    """Answer calls while this is open; gives the address for programs on this computer."""
    url = local_url(listener)
    app = relay_app(store, relay_options(settings))
    client = RelayClient(url, house.tokens["web"]) if settings.web.enabled else None
    if client is not None:
        secret = TokenFolder(settings.home).secret(COOKIES)
        url_shown = public_url(settings, listener)
        push = _push(settings, url_shown)
        add_room(app, client, secret=secret, public_url=url_shown, push=push)
    # The addresses of invitations and owner links are secrets: there is no access log.
    runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=DRAIN_SECONDS)
    await runner.setup()
    try:
        await web.SockSite(runner, listener).start()
        yield url
        begin_drain(app)
        await asyncio.sleep(settings.relay.drain.total_seconds() if settings.relay.drain else 0)
    finally:
        await runner.cleanup()
        if client is not None:
            await client.close()
