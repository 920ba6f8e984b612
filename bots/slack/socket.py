"""The Socket Mode connection, kept alive by rules of our own over slack_sdk's client.

slack_sdk 3.48 (socket_mode/aiohttp) dials a dead address for ever, opens 90 connections a second when Slack
says that there are too many, and notices a cut socket only at its next ping. Here every reason to reconnect
only sets a flag; one loop opens new connections, each with a fresh address, and not faster than allowed.
"""

import asyncio
import contextlib
import json
import random
from collections import deque
from collections.abc import Callable
from typing import Any

import aiohttp
import structlog
from slack_bolt.adapter.socket_mode.async_base_handler import AsyncBaseSocketModeHandler
from slack_bolt.adapter.socket_mode.async_internals import run_async_bolt_app, send_async_response
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

log = structlog.get_logger()

PING_SECONDS = 5.0
GLANCE_SECONDS = 0.5
"""How often a socket that was cut without a word is looked for."""

DIAL_SECONDS = 10.0
HELLO_SECONDS = 10.0
"""Slack greets each connection; one that it does not greet is deaf."""

SILENCE_SECONDS = 900.0
"""A connection on which nothing came for so long is replaced: some are deaf and still answer pings."""

LONGEST_PAUSE = 30.0
SETTLED_SECONDS = 20.0
"""After a connection that lived so long the next is opened at once."""

OPENS_A_MINUTE = 20
"""Slack allows 50 (apps.connections.open, tier 3) to all processes of the app together."""


class Link(SocketModeClient):
    """slack_sdk's client; who reconnects, and when, is decided elsewhere."""

    def __init__(self, app_token: str, client: AsyncWebClient, wants_new: Callable[[str], None]) -> None:
        super().__init__(app_token=app_token, web_client=client, ping_interval=PING_SECONDS)
        # slack_sdk would read a proxy from the environment, even for loopback.
        self.proxy = None
        self._wants_new = wants_new

    async def connect_to_new_endpoint(self, force: bool = False) -> None:
        """slack_sdk calls this for every reason to reconnect; `disconnect` frames are ``force``."""
        if not force:
            self._wants_new("stale")

    async def dial(self) -> None:
        """Open a connection on a fresh address, and close the one before only when it stands.

        Raises:
            SlackApiError: Slack gives no address.
            aiohttp.ClientError, TimeoutError: the address does not answer.
        """
        async with asyncio.timeout(DIAL_SECONDS):
            opened = await self.web_client.apps_connections_open(app_token=self.app_token)
            session = await self.aiohttp_client_session.ws_connect(
                str(opened["url"]),
                autoping=False,
                heartbeat=PING_SECONDS,
                ssl=self.web_client.ssl if self.web_client.ssl is not None else True,
            )
        former, self.current_session = self.current_session, session
        self.stale, self.last_ping_pong_time = False, None
        for task in (self.current_session_monitor, self.message_receiver):
            if task is not None:
                task.cancel()
        self.current_session_monitor = asyncio.ensure_future(self.monitor_current_session())
        self.message_receiver = asyncio.ensure_future(self.receive_messages())
        if former is not None:
            await _hang_up(former)

    async def hang_up(self) -> None:
        """Close the present connection."""
        if self.current_session is not None:
            await _hang_up(self.current_session)

    @property
    def is_cut(self) -> bool:
        """Whether the connection is gone."""
        return self.current_session is None or self.current_session.closed


class Socket(AsyncBaseSocketModeHandler):
    """Hears Slack over Socket Mode for a slack_bolt app, until it is cancelled."""

    def __init__(
        self,
        app: AsyncApp,
        app_token: str,
        *,
        greeted: Callable[[], None] = lambda: None,
        switched_off: Callable[[], None] = lambda: None,
    ) -> None:
        self.app = self._app = app
        self._app_token, self._tell, self._tell_off = app_token, greeted, switched_off
        self._wanted = asyncio.Event()
        self._reason = ""
        self._greeted = False
        self._heard_at = 0.0
        self._opens: deque[float] = deque()
        self.connected = asyncio.Event()
        """Set while there is a connection that Slack has greeted."""

    async def handle(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        """One envelope: through slack_bolt, and back the acknowledgement."""
        answer = await run_async_bolt_app(self._app, request)
        await send_async_response(client, request, answer, 0.0)

    async def listen(self) -> None:
        """Stay connected."""
        self.client = link = Link(self._app_token, self._app.client, self._want_new)
        link.socket_mode_request_listeners.append(self.handle)
        link.on_message_listeners.append(self._look_at)
        failures = 0
        try:
            while True:
                await self._wait_for_allowance()
                started = _now()
                error = await self._stay(link)
                failures = 0 if error is None and _now() - started > SETTLED_SECONDS else failures + 1
                await asyncio.sleep(self._pause(error, failures))
        finally:
            self.connected.clear()
            await _close(link)

    async def _stay(self, link: Link) -> Exception | None:
        """One connection, until another one is wanted; the error if there was none."""
        self._wanted.clear()
        self._reason, self._greeted, self._heard_at = "", False, _now()
        try:
            await link.dial()
        except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("socket.refused", error=_short(error))
            return error
        while not self._is_lost(link):
            with contextlib.suppress(TimeoutError):
                # Not `asyncio.wait_for`: on Python 3.11 it can lose a cancellation that comes with the news.
                async with asyncio.timeout(GLANCE_SECONDS):
                    await self._wanted.wait()
        self.connected.clear()
        log.info("socket.lost", reason=self._reason)
        if self._reason in ("too_many_websockets", "link_disabled"):
            await link.hang_up()
        return None

    def _is_lost(self, link: Link) -> bool:
        silent = _now() - self._heard_at
        if link.is_cut:
            self._reason = self._reason or "cut"
        elif not self._greeted and silent > HELLO_SECONDS:
            self._reason = "not greeted"
        elif silent > SILENCE_SECONDS:
            self._reason = "silent"
        return bool(self._reason)

    def _want_new(self, reason: str) -> None:
        self._reason = self._reason or reason
        self._wanted.set()

    async def _look_at(self, frame: aiohttp.WSMessage) -> None:
        """What a frame says of the connection itself."""
        self._heard_at = _now()
        with contextlib.suppress(ValueError):
            said: dict[str, Any] = json.loads(frame.data)
            if said.get("type") == "hello":
                self._greeted = True
                self.connected.set()
                self._tell()
            elif said.get("type") == "disconnect" and said.get("reason") != "warning":
                self._want_new(str(said.get("reason") or "disconnect"))
                if said.get("reason") == "link_disabled":
                    self._tell_off()

    def _pause(self, error: Exception | None, failures: int) -> float:
        """Before the next connection: none after a good one, more and more after bad ones."""
        if isinstance(error, SlackApiError) and (after := error.response.headers.get("Retry-After")):
            return float(after)
        if self._reason in ("too_many_websockets", "link_disabled"):
            failures = max(failures, 3)
        if failures <= 1:
            return 0.0
        return float(min(LONGEST_PAUSE, 0.25 * 2**failures) * random.uniform(0.7, 1.0))  # noqa: S311

    async def _wait_for_allowance(self) -> None:
        now = _now()
        while self._opens and self._opens[0] < now - 60:
            self._opens.popleft()
        if len(self._opens) >= OPENS_A_MINUTE:
            await asyncio.sleep(self._opens[0] + 60 - now)
        self._opens.append(_now())


async def _hang_up(session: aiohttp.ClientWebSocketResponse) -> None:
    with contextlib.suppress(Exception):
        async with asyncio.timeout(1.0):
            await session.close()


async def _close(link: Link) -> None:
    await link.hang_up()
    with contextlib.suppress(Exception):
        await link.close()  # type: ignore[no-untyped-call]
    await link.aiohttp_client_session.close()
    tasks = [link.message_processor, link.current_session_monitor, link.message_receiver]
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def _short(error: Exception) -> str:
    """Without addresses: they carry tickets."""
    if isinstance(error, SlackApiError):
        data = getattr(error.response, "data", None)
        return str(data.get("error")) if isinstance(data, dict) else "no JSON"
    return type(error).__name__


def _now() -> float:
    return asyncio.get_running_loop().time()
