"""When somebody last spoke through a connector: the proof that messages arrive, not that a connection is open."""

import contextlib
import time

from relay import outbox
from relay.rooms.people import Speaker
from relay.store.lanes import Closed, Full
from relay.store.store import Store

EVERY = 5.0
"""Seconds in which one installation is written down once, however much is said."""

MOST = 10_000


class Heard:
    """Notes it, seldom; that it could not be noted is nobody's problem."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: dict[tuple[str, str], float] = {}

    async def note(self, speaker: Speaker) -> None:
        """Somebody speaks now."""
        if speaker.who is None:
            return
        there = speaker.who.account.platform, speaker.who.account.tenant
        now = time.monotonic()
        if now - self._noted.get(there, -EVERY) < EVERY:
            return
        if len(self._noted) >= MOST:
            self._noted.clear()
        self._noted[there] = now
        with contextlib.suppress(Full, Closed):
            await self._store.write(outbox.lease_lane(*there), outbox.heard, *there)
