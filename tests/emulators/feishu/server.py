"""The emulator as a test uses it: a real HTTP and WebSocket server on a free local port."""

import types
from typing import Self

from aiohttp import web

from tests.emulators.feishu.adversity import Adversity
from tests.emulators.feishu.apps import App
from tests.emulators.feishu.clock import Clock
from tests.emulators.feishu.console import Console
from tests.emulators.feishu.delivery import Dispatcher
from tests.emulators.feishu.faults import EventFaults, Faults
from tests.emulators.feishu.gestures import Gestures
from tests.emulators.feishu.limits import RateLimits
from tests.emulators.feishu.long_connection import LongConnection
from tests.emulators.feishu.observation import Observation
from tests.emulators.feishu.people import People
from tests.emulators.feishu.places import Places
from tests.emulators.feishu.registration import register
from tests.emulators.feishu.rest import Rest
from tests.emulators.feishu.service import Service, Settings
from tests.emulators.feishu.state import Tenant
from tests.emulators.feishu.webhook import Webhook


class FeishuEmulator(People, Places, Gestures, Console, Adversity, Observation):
    """An organisation on Feishu with one app; ``add_app`` makes more.

    ``ack_seconds``: how long an app has to acknowledge or to answer a tap (on the emulator's clock, which
    ``clock.advance`` moves). ``rate_limits``: whether the real limits hold.

    Use it as ``async with FeishuEmulator() as feishu``; ``base_url`` is the domain of every client.
    """

    def __init__(self, *, ack_seconds: float = 3.0, rate_limits: bool = True) -> None:
        self.service = Service(Settings(ack_seconds, rate_limits))
        self.app = self.service.make_app("muti")
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
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        host, bound = self._runner.addresses[0][:2]
        self.service.base_url = f"http://{host}:{bound}"

    async def stop(self) -> None:
        """Ends deliveries, closes every socket and frees the port."""
        for app in self.service.apps.values():
            await app.dispatcher.close()
            if isinstance(app.dispatcher.transport, Webhook):
                await app.dispatcher.transport.close()
        for connection in self.service.connections.values():
            await connection.drop(abort=True)
        if self._runner is not None:
            await self._runner.cleanup()

    def add_app(self, name: str) -> App:
        """Another app of the same developer in the same organisation, with open ids of its own."""
        return self.service.make_app(name)

    @property
    def base_url(self) -> str:
        """What stands in the place of https://open.feishu.cn."""
        return self.service.base_url

    @property
    def tenant(self) -> Tenant:
        return self.service.platform.tenant

    @property
    def omitted(self) -> set[str]:
        """Fields that message events lack although the message has them: "thread_id", "root_id", "parent_id"."""
        return self.service.omitted

    @property
    def clock(self) -> Clock:
        return self.service.platform.clock

    @property
    def faults(self) -> Faults:
        """Faults of calls."""
        return self.service.faults

    @property
    def limits(self) -> RateLimits:
        return self.service.limits

    @property
    def connection(self) -> LongConnection:
        """The long connections of the first app."""
        return self.service.connections[self.app.app_id]

    @property
    def dispatcher(self) -> Dispatcher:
        """The deliveries to the first app."""
        return self.app.dispatcher

    @property
    def event_faults(self) -> EventFaults:
        """Copies, delay, loss and splitting of what the first app gets."""
        return self.app.dispatcher.faults

    def _application(self) -> web.Application:
        application = web.Application(client_max_size=200 * 1024 * 1024)
        application.add_routes(Rest(self.service).routes())
        application.add_routes(
            [
                web.get("/ws/{app}", self._accept),
                web.post("/oauth/v1/app/registration", self._register),
            ]
        )
        return application

    async def _accept(self, request: web.Request) -> web.StreamResponse:
        return await self.service.connections[request.match_info["app"]].accept(request)

    async def _register(self, request: web.Request) -> web.Response:
        return await register(self.service, request)
