"""The floor of the Slack benchmark: the smallest slack-bolt app that answers each mention with one post."""

import asyncio
import sys
from typing import Any

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient


async def _main(bot_token: str, app_token: str, api_url: str) -> None:
    app = AsyncApp(client=AsyncWebClient(token=bot_token, base_url=api_url), signing_secret="dummy")

    @app.event("app_mention")
    async def answer(event: dict[str, Any], say: Any) -> None:
        await say("I heard you.")

    @app.event("message")
    async def ignore() -> None:
        return None

    handler = AsyncSocketModeHandler(app, app_token)
    await handler.start_async()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
