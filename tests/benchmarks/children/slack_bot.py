"""The Slack connector in a process of its own, started as people start it: nothing is imported beforehand."""

import asyncio
import json
import logging
import signal
import sys
from contextlib import suppress
from pathlib import Path

from bots.slack.bot import SlackBot, SlackSettings
from relay.client import RelayClient


async def _main(wish: dict[str, str]) -> None:
    logging.basicConfig(level=logging.ERROR)
    settings = SlackSettings(wish["bot_token"], wish["app_token"], Path(wish["folder"]), wish["api_url"])
    async with RelayClient(wish["relay"], wish["token"]) as client:
        task = asyncio.ensure_future(SlackBot(client, settings).run())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        with suppress(asyncio.CancelledError):
            await task


if __name__ == "__main__":
    asyncio.run(_main(json.loads(sys.argv[1])))
