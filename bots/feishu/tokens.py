"""The tenant token: fetched without blocking, once for all who wait, and anew before it ends."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bots.connector import Unfit
from bots.feishu.failures import Failed

PATH = "/open-apis/auth/v3/tenant_access_token/internal"

EARLY_SECONDS = 1500.0
"""In its last 30 minutes Feishu gives a new token beside the old one, which stays good (open.feishu.cn)."""

Fetch = Callable[[], Awaitable[Mapping[str, Any]]]


class Tokens:
    """One app's token. ``fetch`` asks Feishu for one, and raises what a call raises."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._token, self._until = "", float("-inf")
        self._fetching: asyncio.Task[None] | None = None

    async def get(self) -> str:
        """A token that is good for some minutes at least.

        Raises:
            Later, Unsure: it could not be had at the moment.
            Unfit: Feishu does not take the id and the secret.
        """
        if not self._token or self._until <= asyncio.get_running_loop().time():
            if self._fetching is None or self._fetching.done():
                self._fetching = asyncio.create_task(self._renew())
                self._fetching.add_done_callback(_look_at)
            await asyncio.shield(self._fetching)
        return self._token

    def forget(self, token: str) -> None:
        """Feishu does not take this one any more."""
        if token == self._token:
            self._token = ""

    async def close(self) -> None:
        """Fetch nothing more."""
        if self._fetching is not None:
            self._fetching.cancel()
            await asyncio.gather(self._fetching, return_exceptions=True)

    async def _renew(self) -> None:
        asked = asyncio.get_running_loop().time()
        try:
            reply = await self._fetch()
        except Failed as failed:
            # Whatever it says of our id and secret, nothing works without a token.
            raise Unfit(f"{failed.code}: {failed.message}") from failed
        lasts = float(reply.get("expire") or 0)
        self._token = str(reply.get("tenant_access_token") or "")
        self._until = asked + (lasts - EARLY_SECONDS if lasts > 2 * EARLY_SECONDS else lasts / 2)


def _look_at(task: "asyncio.Task[None]") -> None:
    """Whoever waited for it may have gone: a failure then is nobody's, and the next caller tries anew."""
    if not task.cancelled():
        task.exception()
