"""Events and callbacks as HTTP requests: encrypted, signed, and the challenge at saving the address.

The recipe is encrypt-key-encryption-configuration-case: AES-256-CBC with SHA-256 of the key, the signature is
SHA-256 over timestamp, nonce, key and the raw body.
"""

import base64
import hashlib
import json
import secrets

import aiohttp
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

from tests.emulators.feishu.apps import App
from tests.emulators.feishu.delivery import Delivery
from tests.emulators.feishu.platform import Platform
from tests.emulators.feishu.state import Json


def encrypt(key: str, text: str) -> str:
    """``text`` as the platform sends it under a key: Base64 of a random vector and the ciphertext."""
    vector = secrets.token_bytes(16)
    padder = PKCS7(128).padder()
    padded = padder.update(text.encode()) + padder.finalize()
    encryptor = Cipher(algorithms.AES(hashlib.sha256(key.encode()).digest()), modes.CBC(vector)).encryptor()
    return base64.b64encode(vector + encryptor.update(padded) + encryptor.finalize()).decode()


def signature(timestamp: str, nonce: str, key: str, body: bytes) -> str:
    """X-Lark-Signature of a body."""
    return hashlib.sha256((timestamp + nonce + key).encode() + body).hexdigest()


class Webhook:
    """Posts every delivery to the app's address; HTTP 200 in time is an acknowledgement.

    ``last`` is the request sent last: headers and body, to be replayed or bent.
    """

    def __init__(self, platform: Platform, app: App, url: str) -> None:
        self.url = url
        self.last: tuple[dict[str, str], bytes] | None = None
        self._platform = platform
        self._app = app
        self._session = aiohttp.ClientSession(trust_env=False)

    async def deliver(self, delivery: Delivery, seconds: float) -> None:
        """Posts one delivery and sets its outcome."""
        delivery.sent_at = self._platform.now()
        self.last = self.request(delivery.payload)
        try:
            status, text = await self.post(*self.last, seconds=seconds)
        except TimeoutError:
            delivery.outcome, delivery.error = "timeout", 200341
        except aiohttp.ClientError:
            delivery.outcome, delivery.error = "no_connection", 200342
        else:
            delivery.code = status
            self._judge(delivery, status, text)

    def request(self, payload: Json, *, age: float = 0.0) -> tuple[dict[str, str], bytes]:
        """Headers and body of a request for this payload, signed ``age`` seconds ago."""
        text = json.dumps(payload, ensure_ascii=False)
        key = self._app.encrypt_key
        body = (json.dumps({"encrypt": encrypt(key, text)}) if key else text).encode()
        timestamp, nonce = str(int(self._platform.now() - age)), secrets.token_hex(8)
        headers = {"Content-Type": "application/json; charset=utf-8"}
        if key:
            headers |= {
                "X-Lark-Request-Timestamp": timestamp,
                "X-Lark-Request-Nonce": nonce,
                "X-Lark-Signature": signature(timestamp, nonce, key, body),
            }
        return headers, body

    async def post(self, headers: dict[str, str], body: bytes, *, seconds: float = 3.0) -> tuple[int, str]:
        """Status and body of the app's answer; redirections are not followed."""
        timeout = aiohttp.ClientTimeout(total=seconds)
        async with self._session.post(
            self.url, data=body, headers=headers, timeout=timeout, allow_redirects=False
        ) as reply:
            return reply.status, await reply.text()

    async def challenge(self) -> bool:
        """The check that the console makes when the address is saved; encrypted under a key, never signed."""
        word = secrets.token_hex(12)
        payload = {"challenge": word, "token": self._app.verification_token, "type": "url_verification"}
        text = json.dumps(payload)
        key = self._app.encrypt_key
        body = (json.dumps({"encrypt": encrypt(key, text)}) if key else text).encode()
        status, answer = await self.post({"Content-Type": "application/json"}, body, seconds=1.0)
        try:
            return status == 200 and json.loads(answer) == {"challenge": word}
        except ValueError:
            return False

    async def close(self) -> None:
        await self._session.close()

    def _judge(self, delivery: Delivery, status: int, text: str) -> None:
        if status != 200:
            delivery.outcome, delivery.error = "refused", 200671
            return
        if delivery.kind == "callback":
            try:
                answer = json.loads(text) if text.strip() else {}
            except ValueError:
                answer = None
            if not isinstance(answer, dict):
                delivery.outcome, delivery.error = "refused", 200672
                return
            delivery.answer = answer
        delivery.outcome, delivery.acked_at = "acked", self._platform.now()
