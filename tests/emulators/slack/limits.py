"""Rate limits per method and workspace (tiers: docs.slack.dev, web-api/rate-limits and the method pages)."""

import math
from collections import defaultdict, deque

TIER_1, TIER_2, TIER_3, TIER_4 = (1, 60.0), (20, 60.0), (50, 60.0), (100, 60.0)
_TIER_4_METHODS = (
    "assistant.threads.setSuggestedPrompts",
    "assistant.threads.setTitle",
    "chat.postEphemeral",
    "conversations.members",
    "files.completeUploadExternal",
    "files.getUploadURLExternal",
    "files.info",
    "users.info",
    "views.open",
    "views.publish",
    "views.push",
    "views.update",
)
_SPECIAL = {
    "auth.test": (600, 60.0),
    "assistant.threads.setStatus": (600, 60.0),
    "chat.getPermalink": (600, 60.0),
    "chat.postMessage": (300, 60.0),
    "conversations.list": TIER_2,
    "reactions.remove": TIER_2,
}


class RateLimits:
    """Sliding windows: at most ``calls`` per ``seconds`` for each method of the workspace.

    ``enabled`` switches all of them; ``per_channel`` is chat.postMessage's own limit, None for no limit.
    """

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled
        self.per_channel: tuple[int, float] | None = (1, 1.0)
        self._limits: dict[str, tuple[int, float]] = {
            **dict.fromkeys(_TIER_4_METHODS, TIER_4),
            **_SPECIAL,
        }
        self._recent: dict[tuple[str, str], deque[float]] = defaultdict(deque)

    def set(self, method: str, calls: int, seconds: float = 60.0) -> None:
        """Gives a method another limit; it holds as long as ``enabled`` does."""
        self._limits[method] = (calls, seconds)

    def off(self) -> None:
        self.enabled = False

    def retry_after(self, method: str, channel: str, now: float) -> int | None:
        """Counts a call; the whole seconds to wait if it is one too many, else None."""
        if not self.enabled:
            return None
        keys = [((method, ""), self._limits.get(method, TIER_3))]
        if method == "chat.postMessage" and self.per_channel is not None:
            keys.append(((method, channel), self.per_channel))
        waits = [self._wait(key, limit, now) for key, limit in keys]
        if any(wait > 0 for wait in waits):
            return max(1, math.ceil(max(waits)))
        for key, _ in keys:
            self._recent[key].append(now)
        return None

    def _wait(self, key: tuple[str, str], limit: tuple[int, float], now: float) -> float:
        calls, seconds = limit
        recent = self._recent[key]
        while recent and recent[0] <= now - seconds:
            recent.popleft()
        return recent[0] + seconds - now if len(recent) >= calls else 0.0
