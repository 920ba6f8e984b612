"""The Feishu connector as a process of its own that a test may kill."""

import asyncio

from bots.feishu.bot import FeishuBot, FeishuSettings


def run_bot(settings: FeishuSettings, relay_url: str, token: str) -> None:
    """Run it until it is killed."""
    asyncio.run(_run(settings, relay_url, token))


async def _run(settings: FeishuSettings, relay_url: str, token: str) -> None:
    from relay.client import RelayClient

    async with RelayClient(relay_url, token) as client:
        await FeishuBot(client, settings).run()
