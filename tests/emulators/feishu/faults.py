"""What can go wrong on the way: faults of single calls, of the bootstrap and of event delivery."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

FaultKind = Literal[
    "lose_request", "lose_reply", "http", "rate_limit", "error", "delay", "delay_reply", "hang"
]
Matcher = Callable[[dict[str, Any]], bool]
_BEFORE: tuple[FaultKind, ...] = ("lose_request", "http", "rate_limit", "error", "delay", "hang")
_AFTER: tuple[FaultKind, ...] = ("lose_reply", "delay_reply")


def _always(body: dict[str, Any]) -> bool:
    return True


@dataclass
class Fault:
    """One fault; ``times`` counts down to 0 and None means for good, ``until`` is a time of the emulator's clock."""

    kind: FaultKind
    name: str
    times: int | None = 1
    until: float | None = None
    status: int = 503
    code: int = 0
    message: str = ""
    seconds: float = 0.0
    when: Matcher = _always
    hits: int = 0

    def spent(self, now: float) -> bool:
        return self.times == 0 or (self.until is not None and now >= self.until)

    def applies(self, name: str, arguments: dict[str, Any], now: float) -> bool:
        return self.name in ("*", name) and not self.spent(now) and self.when(arguments)

    def use(self) -> "Fault":
        self.hits += 1
        if self.times is not None:
            self.times -= 1
        return self


@dataclass
class Faults:
    """The faults of calls; a ``name`` of "*" means every call ("message.reply", "token.tenant", "endpoint", …).

    ``when`` narrows a fault to calls whose path, query and body together it accepts; the newest that applies wins.
    """

    clock: Callable[[], float]
    active: list[Fault] = field(default_factory=list)

    def lose_reply(self, name: str, times: int | None = 1, when: Matcher = _always) -> Fault:
        """The call takes effect, then the connection closes without an answer."""
        return self._add(Fault("lose_reply", name, times, when=when))

    def lose_request(self, name: str, times: int | None = 1, when: Matcher = _always) -> Fault:
        """The connection closes before the call takes effect."""
        return self._add(Fault("lose_request", name, times, when=when))

    def http_error(
        self, name: str, status: int = 504, times: int | None = 1, when: Matcher = _always
    ) -> Fault:
        """An HTML error page with this status, before any effect."""
        return self._add(Fault("http", name, times, status=status, when=when))

    def rate_limit(self, name: str, seconds: float, when: Matcher = _always) -> Fault:
        """99991400 with x-ogw-ratelimit-reset for this many seconds from now."""
        return self._add(Fault("rate_limit", name, None, until=self.clock() + seconds, when=when))

    def error(
        self,
        name: str,
        code: int,
        message: str = "refused",
        times: int | None = 1,
        status: int = 400,
        when: Matcher = _always,
    ) -> Fault:
        """This code, before any effect."""
        return self._add(Fault("error", name, times, status=status, code=code, message=message, when=when))

    def delay(self, name: str, seconds: float, times: int | None = 1, when: Matcher = _always) -> Fault:
        """The call takes effect this many real seconds later."""
        return self._add(Fault("delay", name, times, seconds=seconds, when=when))

    def delay_reply(self, name: str, seconds: float, times: int | None = 1, when: Matcher = _always) -> Fault:
        """The call takes effect at once, the answer comes this many real seconds later."""
        return self._add(Fault("delay_reply", name, times, seconds=seconds, when=when))

    def hang(self, name: str, times: int | None = 1, when: Matcher = _always) -> Fault:
        """The call never takes effect and is never answered, until the caller gives up or the emulator stops."""
        return self._add(Fault("hang", name, times, when=when))

    def clear(self) -> None:
        self.active.clear()

    def before(self, name: str, arguments: dict[str, Any]) -> Fault | None:
        return self._pick(_BEFORE, name, arguments)

    def after(self, name: str, arguments: dict[str, Any]) -> Fault | None:
        return self._pick(_AFTER, name, arguments)

    def _add(self, fault: Fault) -> Fault:
        self.active.append(fault)
        return fault

    def _pick(self, kinds: tuple[FaultKind, ...], name: str, arguments: dict[str, Any]) -> Fault | None:
        now = self.clock()
        self.active = [fault for fault in self.active if not fault.spent(now)]
        for fault in reversed(self.active):
            if fault.kind in kinds and fault.applies(name, arguments, now):
                return fault.use()
        return None


@dataclass
class EventFaults:
    """What happens to events on their way to the app.

    ``copies``: how often each event is delivered, each copy with an event_id of its own (the message_id stays).
    ``delay``: seconds before the first delivery. ``drop_next``: that many events never go out.
    ``held``: None, or the list in which events wait until they are released. ``as_card``: callbacks come as
    frames of type=card. ``parts``: into how many frames each payload is split, ``part_gap``: real seconds between.
    """

    copies: int = 1
    delay: float = 0.0
    drop_next: int = 0
    held: list[Any] | None = None
    as_card: bool = False
    parts: int = 1
    part_gap: float = 0.0
    shuffle_parts: bool = False
