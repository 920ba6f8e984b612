"""Feishu over HTTP requests (F1): encrypted, signed, with a token inside; for those who have a public address.

Whoever knows the address can send to it, so nothing of a request is looked at before its signature, and nothing
without one is let in.
"""

import asyncio
import json
import time
from collections.abc import Callable

import structlog
from aiohttp import web

from bots.feishu.edge import encode_answer
from bots.feishu.parse import Json
from bots.feishu.sealed import open_sealed
from bots.feishu.signature import Nonces, is_from_feishu, same
from bots.feishu.socket import Take

log = structlog.get_logger()

PATH = "/feishu/events"
"""Feishu's request URL of events and of card callbacks alike: the public address, then this."""

BODY_LIMIT = 8 * 1024 * 1024
CLOSE_SECONDS = 3.0
VERIFICATION = "url_verification"


class Door:
    """Hears Feishu over HTTP until it is cancelled."""

    def __init__(
        self,
        take: Take,
        encrypt_key: str,
        token: str,
        listen: tuple[str, int],
        *,
        listening: Callable[[], None] = lambda: None,
    ) -> None:
        self._take, self._key, self._token = take, encrypt_key, token
        self._listen, self._listening = listen, listening
        self._nonces = Nonces()
        self.connected = asyncio.Event()
        """Set while it listens."""
        self.url = ""
        """Where it is heard on this computer."""

    async def listen(self) -> None:
        """Answer Feishu's requests.

        Raises:
            OSError: the address is in use, or not of this computer.
        """
        application = web.Application(client_max_size=BODY_LIMIT)
        application.add_routes([web.post(PATH, self._answer)])
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=CLOSE_SECONDS)
        await runner.setup()
        try:
            await web.TCPSite(runner, *self._listen).start()
            host, port = runner.addresses[0][:2]
            self.url = f"http://{host}:{port}{PATH}"
            log.info("http.listening", url=self.url)
            self.connected.set()
            self._listening()
            await asyncio.Event().wait()
        finally:
            self.connected.clear()
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        body = await request.read()
        said = open_sealed(self._key, read_object(body).get("encrypt"))
        if said is not None and said.get("type") == VERIFICATION:
            # This one is not signed (open.feishu.cn, request URL); it is sealed, and has the token.
            return self._challenged(said)
        nonce = request.headers.get("X-Lark-Request-Nonce", "")
        if said is None or not self._is_genuine(request, nonce, body) or not self._has_token(said):
            log.warning("http.refused", bytes=len(body))
            return web.Response(status=401, text="The signature or the token is missing, wrong or too old.")
        if self._nonces.knows(nonce, time.time()):
            return web.Response(status=401, text="This request was answered before.")
        return await self._handle(said, nonce)

    async def _handle(self, said: Json, nonce: str) -> web.Response:
        try:
            answer = await self._take(said)
        except Exception:
            # Feishu sends it again.
            log.exception("payload.not_kept")
            return web.Response(status=500, text="It could not be kept; send it again.")
        self._nonces.add(nonce, time.time())
        return web.json_response(text=encode_answer(answer))

    def _is_genuine(self, request: web.Request, nonce: str, body: bytes) -> bool:
        moment = request.headers.get("X-Lark-Request-Timestamp", "")
        signature = request.headers.get("X-Lark-Signature", "")
        return is_from_feishu(self._key, moment, nonce, signature, body, time.time())

    def _has_token(self, said: Json) -> bool:
        header = said.get("header")
        token = header.get("token") if isinstance(header, dict) else said.get("token")
        return bool(self._token) and same(str(token or ""), self._token)

    def _challenged(self, said: Json) -> web.Response:
        if not self._has_token(said):
            return web.Response(status=401, text="The token is wrong.")
        return web.json_response({"challenge": str(said.get("challenge") or "")})


def read_object(body: bytes) -> Json:
    """The JSON object of a body; an empty one where there is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
