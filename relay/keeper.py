"""The passes over what is past its time (O16): small ones, and long pauses between them."""

import asyncio
import contextlib
import logging
from collections import defaultdict

from relay.requests import keeping
from relay.requests.keeping import Keep
from relay.store.store import Store

log = logging.getLogger(__name__)

BETWEEN = 3600.0
"""Seconds from one round to the next: nothing here is urgent."""

BREATH = 0.2
"""Seconds between the passes of a round, in which the verbs of people come first."""


async def forget_old(store: Store, keep: Keep) -> int:
    """One pass: a page of each kind, removed owner by owner; how many things that were.

    Cost follows what is due, not what is kept. Any number of relays may do it at once: each thing goes once.
    """
    count = 0
    for kind, found in (await store.read(keeping.old, keep)).items():
        by_owner: dict[str, list[str]] = defaultdict(list)
        for owner, name in found:
            by_owner[owner].append(name)
        for owner, names in by_owner.items():
            count += await store.write(owner, keeping.forget, owner, kind, names)
    return count


class Keeper:
    """Keeps the rounds coming; a failed one is logged, and the next comes all the same."""

    def __init__(self, store: Store, keep: Keep) -> None:
        self._store, self._keep = store, keep
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """The first round begins now, beside everything else."""
        self._task = asyncio.create_task(self._rounds())

    async def close(self) -> None:
        """No more passes; what is stored is whole, whenever this comes."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _round(self) -> None:
        gone = 1
        while gone:
            gone = await forget_old(self._store, self._keep)
            await asyncio.sleep(BREATH)

    async def _rounds(self) -> None:
        while True:
            try:
                await self._round()
            except Exception:
                log.exception("what is past its time could not be removed; tried again in %s s", BETWEEN)
            await asyncio.sleep(BETWEEN)
