"""What happens to the app from outside: lost sockets, revoked tokens, outages."""

import asyncio

from tests.emulators.slack.delivery import Delivery
from tests.emulators.slack.http_events import HttpEvents
from tests.emulators.slack.people import Driver


class Adversity(Driver):
    """Troubles of the connection and of the installation."""

    async def refresh(self, warning_lead: float = 0.0) -> None:
        """The hourly refresh: a ``warning`` frame, ``warning_lead`` seconds later ``refresh_requested`` and the close.

        Without a lead only the second part happens.
        """
        if warning_lead > 0:
            await self.service.socket_mode.disconnect("warning", close=False)
            await asyncio.sleep(warning_lead)
        await self.service.socket_mode.disconnect("refresh_requested")

    async def disconnect(self, reason: str = "refresh_requested", *, close: bool = True) -> None:
        """Sends a disconnect frame (warning, refresh_requested, too_many_websockets) to every socket."""
        await self.service.socket_mode.disconnect(reason, close=close)

    async def drop_connections(self, *, abort: bool = False) -> None:
        """Ends every socket without a frame, by a close or by cutting TCP."""
        await self.service.socket_mode.drop(abort=abort)

    def freeze_connections(self) -> None:
        """Makes every present socket half-open: it stays, and nothing comes any more, not even pongs."""
        self.service.socket_mode.freeze()

    async def disable_link(self) -> None:
        """Socket Mode is switched off for the app: ``link_disabled``, and no new URLs."""
        self.service.socket_mode.link_enabled = False
        await self.service.socket_mode.disconnect("link_disabled")

    def enable_link(self) -> None:
        self.service.socket_mode.link_enabled = True

    def kill_tickets(self) -> None:
        """Every WebSocket URL handed out so far is refused when it is dialled."""
        self.service.socket_mode.expire_tickets()

    async def outage(self, status: int = 503) -> None:
        """All sockets drop and every Web API call gets an HTML error page, until ``recover``."""
        self.service.faults.http_error("*", status, times=None)
        await self.service.socket_mode.drop(abort=True)

    def recover(self) -> None:
        """Ends every fault of the Web API and of events; held events go out."""
        self.service.faults.clear()
        events = self.service.dispatcher.faults
        events.copies, events.delay, events.drop_next = 1, 0.0, 0
        if events.held is not None:
            self.service.dispatcher.release()

    def revoke_token(self) -> None:
        """The bot token is revoked: every call answers ``token_revoked``."""
        self.service.publish(
            {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [self.service.bot.id]}}
        )
        self.service.revoked_tokens.add(self.service.bot_token)

    def restore_token(self) -> None:
        """The app is installed again with the same token."""
        self.service.revoked_tokens.discard(self.service.bot_token)

    def remove_scope(self, scope: str) -> None:
        """Calls that need it answer ``missing_scope``; events that need it are not sent."""
        self.service.scopes.discard(scope)

    def hold_events(self) -> None:
        """Events wait until ``release_events``."""
        self.service.dispatcher.faults.held = []

    def release_events(self, *, reverse: bool = False) -> None:
        """Sends the held events, backwards if asked."""
        self.service.dispatcher.release(reverse=reverse)

    async def replay(self, delivery: Delivery, attempt: int = 0) -> Delivery:
        """Sends the same envelope (same envelope_id and event_id) once more."""
        return await self.service.dispatcher.replay(delivery, attempt)

    async def settle(self, timeout: float = 5.0) -> None:
        """Waits until every event is acknowledged or given up; raises TimeoutError."""
        await self.service.dispatcher.settle(timeout)

    async def use_http_events(self, url: str, signing_secret: str) -> HttpEvents:
        """From now on payloads go to ``url`` as signed requests, not over Socket Mode."""
        if isinstance(self.service.dispatcher.transport, HttpEvents):
            await self.service.dispatcher.transport.close()
        transport = HttpEvents(self.service.workspace, url, signing_secret)
        self.service.dispatcher.transport = transport
        return transport
