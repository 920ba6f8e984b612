"""Instants as a person at this computer reads them."""

import time
from datetime import datetime


def now() -> int:
    """Microseconds since 1970-01-01 UTC, by this computer's clock."""
    return time.time_ns() // 1000


def local(instant: int) -> str:
    """``14:02``, with the date where it is not today."""
    moment = datetime.fromtimestamp(instant / 1_000_000).astimezone()
    today = datetime.now().astimezone().date()
    return f"{moment:%H:%M}" if moment.date() == today else f"{moment:%Y-%m-%d %H:%M}"


def ago(instant: int | None) -> str:
    """``12 s ago``."""
    if instant is None:
        return "never"
    seconds = max(0, now() - instant) // 1_000_000
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit} ago"
    return f"{seconds} s ago"
