"""As many calls as a platform allows, the most urgent first, and none while it asks for patience."""

import asyncio
import heapq
import itertools
import math
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field

from bots.connector import Urgency

QUIET_SECONDS = 60.0
"""After a channel was refused, it is spared for so long: one call at a time."""


CHANNELS = 1000
"""Of so many it is remembered when they were used last."""

_SHARES = {Urgency.state: 0.9, Urgency.link: 0.7, Urgency.progress: 0.6}
"""Of an allowance, that what is less urgent may use: the rest is kept for what people wait for."""


@dataclass(frozen=True)
class Allowance:
    """``calls`` in any ``seconds``."""

    calls: int
    seconds: float


class Window:
    """A sliding window of calls."""

    def __init__(self, longest: float) -> None:
        self._longest = longest
        self._made: list[float] = []
        self._closed_until = -math.inf

    def wait(self, now: float, allowance: Allowance | None, urgency: Urgency = Urgency.answer) -> float:
        """Seconds until the next call may be made; 0 if it may now. Without an allowance: unless closed."""
        self._forget(now)
        if allowance is None:
            return max(self._closed_until - now, 0.0)
        first = bisect_right(self._made, now - allowance.seconds)
        calls = max(1, int(allowance.calls * _SHARES.get(urgency, 1.0)))
        full = len(self._made) - calls
        opens = self._made[full] + allowance.seconds - now if full >= first else 0.0
        return max(opens, self._closed_until - now, 0.0)

    def take(self, now: float) -> None:
        """A call is made now."""
        self._made.append(now)

    def close(self, until: float) -> None:
        """No call before ``until``."""
        self._closed_until = max(self._closed_until, until)

    def is_idle(self, now: float) -> bool:
        """Whether nothing of it matters any more."""
        self._forget(now)
        return not self._made and self._closed_until <= now

    def _forget(self, now: float) -> None:
        del self._made[: bisect_right(self._made, now - self._longest)]


@dataclass(order=True)
class _Waiter:
    urgency: Urgency
    order: int
    channel: str = field(compare=False)
    turn: "asyncio.Future[None]" = field(compare=False)


class Pace:
    """The turns of one method: for the whole installation, and for each channel.

    ``strict`` holds for a channel in place of ``channel`` where nobody waits, and after a refusal. ``smooth``
    spreads out what is merely progress: a minute's allowance, used up in a burst, would leave none for the rest.
    """

    def __init__(
        self,
        whole: Allowance,
        channel: Allowance | None = None,
        *,
        strict: Allowance | None = None,
        smooth: Allowance | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._clock = clock or asyncio.get_running_loop().time
        self._allowed = whole
        self._whole = Window(whole.seconds)
        self._each, self._strict, self._smooth = channel, strict or channel, smooth
        self._channels: dict[str, Window] = {}
        self._spared: dict[str, float] = {}
        self._waiting: dict[str, list[_Waiter]] = {}
        self._order = itertools.count()
        self._timer: asyncio.TimerHandle | None = None

    async def turn(self, channel: str, urgency: Urgency) -> None:
        """Wait for one's turn."""
        waiter = _Waiter(urgency, next(self._order), channel, asyncio.get_running_loop().create_future())
        heapq.heappush(self._waiting.setdefault(channel, []), waiter)
        self._let_in()
        await waiter.turn  # who gives up is passed over when the turn would come

    def refused(self, channel: str, seconds: float, *, whole: bool = False) -> None:
        """The platform asked for patience: for this channel, and for all if another one waits already."""
        now = self._clock()
        others = any(until > now for name, until in self._spared.items() if name != channel)
        if whole or self._each is None or others:
            self._whole.close(now + seconds)
        self._spared = {name: until for name, until in self._spared.items() if until > now - QUIET_SECONDS}
        self._spared[channel] = max(self._spared.get(channel, now), now + seconds)
        if self._each is not None:
            self._window(channel, now).close(now + seconds)
        self._let_in()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(not waiter.turn.done() for queue in self._waiting.values() for waiter in queue)

    def _let_in(self) -> None:
        """All whose turn it is. Only the first of each channel is looked at: a backlog in one costs the others nothing."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now, soonest = self._clock(), math.inf
        first = [queue[0] for queue in self._waiting.values()]
        heapq.heapify(first)
        while first:
            waiter = heapq.heappop(first)
            if not waiter.turn.done():
                wait = self._wait_of_all(waiter, now)
                if wait > 0:  # who is less urgent waits at least as long
                    soonest = min(soonest, wait)
                    break
                wait = self._wait_of_channel(waiter, now)
                if wait > 0:
                    soonest = min(soonest, wait)
                    continue
                self._take(waiter, now)
            self._forget_first(waiter.channel, first)
        if soonest < math.inf:
            self._timer = asyncio.get_running_loop().call_later(soonest + 0.001, self._let_in)

    def _take(self, waiter: _Waiter, now: float) -> None:
        self._whole.take(now)
        if self._each is not None:
            self._window(waiter.channel, now).take(now)
        waiter.turn.set_result(None)

    def _forget_first(self, channel: str, first: list[_Waiter]) -> None:
        queue = self._waiting[channel]
        heapq.heappop(queue)
        if queue:
            heapq.heappush(first, queue[0])
        else:
            del self._waiting[channel]

    def _wait_of_all(self, waiter: _Waiter, now: float) -> float:
        # How much a platform allows in all is not known exactly. What people wait for goes until it says no.
        allowed = None if waiter.urgency is Urgency.answer else self._allowed
        wait = self._whole.wait(now, allowed, waiter.urgency)
        if self._smooth is not None and waiter.urgency is Urgency.progress:
            wait = max(wait, self._whole.wait(now, self._smooth))
        return wait

    def _wait_of_channel(self, waiter: _Waiter, now: float) -> float:
        if self._each is None or self._strict is None:
            return 0.0
        # A burst is for what people wait for; the rest keeps to the usual pace.
        spared = self._spared.get(waiter.channel, -math.inf) > now - QUIET_SECONDS
        allowance = self._strict if spared or waiter.urgency >= Urgency.state else self._each
        return self._window(waiter.channel, now).wait(now, allowance)

    def _window(self, channel: str, now: float) -> Window:
        assert self._each is not None
        assert self._strict is not None
        if channel not in self._channels:
            if len(self._channels) > CHANNELS:
                self._channels = {name: one for name, one in self._channels.items() if not one.is_idle(now)}
            self._channels[channel] = Window(max(self._each.seconds, self._strict.seconds))
        return self._channels[channel]
