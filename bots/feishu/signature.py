"""Whether an HTTP request comes from Feishu (open.feishu.cn, encrypt key and signature). Pure: the clock is given.

lark-oapi's own check has no window of time, compares in a time that tells, and lets pass what is not signed where
no key is set.
"""

import hashlib
import hmac
from collections import OrderedDict

WINDOW_SECONDS = 300
"""An older request is somebody's copy of it."""

LONGEST_TIMESTAMP = 12
LONGEST_NONCE = 200
NONCES_AT_MOST = 20_000


def is_from_feishu(key: str, timestamp: str, nonce: str, signature: str, body: bytes, now: float) -> bool:
    """Whether ``body`` was signed with the encrypt key at ``timestamp`` (seconds since 1970), and not long ago."""
    digits = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= LONGEST_TIMESTAMP
    if not key or not digits or not 0 < len(nonce) <= LONGEST_NONCE:
        return False
    if abs(now - int(timestamp)) > WINDOW_SECONDS:
        return False
    return same(sign(key, timestamp, nonce, body), signature.lower())


def sign(key: str, timestamp: str, nonce: str, body: bytes) -> str:
    """The value of the header X-Lark-Signature."""
    return hashlib.sha256((timestamp + nonce + key).encode(errors="replace") + body).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(errors="replace"), other.encode(errors="replace"))


class Nonces:
    """What was answered within the window: the same once more is a copy."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, float] = OrderedDict()

    def knows(self, nonce: str, now: float) -> bool:
        """Whether a request with it was answered lately."""
        while self._seen and next(iter(self._seen.values())) < now - 2 * WINDOW_SECONDS:
            self._seen.popitem(last=False)
        return nonce in self._seen

    def add(self, nonce: str, now: float) -> None:
        """A request with it was answered: what failed may come again as it was."""
        self._seen[nonce] = now
        if len(self._seen) > NONCES_AT_MOST:
            self._seen.popitem(last=False)
