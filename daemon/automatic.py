"""Turns that begin by themselves: messages wait for a session in which no request is in hand (H).

Whether one may begin is the relay's to say, under the agent's lock; here is only when to ask. It is asked when a
message has come, when something that held it back may be gone, when an agent has become free, and now and then.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

from daemon.contact import Hands
from daemon.journal import Journal
from daemon.mail import Mail
from relay.client import Refused
from relay.wire.machines import Claim
from relay.wire.messages import TurnOutcome

log = logging.getLogger(__name__)

AGAIN_SECONDS = 60.0
"""How long until what was held back is asked about again, whatever is heard of it."""

SHORTEST_SECONDS = 0.05


class Automatic:
    """Asks, and hands over what may begin. ``begin`` takes the request in hand, as if it had been offered."""

    def __init__(self, journal: Journal, mail: Mail, hands: Hands, begin: Callable[[Claim], None]) -> None:
        self._journal, self._mail, self._hands, self._begin = journal, mail, hands, begin
        self._look = asyncio.Event()
        self._held: dict[str, str] = {}

    def look(self) -> None:
        """Something has changed: ask again."""
        self._look.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            seconds = await self.ask_once()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._look.wait()
            self._look.clear()

    async def ask_once(self) -> float:
        """Ask about each session that has something waiting; in how many seconds to ask again."""
        seconds = AGAIN_SECONDS
        for agent, room in self._journal.sessions():
            if any(one.claim.agent == agent for one in self._hands.running.values()):
                continue
            asks = self._is_told(agent)
            seconds = min(seconds, await self._ask(agent, room) if asks else SHORTEST_SECONDS)
        return max(seconds, SHORTEST_SECONDS)

    def _is_told(self, agent: str) -> bool:
        """Whether the relay has heard all of what this agent did: until then it takes for running what rests or is over."""
        works = [work.request for work in self._journal.works() if work.claim.get("agent") == agent]
        return not any(self._journal.unsent(1, request) for request in works)

    async def _ask(self, agent: str, room: str) -> float:
        try:
            reply = await self._mail.wish(agent, room)
        except Refused as refusal:
            # Where a newer process has started, the next poll says so too, and ends this one.
            log.info("no turn for %s: %s", agent, refusal)
            return AGAIN_SECONDS
        if reply.outcome is TurnOutcome.start and reply.claim is not None:
            self._begin(reply.claim)
            return AGAIN_SECONDS
        if self._held.get(agent) != reply.reason:
            self._held[agent] = reply.reason
            log.info("messages wait for %s: %s", agent, reply.reason)
        return AGAIN_SECONDS if reply.until is None else reply.until / 1e6 - time.time()
