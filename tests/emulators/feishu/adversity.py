"""What happens to the app from outside: lost connections, dead tokens, outages, the app switched off."""

import random

from tests.emulators.feishu.apps import App
from tests.emulators.feishu.delivery import Delivery
from tests.emulators.feishu.long_connection import LongConnection, Refusal
from tests.emulators.feishu.people import Driver
from tests.emulators.feishu.webhook import Webhook


class Adversity(Driver):
    """Troubles of the connection and of the installation; ``app`` is the first one unless told."""

    async def drop_connections(self, *, abort: bool = False, app: App | None = None) -> None:
        """Ends every long connection, by a close or by cutting TCP."""
        await self._link(app).drop(abort=abort)

    def freeze_connections(self, app: App | None = None) -> None:
        """Every present connection becomes a black hole: it stays, and nothing comes any more, not even pongs."""
        self._link(app).freeze()

    def stop_pongs(self, app: App | None = None) -> None:
        """No ping is answered any more on the present connections; events still come."""
        self._link(app).silence()

    def refuse_handshakes(
        self,
        status: int,
        message: str = "refused",
        error: int = 0,
        times: int | None = 1,
        app: App | None = None,
    ) -> Refusal:
        """The next handshakes fail with these headers; set ``times`` of what is returned to 0 to end it."""
        refusal = Refusal(status, message, error, times)
        self._link(app).refusals.append(refusal)
        return refusal

    async def outage(self, status: int = 502) -> None:
        """All connections are cut and every call gets an HTML error page, until ``recover``."""
        self.service.faults.http_error("*", status, times=None)
        for link in self.service.connections.values():
            await link.drop(abort=True)

    def recover(self) -> None:
        """Ends every fault of calls, handshakes and events; held events go out."""
        self.service.faults.clear()
        for link in self.service.connections.values():
            link.refusals.clear()
        for app in self.service.apps.values():
            faults = app.dispatcher.faults
            faults.copies, faults.delay, faults.drop_next = 1, 0.0, 0
            faults.as_card, faults.parts, faults.part_gap, faults.shuffle_parts = False, 1, 0.0, False
            if faults.held is not None:
                app.dispatcher.release()

    def invalidate_tokens(self, app: App | None = None) -> None:
        """Every token handed out so far is refused with 99991663; a new one can be fetched."""
        for token in self._app(app).tokens:
            token.invalid = True

    def switch_off(self, app: App | None = None) -> None:
        """The organisation switches the app off: no tokens, no calls, no events."""
        self._app(app).status = 1

    def switch_on(self, app: App | None = None) -> None:
        self._app(app).status = 2

    def hold_events(self, app: App | None = None) -> None:
        """Events wait until ``release_events``."""
        self._app(app).dispatcher.faults.held = []

    def release_events(
        self, *, reverse: bool = False, shuffle: random.Random | None = None, app: App | None = None
    ) -> None:
        """Sends the held events, backwards or shuffled if asked."""
        self._app(app).dispatcher.release(reverse=reverse, shuffle=shuffle)

    async def replay(self, delivery: Delivery, app: App | None = None) -> Delivery:
        """Sends the same payload once more, under the same frame id."""
        return await self._app(app).dispatcher.replay(delivery)

    async def settle(self, timeout: float = 5.0) -> None:
        """Waits until every event is acknowledged or given up; raises TimeoutError after ``timeout`` real seconds."""
        for app in self.service.apps.values():
            await app.dispatcher.settle(timeout)

    async def use_webhook(self, url: str, *, encrypt_key: str = "", app: App | None = None) -> Webhook:
        """From now on events and callbacks go to ``url`` as signed (and with a key encrypted) requests."""
        target = self._app(app)
        target.encrypt_key = encrypt_key
        webhook = Webhook(self.service.platform, target, url)
        if isinstance(target.dispatcher.transport, Webhook):
            await target.dispatcher.transport.close()
        target.dispatcher.transport = webhook
        return webhook

    def _app(self, app: App | None) -> App:
        return app or next(iter(self.service.apps.values()))

    def _link(self, app: App | None) -> LongConnection:
        return self.service.connections[self._app(app).app_id]
