"""Socket Mode: one-time tickets, hello, envelopes, acknowledgements, disconnect frames.

Frames are those that slack_sdk/socket_mode reads; the rules are of docs.slack.dev, using-socket-mode.
"""

import asyncio
import json
import secrets
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, WSMsgType, web

from tests.emulators.slack.delivery import Delivery
from tests.emulators.slack.payloads import APP_ID
from tests.emulators.slack.state import Json, Workspace

MOST_CONNECTIONS = 10


@dataclass
class Connection:
    """One WebSocket of the app. ``frozen``: it stays open, but nothing goes out any more, not even a pong."""

    number: int
    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    opened_at: float
    frozen: bool = False
    pings: int = 0
    waiting: dict[str, asyncio.Future[Json]] = field(default_factory=dict)
    given_up: dict[str, Delivery] = field(default_factory=dict)


class SocketMode:
    """The far side of the app's WebSockets.

    ``ticket_lifetime``: seconds for which an unused URL may be dialled.
    ``acks_on_any_connection``: whether an acknowledgement counts on another socket than the envelope's.
    ``link_enabled``: False once Socket Mode is switched off for the app.
    """

    def __init__(self, workspace: Workspace, ticket_lifetime: float) -> None:
        self.ticket_lifetime = ticket_lifetime
        self.most_connections = MOST_CONNECTIONS
        self.acks_on_any_connection = False
        self.link_enabled = True
        self.connections: list[Connection] = []
        self.dials: list[str] = []
        self.stray_acks: list[Json] = []
        self._workspace = workspace
        self._tickets: dict[str, float] = {}
        self._opened = 0
        self._turn = 0

    def issue_ticket(self) -> str:
        """A ticket for one connection."""
        ticket = secrets.token_hex(12)
        self._tickets[ticket] = self._workspace.now()
        return ticket

    def expire_tickets(self) -> None:
        """Every URL handed out so far is dead."""
        self._tickets.clear()

    async def accept(self, request: web.Request) -> web.StreamResponse:
        """The /link route: refuses a dead ticket with 408, else serves the socket until it closes."""
        ticket = request.query.get("ticket", "")
        self.dials.append(ticket)
        issued = self._tickets.pop(ticket, None)
        if issued is None or self._workspace.now() - issued > self.ticket_lifetime:
            return web.Response(status=408, text="Request Timeout")
        socket = web.WebSocketResponse(autoping=False, autoclose=True, timeout=0.2)
        await socket.prepare(request)
        self._opened += 1
        transport = request.transport if isinstance(request.transport, asyncio.Transport) else None
        connection = Connection(self._opened, socket, transport, self._workspace.now())
        if len(self.connections) >= self.most_connections:
            await self._say_goodbye(connection, "too_many_websockets")
            return socket
        await self._serve(connection)
        return socket

    async def deliver(self, delivery: Delivery, ack_timeout: float) -> None:
        """Sends an envelope over any one connection and waits for its acknowledgement."""
        delivery.sent_at = self._workspace.now()
        connection = self._next_connection()
        if connection is None:
            delivery.outcome = "no_connection"
            return
        delivery.connection = connection.number
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        connection.waiting[delivery.envelope_id] = answer
        await self._send(connection, _envelope(delivery))
        try:
            async with asyncio.timeout(ack_timeout):
                delivery.response = await answer
            delivery.outcome, delivery.acked_at = "acked", self._workspace.now()
        except TimeoutError:
            delivery.outcome = "timeout"
            connection.given_up[delivery.envelope_id] = delivery
        except ConnectionError:
            delivery.outcome = "closed"
        finally:
            connection.waiting.pop(delivery.envelope_id, None)

    async def disconnect(self, reason: str, *, close: bool = True) -> None:
        """Sends a disconnect frame to every connection and closes them unless told otherwise."""
        for connection in list(self.connections):
            await self._say_goodbye(connection, reason, close=close)

    async def drop(self, *, abort: bool = False) -> None:
        """Ends every connection without a frame: with a close (1012), or by cutting TCP."""
        for connection in list(self.connections):
            if abort and connection.transport is not None:
                connection.transport.abort()
            else:
                await connection.socket.close(code=WSCloseCode.SERVICE_RESTART)
            self._forget(connection)

    def freeze(self) -> None:
        """Every present connection becomes half-open: no frames, no pongs, no close."""
        for connection in self.connections:
            connection.frozen = True

    async def _serve(self, connection: Connection) -> None:
        self.connections.append(connection)
        await self._send(connection, _hello(len(self.connections)))
        self._workspace.changed()
        try:
            async for frame in connection.socket:
                if frame.type is WSMsgType.PING:
                    connection.pings += 1
                    if not connection.frozen:
                        await connection.socket.pong(frame.data)
                elif frame.type is WSMsgType.TEXT and not connection.frozen:
                    self._receive(connection, frame.data)
        except ConnectionError:
            pass
        finally:
            self._forget(connection)

    def _receive(self, connection: Connection, text: str) -> None:
        answer = json.loads(text)
        envelope_id = answer.get("envelope_id", "")
        holders = self.connections if self.acks_on_any_connection else [connection]
        future = next((c.waiting[envelope_id] for c in holders if envelope_id in c.waiting), None)
        if future is not None and not future.done():
            future.set_result(answer.get("payload") or {})
        elif envelope_id in connection.given_up:
            connection.given_up[envelope_id].late_ack_at = self._workspace.now()
        else:
            self.stray_acks.append(answer)

    def _next_connection(self) -> Connection | None:
        if not self.connections:
            return None
        self._turn += 1
        return self.connections[self._turn % len(self.connections)]

    async def _say_goodbye(self, connection: Connection, reason: str, *, close: bool = True) -> None:
        await self._send(connection, {"type": "disconnect", "reason": reason, "debug_info": _debug_info()})
        if close:
            await connection.socket.close(code=WSCloseCode.SERVICE_RESTART)
            self._forget(connection)

    async def _send(self, connection: Connection, frame: Json) -> None:
        if connection.frozen or connection.socket.closed:
            return
        try:
            await connection.socket.send_str(json.dumps(frame))
        except ConnectionError:
            self._forget(connection)

    def _forget(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
        for answer in connection.waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError("the socket closed before the acknowledgement"))
        self._workspace.changed()


def _debug_info() -> Json:
    return {"host": "applink-1", "build_number": 1, "approximate_connection_time": 18060}


def _hello(number: int) -> Json:
    return {
        "type": "hello",
        "num_connections": number,
        "connection_info": {"app_id": APP_ID},
        "debug_info": _debug_info(),
    }


def _envelope(delivery: Delivery) -> Json:
    frame: Json = {
        "type": delivery.kind,
        "envelope_id": delivery.envelope_id,
        "payload": delivery.payload,
        "accepts_response_payload": delivery.kind != "events_api",
    }
    if delivery.kind == "events_api":
        frame |= {"retry_attempt": delivery.attempt, "retry_reason": delivery.reason}
    return frame
