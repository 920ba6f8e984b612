"""The long connection: Feishu's events and taps come over a socket that we open (F1).

The wire is that of lark_oapi/ws/client.py. That client itself asks for the address without a time limit and blocks
on it, ends for good at one refusal while it reconnects, never looks at its pongs, drops frames of the type card,
and runs handlers on the loop that it hears with; so the socket is opened and watched here.
"""

import asyncio
import base64
import contextlib
import json
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import structlog

from bots.connector import Unsure
from bots.feishu.api import FeishuApi
from bots.feishu.edge import encode_answer
from bots.feishu.frames import CONTROL, DATA, BadFrame, Frame, acknowledge, make_ping, read_frame
from bots.feishu.parse import Json
from bots.feishu.parts import Parts
from bots.feishu.sdk import P2CardActionTriggerResponse, const

log = structlog.get_logger()

ENDPOINT: str = const.GEN_ENDPOINT_URI

DIAL_SECONDS = 8.0
WRITE_SECONDS = 5.0
HEARTBEAT_SECONDS = 15.0
"""How often the socket itself is pinged; half as long after that it counts as dead."""

PING_SECONDS = 30.0
"""Feishu is pinged at least so often in its own terms, whatever it asks for."""

PONG_SECONDS = 10.0
LONGEST_PAUSE = 8.0
BARRED_SECONDS = 30.0
"""Between tries after a refusal that a person has to mend."""

FRAME_BYTES = 32 * 1024 * 1024
SMALL_BYTES = 64 * 1024
"""Larger frames are read in a thread, since nobody knows for how long."""

AT_WORK = 200
"""Payloads in hand at once; what is behind them waits in the socket."""

BUSY: frozenset[int] = frozenset({const.SYSTEM_BUSY, const.INTERNAL_ERROR})
TOO_MANY: int = const.EXCEED_CONN_LIMIT

Take = Callable[[Json], Awaitable[P2CardActionTriggerResponse | None]]
"""Keeps a payload; gives the answer to a tap, None to all else. It raises where the payload could not be kept."""


class Barred(Exception):
    """Feishu lets nobody in under this id and secret."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"{self.__doc__} ({code}: {message})")
        self.code = code


class Socket:
    """Hears Feishu until it is cancelled."""

    def __init__(
        self,
        api: FeishuApi,
        secret: str,
        take: Take,
        *,
        greeted: Callable[[], None] = lambda: None,
        barred: Callable[[str], None] = lambda key: None,
    ) -> None:
        self._api, self._secret, self._take = api, secret, take
        self._greeted, self._barred = greeted, barred
        self._room = asyncio.Semaphore(AT_WORK)
        self._work: set[asyncio.Task[None]] = set()
        self._heard_at = 0.0
        self._interval = PING_SECONDS
        self.connected = asyncio.Event()
        """Set while there is a connection."""

    async def listen(self) -> None:
        """Stay connected: each loss is followed by a new connection, for ever."""
        failures = 0
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=DIAL_SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            try:
                while True:
                    began, pause = _now(), 0.0
                    try:
                        await self._stay(session)
                    except Barred as barred:
                        log.error("socket.barred", error=str(barred))
                        self._barred(
                            "notice.feishu_too_many" if barred.code == TOO_MANY else "notice.feishu_barred"
                        )
                        pause = BARRED_SECONDS
                    except (Unsure, aiohttp.ClientError, OSError, TimeoutError) as error:
                        log.warning("socket.refused", error=_short(error))
                    failures = 0 if _now() - began > LONGEST_PAUSE else failures + 1
                    await asyncio.sleep(max(pause, _back_off(failures)) * random.uniform(0.7, 1.0))  # noqa: S311
            finally:
                self.connected.clear()
                for task in list(self._work):
                    task.cancel()
                await asyncio.gather(*self._work, return_exceptions=True)

    async def _stay(self, session: aiohttp.ClientSession) -> None:
        """One connection, until it is lost."""
        url = await self._address()
        service = _service_of(url)
        socket = await self._dial(session, url)
        self._heard_at = _now()
        self.connected.set()
        self._greeted()
        log.info("socket.connected")
        watch = asyncio.create_task(self._watch(socket, service))
        hear = asyncio.create_task(self._hear(socket))
        try:
            await asyncio.wait({watch, hear}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.connected.clear()
            for task in (watch, hear):
                task.cancel()
            await asyncio.gather(watch, hear, return_exceptions=True)
            await _hang_up(socket)
            log.info("socket.lost")

    async def _address(self) -> str:
        """The address for one connection.

        Raises:
            Barred: a person has to do something about it.
            Unsure: not at the moment.
        """
        body = {"AppID": self._api.app_id, "AppSecret": self._secret}
        async with asyncio.timeout(DIAL_SECONDS):
            status, _, reply = await self._api.plain(ENDPOINT, body)
        code = reply.get("code") if reply else None
        if status != 200 or not isinstance(code, int) or code in BUSY:
            raise Unsure(f"endpoint: HTTP {status}, code {code}")
        if code:
            raise Barred(code, str((reply or {}).get("msg") or ""))
        data = (reply or {}).get("data") or {}
        self._configure(data.get("ClientConfig"))
        return str(data.get("URL") or "")

    async def _dial(self, session: aiohttp.ClientSession, url: str) -> aiohttp.ClientWebSocketResponse:
        try:
            async with asyncio.timeout(DIAL_SECONDS):
                return await session.ws_connect(
                    url,
                    heartbeat=HEARTBEAT_SECONDS,
                    max_msg_size=FRAME_BYTES,
                    timeout=aiohttp.ClientWSTimeout(ws_close=0.5),
                )
        except aiohttp.WSServerHandshakeError as refused:
            told: Mapping[str, str] = refused.headers or {}
            status, error = (
                told.get(const.HEADER_HANDSHAKE_STATUS, ""),
                told.get(const.HEADER_HANDSHAKE_AUTH_ERRCODE, ""),
            )
            if status == str(const.FORBIDDEN) or (
                status == str(const.AUTH_FAILED) and error == str(TOO_MANY)
            ):
                raise Barred(
                    int(error) if error.isdigit() else const.FORBIDDEN,
                    told.get(const.HEADER_HANDSHAKE_MSG, ""),
                ) from refused
            raise

    async def _watch(self, socket: aiohttp.ClientWebSocketResponse, service: int) -> None:
        """Ping; return when an answer is overdue."""
        ping = make_ping(service)
        while True:
            asked = _now()
            async with asyncio.timeout(WRITE_SECONDS):
                await socket.send_bytes(ping)
            await asyncio.sleep(min(PONG_SECONDS, self._interval))
            if self._heard_at < asked:
                log.warning("socket.silent")
                return
            await asyncio.sleep(max(0.0, asked + self._interval - _now()))

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        parts = Parts()
        async for message in socket:
            if message.type is not aiohttp.WSMsgType.BINARY:
                continue
            try:
                frame = await _read_frame(message.data)
            except BadFrame:
                log.warning("frame.bad", bytes=len(message.data))
                continue
            self._heard_at = _now()
            if frame.method == CONTROL:
                self._heed(frame)
            elif frame.method == DATA and (payload := parts.add(frame, _now())) is not None:
                await self._room.acquire()
                self._start(self._handle(socket, frame, payload))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._work.discard(task)
        self._room.release()

    async def _handle(self, socket: aiohttp.ClientWebSocketResponse, frame: Frame, payload: bytes) -> None:
        """One payload, of the type event or card: both are the same to us."""
        began, answer, took = time.monotonic(), None, None
        said: dict[str, Any] = {"code": 200}
        try:
            answer = await self._take(_read(payload))
        except Exception:
            # It is not acknowledged, so Feishu sends it again.
            log.exception("payload.not_kept", bytes=len(payload))
            said = {"code": 500}
        else:
            took = int((time.monotonic() - began) * 1000)
        if answer is not None:
            said["data"] = base64.b64encode(encode_answer(answer).encode()).decode()
        ack = acknowledge(frame, json.dumps(said).encode(), took)
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await socket.send_bytes(ack)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("payload.not_acknowledged", error=_short(error))

    def _heed(self, frame: Frame) -> None:
        """A pong may bring a new configuration."""
        with contextlib.suppress(ValueError, RecursionError):
            self._configure(json.loads(frame.payload or b"{}"))

    def _configure(self, told: Any) -> None:
        wanted = told.get("PingInterval") if isinstance(told, dict) else None
        if isinstance(wanted, int | float) and wanted > 0:
            self._interval = min(float(wanted), PING_SECONDS)


def _service_of(url: str) -> int:
    """The number that each ping has to carry.

    Raises:
        Unsure: the address has none that fits into a frame.
    """
    found = parse_qs(urlsplit(url).query).get(const.SERVICE_ID, [""])[0]
    if not (found.isascii() and found.isdigit()) or len(found) > 10 or int(found) >= 1 << 31:
        raise Unsure("endpoint: an address without service_id")
    return int(found)


async def _read_frame(data: bytes) -> Frame:
    """As `read_frame`, with the loop free meanwhile."""
    return read_frame(data) if len(data) <= SMALL_BYTES else await asyncio.to_thread(read_frame, data)


def _read(payload: bytes) -> Json:
    """A payload that is no JSON object is nobody's: there is nothing to keep."""
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


async def _hang_up(socket: aiohttp.ClientWebSocketResponse) -> None:
    with contextlib.suppress(Exception):
        async with asyncio.timeout(1.0):
            await socket.close()


def _back_off(failures: int) -> float:
    return 0.0 if failures == 0 else float(min(LONGEST_PAUSE, 0.2 * 2**failures))


def _short(error: Exception) -> str:
    """Without addresses: they carry tickets."""
    return str(error) if isinstance(error, Unsure) else type(error).__name__


def _now() -> float:
    return asyncio.get_running_loop().time()
