"""The long connection: bootstrap tickets, frames, pings, acknowledgements with payload, split payloads.

Frames and headers are those that lark_oapi/ws/client.py reads and writes; each event goes to one random
connection of the app ("cluster mode", request-url-configuration-case).
"""

import asyncio
import base64
import json
import random
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlencode

from aiohttp import WSCloseCode, WSMsgType, web

from tests.emulators.feishu.delivery import Delivery
from tests.emulators.feishu.faults import EventFaults
from tests.emulators.feishu.frames import CONTROL, DATA, BrokenFrame, Frame, decode, encode
from tests.emulators.feishu.platform import Platform
from tests.emulators.feishu.state import Json

MOST_CONNECTIONS = 50
SERVICE_ID = 33554678
TICKET_SECONDS = 60.0


@dataclass
class Connection:
    """One WebSocket of an app. ``frozen``: it stays open and nothing comes any more, ``mute``: only no pong does."""

    number: int
    app_id: str
    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    opened: float
    frozen: bool = False
    mute: bool = False
    pings: int = 0
    waiting: dict[str, tuple[Delivery, asyncio.Future[Frame]]] = field(default_factory=dict)
    late: dict[str, Delivery] = field(default_factory=dict)


@dataclass
class Refusal:
    """A handshake that fails with these headers (handshake-status, -msg, -autherrcode)."""

    status: int
    message: str
    error: int = 0
    times: int | None = 1


class LongConnection:
    """The far side of an app's long connections; ``configuration`` is what clients are told at connecting and in pongs."""

    def __init__(self, platform: Platform, app_id: str, faults: EventFaults) -> None:
        self.app_id = app_id
        self.configuration: Json = {
            "ReconnectCount": -1,
            "ReconnectInterval": 1,
            "ReconnectNonce": 0,
            "PingInterval": 120,
        }
        self.most_connections = MOST_CONNECTIONS
        self.connections: list[Connection] = []
        self.dials: list[str] = []
        self.broken: list[str] = []
        self.stray: list[Frame] = []
        self.refusals: list[Refusal] = []
        self.faults = faults
        self.choose = random.Random(7)
        self._platform = platform
        self._tickets: dict[str, float] = {}
        self._opened = 0

    def address(self, base_url: str) -> str:
        """A WebSocket URL that is good for one connection within a minute."""
        ticket, device = secrets.token_hex(12), str(secrets.randbits(62))
        self._tickets[ticket] = self._platform.now()
        query = {
            "device_id": device,
            "service_id": SERVICE_ID,
            "access_key": secrets.token_hex(8),
            "ticket": ticket,
        }
        return f"{base_url.replace('http', 'ws', 1)}/ws/{self.app_id}?{urlencode(query)}"

    async def accept(self, request: web.Request) -> web.StreamResponse:
        """Serves a socket until it closes, or refuses the handshake with the headers that say why."""
        ticket = request.query.get("ticket", "")
        self.dials.append(ticket)
        issued = self._tickets.pop(ticket, None)
        refusal = self._refusal(issued)
        if refusal is not None:
            return _refuse(refusal)
        socket = web.WebSocketResponse(autoping=False, timeout=0.2, max_msg_size=0)
        await socket.prepare(request)
        self._opened += 1
        transport = request.transport if isinstance(request.transport, asyncio.Transport) else None
        await self._serve(Connection(self._opened, self.app_id, socket, transport, self._platform.now()))
        return socket

    async def deliver(self, delivery: Delivery, seconds: float) -> None:
        """Sends a payload over one random connection and waits for its acknowledgement."""
        delivery.sent_at = self._platform.now()
        if not self.connections:
            delivery.outcome, delivery.error = "no_connection", 200340
            return
        connection = self.choose.choice(self.connections)
        delivery.connection = connection.number
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        connection.waiting[delivery.frame_id] = delivery, answer
        try:
            await self._send_payload(connection, delivery)
            _read_answer(delivery, await self._before(answer, delivery.sent_at + seconds))
            delivery.acked_at = self._platform.now()
        except TimeoutError:
            delivery.outcome, delivery.error = "timeout", 200341
            connection.late[delivery.frame_id] = delivery
        except ConnectionError:
            delivery.outcome, delivery.error = "closed", 200341
        finally:
            if connection.waiting.get(delivery.frame_id, (None, None))[1] is answer:
                del connection.waiting[delivery.frame_id]

    async def drop(self, *, abort: bool = False) -> None:
        """Ends every connection: with a close, or by cutting TCP."""
        for connection in list(self.connections):
            if abort and connection.transport is not None:
                connection.transport.abort()
            else:
                await connection.socket.close(code=WSCloseCode.GOING_AWAY)
            self._forget(connection)

    def freeze(self) -> None:
        """Every present connection becomes a black hole: no frames, no pongs, no close."""
        for connection in self.connections:
            connection.frozen = True

    def silence(self) -> None:
        """The platform answers no ping any more on the present connections; events still come."""
        for connection in self.connections:
            connection.mute = True

    async def send_raw(self, data: bytes) -> None:
        """Sends these bytes as one binary frame to every connection."""
        for connection in self.connections:
            await connection.socket.send_bytes(data)

    async def _before(self, answer: asyncio.Future[Frame], end: float) -> Frame:
        """The answer; raises TimeoutError at that moment of the emulator's clock."""
        alarm = asyncio.get_running_loop().create_task(self._platform.clock.sleep_until(end))
        try:
            await asyncio.wait({answer, alarm}, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            raise TimeoutError
        finally:
            alarm.cancel()

    async def _send_payload(self, connection: Connection, delivery: Delivery) -> None:
        data = json.dumps(delivery.payload, ensure_ascii=False).encode()
        size = -(-len(data) // max(1, self.faults.parts))
        parts = [data[start : start + size] for start in range(0, len(data), size)]
        order = list(enumerate(parts))
        if self.faults.shuffle_parts:
            self.choose.shuffle(order)
        for place, (number, part) in enumerate(order):
            if place and self.faults.part_gap:
                await asyncio.sleep(self.faults.part_gap)
            await self._send(connection, self._frame(delivery, len(parts), number, part))

    def _frame(self, delivery: Delivery, total: int, number: int, part: bytes) -> Frame:
        as_card = self.faults.as_card and delivery.kind == "callback"
        headers = [
            ("type", "card" if as_card else "event"),
            ("message_id", delivery.frame_id),
            ("sum", str(total)),
            ("seq", str(number)),
            ("trace_id", secrets.token_hex(16)),
            ("timestamp", str(self._platform.clock.milliseconds())),
        ]
        return Frame(DATA, SERVICE_ID, headers, part, sequence=1, log_id=1)

    async def _serve(self, connection: Connection) -> None:
        self.connections.append(connection)
        self._platform.changed()
        try:
            async for message in connection.socket:
                if connection.frozen:
                    continue
                if message.type is WSMsgType.PING and not connection.mute:
                    await connection.socket.pong(message.data)
                elif message.type is WSMsgType.BINARY:
                    await self._receive(connection, message.data)
                elif message.type is WSMsgType.TEXT:
                    self.broken.append("a text message: frames are binary")
        except ConnectionError:
            pass
        finally:
            self._forget(connection)

    async def _receive(self, connection: Connection, data: bytes) -> None:
        try:
            frame = decode(data)
        except (BrokenFrame, UnicodeDecodeError) as error:
            self.broken.append(str(error))
            return
        if frame.method == CONTROL:
            await self._receive_control(connection, frame)
        elif frame.method == DATA:
            self._receive_answer(connection, frame)
        else:
            self.broken.append(f"method {frame.method}")

    async def _receive_control(self, connection: Connection, frame: Frame) -> None:
        if frame.header("type") != "ping" or frame.service != SERVICE_ID:
            self.broken.append(f"a control frame that is no ping of service {SERVICE_ID}: {frame}")
            return
        connection.pings += 1
        self._platform.changed()
        if not connection.mute:
            payload = json.dumps(self.configuration).encode()
            await self._send(connection, Frame(CONTROL, SERVICE_ID, [("type", "pong")], payload))

    def _receive_answer(self, connection: Connection, frame: Frame) -> None:
        frame_id = frame.header("message_id")
        delivery, answer = connection.waiting.get(frame_id, (None, None))
        if answer is not None and not answer.done():
            answer.set_result(frame)
        elif delivery is None and frame_id in connection.late:
            connection.late[frame_id].late_ack_at = self._platform.now()
        else:
            self.stray.append(frame)
        self._platform.changed()

    def _refusal(self, issued: float | None) -> Refusal | None:
        for refusal in self.refusals:
            if refusal.times is None or refusal.times > 0:
                refusal.times = None if refusal.times is None else refusal.times - 1
                return refusal
        if issued is None or self._platform.now() - issued > TICKET_SECONDS:
            return Refusal(514, "auth failed", 1000040342)
        if len(self.connections) >= self.most_connections:
            return Refusal(514, "the number of connections exceeded the limit", 1000040350)
        return None

    async def _send(self, connection: Connection, frame: Frame) -> None:
        if not connection.frozen and not connection.socket.closed:
            await connection.socket.send_bytes(encode(frame))

    def _forget(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
        for _, answer in connection.waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError("the socket closed before the acknowledgement"))
        self._platform.changed()


def _refuse(refusal: Refusal) -> web.Response:
    headers = {"handshake-status": str(refusal.status), "handshake-msg": refusal.message}
    if refusal.error:
        headers["handshake-autherrcode"] = str(refusal.error)
    return web.Response(status=400, headers=headers, text=refusal.message)


def _read_answer(delivery: Delivery, frame: Frame) -> None:
    """Sets outcome, code and answer from an acknowledging frame: JSON ``{"code", "data"?}``, data being base64 of JSON."""
    try:
        body = json.loads(frame.payload)
        delivery.code = int(body["code"])
        data = body.get("data")
        answer = json.loads(base64.b64decode(data, validate=True)) if data else {}
    except (ValueError, KeyError, TypeError, AttributeError):
        delivery.outcome, delivery.error = "refused", 200672
        return
    if delivery.code != 200:
        delivery.outcome, delivery.error = "refused", 200671
    elif not isinstance(answer, dict) and delivery.kind == "callback":
        delivery.outcome, delivery.error = "refused", 200672
    else:
        delivery.outcome = "acked"
        delivery.answer = answer if isinstance(answer, dict) else {}
