"""How often what may be called: per interface and app, per chat, per message, per card.

Numbers: 50 a second and 1000 a minute for each interface of an app in a tenant; 5 a second to one chat, shared by
all bots in it, and to one person; 5 a second for the updates of one message; 10 a second for one card entity.
"""

import math
from collections import defaultdict, deque

from tests.emulators.feishu.errors import FeishuRefusal

Limit = tuple[int, float]
INTERFACE: tuple[Limit, ...] = ((50, 1.0), (1000, 60.0))
SLOW: tuple[Limit, ...] = ((10, 1.0), (1000, 60.0))
CHAT: tuple[Limit, ...] = ((5, 1.0),)
MESSAGE: tuple[Limit, ...] = ((5, 1.0),)
CARD: tuple[Limit, ...] = ((10, 1.0),)


class RateLimits:
    """Sliding windows on the emulator's clock; ``enabled`` switches all of them."""

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled
        self.interfaces: dict[str, tuple[Limit, ...]] = {}
        self._recent: dict[tuple[str, ...], deque[float]] = defaultdict(deque)

    def off(self) -> None:
        self.enabled = False

    def on(self) -> None:
        self.enabled = True

    def count_call(self, name: str, app_id: str, now: float, status: int = 429) -> None:
        """One call of an interface; raises FeishuRefusal 99991400 with the headers that tell when to come again."""
        limits = self.interfaces.get(name, INTERFACE)
        wait = self._count(("call", name, app_id), limits, now)
        if wait > 0:
            refusal = FeishuRefusal(99991400, "request trigger frequency limit", status)
            refusal.headers = {
                "x-ogw-ratelimit-limit": str(limits[0][0]),
                "x-ogw-ratelimit-reset": str(max(1, math.ceil(wait))),
            }
            raise refusal

    def count_chat(self, chat: str, now: float) -> None:
        """One message to a chat, whichever bot sends it; raises FeishuRefusal 230020."""
        self._count_quietly(("chat", chat), CHAT, now)

    def count_message(self, message: str, now: float) -> None:
        """One update of a message; raises FeishuRefusal 230020."""
        self._count_quietly(("message", message), MESSAGE, now)

    def count_card(self, card: str, now: float) -> None:
        """One operation on a card entity; raises FeishuRefusal 99991400."""
        if self._count(("card", card), CARD, now) > 0:
            raise FeishuRefusal(99991400, "request trigger frequency limit", 400)

    def _count_quietly(self, key: tuple[str, ...], limits: tuple[Limit, ...], now: float) -> None:
        if self._count(key, limits, now) > 0:
            raise FeishuRefusal(230020, "This operation triggers the frequency limit.")

    def _count(self, key: tuple[str, ...], limits: tuple[Limit, ...], now: float) -> float:
        """Counts it, or gives the seconds to wait if it is one too many."""
        if not self.enabled:
            return 0.0
        recent = self._recent[key]
        longest = max(seconds for _, seconds in limits)
        while recent and recent[0] <= now - longest:
            recent.popleft()
        wait = max(_wait(recent, limit, now) for limit in limits)
        if wait <= 0:
            recent.append(now)
        return wait


def _wait(recent: deque[float], limit: Limit, now: float) -> float:
    calls, seconds = limit
    within = [at for at in recent if at > now - seconds]
    return within[-calls] + seconds - now if len(within) >= calls else 0.0
