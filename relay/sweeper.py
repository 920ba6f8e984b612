"""One pass over what is due, and the tick that makes it (A4, L6).

Correctness does not hang on it: every decision compares with the deadline itself. The sweep makes expiry
visible. APScheduler is only the tick: its own clock stalls when the machine's is set back and one error in its
store silences it for ever, so it has no store here, and a watch on the monotonic clock runs the pass as well.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

from relay.requests import expiry, waiting
from relay.store.store import Store
from relay.wire.requests import Sweep

log = logging.getLogger(__name__)

PATIENCE = 3
"""Ticks that may be missed before the watch makes the pass itself."""


async def sweep(store: Store) -> Sweep:
    """Everything that is due now, once; a fault with one thing does not keep the others waiting.

    Raises:
        ExceptionGroup: something could not be moved; all that could has been.
    """
    began = time.monotonic()
    due = await store.read(expiry.due)
    faults: list[Exception] = []
    expired = await _each(store, expiry.expire, [(row.owner, row.id) for row in due["requests"]], faults)
    lapsed = await _each(store, expiry.expire_action, [(row.owner, row.id) for row in due["actions"]], faults)
    lapsed += await _each(store, expiry.expire_join, [(row.owner, row) for row in due["joins"]], faults)
    lapsed += await _each(store, waiting.lapse, [(row.owner, row.id) for row in due["waits"]], faults)
    lapsed += await _each(
        store, expiry.end_authority, [(row.owner, row.id) for row in due["delegations"]], faults
    )
    interrupted = await _each(store, expiry.interrupt, [(row.owner, row.id) for row in due["leases"]], faults)
    if faults:
        raise ExceptionGroup("some of what is due could not be moved", faults)
    return Sweep(expired=expired, lapsed=lapsed, interrupted=interrupted, took=time.monotonic() - began)


async def _each(
    store: Store, verb: Callable[..., bool], due: list[tuple[str, Any]], faults: list[Exception]
) -> int:
    moving = (store.write(owner, verb, what) for owner, what in due)
    outcomes = await asyncio.gather(*moving, return_exceptions=True)
    faults += [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    return sum(outcome is True for outcome in outcomes)


def _moved(swept: Sweep) -> int:
    return max(swept.expired, swept.lapsed, swept.interrupted)


class Sweeper:
    """Keeps the passes coming."""

    def __init__(self, store: Store, seconds: float) -> None:
        self._store, self._seconds = store, seconds
        self._lock = asyncio.Lock()
        self._last = time.monotonic()
        self._watch: asyncio.Task[None] | None = None
        self._scheduler = AsyncIOScheduler(timezone="UTC")

    async def start(self) -> None:
        """One pass for what fell due while nobody looked, then a tick after another."""
        await self.pass_once()
        self._scheduler.add_job(
            self.pass_once,
            IntervalTrigger(seconds=self._seconds, timezone="UTC"),
            coalesce=True,
            max_instances=1,
            misfire_grace_time=None,
        )
        self._scheduler.start()
        self._watch = asyncio.create_task(self._watching())

    async def close(self) -> None:
        """No more passes; the one under way is finished."""
        if self._scheduler.running:
            self._scheduler.pause()
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
        async with self._lock:
            if self._scheduler.running:
                self._scheduler.shutdown(wait=False)

    def age(self) -> float:
        """Seconds since the last pass that went well."""
        return time.monotonic() - self._last

    async def pass_once(self) -> None:
        """One pass, unless one is under way; an error is logged, and the next pass comes all the same."""
        if self._lock.locked():
            return
        async with self._lock:
            try:
                while _moved(await sweep(self._store)) >= expiry.PAGE:
                    pass  # a full page: more is due
                self._last = time.monotonic()
            except Exception:
                log.exception("a sweep failed; the next one comes in %s s", self._seconds)

    async def _watching(self) -> None:
        while True:
            await asyncio.sleep(self._seconds * PATIENCE)
            if self.age() > self._seconds * PATIENCE:
                await self.pass_once()
