"""What came of trying something (O7)."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

PROBE_SECONDS = 20.0


class Status(StrEnum):
    """What came of a probe."""

    ok = "ok"
    warn = "warn"
    fail = "fail"
    skip = "skip"


@dataclass(frozen=True)
class Finding:
    """One line: what was tried, what came of it, the evidence, what to do, and how long it took."""

    name: str
    status: Status
    evidence: str
    remedy: str = ""
    milliseconds: int = 0


async def timed(name: str, probe: Awaitable[Finding], seconds: float = PROBE_SECONDS) -> Finding:
    """What a probe finds, with the time that it took; one that does not end has failed."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(seconds):
            found = await probe
    except TimeoutError:
        found = Finding(name, Status.fail, f"no answer within {seconds:.0f} s", "try again; look at the logs")
    except Exception as error:
        remedy = "this is a fault of muti: please tell it, with what `muti doctor --bundle FILE.zip` makes"
        found = Finding(name, Status.fail, f"the probe broke off: {type(error).__name__}: {error}", remedy)
    return replace(found, milliseconds=_since(began))


async def timed_together(probe: Awaitable[list[Finding]]) -> list[Finding]:
    """What a probe of several lines finds; each line that has no time of its own gets that of all."""
    began = time.monotonic()
    found = await probe
    took = _since(began)
    return [one if one.milliseconds else replace(one, milliseconds=took) for one in found]


def _since(began: float) -> int:
    return int((time.monotonic() - began) * 1000)


def as_lines(found: Sequence[Finding]) -> list[str]:
    """The findings as a terminal shows them."""
    return [
        line
        for one in found
        for line in (
            f"{one.status:<5} {one.name}  {one.evidence}  ({one.milliseconds} ms)",
            *([f"      → {one.remedy}"] if one.remedy else []),
        )
    ]
