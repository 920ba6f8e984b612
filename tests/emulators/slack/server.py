"""The emulator as a test uses it: a real HTTP and WebSocket server on a free local port."""

import types
from typing import Self

from aiohttp import web

from tests.emulators.slack.adversity import Adversity
from tests.emulators.slack.blocks import block_complaints, with_ids
from tests.emulators.slack.delivery import Dispatcher
from tests.emulators.slack.faults import EventFaults, Faults
from tests.emulators.slack.file_methods import SIGN_IN_PAGE, receive_upload, send_file
from tests.emulators.slack.gestures import Gestures
from tests.emulators.slack.http_events import HttpEvents
from tests.emulators.slack.limits import RateLimits
from tests.emulators.slack.observation import Observation
from tests.emulators.slack.payloads import message_json
from tests.emulators.slack.people import People
from tests.emulators.slack.service import (
    RESPONSE_URL_SECONDS,
    RESPONSE_URL_USES,
    ResponseUrl,
    Service,
    Settings,
)
from tests.emulators.slack.socket_mode import SocketMode
from tests.emulators.slack.state import Json, Message, Team, User
from tests.emulators.slack.web_api import WebApi


class SlackEmulator(People, Gestures, Adversity, Observation):
    """A Slack workspace with one installed app.

    ``ack_timeout``: seconds the app has to acknowledge. ``retry_scale`` multiplies the pauses before
    retries of events (0.2 s, 1 min, 5 min). ``ticket_lifetime``: seconds for which an unused WebSocket
    URL is good. ``trigger_lifetime``: the same for a trigger_id. ``rate_limits``: whether the real
    limits per method hold.

    Use it as ``async with SlackEmulator() as slack``.
    """

    def __init__(
        self,
        *,
        ack_timeout: float = 3.0,
        retry_scale: float = 1.0,
        ticket_lifetime: float = 30.0,
        trigger_lifetime: float = 3.0,
        rate_limits: bool = True,
    ) -> None:
        settings = Settings(ack_timeout, retry_scale, ticket_lifetime, trigger_lifetime, rate_limits)
        self.service = Service(settings)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: types.TracebackType | None,
    ) -> None:
        await self.stop()

    async def start(self, port: int = 0) -> None:
        """Listens on 127.0.0.1."""
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        host, bound = self._runner.addresses[0][:2]
        self.service.base_url = f"http://{host}:{bound}"

    async def stop(self) -> None:
        """Ends deliveries, closes every socket and frees the port."""
        await self.service.dispatcher.close()
        if isinstance(self.service.dispatcher.transport, HttpEvents):
            await self.service.dispatcher.transport.close()
        await self.service.socket_mode.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        """The base URL of the Web API, for ``AsyncWebClient(base_url=...)``."""
        return f"{self.service.base_url}/api/"

    @property
    def base_url(self) -> str:
        return self.service.base_url

    @property
    def bot_token(self) -> str:
        return self.service.bot_token

    @property
    def app_token(self) -> str:
        return self.service.app_token

    @property
    def bot(self) -> User:
        """The bot user of the installed app."""
        return self.service.bot

    @property
    def team(self) -> Team:
        """The home team, in which the app is installed."""
        return self.service.workspace.team

    @property
    def enterprise_id(self) -> str | None:
        """The Enterprise organisation of the home team; None for a team on its own."""
        return self.service.workspace.enterprise_id

    @enterprise_id.setter
    def enterprise_id(self, value: str | None) -> None:
        self.service.workspace.enterprise_id = value

    @property
    def scopes(self) -> set[str]:
        """The bot token's scopes; change them freely."""
        return self.service.scopes

    @property
    def faults(self) -> Faults:
        """Faults of Web API calls."""
        return self.service.faults

    @property
    def event_faults(self) -> EventFaults:
        """Copies, delay and loss of events."""
        return self.service.dispatcher.faults

    @property
    def limits(self) -> RateLimits:
        return self.service.limits

    @property
    def dispatcher(self) -> Dispatcher:
        return self.service.dispatcher

    @property
    def socket_mode(self) -> SocketMode:
        return self.service.socket_mode

    def _application(self) -> web.Application:
        application = web.Application(client_max_size=64 * 1024 * 1024)
        application.add_routes(
            [
                web.route("*", "/api/{method}", WebApi(self.service).answer),
                web.get("/link", self.service.socket_mode.accept),
                web.post("/upload/v1/{ticket}", self._receive_upload),
                web.get("/files-pri/{file}/{rest:.+}", self._send_file),
                web.post("/response/{key}", self._receive_response),
                web.get("/sign-in", self._sign_in),
            ]
        )
        return application

    async def _receive_upload(self, request: web.Request) -> web.Response:
        return await receive_upload(self.service, request)

    async def _send_file(self, request: web.Request) -> web.Response:
        return await send_file(self.service, request)

    async def _sign_in(self, request: web.Request) -> web.Response:
        return web.Response(text=SIGN_IN_PAGE, content_type="text/html")

    async def _receive_response(self, request: web.Request) -> web.Response:
        """A response_url: replaces, deletes or answers, at most five times in half an hour."""
        target = self.service.response_urls.get(request.match_info["key"])
        if target is None or self.now() - target.at > RESPONSE_URL_SECONDS:
            return web.Response(status=404, text="expired_url")
        target.uses += 1
        if target.uses > RESPONSE_URL_USES:
            return web.Response(status=404, text="used_url")
        body: Json = await request.json()
        found = block_complaints(body.get("blocks") or [])
        if found:
            return web.json_response({"ok": False, "error": "invalid_blocks", "messages": found}, status=400)
        self._respond(target, body)
        return web.json_response({"ok": True})

    def _respond(self, target: ResponseUrl, body: Json) -> None:
        original = self.message(target.channel, target.ts) if target.ts else None
        if original is not None and body.get("delete_original"):
            self.service.remove_message(original)
        elif original is not None and body.get("replace_original"):
            self._replace(original, body)
        else:
            self.show_response(target.channel, target.user, target.thread_ts, body)

    def _replace(self, original: Message, body: Json) -> None:
        previous = message_json(original, self.service.workspace)
        original.text = str(body.get("text", ""))
        original.blocks = with_ids(list(body.get("blocks") or []), self.service.workspace.next_id)
        original.edited = {"user": self.bot.id, "ts": self.service.workspace.next_ts()}
        original.remember(self.now())
        self.service.publish_change(original, previous)
        self.service.workspace.changed()
