"""What can go wrong on the way: faults of single Web API calls and of event delivery."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

FaultKind = Literal["lose_request", "lose_reply", "http", "rate_limit", "error", "delay", "delay_reply"]
Matcher = Callable[[dict[str, Any]], bool]
_BEFORE: tuple[FaultKind, ...] = ("lose_request", "http", "rate_limit", "error", "delay")
_AFTER: tuple[FaultKind, ...] = ("lose_reply", "delay_reply")


def _always(args: dict[str, Any]) -> bool:
    return True


@dataclass
class Fault:
    """One fault; ``times`` counts down to 0 and None means for good, ``until`` is a time of the emulator's clock."""

    kind: FaultKind
    method: str
    times: int | None = 1
    until: float | None = None
    status: int = 503
    error: str = ""
    seconds: float = 0.0
    when: Matcher = _always
    hits: int = 0

    def spent(self, now: float) -> bool:
        return self.times == 0 or (self.until is not None and now >= self.until)

    def applies(self, method: str, args: dict[str, Any], now: float) -> bool:
        return self.method in ("*", method) and not self.spent(now) and self.when(args)

    def use(self) -> "Fault":
        self.hits += 1
        if self.times is not None:
            self.times -= 1
        return self


@dataclass
class Faults:
    """The faults of Web API calls; a ``method`` of "*" means every method.

    ``when`` narrows a fault to calls whose arguments it accepts; the newest fault that applies wins.
    """

    clock: Callable[[], float]
    active: list[Fault] = field(default_factory=list)

    def lose_reply(self, method: str, times: int | None = 1, when: Matcher = _always) -> Fault:
        """The call takes effect, then the connection closes without an answer."""
        return self._add(Fault("lose_reply", method, times, when=when))

    def lose_request(self, method: str, times: int | None = 1, when: Matcher = _always) -> Fault:
        """The connection closes before the call takes effect."""
        return self._add(Fault("lose_request", method, times, when=when))

    def http_error(
        self, method: str, status: int = 503, times: int | None = 1, when: Matcher = _always
    ) -> Fault:
        """An HTML error page with this status, before any effect."""
        return self._add(Fault("http", method, times, status=status, when=when))

    def rate_limit(self, method: str, seconds: float, when: Matcher = _always) -> Fault:
        """429 with Retry-After for this many seconds from now."""
        return self._add(Fault("rate_limit", method, None, until=self.clock() + seconds, when=when))

    def error(self, method: str, error: str, times: int | None = 1, when: Matcher = _always) -> Fault:
        """``ok: false`` with this error name, before any effect."""
        return self._add(Fault("error", method, times, error=error, when=when))

    def delay(self, method: str, seconds: float, times: int | None = 1, when: Matcher = _always) -> Fault:
        """The call takes effect this much later."""
        return self._add(Fault("delay", method, times, seconds=seconds, when=when))

    def delay_reply(
        self, method: str, seconds: float, times: int | None = 1, when: Matcher = _always
    ) -> Fault:
        """The call takes effect at once, the answer comes this much later."""
        return self._add(Fault("delay_reply", method, times, seconds=seconds, when=when))

    def clear(self) -> None:
        self.active.clear()

    def before(self, method: str, args: dict[str, Any]) -> Fault | None:
        return self._pick(_BEFORE, method, args)

    def after(self, method: str, args: dict[str, Any]) -> Fault | None:
        return self._pick(_AFTER, method, args)

    def _add(self, fault: Fault) -> Fault:
        self.active.append(fault)
        return fault

    def _pick(self, kinds: tuple[FaultKind, ...], method: str, args: dict[str, Any]) -> Fault | None:
        now = self.clock()
        self.active = [fault for fault in self.active if not fault.spent(now)]
        for fault in reversed(self.active):
            if fault.kind in kinds and fault.applies(method, args, now):
                return fault.use()
        return None


@dataclass
class EventFaults:
    """What happens to events on their way to the app.

    ``copies``: how often each event is delivered (own envelope, same event_id).
    ``delay``: seconds before the first delivery. ``drop_next``: that many events never go out.
    ``held``: None, or the list in which events wait until they are released.
    """

    copies: int = 1
    delay: float = 0.0
    drop_next: int = 0
    held: list[dict[str, Any]] | None = None
