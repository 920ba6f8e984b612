"""The Feishu connector that the soak runs: it hurries, and is the same otherwise."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Orders:
    """What the connector needs to know."""

    relay_url: str
    token: str
    app_id: str
    app_secret: str
    url: str
    folder: Path


async def run(orders: Orders) -> None:
    """Work until it is killed."""
    from bots import lease
    from bots.feishu import bot, history, search, socket, turns
    from bots.feishu.bot import FeishuBot, FeishuSettings
    from bots.pace import Allowance
    from relay.client import RelayClient

    # A process that was killed gives nothing back: its successor waits for the end of its lease.
    lease.LEASE_SECONDS, lease.RENEW_SECONDS, lease.MARGIN_SECONDS = 4.0, 0.8, 0.8
    for name in ("WHOLE", "CHAT", "CHAT_STRICT", "MESSAGE", "MESSAGE_STRICT"):
        setattr(turns, name, Allowance(100_000, 10.0))
    search.LOOK_BACK_SECONDS = 2  # the clocks here are one
    history.EVERY_SECONDS, history.OVERLAP_SECONDS, history.ROOTS_SECONDS = 1.5, 3.0, 60.0
    history.THREADS_AT_MOST = 400
    socket.LONGEST_PAUSE, socket.BARRED_SECONDS, socket.DIAL_SECONDS = 0.5, 0.5, 1.0
    socket.PING_SECONDS, socket.PONG_SECONDS = 1.0, 1.0
    bot.DEAF_SECONDS = 0.2
    settings = FeishuSettings(orders.app_id, orders.app_secret, orders.folder, orders.url)
    async with RelayClient(orders.relay_url, orders.token) as client:
        await FeishuBot(client, settings).run()
