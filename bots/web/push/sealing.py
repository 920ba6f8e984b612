"""What makes a push message: who sends it (VAPID, RFC 8292), and a text that only the browser can read (RFC 8291)."""

import base64
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from urllib.parse import urlsplit

from bots.web.push.addresses import is_push_address

# What the extra ``push`` brings is slow to import and may not be there: it is imported when it is used.

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256 (FIPS 186-4, D.1.2.3)."""

VALID = 12 * 3600
"""Seconds that one proof is good for; a day is the most that a service takes."""


class Unsealable(Exception):
    """The browser's keys are none; nothing can be sealed for it."""


def is_possible() -> bool:
    """Whether the extra ``push`` is installed."""
    return find_spec("pywebpush") is not None and find_spec("py_vapid") is not None


class Push:
    """The keys of this installation, made of one secret of its own. ``contact`` is whom a push service may write to."""

    def __init__(self, secret: bytes, contact: str, *, loopback: bool = False) -> None:
        if len(secret) < 32:
            raise ValueError("The secret behind the push keys needs 32 bytes at least.")
        number = int.from_bytes(secret[:32], "big") % (ORDER - 1) + 1
        self._private = number.to_bytes(32, "big")
        self.contact, self.loopback = contact, loopback

    def may_send_to(self, endpoint: str) -> bool:
        """Whether we send to this address at all."""
        return is_push_address(endpoint, loopback=self.loopback)

    @cached_property
    def public_key(self) -> str:
        """What a browser subscribes with: the uncompressed point, base64url."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        key = ec.derive_private_key(int.from_bytes(self._private, "big"), ec.SECP256R1())
        return _text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def headers_for(self, endpoint: str, now: float) -> dict[str, str]:
        """The proof that this installation sends it, for the service of an address."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + VALID, "sub": self.contact}
        signed: dict[str, str] = (
            import_module("py_vapid").Vapid02.from_raw(_text(self._private).encode()).sign(claims)
        )
        return signed


def seal(text: bytes, p256dh: str, auth: str) -> bytes:
    """The text for the browser with these keys, as an ``aes128gcm`` body.

    Raises:
        Unsealable: these are no keys.
    """
    try:
        keys = {"endpoint": "https://nowhere.example", "keys": {"p256dh": p256dh, "auth": auth}}
        return bytes(import_module("pywebpush").WebPusher(keys).encode(text)["body"])
    except Exception as error:  # the library lets through whatever base64 and the curve raise
        raise Unsealable(str(error)) from error


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
