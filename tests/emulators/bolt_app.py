"""A small real slack-bolt app, and the real client, for trying the Slack emulator."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.emulators.slack import SlackEmulator

Json = dict[str, Any]
BUTTON = {
    "type": "button",
    "action_id": "approve",
    "value": "R1",
    "text": {"type": "plain_text", "text": "Approve"},
}
CARD: list[Json] = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "May I?"}},
    {"type": "actions", "block_id": "decide", "elements": [BUTTON]},
]


def web_client(slack: SlackEmulator, token: str | None = None) -> AsyncWebClient:
    client = AsyncWebClient(token=token or slack.bot_token, base_url=slack.api_url, retry_handlers=[])
    client.proxy = None
    return client


class HeardApp:
    """A small real bolt app that writes down what it hears."""

    def __init__(self, slack: SlackEmulator) -> None:
        self.heard: list[Json] = []
        self.retries: list[tuple[str, str]] = []
        self.bolt = AsyncApp(client=web_client(slack), signing_secret="dummy", process_before_response=True)
        self.fail_first = 0
        self.bolt.event(re.compile(".*"))(self._hear)
        self.bolt.event({"type": "message", "subtype": re.compile(".*")})(self._hear)
        self.bolt.action(re.compile(".*"))(self._act)
        self.bolt.view(re.compile(".*"))(self._submit)
        self.bolt.command(re.compile(".*"))(self._command)

    async def _hear(self, body: Json, request: Any) -> None:
        headers = request.headers
        self.retries.append((headers["x-slack-retry-num"][0], headers["x-slack-retry-reason"][0]))
        if self.fail_first > 0:
            self.fail_first -= 1
            raise RuntimeError("not now")
        self.heard.append(body)

    async def _act(self, ack: Any, body: Json) -> None:
        self.heard.append(body)
        await ack()

    async def _submit(self, ack: Any, body: Json) -> None:
        self.heard.append(body)
        await ack(response_action="errors", errors={"why": "too short"})

    async def _command(self, ack: Any, body: Json) -> None:
        self.heard.append(body)
        await ack("hello")

    def events(self, kind: str) -> list[Json]:
        return [body["event"] for body in self.heard if body.get("event", {}).get("type") == kind]


def socket_handler(slack: SlackEmulator, app: HeardApp, ping_interval: float = 0.2) -> AsyncSocketModeHandler:
    """The real Socket Mode client for an app, not yet connected."""
    handler = AsyncSocketModeHandler(app.bolt, slack.app_token, ping_interval=ping_interval)
    handler.client.proxy = None
    return handler


@asynccontextmanager
async def dialling(handler: AsyncSocketModeHandler) -> AsyncIterator[None]:
    """Connects in the background for as long as the block lasts, then closes."""
    dial: asyncio.Future[None] = asyncio.ensure_future(handler.connect_async())  # type: ignore[no-untyped-call]
    try:
        yield
        await dial
    finally:
        dial.cancel()
        await handler.close_async()  # type: ignore[no-untyped-call]


@asynccontextmanager
async def connected(slack: SlackEmulator) -> AsyncIterator[HeardApp]:
    """An app with one open socket."""
    app = HeardApp(slack)
    async with dialling(socket_handler(slack, app)):
        await slack.until_connected()
        yield app


async def refusal(call: Awaitable[Any], error: str) -> Json:
    with pytest.raises(SlackApiError) as caught:
        await call
    body: Json = caught.value.response.data
    assert body["error"] == error, body
    return body
