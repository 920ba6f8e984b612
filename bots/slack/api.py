"""Calls of the Slack Web API, and what their failures mean."""

import asyncio
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bots.connector import Gone, Later, Missing, Unfit, Unsure

CALL_SECONDS = 15
RETRY_AFTER_SECONDS = 30.0
"""Where Slack refuses for want of patience and does not say how long."""

UNFIT = frozenset({
    "account_inactive", "invalid_auth", "not_authed", "org_login_required", "team_access_not_granted",
    "token_expired", "token_revoked", "two_factor_setup_required", "app_missing_action_url",
})  # fmt: skip
"""The whole installation does not work until a person does something."""

PASSING = frozenset({
    "fatal_error", "internal_error", "service_unavailable", "request_timeout", "team_added_to_org",
    "accesslimited", "external_channel_migrating", "message_limit_exceeded",
})  # fmt: skip

APP_LEVEL = frozenset({"apps.connections.open"})
"""Called with the app's own token, which has other scopes."""

MISSING = frozenset({"message_not_found"})

Reply = dict[str, Any]


class Failed(Exception):
    """Slack refused the call."""

    def __init__(self, error: str) -> None:
        super().__init__(f"{self.__doc__} ({error})")
        self.error = error


class SlackApi:
    """One installation's Web API.

    Nothing is repeated here: Slack has no key that makes a post twice be one, and slack_sdk's own handler for
    lost connections posts again.
    """

    def __init__(self, token: str, url: str) -> None:
        self._client = AsyncWebClient(token=token, base_url=url, timeout=CALL_SECONDS, retry_handlers=[])
        # slack_sdk would read a proxy from the environment, even for loopback.
        self._client.proxy = None
        self._token = token
        self.granted: frozenset[str] | None = None
        """The scopes that Slack said last to have granted; None before it has said so."""

    @property
    def client(self) -> AsyncWebClient:
        """slack_sdk's client, for slack_bolt."""
        return self._client

    async def start(self) -> None:
        """Keep connections open between calls."""
        timeout = aiohttp.ClientTimeout(total=CALL_SECONDS)
        connector = aiohttp.TCPConnector(limit=50, keepalive_timeout=60)
        self._client.session = aiohttp.ClientSession(timeout=timeout, connector=connector)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._client.session is not None:
            await self._client.session.close()

    async def call(self, method: str, **arguments: Any) -> Reply:
        """One call with a JSON body.

        Raises:
            Failed: Slack says no for a reason that belongs to the call.
            Later: rate limit.
            Unfit: the installation does not work.
            Unsure: whether it took effect is not known.
        """
        given = {name: value for name, value in arguments.items() if value is not None}
        return await self._run(method, json=given)

    async def read(self, method: str, **arguments: Any) -> Reply:
        """One call that only reads, with its arguments in the query, as Slack wants it for these."""
        given = {name: value for name, value in arguments.items() if value is not None}
        return await self._run(method, http_verb="GET", params=given)

    async def download(self, url: str, limit: int, *, is_page: bool = False) -> bytes:
        """The bytes of a file of the workspace. ``is_page``: the file itself is an HTML page.

        Raises:
            Failed: it is not there for this app, or larger than ``limit``.
            Unsure: no answer.
        """
        session = self._client.session
        assert session is not None
        headers = {"Authorization": f"Bearer {self._token}"}
        try:
            async with session.get(url, headers=headers, allow_redirects=False) as answer:
                if answer.status >= 500:
                    raise Unsure(f"download: HTTP {answer.status}")
                if answer.status != 200 or (answer.content_type == "text/html" and not is_page):
                    # A sign-in page stands where the token may not read, also with status 200.
                    lacking = self.granted is not None and "files:read" not in self.granted
                    raise Failed("missing_scope" if lacking else "file_not_readable")
                return await _read_at_most(answer, limit)
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Unsure(f"{type(error).__name__}: {error}") from error

    async def _run(self, method: str, **shape: Any) -> Reply:
        try:
            response = await self._client.api_call(method, **shape)
        except SlackApiError as error:
            raise _classify(error) from error
        except (SlackClientError, aiohttp.ClientError, TimeoutError, asyncio.IncompleteReadError) as error:
            raise Unsure(f"{method}: {type(error).__name__}: {error}") from error
        if (scopes := response.headers.get("x-oauth-scopes")) is not None and method not in APP_LEVEL:
            self.granted = frozenset(scopes.replace(" ", "").split(","))
        if not isinstance(response.data, dict):
            raise Unsure(f"{method}: an answer that is not JSON")
        return response.data


def _classify(error: SlackApiError) -> Exception:
    response = error.response
    status = getattr(response, "status_code", None) or getattr(response, "status", 0)
    data = getattr(response, "data", None)
    name = str(data.get("error", "")) if isinstance(data, dict) else ""
    if status == 429 or name in ("ratelimited", "rate_limited"):
        return Later(_patience(response.headers.get("Retry-After")))
    if not name or name in PASSING or (status or 0) >= 500:
        return Unsure(f"HTTP {status} {name}".strip())
    return Unfit(name) if name in UNFIT else Failed(name)


def _patience(header: str | None) -> float:
    try:
        return max(0.1, float(header or RETRY_AFTER_SECONDS))
    except ValueError:
        return RETRY_AFTER_SECONDS


async def _read_at_most(answer: aiohttp.ClientResponse, limit: int) -> bytes:
    data = bytearray()
    async for chunk in answer.content.iter_chunked(65536):
        data += chunk
        if len(data) > limit:
            raise Failed("file_too_large")
    return bytes(data)


def final(failed: Failed) -> Gone | Missing:
    """What a refusal means for a place: its message is gone, or all of it is."""
    return Missing() if failed.error in MISSING else Gone(failed.error)
