"""Being the one active process of an installation (O13): take the lease, renew it, stand by, notice its end."""

import asyncio
import contextlib
from dataclasses import dataclass

import structlog

from relay.client import Refused, RelayClient, Unreachable
from relay.wire.places import Lease, Leased

log = structlog.get_logger()

LEASE_SECONDS = 15.0
RENEW_SECONDS = 4.0
MARGIN_SECONDS = 2.0
"""Posting stops so long before the lease ends: another process may look for our posts right after."""


@dataclass(frozen=True)
class Held:
    """The lease is ours. ``until`` is on this process's clock; ``since`` is the relay's instant."""

    fence: int
    since: int
    until: float


class Holder:
    """Keeps one installation's lease for this process.

    ``held`` is the lease if it is ours; ``rival`` is true while another process is the active one.
    """

    def __init__(self, client: RelayClient, platform: str, tenant: str, name: str) -> None:
        self._client = client
        self._wish = Lease(platform=platform, tenant=tenant, holder=name, seconds=LEASE_SECONDS)
        self._changed = asyncio.Condition()
        self._held: Held | None = None
        self.rival = False

    @property
    def held(self) -> Held | None:
        """The lease, if it is ours and not about to end."""
        held = self._held
        return held if held is not None and held.until > asyncio.get_running_loop().time() else None

    async def keep(self) -> None:
        """Take and renew the lease until cancelled."""
        while True:
            await self._renew()
            await self._wait_to_renew()

    async def wait_for_change(self, known: Held | None, timeout: float) -> None:
        """Until the lease is another one than ``known``, or ``timeout`` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout), self._changed:
                await self._changed.wait_for(lambda: _fence(self._held) != _fence(known))

    async def wait_for_vacancy(self) -> None:
        """While another process is the active one."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self.rival)

    async def lost(self, fence: int) -> None:
        """The relay said that a lease of ours is no longer good."""
        if self._held is not None and self._held.fence == fence:
            await self._set(None, rival=self.rival)

    async def let_go(self) -> None:
        """Give the lease back, so that another process need not wait for its end."""
        if self._held is not None:
            await self._set(None, rival=False)
            with contextlib.suppress(Refused, Unreachable):
                await self._client.lease(self._wish.model_copy(update={"seconds": 0.0}))

    async def _renew(self) -> None:
        asked = asyncio.get_running_loop().time()
        try:
            leased = await self._client.lease(self._wish)
        except (Refused, Unreachable) as error:
            log.warning("lease.unanswered", error=str(error))
            if self.held is None:
                await self._set(None, rival=self.rival)
            return
        await self._set(self._read(leased, asked), rival=not leased.held)

    def _read(self, leased: Leased, asked: float) -> Held | None:
        if not leased.held:
            return None
        # What was under way when ours ran out here was dropped, and the relay does not know of it: although the
        # relay may call it the same lease still, what was posted under it has to be looked for.
        lapsed = self.held is None
        since = max(leased.since, leased.until - int(LEASE_SECONDS * 1_000_000)) if lapsed else leased.since
        return Held(leased.fence, since, asked + LEASE_SECONDS - MARGIN_SECONDS)

    async def _set(self, held: Held | None, *, rival: bool) -> None:
        async with self._changed:
            if _fence(held) != _fence(self._held) or rival != self.rival:
                log.info("lease.changed", held=held is not None, rival=rival, fence=_fence(held))
            self._held, self.rival = held, rival
            self._changed.notify_all()

    async def _wait_to_renew(self) -> None:
        await asyncio.sleep(RENEW_SECONDS if self._held is not None else RENEW_SECONDS / 2)


def _fence(held: Held | None) -> int:
    return 0 if held is None else held.fence
