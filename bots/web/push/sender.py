"""One push message to one browser's service, and what its answer means."""

import asyncio
import base64
import hashlib
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import aiohttp
from aiohttp.abc import AbstractResolver

from bots.web.push.addresses import NotPublic, PublicResolver
from bots.web.push.sealing import Push, Unsealable, seal
from relay.wire.notifications import Outcome

TTL = 24 * 3600
"""Seconds that a service keeps a message for a browser that is not there."""

SECONDS = 15.0
LONGEST_WAIT = 24 * 3600.0


@dataclass(frozen=True)
class Answer:
    """What came of it, and how long the service wants to be left alone."""

    outcome: Outcome
    retry_after: float | None = None


class Sender:
    """Sends messages; of an answer it reads the status and no more. ``resolver`` looks names up."""

    def __init__(self, push: Push, resolver: AbstractResolver | None = None) -> None:
        self._push, self._resolver = push, PublicResolver(resolver)
        self._session: aiohttp.ClientSession | None = None

    async def send(self, endpoint: str, p256dh: str, auth: str, text: bytes, topic: str) -> Answer:
        """Send one message. Under the same ``topic`` a newer one takes the place of an older one (RFC 8030, 5.4)."""
        if not self._push.may_send_to(endpoint):
            return Answer(Outcome.gone)
        try:
            body, headers = await asyncio.to_thread(self._prepare, endpoint, p256dh, auth, text)
        except Unsealable:
            return Answer(Outcome.gone)
        headers |= {
            "TTL": str(TTL),
            "Urgency": "high",
            "Topic": short(topic),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        try:
            async with self._open().post(
                endpoint, data=body, headers=headers, allow_redirects=False
            ) as answer:
                return meaning(answer.status, answer.headers.get("Retry-After"), time.time())
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            return Answer(Outcome.gone if _is_blocked(error) else Outcome.later)

    def _prepare(self, endpoint: str, p256dh: str, auth: str, text: bytes) -> tuple[bytes, dict[str, str]]:
        return seal(text, p256dh, auth), dict(self._push.headers_for(endpoint, time.time()))

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            # trust_env stays off: the check of the address would be the proxy's.
            connector = aiohttp.TCPConnector(resolver=self._resolver, use_dns_cache=False, limit=32)
            timeout = aiohttp.ClientTimeout(total=SECONDS)
            jar = aiohttp.DummyCookieJar()
            self._session = aiohttp.ClientSession(connector=connector, timeout=timeout, cookie_jar=jar)
        return self._session

    async def close(self) -> None:
        """Let go of the connections."""
        if self._session is not None:
            await self._session.close()


def _is_blocked(error: BaseException) -> bool:
    """Whether we refused ourselves, however deep that is."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, NotPublic) or isinstance(getattr(seen, "os_error", None), NotPublic):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def short(topic: str) -> str:
    """A topic as the header takes it: 32 characters of base64url at most."""
    return base64.urlsafe_b64encode(hashlib.sha256(topic.encode()).digest())[:32].decode()


def meaning(status: int, retry_after: str | None, now: float) -> Answer:
    """What a service's status means (RFC 8030, 5 and 7.3; RFC 8292, 4.2)."""
    if 200 <= status < 300:
        return Answer(Outcome.told)
    if status in (404, 410):
        return Answer(Outcome.gone)
    if status in (408, 425, 429) or status >= 500:
        return Answer(Outcome.later, _seconds(retry_after, now))
    return Answer(Outcome.refused)


def _seconds(said: str | None, now: float) -> float | None:
    if not said:
        return None
    try:
        wait = float(said) if said.strip().isdecimal() else parsedate_to_datetime(said).timestamp() - now
    except ValueError:
        return None
    return min(max(wait, 0.0), LONGEST_WAIT)
