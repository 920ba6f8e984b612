"""The Slack connector that the soak runs: it hurries, and is the same otherwise."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Orders:
    """What the connector needs to know."""

    relay_url: str
    token: str
    bot_token: str
    app_token: str
    api_url: str
    folder: Path


async def run(orders: Orders) -> None:
    """Work until it is killed."""
    from bots import lease
    from bots.pace import Allowance
    from bots.slack import connector, history, search, socket, teller
    from bots.slack.bot import SlackBot, SlackSettings
    from relay.client import RelayClient

    # A process that was killed gives nothing back: its successor waits for the end of its lease.
    lease.LEASE_SECONDS, lease.RENEW_SECONDS, lease.MARGIN_SECONDS = 4.0, 0.8, 0.8
    brisk = Allowance(100_000, 10.0)
    for name in ("POSTS", "POSTS_BURST", "POSTS_STRICT", "EDITS", "EDITS_OF_ONE", "EDITS_OF_ONE_STRICT"):
        setattr(connector, name, brisk)
    connector.EDITS_SMOOTH = search.READS = teller.WORDS = brisk
    search.LOOK_BACK_SECONDS = 2.0  # the clocks here are one
    history.EVERY_SECONDS, history.OVERLAP_SECONDS, history.ROOTS_SECONDS = 1.5, 3.0, 600.0
    socket.OPENS_A_MINUTE, socket.LONGEST_PAUSE, socket.PING_SECONDS = 10_000, 0.5, 1.0
    settings = SlackSettings(orders.bot_token, orders.app_token, orders.folder, orders.api_url)
    async with RelayClient(orders.relay_url, orders.token) as client:
        await SlackBot(client, settings).run()
