"""Events and gestures over signed HTTP requests (docs.slack.dev, verifying-requests-from-slack)."""

import hashlib
import hmac
import json
import time
import urllib.parse

import aiohttp

from tests.emulators.slack.delivery import Delivery
from tests.emulators.slack.state import Json, Workspace


def signed_headers(secret: str, body: str, timestamp: int | None = None) -> dict[str, str]:
    """The two headers that prove that a body comes from the service."""
    moment = str(int(time.time()) if timestamp is None else timestamp)
    digest = hmac.new(secret.encode(), f"v0:{moment}:{body}".encode(), hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": moment, "X-Slack-Signature": f"v0={digest}"}


class HttpEvents:
    """Posts every delivery to the app's request URL; 2xx in time is an acknowledgement."""

    def __init__(self, workspace: Workspace, url: str, signing_secret: str) -> None:
        self.url = url
        self.signing_secret = signing_secret
        self._workspace = workspace
        self._session = aiohttp.ClientSession(trust_env=False)

    async def deliver(self, delivery: Delivery, ack_timeout: float) -> None:
        """Posts one delivery and sets its outcome."""
        delivery.sent_at = self._workspace.now()
        body, content_type = _body(delivery)
        headers = {
            **signed_headers(self.signing_secret, body),
            "Content-Type": content_type,
            **_retry(delivery),
        }
        timeout = aiohttp.ClientTimeout(total=ack_timeout)
        try:
            async with self._session.post(
                self.url, data=body.encode(), headers=headers, timeout=timeout
            ) as reply:
                await self._read(delivery, reply)
        except TimeoutError:
            delivery.outcome = "timeout"
        except aiohttp.ClientError:
            delivery.outcome = "no_connection"

    async def challenge(self) -> bool:
        """The check that the service makes when a request URL is saved."""
        body = json.dumps({"type": "url_verification", "challenge": "echo-me", "token": "verification-dummy"})
        headers = {**signed_headers(self.signing_secret, body), "Content-Type": "application/json"}
        async with self._session.post(self.url, data=body.encode(), headers=headers) as reply:
            return reply.status == 200 and "echo-me" in await reply.text()

    async def close(self) -> None:
        await self._session.close()

    async def _read(self, delivery: Delivery, reply: aiohttp.ClientResponse) -> None:
        text = await reply.text()
        if 200 <= reply.status < 300:
            delivery.outcome, delivery.acked_at = "acked", self._workspace.now()
            delivery.response = _response(text)
        else:
            delivery.outcome = "refused"
            delivery.response = {
                "status": reply.status,
                "no_retry": reply.headers.get("x-slack-no-retry") == "1",
            }


def _response(text: str) -> Json:
    try:
        found = json.loads(text)
    except ValueError:
        return {"text": text} if text else {}
    return found if isinstance(found, dict) else {}


def _body(delivery: Delivery) -> tuple[str, str]:
    if delivery.kind == "events_api":
        return json.dumps(delivery.payload), "application/json"
    form = (
        delivery.payload if delivery.kind == "slash_commands" else {"payload": json.dumps(delivery.payload)}
    )
    return urllib.parse.urlencode(form), "application/x-www-form-urlencoded"


def _retry(delivery: Delivery) -> dict[str, str]:
    if delivery.kind != "events_api" or delivery.attempt == 0:
        return {}
    reason = {"timeout": "http_timeout"}.get(delivery.reason, delivery.reason)
    return {"X-Slack-Retry-Num": str(delivery.attempt), "X-Slack-Retry-Reason": reason}
