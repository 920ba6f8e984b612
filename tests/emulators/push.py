"""A push service with its browsers, as strict as RFC 8030, 8188, 8291 and 8292: it checks who sends, opens what was
sealed with the browser's own keys, and says no to everything else.
"""

import base64
import json
import os
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import http_ece
from aiohttp import web
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LONGEST_BODY = 4096
LONGEST_PROOF = 24 * 3600


class Wrong(Exception):
    """The message is refused, with this status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


@dataclass
class Browser:
    """One browser's subscription, and what it has been shown: by tag, as a browser shows it."""

    endpoint: str
    server_key: str
    key: ec.EllipticCurvePrivateKey
    secret: bytes
    alive: bool = True
    received: list[dict[str, Any]] = field(default_factory=list)

    @property
    def keys(self) -> dict[str, str]:
        """What it tells the application."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text_of(point), "auth": text_of(self.secret)}

    @property
    def shown(self) -> dict[str, dict[str, Any]]:
        """The notifications that stand there: one for each tag."""
        return {one["tag"]: one for one in self.received}


@dataclass
class PushService:
    """The service. ``answers`` are statuses with which the next messages are turned away, with a Retry-After."""

    url: str = ""
    browsers: dict[str, Browser] = field(default_factory=dict)
    answers: list[tuple[int, str | None]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    calls: int = 0

    def subscribe(self, server_key: str) -> Browser:
        """A browser asks to be told by whoever has the key."""
        name = os.urandom(12).hex()
        browser = Browser(
            f"{self.url}/push/{name}", server_key, ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        )
        self.browsers[name] = browser
        return browser

    async def receive(self, request: web.Request) -> web.Response:
        """One message."""
        self.calls += 1
        if self.answers:
            status, after = self.answers.pop(0)
            return web.Response(status=status, headers={"Retry-After": after} if after else {})
        browser = self.browsers.get(request.match_info["name"])
        if browser is None:
            return web.Response(status=404)
        if not browser.alive:
            return web.Response(status=410)
        try:
            browser.received.append(self._open(request, await request.read(), browser))
        except Wrong as wrong:
            self.refused.append(wrong.why)
            return web.Response(status=wrong.status, text=wrong.why)
        self.headers.append(dict(request.headers))
        return web.Response(status=201, headers={"Location": f"{self.url}/message/{self.calls}"})

    def _open(self, request: web.Request, body: bytes, browser: Browser) -> dict[str, Any]:
        headers = request.headers
        if not re.fullmatch(r"[0-9]+", headers.get("TTL", "")):
            raise Wrong(400, "TTL is missing or no number")
        if headers.get("Urgency", "normal") not in ("very-low", "low", "normal", "high"):
            raise Wrong(400, "there is no such urgency")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers.get("Topic", "x")):
            raise Wrong(400, "the topic is longer than 32 characters of base64url")
        if headers.get("Content-Encoding") != "aes128gcm":
            raise Wrong(400, "the content encoding is not aes128gcm")
        if len(body) > LONGEST_BODY:
            raise Wrong(413, "the body is longer than 4096 bytes")
        check_proof(headers.get("Authorization", ""), self.url, browser.server_key, time.time())
        try:
            plain = http_ece.decrypt(
                body, private_key=browser.key, auth_secret=browser.secret, version="aes128gcm"
            )
        except Exception as error:
            raise Wrong(400, f"the body does not open with the browser's keys: {error}") from error
        opened: dict[str, Any] = json.loads(plain)
        return opened


def check_proof(header: str, origin: str, server_key: str, now: float) -> None:
    """The sender's proof (RFC 8292, 2 and 3).

    Raises:
        Wrong: it is none, it is not for us, or the browser was subscribed by another key.
    """
    said = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)", header)
    if said is None:
        raise Wrong(401, "there is no proof of the sender")
    head, claims = (json.loads(bytes_of(said[part])) for part in (1, 2))
    if head.get("alg") != "ES256" or head.get("typ") != "JWT":
        raise Wrong(401, "the proof is not signed by ES256")
    if said[4] != server_key:
        raise Wrong(403, "the browser was subscribed by another key")
    signature, half = bytes_of(said[3]), 32
    numbers = (int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(said[4]))
    try:
        signed = f"{said[1]}.{said[2]}".encode()
        point.verify(encode_dss_signature(*numbers), signed, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as error:
        raise Wrong(403, "the proof is not signed by that key") from error
    if claims.get("aud") != origin:
        raise Wrong(403, "the proof is for another service")
    if not now < claims.get("exp", 0) <= now + LONGEST_PROOF:
        raise Wrong(403, "the proof is over, or good for more than a day")
    if not re.match(r"mailto:.+@.+|https://.+", str(claims.get("sub"))):
        raise Wrong(403, "the proof names nobody who can be written to")


def text_of(data: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The reverse."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """A running service on this computer."""
    service = PushService()
    app = web.Application(client_max_size=1024 * 1024)
    app.router.add_post("/push/{name}", service.receive)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    service.url = f"http://{host}:{port}"
    try:
        yield service
    finally:
        await runner.cleanup()
