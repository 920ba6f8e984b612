"""Time that does not go back, whatever is done to the machine's clock (A4)."""

import time

MICROSECONDS = 1_000_000


def wall() -> int:
    """The machine's clock, in microseconds since 1970 UTC."""
    return time.time_ns() // 1000


def elapsed() -> int:
    """Microseconds since some fixed moment; counts sleep where the system can (clock_gettime(2), CLOCK_BOOTTIME)."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(clock) // 1000


class Clock:
    """The time of a relay on SQLite: the wall clock once, at the start, and what has passed since.

    A step of the machine's clock while the relay runs changes nothing. ``not_before`` is the newest time that
    the database knows, so that a clock set back over a restart revives nothing either.
    """

    def __init__(self, not_before: int = 0) -> None:
        self._offset = max(wall(), not_before) - elapsed()

    def now(self) -> int:
        """Microseconds since 1970 UTC."""
        return elapsed() + self._offset

    def keep_after(self, moment: int) -> None:
        """Never again say a time before ``moment``."""
        self._offset = max(self._offset, moment - elapsed())

    def drift(self) -> int:
        """How far the machine's clock is now ahead of this one."""
        return wall() - self.now()
