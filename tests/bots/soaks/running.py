"""A soak from its beginning to its end: people act while a storm blows, then it passes, and what is left is looked at."""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from tests.bots.soaks.findings import Findings, Outcome
from tests.bots.soaks.process import Connector
from tests.bots.soaks.storm import Storm

PAUSE_SECONDS = 0.004
CALM_SECONDS = 900.0
"""So long it may take to bring everything up to date that a storm has left behind."""


class Office(Protocol):
    """The people, what they did so far, and what can be seen of it."""

    events: int

    @property
    def asked(self) -> int:
        """How many asks there were."""

    async def act(self) -> None:
        """Somebody does something."""

    def forget(self) -> None:
        """Records of what is long past: a soak makes more of them than there is room for."""

    def is_behind(self) -> bool:
        """Whether more asks wait for an answer than a soak should have open."""

    async def arrived(self, seconds: float) -> None:
        """Wait until the connector is connected."""

    async def looked(self, seconds: float) -> None:
        """Wait until the connector has looked through its chats once more."""

    def is_quiet(self) -> bool:
        """Whether nothing waits to be handled or shown."""


async def weather_it(
    office: Office,
    connector: Connector,
    storm: Storm,
    check: Callable[[], Findings],
    events: int,
    seconds: float,
) -> Outcome:
    """Run it for so many events or seconds, let the storm pass, and look at what is there."""
    began = time.monotonic()
    connector.start()
    try:
        await office.arrived(60)
        await _settled(office, 60, looks=1)
        blowing = asyncio.create_task(storm.blow())
        await _live(office, storm, events, began + seconds)
        blowing.cancel()
        await asyncio.gather(blowing, return_exceptions=True)
        await storm.clear_up()
        await _settled(office, CALM_SECONDS)
        findings = check()
    finally:
        await connector.kill()
    took = time.monotonic() - began
    return Outcome(office.events, office.asked, storm.faults, connector.kills - 1, took, findings)


async def _live(office: Office, storm: Storm, events: int, until: float) -> None:
    """As busy as the machine can take, for so many events, and until each fault has come at least once."""
    while (office.events < events and time.monotonic() < until) or not storm.rounds:
        await office.act()
        office.forget()
        await asyncio.sleep(PAUSE_SECONDS)
        while office.is_behind():
            await asyncio.sleep(0.05)


async def _settled(office: Office, seconds: float, looks: int = 3) -> None:
    """Until so many looks in a row, a pass of the connector apart, see nothing to do."""
    quiet = 0
    async with asyncio.timeout(seconds):
        while quiet < looks:
            await office.looked(seconds)
            quiet = quiet + 1 if office.is_quiet() else 0


Soak = Callable[[int, int, Path, float], Awaitable[Outcome]]
"""Given the events, the seed, an empty folder and the longest that it goes on, in seconds."""


def main(soak: Soak) -> None:
    """The long one, by hand."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="the longest that it goes on")
    parser.add_argument("--folder", type=Path, help="an empty folder that stays")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place, seconds = wanted.folder or Path(folder), wanted.minutes * 60

        async def run() -> Outcome:
            return await soak(wanted.events, wanted.seed, place, seconds)

        outcome = asyncio.run(run())
    sys.stdout.write(f"{outcome}\n")
    sys.exit(0 if outcome.findings.clean else 1)
