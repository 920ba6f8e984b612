"""What is remembered of chats and asks, on disk: Feishu tells of a recall without saying who had written it, and lists
neither the direct chats of an app nor the threads that have news.
"""

import json
import time

from bots.feishu.parse import Heard, Recalled
from bots.inbox import Inbox
from bots.intents import Unasks
from relay.wire.people import Who
from relay.wire.requests import Spot

ASKED, DIRECT, THREAD, MARK, WORK = "asked:", "direct:", "thread:", "mark:", "work:"
"""Notes: who asked in a message and where; a direct chat; when we were last asked in a thread; how far a chat was
looked through; whose work stands below a message of ours."""

KEEP_SECONDS = 3 * 24 * 3600.0
KEEP_WORK_SECONDS = 30 * 24 * 3600.0
PRUNE_SECONDS = 3600.0


class Ledger:
    """The notes of one installation."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._direct: set[str] = set()
        self._pruned = 0.0

    async def heard(self, heard: Heard, who: Who, spot: Spot) -> None:
        """Somebody asked."""
        now = time.time()
        kept = json.dumps({"who": who.model_dump(), "spot": spot.model_dump(), "at": now})
        changes: dict[str, str | None] = {ASKED + heard.message: kept}
        if heard.thread:
            changes[f"{THREAD}{heard.channel}:{heard.thread}"] = f"{now:.3f}"
        if heard.direct and heard.channel not in self._direct:
            changes[DIRECT + heard.channel] = "1"
            if "" not in await self._inbox.notes(MARK + heard.channel):
                changes[MARK + heard.channel] = f"{now:.3f}"
        await self._inbox.note(changes)
        if heard.direct:
            self._direct.add(heard.channel)
        if now - self._pruned > PRUNE_SECONDS:
            self._pruned = now
            await self._prune(now)

    async def knows(self, message: str) -> bool:
        """Whether somebody asked in a message within the last days."""
        return "" in await self._inbox.notes(ASKED + message)

    async def asker_of(self, recalled: Recalled, tenant: str) -> Unasks | None:
        """The recall as its asker's word; None where nobody asked there."""
        found = (await self._inbox.notes(ASKED + recalled.message)).get("")
        if found is None:
            return None
        kept = json.loads(found)
        who, spot = Who.model_validate(kept["who"]), Spot.model_validate(kept["spot"])
        return Unasks(who, spot, f"feishu:{tenant}:{recalled.message}:recalled")

    async def works(self, message: str, request: str) -> None:
        """The work of a request stands below a message of ours."""
        await self._inbox.note({WORK + message: f"{time.time():.0f} {request}"})

    async def work_below(self, message: str) -> str | None:
        """The request whose work stands below a message; None if we did not note it."""
        found = (await self._inbox.notes(WORK + message)).get("")
        return found.partition(" ")[2] if found is not None else None

    async def forget(self, channel: str) -> None:
        """We are not in this chat any more: when we come back, our time there begins anew."""
        threads = await self._inbox.notes(f"{THREAD}{channel}:")
        gone = {f"{THREAD}{channel}:{name}": None for name in threads}
        await self._inbox.note({**gone, MARK + channel: None, DIRECT + channel: None})

    async def _prune(self, now: float) -> None:
        asked = await self._inbox.notes(ASKED)
        threads = await self._inbox.notes(THREAD)
        old = {ASKED + k: None for k, v in asked.items() if json.loads(v)["at"] < now - KEEP_SECONDS}
        old |= {THREAD + k: None for k, v in threads.items() if float(v) < now - KEEP_SECONDS}
        works = await self._inbox.notes(WORK)
        old |= {WORK + k: None for k, v in works.items() if float(v.split()[0]) < now - KEEP_WORK_SECONDS}
        await self._inbox.note(old)
